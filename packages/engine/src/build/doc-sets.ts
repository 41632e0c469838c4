/** The versions and languages of a site side by side: where a page is in the others, and what all of them share. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

import { LineCounter, isMap, isScalar, parseDocument } from 'yaml';

import type { DocSet } from '#config/doc-sets.ts';
import { docsRoute, routesIn } from '#config/doc-sets.ts';
import type { SiteConfig } from '#config/schema.ts';
import type { DocSource } from '#content/document.ts';
import { type DocsFolder, loadDocs, type LoadedDocs, loadFolder, type LoadOptions } from '#content/load-docs.ts';
import type { FrontPage } from '#content/load/front-pages.ts';
import { INTERFACE_WORDS } from '#model/interface-words.ts';
import type { Alternate, Alternates } from '#model/page.ts';
import type { Problem } from '#model/problem.ts';
import type { SiteData } from '#model/site.ts';

import type { Site } from './site.ts';

/** Versions that a page names; with more of them the list ends with a link to the page of all versions. */
export const MOST_VERSIONS = 8;

/** State that the doc sets of a site share while they are opened and built. */
export interface SharedAcrossSets {
  /** Routes of the pages of all sets. */
  paths: Set<string>;
  /** Names of the entries of the page cache that any set uses. */
  usedEntries: Set<string>;
}

/** The Markdown files of a set. Files of the default locale replace those that a locale does not translate. */
export function loadDocSet(config: SiteConfig, optionsOf: (config: SiteConfig) => LoadOptions): LoadedDocs {
  const own = existsSync(config.docs.root) ? loadDocs(optionsOf(config)) : { docs: [], draftIds: new Set<string>(), problems: [] };
  const original = config.docSet?.original ?? null;
  if (original === null) return joinLoaded([own, ...foldersOf(config).map((folder) => loadFolder(folder, optionsOf(config)))]);
  // What is wrong with these files is reported where they are at home.
  const options = optionsOf(original);
  const { docs, draftIds } = loadDocs({ ...options, basePath: docsRoute(config.docs.routeBasePath) });
  const translated = new Set(own.docs.map(nameOf));
  const missing = docs.filter((doc) => !translated.has(nameOf(doc))).map((doc): DocSource => ({ ...doc, isUntranslated: true }));
  return { docs: [...own.docs, ...missing], draftIds: draftIds.union(own.draftIds), problems: own.problems };
}

/** The folders of docs beside the main one. */
export const foldersOf = ({ docs }: Pick<SiteConfig, 'docs'>): (DocsFolder & SiteConfig['docs']['folders'][number])[] =>
  docs.folders.map((folder) => ({
    ...folder,
    root: folder.root ?? folder.name,
    basePath: docsRoute(folder.routeBasePath ?? folder.name),
  }));

const joinLoaded = (all: readonly LoadedDocs[]): LoadedDocs => ({
  docs: all.flatMap(({ docs }) => docs),
  draftIds: new Set(all.flatMap(({ draftIds }) => [...draftIds])),
  problems: all.flatMap(({ problems }) => problems),
});

/** Routes that pages of two sets have: a folder of one set has the route of the other. @param sets the docs of each */
export function checkDocSetRoutes(sets: readonly (readonly DocSource[])[]): Problem[] {
  const taken = new Map<string, DocSource>();
  const problems: Problem[] = [];
  for (const docs of sets) {
    const own = new Map<string, DocSource>();
    for (const doc of docs) {
      const other = taken.get(doc.path);
      const message = `has the route ${doc.path}, which ${other?.file} of another version or language has as well: rename the file, or give that version or locale another path`;
      if (other !== undefined) problems.push({ file: doc.file, message, severity: 'error' });
      own.set(doc.path, doc);
    }
    for (const [path, doc] of own) taken.set(path, doc);
  }
  return problems;
}

/** A page has the same name in each version and language: its file. */
const nameOf = ({ source }: Pick<DocSource, 'source'>): string => source.replace(/\.mdx?$/i, '');

