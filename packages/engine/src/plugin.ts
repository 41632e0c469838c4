/** The contract between the engine and what extends it. Every part is optional and is loaded by the command that needs it. */
import type { Hono } from 'hono';

import type { AnsweredSearch } from '@quire/search';

import type { CompiledPage, DocSource } from '#content/document.ts';
import type { ComponentMap } from '#content/mapped-components.ts';
import type { Problem } from '#model/problem.ts';
import type { LogEntry } from '#server/log.ts';
import type { DocSetIndex, OpenIndex } from '#server/open-index.ts';
import type { ClientOf, Counters } from '#server/rate-limit.ts';
import type { SiteManifest } from '#server/site-manifest.ts';

/** An extension of the engine, as a site lists it under `plugins` in its configuration. */
export interface Plugin {
  /** Unique among the plugins of a site; names the plugin's data in `site.plugins`. */
  name: string;
  /** Absolute folder of the plugin's sources. A change in it invalidates everything that the plugin contributes to. */
  root: string;
  /** Folders that its pages are made from, relative to the configuration file: their history says when a page was last changed. */
  sources?: readonly string[];
  /** Adds pages to the site and checks to every page. */
  content?(context: ContentContext): Promise<ContentContribution>;
  /** Components that its pages use, by name; a component of the configuration with the same name wins. */
  components?: ComponentMap;
  /** Words after the language of a code block that its checks read. */
  fenceWords?: readonly string[];
  /** Files that are written once per build, by route: `/assistant.json`. The development server answers them as well. */
  files?(site: PluginSite): Readonly<Record<string, string>>;
  /** Public data that the browser needs, JSON-serializable: `site.plugins[name]`. */
  siteData?(config: PluginConfig): unknown;
  /** Words of its public data that readers see, for those who translate the site. */
  words?(config: PluginConfig): readonly string[];
  client?: ClientParts;
  /** Opens what the plugin answers over HTTP, beside the pages. */
  serve?(context: ServiceContext): Promise<PluginServices>;
}

/** The parts of a plugin that run in the browser: absolute paths of modules and stylesheets that are bundled with the shell. */
export interface ClientParts {
  /** Exports `start(context: ClientContext): void`. Loaded with the shell; it should import anything heavy on demand. */
  start?: string;
  /** Exports components by slot: `NavbarEnd`, `DocEnd`, `AfterFooter`. Rendered by the build and hydrated in the browser. */
  slots?: string;
  /** Modules of islands, by the value of `data-island`; an island of the configuration with the same name wins. */
  islands?: Readonly<Record<string, string>>;
  /** Part of the critical CSS of every page. */
  criticalStyles?: string;
}

/** What a plugin may know of the configuration. */
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
  /** Absolute; null: nothing may be cached. */
  cacheDir: string | null;
  /** Changes with the engine's code. */
  engine: string;
}

export interface ContentContribution {
  docs: DocSource[];
  problems: Problem[];
  /** Changes with everything that `check` depends on. */
  fingerprint: string;
  /** Files beside the pages, by route: `/schemas/shop.json`. Pages may link to them. */
  files?: Readonly<Record<string, string>>;
  /** Adds the plugin's findings to a compiled page. */
  check?(page: CompiledPage): CompiledPage;
  /** Data merged into that of front pages, by kind. */
  pageData?: Readonly<Record<string, object>>;
  /** Paths that the development server watches. */
  watch?: readonly string[];
}

/** A loaded site, as far as plugins see it. */
export interface PluginSite {
  docs: readonly Pick<DocSource, 'id' | 'path' | 'title'>[];
  /** Routes of the front pages that readers can visit. */
  frontPaths: readonly string[];
}

/** What a server gives to a plugin. */
export interface ServiceContext {
  manifest: SiteManifest;
  /** Null: the site has no search index. */
  index: OpenIndex | null;
  /** The indexes of other versions and languages; absent: there are none. */
  docSets?: readonly DocSetIndex[];
  /** Absolute path of the index; null in development, where the index is in memory only. */
  indexFile: string | null;
  /** Environment variables of the process. */
  env: Readonly<Record<string, string | undefined>>;
  /** PostgreSQL connection string shared by several servers; null: there is a single server. */
  databaseUrl: string | null;
  isDevelopment: boolean;
  counters: Counters;
  /** Identifies the client of a request for rate limits. */
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
