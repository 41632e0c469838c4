/** Where page data comes from: the pages already fetched, a fetch under way, or the server. */
import { normalizePath, withoutBase, pageDataPath, withBase } from '#model/url.ts';
import type { SidebarNode } from '#model/navigation.ts';
import type { PageData, SentPage } from '#model/page.ts';

/** `.md`, `.json`, `.xml`, `.txt` …; `.html` is a page, and so is a version number: `/docs/v0.10.5`. */
const FILE = /\.(?!html$)[a-z][a-z0-9]{0,9}$/i;

/** Path of the page that a URL of this origin shows; null when it is another site's, outside of the base URL, or a file. */
export function pagePath(url: URL, baseUrl: string, origin: string = location.origin): string | null {
  if (url.origin !== origin) return null;
  const path = withoutBase(baseUrl, url.pathname);
  return path === null || FILE.test(path) ? null : normalizePath(path);
}

/** Path of the page a link opens in this window; null when the link does something else. */
export function linkPath(link: HTMLAnchorElement, baseUrl: string): string | null {
  if (link.hasAttribute('download') || (link.target && link.target !== '_self') || !URL.canParse(link.href)) return null;
  return pagePath(new URL(link.href), baseUrl);
}

export interface PageSource {
  /** Rejects with a sentence when the page data cannot be had, or with the signal's reason. */
  load(path: string, signal: AbortSignal): Promise<PageData>;
  /** Fetches at low priority, each path once; failures are left for `load` to tell. Resolves when there is nothing more to wait for. */
  prefetch(path: string): Promise<void>;
  /** Makes a page known that came with the document. */
  keep(path: string, page: SentPage): void;
}

/** The least that the shell needs in order not to crash. */
function isSentPage(value: unknown): value is SentPage {
  if (typeof value !== 'object' || value === null) return false;
  const { build, title, body } = value as Partial<SentPage>;
  return [build, title, body].every((part) => typeof part === 'string');
}

export function createPageSource(
  baseUrl: string,
  fetchFile: typeof fetch = (...request) => fetch(...request),
  sidebars: SidebarLists = createSidebarLists(fetchFile),
  cache: PageCache = createPageCache(),
): PageSource {
  const prefetches = new Map<string, Promise<SentPage>>();

  async function request(path: string, init: RequestInit): Promise<SentPage> {
    const address = withBase(baseUrl, pageDataPath(path));
    const response = await fetchFile(address, init);
    if (!response.ok) throw new Error(`${address} answered with status ${response.status}.`);
    const text = await response.text();
    const page: unknown = JSON.parse(text);
    if (!isSentPage(page)) throw new Error(`${address} is not the data of a page.`);
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
      const page = request(path, LATER);
      prefetches.set(path, page);
      const sent = await page.catch(() => null);
      // The path stays in the map when it failed, so that hovering on a dead link asks the server once.
      if (sent === null) return void prefetches.set(path, rejected);
      prefetches.delete(path);
      await sidebars.load(sent.sidebar, LATER).catch(() => undefined);
    },
    keep: (path, page) => cache.set(path, page, page.body.length),
  };
}

const LATER: RequestInit = { priority: 'low' };

/** Represents any failed prefetch, so that the map contains no errors. */
const rejected: Promise<never> = Promise.reject(new Error('The page could not be fetched ahead.'));
rejected.catch(() => undefined);

/** The pages a visitor has seen or is about to see, in memory. */

interface PageCache {
  get(path: string): SentPage | undefined;
  /** `bytes`: the size to reckon with, about that of the page's JSON. */
  set(path: string, page: SentPage, bytes: number): void;
  readonly size: number;
}

/** Bounded in entries and bytes; what came in first goes out first. A page larger than all of it is not kept. */
export function createPageCache(maxEntries = 10_000, maxBytes = 50_000_000): PageCache {
  const entries = new Map<string, { page: SentPage; bytes: number }>();
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

/** What pages of one category share of the sidebar. A page names its file; each file is asked for once a visit. */

interface SidebarLists {
  /** The nodes that a page names or holds: new ones for each page, by which the shell sees that another page is shown. */
  load(sidebar: SentPage['sidebar'], init?: RequestInit): Promise<SidebarNode[] | null>;
}

export function createSidebarLists(fetchFile: typeof fetch = (...request) => fetch(...request)): SidebarLists {
  const files = new Map<string, Promise<string>>();

  async function request(address: string, init: RequestInit): Promise<string> {
    const response = await fetchFile(address, init);
    if (!response.ok) throw new Error(`${address} answered with status ${response.status}.`);
    return response.text();
  }

  return {
    async load(sidebar, init = {}) {
      if (typeof sidebar !== 'string') return sidebar;
      const file = files.get(sidebar) ?? request(sidebar, init);
      files.set(sidebar, file);
      // What failed may be tried again.
      file.catch(() => files.delete(sidebar));
      return JSON.parse(await file) as SidebarNode[];
    },
  };
}
