import type { Chip, Place } from '@bureau/contracts';
import type { Said } from '../finding.ts';
import { shown } from '../messages/index.ts';
import { takeApart } from '../programs/options.ts';
import { namesOf } from '../programs/scripts.ts';
import { type Call, has, type Spec, value, values, wordsFrom } from '../programs/spec.ts';
import { placesOf, row, withVerbs } from '../programs/verbs.ts';
import { add, isKnown, literal, looks, plainName, type Run, target, touches, type Value } from '../windows/run.ts';

const runOptions =
  '-d,--detach -i,--interactive -t,--tty --rm -v,--volume= --mount= -p,--publish= -P,--publish-all -e,--env= --env-file=read --name= -w,--workdir= -u,--user= --network,--net= --entrypoint= --restart= --platform= -h,--hostname= --add-host= --cap-add= --cap-drop= --privileged --pid= --ipc= --gpus= -m,--memory= --cpus= --shm-size= -l,--label= --tmpfs= --ulimit= --security-opt= --device= --link= --dns= --init --pull= -q,--quiet --read-only --log-driver= --log-opt= --health-cmd= --userns= --cgroupns= --expose= --ip= --volumes-from= --cidfile=write --sig-proxy? --stop-signal= --build -T --no-deps --service-ports --use-aliases --index= --scale= --no-TTY --remove-orphans --env-from-file=read --detach-keys= -a,--attach= --annotation= --runtime= --group-add= --no-healthcheck --memory-swap= --sysctl= --stop-timeout=';

const dockerOptions = `-F --context,-c= -H,--host= --config= -f,--file= --filter= --format= -a,--all -q,--quiet -n,--tail,--last= --since= --until= --follow -t,--tag= --build-arg= --target= --platform= --push --load --no-cache --pull --progress= --cache-from= --cache-to= --secret= --ssh= -o,--output= -s -l -v,--volumes --volumes -p,--project-name= --profile= --env-file=read --project-directory=cwd --no-trunc --timestamps --details --rmi= --remove-orphans -d,--detach --force --time= --signal= -w --wait --build --scale= --timeout= --orchestrator= --no-color --no-deps --no-start --force-recreate --always-recreate-deps -i --debug -D --tls --network= --driver= --opt= --label= --subnet= --gateway= --username,-u= --password= --password-stdin --builder= --all-tags --no-log-prefix --watch --images --services --hash= --metadata-file=write --iidfile=write --message,-m= --author= --change= --no-stream --size -y --yes --replicas= --update-failure-action= --abort-on-container-exit --exit-code-from= --attach= --no-attach= --quiet-pull --sbom? --provenance? --memory= --add-host= --attest= --ulimit= --shm-size= --index= --pull? --expires=`;

/** Docker's words, also as `docker container rm`. */
const looking =
  /(?:(?:container|image|volume|network|builder|buildx|context|system|plugin|node|service|stack|secret|config|swarm|manifest|trust|compose|checkpoint|scout|model|desktop) )?(?:ps|ls|list|images|inspect|logs|top|stats|port|diff|df|info|version|history|events|search-local|config|du|show|services|tasks|convert|images|volumes|status|cves|quickview)(?: |$)/;

