import type { Receipt } from '@bureau/contracts';

interface Stopped {
  readonly task: string;
  readonly receipt: Receipt;
}

/** Says for each task what its stop ended; gives the exit code (3 where something is left or not proved). */
export function sayStopped(stopped: readonly Stopped[], out: NodeJS.WritableStream = process.stderr): number {
  for (const { task, receipt } of stopped) out.write(`${receiptLine(task, receipt)}\n`);
  return stopped.every(({ receipt }) => receipt.gone) ? 0 : 3;
}

/** A receipt as a line for people. */
export function receiptLine(task: string, receipt: Receipt): string {
  const ended = `${receipt.endedCount} ${receipt.endedCount === 1 ? 'process' : 'processes'} ended`;
  const kept = receipt.kept.length > 0 ? `, ${receipt.kept.length} kept as you asked` : '';
  const handed =
    receipt.handedOver.length > 0 ? `; handed to others: ${receipt.handedOver.map(({ to }) => to).join(', ')}` : '';
  if (receipt.gone)
    return `${task}: stopped, nothing of it runs any more (${ended}${kept}, proved by ${receipt.proof}${handed}).`;
  const left = receipt.left.map(({ pid, command, why }) => `${pid} ${command} (${why})`);
  return `${task}: ${ended}${kept}, but it is not proved that nothing is left${left.length > 0 ? `: ${left.join('; ')}` : ''}${handed}.`;
}
