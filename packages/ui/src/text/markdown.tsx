import { lazy, Suspense } from 'react';

const Rendered = lazy(() => import('./rendered.tsx'));

/** What an agent wrote. Until the renderer is there, and where it can't be loaded, the words as they are. */
export function Markdown({ text, final }: { readonly text: string; readonly final: boolean }) {
  return (
    <Suspense
      fallback={
        <p className="plain-text" dir="auto">
          {text}
        </p>
      }
    >
      <Rendered text={text} final={final} />
    </Suspense>
  );
}
