/** The backends of search: the site's own server, a hosted service, or a worker in this browser, which is also the fallback for a missing server. */
import { RESULTS_FILE, writeResultsQuery } from '../search-address.ts';
import type { Results, ResultsQuery } from '../site-search.ts';
import { searchPageUrl, type SearchSite } from './search-site.ts';
import type { WorkerAnswer, WorkerQuestion } from './search-worker.ts';

export interface ResultSource {
  /** Prefetches anything that the first query needs. Failures are reported by the query. */
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

/** The configured source of the site. Nothing is fetched before the first query. */
export function createResultSource(site: SearchSite): ResultSource {
  const { provider } = site.search;
  if (provider === 'hosted') return loadedSource(async () => (await import('./hosted-service.ts')).hostedService(site));
  return provider === 'browser' ? workerSource(site) : serverSource(site);
}

/** The reader's language and version; empty unless the search is contextual. */
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
    throw new SearchError(error instanceof Error ? error.message : String(error), 0);
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

/** Statuses with which static hosts answer a request for the service. */
const NO_SERVICE = new Set([404, 405, 501]);

/** Searches on the server of the site. On a static host, the worker answers, and the server is not tried again. */
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
        if (!(error instanceof SearchError && (error.isPage || NO_SERVICE.has(error.status)))) throw error;
        worker = workerSource(site);
        return worker.answer(query, signal);
      }
    },
  };
}

/** The worker, with the engine and the index, is started by the first query. */
function workerSource({ baseUrl, docSet }: SearchSite): ResultSource {
  const source = loadedSource(async () => (await import('./result-source.ts')).createWorkerClient(baseUrl, undefined, docSet?.prefix));
  return { ...source, prepare: () => void source.answer({ text: '' }).catch(() => undefined) };
}

/** A source whose code is fetched by the first query; if that fails, the next query tries again. */
function loadedSource(load: () => Promise<ResultSource>): ResultSource {
  let loaded: Promise<ResultSource> | null = null;
  return {
    async answer(query, signal) {
      loaded ??= load().catch((error: unknown) => {
        loaded = null;
        throw new SearchError(error instanceof Error ? error.message : String(error), 0);
      });
      return (await loaded).answer(query, signal);
    },
  };
}

interface Waiting {
  resolve(results: Results): void;
  reject(error: unknown): void;
}

const startWorker = (): Worker => new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' });

/** The page's side of the search worker. @param prefix route of the version or language with the index @param start creates the worker; tests replace it */
export function createWorkerClient(baseUrl: string, start: () => Worker = startWorker, prefix?: string): ResultSource {
  const waiting = new Map<number, Waiting>();
  let running: Worker | null = null;
  let lastId = 0;

  function take({ data }: MessageEvent<WorkerAnswer>): void {
    const asked = waiting.get(data.id);
    if (asked === undefined) return;
    waiting.delete(data.id);
    if ('results' in data) asked.resolve(data.results);
    else asked.reject(new SearchError(data.error, 0));
  }

  /** Handles a worker that could not be loaded or crashed. The next query starts a new one. */
  function fail({ message }: ErrorEvent): void {
    running?.terminate();
    running = null;
    for (const { reject } of waiting.values()) reject(new SearchError(message || 'The search could not be started.', 0));
    waiting.clear();
  }

  function worker(): Worker {
    if (running !== null) return running;
    running = start();
    running.addEventListener('message', take);
    running.addEventListener('error', fail);
    return running;
  }

  return {
    answer(query, signal) {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const id = (lastId += 1);
        waiting.set(id, { resolve, reject });
        signal?.addEventListener('abort', () => waiting.delete(id) && reject(signal.reason), { once: true });
        worker().postMessage({ id, baseUrl, ...(prefix !== undefined && { prefix }), query } satisfies WorkerQuestion);
      });
    },
  };
}
