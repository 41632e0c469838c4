/** What a site's configuration, its front pages and plugins use of the engine. */
export { defineConfig, definePages } from '#config/define-config.ts';
export type { SiteConfig, SiteConfigInput } from '#config/schema.ts';
export type { SiteData } from '#model/site.ts';
export type { ContentContext, ContentContribution, Plugin } from './plugin.ts';
