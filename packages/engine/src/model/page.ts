/** Types of a page: its headings and links, its part of the sidebar, and the data that the shell needs to show it. */

/** A heading with the id of its anchor. */
export interface Heading {
  level: 1 | 2 | 3 | 4 | 5 | 6;
  id: string;
  text: string;
}

/** A link to a page of this site; `path` is a route without the base URL, e.g. `/docs/quickstart`. */
export interface PageLink {
  label: string;
  path: string;
}

/** A step of the breadcrumbs; categories without a page of their own have no path. */
export interface Crumb {
  label: string;
  path: string | null;
}

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

/** An entry of the sidebar. */
export type SidebarNode = SidebarLink | SidebarHeading | SidebarPage | SidebarCategory;

/** The last change of the source, from git. */
export interface LastUpdate {
  /** Null if the configuration hides the author. */
  author: string | null;
  /** ISO 8601: `2026-11-20`. */
  date: string;
  /** Present for a blog post, whose `date` is that of its publication. `minutes` is the reading time; null: not shown. */
  post?: { minutes: number | null };
}

/** A question that the page answers, in the words of readers. */
export interface PageQuestion {
  ask: string;
  /** Id of the heading that answers it; '' for the introduction. */
  at: string;
}

/** `doc` for documentation, or the kind of a front page. The engine knows `home`, `search`, and `not-found`; a site can add others. */
type PageKind = string;

/** A page in another version or language, or the first page of that version or language if it lacks the page. */
export interface Alternate {
  label: string;
  path: string;
  /** Whether it is the current page. */
  isCurrent?: true;
}

/** Counterparts of a page in the other versions and languages of its site. */
export interface Alternates {
  /** The first few versions; empty if there is only one. */
  versions: (Alternate & { name: string; /** Route of its search page, on a search page. */ searchPath?: string })[];
  /** Route of the page that lists all versions, if there are more than the first few. */
  allVersions?: string;
  /** All languages; empty if there is only one. */
  locales: (Alternate & { /** BCP 47. */ lang: string; /** Announced to search engines. */ isTranslation?: true })[];
  /** Route of the page that search engines should show instead of this one. */
  canonical?: string;
  /** The page in the newest version; absent if the current page is in the newest version. */
  newest?: Alternate;
  /** Whether the page replaces a missing translation. `originalLang` and `originalDirection` describe its text. */
  isUntranslated?: true;
  originalLang?: string;
  originalDirection?: 'ltr' | 'rtl';
}

/** Returns the translations of a page that are announced to search engines, including itself and `x-default`; empty if there are none. */
export function translationsOf({ alternates }: { alternates?: Alternates }): { lang: string; path: string }[] {
  const translations = alternates?.locales.filter(({ isTranslation }) => isTranslation) ?? [];
  const [first] = translations;
  if (first === undefined || translations.length < 2 || !translations.some(({ isCurrent }) => isCurrent)) return [];
  return [...translations.map(({ lang, path }) => ({ lang, path })), { lang: 'x-default', path: first.path }];
}

/** The data that the shell shows around a page's body. */
export interface PageShell {
  /** Id of the build that emitted the page. The client performs a full page load for a page of another build. */
  build: string;
  kind: PageKind;
  /** Route without base URL: `/`, `/docs/quickstart`. */
  path: string;
  title: string;
  description: string;
  /** Headings of the configured levels (2–3). */
  contents: Heading[];
  breadcrumbs: Crumb[];
  /** The top level and the open branch; null on pages without a sidebar. */
  sidebar: SidebarNode[] | null;
  previous: PageLink | null;
  next: PageLink | null;
  editUrl: string | null;
  lastUpdate: LastUpdate | null;
  /** Address of the feed that belongs to the page, such as that of its blog, with base URL; absent: none. */
  feedUrl?: string;
  /** Whether search engines are asked not to index the page. */
  isUnlisted?: true;
  /** Address of the page as Markdown, with base URL; null if there is none. */
  markdownUrl: string | null;
  /** The first few questions that the page answers, suggested before the reader types; absent if there are none. */
  questions?: PageQuestion[];
  /** Absent on a site with one version and one language. */
  alternates?: Alternates;
}

/** A complete page: the shell's data and the body. */
export interface PageData extends PageShell {
  /** Prerendered HTML of the main column. */
  body: string;
}

/** The shell's data as it is sent to the browser. Its sidebar is the name of a file that the pages of a category share. */
export type SerializedShell = Omit<PageShell, 'sidebar'> & { sidebar: SidebarNode[] | string | null };

/** The shell's data as embedded in the HTML of a page, which contains the headings as its table of contents. */
export type EmbeddedShell = Omit<SerializedShell, 'contents'>;

/** The page data for client-side navigation: one small JSON file beside the HTML. */
export type SerializedPage = SerializedShell & Pick<PageData, 'body'>;
