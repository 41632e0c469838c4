/** Doc sets, which are the versions and languages of a site: loading, translations, and the counterparts of a page in the other sets. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

import { LineCounter, isMap, isScalar } from 'yaml';

import type { DocSet } from '#config/doc-sets.ts';
import { docsFoldersOf, docsRoute, languageOf, candidateRoutes } from '#config/doc-sets.ts';
import { isInlineHtml } from '#config/schema/layout.ts';
import { toSiteData } from '#config/site-data.ts';
import type { SiteConfig } from '#config/schema.ts';
import type { DocSource } from '#content/document.ts';
import { type DocsFolder, toSiteDoc, loadDocs, type LoadedDocs, loadFolder, type LoadOptions } from '#content/load-docs.ts';
import type { FrontPage } from '#content/front-pages.ts';
import type { DownloadImage } from '#content/remote-images.ts';
import { createDocLookup } from '#content/sidebar/resolve-sidebar.ts';
import { parseYaml } from '#content/yaml.ts';
import { INTERFACE_WORDS, wordFor } from '#model/interface-words.ts';
import type { Alternate, Alternates } from '#model/page.ts';
import type { Problem } from '#model/problem.ts';
import type { SiteData } from '#model/site.ts';
import type { PluginWords } from '#plugin.ts';

import type { Site } from './site.ts';

/** Maximum number of versions that a page lists. If there are more, the list ends with a link to the page of all versions. */
export const MAX_VERSIONS = 8;

/** State that the doc sets of a site share while they are opened and built. */
export interface SharedAcrossSets {
  /** Routes of the pages of all sets. */
  paths: Set<string>;
  /** Names of the entries of the page cache that any set uses. */
  usedEntries: Set<string>;
  /** Downloads pictures of other hosts within the limits of a build; absent: pages link to them. */
  downloadImage?: DownloadImage | undefined;
  /** Absolute paths of the downloaded pictures that any set uses. */
  usedImages: Set<string>;
}

/** Loads the Markdown files of a set. Files of the default locale replace missing translations. */
export function loadDocSet(config: SiteConfig, optionsOf: (config: SiteConfig) => LoadOptions): LoadedDocs {
  const own = existsSync(config.docs.root) ? loadDocs(optionsOf(config)) : { docs: [], draftIds: new Set<string>(), problems: [] };
  const original = config.docSet?.original ?? null;
  if (original === null) return joinLoaded([own, ...docsFoldersOf(config).map((folder) => loadFolder(folder, optionsOf(config)))]);
  // The default locale reports the problems of these files.
  const options = optionsOf(original);
  const { docs, draftIds } = loadDocs({ ...options, basePath: docsRoute(config.docs.routeBasePath) });
  const translated = new Set(own.docs.map(nameAcrossSets));
  const missing = docs.filter((doc) => !translated.has(nameAcrossSets(doc))).map((doc): DocSource => ({ ...doc, isUntranslated: true }));
  const main = { docs: [...own.docs, ...missing], draftIds: draftIds.union(own.draftIds), problems: own.problems };
  return joinLoaded([main, ...docsFoldersOf(config).map((folder) => loadTranslatedFolder(folder, config, optionsOf))]);
}

/** Loads the pages of an additional folder in another locale. Files of the default locale replace missing translations. */
function loadTranslatedFolder(folder: DocsFolder, config: SiteConfig, optionsOf: (config: SiteConfig) => LoadOptions): LoadedDocs {
  const { original = null } = config.docSet ?? {};
  const source = original === null ? undefined : docsFoldersOf(original).find(({ name }) => name === folder.name);
  const own = loadFolder(folder, { ...optionsOf(config), ...(source !== undefined && { originalRoot: source.root }) });
  if (original === null || source === undefined) return own;
  const { root, isBlog, showReadingTime } = source;
  const { docs, draftIds } = loadDocs({ ...optionsOf(original), root, isBlog, showReadingTime, basePath: folder.basePath });
  const translated = new Set(own.docs.map(nameAcrossSets));
  // Relative links between the pages of the folder do not depend on what is translated.
  const missing = docs.map((doc): DocSource => ({ ...toSiteDoc(doc, folder, config.docs.root), isUntranslated: true }));
  return {
    ...own,
    docs: [...own.docs, ...missing.filter((doc) => !translated.has(nameAcrossSets(doc)))],
    draftIds: draftIds.union(own.draftIds),
  };
}

