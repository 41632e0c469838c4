/** Versions and languages. Each pair of a version and a language is a doc set: it has its own docs root and is built like a site. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { relativePath } from './relative-path.ts';
import type { SiteConfig } from './schema.ts';

/** The part of the configuration that is specific to one version in one language. */
export interface DocSet {
  /** Empty for the main doc set (the newest version in the default locale), otherwise a name such as `1.0`, `ar`, or `ar-1.0`. */
  key: string;
  /** Route below which the doc set has its search page and its search index; '' for the main doc set. */
  prefix: string;
  /** Route of the locale; '' for the default one. */
  localePrefix: string;
  /** Name of the locale. */
  locale: string;
  /** Route of the newest version in the default locale. Routes of docs in the configuration start with it. */
  mainPath: string;
  version: DocSetVersion;
  /** Configuration of the same version in the default locale, whose pages replace missing translations; null in the default locale. */
  original: SiteConfig | null;
}

interface DocSetVersion {
  name: string;
  label: string;
  /** Route of the version's pages, with the prefix of the locale: `/docs/1.0`, `/ar/docs/1.0`. */
  path: string;
  isLast: boolean;
  banner: 'none' | 'unreleased' | 'unmaintained';
}

/** A configured version with all defaults filled in. `path` is its route in the default locale. */
interface Version extends DocSetVersion {
  /** Whether this is the version in `docs.root`. */
  isRoot: boolean;
  noIndex: boolean;
  root: string;
  sidebar: string | null;
  editUrl: SiteConfig['docs']['editUrl'];
}

/** Returns the common prefix of the routes of all docs, without a trailing slash: `/docs`, or '' if the docs are the whole site. */
export const docsRoute = (routeBasePath: string): string => (routeBasePath === '' ? '' : `/${routeBasePath}`);

/** An additional folder of docs with its defaults filled in. */
export type DocsFolderConfig = SiteConfig['docs']['folders'][number] & {
  root: string;
  /** Route of its pages: `/community`. */
  basePath: string;
};

/** Returns the additional folders of docs. */
export const docsFoldersOf = ({ docs }: Pick<SiteConfig, 'docs'>): DocsFolderConfig[] =>
  docs.folders.map((folder) => ({
    ...folder,
    root: folder.root ?? folder.name,
    basePath: docsRoute(folder.routeBasePath ?? folder.name),
  }));

