/** What a site of documentation alone has in place of front pages: every host needs a first page and a page for what is not there. */
import type { SearchData } from '#content/load/front-page-schemas.ts';
import type { FrontPage } from '#content/load/front-pages.ts';
import type { PageData } from '#model/page.ts';
import { withBase } from '#model/url.ts';

import type { Site } from './site.ts';

/** Where `/` leads when there is no home page: the managed edition's choice, or the first page in reading order. */
export function homeTarget(site: Site): string | null {
  if (site.config.homeRedirect !== null) return site.config.homeRedirect;
  if (site.frontPages.some((page) => page.kind === 'home')) return null;
  return site.navigation.order()[0] ?? site.docs[0]?.path ?? null;
}

/**
 * A plain search page: every page of the site links to it, and without JavaScript it is where one searches.
 * Null where the site brings its own, or has documentation at that address.
 */
function fallbackSearch({ config, frontPages, docs, navigation }: Site): FrontPage | null {
  const path = '/search';
  if (config.search === null) return null;
  if (frontPages.some((page) => page.kind === 'search') || docs.some((doc) => doc.path === path)) return null;
  const first = navigation.order()[0] ?? docs[0]?.path;
  const data: SearchData = {
    title: 'Search',
    description: 'Search the documentation.',
    heading: 'Search the documentation',
    text: 'Search by task, setting, command or error message. Results lead to the section that answers.',
    search: { label: 'Search the documentation', placeholder: 'Search docs', button: 'Search' },
    start: 'Type a word above. The sections that match appear here.',
    withoutScript:
      'Type a word above and press Search. If no results appear, this copy of the site has no search server and needs JavaScript to search.',
    links: first === undefined ? [] : [{ label: 'Begin with the first page', to: first }],
  };
  return { kind: 'search', path, title: data.title, description: data.description, source: '', data, links: [] };
}

/** The site's front pages, and a plain search page where it brings none. */
export function frontPagesOf(site: Site): readonly FrontPage[] {
  const search = fallbackSearch(site);
  return search === null ? site.frontPages : [...site.frontPages, search];
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
