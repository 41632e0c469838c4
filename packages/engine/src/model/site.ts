import type { PageShell } from './page.ts';

/** The data that the shell shows on every page, derived from the configuration once per build. */

export interface NavbarItem {
  label: string;
  /** Route (without base URL) or full address. */
  href: string;
  position: 'left' | 'right';
  /** Name of a built-in icon that is shown instead of the label: slack, github, youtube. */
  icon?: string;
  /** Routes below this one mark the item as current. */
  activeBasePath?: string;
  /** Entries of a dropdown; absent for a link. */
  items?: { label: string; href: string }[];
}

export interface AnnouncementBar {
  id: string;
  /** HTML, restricted by the configuration's schema to text, links, and emphasis. */
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
  navbar: {
    title: string;
    /** Its size is in pixels. */
    logo: { alt: string; src: string; srcDark: string; width?: number; height?: number } | null;
    hideOnScroll: boolean;
    items: NavbarItem[];
  };
  footer: { style: 'dark' | 'light'; groups: { title: string; items: { label: string; href: string }[] }[]; copyright: string };
  colorMode: { defaultMode: 'light' | 'dark'; disableSwitch: boolean; respectPrefersColorScheme: boolean };
  /** `pluginId` is part of the `docs-preferred-version-{pluginId}` storage key. */
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
  /** The version and language of these pages; absent on a site with one of each. */
  docSet?: {
    /** '' for the main one: the newest version in the default locale. */
    key: string;
    /** Route prefix of its search page and its search index; '' for the main one. */
    prefix: string;
    /** Route of the locale; '' for the default one. */
    localePrefix: string;
    /** Route prefixes of the other doc sets, whose pages do not belong to this one. */
    others?: readonly string[];
  };
  /** Translations of the interface by their English text; absent in English, and for texts without a translation. */
  words?: Readonly<Record<string, string>>;
  /** The search provider; application id and key are '' unless it is a hosted service. Null: the site has no search. */
  search: {
    provider: 'embedded' | 'hosted' | 'browser';
    applicationId: string;
    /** The public search key. */
    apiKey: string;
    indexName: string;
    /** Whether searches are limited to the reader's language and version. */
    contextual: boolean;
    /** Groups of pages in the order of their filters. */
    groups: readonly { name: string; label: string }[];
    /** Pages that are suggested before the reader types; paths are without base URL. */
    popularPages: readonly { label: string; path: string }[];
  } | null;
  /** Public data of plugins, by name. */
  plugins: Readonly<Record<string, unknown>>;
  /** Addresses of the community chat and of the source repository; null: none. */
  links: { chat: string | null; repository: string | null };
  /** Chat tools in which readers can open a page; `{prompt}` in the address is replaced by a question about the page. */
  aiChats: readonly { name: string; url: string }[];
  /** Frequent questions, each with the path of its answer, without base URL. */
  questions: readonly { ask: string; path: string }[];
}

/** Returns the title of a document: `{page} | {site}`, or `{site} | {tagline}` for the home page. A page with the title of the site does not repeat it. */
export function documentTitle(page: Pick<PageShell, 'kind' | 'title'>, site: Pick<SiteData, 'title' | 'tagline'>): string {
  if (page.kind === 'home') return `${site.title} | ${site.tagline}`;
  return page.title === site.title ? site.title : `${page.title} | ${site.title}`;
}
