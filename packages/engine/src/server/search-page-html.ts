/** The built results page → the same page with results in it. Both marks are put there by its component (site/pages/search.tsx). */
import { escapeHtml } from '@quire/search';

const CONTAINER = /<div\b[^>]*\bdata-island="search-results"[^>]*>/;
const FIELD = /<input\b[^>]*\bname="q"[^>]*?(?=\s*\/?>)/;

/** Puts results into the container and the query into the search field. */
export function fillSearchPage(page: string, query: string, results: string): string {
  // Functions, since a `$` in what is put in would be read as a pattern.
  return replaceContent(page, results).replace(FIELD, (field) => `${field} value="${escapeHtml(query)}"`);
}

function replaceContent(page: string, content: string): string {
  const opening = CONTAINER.exec(page);
  if (opening === null) return page;
  const start = opening.index + opening[0].length;
  const tags = /<(\/?)div\b/g;
  tags.lastIndex = start;
  let depth = 1;
  for (let tag = tags.exec(page); tag !== null; tag = tags.exec(page)) {
    depth += tag[1] === '/' ? -1 : 1;
    if (depth === 0) return page.slice(0, start) + content + page.slice(tag.index);
  }
  return page;
}