const joinLoaded = (all: readonly LoadedDocs[]): LoadedDocs => ({
  docs: all.flatMap(({ docs }) => docs),
  draftIds: new Set(all.flatMap(({ draftIds }) => [...draftIds])),
  problems: all.flatMap(({ problems }) => problems),
});

/** Reports routes that pages of two doc sets share, for example because a folder has the name of a version. @param sets the docs of each */
export function checkDocSetRoutes(sets: readonly (readonly DocSource[])[]): Problem[] {
  const taken = new Map<string, DocSource>();
  const problems: Problem[] = [];
  for (const docs of sets) {
    const own = new Map<string, DocSource>();
    for (const doc of docs) {
      const other = taken.get(doc.path);
      const message = `the route ${doc.path} is also that of ${other?.file} in another version or language: rename the file, or give that version or locale another path`;
      if (other !== undefined) problems.push({ file: doc.file, message, severity: 'error' });
      own.set(doc.path, doc);
    }
    for (const [path, doc] of own) taken.set(path, doc);
  }
  return problems;
}

/** Returns the name that identifies a page in all doc sets: its path in the docs folder, without the extension. */
const nameAcrossSets = ({ source, folder }: Pick<DocSource, 'source' | 'folder'>): string =>
  (folder === undefined ? source : `${folder.name}:${folder.source}`).replace(/\.mdx?$/i, '');

/**
 * Reads `interface.yaml`, the translations of a locale. The key of a translation is the English text, or, for texts of the
 * configuration, the text in the default locale.
 */
export function readTranslations(config: SiteConfig, projectRoot: string): { words: Record<string, string>; problems: Problem[] } {
  const { interfaceFile } = languageOf(config);
  if (!existsSync(interfaceFile)) return { words: {}, problems: [] };
  const file = relative(projectRoot, interfaceFile);
  const lines = new LineCounter();
  const document = parseYaml(readFileSync(interfaceFile, 'utf8'), lines);
  const problems: Problem[] = document.errors.map((error) => ({
    file,
    line: lines.linePos(error.pos[0]).line,
    message: `the file is not valid YAML: ${error.message}`,
    severity: 'error',
  }));
  const words: Record<string, string> = {};
  if (problems.length > 0 || document.contents === null) return { words, problems };
  if (!isMap(document.contents)) {
    const message = 'expected a map of English texts to translations, such as `Search docs: Dokumentation durchsuchen`';
    return { words, problems: [{ file, line: 1, message, severity: 'error' }] };
  }
  for (const { key, value } of document.contents.items) {
    const english = isScalar(key) ? String(key.value) : '';
    const translation = isScalar(value) && typeof value.value === 'string' ? value.value : '';
    const line = isScalar(key) && key.range ? lines.linePos(key.range[0]).line : 1;
    // An empty value is a text that has not been translated yet.
    if (translation === '' && isScalar(value) && (value.value === null || value.value === '')) continue;
    const lost = english.match(/\{\w+\}/g)?.filter((name) => !translation.includes(name)) ?? [];
    if (translation === '')
      problems.push({
        file,
        line,
        message: `"${english}": expected the translation as text; put it in quotation marks if YAML reads it as another type`,
        severity: 'error',
      });
    else if (lost.length > 0)
      problems.push({
        file,
        line,
        message: `"${english}": the translation must contain the placeholder ${lost.join(' and ')}`,
        severity: 'error',
      });
    else words[english] = translation;
  }
  return { words, problems };
}

/** The missing translations of a doc set: texts of the interface, and pages. */
export interface MissingTranslations {
  locale: string;
  version: string;
  /** The file to which the texts have to be added. */
  interfaceFile: string;
  words: string[];
  /** Names of the files below the folder of the version. */
  pages: string[];
  /** Total number of each that need a translation. */
  of: { words: number; pages: number };
}

/** Returns the missing translations of a site; null if there is nothing to translate, because English is the default locale. */
export function missingTranslations({ config, data, docs }: Pick<Site, 'config' | 'data' | 'docs'>): MissingTranslations | null {
  const { locale, isDefault, isEnglish, interfaceFile } = languageOf(config);
  if (isDefault && isEnglish) return null;
  const { words = {} } = data;
  const { builtIn, configured } = wordsOfPlugins(config);
  const wanted = new Set([
    ...(isEnglish ? [] : [...INTERFACE_WORDS, ...builtIn]),
    ...(isDefault ? [] : [...configuredWords(config), ...configured]),
  ]);
  return {
    locale,
    version: (config.docSet ?? config.docs).version.name,
    interfaceFile,
    words: [...wanted].filter((word) => !Object.hasOwn(words, word)),
    pages: docs.filter(({ isUntranslated }) => isUntranslated).map(({ source }) => source),
    of: { words: wanted.size, pages: isDefault ? 0 : docs.length },
  };
}

