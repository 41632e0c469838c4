import { resolve } from 'node:path';

import type { SiteConfig } from './schema.ts';

/** The repository, which follows from its owner and name where no address is given. */
function repositoryOf({ links, organizationName, projectName }: Omit<SiteConfig, 'configDir'>): string | null {
  if (links.repository !== null || organizationName === undefined || projectName === undefined) return links.repository;
  return `https://github.com/${organizationName}/${projectName}`;
}

/** Makes the files and folders of a configuration absolute; they are written relative to the configuration file's folder. */
export function resolvePaths(config: Omit<SiteConfig, 'configDir'>, folder: string): SiteConfig {
  const absolute = (path: string): string => resolve(folder, path);
  const optional = (path: string | null): string | null => (path === null ? null : absolute(path));
  const { rules } = config.docs;
  return {
    ...config,
    configDir: folder,
    links: { ...config.links, repository: repositoryOf(config) },
    docs: {
      ...config.docs,
      root: absolute(config.docs.root),
      sidebar: optional(config.docs.sidebar),
      versions: config.docs.versions.map((version) => ({
        ...version,
        root: absolute(version.root ?? `versions/${version.name}`),
        sidebar: optional(version.sidebar),
      })),
      rules: rules.inlineRoot === undefined ? rules : { ...rules, inlineRoot: absolute(rules.inlineRoot) },
    },
    i18n: {
      ...config.i18n,
      locales: Object.fromEntries(
        Object.entries(config.i18n.locales).map(([name, locale]) => [name, { ...locale, root: absolute(locale.root ?? `i18n/${name}`) }]),
      ),
    },
    pages: config.pages.map((page) => ({
      ...page,
      data: absolute(page.data),
      ...(page.component !== undefined && { component: absolute(page.component) }),
    })),
    islands: Object.fromEntries(Object.entries(config.islands).map(([name, file]) => [name, absolute(file)])),
    components: Object.fromEntries(
      Object.entries(config.components).map(([name, mapping]) => [name, typeof mapping === 'string' ? absolute(mapping) : mapping]),
    ),
    pageStyles: optional(config.pageStyles),
    redirects: optional(config.redirects),
    search: config.search && { ...config.search, synonyms: optional(config.search.synonyms) },
    staticDirectories: config.staticDirectories.map(absolute),
  };
}
