/** Our engine, MiniSearch, and SQLite behind one interface, on the same records. */
import { DatabaseSync } from 'node:sqlite';
import MiniSearch from 'minisearch';
import { createAnalyzer, type SearchEngine, type SearchRecord, createSearchEngine, decodeIndex } from '@quire/search';
import { type EncodeOptions, encodeIndex } from '@quire/search/indexing';
import { type RankedSearch, evaluateSearch, type JudgedQuery, type SearchReport } from './evaluate.ts';

export function ownSearch(engine: SearchEngine): RankedSearch {
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
export function compareSearch(records: readonly SearchRecord[], options: EncodeOptions, queries: readonly JudgedQuery[]): SearchReport[] {
  const own = ownSearch(createSearchEngine(decodeIndex(encodeIndex(records, options))));
  return [own, miniSearch(records), sqliteSearch(records)].map((engine) => evaluateSearch({ engine, queries }));
}
