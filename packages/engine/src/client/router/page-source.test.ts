// @vitest-environment happy-dom
import { expect, test, vi, afterEach, beforeEach, describe } from 'vitest';
import {
  canPrefetch,
  createPageCache,
  createPageSource,
  createSidebarLists,
  linkPath,
  pagePath,
  type PageSource,
  prefetchInView,
  prefetchLinks,
} from './page-source.ts';
import type { SidebarNode } from '#model/page.ts';
import { canHardReload } from './router.ts';

const data = { build: 'b', title: 't', body: 'x', path: '/a' };
const never = new AbortController().signal;

test('R-204 a prefetched page is not fetched again', async () => {
  const get = vi.fn(async () => Response.json(data));
  const source = createPageSource('/base/', get);
  await Promise.all([source.prefetch('/a'), source.prefetch('/a'), source.load('/a', never)]);
  expect((await source.load('/a', never)).title).toBe('t');
  expect(get).toHaveBeenCalledTimes(1);
  expect(get).toHaveBeenCalledWith('/base/a.json', { priority: 'low', redirect: 'error' });
});

test.each(['//elsewhere.example/a', '/.//elsewhere.example/a', 'http://site.example//elsewhere.example/a'])(
  'the address %s of this site is not a page, because its data would come from another host',
  (address) => {
    expect(pagePath(new URL(address, 'http://site.example/'), '/', 'http://site.example')).toBeNull();
    const link = Object.assign(document.createElement('a'), { href: address.replace('site.example', location.host) });
    expect(linkPath(link, '/')).toBeNull();
  },
);

test('load() reports a failed prefetch, and prefetch() does not fetch it again', async () => {
  const get = vi.fn(async () => new Response('', { status: 404 }));
  const source = createPageSource('/', get);
  await source.prefetch('/a');
  await source.prefetch('/a');
  expect(get).toHaveBeenCalledTimes(1);
  await expect(source.load('/a', never)).rejects.toThrow('/a.json responded with status 404.');
});

test.each(['<html>', '[]', '{"build":"b"}', 'null'])('page data %s is rejected', async (text) => {
  await expect(createPageSource('/', async () => new Response(text)).load('/a', never)).rejects.toThrow();
});

test.each([
  [{ saveData: true }, false],
  [{ effectiveType: '2g' }, false],
  [{ effectiveType: 'slow-2g' }, false],
  [{ effectiveType: '4g' }, true],
  [undefined, true],
])('R-204 connection %o allows prefetching: %s', (connection, allowed) => {
  expect(canPrefetch(connection)).toBe(allowed);
});

test('R-221 the cache is bounded in entries and bytes and evicts the oldest pages', () => {
  const page = data as never;
  const few = createPageCache(2, 100);
  for (const path of ['a', 'b', 'c']) few.set(path, page, 10);
  expect([few.get('a'), few.size]).toEqual([undefined, 2]);
  few.set('d', page, 95);
  expect(few.size).toBe(1);
  const many = createPageCache();
  for (let index = 0; index < 10_005; index += 1) many.set(String(index), page, 1);
  expect(many.size).toBe(10_000);
});

test('R-201 the same address is hard-reloaded at most once in ten seconds, and never without storage', () => {
  expect(canHardReload('/x', 0)).toBe(true);
  expect(canHardReload('/x', 9_999)).toBe(false);
  expect(canHardReload('/x', 10_000)).toBe(true);
  expect(canHardReload('/y', 10_001)).toBe(true);
  expect(
    canHardReload('/z', 0, () => {
      throw new Error('denied');
    }),
  ).toBe(false);
});

const NODES: SidebarNode[] = [{ type: 'page', label: 'One', path: '/docs/one' }];

test('a sidebar file is requested once, and each page gets its own copy of the nodes', async () => {
  const get = vi.fn(async () => Response.json(NODES));
  const lists = createSidebarLists(get);
  const [one, other] = await Promise.all([lists.load('/a.json'), lists.load('/a.json')]);
  expect([one, other, await lists.load('/a.json')]).toEqual([NODES, NODES, NODES]);
  expect(one).not.toBe(other);
  // A redirect must not replace the data of a page by that of another host.
  expect(get.mock.calls).toEqual([['/a.json', { redirect: 'error' }]]);
});

