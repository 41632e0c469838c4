/** Compiles the pages of a doc set, or takes them from the cache. */
import { join, sep } from 'node:path';
import type { Section } from '@quire/search';
import type { SiteConfig } from '#config/schema.ts';
import { compilePage } from '#content/compile.ts';
import { type CompiledPage, type CompileServices, type DocSource, outlineOf, type PageOutline } from '#content/document.ts';
import type { CodeHighlighter } from '#content/highlighter.ts';
import type { PublishDrawing } from '#content/drawings.ts';
import { createImageService } from '#content/images.ts';
import { type DiagramRenderer, UNDRAWN_DIAGRAMS } from '#content/mermaid.ts';
import type { LinkResolver, PageDependencies } from '#content/link-resolver.ts';
import { type DownloadImage, FAILED_DOWNLOADS } from '#content/remote-images.ts';
import type { TagPages } from '#content/tags-and-authors.ts';
import { limitPerFile, type Problem, severityOf } from '#model/problem.ts';
import type { ContentContribution } from '#plugin.ts';
import type { SharedAcrossSets } from './doc-sets.ts';
import type { RenderedComponents } from './react-components.ts';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { writeFileAtomic } from '#content/files.ts';

/** A compiled page: everything except for its HTML and its Markdown, which are loaded on demand. */
export interface SitePage {
  outline: PageOutline;
  sections: Section[];
  loadPage(): Promise<CompiledPage>;
}

interface PageCompilerOptions {
  config: SiteConfig;
  cacheDir: string;
  /** Whether to work without a cache. */
  noCache: boolean;
  /** Fingerprint of the code that makes pages. */
  engineFingerprint: string;
  /** Translations of the interface, by the English words. */
  words: Readonly<Record<string, string>>;
  linkResolver: LinkResolver;
  /** The tags of each folder of docs; undefined: the main one. */
  tags: ReadonlyMap<string | undefined, TagPages>;
  /** The contributions of the plugins. */
  contributions: readonly ContentContribution[];
  /** Files that pages show, by their address in the output; the compiler adds those of each page. */
  assets: Map<string, string>;
  shared: SharedAcrossSets;
  rendered: RenderedComponents;
  highlighter: CodeHighlighter;
  diagrams: DiagramRenderer;
  publishDrawing: PublishDrawing;
}

interface PageCompiler {
  /** Null if caching is off. */
  cache: CompileCache | null;
  assets: ReadonlyMap<string, string>;
  /** Returns a page. For a cache hit, its HTML is not read until `loadPage` is called. */
  page(doc: DocSource): Promise<SitePage>;
  /** Number of pages that had to be compiled so far; the others were cached. */
  compiledPages(): number;
}

type PageServices = Omit<CompileServices, 'resolveTarget'>;

/** Name of the folder of downloaded pictures in the cache. */
export const REMOTE_IMAGES = 'remote-images';

/** Returns the services that all pages share. */
function servicesOf({ config, cacheDir, words, rendered, highlighter, diagrams, publishDrawing }: PageCompilerOptions): PageServices {
  const { minHeadingLevel, maxHeadingLevel } = config.tableOfContents;
  const { headingIds, format, admonitions } = config.docs.rules;
  return {
    highlight: highlighter.highlight,
    image: createImageService({ config, cacheDir: join(cacheDir, 'images') }),
    drawDiagram: diagrams.draw,
    publishDrawing,
    baseUrl: config.baseUrl,
    brokenLinks: { routes: severityOf(config.onBrokenLinks), files: severityOf(config.onBrokenMarkdownLinks) },
    tocLevels: [minHeadingLevel, maxHeadingLevel],
    components: rendered.components,
    math: config.math,
    magicComments: config.highlight.magicComments,
    headingIds,
    format,
    admonitions,
    fenceWords: new Set(config.plugins.flatMap(({ fenceWords = [] }) => fenceWords)),
    ...(Object.keys(words).length > 0 && { words }),
  };
}

/** Returns everything that all pages depend on, as a cache key. */
function fingerprintOf({ config, words, engineFingerprint, linkResolver, contributions, rendered }: PageCompilerOptions): string {
  const { headingIds, format, admonitions } = config.docs.rules;
  return JSON.stringify([
    engineFingerprint,
    linkResolver.rules,
    contributions.map(({ fingerprint }) => fingerprint),
    config.baseUrl,
    config.onBrokenLinks,
    config.onBrokenMarkdownLinks,
    config.tableOfContents,
    config.image,
    config.math,
    config.highlight,
    headingIds,
    format,
    admonitions,
    rendered.fingerprint,
    JSON.stringify(config.components, (_, value: unknown) => (typeof value === 'function' ? String(value) : value)),
    ...(Object.keys(words).length > 0 ? [words] : []),
  ]);
}

