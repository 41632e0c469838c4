/**
 * Shows the code of an answer in the colors of the page that it is quoted from. The build has highlighted it there, so the
 * browser loads that page's data instead of a highlighter.
 */
import { pageDataPath, withBase } from '@quire/engine/model/url.ts';
import { useEffect, useState } from 'react';

export interface CodeToken {
  text: string;
  /** CSS class for the color of the token; empty: the color of the code. */
  kind: string;
}

/** Loads the HTML of a page's body; null if it cannot be loaded. */
export type LoadBody = (path: string) => Promise<string | null>;

/** Creates a loader that loads each page once. */
export function createBodyLoader(baseUrl: string): LoadBody {
  const bodies = new Map<string, Promise<string | null>>();
  async function load(path: string): Promise<string | null> {
    try {
      const response = await fetch(withBase(baseUrl, pageDataPath(path)));
      const { body } = (await response.json()) as { body?: unknown };
      return typeof body === 'string' ? body : null;
    } catch {
      // The code stays in one color.
      return null;
    }
  }
  return (path) => {
    const body = bodies.get(path) ?? load(path);
    bodies.set(path, body);
    return body;
  };
}

/** Returns the tokens of the code block with this code; null if the page has no such block. */
export function findTokens(code: string, body: string): CodeToken[] | null {
  const blocks = new DOMParser().parseFromString(body, 'text/html').querySelectorAll('pre code');
  const block = [...blocks].find(({ textContent }) => textContent.trimEnd() === code.trimEnd());
  return block === undefined ? null : tokensIn(block);
}

const TOKEN_CLASS = /^tk-[a-z-]+$/;

function tokensIn(node: Node): CodeToken[] {
  return [...node.childNodes].flatMap((child) => {
    const kind = child instanceof Element && TOKEN_CLASS.test(child.className) ? child.className : '';
    return child instanceof Element && kind === '' ? tokensIn(child) : [{ text: child.textContent ?? '', kind }];
  });
}

/** @param pages paths of the pages that the answer cites */
export function QuotedCode({ code, pages, load }: { code: string; pages: readonly string[]; load: LoadBody }) {
  const [tokens, setTokens] = useState<readonly CodeToken[] | null>(null);
  const cited = pages.join('\n');
  useEffect(() => {
    let isCurrent = true;
    async function color(): Promise<void> {
      for (const page of cited.split('\n').filter((path) => path !== '')) {
        const body = await load(page);
        const found = body === null ? null : findTokens(code, body);
        if (!isCurrent) return;
        if (found !== null) return setTokens(found);
      }
    }
    void color();
    return () => {
      isCurrent = false;
    };
  }, [code, cited, load]);
  if (tokens === null) return <code>{code}</code>;
  return (
    <code>
      {tokens.map(({ text, kind }, index) => (
        <span key={index} className={kind || undefined}>
          {text}
        </span>
      ))}
    </code>
  );
}
