/** The data of a page for its shell, and the HTML document around the rendered shell: metadata, stylesheets, structured data, and scripts. */
import { relative } from 'node:path';
import { decodeHTML } from 'entities';
import { docsFoldersOf } from '#config/doc-sets.ts';
import type { SiteConfig } from '#config/schema.ts';
import type { CompiledPage, DocSource, PageOutline, Asset } from '#content/document.ts';
import { escapeText } from '#content/escape-text.ts';
import type { FrontPage } from '#content/front-pages.ts';
import { questionsOf, frontMatterLine } from '#content/questions.ts';
import { type PageData, type PageShell, type SidebarNode, translationsOf, type EmbeddedShell, type SerializedShell } from '#model/page.ts';
import { markdownPath, withBase, isExternal, canonicalUrl, feedType } from '#model/url.ts';
import { feedPaths } from './blog-feeds.ts';
import type { AlternatesOf } from './doc-sets.ts';
import type { Site } from './site.ts';
import { isLinkedDrawing, type LinkResolver } from '#content/link-resolver.ts';
import type { Problem } from '#model/problem.ts';
import { createHash } from 'node:crypto';
import { type SiteData, documentTitle } from '#model/site.ts';
import type { ShellFiles } from './bundler.ts';
import { CARD_HEIGHT, CARD_WIDTH } from './social-cards/card-cache.ts';
import { MANIFEST_PATH, TOUCH_ICON_PATH } from './home-screen.ts';

/** Returns the shell's data for a documentation page. @param build id of the shell */
export function docPageShell(page: PageOutline, doc: DocSource, site: Site, build: string): PageShell {
  const { config, navigation, data } = site;
  const around = navigation.pageNavigation(page.path);
  const alternates = site.alternatesOf({ doc });
  const questions = questionsOf(doc);
  const feed = doc.frontMatter.feed ?? feedOf(doc, config);
  return {
    build,
    kind: 'doc',
    path: page.path,
    title: doc.frontMatter.title_meta ?? page.title,
    description: page.description,
    contents: page.headings,
    breadcrumbs: around.breadcrumbs,
    sidebar: around.nodes,
    previous: around.previous,
    next: around.next,
    editUrl: editUrlOf(doc, config),
    lastUpdate: doc.lastUpdate,
    ...(feed !== undefined && { feedUrl: withBase(data.baseUrl, feed) }),
    ...(doc.frontMatter.unlisted === true && { isUnlisted: true as const }),
    markdownUrl: withBase(data.baseUrl, markdownPath(page.path)),
    ...(questions.length > 0 && { questions }),
    ...(alternates !== undefined && { alternates }),
  };
}

/** Returns the route of the first feed of a page's blog; undefined if the page is not in a blog or the blog has no feed. */
function feedOf({ folder }: DocSource, config: SiteConfig): string | undefined {
  const blog = folder && docsFoldersOf(config).find(({ name }) => name === folder.name);
  return blog && feedPaths(blog)[0];
}

function editUrlOf({ absolute, frontMatter, source: written, isUntranslated, folder }: DocSource, config: SiteConfig): string | null {
  const { docs } = isUntranslated === true ? (config.docSet?.original ?? config) : config;
  const { editUrl, root = '' } = docs.folders.find(({ name }) => name === folder?.name) ?? docs;
  const source = folder?.source ?? written;
  if (frontMatter.custom_edit_url !== undefined) return frontMatter.custom_edit_url;
  if (typeof editUrl === 'function') return editUrl(source);
  // A prefix applies to files in the docs folder only, not to generated pages.
  return editUrl === null || relative(root, absolute).startsWith('..') ? null : editUrl + source;
}

/** Returns the body of a documentation page. */
export const bodyOf = ({ html }: CompiledPage): string => Buffer.from(html).toString();

/**
 * Returns the page data of a front page.
 * @param body the HTML that its component rendered
 * @param build id of the shell
 * @param sidebar the top level of the documentation, with all categories closed, for the mobile menu; null: none
 */
export function frontPageData(
  page: Pick<FrontPage, 'kind' | 'path' | 'title' | 'description'>,
  body: string,
  build: string,
  alternatesOf: AlternatesOf = () => undefined,
  sidebar: SidebarNode[] | null = null,
): PageData {
  const alternates = alternatesOf(page);
  return {
    build,
    kind: page.kind,
    path: page.path,
    title: page.title,
    description: page.description,
    contents: [],
    breadcrumbs: [],
    sidebar,
    previous: null,
    next: null,
    editUrl: null,
    lastUpdate: null,
    markdownUrl: null,
    ...(alternates !== undefined && { alternates }),
    body,
  };
}

