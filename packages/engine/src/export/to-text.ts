import type { TaskEvent } from '@bureau/contracts';
import type { TaskState } from '../task/state.ts';
import { maskSecrets } from './mask.ts';

/** A piece of a transcript, before it has a format. */
type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'person' | 'agent' | 'note'; readonly text: string }
  | { readonly kind: 'step'; readonly text: string; readonly exact: string };

/** A task as text that can be given to somebody: secrets that can be recognised are hidden. */
export function exportTask(state: TaskState, events: readonly TaskEvent[], format: 'markdown' | 'html'): string {
  const blocks = events.flatMap(toBlocks);
  const head = `${state.agent} · ${state.folder} · ${state.startedAt}`;
  return format === 'markdown' ? toMarkdown(state.title, head, blocks) : toHtml(state.title, head, blocks);
}

function toBlocks(event: TaskEvent): Block[] {
  switch (event.type) {
    case 'task':
      return [{ kind: 'person', text: event.prompt }];
    case 'said':
      return event.state === 'sent' ? [{ kind: 'person', text: event.text }] : [];
    case 'text':
      return event.final ? [{ kind: 'agent', text: event.text }] : [];
    case 'step':
      return event.state === 'running'
        ? [{ kind: 'step', text: event.title, exact: event.exact ?? '' }]
        : event.state === 'completed' || event.late
          ? []
          : [{ kind: 'note', text: `${event.title}: ${event.state}` }];
    case 'request':
      return [{ kind: 'note', text: `Asked: ${event.card.title}` }];
    case 'request-closed':
      return [
        {
          kind: 'note',
          text: `${event.how}${event.answer ? `: ${event.answer}` : ''}${event.message ? ` (${event.message})` : ''}`,
        },
      ];
    case 'turn':
      return event.error
        ? [{ kind: 'note', text: event.error.message }]
        : event.summary
          ? [{ kind: 'note', text: event.summary }]
          : [];
    case 'notice':
      return event.level === 'info' ? [] : [{ kind: 'note', text: event.message }];
    case 'stopped':
      return [
        {
          kind: 'note',
          text: `Stopped: ${event.receipt.endedCount} processes ended, ${event.receipt.gone ? 'nothing is left (proved)' : `${event.receipt.left.length} may be left`}.`,
        },
      ];
    case 'ended':
      return [{ kind: 'heading', text: event.message ?? event.how }];
    default:
      return [];
  }
}

function toMarkdown(title: string, head: string, blocks: readonly Block[]): string {
  const fence = (text: string) => {
    // A fence longer than any in the text.
    const ticks = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
    return `${ticks}\n${text}\n${ticks}`;
  };
  const parts = blocks.map((block) => {
    const text = maskSecrets(block.text);
    switch (block.kind) {
      case 'heading':
        return `---\n\n**${text}**`;
      case 'person':
        return text
          .split('\n')
          .map((line) => `> ${line}`)
          .join('\n');
      case 'note':
        return `_${text.replace(/_/g, '\\_')}_`;
      case 'step':
        return block.exact ? `- ${text}\n\n${fence(maskSecrets(block.exact))}` : `- ${text}`;
      default:
        return text;
    }
  });
  return `# ${maskSecrets(title)}\n\n${head}\n\n${parts.join('\n\n')}\n`;
}

function toHtml(title: string, head: string, blocks: readonly Block[]): string {
  const safe = (text: string) => maskSecrets(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const parts = blocks.map((block) => {
    switch (block.kind) {
      case 'heading':
        return `<h2>${safe(block.text)}</h2>`;
      case 'step':
        return `<details><summary>${safe(block.text)}</summary><pre>${safe(block.exact)}</pre></details>`;
      default:
        return `<p class="${block.kind}">${safe(block.text)}</p>`;
    }
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${safe(title)}</title>
<style>body{font:16px/1.5 system-ui;max-width:46em;margin:2em auto;padding:0 1em}p{white-space:pre-wrap}.person{background:#eef;padding:.6em;border-radius:.5em}.note,header{color:#555}pre{overflow:auto;background:#f4f4f4;padding:.6em}</style>
</head><body><h1>${safe(title)}</h1><header>${safe(head)}</header>
${parts.join('\n')}
</body></html>
`;
}
