/** What the page and the search worker say to each other. */
import type { SearchRequest, SearchResponse } from '../../protocol/types.ts';

export interface WorkerQuestion {
  /** Names the question in its answer. */
  id: number;
  baseUrl: string;
  /** Route below which the index lies; absent: at the site's own. */
  prefix?: string;
  requests: readonly SearchRequest[];
}

export type WorkerAnswer = { id: number; response: SearchResponse } | { id: number; error: { message: string; status: number } };
