/** Default front pages, and redirects from `/`, for sites that do not have pages of their own there. */
import { docsFoldersOf, docsRoute } from '#config/doc-sets.ts';
import type { SiteConfig } from '#config/schema.ts';
import type { SearchData } from '#content/front-page-schemas.ts';
import type { FrontPage } from '#content/front-pages.ts';
import type { PageData } from '#model/page.ts';
import { createTranslate } from '#model/interface-words.ts';
import { PAGE_TITLES, withBase } from '#model/url.ts';

import { ERROR_PARTS } from '#config/build-folder.ts';

import { escapeHtml } from '@quire/search';

import { allVersionsPath, mainDocOf, MAX_VERSIONS } from './doc-sets.ts';
import { frontPageData } from './html-document.ts';
import type { Site } from './site.ts';

/** Returns the page that lists all versions; null if the switcher on each page lists them all. */
function allVersions(site: Site, build: string): PageData | null {
  const { docSet } = site.config;
  if (docSet === undefined || !docSet.version.isLast || site.versions.length <= MAX_VERSIONS) return null;
  const title = createTranslate(site.data)('All versions');
  const items = site.versions.map(
    ({ label, path }) => `<li><a href="${escapeHtml(withBase(site.data.baseUrl, path))}">${escapeHtml(label)}</a></li>`,
  );
  const page = { kind: 'versions', path: allVersionsPath(site), title, description: title };
  const body = `<div class="front-page"><header class="front-title"><h1>${escapeHtml(title)}</h1></header><ul class="front-links">${items.join('')}</ul></div>`;
  return frontPageData(page, body, build, site.alternatesOf);
}

/** Returns the target of `/` if there is no home page: `homeRedirect`, or the first page in reading order. Null if there is a page at `/`. */
function homeTarget(site: Site): string | null {
  const { prefix = '' } = site.config.docSet ?? {};
  if (site.docs.some(({ path }) => path === (prefix || '/'))) return null;
  if (site.config.homeRedirect !== null) return site.config.homeRedirect;
  if (site.frontPages.some((page) => page.kind === 'home')) return null;
  return firstPage(site);
}

/** Returns the page at the route of the docs, such as that of `index.md`; without one, the main page or the first one in reading order. */
function firstPage(site: Site): string | null {
  const { navigation, docs, config } = site;
  const start = docsRoute(config.docs.routeBasePath);
  return docs.some(({ path }) => path === start) ? start : (mainDocOf(site)?.path ?? navigation.order()[0] ?? docs[0]?.path ?? null);
}

/** Returns redirects from the home page and from the routes of the docs and of their additional folders, if they have no page of their own. */
export function startRedirects(site: Site): [from: string, to: string][] {
  const { config, navigation } = site;
  const home = homeTarget(site);
  const starts: [from: string, to: string | null | undefined][] = [
    [docsRoute(config.docs.routeBasePath), firstPage(site)],
    ...docsFoldersOf(config).map(({ basePath }): [string, string | undefined] => [
      basePath,
      navigation.order().find((path) => path.startsWith(`${basePath}/`)),
    ]),
  ];
  const taken = new Set([...site.docs, ...site.frontPages].map(({ path }) => path).concat(site.redirects.map(([from]) => from)));
  return [
    ...(home === null ? [] : [[config.docSet?.prefix || '/', home] as [string, string]]),
    ...starts.flatMap(([from, to]): [string, string][] => (taken.has(from) || from === '' || to == null ? [] : [[from, to]])),
  ];
}

/**
 * Returns a plain search page, to which every page links, and which works without JavaScript.
 * Null if the site has its own search page, or documentation at that address.
 */
