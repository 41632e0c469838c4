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

/** A code block of a page. */
export interface PageCode {
  tokens: readonly CodeToken[];
  /** The tab or the title of the block, or else its language; empty for plain text. */
  label: string;
}

/** The code blocks of a page by their text. */
type PageBlocks = ReadonlyMap<string, Element>;

/** Loads the code blocks of a page; null if the page cannot be loaded. */
export type LoadBlocks = (path: string) => Promise<PageBlocks | null>;

/** Creates a loader that loads and parses each page once. */
export function createBlockLoader(baseUrl: string): LoadBlocks {
  const pages = new Map<string, Promise<PageBlocks | null>>();
  async function load(path: string): Promise<PageBlocks | null> {
    try {
      const response = await fetch(withBase(baseUrl, pageDataPath(path)));
      const { body } = (await response.json()) as { body?: unknown };
      return typeof body === 'string' ? readBlocks(body) : null;
    } catch {
      // The code stays in one color.
      return null;
    }
  }
  return (path) => {
    const blocks = pages.get(path) ?? load(path);
    pages.set(path, blocks);
    return blocks;
  };
}

/** @param body the HTML of a page's body */
export function readBlocks(body: string): PageBlocks {
  const blocks = new DOMParser().parseFromString(body, 'text/html').querySelectorAll('pre code');
  // The first of several blocks with the same code is the last entry, which a map keeps.
  return new Map(Array.from(blocks, (block): [string, Element] => [block.textContent.trimEnd(), block]).toReversed());
}

/** Returns the code block with this code; null if the page has none. */
export function findCode(code: string, blocks: PageBlocks): PageCode | null {
  const block = blocks.get(code.trimEnd());
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

/** Returns the block of a page that an answer quotes; null until it is found. @param pages paths of the sources of the answer */
export function useQuotedCode(code: string, pages: readonly string[], load: LoadBlocks): PageCode | null {
  const [found, setFound] = useState<{ code: string; block: PageCode } | null>(null);
  const cited = pages.join('\n');
  useEffect(() => {
    let isCurrent = true;
    async function find(): Promise<void> {
      for (const page of cited.split('\n').filter((path) => path !== '')) {
        const blocks = await load(page);
        const block = blocks === null ? null : findCode(code, blocks);
        if (!isCurrent) return;
        if (block !== null) return setFound({ code, block });
      }
    }
    void find();
    return () => {
      isCurrent = false;
    };
  }, [code, cited, load]);
  // The code may have grown since.
  return found?.code === code ? found.block : null;
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
