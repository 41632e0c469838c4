import type { SearchEngine, SearchPage } from '@quire/search';

/** What the tools for other agents read: all of it public, none of it changed by them. */
export interface Documentation {
  /** Name of the site. */
  title: string;
  engine: SearchEngine;
  pages: readonly SearchPage[];
  /** Markdown of one of the pages; null where the build has none. */
  readMarkdown: (page: SearchPage) => Promise<string | null>;
  /** Path that the site stands under. */
  baseUrl: string;
}
