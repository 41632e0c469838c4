/** The tools for other agents, as functions from arguments to text. What is wrong is reported in words an agent can act on. */
import type { SearchHit, TextPiece } from '@quire/search';
import { findPage, type Documentation } from './documentation.ts';

/** A mistake of the caller; the message says how to fix it. */
export class ToolError extends Error {
  override name = 'ToolError';
}

/** Characters of a page that are given at a time: a long reference page would fill an agent's memory. */
const PART_CHARACTERS = 20_000;
const PAGES_AT_A_TIME = 100;
const EXCERPTS = 2;

export function searchDocs({ engine }: Documentation, query: string, limit: number): string {
  const { hits, total } = engine.search({ text: query, hitsPerPage: limit });
  if (hits.length === 0) return `Nothing was found for "${query}". Try fewer or other words, or list_pages.`;
  const results = hits.map((hit, index) => `${index + 1}. ${describeHit(hit)}`);
  const more = total > hits.length ? [`${total - hits.length} more pages match; ask for more with a higher limit or narrower words.`] : [];
  return [...results, ...more, 'Read a page with get_page and its path.'].join('\n\n');
}

function describeHit({ page, sections }: SearchHit): string {
  const lines = sections.slice(0, EXCERPTS).flatMap(({ anchor, heading, excerpt }) => {
    const place = anchor === '' ? page.path : `${page.path}#${anchor}`;
    return [`   - ${heading} (${place})`, ...(excerpt.length > 0 ? [`     ${plain(excerpt)}`] : [])];
  });
  return [`${page.title}`, `   path: ${page.path}`, ...lines].join('\n');
}

/** On one line, as the pieces of an excerpt may come from several blocks. */
const plain = (pieces: readonly TextPiece[]): string =>
  pieces
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/g, ' ');

/** @param offset characters of the page to leave out, from the note at the end of the part before */
export async function getPage(documentation: Documentation, path: string, offset: number): Promise<string> {
  const { pages, baseUrl, readMarkdown } = documentation;
  const page = findPage(pages, path, baseUrl);
  const markdown = page && (await readMarkdown(page));
  if (markdown === null) throw new ToolError(`There is no page ${path}. ${nearestPages(documentation, path)}`);
  if (offset > 0 && offset >= markdown.length) {
    throw new ToolError(`The page ${path} has ${markdown.length} characters: there is nothing at offset ${offset}.`);
  }
  const end = partEnd(markdown, offset);
  const part = markdown.slice(offset, end);
  if (end === markdown.length) return part;
  return `${part}\n\n[Characters ${offset} to ${end} of ${markdown.length}. Call get_page with offset ${end} for what follows.]`;
}

function partEnd(markdown: string, offset: number): number {
  if (markdown.length - offset <= PART_CHARACTERS) return markdown.length;
  const line = markdown.lastIndexOf('\n', offset + PART_CHARACTERS);
  return line > offset ? line + 1 : offset + PART_CHARACTERS;
}

function nearestPages({ engine }: Documentation, path: string): string {
  const words = path.replace(/^https?:\/\/[^/]*/, '').replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
  const near = engine.search({ text: words, hitsPerPage: 3 }).hits.map(({ page }) => page.path);
  return near.length === 0 ? 'list_pages tells the paths of all pages.' : `Pages that come near: ${near.join(', ')}`;
}

/** @param offset pages to leave out, from the note at the end of the list before */
export function listPages({ pages }: Documentation, group: string | null, offset: number): string {
  const all = pages.filter((page) => group === null || page.group === group);
  const shown = all.slice(offset, offset + PAGES_AT_A_TIME);
  if (shown.length === 0) throw new ToolError(`There are ${all.length} such pages: nothing is at offset ${offset}.`);
  const lines = shown.map(({ path, title }) => `- ${path}: ${title}`);
  const end = offset + shown.length;
  const note = end < all.length ? [`[${end} of ${all.length} pages. Call list_pages with offset ${end} for what follows.]`] : [];
  return [...lines, ...note].join('\n');
}
