// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listenForShortcuts, prepareHydration } from './hydration.ts';

const html = document.documentElement;
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

const press = (target: Element | null, init: KeyboardEventInit): boolean | undefined =>
  target?.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));

beforeEach(() => {
  document.body.innerHTML =
    '<button id="b">x</button><a id="l" href="#x">x</a><input id="i"><form><button id="s" type="submit">s</button></form>';
  html.className = 'js';
});
afterEach(() => {
  delete html.dataset['hydrate'];
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a click before hydration is replayed once on the same element, and links and submit buttons work immediately', async () => {
  const clicks: string[] = [];
  const hydrate = prepareHydration(async () => ({ start: async () => undefined }));
  document.body.addEventListener('click', (event) => {
    clicks.push((event.target as Element).id);
    event.preventDefault();
  });
  for (const id of ['b', 'b', 'l', 's']) document.getElementById(id)?.click();
  expect(clicks).toEqual(['l', 's']);
  await hydrate();
  expect(clicks).toEqual(['l', 's', 'b']);
  document.getElementById('b')?.click();
  expect(clicks).toHaveLength(4);
});

test('text typed after a click on a button of a dialog is kept, also with the keyboard, and no longer if hydration fails', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  document.body.innerHTML = '<button id="b">x</button><button id="a" data-ask>x</button>';
  // The next attempt, which an event of a later test causes, succeeds.
  const hydrate = prepareHydration(vi.fn(async () => ({ start: async () => undefined })).mockRejectedValueOnce(new Error('offline')));
  document.getElementById('b')?.click();
  expect('typed' in html.dataset).toBe(false);
  document.getElementById('a')?.click();
  for (const key of ['o', ' ', 'Shift', 'K']) press(document.getElementById('a'), { key });
  expect(html.dataset['typed']).toBe('o K');
  await hydrate();
  expect('typed' in html.dataset).toBe(false);
  expect(press(document.getElementById('a'), { key: ' ' })).toBe(true);
});

test.each(['pointermove', 'pointerdown', 'focusin', 'keydown', 'wheel'])('%s loads React once', async (type) => {
  const load = vi.fn(async () => ({ start: async () => undefined }));
  prepareHydration(load);
  window.dispatchEvent(new Event('scroll'));
  expect(load).not.toHaveBeenCalled();
  document.body.dispatchEvent(new Event(type, { bubbles: true }));
  document.body.dispatchEvent(new Event(type, { bubbles: true }));
  await settle();
  expect(load).toHaveBeenCalledTimes(1);
});

test('React loads on idle if configured', async () => {
  html.dataset['hydrate'] = 'idle';
  const load = vi.fn(async () => ({ start: async () => undefined }));
  prepareHydration(load);
  await expect.poll(() => load).toHaveBeenCalledTimes(1);
});

test.each([
  ['a front page with a query', 'integrations', '?text=sql', 1],
  ['a front page', 'integrations', '', 0],
  ['a docs page with a query', 'doc', '?utm_source=mail', 0],
])('React loads on idle on %s: %s%s', async (_what, kind, query, times) => {
  history.replaceState(null, '', `/${query}`);
  html.dataset['kind'] = kind;
  onTestFinished(() => {
    history.replaceState(null, '', '/');
    delete html.dataset['kind'];
  });
  const load = vi.fn(async () => ({ start: async () => undefined }));
  prepareHydration(load);
  await settle();
  expect(load).toHaveBeenCalledTimes(times);
});

test('R-201 if React fails to load, the page logs a warning and works as without JavaScript', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const load = vi.fn(async () => ({ start: async () => undefined })).mockRejectedValueOnce(new Error('missing chunk'));
  await prepareHydration(load)();
  expect(html.classList.contains('js')).toBe(false);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('Hydration failed'), expect.any(Error));
});

test('R-201 after a failed load, user intent retries at most every three seconds, and the page becomes interactive', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const start = vi.fn(async () => undefined);
  const load = vi.fn<() => Promise<{ start: typeof start }>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue({ start });
  prepareHydration(load);
  const move = async (afterMs: number) => {
    await vi.advanceTimersByTimeAsync(afterMs);
    window.dispatchEvent(new Event('pointermove'));
    await vi.advanceTimersByTimeAsync(0);
    return load.mock.calls.length;
  };
  expect([await move(0), await move(0), await move(2999)]).toEqual([1, 1, 1]);
  expect(start).not.toHaveBeenCalled();
  expect(await move(1)).toBe(2);
  expect([start.mock.calls.length, html.className]).toEqual([1, 'js']);
});

test('R-201 a deferred stylesheet that failed to load is loaded by the next attempt', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const link = document.createElement('link');
  Object.assign(link, { rel: 'deferred-stylesheet', href: 'about:blank' });
  const find = vi.spyOn(document, 'querySelector').mockImplementation(() => (link.rel === 'stylesheet' ? null : link));
  const start = vi.fn(async () => undefined);
  const hydrate = prepareHydration(async () => ({ start }));
  const first = hydrate();
  link.dispatchEvent(new Event('error'));
  await first;
  expect([start.mock.calls.length, link.rel]).toEqual([0, 'deferred-stylesheet']);
  const second = hydrate();
  link.dispatchEvent(new Event('load'));
  await second;
  expect([start.mock.calls.length, link.rel]).toEqual([1, 'stylesheet']);
  find.mockRestore();
});

// The listener stays on the document, so one serves all tests.
const bringShell = vi.fn(async () => undefined);
listenForShortcuts(bringShell);

test('on a site without a search, the keys of its shortcuts and later keys keep their own effects', () => {
  delete html.dataset['typed'];
  expect(press(document.body, { key: '/' })).toBe(true);
  expect(press(document.body, { key: ' ' })).toBe(true);
  expect(press(document.body, { key: 'k', ctrlKey: true })).toBe(true);
  expect(bringShell).not.toHaveBeenCalled();
});

describe('R-301 shortcuts', () => {
  const onClick = vi.fn((event: Event) => event.preventDefault());
  beforeEach(() => {
    bringShell.mockClear();
    onClick.mockClear();
    delete html.dataset['typed'];
    document.body.insertAdjacentHTML('beforeend', '<a data-search href="/search">Search</a>');
    document.querySelector('a[data-search]')?.addEventListener('click', onClick);
  });

  test('open the search after hydration, except while the reader types', async () => {
    press(document.getElementById('i'), { key: '/' });
    press(document.body, { key: 'k' });
    press(document.body, { key: '/', altKey: true });
    press(document.body, { key: 'k', ctrlKey: true, repeat: true });
    expect(bringShell).not.toHaveBeenCalled();
    press(document.body, { key: '/' });
    press(document.body, { key: 'k', metaKey: true });
    press(document.body, { key: 'k', ctrlKey: true });
    expect(onClick).not.toHaveBeenCalled();
    await settle();
    expect(onClick).toHaveBeenCalledTimes(3);
  });

  test('text typed after a shortcut is kept, and other keys are ignored', () => {
    expect(press(document.body, { key: 'x' })).toBe(true);
    press(document.body, { key: '/' });
    for (const key of ['a', 'Shift', '/', 'B', ' ', 'Enter', 'ArrowDown']) press(document.body, { key });
    press(document.body, { key: 'r', ctrlKey: true });
    press(document.getElementById('i'), { key: 'y' });
    expect(html.dataset['typed']).toBe('a/B ');
    expect(bringShell).toHaveBeenCalledOnce();
    expect(press(document.body, { key: 'c' })).toBe(false);
  });
});
