/** What a visitor sends does not stay in memory. */
import { afterEach, expect, test } from 'vitest';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Hono } from 'hono';
import { listen, type RunningServer } from './http-server.ts';
import { docSearchService } from './routes/search.ts';
import { sampleSearch } from './testing/search-backend.ts';

let server: RunningServer;
afterEach(() => server.close());

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapMegabytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

test('R-305 searches for long words do not fill the memory', async () => {
  const { responder } = sampleSearch();
  const app = new Hono().route('/', docSearchService({ responder, baseUrl: '/' }));
  server = await listen(app, { port: 0, host: '127.0.0.1', onStopping: () => undefined });
  // This ligature becomes 18 letters, so a query of 300 characters takes 10 kB.
  const search = async (round: number): Promise<number> => {
    const requests = Array.from({ length: 12 }, (_, i) => ({
      indexName: 'docs',
      hitsPerPage: 1,
      query: 'ﷺ'.repeat(290) + (12 * round + i),
    }));
    const response = await fetch(`${server.url}/1/indexes/*/queries`, { method: 'POST', body: JSON.stringify({ requests }) });
    await response.text();
    return response.status;
  };
  expect(await search(0)).toBe(200);
  const before = heapMegabytes();
  for (let round = 1; round <= 200; round++) await search(round);
  expect(heapMegabytes() - before).toBeLessThan(10);
}, 60_000);
