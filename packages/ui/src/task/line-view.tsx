import { type ComponentType, memo } from 'react';
import { RequestLine } from '../cards/request-line.tsx';
import { Markdown } from '../text/markdown.tsx';
import type { Line } from './lines.ts';
import { PastTurn } from './past-turn.tsx';
import { ReceiptLine } from './receipt.tsx';
import { Ended, NoticeLine, OwnTurn, Resumed, Said, Thinking, TurnEnd } from './row-lines.tsx';
import { StepLine, StepsLine } from './step-line.tsx';

/** One line of the transcript. Made anew only when its row is another one. */
export const LineView: ComponentType<{ readonly line: Line }> = memo(
  function LineView({ line }: { readonly line: Line }) {
    switch (line.kind) {
      case 'steps':
        return <StepsLine id={line.key} steps={line.steps} open={line.open} />;
      case 'step':
        return <StepLine step={line.step} open={line.open} depth={line.depth} inner={line.inner} />;
      case 'inner-text':
        return (
          <div className="inner-text" style={{ marginInlineStart: `${line.depth * 1.5}rem` }}>
            <Markdown text={line.row.text} final={line.row.final} />
          </div>
        );
      case 'request':
        return <RequestLine row={line.row} step={line.step} />;
      case 'row':
        return <RowLine row={line.row} />;
    }
  },
  ({ line: a }, { line: b }) => a === b || sameLine(a, b),
);

function sameLine(a: Line, b: Line): boolean {
  if (a.kind === 'step' && b.kind === 'step')
    return a.step === b.step && a.open === b.open && a.depth === b.depth && a.inner === b.inner;
  if (a.kind === 'request' && b.kind === 'request') return a.row === b.row && a.step === b.step;
  if (a.kind === 'inner-text' && b.kind === 'inner-text') return a.row === b.row && a.depth === b.depth;
  return (
    a.kind === 'steps' &&
    b.kind === 'steps' &&
    a.open === b.open &&
    a.steps.length === b.steps.length &&
    a.steps.every((step, index) => step === b.steps[index])
  );
}

function RowLine({ row }: { readonly row: Extract<Line, { kind: 'row' }>['row'] }) {
  switch (row.kind) {
    case 'said':
      return <Said row={row} />;
    case 'past-turn':
      return <PastTurn row={row} />;
    case 'turn-started':
      return <OwnTurn row={row} />;
    case 'turn-ended':
      return <TurnEnd row={row} />;
    case 'text':
      return (
        <div className="answer">
          <Markdown text={row.text} final={row.final} />
        </div>
      );
    case 'thinking':
      return <Thinking row={row} />;
    case 'notice':
      return <NoticeLine row={row} />;
    case 'receipt':
      return <ReceiptLine row={row} />;
    case 'ended':
      return <Ended row={row} />;
    case 'resumed':
      return <Resumed row={row} />;
    // Laid out with their own kinds of line.
    case 'request':
    case 'step':
      return null;
  }
}
