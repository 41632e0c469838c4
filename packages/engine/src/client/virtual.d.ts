/// <reference types="vite/client" />

/** The site's data as the build knows it; the bundler makes this module up from the configuration. */
declare module 'virtual:site' {
  import type { SiteData } from '#model/site.ts';
  export const site: SiteData;
}
