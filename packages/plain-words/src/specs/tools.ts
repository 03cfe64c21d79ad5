import type { Chip } from '@bureau/contracts';
import { shown } from '../messages/index.ts';
import { namesOf } from '../programs/scripts.ts';
import { type Call, has, type Spec, value, values, wordsFrom } from '../programs/spec.ts';
import { placesOf } from '../programs/verbs.ts';
import {
  add,
  carries,
  isKnown,
  literal,
  looks,
  nameless,
  plainName,
  type Run,
  target,
  touches,
  type Value,
} from '../windows/run.ts';

const files = (call: Call): readonly Value[] => call.operands.filter((one) => isKnown(one) || one.listed);

/** A test runner or the like: it runs the project's own code. */
const runner = (names: string, options = ''): Spec => ({
  names,
  options,
  harmless: true,
  read: (call, run) => {
    const found = files(call)
      .filter((one) => /[./]/.test(one.text))
      .map((one) => target(run, { ...one, text: one.text.replace(/::.*$/, '') }));
    const rest = call.operands.map((one) => plainName(one));
    const plugin = values(call, '-p', '--require', '-r', '--setupFiles', '--config', '-c');
    add(run, 'run.tool', { name: call.name }, ['runs-code'], {
      places: [...placesOf('here', run), ...found.flatMap((one) => one.places)],
      notes:
        rest.length + plugin.length > 0
          ? [{ id: 'note.with', params: { names: [...rest, ...plugin.map(plainName)] } }]
          : [],
    });
    if (has(call, '-u', '--updateSnapshot', '--update', '--snapshot-update'))
      add(run, 'tool.snapshots', {}, ['changes'], { places: placesOf('here', run) });
  },
});

/** A checker or formatter: it reads files, and changes them only when told to. */
const checker = (names: string, fixes: (call: Call) => boolean, options = '', code = false): Spec => ({
  names,
  options,
  harmless: true,
  read: (call, run) => {
    const paths = files(call).length > 0 ? files(call) : [literal('.')];
    const chips: Chip[] = code ? ['runs-code'] : [];
    const at = paths.map((one) => target(run, one));
    if (fixes(call))
      add(run, 'tool.fix', { name: call.name, paths: at.map((one) => one.name) }, ['changes', ...chips], {
        places: at.flatMap((one) => one.places),
        maybe: at.flatMap((one) => one.maybe),
      });
    else
      add(run, 'tool.check', { name: call.name, paths: at.map((one) => one.name) }, ['reads', ...chips], {
        places: at.flatMap((one) => one.places),
      });
  },
});

export const fix = (call: Call): boolean =>
  has(
    call,
    '--fix',
    '--write',
    '-w',
    '--fix-dry-run-none',
    '-i',
    '--in-place',
    '--unsafe-fixes',
    '--autocorrect',
    '-a',
    '-A',
    '--apply',
    '--fix-type',
  );
const unlessChecking = (call: Call): boolean =>
  !has(
    call,
    '--check',
    '--diff',
    '--check-only',
    '-c',
    '--list-different',
    '-l',
    '--dry-run',
    '-n',
    '--verify',
    '--version',
    '-d',
    '--lint',
  );

