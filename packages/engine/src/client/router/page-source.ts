/** Loads page data from the cache, a pending prefetch, or the server, and prefetches that of links. The data of the first page is in its document. */
import { normalizePath, withoutBase, pageDataPath, withBase } from '#model/url.ts';
import { PAGE_SHOWN } from '../page-events.ts';
import type { EmbeddedShell, Heading, PageData, SerializedPage, SerializedShell, SidebarNode } from '#model/page.ts';

/** Matches files such as `.md`, `.json`, and `.xml`. Addresses with `.html` or a version number (`/docs/v0.10.5`) are pages. */
const FILE_EXTENSION = /\.(?!html$)[a-z][a-z0-9]{0,9}$/i;

/** Returns the path of the page at a URL; null if the URL is of another site, outside of the base URL, a file, or not the address of a page. */
export function pagePath(url: URL, baseUrl: string, origin: string = location.origin): string | null {
  if (url.origin !== origin) return null;
  const path = withoutBase(baseUrl, url.pathname);
  // A path such as `//example.org/a` must not become the address of page data, because it would be that of another host.
  return path === null || path.startsWith('//') || FILE_EXTENSION.test(path) ? null : normalizePath(path);
}

/** Returns the path of the page that a link opens in this window; null if the link does something else. */
export function linkPath(link: HTMLAnchorElement, baseUrl: string): string | null {
  if (link.hasAttribute('download') || (link.target && link.target !== '_self') || !URL.canParse(link.href)) return null;
  return pagePath(new URL(link.href), baseUrl);
}

export interface PageSource {
  /** Loads the data of a page. Rejects with an Error if it cannot be loaded, or with the signal's reason. */
  load(path: string, signal: AbortSignal): Promise<PageData>;
  /** Fetches page data at low priority, each path once. Never rejects, because `load` reports failures. */
  prefetch(path: string): Promise<void>;
  /** Adds a page to the cache. */
  add(path: string, page: SerializedPage): void;
}

/** Whether a value has the properties without which the shell would crash. */
function isSerializedPage(value: unknown): value is SerializedPage {
  if (typeof value !== 'object' || value === null) return false;
  const { build, title, body } = value as Partial<SerializedPage>;
  return [build, title, body].every((part) => typeof part === 'string');
}

/** Creates the source of page data. @param fetchFile replaces `fetch` in tests */
export function createPageSource(
  baseUrl: string,
  fetchFile: typeof fetch = (...request) => fetch(...request),
  sidebars: SidebarLists = createSidebarLists(fetchFile),
  cache: PageCache = createPageCache(),
): PageSource {
  const prefetches = new Map<string, Promise<SerializedPage>>();

  async function request(path: string, init: RequestInit): Promise<SerializedPage> {
    const address = withBase(baseUrl, pageDataPath(path));
    const text = await fetchText(address, init, fetchFile);
    const page: unknown = JSON.parse(text);
    if (!isSerializedPage(page)) throw new Error(`${address} does not contain the data of a page.`);
    cache.set(path, page, text.length);
    return page;
  }

  return {
    async load(path, signal) {
      const page = cache.get(path) ?? (await prefetches.get(path)?.catch(() => undefined)) ?? (await request(path, { signal }));
      const sidebar = await sidebars.load(page.sidebar);
      signal.throwIfAborted();
      return { ...page, sidebar };
    },
    async prefetch(path) {
      if (cache.get(path) || prefetches.has(path)) return;
      const page = request(path, LOW_PRIORITY);
      prefetches.set(path, page);
      const sent = await page.catch(() => null);
      // A failed path stays in the map, so that hovering over a broken link sends only one request.
      if (sent === null) return void prefetches.set(path, rejected);
      prefetches.delete(path);
      await sidebars.load(sent.sidebar, LOW_PRIORITY).catch(() => undefined);
    },
    add: (path, page) => cache.set(path, page, page.body.length),
  };
}

const LOW_PRIORITY: RequestInit = { priority: 'low' };

/** Stands for every failed prefetch, so that the map does not retain their errors. */
const rejected: Promise<never> = Promise.reject(new Error('The page could not be prefetched.'));
rejected.catch(() => undefined);

/** An in-memory cache of page data. */
interface PageCache {
  get(path: string): SerializedPage | undefined;
  /** @param bytes approximate size of the page */
  set(path: string, page: SerializedPage, bytes: number): void;
  readonly size: number;
}

/** Creates a cache with a maximum number of entries and bytes. It evicts the oldest entries first, and does not cache a page above the limit. */
export function createPageCache(maxEntries = 10_000, maxBytes = 50_000_000): PageCache {
  const entries = new Map<string, { page: SerializedPage; bytes: number }>();
  let total = 0;

  function drop(path: string): void {
    total -= entries.get(path)?.bytes ?? 0;
    entries.delete(path);
  }

  return {
    get: (path) => entries.get(path)?.page,
    set(path, page, bytes) {
      drop(path);
      entries.set(path, { page, bytes });
      total += bytes;
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries && total <= maxBytes) break;
        drop(oldest);
      }
    },
    get size() {
      return entries.size;
    },
  };
}