function fallbackSearch({ config, data: site, frontPages, docs, navigation }: Site): FrontPage | null {
  const path = `${config.docSet?.prefix ?? ''}/search`;
  if (config.search === null) return null;
  if (frontPages.some((page) => page.kind === 'search') || docs.some((doc) => doc.path === path)) return null;
  const first = navigation.order()[0] ?? docs[0]?.path;
  const translate = createTranslate(site);
  const data: SearchData = {
    title: translate('Search'),
    description: translate('Search the documentation.'),
    heading: translate('Search the documentation'),
    text: translate('Search by task, setting, command, or error message. Each result links to the section that answers it.'),
    search: { label: translate('Search the documentation'), placeholder: translate('Search docs'), button: translate('Search') },
    start: translate('Enter a search term to see the sections that match.'),
    withoutScript: translate(
      'Enter a search term and press Search. If no results appear, this copy of the site has no search server and needs JavaScript to search.',
    ),
    links: first === undefined ? [] : [{ label: translate('Start with the first page'), to: first }],
  };
  return { kind: 'search', path, title: data.title, description: data.description, source: '', data, links: [] };
}

/** Returns the front pages that the site shows, and a plain search page if it has none. With `homeRedirect`, it has no home page. */
export function frontPagesOf(site: Site): readonly FrontPage[] {
  const search = fallbackSearch(site);
  const pages = site.config.homeRedirect === null ? site.frontPages : site.frontPages.filter(({ kind }) => kind !== 'home');
  return search === null ? pages : [...pages, search];
}

/** Returns the default pages that the site needs: not found, and the list of all versions. */
export function fallbackPages(site: Site, build: string): PageData[] {
  return [fallbackNotFound(site, build), allVersions(site, build)].filter((page) => page !== null);
}

/** Returns the page for all other errors, in which the server replaces the status and the message. */
export function errorPage({ data }: Site, build: string): PageData {
  const translate = createTranslate(data);
  const title = translate('The request failed');
  const body = [
    `<div class="front-page"><header class="front-title"><p class="front-code" aria-hidden="true">${ERROR_PARTS.status}</p><h1>${escapeHtml(title)}</h1>`,
    `<p class="front-lede">${ERROR_PARTS.message}</p><p class="front-actions"><a href="${withBase(data.baseUrl, '/')}">${escapeHtml(translate('Go to the home page'))}</a></p></header></div>`,
  ];
  return frontPageData({ kind: 'not-found', path: '/404', title, description: title }, body.join(''), build);
}

/** Returns the default not-found page. Null if the site has its own. Each language has one page, which is in the doc set of the newest version. */
function fallbackNotFound(site: Site, build: string): PageData | null {
  const { docSet } = site.config;
  if (site.frontPages.some((page) => page.kind === 'not-found') || docSet?.version.isLast === false) return null;
  const { data } = site;
  const translate = createTranslate(data);
  const [title, description] = [translate('Page not found'), translate('There is no page at this address.')];
  const start = withBase(data.baseUrl, homeTarget(site) ?? (docSet?.prefix || '/'));
  return {
    build,
    kind: 'not-found',
    path: notFoundPath(site.config),
    title,
    description,
    contents: [],
    breadcrumbs: [],
    sidebar: site.navigation.pageNavigation('').nodes,
    previous: null,
    next: null,
    editUrl: null,
    lastUpdate: null,
    markdownUrl: null,
    body: [
      `<div class="front-page"><header class="front-title"><p class="front-code" aria-hidden="true">404</p><h1>${escapeHtml(title)}</h1>`,
      `<p class="front-lede">${escapeHtml(`${description} ${translate('It may have moved.')}`)}</p>`,
      `<p class="front-actions"><a href="${start}">${escapeHtml(translate('Start with the first page'))}</a></p></header>`,
      `<section class="front-similar" data-page-titles="${withBase(data.baseUrl, PAGE_TITLES)}" hidden>`,
      `<h2 data-only="${escapeHtml(translate('Did you mean this page?'))}">${escapeHtml(translate('Did you mean one of these pages?'))}</h2><ul></ul></section></div>`,
    ].join(''),
  };
}

/** Returns the route of the not-found page of a language. */
export const notFoundPath = ({ docSet }: Pick<SiteConfig, 'docSet'>): string => `${docSet?.localePrefix ?? ''}/404`;