/** The words of a locale for the interface and for what the configuration says, by the English ones. */
export function readWords({ interfaceFile }: DocSet, projectRoot: string): { words: Record<string, string>; problems: Problem[] } {
  if (interfaceFile === null || !existsSync(interfaceFile)) return { words: {}, problems: [] };
  const file = relative(projectRoot, interfaceFile);
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(interfaceFile, 'utf8'), { lineCounter: lines, prettyErrors: false });
  const problems: Problem[] = document.errors.map((error) => ({
    file,
    line: lines.linePos(error.pos[0]).line,
    message: `is not valid YAML: ${error.message}`,
    severity: 'error',
  }));
  const words: Record<string, string> = {};
  if (problems.length > 0 || document.contents === null) return { words, problems };
  if (!isMap(document.contents)) {
    const message = 'expected a map of English words to translations: Search docs: Dokumentation durchsuchen';
    return { words, problems: [{ file, line: 1, message, severity: 'error' }] };
  }
  for (const { key, value } of document.contents.items) {
    const english = isScalar(key) ? String(key.value) : '';
    const translation = isScalar(value) && typeof value.value === 'string' ? value.value : '';
    const line = isScalar(key) && key.range ? lines.linePos(key.range[0]).line : 1;
    // A line without a translation is one that a translator has not come to.
    if (translation === '' && isScalar(value) && (value.value === null || value.value === '')) continue;
    const lost = /\{\w+\}/g[Symbol.match](english)?.filter((name) => !translation.includes(name)) ?? [];
    if (translation === '')
      problems.push({
        file,
        line,
        message: `"${english}": expected its translation as text; quote it if it looks like something else`,
        severity: 'error',
      });
    else if (lost.length > 0)
      problems.push({
        file,
        line,
        message: `"${english}": the translation lacks ${lost.join(' and ')}, which is replaced when it is shown`,
        severity: 'error',
      });
    else words[english] = translation;
  }
  return { words, problems };
}

/** The missing translations of a doc set: words of the interface, and pages. */
export interface MissingTranslations {
  locale: string;
  version: string;
  /** The file that the words belong into. */
  interfaceFile: string;
  words: string[];
  /** Names of the files below the folder of the version. */
  pages: string[];
  /** How many there are of each. */
  of: { words: number; pages: number };
}

/** Null for the default locale. */
export function missingTranslations(site: Pick<Site, 'config' | 'data' | 'docs'>): MissingTranslations | null {
  const { docSet } = site.config;
  if (docSet === undefined || docSet.interfaceFile === null) return null;
  const { words = {} } = site.data;
  const wanted = [...new Set([...INTERFACE_WORDS, ...configuredWords(site.config)])];
  const pages = site.docs.filter(({ isUntranslated }) => isUntranslated).map(({ source }) => source);
  return {
    locale: docSet.locale,
    version: docSet.version.name,
    interfaceFile: docSet.interfaceFile,
    words: wanted.filter((word) => words[word] === undefined),
    pages,
    of: { words: wanted.length, pages: site.docs.length },
  };
}

/** The words of the configuration in the default locale. */
function configuredWords(config: SiteConfig): string[] {
  const { title, tagline, navbar, footer, search } = config;
  const links = [
    ...navbar.items.flatMap(({ label, items = [] }) => [{ label }, ...items]),
    ...footer.groups.flatMap(({ items }) => items),
    ...footer.row,
  ];
  const labels = [...links, ...(search?.groups ?? [])].map(({ label }) => label);
  return [title, tagline, ...labels, ...footer.groups.map((group) => group.title), ...wordsOfPlugins(config)].filter((word) => word !== '');
}

