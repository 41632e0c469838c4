/** Types of a page: the result of compiling a Markdown file, and the data that the shell needs to show it. */
import type { SidebarNode } from './navigation.ts';

/** A heading with the id its anchor has in the page. */
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

/** The last change of the source, from git. */
export interface LastUpdate {
  /** Null if the configuration hides the author. */
  author: string | null;
  /** ISO 8601: `2026-11-20`. */
  date: string;
}

/** A question in readers' words. */
export interface PageQuestion {
  ask: string;
  /** Id of the heading that answers it; '' for the introduction. */
  at: string;
}

/** `doc` for documentation. The engine itself gives a meaning to the front pages `home`, `search` and `not-found`; a site may add others. */
export type PageKind = string;

/** A page in another version or language, or where that begins if it lacks the page. */
export interface Alternate {
  label: string;
  path: string;
  /** It is the page that is shown. */
  isCurrent?: true;
}

/** Where a page is in the other versions and languages of its site. */
export interface Alternates {
  /** The first few of them; empty where there is one. */
  versions: (Alternate & { name: string })[];
  /** Route of the page with all versions, where there are more. */
  allVersions?: string;
  /** Empty where there is one. */
  locales: (Alternate & { /** BCP 47. */ lang: string; /** Announced to search engines. */ isTranslation?: true })[];
  /** Route of the page that search engines should show instead of this one. */
  canonical?: string;
  /** The page in the newest version, where this one is another. */
  newest?: Alternate;
  /** The page replaces a missing translation; `originalLang` and `originalDirection` are those of its words. */
  isUntranslated?: true;
  originalLang?: string;
  originalDirection?: 'ltr' | 'rtl';
}

/** The translations of a page that are announced to search engines, including itself and the default language; empty if there are none. */
export function translationsOf({ alternates }: { alternates?: Alternates }): { lang: string; path: string }[] {
  const translations = alternates?.locales.filter(({ isTranslation }) => isTranslation) ?? [];
  const [first] = translations;
  if (first === undefined || translations.length < 2 || !translations.some(({ isCurrent }) => isCurrent)) return [];
  return [...translations.map(({ lang, path }) => ({ lang, path })), { lang: 'x-default', path: first.path }];
}

/** What the shell needs around a page's body. */
export interface PageShell {
  /** Names the build that made the page; a page of another build is loaded afresh by the browser. */
  build: string;
  kind: PageKind;
  /** Route without base URL: `/`, `/docs/quickstart`. */
  path: string;
  title: string;
  description: string;
  /** Headings of the configured levels (2–3). */
  contents: Heading[];
  breadcrumbs: Crumb[];
  /** The top level with the open branch; null on pages without a sidebar. */
  sidebar: SidebarNode[] | null;
  previous: PageLink | null;
  next: PageLink | null;
  editUrl: string | null;
  lastUpdate: LastUpdate | null;
  /** Address of the Atom feed that belongs to the page, with base URL; absent: none. */
  feedUrl?: string;
  /** Kept from search engines; absent: no. */
  isUnlisted?: true;
  /** Address of the page as Markdown, with base URL; null where there is none. */
  markdownUrl: string | null;
  /** Questions that the page answers, offered before a reader types: the first few; absent where it has none. */
  questions?: PageQuestion[];
  /** Absent on a site with one version and one language. */
  alternates?: Alternates;
}

/** A whole page: the shell's data and the body. */
export interface PageData extends PageShell {
  /** Prerendered HTML of the main column. */
  body: string;
}

/** The shell's data in the HTML of a page. Its sidebar is the name of a file that the pages of a category share. */
export type SentShell = Omit<PageShell, 'sidebar'> & { sidebar: SidebarNode[] | string | null };

/** The page data of a navigation, one small JSON file beside the HTML. */
export type SentPage = SentShell & Pick<PageData, 'body'>;
