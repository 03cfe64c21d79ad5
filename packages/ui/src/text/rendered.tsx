import { type MarkedToken, marked, type Token, type Tokens } from 'marked';
import { Fragment, memo, type ReactNode, useMemo } from 'react';
import { useWords } from '../words/use-words.ts';
import { safeAddress } from './address.ts';
import { Code } from './code.tsx';
import './text.css';

/** Longer words are shown as they are: laying them out would take longer than reading them is worth. */
const longest = 400_000;

/**
 * Markdown as React elements, made from marked's tokens: no HTML is ever put into the page, so what an agent wrote can
 * only become words, and links to web addresses.
 */
export default function Rendered({ text, final }: { readonly text: string; readonly final: boolean }) {
  const tokens = useMemo(
    () => (text.length > longest ? null : marked.lexer(text, { gfm: true, breaks: false })),
    [text],
  );
  if (!tokens)
    return (
      <p className="plain-text" dir="auto">
        {text}
      </p>
    );
  return (
    <div className="prose">
      {tokens.map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks only grow at the end.
        <Block key={index} raw={token.raw} token={token} final={final || index < tokens.length - 1} />
      ))}
    </div>
  );
}

/** A block is made anew only when its own text has changed: a streaming answer redraws its last one. */
const Block = memo(
  function Block({ token, final }: { readonly raw: string; readonly token: Token; readonly final: boolean }) {
    return <>{block(token as MarkedToken, final)}</>;
  },
  (a, b) => a.raw === b.raw && a.final === b.final,
);

function block(token: MarkedToken, final: boolean): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      // The task's own title is the page's first heading; an answer's stay below it.
      return token.depth <= 2 ? <h2 dir="auto">{inline(token.tokens)}</h2> : <h3 dir="auto">{inline(token.tokens)}</h3>;
    case 'paragraph':
      return <p dir="auto">{inline(token.tokens)}</p>;
    case 'code':
      return <Code text={token.text} language={token.lang ?? ''} final={final} />;
    case 'blockquote':
      return <blockquote dir="auto">{blocks(token.tokens, final)}</blockquote>;
    case 'list':
      return <List token={token} final={final} />;
    case 'table':
      return <Table token={token} />;
    case 'hr':
      return <hr />;
    case 'text':
      return token.tokens ? inline(token.tokens) : token.text;
    default:
      return <p dir="auto">{token.raw}</p>;
  }
}

const blocks = (tokens: readonly Token[], final: boolean): ReactNode =>
  tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the text.
    <Fragment key={index}>{block(token as MarkedToken, final)}</Fragment>
  ));

function List({ token, final }: { readonly token: Tokens.List; readonly final: boolean }) {
  const items = token.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the text.
    <li key={index} dir="auto" className={item.task ? 'task-item' : undefined}>
      {item.task && <span aria-hidden="true">{item.checked ? '☑ ' : '☐ '}</span>}
      {blocks(
        item.tokens.filter(({ type }) => type !== 'checkbox'),
        final,
      )}
    </li>
  ));
  return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ token }: { readonly token: Tokens.Table }) {
  const say = useWords();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard where it's wide.
    <section className="table" tabIndex={0} aria-label={say('table')}>
      <table>
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order of the text.
              <th key={index} scope="col" dir="auto">
                {inline(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of the text.
            <tr key={index}>
              {row.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the order of the text.
                <td key={place} dir="auto">
                  {inline(cell.tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const inline = (tokens: readonly Token[] | undefined): ReactNode =>
  tokens?.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the text.
    <Fragment key={index}>{span(token as MarkedToken)}</Fragment>
  ));

function span(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token.tokens)}</strong>;
    case 'em':
      return <em>{inline(token.tokens)}</em>;
    case 'del':
      return <del>{inline(token.tokens)}</del>;
    case 'codespan':
      return <code dir="ltr">{givenBack(token.text)}</code>;
    case 'br':
      return <br />;
    case 'link': {
      const address = safeAddress(token.href);
      if (address === null) return <>{inline(token.tokens)}</>;
      return (
        <a href={address} target="_blank" rel="noreferrer" title={address}>
          {inline(token.tokens)}
        </a>
      );
    }
    // Nothing is loaded from elsewhere: a picture is told by its words, with its address to open.
    case 'image': {
      const address = safeAddress(token.href);
      const words = token.text || token.href;
      return address === null ? (
        words
      ) : (
        <a href={address} target="_blank" rel="noreferrer" title={address}>
          {words}
        </a>
      );
    }
    case 'escape':
      return <>{token.text}</>;
    case 'text':
      return token.tokens ? inline(token.tokens) : givenBack(token.text);
    default:
      return <>{token.raw}</>;
  }
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
/** React escapes by itself; what marked escaped is given back. */
const givenBack = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (found) => entities[found] ?? found);
