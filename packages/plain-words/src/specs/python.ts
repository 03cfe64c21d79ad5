import { namesOf, readCode, readScriptFile } from '../programs/scripts.ts';
import { type Call, has, type Spec, value, values, wordsFrom } from '../programs/spec.ts';
import { placesOf, row, withVerbs } from '../programs/verbs.ts';
import { add, isKnown, literal, looks, plainName, type Run, target, touches, type Value } from '../windows/run.ts';
import { runsPackage, runsTask } from './packages.ts';

const pipOptions =
  '-r,--requirement=read -c,--constraint=read -e,--editable= -t,--target= -i,--index-url= --extra-index-url= --default-index= --index= -f,--find-links= -U,--upgrade --user --no-deps --pre -q,--quiet -v,--verbose -y,--yes --no-cache-dir --force-reinstall --break-system-packages --python= --prefix= --root= --system --dry-run --only-binary= --no-binary= --trusted-host= --timeout= --format= -d,--dest= -w,--wheel-dir= --proxy= --no-build-isolation --ignore-installed -I --disable-pip-version-check --outdated -o,--output-file=write --version -V --group= --dev --frozen --locked --all-extras --extra= --all-groups --no-dev -p= --with= --without= --only= -E --sync --no-root --optional= --directory,--project=cwd -n --name= --override-channels';

