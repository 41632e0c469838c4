import { createContext, use } from 'react';

import type { SiteData } from '#model/site.ts';

/** What the configuration says of the site, for every part of the shell. */
export const SiteContext = createContext<SiteData | null>(null);

/** The site's data. Throws outside of `<App>`: a part of the shell cannot stand alone. */
export function useSite(): SiteData {
  const site = use(SiteContext);
  if (site === null) throw new Error('useSite was called outside of <App>: wrap the part in <SiteContext value={site}>.');
  return site;
}
