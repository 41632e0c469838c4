/**
 * Converts a result to a DocSearch hit. Every text of a hit is HTML-escaped, because clients insert even the plain fields into
 * the page as HTML.
 */
import { escapeHtml } from '../results-html.ts';
import { groupLabel, joinPieces, type ResultEntry } from '../site-search.ts';
import type { SearchGroup, SearchPage, TextPiece } from '../types.ts';
import { withBase } from '../search-address.ts';
import type { ParsedQuery, DocSearchHit, Hierarchy, HierarchyLevel, HighlightedValue, HighlightResult } from './protocol.ts';

/** Platform global of Node, browsers and workers; declared here because this zone is typed without any of them. */
declare const encodeURI: (text: string) => string;

export interface HitContext {
  /** Base URL of every address; starts and ends with `/`. */
  baseUrl: string;
  query: ParsedQuery;
  groups: readonly SearchGroup[];
  tags: HighlightTags;
  /** Number of words in the query. */
  words: number;
}

const LEVELS: readonly HierarchyLevel[] = ['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6'];

/** Converts a result to a hit with the attributes that the query requests. */
export function docSearchHit({ hit, section }: ResultEntry, context: HitContext): DocSearchHit {
  const { page } = hit;
  const levels = levelsOf(page, section.headingPath, context.groups);
  const content = joinPieces(section.excerpt);
  const address = withBase(context.baseUrl, encodeURI(page.path));
  const anchor = escapeHtml(section.anchor);
  const fields: Required<Omit<DocSearchHit, '_highlightResult' | '_snippetResult'>> = {
    objectID: escapeHtml(`${page.path}#${section.anchor}`),
    url: escapeHtml(address + (section.anchor === '' ? '' : `#${encodeURI(section.anchor)}`)),
    url_without_anchor: escapeHtml(address),
    anchor,
    type: typeOf(levels, section.excerpt),
    content: content === '' ? null : escapeHtml(content),
    hierarchy: hierarchyOf(levels),
    language: page.language,
    docusaurus_tag: page.tags.map(escapeHtml),
    group: page.group,
    breadcrumbs: page.breadcrumbs.map(escapeHtml),
  };
  return {
    ...selectAttributes(fields, context.query.attributesToRetrieve),
    ...highlights(levels, section.excerpt, context),
    ...snippets(levels, section.excerpt, context),
  };
}

type Levels = readonly (readonly [HierarchyLevel, readonly TextPiece[]])[];

/** Assigns the group, the title, and the headings to levels. Of a hierarchy that is too deep, headings in the middle are omitted. */
function levelsOf(page: SearchPage, headings: readonly TextPiece[][], groups: readonly SearchGroup[]): Levels {
  const fitting = headings.length <= 6 ? headings : [...headings.slice(0, 3), ...headings.slice(-3)];
  const group = [{ text: groupLabel(page, groups), highlighted: false }];
  return [group, ...fitting].map((pieces, level) => [LEVELS[level] as HierarchyLevel, pieces] as const);
}

function hierarchyOf(levels: Levels): Hierarchy<string> {
  const written = new Map(levels.map(([level, pieces]) => [level, escapeHtml(joinPieces(pieces))]));
  return Object.fromEntries(LEVELS.map((level) => [level, written.get(level) ?? null])) as Hierarchy<string>;
}

const hasHighlight = (pieces: readonly TextPiece[]): boolean => pieces.some(({ highlighted }) => highlighted);

/** Returns the level of the last heading, or `content` if only the text below it matches. */
function typeOf(levels: Levels, excerpt: readonly TextPiece[]): DocSearchHit['type'] {
  const [level, heading] = levels.at(-1) as Levels[number];
  return level !== 'lvl1' && hasHighlight(excerpt) && !hasHighlight(heading) ? 'content' : level;
}

/** Selects the requested attributes; `*` or undefined means all. Only the part before a dot counts. The id is always included. */
function selectAttributes<Fields extends { objectID: string }>(fields: Fields, attributes: readonly string[] | undefined): Fields {
  if (attributes === undefined || attributes.includes('*')) return fields;
  const requested = new Set(['objectID', ...attributes.map(rootAttribute)]);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => requested.has(name))) as Fields;
}

const rootAttribute = (attribute: string): string => attribute.replace(/[.:].*/s, '');

function isRequested(attributes: readonly string[] | undefined, name: string): boolean {
  return (
    attributes === undefined || attributes.some((attribute) => ['*', name, rootAttribute(name)].includes(attribute.replace(/:.*/s, '')))
  );
}

function highlights(
  levels: Levels,
  excerpt: readonly TextPiece[],
  { query, tags, words }: HitContext,
): Pick<DocSearchHit, '_highlightResult'> {
  const requested = levels.filter(([level]) => isRequested(query.attributesToHighlight, `hierarchy.${level}`));
  const hierarchy = Object.fromEntries(requested.map(([level, pieces]) => [level, highlightResult(pieces, tags, words)]));
  const content = excerpt.length > 0 && isRequested(query.attributesToHighlight, 'content');
  return { _highlightResult: { hierarchy, ...(content && { content: highlightResult(excerpt, tags, words) }) } };
}

