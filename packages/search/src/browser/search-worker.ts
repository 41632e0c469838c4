/** The search engine in the browser, for static hosts. It runs in a module worker, so that typing never waits for it. */
import { messageOf } from '../error-message.ts';
import { loadOnce } from '../memoize.ts';
import { createSearchEngine } from '../ranking/engine.ts';
import { createSiteSearch, type Results, type ResultsQuery, type SiteSearch } from '../site-search.ts';
import { fetchIndex } from './fetch-index.ts';

export interface WorkerQuestion {
  /** The answer has the same id. */
  id: number;
  baseUrl: string;
  /** Route prefix of the index; absent: none. */
  prefix?: string;
  query: ResultsQuery;
}

export type WorkerAnswer = { id: number; results: Results } | { id: number; error: string };

/** Fetches the index and creates its engine. */
async function openSearch({ baseUrl, prefix }: WorkerQuestion): Promise<SiteSearch> {
  const { index } = await fetchIndex(baseUrl, prefix);
  return createSiteSearch({ engine: createSearchEngine(index), baseUrl, now: () => performance.now() });
}

function serveQuestions(): void {
  // A failure is not cached: the next query retries, for example when the network is back.
  const openOnce = loadOnce(openSearch);

  async function answer(question: WorkerQuestion): Promise<WorkerAnswer> {
    const { id, query } = question;
    try {
      return { id, results: (await openOnce(question)).answer(query) };
    } catch (error) {
      return { id, error: messageOf(error) };
    }
  }

  addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => void answer(data).then((answered) => postMessage(answered)));
}

serveQuestions();
