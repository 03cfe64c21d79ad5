import type { Chip } from '@bureau/contracts';
import type { Said } from '../finding.ts';
import { shown } from '../messages/index.ts';
import { namesOf } from '../programs/scripts.ts';
import { type Call, has, type Spec, value, values, wordsFrom } from '../programs/spec.ts';
import { row, withVerbs } from '../programs/verbs.ts';
import { add, literal, plainName, type Run, target, type Value } from '../windows/run.ts';
import { inContainer } from './docker.ts';
import { copyBetween } from './remote.ts';

export const kubeOptions =
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

export const onKube =
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

export const kubectl: Spec = withVerbs('kubectl oc k k3s-kubectl microk8s.kubectl', kubeOptions, [
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