/** The site's data in the words of a locale, with each link to the page of this set where it has one. */
export function localizeSite(
  data: SiteData,
  config: SiteConfig & { docSet: DocSet },
  words: Readonly<Record<string, string>>,
  hasPath: (path: string) => boolean,
): SiteData {
  const { docSet } = config;
  const pluginWords = new Set(wordsOfPlugins(config));
  const say = (text: string): string => words[text] ?? text;
  const lead = (href: string): string => localLink(href, docSet, hasPath);
  const link = <Item extends { label: string; href: string }>(item: Item): Item => ({
    ...item,
    label: say(item.label),
    href: lead(item.href),
  });
  return {
    ...data,
    title: say(data.title),
    tagline: say(data.tagline),
    navbar: {
      ...data.navbar,
      title: say(data.navbar.title),
      items: data.navbar.items.map((item) => ({
        ...link(item),
        ...(item.activeBasePath !== undefined && { activeBasePath: lead(item.activeBasePath) }),
        ...(item.items !== undefined && { items: item.items.map(link) }),
      })),
    },
    footer: {
      ...data.footer,
      copyright: say(data.footer.copyright),
      groups: data.footer.groups.map(({ title, items }) => ({ title: say(title), items: items.map(link) })),
    },
    search: data.search && { ...data.search, groups: data.search.groups.map(({ name, label }) => ({ name, label: say(label) })) },
    plugins: Object.fromEntries(Object.entries(data.plugins).map(([name, held]) => [name, sayIn(held, words, pluginWords)])),
    ...(Object.keys(words).length > 0 && { words }),
  };
}

/** Data of a plugin in the words of a locale: those that the plugin shows, wherever they are. */
function sayIn(value: unknown, words: Readonly<Record<string, string>>, shown: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return shown.has(value) ? (words[value] ?? value) : value;
  if (Array.isArray(value)) return value.map((each) => sayIn(each, words, shown));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, sayIn(held, words, shown)]));
}

const wordsOfPlugins = (config: SiteConfig): string[] => config.plugins.flatMap(({ words }) => words?.(config) ?? []);

/** The address of a page in the set that a link leads to, where the set has it; other links stay. */
function localLink(href: string, docSet: DocSet, hasPath: (path: string) => boolean): string {
  if (!href.startsWith('/')) return href;
  const [, path = href, rest = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
  const version = docSet.mainPath === path ? docSet.version.path : undefined;
  return (version ?? routesIn(docSet, path).find(hasPath) ?? path) + rest;
}

/** The same for the links of a front page, which are under the key `to` of its data. */
export function localizeFrontPage(page: FrontPage, docSet: DocSet, hasPath: (path: string) => boolean): FrontPage {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, held]) => [
        key,
        key === 'to' && typeof held === 'string' ? localLink(held, docSet, hasPath) : walk(held),
      ]),
    );
  };
  const links = page.links.map((link) => ({ ...link, target: localLink(link.target, docSet, hasPath) }));
  return { ...page, data: walk(page.data), links };
}

/** A page in its set: a documentation page by its file, another one by its kind. */
export type PageInSet = { doc: DocSource } | { kind: string; path: string };

/** Where pages are in the other versions and languages; undefined on a site with one of each. */
export type AlternatesOf = (page: PageInSet) => Alternates | undefined;