const dockerWords: Spec = withVerbs('docker podman nerdctl docker-compose podman-compose finch', dockerOptions, [
  row(/(?:(?:container|compose) )?run(?: |$)/, 'container.run', [], 'nowhere', {
    read: (call, run) => runs(call, run),
  }),
  row(/(?:(?:container|compose) )?exec(?: |$)/, 'container.exec', [], 'nowhere', {
    read: (call, run) => executes(call, run),
  }),
  row(looking, 'container.look', ['reads'], 'nowhere', { lists: true }),
  row(/search(?: |$)/, 'container.look', ['downloads', 'reads'], 'network'),
  row(
    /(?:(?:container|image|volume|network|builder|buildx|system) )?prune(?: |$)/,
    'container.prune',
    ['deletes'],
    'nowhere',
  ),
  row(/compose (?:down|rm)(?: |$)|(?:down)(?: |$)/, 'container.down', [], 'nowhere', {
    read: (call, run, rest) =>
      add(
        run,
        has(call, '-v') ? 'container.down-volumes' : 'container.down',
        { name: namesOf(rest) || 'docker compose' },
        ['stops-programs', 'deletes'],
        { notes: composeFile(call) },
      ),
  }),
  row(
    /(?:(?:container|image|volume|network|context|plugin|node|service|stack|secret|config|builder|buildx|pod|manifest|machine) )?(?:rm|rmi|remove)(?: |$)/,
    'container.remove',
    [],
    'nowhere',
    {
      read: (call, run, rest) => {
        const images = /rmi|^image/.test(namesOf(call.operands));
        const volumes = /^volume/.test(namesOf(call.operands));
        const maybe = rest.flatMap((one) =>
          one.listed ? [] : one.unknown.map((name): Said => ({ id: 'maybe.variable', params: { name: shown(name) } })),
        );
        const stops = !images && !volumes && has(call, '-F', '-f', '--force') ? (['stops-programs'] as const) : [];
        add(
          run,
          images ? 'container.remove-image' : volumes ? 'container.remove-volume' : 'container.remove',
          { name: namesOf(rest) },
          ['deletes', ...stops],
          { maybe },
        );
      },
    },
  ),
  row(
    /(?:(?:container|compose|pod|machine) )?(?:stop|kill|restart|pause)(?: |$)/,
    'container.stop',
    ['stops-programs'],
    'nowhere',
  ),
  row(/(?:swarm leave)(?: |$)/, 'container.stop', ['stops-programs'], 'nowhere'),
  row(
    /(?:(?:container|compose|pod|machine) )?(?:start|unpause|scale|wait|attach)(?: |$)/,
    'container.start',
    ['background'],
    'nowhere',
  ),
  row(/compose (?:up|watch|create)(?: |$)|up(?: |$)/, 'container.up', [], 'nowhere', {
    read: (call, run, rest) => {
      const chips: Chip[] = [
        'runs-code',
        ...(has(call, '-d', '--wait') ? (['background'] as const) : []),
        ...(has(call, '--build') ? (['creates'] as const) : []),
      ];
      const compose = value(call, '-f');
      if (compose) looks(run, 'files.read', values(call, '-f'));
      add(run, 'container.up', { name: namesOf(rest) || 'docker compose' }, chips, {
        places: placesOf('here', run),
        notes: composeFile(call),
      });
    },
  }),
  row(/(?:(?:image|compose|buildx) )?(?:build|bake)(?: |$)/, 'container.build', [], 'here', {
    read: (call, run, rest) => builds(call, run, rest),
  }),
  row(/(?:(?:image|compose) )?pull(?: |$)/, 'container.pull', ['downloads'], 'network'),
  row(/(?:(?:image|compose|manifest|plugin) )?push(?: |$)/, 'container.push', ['publishes', 'sends'], 'network'),
  row(
    /(?:(?:image) )?tag(?: |$)|(?:container )?rename(?: |$)|(?:container )?update(?: |$)|network (?:create|connect|disconnect)(?: |$)|volume create(?: |$)|(?:container )?create(?: |$)|buildx (?:create|use)(?: |$)|manifest create(?: |$)|pod create(?: |$)|secret create(?: |$)|config create(?: |$)/,
    'container.change',
    ['creates'],
    'nowhere',
  ),
  row(/(?:container )?commit(?: |$)|(?:image )?import(?: |$)/, 'container.change', ['creates'], 'nowhere'),
  row(/(?:image )?load(?: |$)/, 'container.change', ['creates'], 'nowhere', {
    read: (call, run) => {
      const from = value(call, '-i');
      if (from) looks(run, 'files.read', [from]);
      add(run, 'container.change', { name: from ? plainName(from) : 'image' }, ['creates']);
    },
  }),
  row(/(?:image )?save(?: |$)|(?:container )?export(?: |$)/, 'container.save', [], 'here', {
    read: (call, run, rest) => {
      add(run, 'container.look', { name: namesOf(rest) }, ['reads']);
      run.output = { words: 'docker', data: true };
      const to = value(call, '-o');
      if (to) touches(run, 'files.write', ['changes', 'creates'], [to]);
    },
  }),
  row(/(?:(?:container|compose) )?cp(?: |$)/, 'container.copy', [], 'nowhere', {
    read: (_call, run, rest) => copiesContainer(rest, run),
  }),
  row(/login(?: |$)/, 'account.login', ['settings', 'sends'], 'network'),
  row(/logout(?: |$)/, 'account.logout', ['settings'], 'network'),
  row(/context (?:use|create|update)(?: |$)/, 'settings.program', ['settings'], 'nowhere'),
  row(
    /stack deploy(?: |$)|service (?:create|update|scale|rollback)(?: |$)|swarm (?:init|join|update)(?: |$)/,
    'container.start',
    ['background', 'runs-code'],
    'nowhere',
  ),
  row(
    /(?:machine|model|desktop|sandbox|system (?:connection|service|reset)|play|kube|generate|scout|debug|ai|mcp)(?: |$)/,
    'container.start',
    ['runs-code'],
    'nowhere',
    { maybe: 'maybe.program' },
  ),
]);

