/** A search over a few pages, for the tests of this room. */
import { encodeIndex } from '@quire/search/index/index.ts';
import { createResponder, type AnsweredSearch, type Responder } from '@quire/search/protocol/responder.ts';
import { createSearchEngine, decodeIndex } from '@quire/search/rank/index.ts';
import { SAMPLE_RECORDS, samplePage } from '@quire/search/testing/sample-records.ts';

const MANY = Array.from({ length: 45 }, (_, i) => samplePage(`/docs/topic-${i}`, `Topic ${i}`, [[`Topic ${i}`, 'About lineage.']])).flat();
const HOSTILE = samplePage('/docs/hostile', '<img src=x onerror=alert(1)>', [['<b>', 'zebra </mark><script>alert(1)</script>']], {
  breadcrumbs: ['<i>'],
});

export function searchBackend(baseUrl = '/', onSearch: (search: AnsweredSearch) => void = () => undefined): Responder {
  const engine = createSearchEngine(decodeIndex(encodeIndex([...SAMPLE_RECORDS, ...MANY, ...HOSTILE])));
  return createResponder({ engine, indexName: 'docs', baseUrl, now: () => performance.now(), onSearch });
}
