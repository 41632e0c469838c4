// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleSearchSite, sampleSource } from '../testing/sample-search.ts';
import { SEARCHED_AGAIN } from '../search-site.ts';
import { createSearchSession } from './search-session.ts';

let again: string[] = [];
const note = (event: Event): void => void again.push((event as CustomEvent<string>).detail);

beforeEach(() => {
  vi.useFakeTimers();
  again = [];
  document.addEventListener(SEARCHED_AGAIN, note);
});
afterEach(() => {
  document.removeEventListener(SEARCHED_AGAIN, note);
  vi.useRealTimers();
});

/** Types each query, and waits as long as a reader looks at the results. */
function searchFor(...queries: string[]): ReturnType<typeof createSearchSession> {
  const session = createSearchSession(sampleSearchSite, sampleSource({}));
  session.open();
  for (const query of queries) {
    session.setQuery(query);
    vi.advanceTimersByTime(3000);
  }
  return session;
}

test('a query that the reader replaces with another one is reported', () => {
  searchFor('company dictionary', 'glossary');
  expect(again).toEqual(['company dictionary']);
});

test('an extended query and the last query of a dialog are not reported', () => {
  searchFor('gloss', 'Glossary term', 'glossary');
  const session = searchFor('lineage');
  session.close();
  session.open('owners');
  vi.advanceTimersByTime(3000);
  expect(again).toEqual([]);
});

test('a query that is cleared while the reader types is not a search', () => {
  const session = createSearchSession(sampleSearchSite, sampleSource({}));
  session.open();
  for (const query of ['dict', '', 'glossary']) {
    session.setQuery(query);
    vi.advanceTimersByTime(query === '' ? 3000 : 1000);
  }
  vi.advanceTimersByTime(3000);
  expect(again).toEqual([]);
});
