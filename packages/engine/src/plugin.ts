/** The contract between the engine and its plugins. Every part of a plugin is optional and is loaded by the command that needs it. */
import type { Hono } from 'hono';

import type { AnsweredSearch } from '@quire/search';

import type { CompiledPage, DocSource } from '#content/document.ts';
import type { ComponentMap } from '#content/components/render-components.ts';
import type { Problem } from '#model/problem.ts';
import type { LogEntry } from '#server/log.ts';
import type { DocSetIndex, OpenIndex } from '#server/routes/search.ts';
import type { ClientOf } from '#server/client-address.ts';
import type { Counters } from '#server/rate-limit.ts';
import type { SiteManifest } from '#server/site-manifest.ts';

/** An extension of the engine, as a site lists it under `plugins` in its configuration. */
export interface Plugin {
  /** Unique among the plugins of a site; names the plugin's data in `site.plugins`. */
  name: string;
  /** Absolute folder of the plugin's sources. A change in it invalidates everything that the plugin contributes to. */
  root: string;
  /** Folders with the sources of its pages, relative to the configuration file. Their git history dates the pages. */
  sources?: readonly string[];
  /** Returns pages to add to the site, and a check to run on every page. */
  content?(context: ContentContext): Promise<ContentContribution>;
  /** Components that its pages use, by name. A component of the configuration with the same name takes precedence. */
  components?: ComponentMap;
  /** Words that its checks read from the info string of a code block, after the language. */
  fenceWords?: readonly string[];
  /** Returns files that the build writes once for each version and language, by route: `/assistant.json`. The development server serves them, too. */
  files?(site: PluginSite): Readonly<Record<string, string>>;
  /** Returns JSON-serializable public data for the browser, available as `site.plugins[name]`. */
  siteData?(config: PluginConfig): unknown;
  /** Returns the texts that readers see, so that translators can translate them. */
  words?(config: PluginConfig): PluginWords;
  client?: ClientParts;
  /** Opens the plugin's HTTP services. */
  serve?(context: ServiceContext): Promise<PluginServices>;
}

/** Texts of a plugin. The translation of a text replaces equal strings in its public data. */
export interface PluginWords {
  /** Texts of the plugin itself, in English. */
  builtIn: readonly string[];
  /** Texts of the configuration, in the default locale. */
  configured: readonly string[];
}

/** The parts of a plugin that run in the browser: absolute paths of modules and stylesheets that are bundled with the shell. */
export interface ClientParts {
  /** Exports `start(context: ClientContext): ClientFeatures | void`. Loaded with the shell; it should import anything heavy on demand. */
  start?: string;
  /** Exports components by slot: `NavbarEnd`, `SearchFormEnd`, `DocEnd`, `AfterFooter`. Rendered by the build and hydrated in the browser. */
  slots?: string;
  /** Modules of islands, by the value of `data-island`. An island of the configuration with the same name takes precedence. */
  islands?: Readonly<Record<string, string>>;
  /** Part of the critical CSS of every page. */
  criticalStyles?: string;
}

/** The part of the configuration that plugins can read. */
export interface PluginConfig {
  title: string;
  baseUrl: string;
  customFields: { isSaas: boolean; assistantProjectKey?: string | undefined };
  search: { provider: string } | null;
  links: { chat: string | null; repository: string | null };
}

export interface ContentContext {
  /** Absolute folder of the configuration file; paths in the configuration are relative to it. */
  configDir: string;
  /** Folder to which the paths in messages are relative. */
  projectRoot: string;
  /** Route of the documentation: `/docs`. */
  basePath: string;
  /** Absolute URL of the site with its base URL and without a trailing slash. */
  siteUrl: string;
  /** The pages that authors wrote. */
  docs: readonly DocSource[];
  /** Absolute path; null: caching is off. */
  cacheDir: string | null;
  /** A hash of the engine's code, for cache keys. */
  engine: string;
}

export interface ContentContribution {
  docs: DocSource[];
  problems: Problem[];
  /** A hash of everything that `check` depends on, which invalidates cached pages when it changes. */
  fingerprint: string;
  /** Additional files, by route: `/schemas/shop.json`. Pages can link to them. */
  files?: Readonly<Record<string, string>>;
  /** Returns the compiled page with the plugin's findings. */
  check?(page: CompiledPage): CompiledPage;
  /** Data to merge into the data of front pages, by kind. */
  pageData?: Readonly<Record<string, object>>;
  /** Paths that the development server watches. */
  watch?: readonly string[];
}

/** The part of a loaded site that plugins can read. */
export interface PluginSite {
  docs: readonly Pick<DocSource, 'id' | 'path' | 'title'>[];
  /** Routes of the front pages that readers can visit. */
  frontPaths: readonly string[];
  /** Whether these are the pages of the main version in the default language. Files that are the same for all need to be written only for them. */
  isMain: boolean;
  isDevelopment: boolean;
}

/** The parts of the server that a plugin's services use. */
export interface ServiceContext {
  manifest: SiteManifest;
  /** Null: the site has no search index. */
  index: OpenIndex | null;
  /** The indexes of other versions and languages; absent on a site with one of each. */
  docSets?: readonly DocSetIndex[];
  /** Absolute path of the index; null in development, where the index is in memory only. */
  indexFile: string | null;
  /** Environment variables of the process. */
  env: Readonly<Record<string, string | undefined>>;
  isDevelopment: boolean;
  counters: Counters;
  /** Returns the client of a request, for rate limits. */
  clientOf: ClientOf;
  log: (entry: LogEntry) => void;
  /** Milliseconds since the epoch. */
  now: () => number;
}

export interface PluginServices {
  services: Hono[];
  /** Called after each answered search. */
  onSearch?(search: AnsweredSearch): void;
  /** Releases files and connections after the last request has ended. */
  close?(): Promise<void>;
}
