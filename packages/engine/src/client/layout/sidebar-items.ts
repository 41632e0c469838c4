import type { SidebarNode } from '#model/navigation.ts';
import { withBase } from '#model/url.ts';

/** Items by category key, so that a category is fetched once a visit. A failed fetch is forgotten and may be tried again. */
const requests = new Map<string, Promise<SidebarNode[]>>();
const kept = new Map<string, SidebarNode[]>();

/** Keeps the items that came with a page. */
export function keepSidebarItems(key: string, items: SidebarNode[]): void {
  kept.set(key, items);
}

/** Items that an earlier fetch or page brought, null when there was none. */
export function keptSidebarItems(key: string): SidebarNode[] | null {
  return kept.get(key) ?? null;
}

/** The items of a closed category. Rejects when the file cannot be had or holds no list. */
export function fetchSidebarItems(baseUrl: string, key: string): Promise<SidebarNode[]> {
  const known = requests.get(key);
  if (known) return known;
  const request = requestItems(withBase(baseUrl, `/sidebar/${encodeURIComponent(key)}.json`));
  requests.set(key, request);
  request.then(
    (items) => kept.set(key, items),
    () => requests.delete(key),
  );
  return request;
}

async function requestItems(url: string): Promise<SidebarNode[]> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The sidebar's pages could not be loaded: ${url} answered ${response.status}.`);
  const items: unknown = await response.json();
  if (!Array.isArray(items)) throw new Error(`The sidebar's pages could not be loaded: ${url} holds no list.`);
  return items as SidebarNode[];
}
