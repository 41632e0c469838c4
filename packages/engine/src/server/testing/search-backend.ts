/** Test fixture: a search over a few pages. */
import { type AnsweredSearch, createSearchEngine, createSiteSearch, decodeIndex, type SiteSearch } from '@quire/search';
import { type Responder, createResponder } from '@quire/search/docsearch';
import { encodeIndex } from '@quire/search/indexing';
import { SAMPLE_GROUPS, SAMPLE_RECORDS, samplePage } from '@quire/search/testing';

const MANY = Array.from({ length: 45 }, (_, i) => samplePage(`/docs/topic-${i}`, `Topic ${i}`, [[`Topic ${i}`, 'About lineage.']])).flat();
const HOSTILE = samplePage('/docs/hostile', '<img src=x onerror=alert(1)>', [['<b>', 'zebra </mark><script>alert(1)</script>']], {
  breadcrumbs: ['<i>'],
});

export function sampleSearch(
  baseUrl = '/',
  onSearch: (search: AnsweredSearch) => void = () => undefined,
): { search: SiteSearch; responder: Responder } {
  const engine = createSearchEngine(decodeIndex(encodeIndex([...SAMPLE_RECORDS, ...MANY, ...HOSTILE], { groups: SAMPLE_GROUPS })));
  const options = { engine, baseUrl, now: () => performance.now(), onSearch };
  return { search: createSiteSearch(options), responder: createResponder({ ...options, indexName: 'docs' }) };
}
