/** What the shell shows on every page, taken from the configuration once a build. */

export interface NavbarItem {
  label: string;
  /** Route (without base URL) or full address. */
  href: string;
  position: 'left' | 'right';
  /** Name of a built-in icon shown in place of the label: slack, github, youtube. */
  icon?: string;
  /** Routes below this one mark the item as current. */
  activeBasePath?: string;
  /** A dropdown when present. */
  items?: { label: string; href: string }[];
}

export interface AnnouncementBar {
  id: string;
  /** HTML, sanitised by the build. */
  content: string;
  isCloseable: boolean;
}

/** What a chat model is asked with. */
export interface ModelFields {
  model: string;
  temperature: number;
  topP: number;
  frequencyPenalty: number;
  presencePenalty: number;
  /** Most tokens of an answer. */
  maxTokens: number;
}

export interface SiteData {
  title: string;
  tagline: string;
  /** Origin, e.g. `https://datahubproject.io`. */
  url: string;
  /** Starts and ends with `/`. */
  baseUrl: string;
  isSaas: boolean;
  announcementBar: AnnouncementBar | null;
  navbar: { title: string; logo: { alt: string; src: string; srcDark: string } | null; hideOnScroll: boolean; items: NavbarItem[] };
  footer: { style: 'dark' | 'light'; groups: { title: string; items: { label: string; href: string }[] }[]; copyright: string };
  colorMode: { defaultMode: 'light' | 'dark'; disableSwitch: boolean; respectPrefersColorScheme: boolean };
  /** Docs plugin id of the storage key `docs-preferred-version-{pluginId}`. */
  docs: {
    pluginId: string;
    versionPersistence: 'localStorage' | 'none';
    version: { name: string; label: string; path: string; isLast: boolean };
  };
  locale: { label: string; direction: 'ltr' | 'rtl'; htmlLang: string; calendar: string; path: string };
  /** Who answers the search. Application id and key are '' where the site answers itself. */
  search: {
    provider: 'embedded' | 'hosted' | 'browser';
    applicationId: string;
    /** The public search key. */
    apiKey: string;
    indexName: string;
    /** Whether searches keep to the reader's language and version. */
    contextual: boolean;
  };
  /** "Ask our AI": who answers, and the fields of its requests. What is long stands in `assistant.json`, fetched with the dialog. */
  assistant: ModelFields & {
    /** `browser`: a worker answers from the search index, since the site has no server. */
    provider: 'server' | 'browser';
    /** Public; a word that stands for none where the configuration has none. */
    projectKey: string;
    /** Public key of the query log. */
    queryLogKey: string;
    iDontKnowMessage: string;
    sectionsMatchCount: number;
    sectionsMatchThreshold: number;
  };
  /** Community chat, for the not-found page and the assistant's disclaimer. */
  links: { chat: string; repository: string };
}
