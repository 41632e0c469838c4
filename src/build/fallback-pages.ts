/** What a site of documentation alone has in place of front pages: every host needs a first page and a page for what is not there. */
import type { PageData } from '#model/page.ts';
import { withBase } from '#model/url.ts';

import type { Site } from './site.ts';

/** Where `/` leads when there is no home page: the managed edition's choice, or the first page in reading order. */
export function homeTarget(site: Site): string | null {
  if (site.config.homeRedirect !== null) return site.config.homeRedirect;
  if (site.frontPages.some((page) => page.kind === 'home')) return null;
  return site.navigation.order()[0] ?? site.docs[0]?.path ?? null;
}

/** A plain not-found page; null where the site brings its own. */
export function fallbackNotFound(site: Site, build: string): PageData | null {
  if (site.frontPages.some((page) => page.kind === 'not-found')) return null;
  const start = withBase(site.data.baseUrl, homeTarget(site) ?? '/');
  return {
    build,
    kind: 'not-found',
    path: '/404',
    title: 'Page not found',
    description: 'There is no page at this address.',
    contents: [],
    breadcrumbs: [],
    sidebar: site.navigation.pageNavigation('').nodes,
    previous: null,
    next: null,
    editUrl: null,
    lastUpdate: null,
    markdownUrl: null,
    body: `<header><h1>Page not found</h1></header><p>There is no page at this address. It may have moved: look for it in the list of pages, or <a href="${start}">begin with the first one</a>.</p>`,
  };
}
