/** Types of navigation: the sidebar as resolved by the build, and the part of it in each page. */

export interface SidebarLink {
  type: 'link';
  label: string;
  /** Full address of another site, or a route of this one. */
  href: string;
}

export interface SidebarPage {
  type: 'page';
  label: string;
  path: string;
}

/**
 * A category as a page carries it. `items` is null while closed: the shell fetches
 * `{baseUrl}sidebar/{key}.json` (an array of nodes) when the reader opens it.
 */
export interface SidebarCategory {
  type: 'category';
  label: string;
  /** Stable name of the category: its labels from the top, as slugs joined by `--`. */
  key: string;
  /** The category's own page, or else the first page in it: where a reader without JavaScript gets. Null when empty. */
  path: string | null;
  /** Whether `path` is a page of the category's own, so that the label is a link. */
  linked: boolean;
  items: SidebarNode[] | null;
}

/** Words between entries that lead nowhere. */
export interface SidebarHeading {
  type: 'heading';
  label: string;
}

export type SidebarNode = SidebarLink | SidebarHeading | SidebarPage | SidebarCategory;
