import type { Part } from './script.ts';

/** An output item of the Responses API. */
export type Item = Readonly<Record<string, unknown>>;

const jsCall = (tool: string, input: unknown) =>
  `const result = await tools.${tool}(${JSON.stringify(input)});\ntext(result);`;

const command = (part: Extract<Part, { run: string }>) => ({
  cmd: part.run,
  ...(part.yieldMs === undefined ? {} : { yield_time_ms: part.yieldMs }),
  ...(part.tty ? { tty: true } : {}),
  ...(part.escalate === undefined ? {} : { sandbox_permissions: 'require_escalated', justification: part.escalate }),
});

/** The output items of one part; `id` makes their ids, `codeMode` puts tools inside `exec`. */
export function toItem(part: Part, id: string, codeMode: boolean): Item {
  const call = (name: string, input: unknown): Item =>
    codeMode && name !== 'request_user_input'
      ? { type: 'custom_tool_call', id: `ctc_${id}`, call_id: `call_${id}`, name: 'exec', input: jsCall(name, input) }
      : { type: 'function_call', id: `fc_${id}`, call_id: `call_${id}`, name, arguments: JSON.stringify(input) };
  if ('say' in part)
    return {
      type: 'message',
      id: `msg_${id}`,
      role: 'assistant',
      content: [{ type: 'output_text', text: part.say, annotations: [] }],
    };
  if ('think' in part)
    return {
      type: 'reasoning',
      id: `rs_${id}`,
      summary: [{ type: 'summary_text', text: part.think }],
      content: null,
      encrypted_content: null,
    };
  if ('run' in part) return call('exec_command', command(part));
  if ('patch' in part)
    return codeMode
      ? call('apply_patch', part.patch)
      : {
          type: 'custom_tool_call',
          id: `ctc_${id}`,
          call_id: `call_${id}`,
          name: 'apply_patch',
          input: part.patch,
        };
  if ('ask' in part) return call('request_user_input', { questions: part.ask });
  if ('js' in part)
    return { type: 'custom_tool_call', id: `ctc_${id}`, call_id: `call_${id}`, name: 'exec', input: part.js };
  return {
    type: 'function_call',
    id: `fc_${id}`,
    call_id: `call_${id}`,
    name: part.call,
    ...(part.namespace ? { namespace: part.namespace } : {}),
    arguments: JSON.stringify(part.input),
  };
}

const cut = (text: string, pieces: number): string[] => {
  const size = Math.max(1, Math.ceil(text.length / pieces));
  const out: string[] = [];
  for (let at = 0; at < text.length; at += size) out.push(text.slice(at, at + size));
  return out;
};

/** The events of the Responses API stream that bring one part. */
export function toEvents(part: Part, item: Item, index: number): Record<string, unknown>[] {
  const events: Record<string, unknown>[] = [];
  if ('say' in part) {
    events.push({
      type: 'response.output_item.added',
      output_index: index,
      item: { ...item, content: [], status: 'in_progress' },
    });
    const pieces = part.pieces ? cut(part.say, part.pieces) : (part.say.match(/\S+\s*/g) ?? [part.say]);
    for (const delta of pieces)
      events.push({
        type: 'response.output_text.delta',
        item_id: item['id'],
        output_index: index,
        content_index: 0,
        delta,
      });
  } else if ('think' in part) {
    events.push({ type: 'response.output_item.added', output_index: index, item: { ...item, summary: [] } });
    for (const delta of part.think.match(/\S+\s*/g) ?? [part.think])
      events.push({
        type: 'response.reasoning_summary_text.delta',
        item_id: item['id'],
        output_index: index,
        summary_index: 0,
        delta,
      });
  }
  events.push({ type: 'response.output_item.done', output_index: index, item });
  return events;
}
