/** Measures the ranking of an engine with judged queries, overall and for each kind of query. */
import { percentile } from '../report.ts';

/** One line of a query file. `relevant` lists routes, the best first. */
export interface JudgedQuery {
  q: string;
  /** One of keyword, question, typo, synonym, error, code. */
  kind: string;
  relevant: string[];
}

/** Anything that ranks pages. */
export interface RankedSearch {
  name: string;
  /** Returns the routes of the best pages for a text without duplicates, the best first. */
  search(text: string, limit: number): string[];
}

export interface Measures {
  queries: number;
  /** Normalized discounted cumulative gain: 3 for the first relevant page, 2 for the second, and 1 for the others. */
  ndcg10: number;
  mrr10: number;
  success1: number;
  success5: number;
  recall10: number;
  zeroResults: number;
}

export interface Miss {
  q: string;
  kind: string;
  ndcg10: number;
  expected: string[];
  found: string[];
}

export interface SearchReport {
  engine: string;
  overall: Measures;
  kinds: Record<string, Measures>;
  /** Milliseconds in this process, without a network. */
  latency: { p50: number; p95: number; p99: number };
  /** Queries with an nDCG below 0.5, the worst first. */
  misses: Miss[];
}

/** Number of results that are judged. */
const CUTOFF = 10;
const gainOf = (position: number): number => (position < 0 ? 0 : Math.max(1, 3 - position));
const discount = (rank: number): number => 1 / Math.log2(rank + 2);

function ndcg(found: readonly string[], relevant: readonly string[]): number {
  const gained = found.reduce((sum, route, rank) => sum + gainOf(relevant.indexOf(route)) * discount(rank), 0);
  const ideal = relevant.slice(0, CUTOFF).reduce((sum, _, rank) => sum + gainOf(rank) * discount(rank), 0);
  return ideal === 0 ? 0 : gained / ideal;
}

interface Outcome extends Miss {
  firstRank: number;
  recall: number;
  ms: number;
}

/** Runs a query once and judges its results. */
function tryQuery(engine: RankedSearch, { q, kind, relevant }: JudgedQuery): Outcome {
  const start = performance.now();
  const found = engine.search(q, CUTOFF).slice(0, CUTOFF);
  const ms = performance.now() - start;
  const hits = found.filter((route) => relevant.includes(route)).length;
  return {
    q,
    kind,
    expected: relevant,
    found,
    ndcg10: ndcg(found, relevant),
    firstRank: found.findIndex((route) => relevant.includes(route)),
    recall: hits / Math.min(relevant.length, CUTOFF),
    ms,
  };
}

function measure(outcomes: readonly Outcome[]): Measures {
  const mean = (value: (outcome: Outcome) => number): number =>
    outcomes.reduce((sum, one) => sum + value(one), 0) / Math.max(1, outcomes.length);
  return {
    queries: outcomes.length,
    ndcg10: mean(({ ndcg10 }) => ndcg10),
    mrr10: mean(({ firstRank }) => (firstRank < 0 ? 0 : 1 / (firstRank + 1))),
    success1: mean(({ firstRank }) => (firstRank === 0 ? 1 : 0)),
    success5: mean(({ firstRank }) => (firstRank >= 0 && firstRank < 5 ? 1 : 0)),
    recall10: mean(({ recall }) => recall),
    zeroResults: mean(({ found }) => (found.length === 0 ? 1 : 0)),
  };
}

/** Runs every query once, after one round to warm up. */
export function evaluateSearch({ engine, queries }: { engine: RankedSearch; queries: readonly JudgedQuery[] }): SearchReport {
  for (const { q } of queries) engine.search(q, CUTOFF);
  const outcomes = queries.map((query) => tryQuery(engine, query));
  const kinds = [...new Set(queries.map(({ kind }) => kind))];
  const times = outcomes.map(({ ms }) => ms);
  const misses = outcomes.filter(({ ndcg10 }) => ndcg10 < 0.5).sort((a, b) => a.ndcg10 - b.ndcg10);
  return {
    engine: engine.name,
    overall: measure(outcomes),
    kinds: Object.fromEntries(kinds.map((kind) => [kind, measure(outcomes.filter((one) => one.kind === kind))])),
    latency: { p50: percentile(times, 0.5), p95: percentile(times, 0.95), p99: percentile(times, 0.99) },
    misses: misses.map(({ q, kind, ndcg10, expected, found }) => ({ q, kind, ndcg10, expected, found })),
  };
}

/**
 * Reads a query file with one JSON object per line. Empty lines are skipped.
 * @throws Error with the file and line of the first malformed entry
 */
export function parseQueries(jsonl: string, file: string): JudgedQuery[] {
  return jsonl.split('\n').flatMap((line, i): JudgedQuery[] => {
    if (line.trim() === '') return [];
    const malformed = new Error(
      `${file}:${i + 1}: expected {"q": text, "kind": text, "relevant": [routes, best first]}, at least one route.`,
    );
    let value: Partial<JudgedQuery>;
    try {
      value = JSON.parse(line) as Partial<JudgedQuery>;
    } catch {
      throw malformed;
    }
    const { q, kind, relevant } = value ?? {};
    const routes = Array.isArray(relevant) && relevant.length > 0 && relevant.every((route) => typeof route === 'string');
    if (typeof q !== 'string' || typeof kind !== 'string' || !routes) throw malformed;
    return [{ q, kind, relevant }];
  });
}

const number = (value: number): string => value.toFixed(3).replace(/^0/, '');

/** Formats the reports as a Markdown table with one row per engine. */
export function formatReports(reports: readonly SearchReport[]): string {
  const kinds = Object.keys(reports[0]?.kinds ?? {});
  const head = ['engine', 'nDCG@10', 'MRR@10', 'S@1', 'S@5', 'recall@10', 'no result', ...kinds, 'p50 ms', 'p95 ms'];
  const lines = reports.map(({ engine, overall, kinds: byKind, latency }) => [
    engine,
    ...[overall.ndcg10, overall.mrr10, overall.success1, overall.success5, overall.recall10, overall.zeroResults].map(number),
    ...kinds.map((kind) => number(byKind[kind]?.ndcg10 ?? 0)),
    latency.p50.toFixed(1),
    latency.p95.toFixed(1),
  ]);
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
