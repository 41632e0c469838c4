import type { PageShell } from './page.ts';

/** What the shell shows on every page, taken from the configuration once a build. */

export interface NavbarItem {
  label: string;
  /** Route (without base URL) or full address. */
  href: string;
  position: 'left' | 'right';
  /** Name of a built-in icon shown instead of the label: slack, github, youtube. */
  icon?: string;
  /** Routes below this one mark the item as current. */
  activeBasePath?: string;
  /** A dropdown when present. */
  items?: { label: string; href: string }[];
}

export interface AnnouncementBar {
  id: string;
  /** HTML, sanitized by the build. */
  content: string;
  isCloseable: boolean;
}

export interface SiteData {
  title: string;
  tagline: string;
  /** Origin, e.g. `https://docs.example.org`. */
  url: string;
  /** Starts and ends with `/`. */
  baseUrl: string;
  isSaas: boolean;
  announcementBar: AnnouncementBar | null;
  navbar: { title: string; logo: { alt: string; src: string; srcDark: string } | null; hideOnScroll: boolean; items: NavbarItem[] };
  footer: { style: 'dark' | 'light'; groups: { title: string; items: { label: string; href: string }[] }[]; copyright: string };
  colorMode: { defaultMode: 'light' | 'dark'; disableSwitch: boolean; respectPrefersColorScheme: boolean };
  /** Docs plugin id of the storage key `docs-preferred-version-{pluginId}` */
  docs: {
    pluginId: string;
    versionPersistence: 'localStorage' | 'none';
    version: {
      name: string;
      label: string;
      /** Route of its pages. */
      path: string;
      isLast: boolean;
      /** Banner above each page; absent: none. */
      banner?: 'unreleased' | 'unmaintained';
    };
  };
  locale: { label: string; direction: 'ltr' | 'rtl'; htmlLang: string; calendar: string; path: string };
  /** Which of several versions and languages this is; absent on a site with one of each. */
  docSet?: {
    /** '' for the main one: the newest version in the default locale. */
    key: string;
    /** Route below which it has its search page and its index; '' for the main one. */
    prefix: string;
    /** Route of the locale; '' for the default one. */
    localePrefix: string;
    /** Routes of other sets, which distinguish their pages from those of this set. */
    others?: readonly string[];
  };
  /** Words of the interface in the locale, by the English ones; absent in English, and for words without a translation. */
  words?: Readonly<Record<string, string>>;
  /** What answers searches; application id and key are '' where the site answers itself. Null: the site has no search. */
  search: {
    provider: 'embedded' | 'hosted' | 'browser';
    applicationId: string;
    /** The public search key. */
    apiKey: string;
    indexName: string;
    /** Whether searches keep to the reader's language and version */
    contextual: boolean;
    /** Groups of pages in the order of their filters. */
    groups: readonly { name: string; label: string }[];
    /** Pages that are offered before anything is typed, with their addresses without base URL. */
    popularPages: readonly { label: string; path: string }[];
  } | null;
  /** Public data of plugins, by name. */
  plugins: Readonly<Record<string, unknown>>;
  /** Where people answer questions, and the project's source; null: the site names none. */
  links: { chat: string | null; repository: string | null };
  /** Chat tools in which a page can be opened: `{prompt}` in the address is replaced by the question. */
  aiChats: readonly { name: string; url: string }[];
  /** Questions that many readers have, with the address that answers each, without base URL. */
  questions: readonly { ask: string; path: string }[];
}

/** `{page} | {site}`; the home page has the site's own name and what it is about. */
export function documentTitle(page: Pick<PageShell, 'kind' | 'title'>, site: Pick<SiteData, 'title' | 'tagline'>): string {
  return page.kind === 'home' ? `${site.title} | ${site.tagline}` : `${page.title} | ${site.title}`;
}
