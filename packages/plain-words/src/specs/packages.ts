import { shown } from '../messages/index.ts';
import { namesOf } from '../programs/scripts.ts';
import { type Call, has, type Spec, value, wordsFrom } from '../programs/spec.ts';
import { specOf } from '../programs/table.ts';
import { placesOf, type Row, readVerb, row, withVerbs } from '../programs/verbs.ts';
import { add, literal, plainName, type Run, target, touches, type Value } from '../windows/run.ts';

/** Tasks that every project has; their script is the project's everyday work. */
const everyday =
  /^(?:tests?|t|tst|build|lint|dev|typecheck|type-check|types|tsc|format|fmt|prettier|start|serve|check|preview|coverage|e2e|unit|ci|watch|compile|storybook|docs|(?:test|lint|build|check|format|dev|typecheck)[:-][\w:-]+)$/;

/** Runs a script of package.json. */
export function runsTask(name: string, run: Run, more: readonly Value[] = []): undefined {
  const files = more.filter((one) => !one.text.startsWith('-'));
  add(run, 'run.task', { name: shown(name) }, ['runs-code'], {
    places: placesOf('here', run),
    maybe: everyday.test(name) ? [] : [{ id: 'maybe.program', params: { name: shown(name) } }],
    notes: files.length > 0 ? [{ id: 'note.with', params: { names: files.map(plainName) } }] : [],
  });
}

/** Well-known tools of projects, run by npx and its kin. */
export const knownTools =
  /^(?:tsc|typescript|eslint|prettier|jest|vitest|mocha|ava|tap|playwright|cypress|vite|webpack|rollup|esbuild|tsx|ts-node|next|nuxt|astro|turbo|nx|lerna|prisma|drizzle-kit|tailwindcss|@tailwindcss\/cli|postcss|sass|stylelint|biome|@biomejs\/biome|oxlint|rimraf|cross-env|concurrently|nodemon|serve|http-server|husky|lint-staged|commitlint|depcheck|knip|madge|npm-check-updates|ncu|typedoc|storybook|svelte-check|vue-tsc|ng|@angular\/cli|expo|react-native|create-[\w-]+|@vue\/cli|degit|tsup|swc|babel|nyc|c8|size-limit|changeset|@changesets\/cli|semantic-release|markdownlint|markdownlint-cli2?|cspell|license-checker|sort-package-json|json-server|wrangler|vercel|netlify|firebase|supabase|pyright|ruff|black|mypy|pytest|pre-commit|poetry|pip-audit|cookiecutter|httpie|mkdocs|uvicorn|tox|nox|isort|flake8|bandit|semgrep|sqlfluff|yt-dlp|ipython|jupyter|kill-port|fkill|fkill-cli|mkdirp|del-cli|shx|cpx|sequelize|sequelize-cli|knex|typeorm|env-cmd|dotenv|dotenv-cli|zx|pm2|gulp|grunt|karma|standard|xo|dprint|textlint|tslint|electron|electron-builder|gatsby|remix|hexo|parcel|live-server|browser-sync|localtunnel|ngrok|serverless|cdk|aws-cdk|sst|heroku|surge|gh-pages|np|release-it|standard-version|plop|hygen|openapi-typescript|graphql-codegen|wait-on|start-server-and-test|npm-run-all|npm-run-all2|run-s|run-p)$/;

/** `npx TOOL …`: a tool of the project, or one that is downloaded and run. */
export function runsPackage(words: readonly Value[], run: Run, downloads: boolean, given?: Value): undefined {
  const [first, ...rest] = words;
  if (!first) return;
  const name = (given ?? first).text.replace(/(?<=.)@[^/]*$/, '');
  const tool = first.text.replace(/(?<=.)@[^/]*$/, '');
  if (!downloads || knownTools.test(name)) {
    const from = run.findings.length;
    if (!downloads || specOf(tool)) run.call?.([{ ...first, text: tool.replace(/^typescript$/, 'tsc') }, ...rest], run);
    if (run.findings.length > from) return;
    const named = rest.filter((one) => !one.text.startsWith('-')).map(plainName);
    add(
      run,
      'run.package',
      { name: plainName(first) },
      ['downloads', 'runs-code', ...(/^create-/.test(name) ? (['creates'] as const) : [])],
      {
        places: [{ id: 'network' }, ...placesOf('here', run)],
        notes: named.length > 0 ? [{ id: 'note.with', params: { names: named } }] : [],
      },
    );
    return;
  }
  add(
    run,
    'run.package',
    { name: shown(given ? `${plainName(given)} (${plainName(first)})` : plainName(first)) },
    ['downloads', 'runs-code'],
    {
      places: [{ id: 'network' }],
      maybe: [{ id: 'maybe.program', params: { name: plainName(first) } }, { id: 'maybe.downloaded' }],
    },
  );
}