/** Gives each site the places of its pages in the others. To be called when all are open. */
export function linkDocSets(sites: readonly Site[]): void {
  if (sites.length < 2) return;
  const pages = new Map(sites.map((site) => [site, new Map(site.docs.map((doc) => [nameOf(doc), doc]))]));
  const fronts = new Map(
    sites.map((site) => [
      site,
      new Map([
        ['search', `${site.config.docSet?.prefix ?? ''}/search`],
        ...site.frontPages.map(({ kind, path }) => [kind, path] as const),
      ]),
    ]),
  );
  const { version, versions } = (sites[0] as Site).config.docs;
  const order = [version.name, ...versions.map(({ name }) => name)];
  const starts = new Map(sites.map((site) => [site, startOf(site)]));
  const setOf = ({ config }: Site): DocSet => config.docSet as DocSet;

  for (const here of sites) {
    const own = setOf(here);
    const inOtherVersions = sites
      .filter((site) => setOf(site).locale === own.locale)
      .toSorted((a, b) => order.indexOf(setOf(a).version.name) - order.indexOf(setOf(b).version.name));
    const inOtherLocales = sites.filter((site) => setOf(site).version.name === own.version.name);
    const newest = inOtherVersions.find((site) => setOf(site).version.isLast) ?? here;
    const main = sites[0] as Site;
    const shownVersions = shortened(inOtherVersions, here);
    here.versions = inOtherVersions.map((site) => ({ label: setOf(site).version.label, path: starts.get(site) ?? '/' }));
    here.data.docSet = {
      ...(here.data.docSet as NonNullable<SiteData['docSet']>),
      others: sites.filter((site) => site !== here).map(rootOf),
    };
    const find = (site: Site, page: PageInSet): string | undefined =>
      'doc' in page ? pages.get(site)?.get(nameOf(page.doc))?.path : fronts.get(site)?.get(page.kind);
    const isTranslated = (site: Site, page: PageInSet): boolean =>
      !('doc' in page) || pages.get(site)?.get(nameOf(page.doc))?.isUntranslated !== true;

    here.alternatesOf = (page) => {
      const alternate = (site: Site, label: string): Alternate => ({
        label,
        path: find(site, page) ?? starts.get(site) ?? '/',
        ...(site === here && { isCurrent: true as const }),
      });
      // A front page belongs to no version: there the switcher leads to where each begins.
      const versions = shownVersions.map((site) => ({
        ...alternate(site, setOf(site).version.label),
        ...(!('doc' in page) && { path: starts.get(site) ?? '/' }),
        name: setOf(site).version.name,
      }));
      const locales = inOtherLocales.map((site) => ({
        ...alternate(site, site.data.locale.label),
        lang: site.data.locale.htmlLang,
        // Search engines receive translations only, and only those of the newest version.
        ...(find(site, page) !== undefined && isTranslated(site, page) && setOf(site).version.isLast && { isTranslation: true as const }),
      }));
      const isDoc = 'doc' in page;
      const canonical =
        isDoc && page.doc.isUntranslated === true ? (find(main, page) ?? find(originalOf(here, sites), page)) : find(newest, page);
      const path = isDoc ? page.doc.path : page.path;
      return {
        versions: versions.length > 1 ? versions : [],
        ...(shownVersions.length < inOtherVersions.length && { allVersions: allVersionsPath(here) }),
        locales: locales.length > 1 ? locales : [],
        ...(canonical !== undefined && canonical !== path && { canonical }),
        ...(newest !== here && { newest: alternate(newest, setOf(newest).version.label) }),
        ...(isDoc &&
          page.doc.isUntranslated && {
            isUntranslated: true as const,
            originalLang: main.data.locale.htmlLang,
            originalDirection: main.data.locale.direction,
          }),
      };
    };
  }
}

const originalOf = (site: Site, sites: readonly Site[]): Site =>
  sites.find(({ config }) => config.docSet?.key === site.config.docSet?.original?.docSet?.key) ?? site;

/** The first ones, with that of the page in any case. */
function shortened(sites: readonly Site[], here: Site): Site[] {
  const first = sites.slice(0, MOST_VERSIONS);
  return first.includes(here) ? first : [...first.slice(0, -1), here];
}

/** Route of the page that lists all versions. */
export const allVersionsPath = ({ config }: Pick<Site, 'config'>): string => `${config.docSet?.localePrefix ?? ''}/versions`;

/** Route of a set: its docs, and for the newest version all pages of the locale. */
const rootOf = ({ config }: Site): string => {
  const { prefix, version } = config.docSet as DocSet;
  return prefix === '' ? version.path : prefix;
};

/** Where a version begins. */
function startOf({ navigation, docs, config }: Site): string {
  const first = docs.find(({ path }) => path === config.docSet?.version.path)?.path;
  return first ?? navigation.order()[0] ?? docs[0]?.path ?? '/';
}

/** The data of a set's site, which its pages load instead of the bundled data; null on a site with one version and one language. */
export function siteDataFile(data: SiteData): { route: string; json: string } | null {
  if (data.docSet === undefined) return null;
  const json = JSON.stringify(data);
  return { route: `/assets/site-${createHash('sha256').update(json).digest('base64url').slice(0, 12)}.json`, json };
}