/** Number of words in a snippet. */
const DEFAULT_SNIPPET_WORDS = 10;
const MAX_SNIPPET_WORDS = 100;

function snippets(levels: Levels, excerpt: readonly TextPiece[], { query, tags, words }: HitContext): Pick<DocSearchHit, '_snippetResult'> {
  if (query.attributesToSnippet.length === 0) return {};
  const sizes = new Map(query.attributesToSnippet.map((attribute) => parseSnippetSize(attribute)));
  const sizeOf = (name: string): number | undefined => sizes.get(name) ?? sizes.get('*');
  const cut = (pieces: readonly TextPiece[], size: number): ReturnType<typeof highlightedValue> =>
    highlightedValue(snippet(pieces, size, query.snippetEllipsisText), tags, words);
  const hierarchy = levels.flatMap(([level, pieces]) => {
    const size = sizeOf(`hierarchy.${level}`);
    return size === undefined ? [] : [[level, cut(pieces, size)] as const];
  });
  const size = sizeOf('content');
  return {
    _snippetResult: {
      hierarchy: Object.fromEntries(hierarchy),
      ...(size !== undefined && excerpt.length > 0 && { content: cut(excerpt, size) }),
    },
  };
}

function parseSnippetSize(attribute: string): [name: string, words: number] {
  const [name = '', size] = attribute.split(':');
  return [name, Math.min(Math.max(Math.trunc(Number(size ?? DEFAULT_SNIPPET_WORDS)) || DEFAULT_SNIPPET_WORDS, 1), MAX_SNIPPET_WORDS)];
}

// Highlighting: converts pieces of text to HTML whose only markup is the highlight tags of the request.

export interface HighlightTags {
  pre: string;
  post: string;
}

const DEFAULT_TAGS: HighlightTags = { pre: '<mark>', post: '</mark>' };
const PLAIN_TAG = /^<(mark|em|strong|b|i|span)(?: class="[\w -]*")?>$/;

/**
 * Returns the highlight tags of a request if they are a simple matching pair, or else `<mark>`, so that an answer never
 * contains injected markup.
 */
export function highlightTags(pre: string | undefined, post: string | undefined): HighlightTags {
  const name = PLAIN_TAG.exec(pre ?? '')?.[1];
  return name !== undefined && post === `</${name}>` ? { pre: pre as string, post } : DEFAULT_TAGS;
}

export function toHtml(pieces: readonly TextPiece[], { pre, post }: HighlightTags): string {
  return pieces.map(({ text, highlighted }) => (highlighted ? pre + escapeHtml(text) + post : escapeHtml(text))).join('');
}

/** @param words number of words in the query */
export function highlightedValue(pieces: readonly TextPiece[], tags: HighlightTags, words: number): HighlightedValue {
  const matched = matchedWords(pieces).length;
  return { value: toHtml(pieces, tags), matchLevel: matched === 0 ? 'none' : matched >= words ? 'full' : 'partial' };
}

function highlightResult(pieces: readonly TextPiece[], tags: HighlightTags, words: number): HighlightResult {
  return { ...highlightedValue(pieces, tags, words), matchedWords: matchedWords(pieces).map(escapeHtml) };
}

function matchedWords(pieces: readonly TextPiece[]): string[] {
  return [...new Set(pieces.filter(({ highlighted }) => highlighted).map(({ text }) => text.toLowerCase()))];
}

/** Splits pieces into words, each with the space around it. The ellipses of an excerpt are omitted. */
function wordsOf(pieces: readonly TextPiece[]): TextPiece[] {
  return (
    pieces
      .filter(({ text }) => text.trim() !== '…')
      // oxlint-disable-next-line regexp/no-super-linear-move -- Spaces alone match, too.
      .flatMap(({ text, highlighted }) => (text.match(/\s*\S+\s*|\s+/g) ?? []).map((word) => ({ text: word, highlighted })))
  );
}

/** Cuts pieces to a number of words around the first match, with an ellipsis at each cut. */
export function snippet(pieces: readonly TextPiece[], words: number, ellipsis: string): TextPiece[] {
  const all = wordsOf(pieces);
  const isWord = ({ text }: TextPiece): boolean => text.trim() !== '';
  const first = Math.max(
    0,
    all.findIndex(({ highlighted }) => highlighted),
  );
  let start = first;
  for (let before = Math.floor(words / 3); before > 0 && start > 0; start--) if (isWord(all[start - 1] as TextPiece)) before--;
  let end = start;
  for (let left = words; left > 0 && end < all.length; end++) if (isWord(all[end] as TextPiece)) left--;
  const cut = { text: ellipsis, highlighted: false };
  const before = start > 0 || pieces[0]?.text === '… ';
  const after = end < all.length || pieces.at(-1)?.text === ' …';
  return [...(before ? [cut] : []), ...all.slice(start, end), ...(after ? [cut] : [])];
}