const npmOptions =
  '-g,--global -D,--save-dev -S,--save -E,--save-exact -O -P,--save-prod,--production -B -C,--prefix,--dir,--cwd=cwd -w,--workspace= --filter,-F= --registry= --tag= --otp= --access= --loglevel= --script-shell=script --userconfig=read --cache= --omit= --include= --depth= --json -r,--recursive -y,--yes -p,--package= -c,--call=shell --dry-run -f,--force --latest -L --ignore-scripts --frozen-lockfile --node-options= --script-shell= --location= -s,--silent --if-present --stage= --reporter= --workspace-root --pack-destination=write --prefer-offline -i,--interactive --lockfile-only --mode= -T --exact -A --parallel -v --version';

const here: Row['at'] = 'here';

function installs(call: Call, run: Run, rest: readonly Value[]): undefined {
  const global = has(call, '-g') || value(call, '--location')?.text === 'global';
  // A package can be a folder, an archive or an address.
  const local = rest.filter((one) => /^(?:\.{0,2}\/|~\/|file:)/.test(one.text));
  const places = [
    ...(local.length > 0 && local.length === rest.length ? [] : placesOf('network', run)),
    ...(global ? [] : placesOf('here', run)),
    ...local.flatMap((one) => target(run, { ...one, text: one.text.replace(/^file:/, '') }).places),
  ];
  if (has(call, '--dry-run'))
    return add(run, 'packages.look', { name: namesOf(rest) || call.name }, ['reads', 'downloads'], { places });
  const registry = value(call, '--registry');
  const chips =
    local.length > 0 && local.length === rest.length ? (['installs'] as const) : (['installs', 'downloads'] as const);
  const notes = [
    ...(registry ? [{ id: 'note.with', params: { names: [plainName(registry)] } } as const] : []),
    ...(global ? [{ id: 'note.global' } as const] : []),
  ];
  if (rest.length === 0) add(run, 'install.all', {}, chips, { places, notes });
  else
    add(run, 'install.add', { paths: rest.map(plainName) }, chips, {
      places,
      notes,
      maybe: rest.flatMap((one) =>
        one.listed ? [] : one.unknown.map((name) => ({ id: 'maybe.variable', params: { name: shown(name) } }) as const),
      ),
    });
}

const removes = (call: Call, run: Run, rest: readonly Value[]): undefined =>
  add(run, 'packages.remove', { paths: rest.map(plainName) }, ['deletes'], {
    places: has(call, '-g') ? [] : placesOf('here', run),
  });

const publishes = (call: Call, run: Run, rest: readonly Value[]): undefined => {
  if (has(call, '--dry-run'))
    return add(run, 'packages.look', { name: 'publish --dry-run' }, ['reads'], { places: placesOf('here', run) });
  const at = rest[0] ? target(run, rest[0]).places : placesOf('here', run);
  add(
    run,
    'packages.publish',
    { name: namesOf([...rest, ...(value(call, '--tag') ? [value(call, '--tag')!] : [])]) || call.name },
    ['publishes', 'sends'],
    { places: [{ id: 'network' }, ...at] },
  );
};

const online = (verb: RegExp): Row => row(verb, 'packages.look', ['downloads', 'reads'], 'network', { lists: true });

/** `npm run build -- --port 1`: the task, and what its words name. */
const task = (call: Call, run: Run, rest: readonly Value[]): undefined => {
  if (rest.length === 0)
    return add(run, 'packages.look', { name: `${call.name} run` }, ['reads'], { places: placesOf('here', run) });
  runsTask(rest[0]!.text === '' ? '?' : plainName(rest[0]!), run, rest.slice(1));
};