/** Finds the picture that a page names for social networks; null if it does not exist, or is a drawing, which they do not show. As in Docusaurus, a path may be relative to a static folder. */
function resolveSocialImage(
  image: string,
  doc: DocSource,
  linkResolver: Pick<LinkResolver, 'resolverFor'>,
): { url: string } | { asset: Asset } | null {
  if (isExternal(image)) return { url: image };
  for (const target of image.startsWith('.') || image.startsWith('/') ? [image] : [image, `/${image}`]) {
    const found = linkResolver.resolverFor(doc).resolveTarget(target);
    if (found.kind === 'file' && !isLinkedDrawing(found.asset)) return { asset: found.asset };
  }
  return null;
}

/** Returns the files that pages name as their pictures, which are copied to the output, and a problem for each file that does not exist. */
export function findSocialImages(
  docs: readonly DocSource[],
  linkResolver: LinkResolver,
): { assets: [path: string, absolute: string][]; problems: Problem[] } {
  const assets: [string, string][] = [];
  const problems: Problem[] = [];
  for (const doc of docs) {
    const { image } = doc.frontMatter;
    if (image === undefined) continue;
    const found = resolveSocialImage(image, doc, linkResolver);
    const reason = /\.svg$/i.test(image) ? `social networks do not show the drawing "${image}"` : `there is no file "${image}"`;
    const message = `front matter "image": ${reason}. Name a picture beside the page or in a static folder, or a full address`;
    if (found === null) problems.push({ file: doc.file, line: frontMatterLine(doc, image), message, severity: 'error' });
    else if ('asset' in found) assets.push([found.asset.path, found.asset.absolute]);
  }
  return { assets, problems };
}

/** Returns the full address of the picture that a page names for social networks; null if it names none. */
export function socialImageOf(doc: DocSource, { linkResolver, data }: Pick<Site, 'linkResolver' | 'data'>): string | null {
  const found = doc.frontMatter.image === undefined ? null : resolveSocialImage(doc.frontMatter.image, doc, linkResolver);
  return found === null ? null : 'url' in found ? found.url : data.url + withBase(data.baseUrl, found.asset.path);
}

/** Returns the JSON-LD of a page; null for pages that are not for search engines. A documentation page is an article with breadcrumbs and questions. */
export function structuredData(page: PageShell & { body?: string }, site: SiteData): object | null {
  if (page.kind === 'not-found' || page.kind === 'search') return null;
  const address = (path: string): string => canonicalUrl(site.url, site.baseUrl, path);
  if (page.kind !== 'doc') {
    if (page.kind !== 'home') return null;
    return {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: site.title,
      description: page.description,
      url: address(page.path),
    };
  }
  const article = {
    '@type': 'TechArticle',
    headline: page.title,
    description: page.description,
    url: address(page.alternates?.canonical ?? page.path),
    inLanguage: site.locale.htmlLang,
    ...(page.lastUpdate !== null && { dateModified: page.lastUpdate.date }),
    publisher: { '@type': 'Organization', name: site.title, url: address('/') },
  };
  return { '@context': 'https://schema.org', '@graph': [article, ...breadcrumbsOf(page, address), ...questionsIn(page.body ?? '')] };
}

/** Returns the breadcrumbs, unless there is only one step. Omits categories without a page, because each step needs an address. */
function breadcrumbsOf({ breadcrumbs, path, title }: PageShell, address: (path: string) => string): object[] {
  const above = breadcrumbs.flatMap((crumb) =>
    crumb.path === null || crumb.path === path ? [] : [{ label: crumb.label, path: crumb.path }],
  );
  const steps = [...above, { label: title, path }];
  if (steps.length < 2) return [];
  const items = steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, name: step.label, item: address(step.path) }));
  return [{ '@type': 'BreadcrumbList', itemListElement: items }];
}

/** Maximum number of questions per page and of characters per answer, which keep the structured data below a kilobyte. */
const MAX_QUESTIONS = 3;
const MAX_ANSWER_LENGTH = 200;
const HEADING = /<h([1-4])\b[^<>]*>/g;
/** Matches the text between a heading and the paragraph that follows it. */
const BEFORE_PARAGRAPH = /<\/h[1-4]>(?:<\/header>)?\s*<p>/y;

/**
 * Yields the headings that a paragraph follows, both as HTML. Reads each character once, because attributes can contain text that looks like the
 * start of a heading.
 */
function* sectionStarts(body: string): Generator<{ heading: string; answer: string }> {
  let at = 0;
  /** Levels without an end tag in the rest of the body, which is searched only once. */
  const missing = new Set<string>();
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(body);
  };
  for (let start = next(HEADING); start !== null; start = next(HEADING)) {
    const [tag, level = ''] = start;
    const from = start.index + tag.length;
    const to = missing.has(level) ? -1 : body.indexOf(`</h${level}>`, from);
    if (to < 0) missing.add(level);
    at = to < 0 ? from : to;
    const before = to < 0 ? null : next(BEFORE_PARAGRAPH);
    if (before === null) continue;
    const end = body.indexOf('</p>', at + before[0].length);
    if (end < 0) return;
    yield { heading: body.slice(from, to), answer: body.slice(at + before[0].length, end) };
    at = end;
  }
}

