/** `npm run evaluate -- search`: runs judged queries on a site's own index, and reports measures by kind of query and the misses. */
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { type SearchRecord, createSearchEngine, decodeIndex } from '@quire/search';
import { encodeIndex } from '@quire/search/indexing';
import { type JudgedQuery, evaluateSearch, formatReports, parseQueries, type SearchReport } from './evaluate.ts';
import { TREE_CONFIG, treeExists } from '../real-tree.ts';
import { compareSearch, ownSearch } from './engines.ts';
import { defaultConfig, DEVELOPMENT_QUERIES, openSiteSearch } from './site-search.ts';

/** Selects the queries that these pages can answer, with the routes that exist, and counts the other ones. */
export function knownQueries(queries: readonly JudgedQuery[], records: readonly SearchRecord[]): { known: JudgedQuery[]; leftOut: number } {
  const routes = new Set(records.map(({ page }) => page.path));
  const known = queries
    .map((query) => ({ ...query, relevant: query.relevant.filter((route) => routes.has(route)) }))
    .filter(({ relevant }) => relevant.length > 0);
  return { known, leftOut: queries.length - known.length };
}

/** The nDCG@10 that the ranking must reach. */
export const NDCG_GOAL = 0.85;

export interface SearchEvaluation {
  /** Description of the site. */
  site: string;
  pages: number;
  sections: number;
  queries: number;
  /** Queries none of whose routes is a page of the site. */
  leftOut: number;
  goal: number;
  kept: boolean;
  report: SearchReport;
  /** The reports of all engines, if they are compared. */
  compared?: SearchReport[];
}

export interface EvaluationOptions {
  config?: string | undefined;
  queries?: string | undefined;
  compare: boolean;
}

/** @throws Error if the file of queries cannot be read, or if none of its queries has a relevant page on the site */
export async function evaluateSite({
  config = defaultConfig(),
  queries: file = DEVELOPMENT_QUERIES,
  compare,
}: EvaluationOptions): Promise<SearchEvaluation> {
  const { records, options, pages } = await openSiteSearch(config);
  const { known, leftOut } = knownQueries(parseQueries(await readQueries(file), file), records);
  if (known.length === 0) throw new Error(`None of the queries of ${file} asks for a page of ${config}: name another site with --config.`);
  const engine = ownSearch(createSearchEngine(decodeIndex(encodeIndex(records, options))));
  const report = evaluateSearch({ engine, queries: known });
  const kept = report.overall.ndcg10 >= NDCG_GOAL;
  const compared = compare ? compareSearch(records, options, known) : undefined;
  return {
    site: nameOf(config),
    pages,
    sections: records.length,
    queries: known.length,
    leftOut,
    goal: NDCG_GOAL,
    kept,
    report,
    ...(compared !== undefined && { compared }),
  };
}

async function readQueries(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    const reason = (error as { code?: string }).code === 'ENOENT' ? 'there is no such file' : String(error);
    throw new Error(
      `${file} cannot be read: ${reason}. --queries takes a file of JSON lines such as ${relative(process.cwd(), DEVELOPMENT_QUERIES)}.`,
    );
  });
}

function nameOf(config: string): string {
  if (config === TREE_CONFIG) return 'the real documentation tree beside the project';
  const name = relative(process.cwd(), config);
  return treeExists() ? name : `${name} (the real documentation tree is not beside the project)`;
}

/** Formats the nDCG@10 of each engine by kind of query, and lists the kinds for which another engine is better than ours. */
function compareKinds([own, ...others]: readonly SearchReport[]): string[] {
  if (own === undefined) return [];
  const engines = [own, ...others];
  const of = ({ kinds }: SearchReport, kind: string): number => kinds[kind]?.ndcg10 ?? 0;
  const rows = Object.entries(own.kinds).map(([kind, { queries }]) => [kind, queries, ...engines.map((one) => of(one, kind).toFixed(3))]);
  const behind = Object.keys(own.kinds).flatMap((kind) =>
    others
      .filter((one) => of(one, kind) > of(own, kind))
      .map((one) => `Behind ${one.engine} for ${kind}, by ${(of(one, kind) - of(own, kind)).toFixed(3)}.`),
  );
  const head = ['kind', 'queries', ...engines.map(({ engine }) => engine)];
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return ['nDCG@10 side by side:', '', ...table, '', ...(behind.length > 0 ? behind : ['Ahead of the others for every kind.']), ''];
}

/** Maximum number of missed queries in the description. */
const MAX_LISTED_MISSES = 25;

export function describeEvaluation({ site, pages, sections, queries, leftOut, goal, kept, report, compared }: SearchEvaluation): string {
  const { overall, misses } = report;
  const lines = misses.slice(0, MAX_LISTED_MISSES).map(({ q, kind, ndcg10, expected, found }) => {
    return `  ${ndcg10.toFixed(2)} ${kind.padEnd(9)} ${q}\n       expected ${expected[0] ?? ''}, found ${found.slice(0, 3).join(', ') || 'nothing'}`;
  });
  const kinds = Object.entries(report.kinds).map(
    ([kind, { queries: count, ndcg10, mrr10, success5 }]) =>
      `| ${kind} | ${count} | ${[ndcg10, mrr10, success5].map((figure) => figure.toFixed(3)).join(' | ')} |`,
  );
  return [
    `Asked: ${site}`,
    `${pages} pages, ${sections} sections; ${queries} queries, ${leftOut} more ask for pages that this site does not have`,
    '',
    formatReports(compared ?? [report]),
    '',
    '| kind | queries | nDCG@10 | MRR@10 | S@5 |',
    '| --- | --- | --- | --- | --- |',
    ...kinds,
    '',
    ...(compared === undefined ? [] : compareKinds(compared)),
    ...(misses.length > 0 ? [`Missed (nDCG@10 below .5), ${misses.length}:`, ...lines, ''] : []),
    `nDCG@10 ${overall.ndcg10.toFixed(3)}, goal ${goal}: ${kept ? 'kept' : 'NOT KEPT'}`,
    '',
  ].join('\n');
}