/** Creates the compiler of a doc set. It compiles a page on request, unless the cache has the result. */
export function createPageCompiler(options: PageCompilerOptions): PageCompiler {
  const { config, cacheDir, noCache, linkResolver, tags, contributions, assets, shared } = options;
  const services = servicesOf(options);
  const remoteFolder = join(cacheDir, REMOTE_IMAGES, sep);
  function useFile(file: string): void {
    if (file.startsWith(remoteFolder)) shared.usedImages.add(file);
  }
  const cache = noCache ? null : createCompileCache(cacheDir, fingerprintOf(options), linkResolver.pageOf, shared.usedEntries, useFile);

  const withTags = (doc: DocSource): DocSource => tags.get(doc.folder?.name)?.withTags(doc) ?? doc;
  let compiledCount = 0;

  async function compileFresh(doc: DocSource): Promise<CompiledPage> {
    compiledCount += 1;
    const { resolveTarget, readInclude, countRepeated, dependencies } = linkResolver.resolverFor(doc);
    const { downloadImage, downloads } = downloadsOf(shared.downloadImage);
    try {
      const compiled = await compilePage(
        withTags(doc),
        { ...services, resolveTarget, countRepeated, ...(downloadImage && { downloadImage }) },
        readInclude,
      );
      const page = contributions.reduce((checked, { check }) => check?.(checked) ?? checked, compiled);
      const limited = { ...page, problems: limitPerFile(page.problems) };
      downloads.files.forEach(useFile);
      if (isCacheable(page) && !downloads.areIncomplete)
        cache?.write(withTags(doc), limited, { ...dependencies, files: dependencies.files.union(downloads.files) });
      return limited;
    } catch (error) {
      return failedPage(doc, error);
    }
  }

  /** Compiles a page whose text has disappeared from the cache. A dependency may have changed since its outline was read. */
  async function compileAgain(doc: DocSource, { digest }: PageOutline): Promise<CompiledPage> {
    const page = await compileFresh(doc);
    if (page.digest === digest) return page;
    throw new Error(`${doc.file} or one of its dependencies changed during the build. Run it again.`);
  }

  async function page(doc: DocSource): Promise<SitePage> {
    const { outline, sections, loadPage } = cache?.read(withTags(doc)) ?? uncachedPage(await compileFresh(doc));
    for (const asset of outline.assets) assets.set(asset.path, asset.absolute);
    const reported = { ...outline, problems: withSeverity(outline.problems, config.onPageErrors) };
    return { outline: reported, sections, loadPage: async () => loadPage() ?? compileAgain(doc, outline) };
  }

  return { cache, assets, page, compiledPages: () => compiledCount };
}

/** Returns the downloads of a page: the files that it depends on, and whether one of its pictures is missing, so that the next build retries. */
function downloadsOf(download: DownloadImage | undefined): {
  downloadImage: DownloadImage | undefined;
  downloads: { files: Set<string>; areIncomplete: boolean };
} {
  const downloads = { files: new Set<string>(), areIncomplete: false };
  const downloadImage: DownloadImage | undefined =
    download &&
    (async (url) => {
      const found = await download(url);
      if ('file' in found) downloads.files.add(found.file);
      else downloads.areIncomplete = true;
      return found;
    });
  return { downloadImage, downloads };
}

const uncachedPage = (page: CompiledPage): CachedPage => ({ outline: outlineOf(page), sections: page.sections, loadPage: () => page });

/** Turns errors into warnings if the configuration permits it. A page that could not be compiled stays an error. */
export function withSeverity(problems: Problem[], onPageErrors: SiteConfig['onPageErrors']): Problem[] {
  if (onPageErrors === 'throw') return problems;
  return problems.map((problem) => (problem.kind === FAILED_PAGES ? problem : { ...problem, severity: 'warning' }));
}

const FAILED_PAGES = 'pages that could not be compiled';

/** Returns an empty page for one that could not be compiled, so that the build compiles the others and reports all problems in one run. */
function failedPage({ id, source, file, path, title }: DocSource, error: unknown): CompiledPage {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const message = `the page could not be compiled: ${reason}. To find the cause, remove parts of the page until it compiles. Please report this error`;
  return {
    id,
    source,
    file,
    path,
    title,
    description: '',
    keywords: [],
    note: '',
    html: new Uint8Array(),
    markdown: new Uint8Array(),
    digest: '',
    headings: [],
    anchors: new Set(),
    references: [],
    assets: [],
    sections: [],
    words: 0,
    codeBlocks: 0,
    frameOrigins: [],
    examples: [],
    problems: [{ file, message, severity: 'error', kind: FAILED_PAGES }],
  };
}

/**
 * Caches compiled pages across builds. The name of an entry is a hash of the page's own text and of the code that compiles
 * it. The entry lists its other dependencies: the files that were looked up, and the pages to which its links resolved. An
 * edited, added, or moved page therefore invalidates only the pages that depend on it.
 */
export interface CompileCache {
  /** Returns the cached page; null for a cache miss or a stale entry. */
  read(doc: DocSource): CachedPage | null;
  write(doc: DocSource, page: CompiledPage, dependencies: PageDependencies): void;
  /** Removes the entries that this build did not use. */
  save(): void;
}

