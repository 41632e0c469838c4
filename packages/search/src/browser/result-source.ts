/**
 * The backends of search: the server of the site, a hosted service, or a worker in the browser, which is also the fallback
 * on a static host.
 */
import { messageOf } from '../error-message.ts';
import { loadOnce } from '../memoize.ts';
import { RESULTS_FILE, writeResultsQuery } from '../search-address.ts';
import type { Results, ResultsQuery } from '../site-search.ts';
import { searchPageUrl, type SearchSite } from './search-site.ts';
import type { WorkerAnswer, WorkerQuestion } from './search-worker.ts';

export interface ResultSource {
  /** Prefetches what the first query needs. It ignores failures, because the query reports them. */
  prepare?(): void;
  /** @throws SearchError if there is no answer or the answer is an error; AbortError when `signal` is aborted */
  answer(query: ResultsQuery, signal?: AbortSignal): Promise<Results>;
}

/** A search failed because there was no answer or the answer was an error. */
export class SearchError extends Error {
  override name = 'SearchError';
  /** HTTP status of the answer; 0 if there was none. */
  readonly status: number;
  /** Whether the answer is an HTML page, which some hosts send for every unknown address. */
  readonly isPage: boolean;
  constructor(message: string, status: number, isPage = false) {
    super(message);
    this.status = status;
    this.isPage = isPage;
  }
}

/** Creates the configured source of the site. It fetches nothing before the first query. */
export function createResultSource(site: SearchSite): ResultSource {
  const { provider } = site.search;
  if (provider === 'hosted') return lazySource(async () => (await import('./hosted-service.ts')).hostedService(site));
  return provider === 'browser' ? workerSource(site) : serverSource(site);
}

const sharedSources = new WeakMap<SearchSite['search'], ResultSource>();

/** Returns the source that the dialog and all results pages of a document share, so that the browser loads an index only once. */
export function sharedResultSource(site: SearchSite): ResultSource {
  const source = sharedSources.get(site.search) ?? createResultSource(site);
  sharedSources.set(site.search, source);
  return source;
}

/** Returns the reader's language and version as filters; empty unless the search is contextual. */
export function contextOf({ search, locale, docs }: SearchSite): Pick<ResultsQuery, 'language' | 'tags'> {
  return search.contextual ? { language: locale.htmlLang, tags: ['default', `docs-${docs.pluginId}-${docs.version.name}`] } : {};
}

/**
 * Fetches an answer as JSON.
 * @throws SearchError, and AbortError when `signal` is aborted
 */
export async function fetchAnswer(address: string, init: RequestInit, signal: AbortSignal | undefined): Promise<object> {
  const fail = (error: unknown): never => {
    if (signal?.aborted === true) throw error;
    throw new SearchError(messageOf(error), 0);
  };
  const response = await fetch(address, { ...init, signal: signal ?? null }).catch(fail);
  const value: unknown = await response.json().catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
  });
  if (response.ok && typeof value === 'object' && value !== null) return value;
  const { message, error } = (value ?? {}) as { message?: unknown; error?: { message?: unknown } };
  const isPage = response.ok && /^text\/html/i.test(response.headers.get('Content-Type') ?? '');
  throw new SearchError(String(message ?? error?.message ?? 'The answer is not a search result.'), response.status, isPage);
}

/** HTTP statuses with which static hosts answer a request to the service. */
const NO_SERVICE_STATUSES = new Set([404, 405, 501]);

/** Searches on the server of the site. If the host is static, the worker answers this query and all later ones. */
function serverSource(site: SearchSite): ResultSource {
  const service = `${searchPageUrl(site)}/${RESULTS_FILE}`;
  let worker: ResultSource | null = null;
  return {
    async answer(query, signal) {
      if (worker !== null) return worker.answer(query, signal);
      try {
        const answer = (await fetchAnswer(service + writeResultsQuery(query), {}, signal)) as Partial<Results>;
        if (Array.isArray(answer.results)) return answer as Results;
        throw new SearchError('The answer is not a search result.', 200);
      } catch (error) {
        if (!(error instanceof SearchError && (error.isPage || NO_SERVICE_STATUSES.has(error.status)))) throw error;
        // Another query may have started the worker in the meantime.
        worker ??= workerSource(site);
        return worker.answer(query, signal);
      }
    },
  };
}

/** Searches in a worker. The first query starts it, which fetches the engine and the index. */
function workerSource({ baseUrl, docSet }: SearchSite): ResultSource {
  const source = createWorkerClient(baseUrl, docSet?.prefix);
  return { ...source, prepare: () => void source.answer({ text: '' }).catch(() => undefined) };
}

/** Creates a source whose code is fetched by the first query. If that fails, the next query tries again. */
function lazySource(load: () => Promise<ResultSource>): ResultSource {
  const source = loadOnce(() =>
    load().catch((error: unknown) => {
      throw new SearchError(messageOf(error), 0);
    }),
  );
  return { answer: async (query, signal) => (await source()).answer(query, signal) };
}

/** A query whose answer has not arrived. */
interface PendingQuery {
  resolve(results: Results): void;
  reject(error: unknown): void;
}

const startWorker = (): Worker => new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' });

/**
 * Creates the client of the search worker.
 * @param prefix route prefix of the doc set with the index; undefined for the default one
 * @param start creates the worker; tests replace it
 */
export function createWorkerClient(baseUrl: string, prefix: string | undefined, start: () => Worker = startWorker): ResultSource {
  const pending = new Map<number, PendingQuery>();
  let running: Worker | null = null;
  let lastId = 0;

  function onMessage({ data }: MessageEvent<WorkerAnswer>): void {
    const query = pending.get(data.id);
    if (query === undefined) return;
    pending.delete(data.id);
    if ('results' in data) query.resolve(data.results);
    else query.reject(new SearchError(data.error, 0));
  }

  /** Handles a worker that could not be loaded or crashed. The next query starts a new one. */
  function onError({ message }: ErrorEvent): void {
    running?.terminate();
    running = null;
    for (const { reject } of pending.values()) reject(new SearchError(message || 'The search could not be started.', 0));
    pending.clear();
  }

  function worker(): Worker {
    if (running !== null) return running;
    running = start();
    running.addEventListener('message', onMessage);
    running.addEventListener('error', onError);
    return running;
  }

  return {
    answer(query, signal) {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const id = (lastId += 1);
        pending.set(id, { resolve, reject });
        signal?.addEventListener('abort', () => pending.delete(id) && reject(signal.reason), { once: true });
        worker().postMessage({ id, baseUrl, ...(prefix !== undefined && { prefix }), query } satisfies WorkerQuestion);
      });
    },
  };
}
