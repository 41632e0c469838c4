/** Compiles the pages of a site, renders them, and writes their files. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { firstPaintScript } from '#client/first-paint.ts';
import type { DocSource, PageOutline } from '#content/document.ts';
import type { PageData, PageShell, SidebarNode } from '#model/page.ts';
import { isError } from '#model/problem.ts';
import { markdownPath, normalizePath, pageDataPath, withBase } from '#model/url.ts';
import { ERROR_PAGE } from '#config/build-folder.ts';
import type { SiteManifest } from '#server/site-manifest.ts';
import { hasTouchIcon, iconOf } from './home-screen.ts';
import {
  type DocumentOptions,
  renderDocument,
  scriptHash,
  serializedShell,
  bodyOf,
  docPageShell,
  frontPageData,
  socialImageOf,
} from './html-document.ts';
import { siteDataFile } from './doc-sets.ts';
import { readRenderedPage, type RenderedPage } from './check-site.ts';
import { createSiteIndex, type EncodedIndex, emitSearch, type SiteIndex } from './emit-search.ts';
import { errorPage, fallbackPages, frontPagesOf, notFoundPath } from './fallback-pages.ts';
import { ENGINE_SOURCES, fingerprintFiles } from './fingerprint.ts';
import { copyFolder, type Output } from './output.ts';
import type { Shell } from './shell.ts';
import type { SitePage } from './page-compiler.ts';
import type { Site } from './site.ts';
import { type CardCache, cardOfPage } from './social-cards/card-cache.ts';

/** The parts that all doc sets of a build share: its processes and its output. */
export interface BuildContext {
  outDir: string;
  /** Whether to ignore the keys of the last build. */
  noCache: boolean;
  shell: Promise<Shell>;
  output: Output;
  /** Null if the site has no social cards. */
  cards: CardCache | null;
  /** The cache keys of this build's pages by route; `writeKeys` saves them. */
  keys: Record<string, string>;
}

/** The pages of a site, compiled and rendered. */
export interface BuiltPages {
  site: Site;
  pages: PageOutline[];
  /** The other pages with their ids; empty if pages have errors, because front pages are not rendered then. */
  otherPages: RenderedPage[];
  /** The index of the pages; null for a site without a search. Callers may ignore this promise when pages have errors. */
  search: Promise<BuiltSearch | null>;
}

export interface BuiltSearch {
  index: EncodedIndex;
  /** Entries of the manifest. */
  manifest: Partial<SiteManifest>;
}

/**
 * Compiles and renders the pages of a site one by one. The text of a page goes to the index and its files go to the output, so that
 * little of it stays in memory. Rendering starts when the shell has been bundled. After the first error, the remaining pages are only
 * compiled, so that the build reports all errors; the output is discarded.
 */
export async function buildPages(
  site: Site,
  { outDir, noCache, shell, output, cards, keys }: BuildContext,
  reportProgress: (done: number, total: number) => void,
): Promise<BuiltPages> {
  const index = site.config.search === null ? null : createSiteIndex(site);
  const previousKeys = noCache ? {} : readKeys(outDir);
  const pages: PageOutline[] = [];
  let deferred: [SitePage, DocSource][] = [];
  let emitter: PageEmitter | null = null;
  const emitting = shell.then(async (bundled) => {
    // Write these files first, since they take longest to compress.
    if ((site.config.docSet?.key ?? '') === '') await copyFolder(bundled.clientDir, output, bundled.compressedDir);
    return (emitter = createPageEmitter({ site, shell: bundled, output, previousKeys, keys, cards }));
  });
  emitting.catch(() => undefined);
  let isBroken = site.problems.some(isError);

  async function render(into: PageEmitter): Promise<void> {
    const ready = deferred;
    deferred = [];
    for (const [page, doc] of ready) {
      await into.emit(page, doc);
      // Yield to the event loop to receive messages of the other processes.
      await yieldToEventLoop();
    }
  }

  for (const doc of site.docs) {
    const page = await site.page(doc);
    const { outline } = page;
    if (doc.frontMatter.unlisted !== true) index?.add(outline, doc, page.sections);
    const { breadcrumbs } = site.navigation.pageNavigation(outline.path);
    cards?.request(cardOfPage({ kind: 'doc', title: outline.title, description: outline.description, breadcrumbs }, site.data));
    pages.push(outline);
    isBroken ||= outline.problems.some(isError);
    if (isBroken) deferred = [];
    else deferred.push([page, doc]);
    if (emitter === null) await yieldToEventLoop();
    else await render(emitter);
    reportProgress(pages.length, site.docs.length);
  }
  const search = index === null ? Promise.resolve(null) : buildSearch(site, index, output);
  search.catch(() => undefined);
  const last = await emitting;
  const otherPages = isBroken ? [] : await render(last).then(last.finish);
  return { site, pages, otherPages, search };
}