/** Returns the texts of the configuration that readers see, in the default locale. */
function configuredWords(config: SiteConfig): string[] {
  const { title, tagline, announcementBar, navbar, footer, search } = config;
  const links = [
    ...navbar.items.flatMap(({ label, items = [] }) => [{ label }, ...items]),
    ...footer.groups.flatMap(({ items }) => items),
    ...footer.row,
  ];
  const labels = [...links, ...(search?.groups ?? [])].map(({ label }) => label);
  const others = [announcementBar?.content ?? '', navbar.title, navbar.logo?.alt ?? '', footer.copyright];
  const all = [title, tagline, ...labels, ...footer.groups.map((group) => group.title), ...others];
  // Defaults of the configuration are words of the interface.
  return all.filter((word) => word !== '' && !INTERFACE_WORDS.includes(word));
}

/** Returns the site's data with translated texts. Each link leads to its counterpart in the same doc set if there is one. */
export function localizeSite(config: SiteConfig, words: Readonly<Record<string, string>>, hasPath: (path: string) => boolean): SiteData {
  const { docSet, announcementBar, footer } = config;
  const { builtIn, configured } = wordsOfPlugins(config);
  const pluginWords = new Set([...builtIn, ...configured]);
  const translate = (text: string): string => wordFor(text, words);
  const localizeHref = (href: string): string => (docSet === undefined ? href : counterpartLink(href, docSet, hasPath));
  const link = <Item extends { label: string; href: string }>(item: Item): Item => ({
    ...item,
    label: translate(item.label),
    href: localizeHref(item.href),
  });
  // A translation comes from a file that the schema of the configuration does not check.
  const html = (text: string): string =>
    (isInlineHtml(translate(text)) ? translate(text) : text).replaceAll(
      / href="([^"]*)"/g,
      (_, href: string) => ` href="${localizeHref(href)}"`,
    );
  const data = toSiteData({
    ...config,
    announcementBar: announcementBar && { ...announcementBar, content: html(announcementBar.content) },
    footer: { ...footer, copyright: html(footer.copyright) },
  });
  const { navbar, search } = data;
  return {
    ...data,
    title: translate(data.title),
    tagline: translate(data.tagline),
    navbar: {
      ...navbar,
      title: translate(navbar.title),
      logo: navbar.logo && { ...navbar.logo, alt: translate(navbar.logo.alt) },
      items: navbar.items.map((item) => ({
        ...link(item),
        ...(item.activeBasePath !== undefined && { activeBasePath: localizeHref(item.activeBasePath) }),
        ...(item.items !== undefined && { items: item.items.map(link) }),
      })),
    },
    footer: { ...data.footer, groups: data.footer.groups.map(({ title, items }) => ({ title: translate(title), items: items.map(link) })) },
    search: search && { ...search, groups: search.groups.map(({ name, label }) => ({ name, label: translate(label) })) },
    plugins: Object.fromEntries(Object.entries(data.plugins).map(([name, inner]) => [name, translateIn(inner, words, pluginWords)])),
    ...(Object.keys(words).length > 0 && { words }),
  };
}

/** Translates strings in a plugin's data, at any depth. @param shown the strings that readers see; others stay unchanged */
function translateIn(value: unknown, words: Readonly<Record<string, string>>, shown: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return shown.has(value) ? wordFor(value, words) : value;
  if (Array.isArray(value)) return value.map((each) => translateIn(each, words, shown));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, translateIn(inner, words, shown)]));
}

/** Returns the texts of plugins that readers see. */
export function wordsOfPlugins(config: SiteConfig): PluginWords {
  const all = config.plugins.flatMap(({ words }) => words?.(config) ?? []);
  return { builtIn: all.flatMap(({ builtIn }) => builtIn), configured: all.flatMap(({ configured }) => configured) };
}