const nodeRows: readonly Row[] = [
  row(/(?:run|run-script|rum|urn)(?: |$)/, 'run.task', [], here, { read: task }),
  row(/(?:test|t|tst|start|stop|restart|it|cit|install-test|install-ci-test)(?: |$)/, 'run.task', [], here, {
    read: (call, run, rest) => {
      const verb = call.operands[0]!.text;
      if (/it$|install/.test(verb)) installs(call, run, []);
      runsTask(/^(?:start|stop|restart)$/.test(verb) ? verb : 'test', run, rest);
    },
  }),
  row(
    /(?:install|i|ci|add|isntall|in|ins|inst|clean-install|ic|install-clean|up|update|upgrade|udpate|dedupe|ddp|import|rebuild|rb|link|ln|fetch|prefetch)(?: |$)/,
    'install.add',
    [],
    here,
    { read: installs },
  ),
  row(/(?:uninstall|remove|rm|r|un|unlink|prune)(?: |$)/, 'install.remove', [], here, { read: removes }),
  row(/publish(?: |$)/, 'packages.publish', [], 'both', { read: publishes }),
  row(/(?:npm )?(?:unpublish)(?: |$)/, 'packages.unpublish', ['deletes', 'publishes', 'sends'], 'network'),
  row(
    /(?:deprecate|undeprecate|dist-tag (?:add|set|rm|remove)|owner (?:add|rm)|access (?:set|grant|revoke|public|restricted)|team (?:create|add|rm|destroy)|org (?:set|rm)|npm tag)(?: |$)/,
    'packages.change-online',
    ['publishes', 'sends'],
    'network',
  ),
  row(/(?:config|c) (?:set|delete|rm|edit)(?: |$)|set (?=\S)/, 'packages.config', ['settings'], 'home'),
  row(/(?:config|c|get)(?: |$)/, 'packages.look', ['reads'], 'nowhere', { lists: true }),
  row(
    /(?:login|adduser|add-user|logout|token (?:create|revoke)|npm login)(?: |$)/,
    'account.login',
    ['settings', 'sends'],
    'network',
  ),
  row(
    /cache (?:clean|clear|rm|verify)(?: |$)|(?:store prune|pm cache rm)(?: |$)/,
    'packages.cache-clear',
    ['deletes'],
    'nowhere',
  ),
  row(
    /(?:ls|list|ll|la|explain|why|licenses|root|bin|prefix|pack-look|fund|pkg get|query|version$|env|doctor|store (?:path|status)|cache (?:ls|dir|list)|pm (?:ls|bin|hash|cache)|workspaces (?:list|info)|info-local|completion|help|help-search|sbom|--version|-v|constraints|explain)(?: |$)/,
    'packages.look',
    ['reads'],
    here,
    { lists: true },
  ),
  online(
    /(?:view|v|info|show|search|s|find|outdated|audit(?! fix)|ping|whoami|token(?: list)?|owner ls|dist-tag(?: ls)?|access (?:ls|list|get)|docs|repo|bugs|home|profile get|stars|npm (?:info|audit)|team ls|org ls)(?: |$)/,
  ),
  row(/audit fix(?: |$)/, 'install.all', ['installs', 'downloads'], 'both'),
  row(/(?:init|create|innit|dlx-create)(?: |$)/, 'packages.init', ['creates'], here, {
    read: (_call, run, rest) => {
      if (rest.length === 0)
        return add(run, 'packages.init', { name: 'package.json' }, ['creates', 'changes'], {
          places: placesOf('here', run),
        });
      runsPackage(
        [
          { ...rest[0]!, text: rest[0]!.text.startsWith('@') ? `${rest[0]!.text}/create` : `create-${rest[0]!.text}` },
          ...rest.slice(1),
        ],
        run,
        true,
      );
    },
  }),
  row(/version (?:major|minor|patch|pre\w+|v?\d\S*|from-git)/, 'packages.version', ['changes', 'git-local'], here, {
    read: (call, run) =>
      add(run, 'packages.version', { name: call.operands[1]!.text }, ['changes', 'git-local'], {
        places: placesOf('here', run),
      }),
  }),
  row(/pkg (?:set|delete|fix)(?: |$)/, 'packages.change', ['changes'], here, {
    read: (_call, run, rest) =>
      touches(
        run,
        'files.change',
        [
          'changes',
          ...(rest.some((one) => /scripts\.(?:pre|post)?(?:install|prepare|publish)/.test(one.text))
            ? (['settings'] as const)
            : []),
        ],
        [literal('package.json')],
      ),
  }),
  row(
    /(?:pack|patch|patch-commit|deploy|shrinkwrap|dist|edit|unplug)(?: |$)/,
    'packages.pack',
    ['creates', 'changes'],
    here,
  ),
  row(/(?:exec|x|dlx|bunx)(?: |$)/, 'run.package', [], here, {
    read: (call, run, rest) => {
      if (has(call, '-c')) return;
      const first = rest[0];
      const words = first ? call.args.slice(call.args.indexOf(first)) : [];
      runsPackage(
        words,
        run,
        call.operands[0]!.text === 'dlx' ||
          (call.name === 'npm' && call.operands[0]!.text !== 'bunx') ||
          call.operands[0]!.text === 'x',
        value(call, '-p'),
      );
    },
  }),
];

/** The words of npx begin options of the tool at its first operand. */
const npx: Spec = {
  names: 'npx pnpx bunx uvx',
  stops: true,
  options:
    '-y,--yes --no --no-install -p,--package= -c,--call=shell -q,--quiet --ignore-existing --prefer-offline -w,--workspace= --registry= --python= --with= --from= --bun --isolated --refresh --index-url= --node-options= --version -v --offline -n -s,--shell=',
  operands: 'text*',
  read: (call, run) => {
    const words = wordsFrom(call, 0);
    if (words.length > 0) runsPackage(words, run, true, value(call, '-p', '--from'));
    else if (!has(call, '-c')) add(run, 'computer.look', { name: call.name }, ['reads']);
  },
};

