/** Renders the HTML document of a page around its rendered shell: metadata, stylesheets, structured data, and scripts. */
import { createHash } from 'node:crypto';
import { type PageShell, translationsOf, type EmbeddedShell, type PageData, type SerializedShell } from '#model/page.ts';
import { type SiteData, documentTitle } from '#model/site.ts';
import { canonicalUrl, feedType, withBase } from '#model/url.ts';
import type { ShellFiles } from './bundler.ts';
import { CARD_HEIGHT, CARD_WIDTH } from './social-cards/card-cache.ts';
import { MANIFEST_PATH, TOUCH_ICON_PATH } from './home-screen.ts';

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
  return { '@context': 'https://schema.org', '@graph': [article, ...breadcrumbsOf(page, address), ...questionsOf(page.body ?? '')] };
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
function questionsOf(body: string): object[] {
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

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'", amp: '&' };

const textOf = (html: string): string =>
  html
    // oxlint-disable-next-line regexp/no-super-linear-move -- In the HTML of a compiled page, each `<` starts a tag that ends.
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+|#\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
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

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;');