/** Builds the index and writes it. */
async function buildSearch(site: Site, siteIndex: SiteIndex, output: Output): Promise<BuiltSearch> {
  const index = siteIndex.finish();
  return { index, manifest: index.problems.length > 0 ? {} : await emitSearch(site, index, output) };
}

interface PageEmitterOptions {
  site: Site;
  shell: Shell;
  output: Output;
  /** The cache keys of the last build's pages, by route. */
  previousKeys: Readonly<Record<string, string>>;
  keys: BuildContext['keys'];
  cards: BuildContext['cards'];
}

/** Renders pages and writes their files. Keeps the files of an unchanged page without reading its text. */
interface PageEmitter {
  /** Writes the HTML, the data and the Markdown of a documentation page. */
  emit(page: SitePage, doc: DocSource): Promise<void>;
  /** Writes the other pages and returns their ids. */
  finish(): Promise<RenderedPage[]>;
}

const KEYS_FILE = 'page-keys.json';
/** Route of the folder of the social cards. */
const CARDS = '/assets/cards/';

/** The parts of a page that are read only when its files are written. */
interface PageText {
  body: string;
  /** Null if the page has no Markdown. */
  markdown: Uint8Array | null;
}

/** Source files of the code that creates the files of a page, for the fingerprint. */
const EMITTER_SOURCES = ['emit-pages.ts', 'front-page-markdown.ts', 'html-document.ts', 'site.ts'];

function createPageEmitter({ site, shell, output, previousKeys, keys, cards }: PageEmitterOptions): PageEmitter {
  const document = documentOptions(site, shell);
  const shared = hash(
    JSON.stringify([shell.id, document, fingerprintFiles(EMITTER_SOURCES.map((name) => join(ENGINE_SOURCES, 'build', name)))]),
  );
  const sidebars = createSidebarFiles(output, site.config.baseUrl);

  /**
   * @param digest hash of the text
   * @param image full address of the page's own picture for social cards
   */
  async function emitPage(about: PageShell, digest: string, text: () => Promise<PageText>, image: string | null = null): Promise<void> {
    const sidebar = await sidebars.addressOf(about.sidebar);
    const data = serializedShell(about, sidebar);
    const json = JSON.stringify(data);
    const card =
      image !== null ? image : cards === null || about.kind === 'not-found' ? null : CARDS + cards.request(cardOfPage(about, site.data));
    const key = hash([shared, card, json, digest].join('\n'));
    keys[about.path] = key;
    const files = about.kind === 'not-found' ? { html: `site${notFoundPath(site.config)}.html` } : filesOf(about);
    if (previousKeys[about.path] === key && output.keep(Object.values(files))) return;
    const { body, markdown } = await text();
    const page = { ...about, body };
    const parts = { shell: shell.renderShell(page, site.data), card, data, sidebar };
    await output.write(files.html, renderDocument(page, parts, document), files.htmlAlias);
    if (files.data !== undefined) await output.write(files.data, `${json.slice(0, -1)},"body":${JSON.stringify(body)}}`);
    if (files.markdown !== undefined && markdown !== null) await output.write(files.markdown, markdown);
  }

  function emitFrontPage({ body, ...about }: PageData): Promise<void> {
    return emitPage(about, hash(body), async () => {
      if (about.markdownUrl === null) return { body, markdown: null };
      const { frontPageMarkdown } = await import('./front-page-markdown.ts');
      return { body, markdown: frontPageMarkdown(body, site.data.url) };
    });
  }

  return {
    emit: ({ outline, loadPage }, doc) =>
      emitPage(
        docPageShell(outline, doc, site, shell.id),
        outline.digest,
        async () => {
          const page = await loadPage();
          return { body: bodyOf(page), markdown: page.markdown };
        },
        socialImageOf(doc, site),
      ),
    async finish() {
      const siteFile = siteDataFile(site.data);
      if (siteFile !== null) await output.write(`site${siteFile.route}`, siteFile.json);
      const written: RenderedPage[] = [];
      for (const page of frontPagesOf(site)) {
        const nodes = page.kind === 'not-found' ? null : site.navigation.pageNavigation(page.path).nodes;
        const front = frontPageData(page, renderFront(page, site, shell), shell.id, site.alternatesOf, nodes);
        const component = site.config.pages.find(({ kind }) => kind === page.kind)?.component;
        written.push(readRenderedPage(page, component, front.body, site.data.baseUrl));
        await emitFrontPage({ ...front, markdownUrl: markdownUrlOf(page, site.data.baseUrl) });
      }
      for (const page of fallbackPages(site, shell.id)) await emitFrontPage(page);
      if ((site.config.docSet?.key ?? '') === '') {
        const page = errorPage(site, shell.id);
        await output.write(ERROR_PAGE, renderDocument(page, { shell: shell.renderShell(page, site.data) }, document));
      }
      return written;
    },
  };
}

