import type { Chip, Place } from '@bureau/contracts';
import type { Said } from '../finding.ts';
import { shown } from '../messages/index.ts';
import { takeApart } from '../programs/options.ts';
import { namesOf } from '../programs/scripts.ts';
import { type Call, has, type Spec, value, values, wordsFrom } from '../programs/spec.ts';
import { placesOf, row, withVerbs } from '../programs/verbs.ts';
import { add, isKnown, literal, looks, plainName, type Run, target, touches, type Value } from '../windows/run.ts';
import { copyBetween } from './network.ts';

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
const docker: Spec = {
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

const local = (image: Value | undefined): boolean =>
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

const kubeOptions =
  '-n,--namespace= --context= --cluster= --kubeconfig=read -f,--filename= -k,--kustomize= -o,--output= -l,--selector= -c,--container= --tail= --since= -A,--all-namespaces --all --force --grace-period= --dry-run? -w,--watch --replicas= --image= --port= --type= -p,--patch= --from-file= --from-literal= --overwrite --field-selector= --sort-by= --timeout= --for= -i,--stdin -t,--tty -it --rm --restart= --record -R,--recursive --wait? --cascade? --now --as= --user= --server= --token= -v= --show-labels --no-headers --previous --address= --schedule= --limits= --requests= --env= --revision= --to-revision= --ignore-not-found --server-side --prune --set= --values= --version= --create-namespace --install --reset-values --reuse-values --atomic --repo= --set-string= --history-max= --keep-history --devel --subresource= --template= --max= --min= --cpu-percent= --command --labels= --annotations= --overrides= --follow --delete-emptydir-data --ignore-daemonsets --disable-eviction';

/** Adds the namespace and files of a call to the cluster. */
function onCluster(
  call: Call,
  run: Run,
  id: Parameters<typeof add>[1],
  name: string,
  chips: readonly Chip[],
  maybe: readonly Said[] = [],
): undefined {
  const given = values(call, '-f', '-k').filter((one) => one.text !== '-');
  const urls = given.filter((one) => /^https?:/.test(one.text));
  const files = given.filter((one) => !urls.includes(one));
  const at = files.map((one) => target(run, one));
  const names = [
    ...values(call, '-n', '--context', '-l', '--image', '--replicas', '--set', '--cluster').map(plainName),
    ...at.map((one) => one.name),
    ...urls.map(plainName),
  ];
  const dry = call.options.has('--dry-run') && value(call, '--dry-run')?.text !== 'none';
  add(run, id, { name: name || namesOf(given) || call.name }, dry ? ['reads', 'downloads'] : chips, {
    places: [{ id: 'network' }, ...at.flatMap((one) => one.places)],
    notes: names.length > 0 ? [{ id: 'note.with', params: { names } }] : [],
    maybe,
  });
}

const onKube =
  (id: Parameters<typeof add>[1], chips: readonly Chip[], sure = true) =>
  (call: Call, run: Run, rest: readonly Value[]): undefined => {
    const name = namesOf(rest);
    const unknown = rest.flatMap((one) =>
      one.listed ? [] : one.unknown.map((what): Said => ({ id: 'maybe.variable', params: { name: shown(what) } })),
    );
    onCluster(
      call,
      run,
      id,
      name,
      chips,
      sure
        ? chips.includes('deletes')
          ? unknown
          : []
        : [{ id: 'maybe.program', params: { name: name || call.name } }],
    );
  };

const kubectl: Spec = withVerbs('kubectl oc k k3s-kubectl microk8s.kubectl', kubeOptions, [
  row(
    /(?:get|describe|logs|top|explain|api-resources|api-versions|cluster-info|version|events|diff|wait|options|auth (?:can-i|whoami)|rollout (?:status|history)|config (?:view|get-contexts|current-context|get-clusters|get-users)|whoami|status|plugin list|krew (?:list|search))(?: |$)/,
    'cluster.look',
    [],
    'network',
    {
      read: (call, run, rest) => {
        const verb = call.operands[0]?.text;
        if (verb === 'config' || verb === 'options' || verb === 'plugin')
          return add(run, 'cluster.look', { name: namesOf(rest) || 'config' }, ['reads'], {
            places: target(run, literal('~/.kube/config')).places,
          });
        onCluster(call, run, 'cluster.look', namesOf(rest), ['reads', 'downloads']);
        run.output = { list: true, words: 'kubectl' };
      },
    },
  ),
  row(/delete(?: |$)/, 'cluster.delete', [], 'network', { read: onKube('cluster.delete', ['deletes']) }),
  row(/(?:drain|evict)(?: |$)/, 'cluster.stop', [], 'network', { read: onKube('cluster.stop', ['stops-programs']) }),
  row(/rollout (?:restart|undo|pause|resume)(?: |$)/, 'cluster.restart', [], 'network', {
    read: onKube('cluster.restart', ['stops-programs', 'changes', 'sends']),
  }),
  row(/scale(?: |$)/, 'cluster.scale', [], 'network', {
    read: (call, run, rest) =>
      onKube('cluster.scale', [
        'changes',
        'sends',
        ...(value(call, '--replicas')?.text === '0' ? (['stops-programs'] as const) : []),
      ])(call, run, rest),
  }),
  row(
    /(?:apply|create|replace|patch|set|edit|label|annotate|expose|autoscale|cordon|uncordon|taint|certificate|adm|policy|new-app|new-project|start-build|tag)(?: |$)/,
    'cluster.change',
    [],
    'network',
    {
      read: (call, run, rest) => {
        const chips: Chip[] = ['changes', 'sends'];
        if (has(call, '--prune') || (call.operands[0]?.text === 'replace' && has(call, '--force')))
          chips.push('deletes');
        if (/^(?:clusterrole|role|rolebinding|clusterrolebinding|policy)/.test(rest[0]?.text ?? ''))
          chips.push('permissions');
        const remote = values(call, '-f').some((one) => /^https?:/.test(one.text));
        onKube('cluster.change', remote ? [...chips, 'downloads'] : chips)(call, run, rest);
      },
    },
  ),
  row(/kustomize(?: |$)/, 'cluster.look', ['reads'], 'here'),
  row(/run(?: |$)/, 'cluster.run', [], 'network', {
    read: (call, run, rest) => onKube('cluster.run', ['runs-code', 'creates', 'sends'], false)(call, run, rest),
  }),
  row(/(?:exec|rsh|debug|attach)(?: |$)/, 'cluster.exec', [], 'network', {
    read: (call, run, rest) => {
      const dashes = call.args.findIndex((one) => one.text === '--');
      const words = dashes >= 0 ? call.args.slice(dashes + 1) : wordsFrom(call, 2);
      const from = run.findings.length;
      if (words.length > 0) inContainer(words, [], run);
      for (let i = from; i < run.findings.length; i++)
        run.findings[i] = { ...run.findings[i]!, places: [{ id: 'network' }] };
      onCluster(
        call,
        run,
        'cluster.exec',
        namesOf(rest),
        ['sends'],
        words.length === 0 ? [{ id: 'maybe.elsewhere' }] : [],
      );
    },
  }),
  row(/(?:port-forward|proxy)(?: |$)/, 'cluster.forward', [], 'network', {
    read: onKube('cluster.forward', ['downloads']),
  }),
  row(/cp(?: |$)/, 'net.copy', [], 'network', {
    read: (_call, run, rest) =>
      copyBetween(rest, run, [], (one) =>
        /^[\w./-]+:/.test(one.text) && !/^[./]/.test(one.text) ? plainName(one) : undefined,
      ),
  }),
  row(
    /config (?:use-context|set-context|set-cluster|set-credentials|set|unset|delete-context|delete-cluster|delete-user|rename-context)(?: |$)/,
    'settings.program',
    [],
    'nowhere',
    {
      read: (call, run, rest) =>
        add(
          run,
          'settings.program',
          { name: namesOf(rest) || 'kubectl' },
          ['settings', ...(/delete/.test(call.operands[1]?.text ?? '') ? (['deletes'] as const) : [])],
          { places: target(run, literal('~/.kube/config')).places },
        ),
    },
  ),
  row(/(?:login|project|krew (?:install|upgrade))(?: |$)/, 'account.login', ['settings', 'sends'], 'network'),
]);

export const containers: readonly Spec[] = [
  docker,
  kubectl,
  withVerbs('helm helmfile', kubeOptions, [
    row(
      /(?:list|ls|status|get|history|show|search|version|env|lint|template|verify|repo list|plugin list|diff|dependency list)(?: |$)/,
      'cluster.look',
      ['reads', 'downloads'],
      'network',
    ),
    row(/(?:uninstall|delete|del|un|destroy)(?: |$)/, 'cluster.delete', [], 'network', {
      read: onKube('cluster.delete', ['deletes']),
    }),
    row(/(?:install|upgrade|rollback|test|apply|sync)(?: |$)/, 'cluster.install', [], 'network', {
      read: onKube('cluster.install', ['changes', 'sends', 'downloads', 'installs']),
    }),
    row(
      /(?:repo (?:add|update|remove)|plugin install|registry login)(?: |$)/,
      'settings.program',
      ['settings', 'downloads'],
      'network',
    ),
    row(
      /(?:pull|dependency (?:update|build)|dep (?:up|update|build))(?: |$)/,
      'install.add',
      ['downloads', 'creates'],
      'both',
    ),
    row(/push(?: |$)/, 'packages.publish', ['publishes', 'sends'], 'network'),
    row(/(?:create|package)(?: |$)/, 'packages.init', ['creates'], 'here'),
  ]),
  withVerbs(
    'minikube kind k3d colima lima limactl orb multipass vagrant',
    '-p,--profile= --name,-n= --driver= --memory= --cpus= --nodes= --config=read --image= -f --force --all',
    [
      row(
        /(?:status|list|ls|ip|logs|version|get|info|profile list|ssh-config|global-status|image (?:ls|list)|cluster list|addons list|service list|box list|port|snapshot list)(?: |$)/,
        'container.look',
        ['reads'],
        'nowhere',
        { lists: true },
      ),
      row(
        /(?:delete|destroy|rm|cluster delete|purge|box remove|snapshot delete)(?: |$)/,
        'container.remove',
        ['deletes', 'stops-programs'],
        'nowhere',
      ),
      row(/(?:stop|halt|suspend|pause|kill|restart|reload)(?: |$)/, 'container.stop', ['stops-programs'], 'nowhere'),
      row(
        /(?:start|create|up|cluster create|launch|resume|load|image load|addons enable|provision|box add|snapshot save|mount)(?: |$)/,
        'container.start',
        ['background', 'creates'],
        'nowhere',
      ),
      row(
        /(?:ssh|shell|exec|run|tunnel|service|dashboard|kubectl)(?: |$)/,
        'container.exec',
        ['runs-code'],
        'nowhere',
        { maybe: 'maybe.program' },
      ),
    ],
  ),
  {
    names: 'terraform tofu terragrunt',
    oneDash: true,
    harmless: true,
    options:
      '-chdir=cwd -var= -var-file=read -target= -out=write -state=read -backend-config= -lock-timeout= -parallelism= -auto-approve -input? -no-color -json -upgrade -reconfigure -destroy -refresh-only -replace= -migrate-state -force -recursive -check -write? -diff -compact-warnings -lock? -refresh? -version -help',
    read: (call, run) => terraform(call, run),
  },
  withVerbs(
    'pulumi cdk cdktf sam serverless sls copilot amplify sst nitric',
    '-s,--stack= -y,--yes --stage= --profile= --region= --require-approval= --app,-a= -f --skip-preview -c= --all --force --context= --function,-f=',
    [
      row(
        /(?:preview|diff|synth|synthesize|ls|list|stack (?:ls|output|export)?|stack$|whoami|logs|validate|build|doctor|metadata|context|config (?:get)?|about|info|package|status|print|local|dev)(?: |$)/,
        'cloud.look',
        ['downloads', 'reads', 'runs-code'],
        'network',
      ),
      row(/(?:destroy|remove|delete|down|stack rm)(?: |$)/, 'cloud.destroy', ['deletes'], 'network', {
        maybe: 'maybe.program',
      }),
      row(
        /(?:up|update|deploy|refresh|import|bootstrap|watch|sync|push|publish)(?: |$)/,
        'cloud.deploy',
        ['spends', 'publishes', 'sends', 'runs-code'],
        'network',
        { maybe: 'maybe.program' },
      ),
      row(
        /(?:login|logout|config (?:set|rm)|stack (?:init|select)|configure|init|new)(?: |$)/,
        'settings.program',
        ['settings', 'creates'],
        'network',
      ),
      row(/(?:invoke|run|exec)(?: |$)/, 'cloud.run', ['runs-code', 'sends'], 'network', { maybe: 'maybe.program' }),
    ],
  ),
  withVerbs(
    'ansible-playbook ansible ansible-pull',
    '-i,--inventory= -l,--limit= -t,--tags= -e,--extra-vars= -m= -a= -b,--become -K -u= -C,--check -D,--diff --syntax-check --list-tasks --list-hosts --vault-password-file=read -v -vv -vvv -f= -k',
    [
      row(/^/, 'run.playbook', ['runs-code', 'sends'], 'network', {
        read: (call, run, rest) => {
          const playbook = call.name === 'ansible-playbook' ? rest.map((one) => target(run, one)) : [];
          if (has(call, '--syntax-check', '--list-tasks', '--list-hosts')) return looks(run, 'files.read', rest);
          const name = namesOf([...rest, ...values(call, '-i', '-l', '-m', '-a')]);
          add(run, 'run.playbook', { name }, ['runs-code', 'sends', ...(has(call, '-b') ? (['admin'] as const) : [])], {
            places: [{ id: 'network' }, ...playbook.flatMap((one) => one.places)],
            maybe: [{ id: 'maybe.program', params: { name } }],
          });
        },
      }),
    ],
  ),
  withVerbs(
    'ansible-galaxy ansible-vault packer vault consul nomad',
    '-r=read -f -p= -o= -address= -var= -token= -namespace=',
    [
      row(
        /(?:list|info|search|view|status|read|kv get|kv list|members|validate|inspect|job status|node status|version|plan|secrets list|auth list|token lookup|catalog)(?: |$)/,
        'cloud.look',
        ['reads', 'downloads'],
        'network',
      ),
      row(
        /(?:install|collection install|role install|plugins install|init)(?: |$)/,
        'install.add',
        ['installs', 'downloads'],
        'both',
      ),
      row(
        /(?:delete|kv delete|kv destroy|kv metadata delete|remove|job stop|stop|secrets disable|token revoke|lease revoke)(?: |$)/,
        'cloud.delete',
        ['deletes'],
        'network',
      ),
      row(/(?:encrypt|decrypt|rekey|edit|create|encrypt_string|fmt)(?: |$)/, 'files.change', ['changes'], 'here', {
        read: (_call, run, rest) => touches(run, 'files.change', ['changes'], rest),
      }),
      row(
        /(?:write|kv put|kv patch|run|job run|build|apply|login|secrets enable|policy write|token create)(?: |$)/,
        'cloud.change',
        ['sends', 'changes'],
        'network',
        { maybe: 'maybe.program' },
      ),
    ],
  ),
];

function terraform(call: Call, run: Run): undefined {
  const [verb, ...rest] = call.operands;
  const line = call.operands
    .map((one) => one.text)
    .join(' ')
    .replace(/^run-all /, '');
  const targets = values(call, '-target', '-replace', '-var').map(plainName);
  const name = [namesOf(rest), ...targets].filter(Boolean).join(' ') || `${call.name} ${verb?.text ?? ''}`.trim();
  const places = placesOf('both', run);
  if (/^destroy|^apply.*/.test(line) && (line.startsWith('destroy') || has(call, '-destroy')))
    return add(run, 'cloud.destroy', { name }, ['deletes', 'runs-code'], { places });
  if (/^apply/.test(line)) return add(run, 'cloud.deploy', { name }, ['spends', 'sends'], { places });
  if (/^plan/.test(line)) return add(run, 'cloud.plan', { name }, ['downloads', 'reads'], { places });
  if (/^(?:init|get|providers lock)/.test(line))
    return add(run, 'install.all', {}, ['downloads', 'creates', 'installs'], { places });
  if (/^fmt/.test(line))
    return add(
      run,
      has(call, '-check') ? 'tool.check' : 'tool.fix',
      { name: 'terraform fmt', paths: namesOf(rest) || '.' },
      has(call, '-check') ? ['reads'] : ['changes'],
      { places: placesOf('here', run) },
    );
  if (
    /^(?:validate|version|graph|providers|workspace (?:list|show)|console|output|show|state (?:list|show|pull)|metadata|test)/.test(
      line,
    ) ||
    !verb
  )
    return add(run, 'cloud.look', { name }, ['reads'], {
      places: /^(?:state|output|show)/.test(line) ? places : placesOf('here', run),
    });
  if (/^(?:state (?:rm|push|replace-provider)|workspace delete)/.test(line))
    return add(run, 'cloud.delete', { name }, ['deletes'], { places });
  if (/^force-unlock/.test(line)) return add(run, 'cloud.change', { name }, ['changes'], { places });
  if (/^(?:state mv|taint|untaint|import|refresh|workspace (?:new|select)|login|logout)/.test(line))
    return add(run, 'cloud.change', { name }, ['changes', 'sends'], { places });
  add(run, 'run.program', { name }, ['runs-code'], { places, maybe: [{ id: 'maybe.program', params: { name } }] });
}
