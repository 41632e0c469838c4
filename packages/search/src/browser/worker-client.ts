/** The client of the search worker, which finds the answers in the browser. */
import type { Results } from '../site-search.ts';
import type { ResultSource } from './result-source.ts';
import { SearchError } from './search-error.ts';
import type { WorkerAnswer, WorkerQuestion } from './search-worker.ts';

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