/**
 * Whether a page may be cached. The cause of an error may be in another file, so a page with errors is compiled in every build. Temporary problems may be
 * gone, too: a host may respond in the next build, or a browser may be installed.
 * @param page the page with all of its problems
 */
export function isCacheable({ problems }: Pick<CompiledPage, 'problems'>): boolean {
  return !problems.some(({ severity, kind }) => severity === 'error' || kind === FAILED_DOWNLOADS || kind === UNDRAWN_DIAGRAMS);
}

/** A cache hit. The HTML and the Markdown of the page stay on disk, because a build does not need them if the page's files are unchanged. */
interface CachedPage {
  outline: PageOutline;
  sections: Section[];
  /** Reads the complete page; null if the entry has been removed or replaced since. */
  loadPage(): CompiledPage | null;
}

/** The first part of an entry, which every build reads; the rest of the compiled page follows it. */
interface Header {
  /** Files with their dependency stamps: modification time and size. */
  stamps: [file: string, stamp: string][];
  targets: [target: string, path: string | null][];
  /** Files of the cache that the page shows, such as variants of its pictures, with their sizes. */
  pictures: [file: string, bytes: number | undefined][];
  outline: PageOutline;
  sections: Section[];
}

/**
 * @param fingerprint fingerprint of everything that all pages depend on: the engine, the configuration, the rules for links
 * @param pageOf resolves a link target to the route of a page of the current site
 * @param used names of the entries in use, shared by all caches in the folder. Save them only after all pages were read.
 * @param useFile is called with each file that a cached page depends on
 */
export function createCompileCache(
  cacheDir: string,
  fingerprint: string,
  pageOf: LinkResolver['pageOf'],
  used = new Set<string>(),
  useFile: (file: string) => void = () => undefined,
): CompileCache {
  const dir = join(cacheDir, 'pages');
  let hasWritten = false;

  function nameOf(doc: DocSource): string {
    const { body, bodyLine, cards, drawings, frontMatter, id, path, phrasings, title, source } = doc;
    const name = createHash('sha256')
      .update(JSON.stringify([fingerprint, bodyLine, cards, drawings, frontMatter, id, path, phrasings, title, source]))
      .update(body)
      .digest('hex')
      .slice(0, 32);
    used.add(name);
    return name;
  }

  return {
    read(doc) {
      const name = nameOf(doc);
      const header = readEntry(join(dir, name), readHeader);
      if (header === null || !isUpToDate(header, doc, pageOf)) return null;
      for (const [file] of header.stamps) useFile(file);
      return {
        outline: header.outline,
        sections: header.sections,
        loadPage() {
          const page = readEntry(join(dir, name), readPage);
          return page?.digest === header.outline.digest ? page : null;
        },
      };
    },
    write(doc, page, { files, targets }) {
      hasWritten = true;
      const header: Header = {
        stamps: [...files].map((file) => [file, stampOf(file)]),
        targets: [...targets],
        pictures: page.assets
          .filter(({ absolute }) => absolute.startsWith(join(cacheDir, sep)))
          .map(({ absolute }) => [absolute, sizeOf(absolute)]),
        outline: outlineOf(page),
        sections: page.sections,
      };
      writeFileAtomic(join(dir, nameOf(doc)), encode(header, page));
    },
    save() {
      if (!hasWritten) return;
      // Other files, such as an unfinished entry of another build, are not ours to delete.
      for (const name of readdirSync(dir)) if (ENTRY_NAME.test(name) && !used.has(name)) rmSync(join(dir, name), { force: true });
    },
  };
}

/** Matches the name of an entry. */
const ENTRY_NAME = /^[\da-f]{32}$/;

/** Encodes an entry: the length of the header in four bytes, the header, the rest of the page. */
function encode(header: Header, { sections: _inHeader, ...page }: CompiledPage): Buffer {
  const bytes = serialize(header);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes, serialize(page)]);
}

const readHeader = (bytes: Buffer): Header => deserialize(bytes.subarray(4, 4 + bytes.readUInt32LE())) as Header;

function readPage(bytes: Buffer): CompiledPage {
  const page = deserialize(bytes.subarray(4 + bytes.readUInt32LE())) as Omit<CompiledPage, 'sections'>;
  return { ...page, sections: readHeader(bytes).sections };
}

/** Reads an entry; null if it is missing or corrupt. */
function readEntry<T>(file: string, read: (bytes: Buffer) => T): T | null {
  try {
    return read(readFileSync(file));
  } catch {
    return null;
  }
}

function isUpToDate({ stamps, targets, pictures }: Header, doc: DocSource, pageOf: LinkResolver['pageOf']): boolean {
  return (
    stamps.every(([file, stamp]) => stampOf(file) === stamp) &&
    targets.every(([target, path]) => pageOf(target, doc) === path) &&
    pictures.every(([file, bytes]) => sizeOf(file) === bytes)
  );
}

const sizeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size;

/** Returns a text that changes whenever a file does, or another one takes its place. Programs can set the time of modification, but not the others. */
function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? 'absent' : `${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino} ${stats.size}`;
}