const composeFile = (call: Call): readonly Said[] => {
  const file = values(call, '-f').filter((one) => isKnown(one) && one.text !== '');
  return file.length > 0 ? [{ id: 'note.with', params: { names: file.map(plainName) } }] : [];
};

/** `-f` names a file before most words, and is a switch behind some. */
export const docker: Spec = {
  ...dockerWords,
  read: (call, run) => {
    const at = call.args.findIndex((one) => /^(?:rm|rmi|prune|logs|kill|stop|down|remove|leave)$/.test(one.text));
    const plain = at < 0 || call.args.slice(0, at).some((one) => /^(?:run|exec|build)$/.test(one.text));
    if (plain) return dockerWords.read?.(call, run);
    const words = call.args.map((one, i) =>
      i > at && /^-[a-z]*f[a-z]*$/.test(one.text) ? { ...one, text: `-${one.text.slice(1).replace('f', 'F')}` } : one,
    );
    dockerWords.read?.(takeApart(dockerWords, call.name, words), run);
  },
};

/** Parts of the computer that a container is given: [inside it, on this computer]. */
function mounts(call: Call): readonly { readonly inside: string; readonly outside: Value }[] {
  const found: { inside: string; outside: Value }[] = [];
  for (const one of values(call, '-v')) {
    const [outside, inside] = one.text.split(':');
    if (inside && /^[./~$]|^\u{e020}/u.test(outside!)) found.push({ inside, outside: { ...one, text: outside! } });
  }
  for (const one of values(call, '--mount')) {
    const outside = /(?:source|src)=([^,]+)/.exec(one.text)?.[1];
    const inside = /(?:target|dst|destination)=([^,]+)/.exec(one.text)?.[1];
    if (outside && inside && /type=bind/.test(one.text)) found.push({ inside, outside: { ...one, text: outside } });
  }
  return found;
}

/** The words after `run` or `exec`, with that command's own options. */
function wordsAfter(call: Call, verbs: RegExp): readonly Value[] {
  const at = call.args.findIndex((one) => verbs.test(one.text));
  return call.args.slice(at + 1);
}

const inside: Spec = { names: 'run', stops: true, harmless: true, options: runOptions, read: () => undefined };

function runs(call: Call, run: Run): undefined {
  const words = wordsAfter(call, /^run$/);
  const part = takeRun(words);
  const [image] = part.operands;
  const name = image ? plainName(image) : '?';
  const mounted = mounts(part);
  const places = mounted.flatMap((one) => target(run, one.outside).places);
  const compose = call.operands[0]?.text === 'compose' || /compose/.test(call.name);
  const chips: Chip[] = [
    'runs-code',
    ...(has(part, '-d') || value(part, '--restart') ? (['background'] as const) : []),
    ...(has(part, '--privileged') ? (['permissions'] as const) : []),
  ];
  for (const file of values(part, '--env-file')) looks(run, 'files.read', [file]);
  const command = wordsFrom(part, 1);
  const entry = value(part, '--entrypoint');
  const all = entry && entry.text !== '' ? [entry, ...command] : command;
  const names = [...mounted.map((one) => plainName(one.outside)), ...values(part, '--name', '-p').map(plainName)];
  const from = run.findings.length;
  if (all.length > 0) inContainer(all, mounted, run);
  const readable =
    all.length > 0 && run.findings.slice(from).every((one) => !one.maybe) && wellKnownImage.test(image?.text ?? '');
  add(
    run,
    'container.run',
    { name },
    readable ? chips : compose ? chips : [...chips, ...(local(image) ? [] : (['downloads'] as const))],
    {
      places: [...places, ...(compose || local(image) ? [] : [{ id: 'network' } as Place])],
      notes: names.length > 0 ? [{ id: 'note.with', params: { names } }] : [],
      maybe:
        readable || (wellKnownImage.test(image?.text ?? '') && all.length === 0)
          ? []
          : [{ id: 'maybe.program', params: { name } }],
    },
  );
}

export const local = (image: Value | undefined): boolean =>
  image !== undefined && /^(?:my|local|app)[\w-]*(?::|$)|:(?:dev|local|test)$/.test(image.text);