/** Returns the address of the link target's counterpart in this doc set; the link unchanged if there is none. */
function counterpartLink(href: string, docSet: DocSet, hasPath: (path: string) => boolean): string {
  if (!href.startsWith('/')) return href;
  const [, path = href, rest = ''] = /^([^?#]*)(.*)/s.exec(href) ?? [];
  const version = docSet.mainPath === path ? docSet.version.path : undefined;
  return (version ?? candidateRoutes(docSet, path).find(hasPath) ?? path) + rest;
}

/** Localizes the links of a front page, which are the values of `to` in its data. */
export function localizeFrontPage(page: FrontPage, docSet: DocSet, hasPath: (path: string) => boolean): FrontPage {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === 'to' && typeof inner === 'string' ? counterpartLink(inner, docSet, hasPath) : walk(inner),
      ]),
    );
  };
  const links = page.links.map((link) => ({ ...link, target: counterpartLink(link.target, docSet, hasPath) }));
  return { ...page, data: walk(page.data), links };
}

/** Identifies a page across doc sets: a documentation page by its file, a front page by its kind. */
type PageInSet = { doc: DocSource } | { kind: string; path: string };

/** Returns the counterparts of a page in the other versions and languages; undefined on a site with one of each. */
export type AlternatesOf = (page: PageInSet) => Alternates | undefined;

/** Lookups in all doc sets of a site. */
interface DocSets {
  sites: readonly Site[];
  main: Site;
  /** Returns the route of a page's counterpart in a set; undefined if there is none. */
  find(site: Site, page: PageInSet): string | undefined;
  /** Whether a page in a set is not the page of the default locale that replaces a missing translation. */
  isTranslated(site: Site, page: PageInSet): boolean;
  /** Returns the route of the first page of a set. */
  startOf(site: Site): string;
}

function createDocSets(sites: readonly Site[]): DocSets {
  /** Documentation pages of each set, by their name in all sets. */
  const pages = new Map(sites.map((site) => [site, new Map(site.docs.map((doc) => [nameAcrossSets(doc), doc]))]));
  /** Routes of the front pages of each set, by kind. */
  const fronts = new Map(
    sites.map((site) => [
      site,
      new Map([
        ['search', `${site.config.docSet?.prefix ?? ''}/search`],
        ...site.frontPages.map(({ kind, path }) => [kind, path] as const),
      ]),
    ]),
  );
  const starts = new Map(sites.map((site) => [site, firstPageOf(site)]));
  return {
    sites,
    main: sites[0] as Site,
    find: (site, page) => ('doc' in page ? pages.get(site)?.get(nameAcrossSets(page.doc))?.path : fronts.get(site)?.get(page.kind)),
    isTranslated: (site, page) => !('doc' in page) || pages.get(site)?.get(nameAcrossSets(page.doc))?.isUntranslated !== true,
    startOf: (site) => starts.get(site) ?? '/',
  };
}

const setOf = ({ config }: Site): DocSet => config.docSet as DocSet;

/** Connects the sites, so that each can find the counterparts of its pages. Call it after all sites have been opened. */
export function linkDocSets(sites: readonly Site[]): void {
  if (sites.length < 2) return;
  const sets = createDocSets(sites);
  const { version, versions } = sets.main.config.docs;
  const order = [version.name, ...versions.map(({ name }) => name)];
  for (const here of sites) {
    const own = setOf(here);
    const inOtherVersions = sites
      .filter((site) => setOf(site).locale === own.locale)
      .toSorted((a, b) => order.indexOf(setOf(a).version.name) - order.indexOf(setOf(b).version.name));
    const neighbors: Neighbors = {
      here,
      inOtherLocales: sites.filter((site) => setOf(site).version.name === own.version.name),
      shownVersions: limitVersions(inOtherVersions, here),
      hasMoreVersions: inOtherVersions.length > MAX_VERSIONS,
      newest: inOtherVersions.find((site) => setOf(site).version.isLast) ?? here,
    };
    here.versions = inOtherVersions.map((site) => ({ label: setOf(site).version.label, path: sets.startOf(site) }));
    here.data.docSet = {
      ...(here.data.docSet as NonNullable<SiteData['docSet']>),
      others: sites.filter((site) => site !== here).map(routePrefixOf),
    };
    here.alternatesOf = (page) => findAlternates(page, neighbors, sets);
  }
}

/** A doc set, and the sets to which its pages link. */
interface Neighbors {
  here: Site;
  /** All languages of its version, including itself. */
  inOtherLocales: readonly Site[];
  /** The first few versions of its language, including itself. */
  shownVersions: readonly Site[];
  hasMoreVersions: boolean;
  /** The newest version of its language. */
  newest: Site;
}