function installs(call: Call, run: Run, rest: readonly Value[]): undefined {
  const local = [
    ...values(call, '-e'),
    ...rest.filter((one) => /^(?:\.{0,2}\/|\.{1,2}(?:\[|$)|~\/|file:)|\.whl$/.test(one.text)),
  ];
  const named = rest.filter((one) => !local.includes(one));
  const places = [
    { id: 'network' as const },
    ...placesOf('here', run),
    ...local.flatMap((one) => target(run, { ...one, text: one.text.replace(/\[.*$/, '') }).places),
  ];
  const from = [...values(call, '-i', '--extra-index-url', '--index', '--default-index', '-f')].map(plainName);
  const notes = from.length > 0 ? [{ id: 'note.with', params: { names: from } } as const] : [];
  const all = [...named, ...local];
  const maybe = all.flatMap((one) => one.unknown.map((name) => ({ id: 'maybe.variable', params: { name } }) as const));
  if (all.length === 0) add(run, 'install.all', {}, ['installs', 'downloads'], { places, notes });
  else add(run, 'install.add', { paths: all.map(plainName) }, ['installs', 'downloads'], { places, notes, maybe });
}

const pipRows = [
  row(
    /(?:install|sync|add|update|upgrade|lock|compile|inject|reinstall|upgrade-all|ensurepath)(?: |$)/,
    'install.add',
    [],
    'both',
    { read: installs },
  ),
  row(/(?:uninstall|remove|purge|uninstall-all|rm)(?: |$)/, 'packages.remove', ['deletes'], 'nowhere'),
  row(
    /(?:list|show|freeze|check|inspect|debug|hash|tree|config (?:list|get)|env (?:list|info)|cache (?:dir|list|info)|version|about|info|environment|export|pip (?:list|show|freeze|check|tree))(?: |$)/,
    'packages.look',
    ['reads'],
    'here',
    { lists: true },
  ),
  row(/(?:search|index|outdated|download|wheel)(?: |$)/, 'packages.look', ['downloads', 'reads'], 'network'),
  row(/config (?:set|unset|edit)(?: |$)/, 'packages.config', ['settings'], 'home'),
  row(/(?:cache (?:purge|remove|clear|clean|prune))(?: |$)/, 'packages.cache-clear', ['deletes'], 'nowhere'),
];

const projectRows = [
  row(/pip (?=\S)/, 'install.add', [], 'here', {
    read: (call, run) =>
      run.call?.([literal('pip'), ...call.args.slice(call.args.findIndex((one) => one.text === 'pip') + 1)], run),
  }),
  row(/tool run(?: |$)/, 'run.package', [], 'network', {
    read: (call, run) => runsPackage(wordsFrom(call, 2), run, true, value(call, '--from')),
  }),
  row(/(?:tool|python) (?:install|upgrade|update-shell)(?: |$)/, 'install.add', ['installs', 'downloads'], 'network'),
  row(/(?:tool|python) (?:uninstall)(?: |$)/, 'packages.remove', ['deletes'], 'nowhere'),
  row(/(?:tool|python) (?:list|dir|find|pin)(?: |$)/, 'packages.look', ['reads'], 'nowhere'),
  row(/(?:venv|virtualenv)(?: |$)/, 'files.create-folder', [], 'here', {
    read: (_call, run, rest) => touches(run, 'python.venv', ['creates'], [rest[0] ?? literal('.venv')]),
  }),
  row(/(?:init|new)(?: |$)/, 'packages.init', ['creates'], 'here'),
  row(/(?:publish|upload)(?: |$)/, 'packages.publish', ['publishes', 'sends'], 'both'),
  row(/(?:build|develop)(?: |$)/, 'run.task', [], 'here', { read: (_call, run) => runsTask('build', run) }),
  row(/(?:version)(?: |$)/, 'packages.version', ['changes'], 'here'),
  row(/(?:run|shell|exec)(?: |$)/, 'run.task', [], 'here', {
    read: (call, run) => {
      const at = call.args.findIndex((one) => /^(?:run|exec|shell)$/.test(one.text));
      const words = runWords(call.args.slice(at + 1), run);
      if (words.length > 0) run.call?.(words, run);
      else add(run, 'run.task', { name: call.name }, ['runs-code'], { places: placesOf('here', run) });
    },
  }),
  ...pipRows,
];

/** The command of `uv run`, behind uv's own options. */
function runWords(args: readonly Value[], run: Run): readonly Value[] {
  let i = 0;
  while (i < args.length && args[i]!.text.startsWith('-')) {
    const { text } = args[i]!;
    if (text === '--') return args.slice(i + 1);
    if (/^(?:-m|--module)$/.test(text)) return [literal('python'), ...args.slice(i)];
    if (
      /^(?:--with|--with-requirements|--python|-p|--extra|--group|--env-file|--project|--directory|--index-url|--index|-e|-n|--name|--only-group|--with-editable)$/.test(
        text,
      )
    ) {
      if (text === '--with' && args[i + 1])
        add(run, 'install.add', { paths: [plainName(args[i + 1]!)] }, ['installs', 'downloads'], {
          places: [{ id: 'network' }],
        });
      i++;
    }
    i++;
  }
  return args.slice(i);
}

/** Modules whose effect is well known. */
const modules: Readonly<Record<string, string>> = {
  pip: 'pip',
  pytest: 'pytest',
  unittest: 'unittest',
  mypy: 'mypy',
  ruff: 'ruff',
  black: 'black',
  isort: 'isort',
  flake8: 'flake8',
  pylint: 'pylint',
  coverage: 'coverage',
  tox: 'tox',
  build: 'python-build',
  pre_commit: 'pre-commit',
  pipx: 'pipx',
  uv: 'uv',
  poetry: 'poetry',
  twine: 'twine',
  pyright: 'pyright',
  django: 'django-admin',
  uvicorn: 'uvicorn',
  flask: 'flask',
  alembic: 'alembic',
  gunicorn: 'gunicorn',
  celery: 'celery',
  jupyter: 'jupyter',
  sphinx: 'sphinx-build',
  mkdocs: 'mkdocs',
  bandit: 'bandit',
};

function module(name: Value, rest: readonly Value[], run: Run): undefined {
  const known = isKnown(name) ? modules[name.text] : undefined;
  if (known) return run.call?.([literal(known), ...rest], run);
  const operands = rest.filter((one) => !one.text.startsWith('-'));
  switch (name.text) {
    case 'venv':
    case 'virtualenv':
      return touches(run, 'python.venv', ['creates'], operands.length > 0 ? operands : [literal('.')]);
    case 'http.server':
      return add(run, 'server.files', { name: namesOf(operands) || '8000' }, ['runs-code'], {
        places: placesOf('here', run),
      });
    case 'json.tool':
    case 'tokenize':
    case 'ast':
    case 'tabnanny':
      if (operands[0]) looks(run, 'files.read', [operands[0]]);
      if (operands[1]) touches(run, 'files.overwrite', ['changes'], [operands[1]]);
      return;
    case 'site':
    case 'sysconfig':
    case 'platform':
    case 'this':
    case 'calendar':
    case 'timeit-help':
      return add(run, 'computer.look', { name: 'python' }, ['reads']);
    case 'py_compile':
    case 'compileall':
      return operands.length > 0 ? looks(run, 'files.read', operands) : undefined;
    case 'ensurepip':
      return add(run, 'install.add', { paths: ['pip'] }, ['installs'], {});
    case 'zipfile':
    case 'tarfile':
      if (rest.some((one) => /^-(?:e|-extract)$/.test(one.text)))
        return touches(run, 'files.create', ['creates', 'changes'], [operands[1] ?? literal('.')]);
      if (rest.some((one) => /^-(?:l|t|-list|-test)$/.test(one.text))) return looks(run, 'files.read', operands);
      return touches(run, 'files.write', ['changes', 'creates'], operands.slice(0, 1));
    default:
      add(run, 'run.program', { name: plainName(name) }, ['runs-code'], {
        maybe: [{ id: 'maybe.program', params: { name: plainName(name) } }],
      });
  }
}

/** Code that prints and touches nothing, by a narrow list of what it may hold. */
export const onlyPrints = (code: string): boolean =>
  code.length < 10_000 &&
  !/[`]|\b(?:os|subprocess|shutil|pathlib|Path|socket|requests|urllib|http|exec|eval|compile|__import__|globals|getattr|setattr|ctypes|pickle|importlib|write|unlink|remove|rename|rmtree|mkdir|system|popen|spawn|fork|kill|child_process|fs|fetch|require|process|Deno|Bun|File|IO|Dir|Kernel|input|breakpoint)\b/.test(
    code.replace(
      /\bimport\s+(?:json|sys|re|math|datetime|time|platform|string|base64|hashlib|collections|itertools|statistics|random|decimal|fractions|uuid|textwrap|csv|tomllib|ast|struct)\b/g,
      '',
    ),
  ) &&
  !/\bopen\s*\([^)]*,/.test(code) &&
  /\b(?:print|console\.log|puts|say|echo)\b/.test(code);

export const python: readonly Spec[] = [
  {
    names:
      'python python3 python2 pypy pypy3 py python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 ipython ipython3',
    stops: true,
    operands: 'text*',
    options:
      '-c= -m= -W= -X= -Q= -u -B -O -OO -i -s -S -E -I -q -v -b -d -x -h -V,--version -VV --help --check-hash-based-pycs= -P -3 -2',
    until: [],
    read: (call, run) => {
      const mod = call.args.findIndex((one) => one.text === '-m');
      if (has(call, '-m') && mod >= 0) return module(call.args[mod + 1] ?? literal('?'), call.args.slice(mod + 2), run);
      if (has(call, '-c')) {
        const code = value(call, '-c');
        return readCode(
          'Python',
          code,
          run,
          code !== undefined && (isKnown(code) || code.listed === true) && onlyPrints(code.text),
        );
      }
      const [script] = call.operands;
      if (script && script.text !== '-') {
        if (/(?:^|\/)manage\.py$/.test(script.text)) return manage(script, wordsFrom(call, 1), run);
        return readScriptFile(script, run);
      }
      if (has(call, '-V', '--help', '-h', '-VV')) return add(run, 'computer.look', { name: call.name }, ['reads']);
      const code = run.input?.value;
      if (code && isKnown(code) && onlyPrints(code.text)) return readCode('Python', code, run, true);
      if (run.input || run.piped || script) return readCode('Python', code, run);
      add(run, 'run.program', { name: call.name }, ['runs-code']);
    },
  },
  withVerbs('pip pip3 pip2 pip3.12 pip3.11 pip3.13 pip3.10', pipOptions, pipRows),
  withVerbs('uv', pipOptions, projectRows),
  withVerbs('poetry pipenv pdm hatch rye pixi', pipOptions, projectRows),
  withVerbs('pipx', pipOptions, [
    row(/run(?: |$)/, 'run.package', [], 'network', {
      read: (call, run) => runsPackage(wordsFrom(call, 1), run, true, value(call, '--spec')),
    }),
    ...pipRows,
  ]),
  withVerbs('conda mamba micromamba', pipOptions, [
    row(/(?:create|env create)(?: |$)/, 'install.add', ['installs', 'downloads', 'creates'], 'network'),
    row(/(?:env remove|env prune|remove|uninstall|clean)(?: |$)/, 'packages.remove', ['deletes'], 'nowhere'),
    row(/(?:env list|list|info|env export|search|config --show)(?: |$)/, 'packages.look', ['reads'], 'nowhere'),
    row(/(?:activate|deactivate)(?: |$)/, 'packages.look', ['reads'], 'nowhere'),
    row(/(?:init|config)(?: |$)/, 'packages.config', ['settings'], 'home'),
    ...projectRows,
  ]),
  {
    names: 'virtualenv',
    harmless: true,
    options: '-p= --python= --prompt=',
    read: (call, run) =>
      touches(run, 'python.venv', ['creates'], call.operands.length > 0 ? call.operands : [literal('.')]),
  },
  withVerbs('twine', '-r= --repository= -u= -p= --repository-url= --skip-existing', [
    row(/upload(?: |$)/, 'packages.publish', ['publishes', 'sends'], 'both'),
    row(/check(?: |$)/, 'packages.look', ['reads'], 'here'),
  ]),
];

/** Django's own script: what its sub-commands do is known. */
function manage(script: Value, rest: readonly Value[], run: Run): undefined {
  const verb = rest[0]?.text ?? '';
  const at = target(run, script);
  if (/^(?:test|runserver|check|showmigrations|shell|makemigrations|migrate|collectstatic)$/.test(verb)) {
    const chips = /^(?:migrate|showmigrations)$/.test(verb)
      ? (['runs-code', 'database'] as const)
      : (['runs-code'] as const);
    add(run, 'run.task', { name: `manage.py ${verb}` }, chips, {
      places: at.places,
      maybe: /^(?:shell|migrate|collectstatic)$/.test(verb)
        ? [{ id: 'maybe.program', params: { name: `manage.py ${verb}` } }]
        : [],
    });
    return;
  }
  readScriptFile(script, run);
  const name = namesOf(rest);
  if (/^(?:flush|reset_db|sqlflush)$/.test(verb))
    add(run, 'data.delete', { sql: `manage.py ${name}` }, ['database', 'deletes']);
}
