import type { Chip, ToolAction } from '@bureau/contracts';
import { type Finding, members, type Said, textOf } from '../finding.ts';
import type { Where } from '../locate.ts';
import { type MessageId, shown } from '../messages/index.ts';
import { readSearch } from './files.ts';
import { namedPath } from './named-path.ts';
import { readFetch } from './web.ts';

/** `permissions`, TaskStop, the agents' own tools, and whatever nobody knows. */
export function readOther(action: ToolAction, where: Where): Finding[] {
  if (action.name === 'permissions' || typeof members(action.input)['permissions'] === 'object')
    return readReach(action, where);
  if (/^(?:TaskStop|KillShell|KillBash|stop_task)$/i.test(action.name)) return [readTaskStop(action)];
  if (/^(?:LS|list_dir)$/i.test(action.name)) return readSearch({ ...action, name: 'Glob' }, where);
  if (/^Web(?:Search|Fetch)$/i.test(action.name)) return readFetch(action, where);
  return [readKnown(action) ?? readUnknown(action)];
}

function readTaskStop(action: ToolAction): Finding {
  const given = members(action.input);
  const named = ['task_id', 'shell_id', 'bash_id', 'taskId', 'id']
    .map((name) => given[name])
    .find((one) => typeof one === 'number');
  const task =
    textOf(action.input, 'task_id', 'shell_id', 'bash_id', 'taskId', 'id') ??
    (named === undefined ? undefined : String(named));
  return {
    does: { id: 'task.stop', params: { task: shown(task ?? '?', 60) } },
    chips: ['stops-programs'],
    places: [],
    ...(task === undefined && { maybe: [{ id: 'maybe.no-task' }] }),
  };
}

/** Codex asks for a wider reach: {network: {enabled}, fileSystem: {read, write}}. */
function readReach(action: ToolAction, where: Where): Finding[] {
  const asked = members(members(action.input)['permissions']);
  const findings: Finding[] = [];
  const maybe: Said[] = [{ id: 'maybe.reach' }];
  const network = members(asked['network']);
  if (network['enabled'] === true || (Object.keys(network).length > 0 && network['enabled'] !== false))
    findings.push({ does: { id: 'reach.network' }, chips: ['permissions'], places: [{ id: 'network' }], maybe });
  const files = members(asked['fileSystem'] ?? asked['file_system']);
  const entries = Array.isArray(files['entries']) ? (files['entries'] as unknown[]) : [];
  const byEntry = (modes: RegExp): string[] =>
    entries
      .filter((one) => modes.test(textOf(one, 'access', 'mode') ?? ''))
      .flatMap((one) => pathsIn(members(one)['path'] ?? members(one)['paths']));
  const write = [...new Set([...pathsIn(files['write']), ...byEntry(/write/i)])];
  const read = [...new Set([...pathsIn(files['read']), ...byEntry(/read/i)])];
  for (const [id, paths] of [
    ['reach.write', write],
    ['reach.read', read.filter((one) => !write.includes(one))],
  ] as const)
    for (const path of paths.slice(0, 40)) findings.push(reachOf(id, path, where, maybe));
  if (findings.length === 0) findings.push({ does: { id: 'reach.more' }, chips: ['permissions'], places: [], maybe });
  const reason = textOf(action.input, 'reason');
  if (reason !== undefined)
    findings[0] = { ...findings[0]!, notes: [{ id: 'note.reason', params: { reason: shown(reason) } }] };
  return findings;
}

function reachOf(id: 'reach.read' | 'reach.write', raw: string, where: Where, maybe: readonly Said[]): Finding {
  const path = namedPath(raw, where);
  return {
    does: { id, params: { paths: path.name } },
    chips: ['permissions'],
    places: [path.place],
    maybe: [...maybe, ...path.maybe],
  };
}

const pathsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? value.flatMap((one: unknown) => (typeof one === 'string' ? [one] : pathsIn(members(one)['path'])))
      : [];

const known: readonly {
  readonly name: RegExp;
  readonly id: MessageId;
  readonly chips: readonly Chip[];
  readonly names?: readonly string[];
}[] = [
  {
    name: /^(?:Agent|Task|collabAgentToolCall|spawn_agent)$/,
    id: 'agent.start',
    chips: ['runs-code'],
    names: ['description', 'subagent_type', 'prompt', 'message'],
  },
  { name: /^(?:SendMessage|send_input)$/, id: 'agent.message', chips: ['runs-code'] },
  { name: /^ExitPlanMode$/i, id: 'plan.leave', chips: [] },
  { name: /^EnterPlanMode$/i, id: 'plan.enter', chips: [] },
  { name: /^AskUserQuestion$|^request_user_input$/i, id: 'ask.person', chips: [] },
  { name: /^(?:Todo(?:Write|Read)|Task(?:Create|Update|List|Get)|update_plan)$/i, id: 'todo.write', chips: [] },
  { name: /^(?:TaskOutput|BashOutput|Monitor)$/i, id: 'output.read', chips: ['reads'], names: ['task_id', 'bash_id'] },
  {
    name: /^(?:Skill|SlashCommand)$/i,
    id: 'skill.use',
    chips: ['reads', 'runs-code'],
    names: ['skill', 'command', 'name'],
  },
  { name: /^ToolSearch$/i, id: 'tools.find', chips: ['reads'], names: ['query'] },
  { name: /^view_image$/i, id: 'files.read', chips: ['reads'], names: ['path'] },
];

/** Tools of the agents that do nothing by themselves, or start something that asks again. */
function readKnown(action: ToolAction): Finding | undefined {
  const found = known.find((one) => one.name.test(action.name));
  if (!found) return undefined;
  const what = shown(textOf(action.input, ...(found.names ?? [])) ?? action.name, 100);
  const why: MessageId =
    found.id === 'agent.start' || found.id === 'agent.message'
      ? 'maybe.agent'
      : found.id === 'plan.leave'
        ? 'maybe.plan'
        : 'maybe.own-tool';
  return {
    does: { id: found.id, params: { task: what, name: what, paths: what } },
    chips: found.chips,
    places: [],
    notes: [{ id: 'note.own-name', params: { name: shown(action.name, 60) } }],
    maybe: [{ id: why }],
  };
}

function readUnknown(action: ToolAction): Finding {
  const name = shown(action.name || '?', 60);
  return {
    does: { id: 'tool.unknown', params: { name } },
    chips: [],
    places: [],
    maybe: [{ id: 'maybe.unknown-tool', params: { name } }],
  };
}
