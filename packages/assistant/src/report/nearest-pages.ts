import type { SearchEngine } from '@quire/search/contract.ts';
import type { NearPage } from './contract.ts';

const SECTIONS = 12;
const MOST_PAGES = 3;
/** Below it a section shares a passing word with the query, and no subject. */
const LEAST_COVERAGE = 0.3;

/** Finds the pages whose sections come nearest to a query, best first. */
export function createNearestPages(engine: SearchEngine): (query: string) => NearPage[] {
  return (query) => {
    const titles = new Map<string, string>();
    for (const { record, coverage } of engine.retrieve(query, SECTIONS)) {
      if (coverage >= LEAST_COVERAGE && titles.size < MOST_PAGES) titles.set(record.page.path, record.page.title);
    }
    return Array.from(titles, ([path, title]) => ({ title, path }));
  };
}