/** Images that everybody knows: what they start is their own well-known program. */
const wellKnownImage =
  /^(?:docker\.io\/)?(?:library\/)?(?:alpine|ubuntu|debian|busybox|fedora|centos|rockylinux|amazonlinux|bash|node|python|golang|rust|ruby|php|openjdk|eclipse-temurin|maven|gradle|postgres|mysql|mariadb|redis|valkey|mongo|nginx|httpd|caddy|traefik|memcached|rabbitmq|elasticsearch|hello-world|registry|minio\/minio|mailhog\/mailhog|axllent\/mailpit|adminer|prom\/prometheus|grafana\/grafana|localstack\/localstack|mcr\.microsoft\.com\/[\w./-]+)(?::[\w.-]+)?(?:@sha256:\w+)?$/;

function takeRun(words: readonly Value[]): Call {
  return takeApart(inside, 'run', words);
}

function executes(call: Call, run: Run): undefined {
  const part = takeApart(inside, 'exec', wordsAfter(call, /^exec$/));
  const [container] = part.operands;
  const words = wordsFrom(part, 1);
  const name = container ? plainName(container) : '?';
  const from = run.findings.length;
  if (words.length > 0) inContainer(words, [], run);
  add(run, 'container.exec', { name }, [], {
    maybe:
      container && !isKnown(container) && !container.listed
        ? container.unknown.map((one) => ({ id: 'maybe.variable', params: { name: shown(one) } }))
        : [],
    notes: words.length > 0 ? [{ id: 'note.with', params: { names: [namesOf(words)] } }] : [],
  });
  if (run.findings.length === from + 1 && words.length > 0)
    run.findings[from] = { ...run.findings[from]!, chips: ['reads'] };
}

/** Reads a command that runs in a container: only what is mounted is a place of this computer. */
export function inContainer(
  words: readonly Value[],
  mounted: readonly { readonly inside: string; readonly outside: Value }[],
  run: Run,
): undefined {
  const from = run.findings.length;
  const outer = { where: run.where, lost: run.lost, input: run.input };
  run.where = { cwd: '/~', folder: '/~', home: '/~' };
  if (!words[0]?.text.includes('/') || /^\/(?:usr\/(?:local\/)?)?s?bin\//.test(words[0].text)) run.call?.(words, run);
  else
    add(run, 'run.program', { name: namesOf(words) }, ['runs-code'], {
      maybe: [{ id: 'maybe.program', params: { name: plainName(words[0]) } }],
    });
  run.where = outer.where;
  run.lost = outer.lost;
  run.input = outer.input;
  for (let i = from; i < run.findings.length; i++) {
    const one = run.findings[i]!;
    const places = one.places.flatMap((place): readonly Place[] => {
      if (place.id === 'network') return [place];
      return mounted
        .filter(
          (mount) => place.path !== undefined && `${place.path}/`.startsWith(`${mount.inside.replace(/\/$/, '')}/`),
        )
        .flatMap((mount) => target(run, mount.outside).places);
    });
    run.findings[i] = { ...one, places };
  }
}

function builds(call: Call, run: Run, rest: readonly Value[]): undefined {
  const context = rest.at(-1) ?? literal('.');
  const tags = values(call, '-t').map(plainName);
  const compose = call.operands[0]?.text === 'compose';
  const url = /^(?:https?:|git@|git:)/.test(context.text);
  add(
    run,
    'container.build',
    { name: tags.join(', ') || namesOf(rest) || '.' },
    ['creates', 'runs-code', ...(has(call, '--push') ? (['publishes', 'sends'] as const) : [])],
    {
      places: [
        ...(url || compose ? placesOf('here', run) : target(run, context).places),
        ...(has(call, '--push') || url ? [{ id: 'network' } as Place] : []),
        ...values(call, '-f')
          .filter((one) => one.text !== '-')
          .flatMap((one) => target(run, one).places),
      ],
      notes:
        values(call, '-f').length > 0
          ? [{ id: 'note.with', params: { names: values(call, '-f').map(plainName) } }]
          : [],
    },
  );
}

function copiesContainer(rest: readonly Value[], run: Run): undefined {
  const [from, to] = rest;
  if (!from || !to) return;
  const inOne = (one: Value) => /^[\w.-]+:/.test(one.text) && !/^[a-z]:[\\/]/i.test(one.text);
  const local = inOne(from) ? to : from;
  const at = target(run, local);
  add(
    run,
    'container.copy',
    { from: inOne(from) ? plainName(from) : at.name, to: inOne(to) ? plainName(to) : at.name },
    ['changes'],
    { places: at.places, maybe: at.maybe },
  );
}
