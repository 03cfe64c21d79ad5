import { lazy, Suspense } from 'react';

const Coloured = lazy(() => import('./ansi-coloured.tsx'));

/** What a program printed. Without a control character it is shown as it is. */
export function Ansi({ text }: { readonly text: string }) {
  if (text === '') return null;
  const plain = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard.
    <pre className="exact output" tabIndex={0} dir="ltr">
      {text}
    </pre>
  );
  if (!/[\u001b\r\b]/.test(text)) return plain;
  return (
    <Suspense fallback={plain}>
      <Coloured text={text} />
    </Suspense>
  );
}
