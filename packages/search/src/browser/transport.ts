/** Who answers a search: the site's own server, the hosted service, or a worker in this browser, which also stands in for a server that is not there. */
import { withBase } from '../url.ts';
import type { ProtocolErrorBody, SearchResponse } from '../protocol/types.ts';
import type { SearchSite } from './result-item.ts';
import { TransportError, type SearchTransport } from './search-transport.ts';

export { TransportError, type SearchTransport };

const HOSTED_DOMAIN = 'algolia.net';

/** The transport that the site is configured with. Nothing is fetched before the first query. */
export function createTransport(site: Pick<SearchSite, 'baseUrl' | 'docSet' | 'search'>): SearchTransport {
  const { provider, applicationId, apiKey } = site.search;
  if (provider === 'hosted') {
    const address = `https://${applicationId.toLowerCase()}-dsn.${HOSTED_DOMAIN}/1/indexes/*/queries`;
    return httpTransport(`${address}?${new URLSearchParams({ 'x-algolia-application-id': applicationId, 'x-algolia-api-key': apiKey })}`);
  }
  return provider === 'browser' ? workerTransport(site) : serverTransport(site);
}

/** What hosts that only serve files say to a POST. */
const NO_SERVICE = new Set([404, 405, 501]);

/** The site's server. Where a host only serves the files of the build, the worker answers, and the server is not asked again. */
function serverTransport(site: Pick<SearchSite, 'baseUrl' | 'docSet'>): SearchTransport {
  const server = httpTransport(withBase(site.baseUrl, '/1/indexes/*/queries'));
  let worker: SearchTransport | null = null;
  return {
    async query(requests, signal) {
      if (worker !== null) return worker.query(requests, signal);
      try {
        return await server.query(requests, signal);
      } catch (error) {
        if (!(error instanceof TransportError && (error.isPage || NO_SERVICE.has(error.status)))) throw error;
        worker = workerTransport(site);
        return worker.query(requests, signal);
      }
    },
  };
}

function httpTransport(address: string): SearchTransport {
  return {
    async query(requests, signal) {
      // Without a content type of its own the request is a simple one: the hosted service needs no preflight.
      const response = await fetch(address, { method: 'POST', body: JSON.stringify({ requests }), signal: signal ?? null }).catch(
        (error: unknown) => {
          if (signal?.aborted === true) throw error;
          throw new TransportError(error instanceof Error ? error.message : String(error), 0);
        },
      );
      const value: unknown = await response.json().catch((error: unknown) => {
        if (signal?.aborted === true) throw error;
      });
      const body = (typeof value === 'object' ? value : null) as SearchResponse | ProtocolErrorBody | null;
      if (response.ok && body !== null && 'results' in body && Array.isArray(body.results)) return body;
      throw new TransportError(
        body !== null && 'message' in body ? String(body.message) : 'The answer is not a search result.',
        response.status,
        // Some hosts answer every address with a page.
        response.ok && /^text\/html/i.test(response.headers.get('Content-Type') ?? ''),
      );
    },
  };
}

/** The worker, with the engine and the index, is brought by the first query. */
function workerTransport({ baseUrl, docSet }: Pick<SearchSite, 'baseUrl' | 'docSet'>): SearchTransport {
  let client: Promise<SearchTransport> | null = null;
  const connect = (): Promise<SearchTransport> =>
    (client ??= import('./worker/worker-client.ts').then(
      ({ createWorkerClient }) => createWorkerClient(baseUrl, undefined, docSet?.prefix),
      (error: unknown) => {
        client = null;
        throw new TransportError(error instanceof Error ? error.message : String(error), 0);
      },
    ));
  const query: SearchTransport['query'] = async (requests, signal) => (await connect()).query(requests, signal);
  // A query for nothing opens the index.
  return { query, prepare: () => void query([]).catch(() => undefined) };
}
