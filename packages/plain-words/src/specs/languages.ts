import { namesOf, readCode, readScriptFile } from '../programs/scripts.ts';
import { type Call, has, type Spec, value, values, wordsFrom } from '../programs/spec.ts';
import { placesOf, row, withVerbs } from '../programs/verbs.ts';
import { add, isKnown, literal, looks, plainName, type Run, target, touches, type Value } from '../windows/run.ts';
import { media, openssl } from './media.ts';
import { runsPackage, runsTask } from './packages.ts';
import { onlyPrints } from './python.ts';

/** Languages with tools of their own. */
export const languages: readonly Spec[] = [
  withVerbs(
    'cargo',
    '-p,--package= --features= --target= --bin= --example= --test= --bench= --manifest-path= -j= --profile= --color= --message-format= -Z= --git= --branch= --tag= --rev= --path= --version= --registry= --index= --target-dir= --root= --locked --release -r -q -v --all --workspace --all-features --dev --no-default-features --config= --vers= --edition=',
    [
      row(
        /(?:\+\S+ )?(?:test|t|build|b|run|r|bench|check|c|clippy|doc|nextest|miri|llvm-cov|watch|expand|criterion|tarpaulin|udeps|rustc|rustdoc|leptos|tauri|shuttle|lambda|make|xtask|mutants|fuzz)(?: |$)/,
        'run.task',
        [],
        'here',
        {
          read: (call, run, rest) => {
            const verb = call.operands.find((one) => !one.text.startsWith('+'))!.text;
            const known =
              /^(?:test|t|build|b|run|r|bench|check|c|clippy|doc|nextest|rustc|rustdoc|llvm-cov|expand)$/.test(verb);
            add(
              run,
              'run.task',
              { name: `cargo ${verb}` },
              ['runs-code', ...(has(call, '--fix') ? (['changes'] as const) : [])],
              {
                places: placesOf('here', run),
                maybe: known ? [] : [{ id: 'maybe.program', params: { name: `cargo ${verb}` } }],
                notes: rest.length > 0 ? [{ id: 'note.with', params: { names: rest.map(plainName) } }] : [],
              },
            );
          },
        },
      ),
      row(
        /(?:install|add|update|fetch|vendor|generate-lockfile|upgrade|binstall)(?: |$)/,
        'install.add',
        ['installs', 'downloads'],
        'both',
      ),
      row(/(?:uninstall|remove|rm)(?: |$)/, 'packages.remove', ['deletes'], 'here'),
      row(/clean(?: |$)/, 'tool.clean', ['deletes'], 'here'),
      row(
        /(?:tree|metadata|locate-project|pkgid|verify-project|read-manifest|version|config get|deny|outdated|bloat|audit|license|machete|geiger|help|report)(?: |$)/,
        'packages.look',
        ['reads'],
        'here',
        { lists: true },
      ),
      row(/(?:search|info|owner --list)(?: |$)/, 'packages.look', ['downloads', 'reads'], 'network'),
      row(/(?:new|init|generate)(?: |$)/, 'packages.init', ['creates'], 'here'),
      row(/fmt(?: |$)/, 'tool.fix', ['changes'], 'here', {
        read: (call, run) =>
          add(
            run,
            has(call, '--check') || call.args.some((one) => one.text === '--check') ? 'tool.check' : 'tool.fix',
            { name: 'cargo fmt', paths: '.' },
            has(call, '--check') || call.args.some((one) => one.text === '--check') ? ['reads'] : ['changes'],
            { places: placesOf('here', run) },
          ),
      }),
      row(/fix(?: |$)/, 'tool.fix', ['changes', 'runs-code'], 'here'),
      row(/publish(?: |$)/, 'packages.publish', ['publishes', 'sends'], 'both', {
        read: (call, run) =>
          add(
            run,
            has(call, '--dry-run', '-n') ? 'packages.look' : 'packages.publish',
            { name: 'cargo publish' },
            has(call, '--dry-run', '-n') ? ['reads', 'runs-code'] : ['publishes', 'sends'],
            { places: placesOf('both', run) },
          ),
      }),
      row(/(?:yank|owner)(?: |$)/, 'packages.change-online', ['publishes', 'sends'], 'network'),
      row(/(?:login|logout)(?: |$)/, 'account.login', ['settings'], 'network'),
      row(/package(?: |$)/, 'packages.pack', ['creates', 'runs-code'], 'here'),
    ],
  ),
  withVerbs(
    'go',
    '-run= -bench= -count= -timeout= -o=write -tags= -ldflags= -gcflags= -mod= -modfile= -C=cwd -p= -exec=shell -toolexec=shell -coverprofile=write -cover -v -race -short -u -m -json -f= -x -a -i -n -w -e -parallel= -cpu= -fuzz= -fuzztime= -benchmem -vet= -trimpath',
    [
      row(/(?:test|build|vet|tool|fix)(?: |$)/, 'run.task', [], 'here', {
        read: (call, run, rest) => goTask(call, run, rest),
      }),
      row(/run(?: |$)/, 'run.task', [], 'here', {
        read: (call, run, rest) =>
          /@|^[\w-]+\.[\w.-]+\//.test(rest[0]?.text ?? '') ? runsPackage(rest, run, true) : goTask(call, run, rest),
      }),
      row(/generate(?: |$)/, 'run.task', ['runs-code'], 'here', { maybe: 'maybe.program' }),
      row(
        /(?:get|install|mod (?:download|tidy|vendor)|work sync)(?: |$)/,
        'install.add',
        ['installs', 'downloads'],
        'both',
      ),
      row(/clean(?: |$)/, 'tool.clean', ['deletes'], 'nowhere'),
      row(/(?:fmt)(?: |$)/, 'tool.fix', ['changes'], 'here'),
      row(
        /(?:mod init|work init|work use|mod edit|work edit)(?: |$)/,
        'packages.change',
        ['changes', 'creates'],
        'here',
      ),
      row(/env(?: |$)/, 'packages.look', [], 'nowhere', {
        read: (call, run) =>
          has(call, '-w', '-u')
            ? add(run, 'packages.config', { name: namesOf(call.operands.slice(1)) }, ['settings'], {
                places: placesOf('home', run),
              })
            : add(run, 'packages.look', { name: 'go env' }, ['reads']),
      }),
      row(/(?:list|doc|version|mod (?:graph|why|verify)|help|telemetry)(?: |$)/, 'packages.look', ['reads'], 'here', {
        lists: true,
      }),
    ],
  ),
  withVerbs(
    'dotnet',
    '-c,--configuration= -o,--output= -f,--framework= -r,--runtime= -v,--verbosity= --filter= --project,-p= --logger= -n= --source,-s= -k,--api-key= --no-build --no-restore --nologo -t= --version=',
    [
      row(
        /ef (?:database drop|migrations remove)(?: |$)/,
        'data.delete-all',
        ['database', 'deletes', 'runs-code'],
        'here',
        { maybe: 'maybe.program' },
      ),
      row(
        /ef (?:migrations list|dbcontext (?:list|info))(?: |$)/,
        'data.look',
        ['reads', 'database', 'runs-code'],
        'here',
      ),
      row(/ef database(?: |$)/, 'data.migrate', ['database', 'runs-code'], 'here', { maybe: 'maybe.program' }),
      row(
        /(?:test|build|run|watch|msbuild|pack|publish|vstest|format|exec|ef)(?: |$)/,
        'run.task',
        ['runs-code'],
        'here',
      ),
      row(
        /(?:add|restore|tool (?:install|update|restore)|workload install|new install|package add)(?: |$)/,
        'install.add',
        ['installs', 'downloads'],
        'both',
      ),
      row(
        /(?:remove|tool uninstall|workload uninstall|clean|new uninstall|package remove)(?: |$)/,
        'packages.remove',
        ['deletes'],
        'here',
      ),
      row(/(?:new|sln)(?: |$)/, 'packages.init', ['creates', 'changes'], 'here'),
      row(/nuget push(?: |$)/, 'packages.publish', ['publishes', 'sends'], 'both'),
      row(/nuget delete(?: |$)/, 'packages.unpublish', ['publishes', 'sends', 'deletes'], 'network'),
      row(
        /(?:list|--info|--list-sdks|--list-runtimes|tool list|help|package search)(?: |$)/,
        'packages.look',
        ['reads'],
        'here',
      ),
    ],
  ),
  withVerbs(
    'gem bundle bundler composer cpan cpanm luarocks cabal stack mix rebar3 opam dart flutter pub pod swift xcodebuild carthage nuget hex',
    '-v= -n= -d,--working-dir=cwd -C= --path= -c= -o= -g= --version= -scheme= -project= -workspace= -destination= -configuration= -sdk= --target= --package-path=cwd -j=',
    [
      row(
        /(?:install|update|add|require|upgrade|get|deps\.get|pub (?:get|add|upgrade)|local\.hex|create-project|global require|resolve|package (?:update|resolve)|repo update|outdated-none|i)(?: |$)/,
        'install.add',
        ['installs', 'downloads'],
        'both',
      ),
      row(
        /(?:uninstall|remove|cleanup|clean|pub remove|global remove|deintegrate|package (?:clean|reset))(?: |$)/,
        'packages.remove',
        ['deletes'],
        'here',
      ),
      row(
        /(?:publish|push|upload|release|hex\.publish|trunk push|lib push|yank|owner)(?: |$)/,
        'packages.publish',
        ['publishes', 'sends'],
        'both',
      ),
      row(
        /(?:list|show|info|outdated|check|why|licenses|env|doctor|devices|search|specification|contents|which|validate|diagnose|dependency|deps|-list|-version|-showsdks|package describe|config$|platform|query|status|dump)(?: |$)/,
        'packages.look',
        ['reads'],
        'here',
        { lists: true },
      ),
      row(/exec(?: |$)/, 'run.package', [], 'here', { read: (call, run) => run.call?.(wordsFrom(call, 1), run) }),
      row(
        /(?:test|build|run|compile|analyze|format|ecto\.migrate|phx\.server|run-script|archive|-scheme|dialyzer|credo|fmt|drive|dump-autoload|dumpautoload)(?: |$)/,
        'run.task',
        ['runs-code'],
        'here',
      ),
      row(/(?:init|new|create|pub new)(?: |$)/, 'packages.init', ['creates'], 'here'),
      row(/(?:config|login|signin|logout)(?: |$)/, 'packages.config', ['settings'], 'home'),
    ],
    row(/^/, 'run.task', ['runs-code'], 'here', { maybe: 'maybe.program' }),
  ),
  withVerbs(
    'prisma drizzle-kit sequelize knex typeorm alembic flyway liquibase dbmate goose sqlx diesel migrate atlas django-admin artisan rails-db',
    '--schema= --url= --config= -c= --name,-n= -m= -d= --database= -path=',
    [
      row(
        /(?:generate|format|validate|check|db pull|introspect|migrate (?:status|diff)|current|history|heads|status|show|studio|version|info)(?: |$)/,
        'data.look',
        ['reads', 'database', 'runs-code'],
        'here',
      ),
      row(
        /(?:migrate reset|db push --force-reset|db:drop|db:reset|drop|reset|clean|downgrade|down|undo|migrate:fresh|migrate:reset|migrate:rollback|rollback|dropAll|drop-all|db:migrate:undo\S*|db drop)(?: |$)/,
        'data.delete-all',
        ['database', 'deletes', 'runs-code'],
        'here',
        { maybe: 'maybe.program' },
      ),
      row(/^/, 'data.migrate', ['database', 'runs-code'], 'here', { maybe: 'maybe.program' }),
    ],
  ),
  withVerbs('rails', '-e,--environment= -p,--port= -b,--binding= -f -s --skip', [
    row(
      /(?:db:(?:drop|reset|purge|rollback|seed:replant|truncate_all|schema:load|structure:load|setup|migrate:reset|migrate:down|migrate:redo)(?::\S+)?|destroy|d|log:clear|tmp:clear|assets:clobber)(?: |$)/,
      'data.delete-all',
      ['database', 'deletes', 'runs-code'],
      'here',
      { maybe: 'maybe.program' },
    ),
    row(
      /db:(?:version|migrate:status|abort_if_pending_migrations)(?: |$)/,
      'data.look',
      ['reads', 'database', 'runs-code'],
      'here',
    ),
    row(/db:\S+(?: |$)/, 'data.migrate', ['database', 'runs-code'], 'here', { maybe: 'maybe.program' }),
    row(/(?:dbconsole|db)(?: |$)/, 'data.migrate', ['database', 'runs-code'], 'here', { maybe: 'maybe.code' }),
    row(/(?:runner|r|console|c)(?: |$)/, 'run.task', ['runs-code'], 'here', { maybe: 'maybe.code' }),
    row(/(?:new|generate|g|app:update)(?: |$)/, 'packages.init', ['creates', 'changes', 'runs-code'], 'here'),
    row(
      /(?:routes|about|stats|notes|version|initializers|middleware)(?: |$)/,
      'packages.look',
      ['reads', 'runs-code'],
      'here',
    ),
    row(/(?:server|s|test|t|test:\S+|assets:precompile)(?: |$)/, 'run.task', ['runs-code'], 'here'),
    row(/^/, 'run.task', ['runs-code'], 'here', { maybe: 'maybe.program' }),
  ]),
  {
    names: 'node nodejs tsx ts-node bun-node',
    stops: true,
    operands: 'text*',
    options:
      '-e,--eval= -p,--print= -r,--require=script --import= --loader=script --experimental-loader=script -c,--check -i -v,--version -h,--help --test --test-reporter= --test-name-pattern= --watch --inspect? --inspect-brk? --max-old-space-size= --env-file=read --env-file-if-exists=read --input-type= --no-warnings --trace-warnings --experimental-strip-types --experimental-vm-modules --enable-source-maps -pe= --run= -C,--conditions= --expose-gc --trace-deprecation --throw-deprecation --loader= --test-only --experimental-test-coverage -P= --project= --transpile-only -T',
    harmless: true,
    read: node,
  },
  {
    names: 'deno',
    stops: true,
    operands: 'text*',
    harmless: true,
    options: '-A --version',
    read: (call, run) => {
      const verb = call.operands[0]?.text ?? '';
      const rest = wordsFrom(call, 1).filter((one) => !one.text.startsWith('-'));
      if (verb === 'run' && rest[0])
        return /^https?:|^npm:|^jsr:/.test(rest[0].text)
          ? runsPackage([rest[0]], run, true)
          : readScriptFile(rest[0], run);
      if (/^(?:test|bench|check|compile|bundle)$/.test(verb))
        return runsTask(verb === 'check' ? 'check' : verb === 'test' ? 'test' : 'build', run, rest);
      if (verb === 'task') return runsTask(rest[0]?.text ?? '?', run);
      if (/^(?:lint|info|doc|types)$/.test(verb))
        return add(run, 'tool.check', { name: 'deno', paths: namesOf(rest) || '.' }, ['reads'], {
          places: placesOf('here', run),
        });
      if (verb === 'fmt')
        return add(
          run,
          call.args.some((one) => one.text === '--check') ? 'tool.check' : 'tool.fix',
          { name: 'deno fmt', paths: namesOf(rest) || '.' },
          call.args.some((one) => one.text === '--check') ? ['reads'] : ['changes'],
          { places: placesOf('here', run) },
        );
      if (/^(?:install|add|cache|upgrade)$/.test(verb))
        return add(run, 'install.add', { paths: namesOf(rest) || 'deno' }, ['installs', 'downloads'], {
          places: placesOf('both', run),
        });
      if (verb === '') return add(run, 'computer.look', { name: 'deno' }, ['reads']);
      readCode('JavaScript', undefined, run);
    },
  },
  ...[
    'ruby irb=-e',
    'php=-r',
    'lua luajit=-e',
    'Rscript R=-e',
    'julia=-e',
    'groovy=-e',
    'elixir=-e',
    'tclsh expect=-c',
    'guile racket=-e',
    'ocaml swift-run=-e',
  ].map((line): Spec => {
    const [names, flag] = line.split('=') as [string, string];
    return {
      names,
      stops: true,
      harmless: true,
      operands: 'text*',
      options: `${flag}= -n -p -i? -w -v,--version -h --help -c -l -d= -I= -S= -f=script -a -s`,
      read: (call, run) => {
        const code = value(call, flag);
        const language = call.name.replace(/^./, (letter) => letter.toUpperCase());
        if (code) return readCode(language, code, run, isKnown(code) && onlyPrints(code.text));
        const [script] = call.operands;
        if (call.name === 'php' && has(call, '-l') && script) return looks(run, 'files.read', [script]);
        if (call.name === 'php' && has(call, '-S'))
          return add(run, 'server.files', { name: namesOf(values(call, '-S')) }, ['runs-code'], {
            places: placesOf('here', run),
          });
        if (script && /(?:^|\/)(?:artisan|bin\/console)$/.test(script.text)) return readScriptFile(script, run);
        if (script && script.text !== '-') return readScriptFile(script, run);
        if (has(call, '-v', '--help', '-h')) return add(run, 'computer.look', { name: call.name }, ['reads']);
        readCode(language, run.input?.value, run);
      },
    };
  }),
  {
    names: 'java kotlin scala',
    stops: true,
    operands: 'text*',
    harmless: true,
    oneDash: true,
    options:
      '-jar= -cp,-classpath,--class-path= -version,--version -help -m,--module= -p,--module-path= --add-opens= --add-modules= -javaagent',
    read: (call, run) => {
      const jar = value(call, '-jar') ?? call.operands[0];
      if (!jar || has(call, '-version')) return add(run, 'computer.look', { name: call.name }, ['reads']);
      readScriptFile(jar, run);
    },
  },
  {
    names:
      'pandoc ffmpeg convert magick mogrify inkscape wkhtmltopdf pdftotext pdflatex latexmk xelatex dot mmdc gs qpdf pdftk exiftool optipng jpegoptim cwebp sips svgo rsvg-convert sox imagemagick weasyprint soffice libreoffice',
    harmless: true,
    options:
      '-o,--output=write -i=read -f= -t= -s -c? -y -n -r= -vf= -vcodec= -acodec= -ss= -to= -b= -resize= -quality= -density= -T? -K? -crf= -preset= --pdf-engine= --template=read --outdir= --convert-to= -interaction= -z= -d=',
    read: media,
  },
  { names: 'openssl', harmless: true, stops: true, operands: 'text*', read: (call, run) => openssl(call, run) },
  {
    names: 'gpg gpg2 age sops minisign',
    harmless: true,
    options:
      '-o,--output=write -r,--recipient= -u= -e,--encrypt -d,--decrypt -s,--sign -c -a,--armor --import --export --export-secret-keys --delete-keys --delete-secret-keys --list-keys,-k --list-secret-keys,-K --verify --gen-key --full-generate-key --keyserver= --recv-keys --send-keys --batch --yes --homedir= -i=read --edit-key --passphrase=  --fingerprint --detach-sign -b --clearsign --quick-generate-key',
    read: (call, run) => {
      const name = namesOf(call.operands);
      if (has(call, '--delete-keys', '--delete-secret-keys'))
        return add(run, 'keys.delete', { name }, ['deletes'], { places: target(run, literal('~/.gnupg')).places });
      if (has(call, '--export-secret-keys'))
        return add(run, 'keys.export', { name }, ['reads'], { places: target(run, literal('~/.gnupg')).places });
      if (has(call, '--send-keys'))
        return add(run, 'keys.publish', { name }, ['sends', 'publishes'], { places: [{ id: 'network' }] });
      if (has(call, '--recv-keys'))
        return add(run, 'keys.get', { name }, ['downloads', 'settings'], { places: [{ id: 'network' }] });
      if (has(call, '--import', '--gen-key', '--full-generate-key', '--quick-generate-key', '--edit-key'))
        return add(run, 'keys.change', { name: name || call.name }, ['settings'], {
          places: target(run, literal('~/.gnupg')).places,
        });
      if (call.operands.length > 0)
        looks(
          run,
          'files.read',
          call.operands.filter((one) => /[./]/.test(one.text)),
        );
      if (!has(call, '-o') && has(call, '-e', '-s', '-c', '--detach-sign', '-b', '--clearsign') && call.operands[0])
        touches(
          run,
          'files.write',
          ['changes', 'creates'],
          [{ ...call.operands[0], text: `${call.operands[0].text}.gpg` }],
        );
    },
  },
];

