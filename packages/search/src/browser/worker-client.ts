import type { Results } from '../site-search.ts';
import { SearchError, type ResultSource } from './result-source.ts';
import type { WorkerAnswer, WorkerQuestion } from './search-worker.ts';

interface Waiting {
  resolve(results: Results): void;
  reject(error: unknown): void;
}

const startWorker = (): Worker => new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' });

/** The page's side of the search worker. @param prefix route below which the index lies, where it is one of several @param start makes the worker; another one in tests */
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

  /** Its script cannot be fetched, or it broke: the next query starts another. */
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
