import type { SiteConfig } from '#config/schema.ts';

/** Colours that the configuration sets, as custom properties: an inline style would need a hole in the Content-Security-Policy. */
export function configuredStyle(config: SiteConfig): string {
  const bar = config.announcementBar;
  return bar === null ? '' : `:root{--announcement-background:${bar.backgroundColor};--announcement-text:${bar.textColor}}`;
}
