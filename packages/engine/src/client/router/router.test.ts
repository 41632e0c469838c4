// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageData } from '#model/page.ts';
import { createRouter, followTrailingSlash, createProgress } from './router.ts';
import type { PageSource } from './page-source.ts';

function page(path: string, build = 'b1'): PageData {
  const nothing = { contents: [], breadcrumbs: [], sidebar: null, previous: null, next: null };
  return {
    ...nothing,
    build,
    kind: 'doc',
    path,
    title: path,
    description: '',
    editUrl: null,
    lastUpdate: null,
    markdownUrl: null,
    body: path,
  };
}

function setUp(load: PageSource['load'], canHardReload = true) {
  const navigation = new EventTarget();
  const progress = { getState: () => ({ visible: false, value: 0 }), subscribe: () => () => undefined, start: vi.fn(), done: vi.fn() };
  const onPageShown = vi.fn();
  const hardReload = vi.fn();
  const source: PageSource = { load, prefetch: async () => undefined, add: () => undefined };
  const router = createRouter({
    baseUrl: '/',
    initialPage: page('/docs/a'),
    source,
    progress,
    onPageShown,
    hardReload,
    commit: (update) => update(),
    canHardReload: () => canHardReload,
  });
  router.start(navigation);
  function go(target: string, change: Record<string, unknown> = {}) {
    const abort = new AbortController();
    let handler: (() => Promise<void>) | undefined;
    const intercept = vi.fn((options: { handler: () => Promise<void> }) => (handler = options.handler));
    const { sameDocument = false, ...rest } = change;
    const event = Object.assign(new Event('navigate'), {
      canIntercept: true,
      downloadRequest: null,
      formData: null,
      navigationType: 'push',
      signal: abort.signal,
      intercept,
      destination: { url: new URL(target, location.href).href, sameDocument },
      ...rest,
    });
    navigation.dispatchEvent(event);
    return { intercept, abort, run: () => handler?.() };
  }
  return { router, go, onPageShown, hardReload, progress };
}

beforeEach(() => {
  history.replaceState(null, '', '/docs/a');
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => void vi.restoreAllMocks());

test('R-201 the old page stays until the next one is loaded', async () => {
  let deliver: (data: PageData) => void = () => undefined;
  const { router, go, onPageShown, progress } = setUp(() => new Promise((resolve) => (deliver = resolve)));
  const done = go('/docs/b#x').run();
  expect(router.getState().page.path).toBe('/docs/a');
  deliver(page('/docs/b'));
  await done;
  expect(router.getState()).toMatchObject({ path: '/docs/b', page: { path: '/docs/b' } });
  expect(onPageShown.mock.calls[0]?.[1].hash).toBe('#x');
  expect(progress.done).toHaveBeenCalled();
});

test.each([
  ['another site', 'https://example.org/docs/b', {}],
  ['a file', '/docs/b.md', {}],
  ['a download', '/docs/b', { downloadRequest: 'b' }],
  ['a form post', '/docs/b', { formData: {} }],
  ['a reload', '/docs/a', { navigationType: 'reload' }],
  ['a hash of the current page', '/docs/a#x', { sameDocument: true }],
  ['a navigation that cannot be intercepted', '/docs/b', { canIntercept: false }],
])('the router ignores a navigation: %s', (_what, target, change) => {
  expect(setUp(async (path) => page(path)).go(target, change).intercept).not.toHaveBeenCalled();
});

test.each(['/docs/b.html', '/docs/b/', '/docs/b/index.html'])('R-103 %s is the /docs/b page', async (target) => {
  const { router, go } = setUp(async (path) => page(path));
  await go(target).run();
  expect(router.getState().path).toBe('/docs/b');
});

test('R-104 the browser scrolls after the transition, and the router sets the focus', () => {
  const { intercept } = setUp(async (path) => page(path)).go('/docs/b');
  expect(intercept.mock.calls[0]?.[0]).toMatchObject({ scroll: 'after-transition', focusReset: 'manual' });
});

test('R-104 the browser does not move the page between the swap and its own scrolling', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback));
  await setUp(async (path) => page(path))
    .go('/docs/b')
    .run();
  expect(document.documentElement.id).toBe('stale');
  for (const time of [0, 16]) frames.shift()?.(time);
  expect([document.documentElement.hasAttribute('id'), frames]).toEqual([false, []]);
});

test('R-104 a second swap within two frames of the first one is held for two more frames', async () => {
  const frames = new Map<number, FrameRequestCallback>();
  let last = 0;
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => {
    frames.set((last += 1), callback);
    return last;
  });
  vi.spyOn(window, 'cancelAnimationFrame').mockImplementation((handle) => void frames.delete(handle));
  const nextFrame = () => {
    const callbacks = [...frames.values()];
    frames.clear();
    for (const callback of callbacks) callback(0);
  };
  const { go } = setUp(async (path) => page(path));
  await go('/docs/b').run();
  nextFrame();
  await go('/docs/c').run();
  nextFrame();
  expect(document.documentElement.id).toBe('stale');
  nextFrame();
  expect(document.documentElement.hasAttribute('id')).toBe(false);
});

