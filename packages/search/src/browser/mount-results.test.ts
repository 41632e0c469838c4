// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ResultsQuery } from '../site-search.ts';
import { mountResults } from './mount-results.ts';
import { sampleResult, sampleSearchSite as sampleSite, sampleSource } from './testing/sample-search.ts';

const MANY = (query: string) =>
  Array.from({ length: 25 }, (_, index) => sampleResult(`${query}-${index}`, { group: index < 20 ? 'Guides' : 'Sources' }));
const ANSWERS = { kafka: MANY('kafka'), hive: MANY('hive') };
let source = sampleSource(ANSWERS);
let asked: ResultsQuery[] = source.asked;

let unmount = (): void => undefined;

/** @param path of the address: hosts answer the page also with a slash at the end, or with `.html` */
function start(query: string, status = '', body = '', path = '/base/search'): void {
  history.replaceState(null, '', `${path}${query}`);
  document.body.innerHTML =
    `<form><input name="q"></form><div id="root"><p class="search-count" role="status">${status}</p>` +
    `<div class="search-results">${body}</div><div class="search-introduction"${status && ' hidden'}>Enter a search term.</div></div>`;
  unmount = mountResults(find('#root'), find<HTMLFormElement>('form'), sampleSite, source);
}

function find<T extends Element = HTMLElement>(selector: string): T {
  const element = document.querySelector<T>(selector);
  if (element === null) throw new Error(`no ${selector} in ${document.body.innerHTML}`);
  return element;
}

const pass = async (ms: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(ms));
const rest = (): Promise<void> => pass(100);
const text = (selector: string): string => find(selector).textContent.replaceAll(/\s+/g, ' ').trim();
const hits = (): number => document.querySelectorAll('.search-hit').length;

async function type(query: string): Promise<void> {
  find<HTMLInputElement>('input').value = query;
  find('input').dispatchEvent(new Event('input', { bubbles: true }));
  await rest();
}

async function submit(): Promise<void> {
  find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await rest();
}

beforeEach(() => {
  vi.useFakeTimers();
  source = sampleSource(ANSWERS, ['kafka']);
  asked = source.asked;
});
afterEach(() => {
  unmount();
  vi.useRealTimers();
});

