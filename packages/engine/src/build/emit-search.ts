import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { createAnalyzer, type SearchGroup, type SearchPage, type SearchRecord, searchRecords, type Section } from '@quire/search';
import type { SiteManifest } from '#server/site-manifest.ts';
import type { Output } from './output.ts';
import { wordFor, WORDS_OF_SERVER } from '#model/interface-words.ts';
import { wordsOfPlugins } from './doc-sets.ts';
import type { Site } from './site.ts';
import { docsRoute } from '#config/doc-sets.ts';
import type { SiteConfig } from '#config/schema.ts';
import type { CompiledPage, DocSource, PageOutline } from '#content/document.ts';
import type { Problem } from '#model/problem.ts';
import { createIndexBuilder, createSynonymCheck, parseSynonyms, type Synonyms } from '@quire/search/indexing';

/** The content of `search-index.json`, which search in the browser requests first, because the address of the index changes with its content. */
export interface SearchIndexPointer {
  /** Address without base URL. */
  url: string;
  records: number;
  indexName: string;
}

/** Writes the index under a name with a hash of its content, and the pointer to it. Returns the entries of `manifest.json`. */
export async function emitSearch(site: Site, { bytes, records }: EncodedIndex, output: Output): Promise<Partial<SiteManifest>> {
  const indexName = site.config.search?.indexName ?? 'docs';
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
  // The name tells `output-worker.ts` that browsers download this index.
  const name = site.config.search?.provider === 'browser' ? 'browser-search-index' : 'search-index';
  const url = `/assets/${name}-${hash}.bin`;
  const pointer: SearchIndexPointer = { url, records, indexName };
  await output.write(`site${url}`, bytes);
  const { docSet } = site.config;
  await output.write(`site${docSet?.prefix ?? ''}/search-index.json`, JSON.stringify(pointer));
  if (docSet !== undefined && docSet.key !== '')
    return { docSets: [{ prefix: docSet.prefix, searchIndex: `site${url}`, searchIndexName: indexName, ...searchWords(site) }] };
  return {
    searchIndex: `site${url}`,
    searchIndexName: indexName,
    ...searchWords(site),
    ...(site.config.links.repository !== null && { searchFeedbackUrl: `${site.config.links.repository}/issues` }),
    ...connectOrigins(site),
  };
}

/** Returns the translations of the texts that the server sends; nothing for a site in English. */
function searchWords({ config, data: { words = {} } }: Site): { searchWords?: Record<string, string> } {
  const { builtIn, configured } = wordsOfPlugins(config);
  const translated = [...WORDS_OF_SERVER, ...builtIn, ...configured].flatMap((word) =>
    words[word] === undefined ? [] : [[word, words[word]] as const],
  );
  return translated.length === 0 ? {} : { searchWords: Object.fromEntries(translated) };
}

/** Returns the origin of the hosted service, because the reader's browser sends searches to it. */
function connectOrigins({ config: { search } }: Site): Partial<SiteManifest> {
  if (search?.provider !== 'hosted' || search.applicationId === undefined) return {};
  return { connectOrigins: [`https://${search.applicationId.toLowerCase()}-dsn.algolia.net`] };
}

type SearchConfig = NonNullable<SiteConfig['search']>;

/** Returns the name of the group that a route belongs to. @param basePath route of the documentation, such as `/docs` */
export function groupOf(path: string, basePath: string, groups: SearchConfig['groups']): string {
  const inside = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
  const isBelow = (folder: string): boolean => inside === folder || inside.startsWith(`${folder}/`);
  const listed = groups.find(({ path: folders }) => folders !== undefined && [folders].flat().some(isBelow));
  return (listed ?? groups.find(({ path: folders }) => folders === undefined))?.name ?? 'guides';
}

/** Returns names in camel case, such as `GraphQL`, that are indexed as one term: those in the title, and the configured ones. */
export function namesOf({ title, search }: Pick<SiteConfig, 'title' | 'search'>): string[] {
  return [...title.split(/\s+/).filter((word) => /^\p{L}*\p{Ll}\p{Lu}\p{L}*$/u.test(word)), ...(search?.names ?? [])];
}