/** Fetches a file of the site. A redirect is an error, because the data of a page must not come from another host. */
async function fetchText(address: string, init: RequestInit, fetchFile: typeof fetch): Promise<string> {
  const response = await fetchFile(address, { ...init, redirect: 'error' });
  if (!response.ok) throw new Error(`${address} responded with status ${response.status}.`);
  return response.text();
}

/** Loads the sidebar lists that the pages of a category share. A page names its file; each file is fetched once. */
interface SidebarLists {
  /** Returns the nodes of a page's sidebar. They are new objects for each page, because the shell detects a page change by their identity. */
  load(sidebar: SerializedPage['sidebar'], init?: RequestInit): Promise<SidebarNode[] | null>;
}

/** Creates the loader of sidebar lists. @param fetchFile replaces `fetch` in tests */
export function createSidebarLists(fetchFile: typeof fetch = (...request) => fetch(...request)): SidebarLists {
  const files = new Map<string, Promise<string>>();

  return {
    async load(sidebar, init = {}) {
      if (typeof sidebar !== 'string') return sidebar;
      const file = files.get(sidebar) ?? fetchText(sidebar, init, fetchFile);
      files.set(sidebar, file);
      // A failed request can be retried.
      file.catch(() => files.delete(sidebar));
      return JSON.parse(await file) as SidebarNode[];
    },
  };
}

/** Reads the shell's data of this document. The headings are those of its table of contents, so its data does not repeat them. */
export function readEmbeddedPage(data: string): SerializedShell {
  return { ...(JSON.parse(data) as EmbeddedShell), contents: readContents() };
}

function readContents(): Heading[] {
  return Array.from(document.querySelectorAll<HTMLElement>('.contents li'), ({ dataset, firstElementChild }) => ({
    level: Number(dataset['level']) as Heading['level'],
    id: firstElementChild?.getAttribute('href')?.slice(1) ?? '',
    text: firstElementChild?.textContent ?? '',
  }));
}

/** Delays a prefetch, so that moving the pointer across a list of links does not prefetch all of them. */
const HOVER_DELAY_MS = 40;

/** Prefetches the page data of links that are hovered over, focused, or touched. */
export function prefetchLinks(source: Pick<PageSource, 'prefetch'>, baseUrl: string): void {
  let timer = 0;

  function prefetch(target: EventTarget | null, delay: number): void {
    clearTimeout(timer);
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    const path = link && linkPath(link, baseUrl);
    if (!path || path === pagePath(new URL(location.href), baseUrl)) return;
    timer = window.setTimeout(() => void source.prefetch(path), delay);
  }

  document.addEventListener('pointerover', (event) => prefetch(event.target, HOVER_DELAY_MS), { passive: true });
  document.addEventListener('focusin', (event) => prefetch(event.target, HOVER_DELAY_MS));
  document.addEventListener('touchstart', (event) => prefetch(event.target, 0), { passive: true });
  // The pointer may already be on a link.
  prefetch(document.querySelector('a:hover'), 0);
}

/** Maximum number of prefetches of links in view for each page that the reader visits. */
const MAX_PAGES = 12;
const MAX_CONCURRENT = 2;

/** Prefetches the page data of the first links that the reader scrolls to, those of the text before those of the shell. */
export function prefetchInView(source: PageSource, baseUrl: string): void {
  /** Observed links by the path of their target. When one of them is in view, the others are no longer observed. */
  let links = new Map<string, HTMLAnchorElement[]>();
  let queue: HTMLAnchorElement[] = [];
  let remaining = MAX_PAGES;
  let running = 0;

  async function prefetchNext(): Promise<void> {
    if (running >= MAX_CONCURRENT || remaining === 0) return;
    const index = queue.findIndex((link) => link.closest('main'));
    const [link] = queue.splice(Math.max(index, 0), 1);
    const path = link && linkPath(link, baseUrl);
    if (!link) return;
    if (path) {
      remaining -= 1;
      running += 1;
      if (remaining === 0) observer.disconnect();
      await source.prefetch(path);
      running -= 1;
    }
    void prefetchNext();
  }

  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      const link = target as HTMLAnchorElement;
      const path = linkPath(link, baseUrl) ?? '';
      if (!links.has(path)) continue;
      for (const same of links.get(path) ?? []) observer.unobserve(same);
      links.delete(path);
      queue.push(link);
    }
    for (let free = running; free < MAX_CONCURRENT; free += 1) void prefetchNext();
  });

  /** Observes the links to other pages. A reference page has thousands of links, most of them to itself, and each observed link takes time in every frame. */
  function observe(): void {
    observer.disconnect();
    links = new Map();
    queue = [];
    remaining = MAX_PAGES;
    const here = pagePath(new URL(location.href), baseUrl);
    for (const link of document.links) {
      if (!(link instanceof HTMLAnchorElement)) continue;
      const path = linkPath(link, baseUrl);
      if (path === null || path === here) continue;
      const same = links.get(path);
      if (same) same.push(link);
      else links.set(path, [link]);
      observer.observe(link);
    }
  }

  document.addEventListener(PAGE_SHOWN, observe);
  observe();
}

/** The part of the Network Information API that is used here; not every browser supports it. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether to prefetch: not on 2G connections, nor with the data saver. */
export function canPrefetch(connection = (navigator as Navigator & { connection?: Connection }).connection): boolean {
  return !connection?.saveData && !/2g/.test(connection?.effectiveType ?? '');
}