export const make: Spec = {
  names: 'make gmake mingw32-make',
  options:
    '-f,--file,--makefile=script -C,--directory=cwd -j,--jobs? -l? -n,--just-print,--dry-run,--recon -k -s,--silent,--quiet -B,--always-make -e -i -I,--include-dir=read -o= -W= -p -q -r -R -t,--touch -v,--version -w --no-print-directory -O? --trace -d --debug? -E,--eval=shell -h,--help',
  read: (call, run) => {
    if (has(call, '-v', '-h')) return add(run, 'computer.look', { name: call.name }, ['reads']);
    const shell = call.operands.find((one) => /^(?:SHELL|MAKEFLAGS|PATH)=/.test(one.text));
    const targets = call.operands.filter((one) => !/^\w+[:+?]?=/.test(one.text));
    const names = targets.length > 0 ? targets : [literal('make')];
    for (const one of names) {
      const known =
        /^(?:make|all|test|tests|build|lint|check|format|fmt|typecheck|dev|(?:test|build|lint|check)[:-][\w-]+)$/.test(
          one.text,
        );
      add(run, 'run.task', { name: one.text === 'make' ? 'make' : shown(`make ${plainName(one)}`) }, ['runs-code'], {
        places: placesOf('here', run),
        maybe:
          known && isKnown(one) && !shell
            ? []
            : [{ id: 'maybe.program', params: { name: shown(`make ${plainName(one)}`) } }],
      });
    }
  },
};

/** Task runners whose tasks are a project's own. */
const tasks = (
  names: string,
  options = '',
  everyday: RegExp = /^(?:test|build|lint|check|dev|format|fmt|typecheck|start|assemble|classes|compile|compileJava|package|verify|validate|tasks|help|dependencies|projects|properties|clean|-v|--version)(?::?\w*)$/,
): Spec => ({
  names,
  options: `${options} -f=script --file=script -q -v --version -h --help -l --list`,
  harmless: true,
  read: (call, run) => {
    if (has(call, '--version', '--help', '-h', '--list', '-l'))
      return add(run, 'computer.look', { name: call.name }, ['reads']);
    const goals = call.operands.filter((one) => !/^-|=/.test(one.text));
    const unknown = goals.filter(
      (one) => !everyday.test(one.text.replace(/^:?(?:[\w-]+:)*(?=\w)/, '')) || !isKnown(one),
    );
    const name = shown(`${call.name} ${namesOf(goals)}`.trim());
    add(run, 'run.task', { name }, ['runs-code'], {
      places: placesOf('here', run),
      maybe:
        unknown.length > 0 ||
        (goals.length === 0 && /^(?:just|task|rake|grunt|gulp|invoke|inv|fab|ant|doit|nox|tox)$/.test(call.name))
          ? [{ id: 'maybe.program', params: { name } }]
          : [],
    });
  },
});

/** gradlew and mvnw: a project's own script that everybody knows. */
const gradle: Spec = {
  names: 'gradle gradlew mvn mvnw sbt ant bazel bazelisk buck2 pants',
  harmless: true,
  options:
    '-x= -P? -D? -p,--project-dir=cwd -b,--build-file=script -I,--init-script=script -s= -pl= -f=script -q -o --tests= -am -T= --console= --stacktrace --info --no-daemon --daemon --offline --settings=read -Dtest?',
  read: (call, run) => {
    const goals = call.operands;
    const name = shown(`${call.name.replace(/^.*\//, '')} ${namesOf(goals)}`.trim());
    const publishing = goals.some(
      (one) =>
        /^(?:publish|deploy|release|upload|.*:deploy|site-deploy|publishToMavenCentral|release:perform)/.test(
          one.text,
        ) && !/publishToMavenLocal/.test(one.text),
    );
    const running = goals.some((one) => /^(?:run|exec|bootRun|.*:run|exec:.*|runMain)$/.test(one.text));
    add(run, 'run.task', { name }, ['runs-code', ...(publishing ? (['publishes', 'sends'] as const) : [])], {
      places: [...placesOf('here', run), ...(publishing ? [{ id: 'network' } as const] : [])],
      maybe: publishing || (running && call.name === 'bazel') ? [{ id: 'maybe.program', params: { name } }] : [],
    });
    const tests = values(call, '--tests', '-Dtest');
    if (tests.length > 0)
      add(run, 'run.tool', { name: namesOf(tests) }, ['runs-code'], { places: placesOf('here', run) });
  },
};

