import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Agent, request } from 'node:http';
import { createSearchEngine, decodeIndex } from '@quire/search';
import { encodeIndex } from '@quire/search/indexing';

import type { Benchmark } from '../commands.ts';

import { type Measured, print, round } from '../report.ts';
import { buildInto, indexNameOf, startServer } from '../site-server.ts';
import { evaluateSite, NDCG_GOAL, defaultConfig, DEVELOPMENT_QUERIES } from './evaluate-site.ts';
import { parseQueries, type JudgedQuery } from './evaluate.ts';
import { largeSite, largeSiteQueries } from './large-site.ts';

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

// The time and memory of the index on a synthetic site of any size.

interface ScaleFigures {
  sections: number;
  buildMs: number;
  decodeMs: number;
  fileBytes: number;
  /** Memory of the file and the decoded index after the queries. */
  memoryMiB: number;
  /** Milliseconds for a query in this process. */
  p50: number;
  p95: number;
}

const WARM_UP = 60;
const MIB = 2 ** 20;

// Collect garbage first, so that only the index is measured.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function usedBytes(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Builds, decodes, and queries an index with this number of sections. */
function measureScale(sections: number, queryCount = 300): ScaleFigures {
  const records = largeSite(sections);
  const start = performance.now();
  // Copy the bytes, so that the writer's larger buffer does not count.
  const file = encodeIndex(records).slice();
  const built = performance.now();
  const before = usedBytes() - file.length;
  const decoding = performance.now();
  const engine = createSearchEngine(decodeIndex(file));
  const decoded = performance.now();
  const times = largeSiteQueries(queryCount + WARM_UP, sections).map((text) => {
    const asked = performance.now();
    engine.search({ text, hitsPerPage: 10 });
    return performance.now() - asked;
  });
  const sorted = times.slice(WARM_UP).sort((a, b) => a - b);
  return {
    sections: records.length,
    buildMs: built - start,
    decodeMs: decoded - decoding,
    fileBytes: file.length,
    memoryMiB: (usedBytes() - before) / MIB,
    p50: sorted[Math.floor(sorted.length / 2)] ?? 0,
    p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
  };
}

// A steady load over HTTP.

interface SteadyLoad {
  /** Address of the service. */
  url: string;
  /** Bodies of the POST requests, which are sent in rotation. */
  bodies: readonly string[];
  perSecond: number;
  seconds: number;
}

interface SteadyLoadFigures {
  /** 95th percentile and median of the response times, in milliseconds. */
  p95: number;
  p50: number;
  answered: number;
  /** Number of responses with another status than 200 and of requests without a response. */
  failed: number;
}

/** About as many connections as a browser or a reverse proxy opens. */
const CONNECTIONS = 10;

/**
 * Sends requests at regular intervals, whether or not earlier ones have been answered, as visitors do. A response time starts when
 * the request was due, so that it includes the delay of a server that falls behind. (Load generators that send the requests of each
 * second in one burst measure the length of their own queue.)
 */
async function steadyLoad({ url, bodies, perSecond, seconds }: SteadyLoad): Promise<SteadyLoadFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  let failed = 0;
  const start = performance.now();
  const due = Array.from({ length: perSecond * seconds }, (_, i) => start + (i * 1000) / perSecond);
  const answers: Promise<void>[] = [];
  for (const [i, moment] of due.entries()) {
    const wait = moment - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    answers.push(
      post(url, bodies[i % bodies.length] ?? '', agent).then(
        (status) => void (status === 200 ? times.push(performance.now() - moment) : failed++),
        () => void failed++,
      ),
    );
  }
  await Promise.all(answers);
  agent.destroy();
  times.sort((a, b) => a - b);
  const quantile = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { p95: quantile(0.95), p50: quantile(0.5), answered: times.length, failed };
}

function post(url: string, body: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers: { 'Content-Type': 'application/json' } }, (answer) => {
      answer.on('error', reject);
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.resume();
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