/** Returns the headings that are questions, each with the start of its answer. */
function questionsIn(body: string): object[] {
  const questions: object[] = [];
  for (const { heading, answer } of sectionStarts(body)) {
    const [name, text] = [textOf(heading), textOf(answer)];
    if (name.endsWith('?') && text !== '')
      questions.push({ '@type': 'Question', name, acceptedAnswer: { '@type': 'Answer', text: excerptOf(text) } });
    if (questions.length === MAX_QUESTIONS) break;
  }
  return questions.length === 0 ? [] : [{ '@type': 'FAQPage', mainEntity: questions }];
}

/** Returns the start of an answer, in whole sentences if they are short enough. */
function excerptOf(text: string): string {
  if (text.length <= MAX_ANSWER_LENGTH) return text;
  const cut = text.slice(0, MAX_ANSWER_LENGTH);
  return /^.*[.!?](?=\s)/s.exec(cut)?.[0] ?? `${cut.replace(/(?<!\s)\s+\S*$/, '')}…`;
}

const textOf = (html: string): string =>
  // oxlint-disable-next-line regexp/no-super-linear-move -- In the HTML of a compiled page, each `<` starts a tag that ends.
  decodeHTML(html.replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();

export interface DocumentOptions {
  site: SiteData;
  files: ShellFiles;
  /** The inline script that sets theme and class before the first paint. */
  firstPaint: string;
  /** Null if the site has no icon. */
  favicon: string | null;
  /** Whether the site has the file that TOUCH_ICON_PATH names. */
  hasTouchIcon: boolean;
  themeColor: { light: string; dark: string };
  generator: string;
  stylesheets: readonly string[];
  noIndex: boolean;
  /** Analytics: the site's own module, and the script of a service with its attributes. Null: none. */
  analytics: { module: string | null; script: string | null; attributes: Readonly<Record<string, string>> } | null;
  /** Route of the file with the site's data for this version and language; null: the page uses the bundled data. */
  siteFile?: string | null;
  hydrate: 'intent' | 'idle';
  /** Whether the page loads the deferred styles immediately, without waiting for user intent. */
  loadsDeferredStyles?: boolean;
}

/** The picture that social networks show with a link to the page: the route of its card, or the full address of its own picture. Null: none. */
type CardPath = string | null;

/** The parts of a document that the caller has rendered. */
interface DocumentParts {
  shell: string;
  card?: CardPath;
  /** The page's data without its body; default: `serializedShell(page)`. */
  data?: SerializedShell;
  /** Address of the sidebar's file, which the loader fetches. */
  sidebar?: string | null;
}

/** Renders the HTML document of a page. The size of the document must not depend on the number of pages of the site. */
export function renderDocument(page: PageData, parts: DocumentParts, options: DocumentOptions): string {
  const { shell, card = null, data = serializedShell(page), sidebar = null } = parts;
  const { contents: _contents, ...embedded } = data;
  const { site, files } = options;
  const url = (path: string): string => withBase(site.baseUrl, path);
  const attributes = [
    `data-kind="${page.kind}"`,
    options.hydrate === 'idle' ? 'data-hydrate="idle"' : '',
    sidebar && `data-sidebar="${sidebar}"`,
    options.siteFile && `data-site="${url(options.siteFile)}"`,
  ];
  return [
    `<!doctype html><html lang="${site.locale.htmlLang}" dir="${site.locale.direction}" ${attributes.filter(Boolean).join(' ')}>`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    metadataOf(page, options),
    structuredDataScript(page, options),
    socialCardMetadata(page, card, options),
    // The browser runs an inline script only after it has loaded the stylesheets before it, so this script comes first.
    `<script>${options.firstPaint}</script>`,
    `<link rel="preload" href="${url(files.font)}" as="font" type="font/woff2" crossorigin>`,
    ...options.stylesheets.map((href) => `<link rel="stylesheet" href="${escapeAttribute(href)}">`),
    ...stylesheetLinks(page, options),
    // Without an icon, an empty one keeps the browser from requesting /favicon.ico.
    `<link rel="icon" href="${options.favicon === null ? 'data:,' : url(options.favicon)}">${options.hasTouchIcon ? `<link rel="apple-touch-icon" href="${url(TOUCH_ICON_PATH)}">` : ''}<link rel="manifest" href="${url(MANIFEST_PATH)}">`,
    `${themeColors(options.themeColor)}</head>`,
    `<body><div id="root">${shell}</div>`,
    `<script type="application/json" id="page-data">${escapeForScript(JSON.stringify(embedded satisfies EmbeddedShell))}</script>`,
    `<script type="module" src="${url(files.loader)}"></script>${page.body.includes('data-page-titles') ? `<script type="module" src="${url(files.notFound)}"></script>` : ''}${analyticsScripts(options)}</body></html>\n`,
  ].join('\n');
}

/** Returns the scripts of the analytics, which come after all others. */
function analyticsScripts({ analytics, site }: DocumentOptions): string {
  if (analytics === null) return '';
  const own = analytics.module === null ? '' : `<script type="module" src="${withBase(site.baseUrl, analytics.module)}"></script>`;
  if (analytics.script === null) return own;
  const attributes = Object.entries(analytics.attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`);
  return `${own}<script defer src="${escapeAttribute(analytics.script)}"${attributes.join('')}></script>`;
}

function metadataOf(page: PageShell, { site, generator, noIndex }: DocumentOptions): string {
  const title = escapeText(documentTitle(page, site));
  const description = escapeAttribute(page.description);
  const address = (path: string): string => escapeAttribute(canonicalUrl(site.url, site.baseUrl, path));
  const canonical = address(page.alternates?.canonical ?? page.path);
  const found = page.kind !== 'not-found';
  return [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    `<meta name="generator" content="${escapeAttribute(generator)}">`,
    found ? `<link rel="canonical" href="${canonical}">` : '',
    ...translationsOf(page).map(({ lang, path }) => `<link rel="alternate" hreflang="${lang}" href="${address(path)}">`),
    noIndex || !found || page.isUnlisted === true ? '<meta name="robots" content="noindex">' : '',
    page.markdownUrl === null ? '' : `<link rel="alternate" type="text/markdown" href="${escapeAttribute(page.markdownUrl)}">`,
    page.feedUrl === undefined ? '' : `<link rel="alternate" type="${feedType(page.feedUrl)}" href="${escapeAttribute(page.feedUrl)}">`,
    `<meta property="og:type" content="${page.kind === 'doc' ? 'article' : 'website'}"><meta property="og:site_name" content="${escapeAttribute(site.title)}">`,
    `<meta property="og:title" content="${escapeAttribute(page.title)}"><meta property="og:description" content="${description}">`,
    found ? `<meta property="og:url" content="${canonical}">` : '',
  ].join('');
}

function themeColors({ light, dark }: DocumentOptions['themeColor']): string {
  const meta = (mode: string, color: string): string =>
    `<meta name="theme-color" media="(prefers-color-scheme: ${mode})" content="${color}">`;
  return meta('light', light) + meta('dark', dark);
}

function structuredDataScript(page: PageData, { site, noIndex }: DocumentOptions): string {
  const data = noIndex ? null : structuredData(page, site);
  return data === null ? '' : `<script type="application/ld+json">${escapeForScript(JSON.stringify(data))}</script>`;
}

/** Returns the links to the critical CSS of a page, and to the deferred styles, which browsers do not load until the page is hydrated. */
function stylesheetLinks({ kind }: PageShell, { site, files, loadsDeferredStyles }: DocumentOptions): string[] {
  const link = (path: string, rel = 'stylesheet'): string => `<link rel="${rel}" href="${withBase(site.baseUrl, path)}">`;
  return [
    link(kind === 'doc' ? files.criticalDocs : files.criticalFront),
    link(files.style, loadsDeferredStyles === true ? 'stylesheet' : 'deferred-stylesheet'),
  ];
}

/** Returns the metadata of the social card. Social networks require the full address; with the size, they can reserve space. */
function socialCardMetadata(page: PageShell, card: CardPath, { site }: DocumentOptions): string {
  if (card === null) return '<meta name="twitter:card" content="summary">';
  if (!card.startsWith('/'))
    return `<meta property="og:image" content="${escapeAttribute(card)}"><meta name="twitter:card" content="summary_large_image">`;
  return [
    `<meta property="og:image" content="${escapeAttribute(site.url + withBase(site.baseUrl, card))}"><meta property="og:image:type" content="image/png">`,
    `<meta property="og:image:width" content="${CARD_WIDTH}"><meta property="og:image:height" content="${CARD_HEIGHT}">`,
    `<meta property="og:image:alt" content="${escapeAttribute(`${page.title}. ${page.description}`.trim())}">`,
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('');
}

/** Returns the Content-Security-Policy source of an inline script: `'sha256-…'` without its quotes. */
export function scriptHash(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`;
}

/** Returns the page's data without the body. @param sidebar the address of its file, or the list itself */
export function serializedShell(
  { body: _body, ...data }: PageShell & Partial<PageData>,
  sidebar: SerializedShell['sidebar'] = data.sidebar,
): SerializedShell {
  return { ...data, sidebar };
}

/** Escapes JSON for a `<script>` element, so that a `</script>` in it does not end the element. */
function escapeForScript(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;');