test('a sidebar that the page contains or lacks is not fetched', async () => {
  const get = vi.fn(async () => new Response());
  const lists = createSidebarLists(get);
  expect(await lists.load(NODES)).toBe(NODES);
  expect(await lists.load(null)).toBeNull();
  expect(get).not.toHaveBeenCalled();
});

test('a sidebar file that could not be fetched is reported with its address and fetched again', async () => {
  const answers = [new Response('', { status: 404 }), Response.json(NODES)];
  const lists = createSidebarLists(async () => answers.shift() ?? Response.error());
  await expect(lists.load('/a.json')).rejects.toThrow('/a.json responded with status 404.');
  expect(await lists.load('/a.json')).toEqual(NODES);
});

test('R-204 the sidebar file of a page is prefetched with it', async () => {
  const page = { build: 'b', title: 't', body: 'x', path: '/a', sidebar: '/list.json' };
  const get = vi.fn(async (address: unknown) => Response.json(address === '/list.json' ? NODES : page));
  const source = createPageSource('/', get);
  await source.prefetch('/a');
  expect((await source.load('/a', new AbortController().signal)).sidebar).toEqual(NODES);
  expect(get.mock.calls).toEqual([
    ['/a.json', { priority: 'low', redirect: 'error' }],
    ['/list.json', { priority: 'low', redirect: 'error' }],
  ]);
});

describe('prefetching', () => {
  const prefetch = vi.fn((_path: string) => Promise.resolve());
  const source: PageSource = { prefetch, load: () => Promise.reject(new Error('not used')), add: () => undefined };
  const link = (path: string): HTMLAnchorElement => Object.assign(document.createElement('a'), { href: path });

  beforeEach(() => {
    vi.useFakeTimers();
    prefetch.mockReset().mockResolvedValue(undefined);
    document.body.replaceChildren();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  describe('R-204 links that the reader points at', () => {
    prefetchLinks(source, '/');
    const send = (type: string, target: Element): boolean => target.dispatchEvent(new Event(type, { bubbles: true }));

    test('a pointer that leaves a link within 40 ms fetches nothing, and one that stays fetches its page', () => {
      const target = link('/docs/a');
      document.body.append(target);
      send('pointerover', target);
      vi.advanceTimersByTime(39);
      send('pointerover', document.body);
      vi.advanceTimersByTime(1000);
      expect(prefetch).not.toHaveBeenCalled();
      send('pointerover', target);
      vi.advanceTimersByTime(40);
      expect(prefetch).toHaveBeenCalledExactlyOnceWith('/docs/a');
    });

    test('a touched link does not wait', () => {
      const target = link('/docs/a');
      document.body.append(target);
      send('touchstart', target);
      vi.advanceTimersByTime(0);
      expect(prefetch).toHaveBeenCalledExactlyOnceWith('/docs/a');
    });
  });

  test('R-204 of the links in view, the pages of the first 12 are fetched, two at a time', async () => {
    let show: IntersectionObserverCallback = () => undefined;
    class Observer {
      constructor(callback: IntersectionObserverCallback) {
        show = callback;
      }
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    }
    vi.stubGlobal('IntersectionObserver', Observer);
    const finished: (() => void)[] = [];
    prefetch.mockImplementation(() => new Promise((resolve) => finished.push(resolve)));
    const links = Array.from({ length: 30 }, (_, index) => link(`/docs/${index}`));
    document.body.append(...links);
    prefetchInView(source, '/');
    const entries = links.map((target) => ({ isIntersecting: true, target })) as unknown as IntersectionObserverEntry[];
    show(entries, {} as IntersectionObserver);
    expect(prefetch).toHaveBeenCalledTimes(2);
    for (let index = 0; index < 30; index += 1) {
      finished[index]?.();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(prefetch.mock.calls.map(([path]) => path)).toEqual(Array.from({ length: 12 }, (_, index) => `/docs/${index}`));
  });
});
