/** What a site's configuration, its front pages and plugins use of the engine. */
import type { FrontPageInput, SiteConfigInput } from '#config/schema.ts';

export type { SiteConfig, SiteConfigInput } from '#config/schema.ts';
export type { SiteData } from '#model/site.ts';
export type { ContentContext, ContentContribution, Plugin } from './plugin.ts';

/** Gives an editor the types of the configuration and returns it unchanged. It is validated when it is loaded. */
export function defineConfig(config: SiteConfigInput): SiteConfigInput {
  return config;
}

/** The same for the list of front pages, which may be in a file of its own. */
export function definePages(pages: FrontPageInput[]): FrontPageInput[] {
  return pages;
}