function compiles(call: Call, run: Run): undefined {
  const to = value(call, '-o');
  const sources = call.operands.filter((one) => one.text !== '-');
  if (sources.length > 0) looks(run, 'files.read', sources);
  if (has(call, '--version', '-v', '--help', '-fsyntax-only', '-E') && sources.length === 0)
    return add(run, 'computer.look', { name: call.name }, ['reads']);
  if (has(call, '-fsyntax-only', '-E')) return;
  const folder = value(call, '-d');
  touches(
    run,
    'files.create',
    ['creates', 'changes'],
    to
      ? [to]
      : folder
        ? [folder]
        : /^(?:javac|kotlinc|ghc|ocamlc|rustc|protoc|tsc)$/.test(call.name)
          ? [literal('.')]
          : [literal(has(call, '-c') ? './*.o' : './a.out')],
  );
}

export const tools: readonly Spec[] = [
  make,
  gradle,
  tasks(
    'just task rake grunt gulp invoke inv fab doit nox tox lerna turbo nx moon earthly mage ninja scons waf meson wireit wsrun mask',
    '-C=cwd -j=',
    undefined,
  ),
  runner(
    'pytest py.test unittest jest vitest mocha ava tap karma phpunit pest rspec cucumber behave nose2 ctest bats busted coverage playwright cypress wdio testcafe nightwatch karma trial storybook japa uvu minitest stestr hypothesis karma',
    '-k= -m= -n= -p= -c,--config= -o= --tb= --cov? --cov-report= --maxfail= -t,--testNamePattern= --testPathPattern= --project= --reporter= --timeout= --grep,-g= -r,--require= --maxWorkers= --shard= --env= --browser= --workers= -x -v -q -s --durations= --junitxml= --rootdir= --ignore= -w --coverage --run --watch --ui --setupFiles= -u --bail? -i --runInBand',
  ),
  runner(
    'uvicorn gunicorn flask hypercorn waitress-serve celery streamlit gradio jupyter jupyter-lab jupyter-notebook mkdocs sphinx-build vite next nuxt astro remix gatsby webpack rollup parcel esbuild tsup nodemon ts-node-dev concurrently storybook serve http-server live-server json-server expo react-native metro ng svelte-kit puma unicorn hugo jekyll zola eleventy mdbook browser-sync php-server pm2-dev wrangler-dev electron electron-builder capacitor ionic tauri pre-commit husky lint-staged semantic-release sirv quasar vue-cli-service craco react-scripts',
    '--port,-p= --host,-h= -w= -c,--config= -b= -r=script -D= --app= --env= --mode= -e= --outdir= --outfile= -o= --bundle --minify --watch --loader= --reload --workers= --root= --base=',
  ),
  checker(
    'tsc vue-tsc svelte-check',
    (call) => !has(call, '--noEmit', '--version', '-v', '--showConfig', '--help') && call.name === 'tsc',
    '-p,--project= --outDir=write --target= --module= --jsx= --lib= -b,--build --noEmit -w --pretty --skipLibCheck --moduleResolution= --incremental --outFile=write --declaration',
  ),
  checker(
    'eslint oxlint standard xo tslint',
    fix,
    '-c,--config= --ext= --rule= --format,-f= -o,--output-file=write --max-warnings= --ignore-path= --ignore-pattern= --parser= --plugin= --resolve-plugins-relative-to= --cache --cache-location= --rulesdir=script --fix --quiet',
    true,
  ),
  checker(
    'prettier',
    fix,
    '--config= --ignore-path= --parser= --write,-w --check,-c --list-different,-l --log-level= --plugin=script --tab-width= --print-width= --single-quote --no-semi --trailing-comma=',
  ),
  checker(
    'biome dprint deno-fmt stylelint markdownlint markdownlint-cli markdownlint-cli2 htmlhint textlint cspell alex vale write-good',
    (call) => fix(call) || (call.name === 'dprint' && call.operands[0]?.text === 'fmt'),
    '--config= --config-path= --max-diagnostics= --reporter= --files-max-size=',
  ),
  checker(
    'ruff flake8 pylint mypy pyright bandit pydocstyle pyflakes vulture radon safety pip-audit semgrep sqlfluff djlint codespell',
    (call) =>
      fix(call) ||
      (call.name === 'ruff' && call.operands[0]?.text === 'format' && unlessChecking(call)) ||
      (call.name === 'sqlfluff' && /^(?:fix|format)$/.test(call.operands[0]?.text ?? '')),
    '--select= --ignore= --config= --output-format= --line-length= --extend-select= --exclude= --config-file= --python-version= -p= --rcfile= --disable= --enable= --max-line-length= --fix --severity= -r= --dialect= --target-version= --cache-dir=',
  ),
  checker(
    'black isort autopep8 yapf autoflake pyupgrade docformatter usort',
    unlessChecking,
    '-l,--line-length= --config= -t,--target-version= --profile= -i -r --exclude= --extend-exclude= -q -S --check --diff -c= --settings-path=',
  ),
  checker(
    'gofmt goimports gofumpt clang-format shfmt rustfmt swiftformat ktlint google-java-format terraform-fmt stylish-haskell ormolu nixfmt alejandra taplo buf-format cmake-format',
    (call) =>
      has(call, '-w', '-i', '--write', '--in-place', '--replace', '-F', '--inplace') ||
      (/^(?:rustfmt|swiftformat|ormolu|nixfmt|alejandra)$/.test(call.name) && unlessChecking(call)),
    '-style= --style= -l -d -s -r= --check --edition= -local=',
  ),
  checker(
    'rubocop standardrb reek brakeman erb_lint php-cs-fixer phpcs phpcbf phpstan psalm rector checkstyle pmd spotbugs detekt swiftlint golangci-lint staticcheck govulncheck shellcheck hadolint yamllint jsonlint actionlint tflint tfsec checkov trivy snyk gitleaks trufflehog xmllint tidy ajv',
    (call) =>
      fix(call) ||
      /^(?:phpcbf)$/.test(call.name) ||
      (call.name === 'php-cs-fixer' && call.operands[0]?.text === 'fix' && unlessChecking(call)),
    '-c,--config= -f,--format= --severity= --level= -s= -e= --exclude= --standard= -o=write --output=write --only= --schema= --xpath= --noout -d= --memory-limit=',
  ),
  {
    names: 'rimraf del-cli',
    harmless: true,
    read: (call, run) =>
      touches(run, 'files.delete-all', ['deletes'], call.operands.length > 0 ? call.operands : [nameless]),
  },
  { names: 'mkdirp', harmless: true, operands: 'make*' },
  {
    names: 'cpx cpy shx',
    stops: true,
    harmless: true,
    read: (call, run) =>
      call.name === 'shx'
        ? run.call?.(wordsFrom(call, 0), run)
        : carries(run, 'files.copy', ['changes', 'creates'], call.operands.slice(0, -1), call.operands.at(-1)),
  },
  {
    names: 'ncu npm-check-updates',
    harmless: true,
    options: '-u,--upgrade -i --target,-t= -f,--filter= -x,--reject=',
    read: (call, run) =>
      has(call, '-u')
        ? touches(run, 'files.change', ['changes', 'downloads'], [literal('package.json')])
        : add(run, 'packages.look', { name: call.name }, ['downloads', 'reads'], {
            places: [{ id: 'network' }, ...placesOf('here', run)],
          }),
  },
  {
    names:
      'gcc g++ cc c++ clang clang++ tcc javac kotlinc scalac rustc ghc ocamlc ld as protoc swiftc nvcc emcc zig-cc',
    harmless: true,
    options:
      '-o= -c -I? -L? -l? -D? -std= -W? -O? -g -d= -cp= -classpath= -e= -x= -fsyntax-only -E -S -isystem= -include= -MF= -target= --target= --edition= -arch= -framework=',
    read: compiles,
  },
];
