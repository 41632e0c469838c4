import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

import type { CompiledPage, PageOutline } from '#content/document.ts';
import { parseSynonyms } from '@quire/search/index/parse-synonyms.ts';
import { searchRecords, type PageGroup, type SearchPage, type SearchRecord } from '@quire/search/contract.ts';

import type { IndexTask } from './search-index.ts';
import type { SearchablePage } from './search-process.ts';
import type { Site, SitePage } from './site.ts';

/** Routes below these belong to a part of their own; everything else is a guide. Told without the docs' own base path. */
const GROUPS: readonly (readonly [group: PageGroup, path: RegExp])[] = [
  ['sources', /^\/generated\/ingestion\/sources(\/|$)/],
  ['entities', /^\/generated\/metamodel(\/|$)/],
  ['graphql', /^\/graphql(\/|$)/],
  ['releases', /^\/(releases|managed-datahub\/release-notes)(\/|$)/],
];

/** The part of the site that a route belongs to. @param basePath of the documentation, e.g. `/docs` */
export function pageGroup(path: string, basePath: string): PageGroup {
  const inside = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
  return GROUPS.find(([, pattern]) => pattern.test(inside))?.[0] ?? 'guides';
}

/** What the index of a site is made for. */
export function indexTask({ config }: Site): IndexTask {
  const { synonyms: path = null, minimumRecords = 0 } = config.search ?? {};
  if (path === null) return { synonyms: null, minimumRecords };
  const file = relative(process.cwd(), path);
  return { synonyms: { ...parseSynonyms(readFileSync(path, 'utf8'), file), file }, minimumRecords };
}

/** The records of all documentation pages, those of a page together and in reading order. Front pages hold no records. */
export function siteRecords(site: Site, pages: readonly CompiledPage[]): SearchRecord[] {
  const labels = new Map(site.docs.map((doc) => [doc.path, doc.sidebarLabel]));
  return pages.flatMap((page) => searchRecords(searchPage(site, page, labels.get(page.path) ?? page.title), page.sections));
}

/** A page as the indexer takes it. @param analysis stands for the code that analyses it */
export function searchablePage(site: Site, { outline, whole }: SitePage, sidebarLabel: string, analysis: string): SearchablePage {
  const page = searchPage(site, outline, sidebarLabel);
  const key = createHash('sha256')
    .update(JSON.stringify([site.engine, analysis, outline.digest, page]))
    .digest('base64url');
  return { page, key, sections: async () => (await whole()).sections };
}

function searchPage({ data, config, navigation }: Site, { id, path, title }: PageOutline, sidebarLabel: string): SearchPage {
  const above = navigation.pageNavigation(path).breadcrumbs.slice(0, -1);
  return {
    id,
    path,
    title,
    sidebarLabel,
    breadcrumbs: above.map(({ label }) => label),
    group: pageGroup(path, `/${config.docs.routeBasePath}`),
    language: data.locale.htmlLang,
    tags: [docsTag(data)],
  };
}

/** The tag that the documentation of a version carries in contextual search. */
export function docsTag({ docs }: Pick<Site['data'], 'docs'>): string {
  return `docs-${docs.pluginId}-${docs.version.name}`;
}