function goTask(call: Call, run: Run, rest: readonly Value[]): undefined {
  const verb = call.operands[0]!.text;
  const named = rest.filter((one) => /[./]/.test(one.text) && !/^\.\/?\.\.\.$|^\.$/.test(one.text));
  add(run, 'run.task', { name: `go ${verb}` }, ['runs-code'], {
    places: placesOf('here', run),
    notes: named.length > 0 ? [{ id: 'note.with', params: { names: named.map(plainName) } }] : [],
  });
}

function node(call: Call, run: Run): undefined {
  const code = value(call, '-e', '-p', '-pe');
  if (code)
    return readCode(
      'JavaScript',
      code,
      run,
      (isKnown(code) || code.listed === true) &&
        (onlyPrints(code.text) ||
          (has(call, '-p', '-pe') &&
            onlyPrints(
              `console.log(${code.text.replace(/\brequire\((['"])(?:\.{0,2}\/)?[\w./-]*(?:package\.json|[\w-]+\.json)\1\)/g, 'x')})`,
            ))),
    );
  for (const one of values(call, '--import')) if (/^[./]/.test(one.text)) readScriptFile(one, run);
  if (value(call, '--run')) return runsTask(plainName(value(call, '--run')!), run);
  const [script] = call.operands;
  if (has(call, '-v', '-h')) return add(run, 'computer.look', { name: call.name }, ['reads']);
  if (has(call, '-c') && script) return looks(run, 'files.read', [script]);
  if (has(call, '--test')) return runsTask('test', run, call.operands);
  if (script && script.text !== '-') {
    const tool =
      /node_modules\/(?:\.bin\/|(?:@[\w-]+\/)?[\w.-]+\/(?:bin|dist|lib|cli)?\/?)([\w.-]+?)(?:\.[cm]?js)?$/.exec(
        script.text,
      )?.[1];
    if (tool && script.text.includes('.bin/')) return run.call?.([literal(tool), ...wordsFrom(call, 1)], run);
    return readScriptFile(script, run);
  }
  const text = run.input?.value;
  if (text && isKnown(text) && onlyPrints(text.text)) return readCode('JavaScript', text, run, true);
  if (run.input || run.piped || script) return readCode('JavaScript', text, run);
  add(run, 'run.program', { name: call.name }, ['runs-code']);
}
