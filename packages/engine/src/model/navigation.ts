/** Types of the sidebar: as resolved by the build, and the part of it that each page contains. */

interface SidebarLink {
  type: 'link';
  label: string;
  /** Full address of another site, or a route of this site. */
  href: string;
}

interface SidebarPage {
  type: 'page';
  label: string;
  path: string;
}

/**
 * A category in a page. `items` is null for a closed category: the shell fetches `{baseUrl}sidebar/{key}.json` (an array
 * of nodes) when the reader opens it.
 */
export interface SidebarCategory {
  type: 'category';
  label: string;
  /** Identifies the category: the slugs of its labels from the top level down, joined by `--`. */
  key: string;
  /** Target of the category without JavaScript: its own page, or else the first page in it. Null if it is empty. */
  path: string | null;
  /** Whether `path` is the category's own page, so that the label is a link. */
  linked: boolean;
  items: SidebarNode[] | null;
}

/** A heading between entries, without a link. */
interface SidebarHeading {
  type: 'heading';
  label: string;
}

export type SidebarNode = SidebarLink | SidebarHeading | SidebarPage | SidebarCategory;
