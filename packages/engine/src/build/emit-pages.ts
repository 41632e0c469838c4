import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstPaintScript } from '#client/first-paint.ts';
import type { DocSource } from '#content/document.ts';
import type { SidebarNode } from '#model/navigation.ts';
import type { PageData, PageShell } from '#model/page.ts';
import { markdownPath, pageDataPath, withBase } from '#model/url.ts';
import { type DocumentOptions, jsonOfShell, renderDocument, scriptHash } from './document.ts';
import { siteDataFile } from './doc-sets.ts';
import { fallbackPages, frontPagesOf } from './fallback-pages.ts';
import { ENGINE_SOURCES, fingerprintFiles } from './fingerprint.ts';
import { hasTouchIcon } from './home-screen.ts';
import type { Output } from './output.ts';
import type { Shell } from './shell.ts';
import { bodyOf, docPageShell, frontPageData, type Site, type SitePage } from './site.ts';
import type { CardFolder } from './social-cards/card-folder.ts';
import { cardOfPage } from './social-cards/card.ts';

export interface PageEmitterOptions {
  site: Site;
  shell: Shell;
  output: Output;
  /** What the pages of the last build were made of, by route. */
  previousKeys: Readonly<Record<string, string>>;
  /** What the pages of this build are made of, by route: filled here, and kept by `writeKeys`. */
  keys: Record<string, string>;
  /** Null where the site has no social cards. */
  cards: CardFolder | null;
}

/** Renders pages and hands their files over; a page that is as before is taken over, and its text is not even read. */
export interface PageEmitter {
  /** Writes the HTML, the data and the Markdown of a documentation page. */
  emit(page: SitePage, doc: DocSource): Promise<void>;
  /** Writes the other pages. */
  finish(): Promise<void>;
}

const KEYS_FILE = 'page-keys.json';
/** Route of the folder of the social cards. */
const CARDS = '/assets/cards/';

/** What of a page is read only where its files are made. */
interface PageText {
  body: string;
  /** Null where the page has none. */
  markdown: Uint8Array | null;
}

/** What makes the files of a page of what is known of it. */
const EMITTER = ['document.ts', 'emit-pages.ts', 'front-page-markdown.ts', 'site.ts'];

export function createPageEmitter({ site, shell, output, previousKeys, keys, cards }: PageEmitterOptions): PageEmitter {
  const document = documentOptions(site, shell);
  const shared = hash(JSON.stringify([shell.id, document, fingerprintFiles(EMITTER.map((name) => join(ENGINE_SOURCES, 'build', name)))]));
  const sidebars = createSidebarFiles(output, site.config.baseUrl);

  /** @param digest stands for the text */
  async function emitPage(about: PageShell, digest: string, text: () => Promise<PageText>): Promise<void> {
    const sidebar = await sidebars.addressOf(about.sidebar);
    const json = jsonOfShell(about, sidebar);
    const card = cards === null || about.kind === 'not-found' ? null : CARDS + cards.order(cardOfPage(about, site.data));
    const key = hash([shared, card, json, digest].join('\n'));
    keys[about.path] = key;
    const files = filesOf(about);
    if (previousKeys[about.path] === key && output.keep(Object.values(files))) return;
    const { body, markdown } = await text();
    const page = { ...about, body };
    const parts = { shell: shell.renderShell(page, site.data), card, json, sidebar };
    await output.write(files.html, renderDocument(page, parts, document), files.htmlTwin);
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
    emit: ({ outline, whole }, doc) =>
      emitPage(docPageShell(outline, doc, site, shell.id), outline.digest, async () => {
        const page = await whole();
        return { body: bodyOf(page), markdown: page.markdown };
      }),
    async finish() {
      const siteFile = siteDataFile(site.data);
      if (siteFile !== null) await output.write(`site${siteFile.route}`, siteFile.json);
      for (const page of frontPagesOf(site)) {
        if (page.kind === 'home' && site.config.homeRedirect !== null) continue;
        const nodes = page.kind === 'not-found' ? null : site.navigation.pageNavigation(page.path).nodes;
        const front = frontPageData(page, renderFront(page, site, shell), shell.id, site.alternatesOf, nodes);
        const hasMarkdown = page.kind !== 'not-found' && page.kind !== 'search';
        await emitFrontPage({ ...front, markdownUrl: hasMarkdown ? withBase(site.data.baseUrl, markdownPath(page.path)) : null });
      }
      for (const page of fallbackPages(site, shell.id)) await emitFrontPage(page);
    },
  };
}

/** Keeps what the pages of a build were made of, for the next one. */
export const writeKeys = (keys: Readonly<Record<string, string>>, output: Output): Promise<void> =>
  output.write(KEYS_FILE, JSON.stringify(keys));

/** What the pages of an output were made of; nothing where there is no output. */
export function readKeys(outDir: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(join(outDir, KEYS_FILE), 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

/** Puts the ordered cards into the output, once they are made. @returns the peak memory of the process that made them, in MiB */
export async function emitCards(cards: CardFolder, output: Output): Promise<number> {
  const { files, peakMiB } = await cards.finish();
  for (const [name, file] of files) {
    const path = `site${CARDS}${name}`;
    // The name depends on all that went into it, so a file of that name is the same.
    if (!output.keep([path])) await output.copy(path, file);
  }
  return peakMiB;
}

interface PageFiles {
  html: string;
  /** The page at its address with `.html`, for hosts that know no rules for addresses. */
  htmlTwin?: string;
  data?: string;
  markdown?: string;
}

function filesOf({ path, kind, markdownUrl }: PageShell): PageFiles {
  if (kind === 'not-found') return { html: 'site/404.html' };
  const html = path === '/' ? { html: 'site/index.html' } : { html: `site${path}/index.html`, htmlTwin: `site${path}.html` };
  return { ...html, data: `site${pageDataPath(path)}`, ...(markdownUrl === null ? {} : { markdown: `site${markdownPath(path)}` }) };
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** A front page's component with its data. */
export function renderFront(page: Site['frontPages'][number], site: Site, shell: Pick<Shell, 'renderFrontPage'>): string {
  return shell.renderFrontPage(page.kind, site.data, page.data);
}

/** What all documents of a build share. */
export function documentOptions(site: Site, shell: Pick<Shell, 'files'>): DocumentOptions {
  const { config, data } = site;
  return {
    site: data,
    files: shell.files,
    firstPaint: firstPaintOf(site),
    favicon: config.favicon,
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

export function firstPaintOf({ data }: Pick<Site, 'data'>): string {
  return firstPaintScript(data.colorMode, data.announcementBar, data.baseUrl);
}

/** Hashes that the Content-Security-Policy allows inline. */
export const inlineScriptHashes = (site: Site): string[] => [scriptHash(firstPaintOf(site))];

/** Files of what pages of one category share of the sidebar: in each page it would be as long as all else that is said of the page. */
export interface SidebarFiles {
  /** Address of the list's file, which is written when it is asked for first; null for a page without a sidebar. */
  addressOf(nodes: SidebarNode[] | null): Promise<string | null>;
}

export function createSidebarFiles(output: Output, baseUrl: string): SidebarFiles {
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
      // The name depends on all that is in it, so a file of that name is the same.
      if (!output.keep([`site${route}`])) await output.write(`site${route}`, json);
      return address;
    },
  };
}
