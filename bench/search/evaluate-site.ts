/** `npm run evaluate -- search`: runs judged queries on a site's own index, and reports measures by kind of query and the misses. */
import { readFile } from 'node:fs/promises';
import { relative, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import MiniSearch from 'minisearch';
import { type SearchRecord, createSearchEngine, decodeIndex, createAnalyzer, type SearchEngine } from '@quire/search';
import { encodeIndex, type EncodeOptions, parseSynonyms } from '@quire/search/indexing';
import { indexTask, siteRecords } from '@quire/engine/build/emit-search.ts';
import { openSite } from '@quire/engine/build/site.ts';
import { loadConfig } from '@quire/engine/config/load.ts';
import { type JudgedQuery, evaluateSearch, formatReports, parseQueries, type SearchReport, type RankedSearch } from './evaluate.ts';
import { TREE_CONFIG, treeExists } from '../real-tree.ts';

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

// Compiling a whole site as the build does.

const root = join(import.meta.dirname, '../..');
const SYNONYMS = join(root, 'website/content/synonyms.yaml');
export const DEVELOPMENT_QUERIES = join(root, 'bench/search/queries.dev.jsonl');

export interface SiteSearch {
  records: SearchRecord[];
  /** Input of the site's index other than its records. */
  options: EncodeOptions;
  pages: number;
}

/** Returns the real tree's configuration if it exists, because the tree was not written for this project; otherwise the website's. */
export const defaultConfig = (): string => (treeExists() ? TREE_CONFIG : join(root, 'website/site.config.ts'));

/** Compiles a site and returns its records. The synonyms are always those of the project's own website. */
export async function openSiteSearch(configFile: string): Promise<SiteSearch> {
  const config = await loadConfig(configFile, {});
  const site = await openSite({ config, cacheDir: join(root, '.cache', 'evaluate'), drafts: false, noCache: false });
  const pages = [];
  for (const doc of site.docs) pages.push(await site.compile(doc));
  const { groups, names } = indexTask(site);
  const { rules } = parseSynonyms(await readFile(SYNONYMS, 'utf8'), SYNONYMS, createAnalyzer(names));
  return { records: siteRecords(site, pages), options: { synonyms: rules, groups, names }, pages: pages.length };
}

// Other engines for comparison: MiniSearch and SQLite behind the interface of our engine, on the same records.

function ownSearch(engine: SearchEngine): RankedSearch {
  return { name: 'own index', search: (text, limit) => engine.search({ text, hitsPerPage: limit }).hits.map(({ page }) => page.path) };
}

/** Returns each page once, in the order of its first section. */
function firstPages(paths: Iterable<string>, limit: number): string[] {
  const pages = new Set<string>();
  for (const path of paths) {
    pages.add(path);
    if (pages.size === limit) break;
  }
  return [...pages];
}

const { forEachTerm } = createAnalyzer();

function terms(text: string): string[] {
  const found: string[] = [];
  forEachTerm(text, false, (term) => found.push(term));
  return found;
}

/** MiniSearch with our analysis and boosts, prefix search for the last word, and fuzzy search for unknown words. */
function miniSearch(records: readonly SearchRecord[]): RankedSearch {
  const fields = { title: 4, label: 3, heading: 3, path: 2, text: 1, code: 0.7 };
  const engine = new MiniSearch({ fields: Object.keys(fields), tokenize: terms, processTerm: (term) => term });
  engine.addAll(
    records.map(({ page, heading, text, code }, id) => {
      return {
        id,
        title: page.title,
        label: page.sidebarLabel,
        heading,
        path: page.path.replaceAll('/', ' '),
        text,
        code: code.join('\n'),
      };
    }),
  );
  const vocabulary = new Set(
    records.flatMap(({ page, heading, text, code }) =>
      terms([page.title, page.sidebarLabel, page.path.replaceAll('/', ' '), heading, text, ...code].join('\n')),
    ),
  );
  return {
    name: 'MiniSearch 7.2.0',
    search(text, limit) {
      const found = engine.search(text, {
        boost: fields,
        fuzzy: (term) => (vocabulary.has(term) || term.length < 4 ? false : term.length < 6 ? 1 : 2),
        prefix: (term, i, all) => i === all.length - 1 && term.length > 2,
      });
      return firstPages(
        found.map(({ id }) => (records[id as number] as SearchRecord).page.path),
        limit,
      );
    },
  };
}

/** SQLite FTS5 with its Porter stemmer and BM25 weights. The query combines words with OR; the last word is a prefix. */
function sqliteSearch(records: readonly SearchRecord[]): RankedSearch {
  const database = new DatabaseSync(':memory:');
  database.exec(
    `create virtual table section using fts5(page unindexed, title, label, heading, path, text, code, tokenize = 'porter unicode61')`,
  );
  const insert = database.prepare('insert into section values (?, ?, ?, ?, ?, ?, ?)');
  database.exec('begin');
  for (const { page, heading, text, code } of records)
    insert.run(page.path, page.title, page.sidebarLabel, heading, page.path, text, code.join('\n'));
  database.exec('commit');
  const select = database.prepare('select page from section where section match ? order by bm25(section, 0, 4, 3, 3, 2, 1, 0.7) limit 200');
  return {
    name: 'SQLite FTS5',
    search(text, limit) {
      const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
      const content = words.filter((word) => terms(word).length > 0);
      const used = content.length > 0 ? content : words;
      if (used.length === 0) return [];
      const match = used.map((word, i) => `"${word}"${i === used.length - 1 && word.length > 2 ? '*' : ''}`).join(' OR ');
      return firstPages(
        select.all(match).map((row) => String(row['page'])),
        limit,
      );
    },
  };
}

/** Returns the report of each engine, ours first. */
function compareSearch(records: readonly SearchRecord[], options: EncodeOptions, queries: readonly JudgedQuery[]): SearchReport[] {
  const own = ownSearch(createSearchEngine(decodeIndex(encodeIndex(records, options))));
  return [own, miniSearch(records), sqliteSearch(records)].map((engine) => evaluateSearch({ engine, queries }));
}
