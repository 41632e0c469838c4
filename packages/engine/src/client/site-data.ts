/** The data of the site that the page belongs to: those of the bundle, or of the page's version and language. */
import type { SiteData } from '#model/site.ts';

let current: SiteData | null = null;

/** Null until the shell has started. */
export const siteData = (): SiteData | null => current;

/**
 * Fetches the data that the document names; without a name those of the bundle are right. Rejects when they cannot be had:
 * the page then stays as it is.
 */
export async function loadSiteData(bundled: SiteData): Promise<SiteData> {
  const address = document.documentElement.dataset['site'];
  if (address === undefined) return (current = bundled);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered with status ${response.status}.`);
  return (current = (await response.json()) as SiteData);
}
