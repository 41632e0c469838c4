// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageSource } from './page-source.ts';
import { prefetchInView, prefetchLinks } from './prefetch.ts';

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