test.each([
  ['the network', async () => Promise.reject(new Error('offline'))],
  ['another build', async (path: string) => page(path, 'b2')],
])('R-201 a failure by %s is logged, and the document is loaded once', async (_what, load) => {
  const { router, go, hardReload } = setUp(load);
  void go('/docs/b').run();
  await expect.poll(() => hardReload).toHaveBeenCalledTimes(1);
  expect(console.warn).toHaveBeenCalledWith(expect.stringContaining('/docs/b could not be shown; reloading'));
  expect(router.getState().page.path).toBe('/docs/a');
});

test('R-202 if a full page load is not allowed, the error is shown until the reader goes back', async () => {
  const { router, go, hardReload } = setUp(async () => Promise.reject(new Error('offline')), false);
  await go('/docs/b').run();
  expect(hardReload).not.toHaveBeenCalled();
  expect(router.getState().error?.message).toBe('offline');
  await go('/docs/a', { sameDocument: true, navigationType: 'traverse' }).run();
  expect(router.getState().error).toBeNull();
});

test('an aborted navigation changes nothing and is not reported as a failure', async () => {
  const { router, go, hardReload } = setUp(async (path, signal) => {
    await Promise.resolve();
    signal.throwIfAborted();
    return page(path);
  });
  const first = go('/docs/b');
  const done = first.run();
  first.abort.abort();
  await done;
  expect(router.getState().path).toBe('/docs/a');
  expect(hardReload).not.toHaveBeenCalled();
});

afterEach(() => void vi.unstubAllGlobals());

/** Visits addresses in one document on a host. @returns the final addresses, and the requests to the host */
async function visit(start: string, addresses: readonly string[], redirects: boolean, transition: object | null = null) {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    const path = new URL(address, location.href).href.replace(location.origin, '');
    requests.push(`${method} ${path}`);
    return { redirected: redirects, url: `https://docs.example.org${path}${redirects ? '/' : ''}` };
  });
  history.replaceState(null, '', start);
  const navigation = Object.assign(new EventTarget(), { transition });
  followTrailingSlash(navigation as unknown as Navigation);
  const shown: string[] = [];
  for (const address of addresses) {
    history.replaceState({ kept: address }, '', address);
    navigation.dispatchEvent(new Event('navigatesuccess'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(history.state).toEqual({ kept: address });
    shown.push(location.pathname + location.search + location.hash);
  }
  return { shown, requests };
}

test('R-104 a host that redirects to trailing slashes is detected with one request, and addresses get the slash', async () => {
  const { shown, requests } = await visit('/', ['/docs/a?q=1#x', '/docs/b', '/docs/c/', '/docs/d.html'], true);
  expect(shown).toEqual(['/docs/a/?q=1#x', '/docs/b/', '/docs/c/', '/docs/d.html']);
  expect(requests).toEqual(['HEAD /docs/a']);
});

test('addresses are unchanged on a host that does not redirect', async () => {
  expect(await visit('/', ['/docs/a', '/docs/b'], false)).toEqual({ shown: ['/docs/a', '/docs/b'], requests: ['HEAD /docs/a'] });
});

test('the request is sent to the host of the document, also if the path could be the address of another host', async () => {
  const { requests } = await visit('/', [`${location.origin}//example.org/a`], false);
  expect(requests).toEqual(['HEAD //example.org/a']);
});

test('no request is sent if the host has served an address without a slash', async () => {
  expect(await visit('/docs/a', ['/docs/b'], true)).toEqual({ shown: ['/docs/b'], requests: [] });
});

test('a navigation that started during the request is not aborted', async () => {
  expect((await visit('/', ['/docs/a'], true, {})).shown).toEqual(['/docs/a']);
});

function createTestProgress() {
  vi.useFakeTimers();
  return createProgress({ set: (run, ms) => setTimeout(run, ms) as unknown as number, clear: (timer) => clearTimeout(timer) });
}

test('R-203 shows after 200 ms at 0.08, trickles 0.02 every 800 ms, fills and hides after 200 ms', () => {
  const progress = createTestProgress();
  progress.start();
  vi.advanceTimersByTime(199);
  expect(progress.getState().visible).toBe(false);
  vi.advanceTimersByTime(1);
  expect(progress.getState()).toEqual({ visible: true, value: 0.08 });
  vi.advanceTimersByTime(800);
  expect(progress.getState().value).toBeCloseTo(0.1);
  progress.done();
  expect(progress.getState()).toEqual({ visible: true, value: 1 });
  vi.advanceTimersByTime(200);
  expect(progress.getState()).toEqual({ visible: false, value: 0 });
});

test('R-203 a quick navigation shows no progress bar', () => {
  const progress = createTestProgress();
  progress.start();
  vi.advanceTimersByTime(150);
  progress.done();
  vi.advanceTimersByTime(5000);
  expect(progress.getState().visible).toBe(false);
});
