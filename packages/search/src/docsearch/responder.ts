/** Answers requests of the DocSearch protocol with the engine, and writes its results as hits. */
import { resultWindow, suggestSearches, groupLabel, joinPieces, type ResultEntry } from '../site-search.ts';
import type { AnsweredSearch, SearchEngine, SearchFilters, SearchGroup, SearchPage, TextPiece } from '../types.ts';
import { escapeHtml } from '../results-html.ts';
import { withBase } from '../search-address.ts';
import {
  countRankedWords,
  type ParsedQuery,
  parseQueries,
  parseSingleQuery,
  rankingKey,
  type FacetFilters,
  ProtocolError,
  type SearchResponse,
  type SearchResults,
  type DocSearchHit,
  type Hierarchy,
  type HierarchyLevel,
  type HighlightedValue,
  type HighlightResult,
} from './protocol.ts';

export interface ResponderOptions {
  engine: SearchEngine;
  /** Name of the index of `engine`. */
  indexName: string;
  /** The engines of other doc sets by the names of their indexes; absent: there is only one index. */
  others?: Readonly<Record<string, SearchEngine>>;
  /** Starts and ends with `/`. */
  baseUrl: string;
  /** Returns a monotonic time in milliseconds. */
  now: () => number;
  /** Called after each answered query. */
  onSearch?: (search: AnsweredSearch) => void;
}

export interface Responder {
  /** Groups of the site in the order of their filters. */
  readonly groups: readonly SearchGroup[];
  /** Answers the body of a request to all indexes. @param onWords called with the number of words that it looks up @throws ProtocolError */
  answerAll(body: string, onWords?: (words: number) => void): SearchResponse;
  /** Answers the body of a request to the index that the address names. @param onWords see `answerAll` @throws ProtocolError */
  answerOne(body: string, indexName: string, onWords?: (words: number) => void): SearchResults;
  /** Answers a valid query. @throws ProtocolError if the index does not exist */
  answer(query: ParsedQuery): SearchResults;
}

export function createResponder({ engine: main, indexName, others = {}, baseUrl, now, onSearch }: ResponderOptions): Responder {
  /** @throws ProtocolError */
  function engineOf(name: string): SearchEngine {
    const engine = name === indexName ? main : Object.hasOwn(others, name) ? others[name] : undefined;
    if (engine === undefined)
      throw new ProtocolError(`Index ${name.slice(0, 80)} does not exist; the index of this site is ${indexName}.`, 404);
    return engine;
  }

  /** The filters of the last query. Equal filters are the same object, so that the engine can use its cached ranking. */
  let cached: { written: string; filters: SearchFilters } = { written: '[]', filters: {} };
  function filtersOf({ facetFilters }: ParsedQuery): SearchFilters {
    const written = JSON.stringify(facetFilters);
    if (written !== cached.written) {
      const accepts = facetPredicate(facetFilters);
      cached = { written, filters: accepts === undefined ? {} : { accepts } };
    }
    return cached.filters;
  }

  function answer(query: ParsedQuery): SearchResults {
    const engine = engineOf(query.indexName);
    const start = now();
    const filters = filtersOf(query);
    const counter = createFacetCounter(query.facets);
    const { entries, total } = resultWindow(engine, { text: query.query, filters, tally: counter.tally }, query);
    const tags = highlightTags(query.highlightPreTag, query.highlightPostTag);
    const context = { baseUrl, groups: engine.groups, query, tags, words: query.query.split(/\s+/).filter(Boolean).length };
    const hits = entries.map((entry) => docSearchHit(entry, context));
    const suggestions = total === 0 ? suggestSearches(engine, query.query, filters) : [];
    const ms = now() - start;
    onSearch?.({ query: query.query, total, ms });
    return {
      index: query.indexName,
      hits,
      nbHits: total,
      page: query.page,
      nbPages: query.hitsPerPage === 0 ? 0 : Math.ceil(total / query.hitsPerPage),
      hitsPerPage: query.hitsPerPage,
      query: query.query,
      params: query.params,
      processingTimeMS: Math.round(ms),
      exhaustiveNbHits: true,
      ...(query.facets.length > 0 && { facets: counter.counts }),
      ...(suggestions.length > 0 && { suggestions }),
    };
  }

  /**
   * Answers queries with the same ranking consecutively, so that the engine ranks once. Returns the answers in the order of
   * the queries.
   */
  function answerByRanking(queries: readonly ParsedQuery[]): SearchResults[] {
    const answers = queries
      .map((query, position) => ({ query, position, key: rankingKey(query) }))
      .sort((a, b) => Number(a.key > b.key) - Number(a.key < b.key))
      .map(({ query, position }) => [position, answer(query)] as const);
    return answers.sort(([a], [b]) => a - b).map(([, results]) => results);
  }

  return {
    groups: main.groups,
    answer,
    answerAll: (body, onWords) => {
      const queries = parseQueries(body);
      // Fail if any index is missing, since a client could not distinguish that from an empty result.
      for (const query of queries) engineOf(query.indexName);
      onWords?.(countRankedWords(queries).words);
      return { results: answerByRanking(queries) };
    },
    answerOne: (body, name, onWords) => {
      const query = parseSingleQuery(body, name);
      onWords?.(countRankedWords([query]).words);
      return answer(query);
    },
  };
}

