/**
 * The backends of search: the server of the site, a hosted service, or a worker in the browser, which is also the fallback
 * on a static host.
 */
import { messageOf } from '../error-message.ts';
import { loadOnce } from '../memoize.ts';
import { RESULTS_FILE, writeResultsQuery } from '../search-address.ts';
import type { Results, ResultsQuery } from '../site-search.ts';
import { SearchError } from './search-error.ts';
import { searchPageUrl, type SearchSite } from './search-site.ts';
import { createWorkerClient } from './worker-client.ts';

export interface ResultSource {
  /** Prefetches what the first query needs. It ignores failures, because the query reports them. */
  prepare?(): void;
  /** @throws SearchError if there is no answer or the answer is an error; AbortError when `signal` is aborted */
  answer(query: ResultsQuery, signal?: AbortSignal): Promise<Results>;
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
