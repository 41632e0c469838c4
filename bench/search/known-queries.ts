import type { SearchRecord } from '@quire/search';

import type { JudgedQuery } from './evaluate.ts';

/** The queries that can be answered from these pages, each with the routes that there are; and how many cannot. */
export function knownQueries(queries: readonly JudgedQuery[], records: readonly SearchRecord[]): { known: JudgedQuery[]; leftOut: number } {
  const routes = new Set(records.map(({ page }) => page.path));
  const known = queries
    .map((query) => ({ ...query, relevant: query.relevant.filter((route) => routes.has(route)) }))
    .filter(({ relevant }) => relevant.length > 0);
  return { known, leftOut: queries.length - known.length };
}