// Facets: the attributes of a page by which clients may filter and count.

/** The values of a page by attribute; `lang` and `tags` are older names. */
const ATTRIBUTES: Readonly<Record<string, (page: SearchPage) => readonly string[]>> = {
  language: (page) => [page.language],
  lang: (page) => [page.language],
  docusaurus_tag: (page) => page.tags,
  tags: (page) => page.tags,
  group: (page) => [page.group],
};

type Accepts = (page: SearchPage) => boolean;

/**
 * Compiles `attribute:value` into a predicate; `attribute:-value` excludes. As in the hosted service, an unknown attribute
 * matches no page.
 */
function compileFilter(filter: string): Accepts {
  const colon = filter.indexOf(':');
  const attribute = filter.slice(0, colon);
  const written = filter.slice(colon + 1);
  const excludes = written.startsWith('-');
  const value = excludes ? written.slice(1) : written;
  const values = Object.hasOwn(ATTRIBUTES, attribute) ? ATTRIBUTES[attribute] : undefined;
  return (page) => (values?.(page).includes(value) ?? false) !== excludes;
}

/** Compiles filters into a predicate on pages; undefined without filters. */
function facetPredicate(filters: FacetFilters): Accepts | undefined {
  const all = filters.map((part): Accepts => {
    if (typeof part === 'string') return compileFilter(part);
    const any = part.map(compileFilter);
    return (page) => any.length === 0 || any.some((accepts) => accepts(page));
  });
  return all.length === 0 ? undefined : (page) => all.every((accepts) => accepts(page));
}

interface FacetCounter {
  tally(page: SearchPage): void;
  counts: Record<string, Record<string, number>>;
}

/** Creates a counter of pages by the values of the requested attributes; `*` requests all attributes. */
function createFacetCounter(facets: readonly string[]): FacetCounter {
  const attributes = facets.includes('*') ? Object.keys(ATTRIBUTES) : facets.filter((name) => Object.hasOwn(ATTRIBUTES, name));
  const counts: FacetCounter['counts'] = Object.fromEntries(attributes.map((name) => [name, {}]));
  return {
    counts,
    tally(page) {
      for (const [attribute, byValue] of Object.entries(counts)) {
        for (const value of ATTRIBUTES[attribute]?.(page) ?? []) byValue[value] = (byValue[value] ?? 0) + 1;
      }
    },
  };
}

export { countWords } from './protocol.ts';
export {
  ProtocolError,
  type DocSearchHit,
  type FacetFilters,
  type ProtocolErrorBody,
  type SearchRequest,
  type SearchResponse,
  type SearchResults,
} from './protocol.ts';

// Hits. Every text of a hit is HTML-escaped, because clients insert even the plain fields into the page as HTML.

interface HitContext {
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
function docSearchHit({ hit, section }: ResultEntry, context: HitContext): DocSearchHit {
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

interface HighlightTags {
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
