import { docsRoute } from './doc-sets.ts';
import type { SiteConfig } from './schema.ts';

/**
 * Makes the managed edition of a configuration whose `customFields.isSaas` is set: its own brand, no announcement,
 * no edit links, no home page of its own, and search engines stay away. Other configurations come back as they are.
 */
export function applyEdition(config: SiteConfig): SiteConfig {
  if (!config.customFields.isSaas) return config;
  const { title, favicon, logo } = config.managedEdition;
  return {
    ...config,
    title: title ?? config.title,
    favicon: favicon ?? config.favicon,
    announcementBar: null,
    navbar: { ...config.navbar, logo: logo ?? config.navbar.logo },
    docs: { ...config.docs, editUrl: null },
    homeRedirect: docsRoute(config.docs.routeBasePath) || '/',
    noIndex: true,
  };
}