/** Writes the cache keys of the pages for the next build, without those of pages that a file of a static folder replaced. */
export function writeKeys(keys: Readonly<Record<string, string>>, output: Output): Promise<void> {
  const isWhole = (path: string): boolean =>
    ![...Object.values(filesOf({ path, markdownUrl: '' })), `site${path}.html`].some((file) => output.replaced.has(file));
  const kept = output.replaced.size === 0 ? keys : Object.fromEntries(Object.entries(keys).filter(([path]) => isWhole(path)));
  return output.write(KEYS_FILE, JSON.stringify(kept));
}

/** Reads the cache keys of the pages of an output; empty if there is no output. */
function readKeys(outDir: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(join(outDir, KEYS_FILE), 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

/** Waits for the requested cards and copies them to the output. @returns the peak memory of their process in MiB */
export async function emitCards(cards: CardCache, output: Output): Promise<number> {
  const { files, peakMiB } = await cards.finish();
  for (const [name, file] of files) {
    const path = `site${CARDS}${name}`;
    // The name is a hash of the inputs, so an existing file of that name is identical.
    if (!output.keep([path])) await output.copy(path, file);
  }
  return peakMiB;
}

/** Returns the front pages that have a Markdown version. */
export const frontPagesInMarkdown = (site: Site): { path: string; title: string }[] =>
  frontPagesOf(site)
    .filter((page) => markdownUrlOf(page, '/') !== null)
    .map(({ path, title }) => ({ path: normalizePath(path), title }));

/** Returns the address of a front page's Markdown version; null if it has none. */
export function markdownUrlOf({ kind, path }: { kind: string; path: string }, baseUrl: string): string | null {
  return kind === 'not-found' || kind === 'search' ? null : withBase(baseUrl, markdownPath(path));
}

interface PageFiles {
  html: string;
  /** A copy of the page at its address with `.html`, for hosts without clean URLs. */
  htmlAlias?: string;
  data?: string;
  markdown?: string;
}

/** Returns the copy of a page, or of the page of a redirect; undefined if it would overwrite the page of a folder or a not-found page. */
export const htmlAliasOf = (path: string): string | undefined => (/\/(?:index|404)?$/.test(path) ? undefined : `site${path}.html`);

function filesOf({ path, markdownUrl }: Pick<PageShell, 'path' | 'markdownUrl'>): PageFiles {
  const htmlAlias = htmlAliasOf(path);
  const html = { html: `site${path.replace(/\/$/, '')}/index.html`, ...(htmlAlias !== undefined && { htmlAlias }) };
  return { ...html, data: `site${pageDataPath(path)}`, ...(markdownUrl === null ? {} : { markdown: `site${markdownPath(path)}` }) };
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Renders a front page's component with its data. */
export function renderFront(page: Site['frontPages'][number], site: Site, shell: Pick<Shell, 'renderFrontPage'>): string {
  return shell.renderFrontPage(page.kind, site.data, page.data);
}

/** Returns the options that all documents of a build share. */
export function documentOptions(site: Site, shell: Pick<Shell, 'files'>): DocumentOptions {
  const { config, data } = site;
  return {
    site: data,
    files: shell.files,
    firstPaint: firstPaintOf(site),
    favicon: iconOf(config),
    hasTouchIcon: hasTouchIcon(config),
    themeColor: config.themeColor,
    generator: config.generator,
    stylesheets: config.stylesheets,
    analytics: config.analytics && {
      module: shell.files.analytics ?? null,
      script: config.analytics.script,
      attributes: config.analytics.attributes,
    },
    noIndex: config.noIndex,
    siteFile: siteDataFile(data)?.route ?? null,
    hydrate: config.hydrate,
  };
}

function firstPaintOf({ data }: Pick<Site, 'data'>): string {
  return firstPaintScript(data.colorMode, data.announcementBar, data.baseUrl);
}

/** Returns the hashes of the inline scripts for the Content-Security-Policy. */
export const inlineScriptHashes = (site: Site): string[] => [scriptHash(firstPaintOf(site))];

/** Writes the sidebar lists that the pages of a category share. In each page, the list would be as large as the rest of its data. */
interface SidebarFiles {
  /** Returns the address of a list's file, which is written on first use; null for a page without a sidebar. */
  addressOf(nodes: SidebarNode[] | null): Promise<string | null>;
}

function createSidebarFiles(output: Output, baseUrl: string): SidebarFiles {
  const addresses = new Map<SidebarNode[], string>();
  return {
    async addressOf(nodes) {
      if (nodes === null) return null;
      const known = addresses.get(nodes);
      if (known !== undefined) return known;
      const json = JSON.stringify(nodes);
      const route = `/assets/sidebar/${createHash('sha256').update(json).digest('base64url').slice(0, 12)}.json`;
      const address = withBase(baseUrl, route);
      addresses.set(nodes, address);
      // The name is a hash of the content, so an existing file of that name is identical.
      if (!output.keep([`site${route}`])) await output.write(`site${route}`, json);
      return address;
    },
  };
}
