import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Benchmark } from '../bench-command.ts';

import { type Measured, print, round } from '../report.ts';
import { buildInto, indexNameOf, startServer } from '../site-server.ts';
import { evaluateSite, NDCG_GOAL } from './evaluate-site.ts';
import { parseQueries, type JudgedQuery } from './evaluate.ts';
import { measureScale } from './scale.ts';
import { defaultConfig, DEVELOPMENT_QUERIES } from './site-search.ts';
import { steadyLoad } from './steady-load.ts';

const LARGE_SITE_SECTIONS = 100_000;
const REQUESTS_PER_SECOND = 200;
/** Duration of the measured load. */
const SECONDS = 10;

export const benchmark: Benchmark = {
  summary: 'Search: quality, time in process, over loopback at 200 requests a second, and at 100,000 sections.',
  async run(args) {
    const { report } = await evaluateSite({ compare: false });
    const measured: Measured[] = [
      {
        key: 'ndcgShortOfGoal',
        what: `nDCG@10 below the goal of ${NDCG_GOAL} by`,
        value: round(Math.max(0, NDCG_GOAL - report.overall.ndcg10), 3),
        unit: '',
      },
      { key: 'ndcg', what: 'nDCG@10', value: round(report.overall.ndcg10, 3), unit: '' },
      { key: 'p95Ms', what: 'a query in process, p95', value: round(report.latency.p95), unit: 'ms' },
      ...(await measureLoopback()),
    ];
    if (!args.includes('quick')) measured.push(...measureLarge());
    return print('search', measured, args.includes('--json'));
  },
};

function measureLarge(): Measured[] {
  const { buildMs, memoryMiB, p95 } = measureScale(LARGE_SITE_SECTIONS);
  return [
    { key: 'largeBuildSeconds', what: '100,000 sections: building the index', value: round(buildMs / 1000), unit: 's' },
    { key: 'largeMemoryMiB', what: '100,000 sections: memory', value: round(memoryMiB, 0), unit: 'MiB' },
    { key: 'largeP95Ms', what: '100,000 sections: a query in process, p95', value: round(p95), unit: 'ms' },
  ];
}

/** Sends requests in DocSearch's format to a server in another process. */
async function measureLoopback(): Promise<Measured[]> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-search-'));
  try {
    await buildInto(join(dir, 'build'), defaultConfig(), 'bench-search');
    const { url, stop } = await startServer(join(dir, 'build'), { QUERY_LOG_FILE: join(dir, 'queries.sqlite') });
    const indexName = indexNameOf(join(dir, 'build'));
    const queries = parseQueries(readFileSync(DEVELOPMENT_QUERIES, 'utf8'), DEVELOPMENT_QUERIES);
    const load = {
      url: `${url}/1/indexes/*/queries`,
      bodies: queries.map((query) => bodyOf(query, indexName)),
      perSecond: REQUESTS_PER_SECOND,
    };
    // Warm up the server.
    await steadyLoad({ ...load, seconds: 2 });
    const { p95, p50, answered, failed } = await steadyLoad({ ...load, seconds: SECONDS });
    await stop();
    return [
      { key: 'loopbackP95Ms', what: `over loopback at ${REQUESTS_PER_SECOND} requests/s, p95`, value: round(p95), unit: 'ms' },
      { key: 'loopbackP50Ms', what: 'the same, p50', value: round(p50), unit: 'ms' },
      { key: 'loopbackErrors', what: 'requests that failed', value: failed, unit: '' },
      { key: 'loopbackRequests', what: 'requests answered', value: answered, unit: '' },
    ];
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function bodyOf({ q }: JudgedQuery, indexName: string): string {
  const facetFilters = ['language:en', ['docusaurus_tag:default', 'docusaurus_tag:docs-default-current']];
  const attributesToSnippet = ['hierarchy.lvl1:15', 'hierarchy.lvl2:15', 'content:15'];
  return JSON.stringify({ requests: [{ indexName, query: q, hitsPerPage: 20, facetFilters, attributesToSnippet }] });
}
