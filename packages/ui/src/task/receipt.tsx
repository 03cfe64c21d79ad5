import type { Receipt } from '@bureau/contracts';
import type { ReceiptRow } from '@bureau/host/client';
import { Fold } from '../parts/fold.tsx';
import { Note } from '../parts/note.tsx';
import { useWords } from '../words/use-words.ts';
import type { Say } from '../words/words.ts';

export function ReceiptLine({ row }: { readonly row: ReceiptRow }) {
  const say = useWords();
  if (row.released && row.receipt.gone && row.receipt.left.length === 0)
    return <p className="turn-end soft">{say('receipt.released')}</p>;
  return <ReceiptWords receipt={row.receipt} />;
}

/** Programs that were still at work, without those that went by themselves. */
const stoppedCount = ({ ended, endedCount }: Receipt): number => {
  const forced = ended.filter(({ how }) => how !== 'exited').length;
  return endedCount > ended.length ? endedCount - (ended.length - forced) : forced;
};

function headline(receipt: Receipt, say: Say): string {
  if (receipt.left.length > 0) return say('receipt.left', { count: receipt.left.length });
  if (!receipt.gone) return say('receipt.unproved');
  const count = stoppedCount(receipt);
  const stopped = count > 0 ? say('receipt.stopped', { count }) : say('receipt.stoppedNothing');
  return receipt.kept.length > 0 ? stopped : `${stopped} ${say('receipt.gone')}`;
}

/** What a stop ended and what it could not, in words; «stopped» only where it is proved. */
export function ReceiptWords({ receipt }: { readonly receipt: Receipt }) {
  const say = useWords();
  const whole = receipt.gone && receipt.left.length === 0;
  return (
    <Note tone={whole ? 'good' : 'lost'} icon={whole ? 'shield' : 'warning'}>
      <strong>{headline(receipt, say)}</strong>
      {receipt.left.length > 0 && (
        <>
          <ul>
            {receipt.left.map(({ pid, command, why, user }) => (
              <li key={pid}>
                <span className="mono">{command}</span> · {why} ({say('receipt.ofUser', { user })})
              </li>
            ))}
          </ul>
          <span>{say('receipt.left.todo')}</span>
        </>
      )}
      {!receipt.gone && receipt.left.length === 0 && <span>{say('receipt.unproved.todo')}</span>}
      {receipt.kept.length > 0 && (
        <span>
          {say('receipt.kept', { count: receipt.kept.length })}{' '}
          {receipt.kept.map(({ command }) => shortCommand(command)).join(', ')}
        </span>
      )}
      {receipt.handedOver.length > 0 && (
        <>
          <span>{say('receipt.handedOver', { count: receipt.handedOver.length })}</span>
          <ul>
            {receipt.handedOver.map(({ to, command }) => (
              <li key={`${to} ${command}`}>
                {to === 'other' ? say('receipt.otherProgram') : to}: <span className="mono">{command}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {(receipt.ended.length > 0 || receipt.handedOver.length > 0) && (
        <Fold title={say('receipt.details')} className="small">
          <ul>
            {receipt.ended.map(({ pid, command, how }) => (
              <li key={pid}>
                <span className="mono">{shortCommand(command)}</span> ·{' '}
                {say(
                  how === 'exited' ? 'receipt.how.exited' : how === 'TERM' ? 'receipt.how.term' : 'receipt.how.kill',
                )}
              </li>
            ))}
          </ul>
          <p className="soft">
            {say(whole ? 'receipt.proved' : 'receipt.notProved', { seconds: (receipt.ms.total / 1000).toFixed(1) })}
          </p>
        </Fold>
      )}
    </Note>
  );
}

const shortCommand = (command: string): string => (command.length > 80 ? `${command.slice(0, 79)}…` : command);