describe('R-306 the search page', () => {
  test('keeps its content without a query', () => {
    start('');
    expect(find('.search-introduction').hidden).toBe(false);
    expect(asked).toEqual([]);
  });

  test('shows results, counts, and parts of the documentation for the query in the address', async () => {
    start('?q=kafka');
    expect(text('[role="status"]')).toBe('Searching…');
    await rest();
    expect(find('.search-introduction').hidden).toBe(true);
    expect(find<HTMLInputElement>('input').value).toBe('kafka');
    expect(text('[role="status"]')).toBe('25 results for kafka');
    expect(hits()).toBe(20);
    expect(text('.search-groups')).toBe('All 25Guides 20Sources 5');
    expect(asked[0]).toMatchObject({ text: 'kafka', group: null, language: 'en' });
  });

  test.each(['/base/search/', '/base/search.html'])('appends more results to the page at %s', async (path) => {
    start('?q=kafka', '', '', path);
    await rest();
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    find('a[rel="next"]').dispatchEvent(click);
    await rest();
    expect(click.defaultPrevented).toBe(true);
    expect(hits()).toBe(25);
    expect(location.pathname + location.search).toBe(`${path}?q=kafka&page=2`);
  });

  test('requests only the additional results on demand', async () => {
    start('?q=kafka');
    await rest();
    find('.search-paging a').click();
    await rest();
    expect(hits()).toBe(25);
    expect(location.search).toBe('?q=kafka&page=2');
    expect(asked[1]).toMatchObject({ page: 1, pages: 1 });
    expect(document.querySelector('.search-paging')).toBeNull();
    expect(document.activeElement).toBe(find('.search-hit:nth-child(21) a'));
  });

  test('shows all results up to the page number in the address', async () => {
    start('?q=kafka&page=2');
    await rest();
    expect(hits()).toBe(25);
  });

  test.each([null, 'guides'])('requests nothing after the last result if the page number is too high: group %s', async (group) => {
    start(`?q=kafka&page=99${group === null ? '' : `&group=${group}`}`);
    await rest();
    expect(hits()).toBe(group === null ? 25 : 20);
    expect(asked).toHaveLength(1);
    expect(document.querySelector('.search-paging')).toBeNull();
  });

  test('adds a history entry when the reader selects a part of the documentation', async () => {
    start('?q=kafka');
    await rest();
    const before = history.length;
    find('.search-groups li:nth-child(3) a').focus();
    find('.search-groups li:nth-child(3) a').click();
    await rest();
    expect(location.search).toBe('?q=kafka&group=sources');
    expect(history.length).toBe(before + 1);
    expect(find('.search-groups [aria-current]').textContent).toContain('Sources');
    expect(asked.at(-1)).toMatchObject({ group: 'sources', page: 0 });
    expect(document.activeElement).toBe(find('.search-groups li:nth-child(3) a'));
  });

  test('replaces the history entry while the reader types, and adds one on submit', async () => {
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

  test('reads the address again when it is mounted again', async () => {
    start('?q=hive');
    await rest();
    history.replaceState(null, '', '/base/search?q=kafka');
    unmount();
    unmount = mountResults(find('#root'), find<HTMLFormElement>('form'), sampleSite, source);
    await rest();
    expect(location.search).toBe('?q=kafka');
    expect(find<HTMLInputElement>('input').value).toBe('kafka');
    expect(text('[role="status"]')).toBe('25 results for kafka');
  });

  test.each(['/base/search', '/base/search/'])('follows the address on going back: %s', async (path) => {
    start('?q=hive');
    await rest();
    history.replaceState(null, '', `${path}?q=kafka`);
    window.dispatchEvent(new PopStateEvent('popstate'));
    await rest();
    expect(find<HTMLInputElement>('input').value).toBe('kafka');
    expect(text('[role="status"]')).toBe('25 results for kafka');
  });

  test('shows its original content when the query is cleared', async () => {
    start('?q=kafka');
    await rest();
    await type('');
    expect(find('.search-introduction').hidden).toBe(false);
    expect(hits()).toBe(0);
    expect(location.search).toBe('');
  });

  test('R-302 shows a message if there are no results', async () => {
    start('?q=none');
    await rest();
    expect(text('[role="status"]')).toBe('No results for “none”');
    expect(text('.search-results')).toBe('Try searching for:kafkaBelieve this query should return results? Let us know.Popular pages');
    expect(find('.search-introduction').hidden).toBe(false);
    expect(find('.search-message > p:last-child a').getAttribute('href')).toBe('https://code.example/repo/issues');
    find('.search-results li a').click();
    await rest();
    expect(find<HTMLInputElement>('input').value).toBe('kafka');
    expect(hits()).toBe(20);
  });

  test('R-303 retries a failed search', async () => {
    source.down = true;
    start('?q=kafka');
    await rest();
    expect(text('[role="status"]')).toBe('Unable to fetch results');
    expect(text('.search-results')).toBe('You might want to check your network connection.Try again');
    source.down = false;
    await pass(1000);
    expect(hits()).toBe(20);
    source.down = true;
    await type('hive');
    source.down = false;
    find('[data-retry]').click();
    await rest();
    expect(text('[role="status"]')).toBe('25 results for hive');
  });

  test('R-303 reports a rate limit and retries', async () => {
    Object.assign(source, { down: true, status: 429 });
    start('?q=kafka');
    await rest();
    expect(text('[role="status"]')).toBe('Unable to fetch results');
    expect(text('.search-results')).toBe('You might want to wait a moment, because there were too many searches.Try again');
    source.down = false;
    await pass(1000);
    expect(hits()).toBe(20);
  });

  test('reports a slow search, keeps the results meanwhile, and hides the message about no results', async () => {
    start('?q=kafka');
    await rest();
    const answer = source.answer;
    source.answer = async (query, signal) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return answer(query, signal);
    };
    await type('xyzzy');
    expect([text('[role="status"]'), find('.search-results').ariaBusy]).toEqual(['25 results for kafka', 'true']);
    await pass(200);
    expect([text('[role="status"]'), hits()]).toEqual(['Searching…', 20]);
    await pass(1000);
    expect([text('[role="status"]'), find('.search-results').ariaBusy]).toEqual(['No results for “xyzzy”', 'false']);
    await type('hive');
    await pass(200);
    expect([text('[role="status"]'), text('.search-results')]).toEqual(['Searching…', '']);
    await pass(1000);
    expect(hits()).toBe(20);
  });

  test('restores the scroll position in the results, unless the reader scrolls first', async () => {
    const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    start('?q=kafka');
    history.replaceState({ positionInResults: 900 }, '');
    window.dispatchEvent(new PopStateEvent('popstate'));
    await rest();
    expect(scrolled).toHaveBeenCalledExactlyOnceWith({ top: 900, behavior: 'instant' });
    window.dispatchEvent(new PopStateEvent('popstate'));
    window.dispatchEvent(new Event('wheel'));
    await rest();
    expect(scrolled).toHaveBeenCalledOnce();
    Object.defineProperty(window, 'scrollY', { value: 300, configurable: true });
    window.dispatchEvent(new Event('scrollend'));
    expect(history.state).toEqual({ positionInResults: 300 });
    scrolled.mockRestore();
  });

  test('keeps the results of the server until newer ones arrive', async () => {
    start('?q=kafka', '25 results for kafka', '<p>From the server.</p>');
    expect(text('.search-results')).toBe('From the server.');
    expect(find('.search-introduction').hidden).toBe(true);
    await rest();
    expect(hits()).toBe(20);
    await type('');
    expect(text('#root')).toBe('Enter a search term.');
  });

  test('R-214 shows any result as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const pieces = [{ text: hostile, highlighted: true }];
    source = sampleSource({ [hostile]: [sampleResult('x', { title: pieces, excerpt: pieces, trail: [hostile], href: `/x"${hostile}` })] });
    start(`?q=${encodeURIComponent(hostile)}`);
    await rest();
    expect(document.querySelectorAll('img')).toHaveLength(0);
    expect(text('.search-hit-title')).toBe(hostile);
    expect(find('.search-hit-title a').getAttribute('href')).toBe(`/x"${hostile}`);
  });
});