/** Returns the versions in the order that readers see: the version in `docs.root`, and then `docs.versions`. */
function versionsOf({ docs }: SiteConfig): Version[] {
  const { version: own, versions, routeBasePath } = docs;
  const isRootLast = own.isLast ?? !versions.some(({ isLast }) => isLast);
  const base = docsRoute(routeBasePath);
  const routeOf = (path: string | undefined, isLast: boolean, fallback: string): string => {
    if (path === undefined) return isLast ? base : `${base}/${fallback}`;
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

/** Joins the parts of the key of a doc set, which names its search index and its files. */
const keyOf = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join('-');

/** Whether the configuration has more than one version or language. */
function hasDocSets({ docs, i18n }: SiteConfig): boolean {
  return docs.versions.length > 0 || Object.keys(i18n.locales).length > 1;
}

/**
 * Returns the configuration of each doc set, the main one first. For a site with one version and one language, that is
 * the configuration itself. All doc sets share the base URL, the server, the assets, and the cache.
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
  if (locale === undefined) throw new Error(`i18n.locales: the locale "${localeName}" is missing. Add it, or correct the name.`);
  const isDefault = localeName === i18n.defaultLocale;
  const localePrefix = isDefault ? '' : `/${locale.path ?? localeName}`;
  const path = localePrefix + version.path;
  const key = keyOf(isDefault ? null : localeName, version.isLast ? null : version.name);
  const isMain = isDefault && version.isLast;
  const { name, label, isLast, banner } = version;
  const localeRoot = localeRootOf(config, localeName);
  const root = isDefault ? version.root : translationFolder(version.name, localeRoot);
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
    },
    noIndex: config.noIndex || version.noIndex,
    homeRedirect: version.isLast && config.homeRedirect !== null ? localePrefix + config.homeRedirect : null,
    // Front pages exist once per locale. A page without a translation shows the text of the default locale.
    pages: version.isLast
      ? config.pages.map((page) => ({
          ...page,
          path: localePrefix + page.path.replace(/\/$/, '') || '/',
          data: isDefault ? page.data : translatedFile(join(localeRoot, 'pages'), page.data),
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
      root,
      sidebar: version.sidebar,
      folders: isMain
        ? docs.folders
        : isDefault || !version.isLast
          ? []
          : translatedFolders(docs.folders, { ...locale, root: localeRoot }, localePrefix),
      routeBasePath: path.slice(1),
      editUrl: (isDefault ? null : editUrlBelow(locale.editUrl, localeRoot, root)) ?? version.editUrl,
    },
    // The content that plugins generate belongs to the version in `docs.root`.
    plugins: version.isRoot ? config.plugins : config.plugins.map(({ content: _content, ...plugin }) => plugin),
  };
}

const localeRootOf = ({ configDir, i18n }: SiteConfig, name: string): string => i18n.locales[name]?.root ?? join(configDir, 'i18n', name);

/** The language of a doc set, or of a site with one language. */
interface ConfigLanguage {
  locale: string;
  /** Whether the texts of the configuration are in this language. */
  isDefault: boolean;
  /** Whether the built-in texts of the interface are in this language. */
  isEnglish: boolean;
  /** YAML file with the words of the interface; it may be missing. */
  interfaceFile: string;
}

export function languageOf(config: SiteConfig): ConfigLanguage {
  const { defaultLocale, locales } = config.i18n;
  const name = config.docSet?.locale ?? defaultLocale;
  const { htmlLang = name, words = join(localeRootOf(config, name), 'interface.yaml') } = locales[name] ?? {};
  return { locale: name, isDefault: name === defaultLocale, isEnglish: /^en\b/.test(htmlLang), interfaceFile: words };
}

/** Returns the additional folders of docs that a locale translates. Links to the others lead to the default locale. */
function translatedFolders(
  folders: SiteConfig['docs']['folders'],
  locale: Pick<SiteConfig['i18n']['locales'][string], 'folders' | 'editUrl'> & { root: string },
  localePrefix: string,
): SiteConfig['docs']['folders'] {
  return folders.flatMap((folder) => {
    const root = locale.folders[folder.name] ?? join(locale.root, folder.name);
    const route = folder.routeBasePath ?? folder.name;
    const routeBasePath = `${localePrefix}/${route}`.replace(/^\/|\/$/g, '');
    return isFolder(root)
      ? [{ ...folder, root, routeBasePath, editUrl: editUrlBelow(locale.editUrl, locale.root, root) ?? folder.editUrl }]
      : [];
  });
}

/** Returns the `editUrl` of a folder of a translation, such as that of a version. @param editUrl `editUrl` of the whole translation */
function editUrlBelow(editUrl: SiteConfig['docs']['editUrl'], localeRoot: string, folder: string): SiteConfig['docs']['editUrl'] {
  const path = `${relativePath(localeRoot, folder)}/`;
  if (typeof editUrl === 'function') return (source) => editUrl(path + source);
  return editUrl === null ? null : path.startsWith('../') ? new URL(path, editUrl).href : editUrl + path;
}

/** Returns the folder with the translation of a version. Docusaurus writes `version-` in front of the names of released versions. */
function translationFolder(version: string, localeRoot: string): string {
  const named = join(localeRoot, `version-${version}`);
  return existsSync(named) ? named : join(localeRoot, version);
}

/** Returns the file of the same name in the locale's folder if it exists; otherwise the file itself. */
function translatedFile(folder: string, file: string): string {
  const name = file.split(/[\\/]/).at(-1) ?? '';
  const own = join(folder, name);
  return existsSync(own) ? own : file;
}

/** Returns the routes to try for a route that an author wrote: first in this version and language, then in this language, then as written. */
export function candidateRoutes({ localePrefix, mainPath, version }: DocSet, route: string): string[] {
  const isDoc = route === mainPath || route.startsWith(`${mainPath}/`);
  return [...(isDoc ? [version.path + route.slice(mainPath.length)] : []), localePrefix + route.replace(/^\/$/, '') || '/', route];
}

/** Returns the problems of versions and locales, each with its key and its fix. */
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
    problems.push(
      `docs.versions: ${found}, expected \`isLast: true\` in exactly one version (docs.version has it unless another version sets it)`,
    );
  }
  for (const [index, { name, path, root, isRoot }] of versions.entries()) {
    const place = placeOf(index);
    const sameName = versions.findIndex((other) => other.name === name);
    if (sameName < index) problems.push(`${place}.name: found "${name}", which ${placeOf(sameName)} already has; expected another name`);
    const samePath = versions.findIndex((other) => other.path === path);
    if (samePath < index) problems.push(`${place}.path: found "${path}", which ${placeOf(samePath)} already has; expected another route`);
    if (isRoot || isFolder(root)) continue;
    const { tag } = config.docs.versions[index - 1] ?? {};
    const advice =
      tag === undefined
        ? 'put the Markdown files of the version there, or name a `tag` and run `quire versions`'
        : `run \`quire versions\`, which creates it from the tag ${tag}`;
    problems.push(`${place}.root: found no folder ${root}: ${advice}`);
  }
  return problems;
}

function localeProblems(config: SiteConfig): string[] {
  const { defaultLocale, locales } = config.i18n;
  const problems: string[] = [];
  const seen = new Map<string, string>();
  for (const [name, { path = name }] of Object.entries(locales)) {
    if (name === defaultLocale) continue;
    const place = `i18n.locales.${name}`;
    const other = seen.get(path);
    if (other !== undefined) problems.push(`${place}.path: found "${path}", which the locale ${other} already has; expected another name`);
    seen.set(path, name);
    if (path === config.docs.routeBasePath.split('/')[0])
      problems.push(`${place}.path: found "${path}", which is the route of the docs; expected another name`);
    const folder = localeRootOf(config, name);
    if (!isFolder(folder))
      problems.push(
        `${place}.root: found no folder ${folder}: create it, with a subfolder for each version, such as ${config.docs.version.name}/`,
      );
  }
  return problems;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
