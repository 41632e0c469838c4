/** Versions and languages: each pair of them is a doc set, a docs root of its own that the same pipeline builds. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { SiteConfig } from './schema.ts';

/** One version in one language: what of the configuration differs for it. */
export interface DocSet {
  /** '' for the main one, the newest version in the default locale; else such as `1.0`, `ar` or `ar-1.0`. */
  key: string;
  /** Route below which the set has its search page and its search index; '' for the main one. */
  prefix: string;
  /** Route of the locale; '' for the default one. */
  localePrefix: string;
  /** Name of the locale. */
  locale: string;
  /** Route of the newest version in the default locale: authors write addresses below it. */
  mainPath: string;
  version: DocSetVersion;
  /** The default locale's set of the version, whose pages replace those that are not translated; null for itself. */
  original: SiteConfig | null;
  /** YAML file with the locale's words for the interface; null for the default locale. */
  interfaceFile: string | null;
}

export interface DocSetVersion {
  name: string;
  label: string;
  /** Route of the version's pages: `/docs/1.0`, with the locale's. */
  path: string;
  isLast: boolean;
  banner: 'none' | 'unreleased' | 'unmaintained';
}

/** A version of the configuration with every default filled in; its route is the default locale's. */
interface Version extends DocSetVersion {
  isRoot: boolean;
  noIndex: boolean;
  root: string;
  sidebar: string | null;
  editUrl: SiteConfig['docs']['editUrl'];
}

/** Route that pages of the docs are below, without a slash at its end: `/docs`, or '' where the docs are the whole site. */
export const docsRoute = (routeBasePath: string): string => (routeBasePath === '' ? '' : `/${routeBasePath}`);

/** The versions in the order that readers see: the one of `docs.root`, then those of `docs.versions`. */
function versionsOf({ docs }: SiteConfig): Version[] {
  const { version: own, versions, routeBasePath } = docs;
  const isRootLast = own.isLast ?? !versions.some(({ isLast }) => isLast);
  const base = docsRoute(routeBasePath);
  const routeOf = (path: string | undefined, isLast: boolean, otherwise: string): string => {
    if (path === undefined) return isLast ? base : `${base}/${otherwise}`;
    return path.startsWith('/') ? path : `${base}/${path}`;
  };
  const root: Version = {
    name: own.name,
    label: own.label,
    path: routeOf(own.path, isRootLast, own.name === 'current' ? 'next' : own.name),
    isLast: isRootLast,
    banner: own.banner ?? (isRootLast ? 'none' : 'unreleased'),
    isRoot: true,
    noIndex: own.noIndex ?? !isRootLast,
    root: docs.root,
    sidebar: docs.sidebar,
    editUrl: docs.editUrl,
  };
  const others = versions.map((version): Version => {
    const { name, label = name, isLast, path, banner, noIndex, root: folder = '', sidebar, editUrl } = version;
    return {
      name,
      label,
      path: routeOf(path, isLast, name),
      isLast,
      banner: banner ?? (isLast ? 'none' : 'unmaintained'),
      isRoot: false,
      noIndex: noIndex ?? !isLast,
      root: folder,
      sidebar,
      editUrl,
    };
  });
  return [root, ...others];
}

/** Name of the set in the search and the files of a build. */
const keyOf = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join('-');

/** Whether the configuration has more than one version or language. */
export function hasDocSets({ docs, i18n }: SiteConfig): boolean {
  return docs.versions.length > 0 || Object.keys(i18n.locales).length > 1;
}

/**
 * The configuration of each doc set, the main one first; of a site with one version and one language itself. All share the
 * base URL, so one server, one set of assets and one cache serve them all.
 */
export function docSetsOf(config: SiteConfig): SiteConfig[] {
  if (!hasDocSets(config)) return [config];
  const { defaultLocale, locales } = config.i18n;
  const names = [defaultLocale, ...Object.keys(locales).filter((name) => name !== defaultLocale)];
  const versions = versionsOf(config).toSorted((a, b) => Number(b.isLast) - Number(a.isLast));
  return names.flatMap((locale) => versions.map((version) => docSetOf(config, locale, version)));
}

