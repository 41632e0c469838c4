/** The search of a build: its index, which is opened once, and the services that use it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono, type MiddlewareHandler, type Context } from 'hono';
import {
  type SearchEngine,
  type SearchPage,
  createSearchEngine,
  decodeIndex,
  type AnsweredSearch,
  createSiteSearch,
  type SiteSearch,
  createTranslate,
  errorHtml,
  fillResultsPage,
  readResultsQuery,
  readSearchAddress,
  RESULTS_FILE,
  resultsHtml,
} from '@quire/search';
import { errorLogEntry, type LogEntry, searchLogEntry } from '../log.ts';
import { type SiteManifest, siteDirectory } from '../site-manifest.ts';
import { createResponder, countWords, ProtocolError, type Responder } from '@quire/search/docsearch';
import { messageOf } from '@quire/search/error-message';
import { crossOrigin } from '../middleware.ts';
import { errorResponse } from '../error-response.ts';

/** The index of a build, decoded once and shared. */
export interface OpenIndex {
  engine: SearchEngine;
  pages: readonly SearchPage[];
}

interface OpenIndexOptions {
  /** Folder of the build, absolute. */
  buildDirectory: string;
  manifest: SiteManifest;
  log: (entry: LogEntry) => void;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** An index of one of several versions and languages. */
export interface DocSetIndex {
  /** Route prefix of the set's results page. */
  prefix: string;
  indexName: string;
  /** Translations of the results page and of the texts of plugins, by their English text; absent in English. */
  words?: Readonly<Record<string, string>> | undefined;
  index: OpenIndex;
  /** Absolute path; null in development, where the index is only in memory. */
  indexFile: string | null;
}

/** Reads the indexes of the other versions and languages. Logs and skips those that cannot be read. */
export async function openDocSetIndexes({ buildDirectory, manifest, log, now }: OpenIndexOptions): Promise<DocSetIndex[]> {
  const opened: DocSetIndex[] = [];
  for (const { prefix, searchIndex, searchIndexName: indexName, searchWords: words } of manifest.docSets ?? []) {
    const indexFile = join(buildDirectory, searchIndex);
    try {
      opened.push({ prefix, indexName, words, index: await readIndex(indexFile), indexFile });
    } catch (error) {
      log(errorLogEntry(error, now(), null));
    }
  }
  return opened;
}

/** Reads the index; null if the build has none. If it cannot be read, logs the error and returns null, so that the pages are still served. */
export async function openIndex({ buildDirectory, manifest, log, now }: OpenIndexOptions): Promise<OpenIndex | null> {
  if (manifest.searchIndex === undefined) return null;
  try {
    return await readIndex(join(buildDirectory, manifest.searchIndex));
  } catch (error) {
    log(errorLogEntry(error, now(), null));
    return null;
  }
}

/** Reads and decodes an index. @throws Error if the file cannot be read, IndexFormatError if it is not a valid index */
export async function readIndex(file: string): Promise<OpenIndex> {
  return openIndexFromBytes(await readFile(file));
}

/** Decodes an index. @throws IndexFormatError */
export function openIndexFromBytes(bytes: Uint8Array): OpenIndex {
  const index = decodeIndex(bytes);
  return { engine: createSearchEngine(index), pages: index.pages };
}

interface OpenSearchOptions {
  /** Folder of the build, absolute. */
  buildDirectory: string;
  manifest: SiteManifest;
  index: OpenIndex | null;
  /** Indexes of other versions and languages; default none. */
  docSets?: readonly DocSetIndex[];
  log: (entry: LogEntry) => void;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Middleware that runs before a search: the rate limit, and the turns. */
  guards?: readonly MiddlewareHandler[];
  charge?: ChargeSearch;
  /** Called after each answered search. */
  onSearch?: (search: AnsweredSearch) => void;
}

/** Creates the search services of a build: for its own pages, and for clients of the DocSearch protocol. Without an index, they respond with an error. */
export function openSearchServices(options: OpenSearchOptions): Hono[] {
  const { buildDirectory, manifest, index, docSets = [], log, guards = [], charge } = options;
  const { baseUrl, searchIndexName: indexName, searchFeedbackUrl: feedbackUrl = null, searchWords: words } = manifest;
  const siteDir = siteDirectory(buildDirectory);
  const now = (): number => performance.now();
  const onSearch = (search: AnsweredSearch): void => {
    const entry = searchLogEntry(search, options.now());
    if (entry !== null) log(entry);
    options.onSearch?.(search);
  };
  const searchOf = ({ engine }: OpenIndex): SiteSearch => createSiteSearch({ engine, baseUrl, now, onSearch });
  const responder =
    index === null || indexName === undefined
      ? null
      : createResponder({
          engine: index.engine,
          indexName,
          baseUrl,
          now,
          onSearch,
          others: Object.fromEntries(docSets.map((set) => [set.indexName, set.index.engine])),
        });
  return [
    docSearchService({ responder, baseUrl, charge, guards: [crossOrigin(manifest.server?.corsOrigins), ...guards] }),
    resultsService({ search: index && searchOf(index), guards, charge, siteDir, baseUrl, feedbackUrl, words }),
    ...docSets.map((set) =>
      resultsService({
        guards,
        charge,
        siteDir,
        baseUrl,
        feedbackUrl,
        words: set.words,
        prefix: set.prefix,
        search: searchOf(set.index),
      }),
    ),
  ];
}

const WARM_UP_MS = 500;

/** Warms up the engine with searches for titles, for at most half a second, so that the first readers do not wait for the JIT compiler. */
export function warmUpSearch({ engine, pages }: OpenIndex): void {
  const start = performance.now();
  for (const { title } of pages) {
    if (performance.now() - start > WARM_UP_MS) return;
    for (const { sections } of engine.search({ text: title }).hits.slice(0, 5)) void sections[0]?.excerpt;
  }
}

const NO_INDEX = 'This site was built without a search index. Build it again and check the output of the build.';
const NO_STORE = { 'Cache-Control': 'no-store' };

/** Number of words of a search that cost one point of the rate limit. */
const WORDS_PER_POINT = 4;

/** Counts further points of a search against the rate limit of its client. */
type ChargeSearch = (c: Context, points: number) => Promise<void>;

/** Charges an answered search for its words beyond those that each search includes, because its processor time grows with them. */
async function chargeWords(c: Context, words: number, charge: ChargeSearch | undefined): Promise<void> {
  const points = Math.ceil(words / WORDS_PER_POINT) - 1;
  if (points > 0) await charge?.(c, points);
}

interface ResultsServiceOptions {
  /** Null if the build has no index. */
  search: SiteSearch | null;
  /** Middleware that runs before a search: origin checks, rate limits. */
  guards?: readonly MiddlewareHandler[];
  charge?: ChargeSearch | undefined;
  /** Absolute folder of the built site; null in development, where only the script fills the results page. */
  siteDir: string | null;
  /** Starts and ends with a slash. */
  baseUrl: string;
  /** Route prefix of the results page, for one of several versions and languages; default ''. */
  prefix?: string;
  /** Translations of the search interface, by their English text; default English. */
  words?: Readonly<Record<string, string>> | undefined;
  /** Address where readers report failed searches; null: none. */
  feedbackUrl: string | null;
}

/** Creates the search for the site's own pages: results as JSON, and the results page for readers without JavaScript. */
export function resultsService(options: ResultsServiceOptions): Hono {
  const { search, guards = [], charge, siteDir, baseUrl, prefix = '', words, feedbackUrl } = options;
  const service = new Hono();
  const root = prefix === '' ? baseUrl : `${baseUrl}${prefix.slice(1)}/`;
  const searchUrl = `${root}search`;
  const groups = search?.groups ?? [];
  const translate = createTranslate(words);

  for (const guard of guards) service.on('GET', `${searchUrl}/${RESULTS_FILE}`, guard);
  service.get(`${searchUrl}/${RESULTS_FILE}`, async (c) => {
    if (search === null) return errorResponse(c, 503, 'no_index', NO_INDEX);
    let query;
    try {
      query = readResultsQuery(new URL(c.req.url).searchParams, groups);
    } catch (error) {
      return errorResponse(c, 400, 'bad_query', messageOf(error));
    }
    const results = search.answer(query);
    await chargeWords(c, countWords(query.text), charge);
    return c.json(results, 200, NO_STORE);
  });
  if (siteDir === null) return service;

  const file = join(siteDir, prefix, 'search', 'index.html');
  let built: string | null = null;
  const paths = ['', '/', '.html', '/index.html'].map((ending) => searchUrl + ending);
  // Without a query, the page is served as a static file.
  const onlyWithQuery =
    (guard: MiddlewareHandler): MiddlewareHandler =>
    (c, next) =>
      c.req.query('q') === undefined ? next() : guard(c, next);
  for (const guard of guards) service.on('GET', paths, onlyWithQuery(guard));
  service.on('GET', paths, async (c, next) => {
    const address = readSearchAddress(new URL(c.req.url).searchParams, groups);
    const { query, group, page } = address;
    if (query === '') return next();
    built ??= await readFile(file, 'utf8').catch(() => null);
    // A site without a search page responds with the not-found page.
    if (built === null) return next();
    const filled =
      search === null
        ? errorHtml(translate)
        : resultsHtml(search.answer({ text: query, group, page }), { address, searchUrl, feedbackUrl, translate });
    await chargeWords(c, countWords(query), charge);
    return c.html(fillResultsPage(built, query, filled), search === null ? 503 : 200, { ...NO_STORE, 'X-Robots-Tag': 'noindex' });
  });
  return service;
}

interface DocSearchServiceOptions {
  /** Null if the build has no index. */
  responder: Responder | null;
  /** Starts and ends with a slash. */
  baseUrl: string;
  /** Middleware that runs before the body is read: origin checks, rate limits. */
  guards?: readonly MiddlewareHandler[];
  charge?: ChargeSearch | undefined;
}

/**
 * Implements the query protocol of the hosted search service: at the root, because clients only know a host, and below the
 * base URL. Keys are public, so only their format is checked.
 */
export function docSearchService({ responder, baseUrl, guards = [], charge }: DocSearchServiceOptions): Hono {
  const service = new Hono();
  for (const base of new Set(['/', baseUrl])) {
    for (const guard of guards) service.use(`${base}1/indexes/:name/:action{query|queries}`, guard);
    service.post(`${base}1/indexes/:name/queries`, (c) =>
      answer(c, (body, known, onWords) => {
        const name = c.req.param('name');
        if (name !== '*')
          throw new ProtocolError(
            `Send several queries to /1/indexes/*/queries, and a single query to /1/indexes/${name.slice(0, 80)}/query.`,
            404,
          );
        return known.answerAll(body, onWords);
      }),
    );
    service.post(`${base}1/indexes/:name/query`, (c) =>
      answer(c, (body, known, onWords) => known.answerOne(body, c.req.param('name'), onWords)),
    );
  }

  type Work = (body: string, responder: Responder, onWords: (words: number) => void) => object;
  async function answer(c: Context, work: Work): Promise<Response> {
    try {
      checkKeys(c);
      const body = await c.req.text();
      if (responder === null) throw new ProtocolError(NO_INDEX, 503);
      let words = 0;
      const results = work(body, responder, (count) => (words = count));
      await chargeWords(c, words, charge);
      return c.json(results, 200, NO_STORE);
    } catch (error) {
      if (error instanceof ProtocolError) return c.json(error.toBody(), error.status, NO_STORE);
      throw error;
    }
  }
  return service;
}

const KEY_FORMATS: readonly (readonly [name: string, form: RegExp])[] = [
  ['x-algolia-application-id', /^[\w-]{1,100}$/],
  ['x-algolia-api-key', /^[\w+/=.-]{1,1000}$/],
];

/** Checks the application id and the key, which clients send as headers or in the query string. */
function checkKeys(c: Context): void {
  for (const [name, form] of KEY_FORMATS) {
    const value = c.req.header(name) ?? c.req.query(name);
    if (value !== undefined && value !== '' && !form.test(value)) throw new ProtocolError(`${name} has an invalid format.`, 403);
  }
}
