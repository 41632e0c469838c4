import { resolve } from 'node:path';

import type { SiteConfig } from './schema.ts';

/** Makes the files and folders of a configuration absolute; they are written relative to the configuration file's folder. */
export function resolvePaths(config: SiteConfig, folder: string): SiteConfig {
  const absolute = (path: string): string => resolve(folder, path);
  const optional = (path: string | null): string | null => (path === null ? null : absolute(path));
  const { rules } = config.docs;
  return {
    ...config,
    docs: {
      ...config.docs,
      root: absolute(config.docs.root),
      sidebar: absolute(config.docs.sidebar),
      rules: rules.inlineRoot === undefined ? rules : { ...rules, inlineRoot: absolute(rules.inlineRoot) },
    },
    pages: optional(config.pages),
    redirects: optional(config.redirects),
    catalog: optional(config.catalog),
    search: { ...config.search, synonyms: optional(config.search.synonyms) },
    staticDirectories: config.staticDirectories.map(absolute),
  };
}