function docSetOf(config: SiteConfig, localeName: string, version: Version): SiteConfig {
  const { docs, i18n } = config;
  const locale = i18n.locales[localeName];
  if (locale === undefined) throw new Error(`i18n.locales: there is no locale "${localeName}"`);
  const isDefault = localeName === i18n.defaultLocale;
  const localePrefix = isDefault ? '' : `/${locale.path ?? localeName}`;
  const path = localePrefix + version.path;
  const key = keyOf(isDefault ? null : localeName, version.isLast ? null : version.name);
  const isMain = isDefault && version.isLast;
  const { name, label, isLast, banner } = version;
  const localeRoot = locale.root ?? join(config.configDir, 'i18n', localeName);
  return {
    ...config,
    docSet: {
      key,
      prefix: version.isLast ? localePrefix : path,
      localePrefix,
      locale: localeName,
      mainPath: (versionsOf(config).find((one) => one.isLast) ?? version).path,
      version: { name, label, path, isLast, banner },
      original: isDefault ? null : docSetOf(config, i18n.defaultLocale, version),
      interfaceFile: isDefault ? null : join(localeRoot, 'interface.yaml'),
    },
    noIndex: config.noIndex || version.noIndex,
    homeRedirect: version.isLast && config.homeRedirect !== null ? localePrefix + config.homeRedirect : null,
    // Front pages belong to no version. A locale translates their files, or shows those of the default locale.
    pages: version.isLast
      ? config.pages.map((page) => ({
          ...page,
          path: localePrefix + page.path.replace(/\/$/, '') || '/',
          data: isDefault ? page.data : translated(join(localeRoot, 'pages'), page.data),
        }))
      : [],
    redirects: isMain ? config.redirects : null,
    search: config.search && {
      ...config.search,
      indexName: keyOf(config.search.indexName, key === '' ? null : key),
      minimumRecords: isMain ? config.search.minimumRecords : 0,
    },
    docs: {
      ...docs,
      root: isDefault ? version.root : join(localeRoot, version.name),
      sidebar: version.sidebar,
      folders: isMain ? docs.folders : [],
      routeBasePath: path.slice(1),
      editUrl: isDefault ? version.editUrl : locale.editUrl,
    },
    // The catalog describes the version that is being written.
    plugins: version.isRoot ? config.plugins : config.plugins.map(({ content: _content, ...plugin }) => plugin),
  };
}

/** The file of the same name among the locale's, where there is one. */
function translated(folder: string, file: string): string {
  const name = file.split(/[\\/]/).at(-1) ?? '';
  const own = join(folder, name);
  return existsSync(own) ? own : file;
}

/** Where a route that an author wrote may lead, the page in the reader's own version and language first. */
export function routesIn({ localePrefix, mainPath, version }: DocSet, route: string): string[] {
  const isDoc = route === mainPath || route.startsWith(`${mainPath}/`);
  return [...(isDoc ? [version.path + route.slice(mainPath.length)] : []), localePrefix + route.replace(/^\/$/, '') || '/', route];
}

/** What is wrong with versions and locales: one sentence each: where it is and what to do. */
export function docSetProblems(config: SiteConfig): string[] {
  if (!hasDocSets(config)) return [];
  return [...versionProblems(config), ...localeProblems(config)];
}

function versionProblems(config: SiteConfig): string[] {
  const problems: string[] = [];
  const versions = versionsOf(config);
  const placeOf = (index: number): string => (index === 0 ? 'docs.version' : `docs.versions[${index - 1}]`);
  const last = versions.flatMap(({ isLast }, index) => (isLast ? [placeOf(index)] : []));
  if (last.length !== 1) {
    const found = last.length === 0 ? 'no version is the newest' : `${last.join(' and ')} are both the newest`;
    problems.push(`docs.versions: ${found}, expected \`isLast: true\` at exactly one version (docs.version has it unless another says so)`);
  }
  for (const [index, { name, path, root, isRoot }] of versions.entries()) {
    const place = placeOf(index);
    const sameName = versions.findIndex((other) => other.name === name);
    if (sameName < index) problems.push(`${place}.name: found "${name}", which ${placeOf(sameName)} has already; expected another name`);
    const samePath = versions.findIndex((other) => other.path === path);
    if (samePath < index) problems.push(`${place}.path: found "${path}", which ${placeOf(samePath)} has already; expected another route`);
    if (isRoot || isFolder(root)) continue;
    const { tag } = config.docs.versions[index - 1] ?? {};
    const advice =
      tag === undefined
        ? 'put the Markdown files of the version there, or name a `tag` and run `quire versions`'
        : `run \`quire versions\`, which takes it from the tag ${tag}`;
    problems.push(`${place}.root: found no folder ${root}: ${advice}`);
  }
  return problems;
}

function localeProblems(config: SiteConfig): string[] {
  const { defaultLocale, locales } = config.i18n;
  const problems: string[] = [];
  const seen = new Map<string, string>();
  for (const [name, { path = name, root }] of Object.entries(locales)) {
    if (name === defaultLocale) continue;
    const place = `i18n.locales.${name}`;
    const other = seen.get(path);
    if (other !== undefined) problems.push(`${place}.path: found "${path}", which the locale ${other} has already; expected another name`);
    seen.set(path, name);
    if (path === config.docs.routeBasePath.split('/')[0])
      problems.push(`${place}.path: found "${path}", which is the route of the docs; expected another name`);
    const folder = root ?? join(config.configDir, 'i18n', name);
    if (!isFolder(folder))
      problems.push(
        `${place}.root: found no folder ${folder}: make it, with a folder for each version, such as ${config.docs.version.name}/`,
      );
  }
  return problems;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
