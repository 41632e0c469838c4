import type { PageShell } from './page.ts';
import type { SiteData } from './site.ts';

/** `{page} | {site}`; the home page has the site's own name and what it is about. */
export function documentTitle(page: Pick<PageShell, 'kind' | 'title'>, site: Pick<SiteData, 'title' | 'tagline'>): string {
  return page.kind === 'home' ? `${site.title} | ${site.tagline}` : `${page.title} | ${site.title}`;
}
