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

/** A code block of a page. */
export interface PageCode {
  tokens: readonly CodeToken[];
  /** The tab or the title of the block, or else its language; empty for plain text. */
  label: string;
}

/** Returns the code block with this code; null if the page has none. */
export function findCode(code: string, body: string): PageCode | null {
  const blocks = new DOMParser().parseFromString(body, 'text/html').querySelectorAll('pre code');
  const block = [...blocks].find(({ textContent }) => textContent.trimEnd() === code.trimEnd());
  return block === undefined ? null : { tokens: tokensIn(block), label: labelOf(block) };
}

function labelOf(block: Element): string {
  const figure = block.closest('figure');
  const tab = block.closest('[role="tabpanel"]')?.getAttribute('aria-label');
  const language = figure?.getAttribute('data-language') ?? 'text';
  return tab ?? figure?.querySelector('figcaption')?.textContent ?? (language === 'text' ? '' : language);
}

const TOKEN_CLASS = /^tk-[a-z-]+$/;

function tokensIn(node: Node): CodeToken[] {
  return [...node.childNodes].flatMap((child) => {
    const kind = child instanceof Element && TOKEN_CLASS.test(child.className) ? child.className : '';
    return child instanceof Element && kind === '' ? tokensIn(child) : [{ text: child.textContent ?? '', kind }];
  });
}

/** Returns the block of a page that an answer quotes; null until it is found. @param pages paths of the pages that the answer cites */
export function useQuotedCode(code: string, pages: readonly string[], load: LoadBody): PageCode | null {
  const [found, setFound] = useState<PageCode | null>(null);
  const cited = pages.join('\n');
  useEffect(() => {
    let isCurrent = true;
    async function find(): Promise<void> {
      for (const page of cited.split('\n').filter((path) => path !== '')) {
        const body = await load(page);
        const block = body === null ? null : findCode(code, body);
        if (!isCurrent) return;
        if (block !== null) return setFound(block);
      }
    }
    void find();
    return () => {
      isCurrent = false;
    };
  }, [code, cited, load]);
  return found;
}

export function ColoredCode({ tokens }: { tokens: readonly CodeToken[] }) {
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
