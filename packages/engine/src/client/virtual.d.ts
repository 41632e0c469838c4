/// <reference types="vite/client" />

/* Modules that the bundler generates from the configuration (build/shell.ts). */

/** The data of the site. */
declare module 'virtual:site' {
  import type { SiteData } from '#model/site.ts';
  export const site: SiteData;
}

/** The components of the site's front pages, by kind, for rendering only. */
declare module 'virtual:pages' {
  export const pages: Readonly<Record<string, { file: string; module: unknown }>>;
}

/** Loaders of islands, by the value of `data-island`. */
declare module 'virtual:islands' {
  export const islands: Readonly<Record<string, () => Promise<unknown>>>;
}

/** The plugins' components. */
declare module 'virtual:slots' {
  import type { SlotModule } from '#client/client-plugin.ts';
  export const slots: readonly SlotModule[];
}

/** The browser modules of plugins. */
declare module 'virtual:plugins' {
  import type { ClientModule } from '#client/client-plugin.ts';
  export const plugins: readonly ClientModule[];
}

/** The site's function that receives events; it exists only if the configuration names a module. */
declare module 'virtual:analytics' {
  import type { ReaderEvent } from '#client/page-events.ts';
  const report: (event: ReaderEvent) => void;
  export default report;
}
