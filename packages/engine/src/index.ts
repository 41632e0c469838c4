/** The public API of the engine, for the configuration, the front pages, and the plugins of a site. */
import type { FrontPageInput, SiteConfigInput } from '#config/schema.ts';

/** Escapes a text for HTML, in its content and in attributes. */
export { escapeHtml } from '@quire/search';
export type { SiteConfig, SiteConfigInput } from '#config/schema.ts';
export type { SiteData } from '#model/site.ts';
export type { ContentContext, ContentContribution, Plugin } from './plugin.ts';

/** Returns the configuration unchanged, so that editors know its types. `loadConfig` validates it. */
export function defineConfig(config: SiteConfigInput): SiteConfigInput {
  return config;
}

/** Returns the list of front pages unchanged, so that a separate file with the list has types as well. */
export function definePages(pages: FrontPageInput[]): FrontPageInput[] {
  return pages;
}
