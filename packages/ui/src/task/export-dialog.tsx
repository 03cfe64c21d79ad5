import type { TaskSummary } from '@bureau/contracts';
import { useApp } from '../app/app.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useWords } from '../words/use-words.ts';

/** Saves the whole task as a file to keep or to show. */
export function ExportDialog({ summary, onClose }: { readonly summary: TaskSummary; readonly onClose: () => void }) {
  const app = useApp();
  const say = useWords();
  const save = async (format: 'markdown' | 'html') => {
    const went = await app.attempt(
      app.line
        .call('task.export', { task: summary.task, format })
        .then(({ text }) => download(summary.title, format, text)),
    );
    if (went) onClose();
  };
  return (
    <Dialog title={say('task.export')} sentence={say('export.means')} onClose={onClose}>
      <div className="row">
        <Button icon="globe" onClick={() => void save('html')}>
          {say('export.html')}
        </Button>
        <Button icon="file" onClick={() => void save('markdown')}>
          {say('export.markdown')}
        </Button>
      </div>
    </Dialog>
  );
}

function download(title: string, format: 'markdown' | 'html', text: string): void {
  const type = format === 'html' ? 'text/html' : 'text/markdown';
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = `${
    title
      .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
      .trim()
      .slice(0, 60) || 'task'
  }.${format === 'html' ? 'html' : 'md'}`;
  link.click();
  // The browser takes its copy when the click is handled.
  queueMicrotask(() => URL.revokeObjectURL(link.href));
}