/** The inputs of an index except for its pages. */
interface IndexTask {
  /** The parsed synonyms and the name of their file for messages; null: none. */
  synonyms: (Synonyms & { file: string }) | null;
  /** The build reports an error if the index has fewer records. */
  minimumRecords: number;
  groups: readonly SearchGroup[];
  /** Names in camel case that are indexed as one word. */
  names: readonly string[];
}

/** An index in its binary format. */
export interface EncodedIndex {
  bytes: Uint8Array;
  /** Number of indexed sections. */
  records: number;
  problems: Problem[];
}

/** Returns the settings of a site's index: its groups, names, and parsed synonyms. */
export function indexTask({ config, data }: Pick<Site, 'config' | 'data'>): IndexTask {
  const { synonyms: path = null, minimumRecords = 0, groups = [] } = config.search ?? {};
  const names = namesOf(config);
  const task = {
    synonyms: null,
    minimumRecords,
    names,
    groups: groups.map(({ name, label, weight }) => ({ name, label: wordFor(label, data.words), weight })),
  };
  if (path === null) return task;
  const file = relative(process.cwd(), path);
  return { ...task, synonyms: { ...parseSynonyms(readFileSync(path, 'utf8'), file, createAnalyzer(names)), file } };
}

/** Returns the records of all documentation pages, in reading order within each page. Front pages have no records. */
export function siteRecords(site: Site, pages: readonly CompiledPage[]): SearchRecord[] {
  const docs = new Map(site.docs.map((doc) => [doc.path, doc]));
  return pages.flatMap((page) => {
    const doc = docs.get(page.path) as DocSource;
    return doc.frontMatter.unlisted === true ? [] : searchRecords(searchPage(site, page, doc), page.sections);
  });
}

/** The search index of a doc set, to which pages are added as they are compiled. */
export interface SiteIndex {
  add(page: PageOutline, doc: DocSource, sections: readonly Section[]): void;
  finish(): EncodedIndex;
}

export function createSiteIndex(site: Site): SiteIndex {
  const { synonyms, minimumRecords, groups, names } = indexTask(site);
  const builder = createIndexBuilder();
  const check = createSynonymCheck(synonyms?.rules ?? [], synonyms?.file, createAnalyzer(names));
  return {
    add(outline, doc, sections) {
      const page = searchPage(site, outline, doc);
      builder.add(page, sections);
      check.read(page, sections);
    },
    finish() {
      const problems = [...(synonyms?.problems ?? []), ...check.problems(), ...checkMinimumRecords(builder.size, minimumRecords)];
      return { bytes: builder.finish({ synonyms: synonyms?.rules ?? [], groups, names }), records: builder.size, problems };
    },
  };
}

function checkMinimumRecords(records: number, min: number): Problem[] {
  if (records >= min) return [];
  const message = `the search index has ${records} sections, but search.minimumRecords requires at least ${min}: check that all content was loaded, or lower the minimum`;
  return [{ file: 'search index', message, severity: 'error' }];
}

function searchPage({ data, config, navigation }: Site, { id, path, title, note }: PageOutline, doc: DocSource): SearchPage {
  const { aliases = [] } = doc.frontMatter;
  const above = navigation.pageNavigation(path).breadcrumbs.slice(0, -1);
  return {
    id,
    path,
    title,
    sidebarLabel: doc.sidebarLabel,
    breadcrumbs: above.map(({ label }) => label),
    group: groupOf(path, docsRoute(config.docs.routeBasePath), config.search?.groups ?? []),
    language: data.locale.htmlLang,
    ...(aliases.length > 0 && { aliases }),
    ...(note !== '' && { note }),
    tags: [docsTag(data)],
  };
}

/** Returns the tag of a version for contextual search. */
function docsTag({ docs }: Pick<Site['data'], 'docs'>): string {
  return `docs-${docs.pluginId}-${docs.version.name}`;
}
