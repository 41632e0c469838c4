/** Made-up hits and transport for the tests of the search in the browser. */
import type { DocSearchHit, SearchRequest, SearchResponse } from '../../protocol/types.ts';
import type { SearchTransport } from '../transport.ts';

/** A hit of a page (`kafka`), or of a section of it (`kafka#setup`). */
export function sampleHit(name: string, changes: Partial<DocSearchHit> = {}): DocSearchHit {
  const [page = '', anchor = ''] = name.split('#');
  const levels = { lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null };
  return {
    objectID: name,
    url: `/base/docs/${page}${anchor && `#${anchor}`}`,
    url_without_anchor: `/base/docs/${page}`,
    anchor,
    type: anchor === '' ? 'lvl1' : 'lvl2',
    content: null,
    hierarchy: { lvl0: 'Guides', lvl1: page, ...levels, ...(anchor !== '' && { lvl2: anchor }) },
    ...changes,
  };
}

export function sampleResponse(hits: readonly unknown[], nbHits = hits.length, more: object = {}): SearchResponse {
  return { results: [{ hits, nbHits, page: 0, ...more }] } as unknown as SearchResponse;
}

/** Answers each query by a table, and keeps what was asked. `down` makes it fail. */
export function sampleTransport(
  answers: Record<string, readonly unknown[]>,
): SearchTransport & { asked: SearchRequest[][]; down: boolean } {
  const transport = {
    asked: [] as SearchRequest[][],
    down: false,
    query(requests: readonly SearchRequest[]): Promise<SearchResponse> {
      transport.asked.push([...requests]);
      if (transport.down) return Promise.reject(new Error('unreachable'));
      const results = requests.map(({ query = '' }) => sampleResponse(answers[query] ?? []).results[0]);
      return Promise.resolve({ results } as SearchResponse);
    },
  };
  return transport;
}
