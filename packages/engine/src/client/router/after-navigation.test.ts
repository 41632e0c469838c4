// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { SiteData } from '#model/site.ts';
import { sampleSite } from '#model/testing/sample-site.ts';
import type { ShownPage } from '../layout/docs-layout.tsx';
import { createStorage } from '../storage.ts';
import { finishNavigation, storePreferredVersion } from './after-navigation.ts';
import { mountIslands } from './islands.ts';

const site = { title: 'DataHub', url: 'https://example.org', baseUrl: '/base/' } as SiteData;
const page = { kind: 'doc', path: '/docs/b', title: 'B', description: 'About B', markdownUrl: '/base/docs/b.md' } as ShownPage;

beforeEach(() => {
  const social = ['title', 'description', 'url'].map((name) => `<meta property="og:${name}" content="old">`);
  document.head.innerHTML = `<meta name="description" content="old">${social.join('')}<link rel="canonical" href="old">`;
  document.body.innerHTML = '<h1 id="not-this">x</h1><main><h1>B</h1><h2 id="ä">Far</h2><div data-island="x"></div></main>';
});

test('R-216 the title, the description, the social metadata, and the canonical and Markdown addresses are updated', () => {
  finishNavigation(page, new URL('https://example.org/base/docs/b'), site);
  expect(document.title).toBe('B | DataHub');
  expect(document.querySelector('meta')?.content).toBe('About B');
  const social = Array.from(document.querySelectorAll<HTMLMetaElement>('meta[property]'), ({ content }) => content);
  expect(social).toEqual(['B', 'About B', 'https://example.org/base/docs/b']);
  expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe('https://example.org/base/docs/b');
  expect(document.querySelector('link[rel=alternate]')?.getAttribute('href')).toBe('/base/docs/b.md');
});

test('R-216 the feed of the new page replaces that of the old page', () => {
  const feeds = () =>
    Array.from(document.querySelectorAll<HTMLLinkElement>('link[type^="application/"]'), (link) => [link.type, link.href]);
  finishNavigation({ ...page, feedUrl: '/base/docs/feed.xml' }, new URL('https://example.org/base/docs/b'), site);
  expect(feeds()).toEqual([['application/atom+xml', new URL('/base/docs/feed.xml', location.href).href]]);
  finishNavigation({ ...page, feedUrl: '/base/blog/rss.xml' }, new URL('https://example.org/base/docs/b'), site);
  expect(feeds()).toEqual([['application/rss+xml', new URL('/base/blog/rss.xml', location.href).href]]);
  finishNavigation(page, new URL('https://example.org/base/docs/b'), site);
  expect(feeds()).toEqual([]);
});

test('R-104 the main heading or the hash target receives the focus, and the title is announced', () => {
  finishNavigation(page, new URL('https://example.org/base/docs/b'), site);
  expect(document.activeElement).toBe(document.querySelector('main h1'));
  expect(document.querySelector('[role=status]')?.textContent).toBe('B | DataHub');
  finishNavigation(page, new URL('https://example.org/base/docs/b#%C3%A4'), site);
  expect(document.activeElement?.id).toBe('ä');
});

test('islands are mounted for each page and unmounted before the next one', async () => {
  const unmount = vi.fn();
  const mount = vi.fn(() => unmount);
  mountIslands({ x: async () => ({ mount }) });
  await expect.poll(() => mount).toHaveBeenCalledTimes(1);
  finishNavigation(page, new URL('https://example.org/base/docs/b'), site);
  await expect.poll(() => mount).toHaveBeenCalledTimes(2);
  expect(unmount).toHaveBeenCalledTimes(1);
});

// @vitest-environment happy-dom

const KEY = 'docs-preferred-version-default';

function keptAfter(kind: 'doc' | 'guild', versionPersistence: 'localStorage' | 'none'): string | null {
  localStorage.clear();
  const store = createStorage(() => localStorage);
  storePreferredVersion({ kind }, { docs: { ...sampleSite.docs, versionPersistence } }, store);
  return store.get(KEY);
}

test('R-106 a documentation page makes its version the preferred one; other pages do not', () => {
  expect(keptAfter('doc', 'localStorage')).toBe('current');
  expect(keptAfter('guild', 'localStorage')).toBeNull();
});

test('R-106 with versionPersistence "none", nothing is stored', () => {
  expect(keptAfter('doc', 'none')).toBeNull();
});
