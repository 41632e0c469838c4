// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sampleSearchSite as sampleSite } from '../testing/sample-site.ts';
import type { SearchRequest, SearchResponse } from '../../protocol/types.ts';
import { sampleHit } from '../testing/sample-search.ts';
import { mountResults } from './mount-results.tsx';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const asked: SearchRequest[][] = [];
let down = false;
const transport = {
  query(requests: readonly SearchRequest[]): Promise<SearchResponse> {
    asked.push([...requests]);
    if (down) return Promise.reject(new Error('unreachable'));
    const results = requests.map(({ query = '', page = 0, hitsPerPage }) => {
      const total = query.includes('none') ? 0 : 25;
      const size = hitsPerPage === 0 || total === 0 ? 0 : page === 0 ? 20 : 5;
      const hits = Array.from({ length: size }, (_, index) => sampleHit(`${query}-${page}-${index}`));
      return { hits, nbHits: total, facets: { group: { guides: 20, sources: 5 } } };
    });
    return Promise.resolve({ results } as unknown as SearchResponse);
  },
};

let unmount = (): void => undefined;
const START = '<p class="start">Type a word above.</p>';

function start(query: string, filled = START): void {
  history.replaceState(null, '', `/base/search${query}`);
  document.body.innerHTML = `<form><input name="q"></form><div id="root">${filled}</div>`;
  act(() => void (unmount = mountResults(find('#root'), find<HTMLFormElement>('form'), sampleSite, transport)));
}

function find<T extends Element = HTMLElement>(selector: string): T {
  const element = document.querySelector<T>(selector);
  if (element === null) throw new Error(`no ${selector} in ${document.body.innerHTML}`);
  return element;
}

const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const rest = (): Promise<void> => pass(100);
const text = (selector: string): string => find(selector).textContent.replaceAll(/\s+/g, ' ').trim();
const hits = (): number => document.querySelectorAll('.search-hit').length;

async function type(query: string): Promise<void> {
  find<HTMLInputElement>('input').value = query;
  act(() => void find('input').dispatchEvent(new Event('input', { bubbles: true })));
  await rest();
}

async function submit(): Promise<void> {
  act(() => void find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
  await rest();
}

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  down = false;
});
afterEach(() => {
  act(() => unmount());
  vi.useRealTimers();
});

describe('R-306 the search page', () => {
  test('without a query what stands there stays', () => {
    start('');
    expect(find('.start').hidden).toBe(false);
    expect(asked).toEqual([]);
  });

  test('the query of the address is answered, with counts and parts of the documentation', async () => {
    start('?q=kafka');
    expect(text('[role="status"]')).toBe('Searching…');
    await rest();
    expect(find('.start').hidden).toBe(true);
    expect(find<HTMLInputElement>('input').value).toBe('kafka');
    expect(text('[role="status"]')).toBe('25 results for kafka');
    expect(hits()).toBe(20);
    expect(text('.search-groups')).toBe('All 25Guides 20Sources 5');
    expect(asked[0]?.[1]?.facetFilters).toContain('language:en');
  });

  test('more results are added on demand, and only they are asked for', async () => {
    start('?q=kafka');
    await rest();
    act(() => find('.search-paging button').click());
    await rest();
    expect(hits()).toBe(25);
    expect(location.search).toBe('?q=kafka&page=2');
    expect(asked[1]?.map(({ page }) => page)).toEqual([undefined, 1]);
    expect(document.querySelector('.search-paging')).toBeNull();
    expect(document.activeElement).toBe(find('.search-hit:nth-child(21) a'));
  });

  test('an address with a later page shows all up to it', async () => {
    start('?q=kafka&page=2');
    await rest();
    expect(hits()).toBe(25);
  });

  test('a part of the documentation is a step of the history', async () => {
    start('?q=kafka');
    await rest();
    const before = history.length;
    act(() => find('.search-groups li:nth-child(3) a').click());
    await rest();
    expect(location.search).toBe('?q=kafka&group=sources');
    expect(history.length).toBe(before + 1);
    expect(find('.search-groups [aria-current]').textContent).toContain('Sources');
    expect(asked.at(-1)?.[1]?.facetFilters).toContain('group:sources');
    expect(asked.at(-1)?.[0]?.facetFilters).not.toContain('group:sources');
  });

  test('typing replaces the address, submitting is a step', async () => {
    start('?q=kafka');
    await rest();
    const before = history.length;
    await type('hive');
    expect(text('[role="status"]')).toBe('25 results for hive');
    expect(location.search).toBe('?q=hive');
    expect(history.length).toBe(before);
    await submit();
    expect(location.search).toBe('?q=hive');
    expect(history.length).toBe(before + 1);
    await submit();
    expect(history.length).toBe(before + 1);
  });

  test('going back asks what the address says', async () => {
    start('?q=hive');
    await rest();
    history.replaceState(null, '', '/base/search?q=kafka');
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    await rest();
    expect(find<HTMLInputElement>('input').value).toBe('kafka');
    expect(text('[role="status"]')).toBe('25 results for kafka');
  });

  test('emptied, it shows what stood there before', async () => {
    start('?q=kafka');
    await rest();
    await type('');
    expect(find('.start').hidden).toBe(false);
    expect(hits()).toBe(0);
    expect(location.search).toBe('');
  });

  test('R-302 nothing found', async () => {
    start('?q=none');
    await rest();
    expect(text('[role="status"]')).toContain('No results for “none”');
    expect(text('[role="status"]')).toContain('Believe this query should return results? Let us know.');
  });

  test('R-303 nobody answers, and then somebody does', async () => {
    down = true;
    start('?q=kafka');
    await rest();
    expect(text('[role="status"]')).toContain('Unable to fetch results');
    down = false;
    await pass(1000);
    expect(hits()).toBe(20);
  });

  test('results that the server wrote stay until there are newer ones', async () => {
    start('?q=kafka', '<p class="search-count">25 results for kafka</p>');
    expect(document.querySelectorAll('.search-count')).toHaveLength(1);
    expect(find('.search-count').hidden).toBe(false);
    await rest();
    expect(document.querySelectorAll('.search-count')).toHaveLength(1);
    expect(hits()).toBe(20);
    await type('');
    expect(text('#root')).toBe('Type a word above. The sections that match appear here.');
  });
});
