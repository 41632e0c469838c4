/** The site's data in the browser: that of the bundle, or that of the page's version and language. */
import type { SiteData } from '#model/site.ts';

let current: SiteData | null = null;

/** Returns the data of the site; null until the shell has started. */
export const siteData = (): SiteData | null => current;

/**
 * Fetches the site's data for the document's version and language; returns that of the bundle if the document does not name
 * a file. Rejects if the file cannot be fetched.
 */
export async function loadSiteData(bundled: SiteData): Promise<SiteData> {
  const address = document.documentElement.dataset['site'];
  if (address === undefined) return (current = bundled);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} responded with status ${response.status}.`);
  return (current = (await response.json()) as SiteData);
}