/** Finds the counterparts of a page. */
function findAlternates(page: PageInSet, neighbors: Neighbors, sets: DocSets): Alternates {
  const { here, inOtherLocales, shownVersions, hasMoreVersions, newest } = neighbors;
  const { main, find, isTranslated, startOf } = sets;
  const alternate = (site: Site, label: string): Alternate => ({
    label,
    path: find(site, page) ?? startOf(site),
    ...(site === here && { isCurrent: true as const }),
  });
  // A front page does not belong to a version, so the switcher links to the first page of each version. Only the search has a page in each.
  const versions = shownVersions.map((site) => ({
    ...alternate(site, setOf(site).version.label),
    ...(!('doc' in page) && { path: startOf(site) }),
    ...(!('doc' in page) && page.kind === 'search' && { searchPath: find(site, page) ?? '/' }),
    name: setOf(site).version.name,
  }));
  const locales = inOtherLocales.map((site) => ({
    ...alternate(site, site.data.locale.label),
    lang: site.data.locale.htmlLang,
    // Announce only actual translations to search engines, and only those of the newest version.
    ...(find(site, page) !== undefined && isTranslated(site, page) && setOf(site).version.isLast && { isTranslation: true as const }),
  }));
  const isUntranslated = 'doc' in page && page.doc.isUntranslated === true;
  const canonical = isUntranslated ? (find(main, page) ?? find(originalOf(here, sets.sites), page)) : find(newest, page);
  const path = 'doc' in page ? page.doc.path : page.path;
  return {
    versions: versions.length > 1 ? versions : [],
    ...(hasMoreVersions && { allVersions: allVersionsPath(here) }),
    locales: locales.length > 1 ? locales : [],
    ...(canonical !== undefined && canonical !== path && { canonical }),
    ...(newest !== here && { newest: alternate(newest, setOf(newest).version.label) }),
    ...(isUntranslated && {
      isUntranslated: true as const,
      originalLang: main.data.locale.htmlLang,
      originalDirection: main.data.locale.direction,
    }),
  };
}

const originalOf = (site: Site, sites: readonly Site[]): Site =>
  sites.find(({ config }) => config.docSet?.key === site.config.docSet?.original?.docSet?.key) ?? site;

/** Limits the list of versions, but always includes that of the page. */
function limitVersions(sites: readonly Site[], here: Site): Site[] {
  const first = sites.slice(0, MAX_VERSIONS);
  return first.includes(here) ? first : [...first.slice(0, -1), here];
}

/** Route of the page that lists all versions. */
export const allVersionsPath = ({ config }: Pick<Site, 'config'>): string => `${config.docSet?.localePrefix ?? ''}/versions`;

/** Returns the route prefix of a set, or, for the main set, which has none, the route of its docs. */
const routePrefixOf = ({ config }: Site): string => {
  const { prefix, version } = config.docSet as DocSet;
  return prefix === '' ? version.path : prefix;
};

/** Returns the page that `docs.version.mainDocId` names; undefined if it is not configured, or if the set does not have it. */
export function mainDocOf({ docs, config }: Pick<Site, 'docs' | 'config'>): Pick<DocSource, 'path'> | undefined {
  const { mainDocId } = config.docs.version;
  return mainDocId === undefined ? undefined : createDocLookup(docs).find(mainDocId);
}

/** Reports a `mainDocId` that does not name a page of the version in `docs.root`. */
export function checkMainDoc({ docs, config, configuration }: Pick<Site, 'docs' | 'config' | 'configuration'>): Problem[] {
  const { mainDocId, name } = config.docs.version;
  const { docSet } = config;
  const isRoot = docSet === undefined || (docSet.original === null && docSet.version.name === name);
  if (mainDocId === undefined || !isRoot || docs.length === 0 || mainDocOf({ docs, config }) !== undefined) return [];
  const message = `docs.version.mainDocId: no page has the id "${mainDocId}"${createDocLookup(docs).hint(mainDocId)}`;
  return [{ file: configuration.file, message, severity: 'error' }];
}

/** Returns the route of a version's first page. */
function firstPageOf(site: Site): string {
  const { navigation, docs, config } = site;
  const first = docs.find(({ path }) => path === config.docSet?.version.path)?.path ?? mainDocOf(site)?.path;
  return first ?? navigation.order()[0] ?? docs[0]?.path ?? '/';
}

/** Returns the file with the translated data of a site, which its pages load instead of the bundled data; null on a site with one version in English. */
export function siteDataFile(data: SiteData): { route: string; json: string } | null {
  if (data.docSet === undefined && data.words === undefined) return null;
  const json = JSON.stringify(data);
  return { route: `/assets/site-${createHash('sha256').update(json).digest('base64url').slice(0, 12)}.json`, json };
}