export const packages: readonly Spec[] = [
  withVerbs('npm', npmOptions, nodeRows),
  withVerbs(
    'pnpm',
    npmOptions,
    nodeRows,
    row(/^/, 'run.task', [], here, { read: (_call, run, rest) => projectWord(rest, run) }),
  ),
  {
    ...withVerbs('yarn yarnpkg', npmOptions, nodeRows),
    read: (call, run) => {
      const [first] = call.operands;
      if (!first && !has(call, '--version', '-v', '--help')) return installs(call, run, []);
      if (first?.text === 'workspace' && call.operands.length > 1)
        return run.call?.([literal('yarn'), ...wordsFrom(call, 2)], run);
      if (/^(?:workspaces|global)$/.test(first?.text ?? '')) {
        const rest = wordsFrom(call, call.operands[1]?.text === 'foreach' ? 2 : 1);
        return run.call?.([literal('yarn'), ...rest.filter((one) => !/^-[A-Za-z-]+$/.test(one.text))], run);
      }
      readVerb(
        call,
        run,
        nodeRows,
        row(/^/, 'run.task', [], here, { read: (_call, inner, rest) => projectWord(rest, inner) }),
      );
    },
  },
  {
    names: 'bun',
    stops: true,
    operands: 'text*',
    options:
      '--cwd=cwd --watch --hot -e,--eval= -p,--print= --bun -r,--preload=script --env-file=read --silent -b -i --version -v',
    read: (call, run) => {
      if (has(call, '-e', '-p'))
        return add(run, 'run.language', { name: 'JavaScript' }, ['runs-code'], { maybe: [{ id: 'maybe.code' }] });
      const [first] = call.operands;
      if (!first) return add(run, 'computer.look', { name: 'bun' }, ['reads']);
      const rest = wordsFrom(call, 1);
      if (first.text === 'test') return runsTask('test', run, rest);
      if (first.text === 'build') return runsTask('build', run, rest);
      if (first.text === 'run' && rest[0] && /[./]/.test(rest[0].text))
        return run.call?.([literal('node'), ...rest], run);
      if (/\.[cm]?[jt]sx?$/.test(first.text)) return run.call?.([literal('node'), first, ...rest], run);
      run.call?.(
        [
          literal('npm'),
          ...(/^(?:run|install|i|add|remove|rm|update|publish|create|init|link|unlink|outdated|audit|why|pm|x|exec|patch|info|test)$/.test(
            first.text,
          )
            ? []
            : [literal('run')]),
          first,
          ...rest,
        ],
        run,
      );
    },
  },
  npx,
  withVerbs(
    'corepack nvm fnm volta n nodenv asdf mise rtx pyenv rbenv rustup sdk jenv tfenv goenv',
    '-g --default --lts --silent -v --version',
    [
      row(
        /(?:install|add|toolchain install|target add|component add|update|self update|use --install|prepare|pin|self-update|upgrade)(?: |$)/,
        'install.add',
        ['installs', 'downloads'],
        'network',
      ),
      row(
        /(?:uninstall|remove|rm|toolchain uninstall|target remove|component remove|prune|self uninstall)(?: |$)/,
        'packages.remove',
        ['deletes'],
        'nowhere',
      ),
      row(
        /(?:ls|list|current|which|versions?|ls-remote|list-remote|show|latest|where|root|env|toolchain list|target list|component list|info|doctor|settings$)(?: |$)/,
        'packages.look',
        ['reads'],
        'nowhere',
        { lists: true },
      ),
      row(
        /(?:use|global|local|default|alias|shell|enable|disable|override (?:set|unset)|set|settings set|trust|activate|plugin|reshim|rehash)(?: |$)/,
        'packages.config',
        ['settings'],
        'home',
      ),
      row(/(?:exec|run|x)(?: |$)/, 'run.package', [], 'nowhere', {
        read: (call, run) => {
          const at = call.args.findIndex((one) => one.text === '--');
          const words = at < 0 ? wordsFrom(call, call.name === 'mise' ? 1 : 2) : call.args.slice(at + 1);
          if (words.length > 0) run.call?.(words, run);
        },
      }),
      row(/^\d\S*|^lts|^latest/, 'install.add', ['installs', 'downloads'], 'network'),
    ],
  ),
];

/** `yarn build`, `pnpm vitest`: a task of the project, or a tool in it. */
function projectWord(rest: readonly Value[], run: Run): undefined {
  const [first, ...more] = rest;
  if (!first) return;
  if (knownTools.test(first.text) && !everyday.test(first.text)) return runsPackage(rest, run, false);
  runsTask(plainName(first), run, more);
}
