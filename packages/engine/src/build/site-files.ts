import type { PageOutline } from '#content/document.ts';
import type { SiteData } from '#model/site.ts';
import { canonicalUrl, isExternal, markdownPath, normalizePath, pageDataPath, redirectUrl, withBase } from '#model/url.ts';
import { securityHeaderList } from '#config/schema/server.ts';
import type { SiteManifest } from '#server/site-manifest.ts';
import { scriptHash, emitHomeScreen } from './document.ts';
import { inlineScriptHashes, type MadeSearch } from './emit-pages.ts';
import { frontPagesOf, startRedirects } from './fallback-pages.ts';
import type { Output, Piece } from './output.ts';
import type { Shell } from './shell.ts';
import { questionsOf } from '#content/questions.ts';
import type { Site } from './site.ts';

export interface SiteFilesOptions {
  site: Site;
  pages: readonly PageOutline[];
  /** The other versions and languages. */
  others: readonly Site[];
  output: Output;
}

/** Writes what comes once a site: sitemap, robots, llms files, redirects, files of plugins, `pages.json`. */
export async function emitSiteFiles({ site, pages, others, output }: SiteFilesOptions): Promise<void> {
  const { config, data } = site;
  await emitDocSetFiles(site, output);
  await output.write('site/sitemap.xml', renderSitemap([site, ...others].flatMap(sitemapPages), data.url, data.baseUrl));
  await emitHomeScreen(config, output);
  await output.write('site/robots.txt', renderRobots(data.url, data.baseUrl, config.noIndex));
  const readable = readablePages(site, pages);
  await output.write('site/llms.txt', renderLlmsIndex(readable, data));
  await output.join('site/llms-full.txt', llmsFullPieces(readable, data));
  await output.write('pages.json', `${JSON.stringify(pageList(site, pages), null, 1)}\n`);
}

/** Files that each version and language has once. */
export async function emitDocSetFiles(site: Site, output: Output): Promise<void> {
  const { data, navigation } = site;
  for (const [key, nodes] of navigation.categoryFiles()) await output.write(`site/sidebar/${key}.json`, JSON.stringify(nodes));
  for (const [from, to] of redirectsOf(site)) {
    const twin = from === '/' ? undefined : `site${from}.html`;
    await output.write(`site${from.replace(/\/$/, '')}/index.html`, renderRedirect(to, data), twin);
  }
  // The brand and the navbar lead here, and their pages are fetched ahead: without this file each reader would get a 404.
  for (const [from, to] of startRedirects(site)) await output.write(`site${pageDataPath(from)}`, JSON.stringify({ moved: to }));
  for (const [route, text] of pluginFiles(site)) await output.write(`site${route}`, text);
}

/** The parts of a build that the manifest describes, besides the sites. */
interface MadeParts {
  shell: Shell;
  /** Of the sites, in their order. */
  searches: readonly (MadeSearch | null)[];
  /** Origins of the frames on all pages. */
  frameOrigins: readonly string[];
}

/** Writes `manifest.json`, which describes the build to the server, and the same rules for other hosts. */
export async function emitManifest(
  [site, ...others]: readonly [Site, ...Site[]],
  { shell, searches, frameOrigins }: MadeParts,
  output: Output,
): Promise<void> {
  const { baseUrl, url, title } = site.data;
  const search = manifestOf(searches);
  const { analytics, customFields, limits, server, stylesheets } = site.config;
  const scriptOrigins = analytics?.script == null ? [] : [new URL(analytics.script).origin];
  const connectOrigins = [...scriptOrigins, ...(analytics?.origins ?? []), ...(search.connectOrigins ?? [])];
  const { assistantProjectKey } = customFields;
  const redirects = Object.fromEntries([site, ...others].flatMap(redirectsOf));
  const hasRedirects = Object.keys(redirects).length > 0;
  const known = {
    build: shell.id,
    baseUrl,
    url,
    title,
    scriptHashes: [...inlineScriptHashes(site), ...(hasRedirects ? [scriptHash(REDIRECT_SCRIPT)] : [])],
    font: shell.files.font,
    limits,
    server,
    redirects,
    styleOrigins: [...new Set(stylesheets.map((address) => new URL(address).origin))],
    assistantProjectKey,
    scriptOrigins,
    ...(frameOrigins.length > 0 && { frameOrigins: [...new Set(frameOrigins)].toSorted() }),
  };
  const manifest = { ...known, ...search, connectOrigins: [...new Set(connectOrigins)] };
  await output.write('manifest.json', `${JSON.stringify(manifest, null, 1)}\n`);
  await output.write('site/_headers', renderHeaders(manifest));
  await output.write('site/_redirects', renderRedirects(manifest));
  await output.write('nginx-site.conf', renderNginx(manifest));
  await output.write('caddy-site.conf', renderCaddy(manifest));
}

/** The manifest entries of all indexes. */
function manifestOf(searches: readonly (MadeSearch | null)[]): Partial<SiteManifest> {
  const [main, ...others] = searches.map((search) => search?.manifest ?? {});
  const docSets = others.flatMap((other) => other.docSets ?? []);
  return { ...main, ...(docSets.length > 0 && { docSets }) };
}

/** Headers that the server sends with every page. */
function headersOf(manifest: SiteManifest): [name: string, value: string][] {
  const { server, url } = manifest;
  const hsts = server?.strictTransportSecurity;
  const headers = securityHeaderList({ ...manifest, settings: server });
  return Object.entries({ ...headers, ...(url?.startsWith('https:') && hsts ? { 'Strict-Transport-Security': hsts } : {}) });
}

/** `_headers` of Netlify and Cloudflare Pages, for hosts that serve files only. */
export function renderHeaders(manifest: SiteManifest): string {
  const { baseUrl } = manifest;
  const lines = headersOf(manifest).map(([name, value]) => `  ${name}: ${value}\n`);
  return `${baseUrl}*\n${lines.join('')}${baseUrl}assets/*\n  Cache-Control: public, max-age=31536000, immutable\n`;
}

/** `_redirects` of the same hosts. */
export function renderRedirects({ baseUrl, redirects = {} }: SiteManifest): string {
  const lines = Object.entries(redirects).map(
    ([from, to]) => `${encodeURI(withBase(baseUrl, from))} ${redirectUrl(to, baseUrl, '')} ${from === '/' ? 302 : 301}\n`,
  );
  return lines.join('');
}

/** The same for nginx, which `deploy/nginx-static.conf` includes. A location is written as nginx compares it: decoded. */
export function renderNginx(manifest: SiteManifest): string {
  const { baseUrl, redirects = {} } = manifest;
  const headers = headersOf(manifest).map(([name, value]) => `add_header ${name} ${inQuotes(value)} always;\n`);
  const locations = Object.entries(redirects).flatMap(([from, to]) => {
    const [target = '', fragment] = redirectUrl(to, baseUrl, '').replaceAll('$', '%24').split('#');
    const query = target.includes('?') ? '' : '$is_args$args';
    const location = inQuotes(target + query + (fragment === undefined ? '' : `#${fragment}`));
    return spellingsOf(withBase(baseUrl, from)).map(
      (written) => `location = ${inQuotes(written)} { return ${from === '/' ? 302 : 301} ${location}; }\n`,
    );
  });
  return [...headers, ...locations].join('');
}

/** The same for Caddy, which `deploy/Caddyfile-static` imports. A path is written as Caddy compares it: decoded. */
export function renderCaddy(manifest: SiteManifest): string {
  const { baseUrl, redirects = {} } = manifest;
  const headers = headersOf(manifest).map(([name, value]) => `\t${name} ${inQuotes(value)}\n`);
  const moved = Object.entries(redirects).flatMap(([from, to]) => {
    const [target = '', fragment] = redirectUrl(to, baseUrl, '').split('#');
    const words = [target, fragment === undefined ? '' : `#${fragment}`, from === '/' ? '302' : '301'].map(inQuotes).join(' ');
    return spellingsOf(withBase(baseUrl, from)).map((written) => `\t${inQuotes(written)} ${words}\n`);
  });
  const rules = [
    `map {path} {moved_to} {moved_fragment} {moved_status} {\n${moved.join('')}\tdefault "" "" ""\n}\n`,
    `@moved_query expression {moved_to} != "" && {query} != "" && !{moved_to}.contains("?")\n`,
    'redir @moved_query {moved_to}?{query}{moved_fragment} {moved_status}\n',
    '@moved expression {moved_to} != ""\n',
    'redir @moved {moved_to}{moved_fragment} {moved_status}\n',
  ];
  return [`header {\n${headers.join('')}}\n`, ...(moved.length > 0 ? rules : [])].join('');
}

/** A page that has moved is found by all addresses that it had. */
const spellingsOf = (path: string): string[] => (path.endsWith('/') ? [path] : [path, `${path}/`, `${path}.html`]);

const inQuotes = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

const redirectsOf = (site: Site): (readonly [from: string, to: string])[] => [...site.redirects, ...startRedirects(site)];

/** Files that plugins write once per build, by route: those beside generated pages, and those made from the loaded site. */
export function pluginFiles(site: Site): [route: string, text: string][] {
  const seen = {
    docs: site.docs,
    frontPaths: frontPagesOf(site)
      .filter(({ kind }) => kind !== 'not-found')
      .map(({ path }) => normalizePath(path)),
  };
  const { prefix = '', original = null } = site.config.docSet ?? {};
  const files = site.config.plugins.flatMap((plugin) => Object.entries(plugin.files?.(seen) ?? {}));
  // What goes with generated pages is the same in all languages.
  return [...(original === null ? site.generatedFiles : []), ...files.map(([route, text]): [string, string] => [prefix + route, text])];
}

function sitemapPages(site: Site): { path: string; lastModified: string | null }[] {
  // Search engines report pages that a sitemap lists and that exclude themselves.
  if (site.config.noIndex) return [];
  const front = site.frontPages
    .filter((page) => page.kind !== 'not-found' && page.kind !== 'search')
    .map(({ path }) => ({ path, lastModified: null }));
  return [
    ...front,
    ...site.docs
      .filter(({ isUntranslated, frontMatter }) => isUntranslated !== true && frontMatter.unlisted !== true)
      .map(({ path, lastUpdate }) => ({ path, lastModified: lastUpdate?.date ?? null })),
  ];
}

/** In the order of the sidebar, then the rest by path: what a newcomer should read first comes first. */
function readablePages(site: Site, pages: readonly PageOutline[]): ReadablePage[] {
  const sources = new Map(site.docs.map((doc) => [doc.path, doc]));
  const order = new Map(site.navigation.order().map((path, index) => [path, index]));
  const unlisted = new Set(site.docs.filter(({ frontMatter }) => frontMatter.unlisted === true).map(({ path }) => path));
  return pages
    .filter(({ path }) => !unlisted.has(path))
    .map((page) => ({
      path: page.path,
      title: page.title,
      description: page.description,
      questions: questionsOf(sources.get(page.path) ?? { frontMatter: {} }).map(({ ask }) => ask),
      markdownPath: markdownPath(page.path),
      group: site.navigation.pageNavigation(page.path).breadcrumbs[0]?.label ?? null,
    }))
    .sort((a, b) => (order.get(a.path) ?? Infinity) - (order.get(b.path) ?? Infinity) || (a.path < b.path ? -1 : 1));
}

/** `pages.json`: what tools may rely on (architecture, section 3). */
function pageList(site: Site, pages: readonly PageOutline[]): object[] {
  const docs = pages.map((page) => ({
    path: page.path,
    id: page.id,
    title: page.title,
    source: page.file,
    kind: 'doc',
    words: page.words,
    codeBlocks: page.codeBlocks,
    headings: page.sections
      .filter((section) => section.anchor !== '')
      .map(({ level, anchor, heading }) => ({ level, id: anchor, text: heading })),
  }));
  const front = site.frontPages.map(({ path, title, source, kind }) => ({
    path,
    id: kind,
    title,
    source,
    kind,
    words: 0,
    codeBlocks: 0,
    headings: [],
  }));
  return [...front, ...docs];
}

/** A page as language models and their tools read it. */
export interface ReadablePage {
  path: string;
  title: string;
  description: string;
  /** Some of the questions that it answers. */
  questions: string[];
  markdownPath: string;
  /** Top group of the sidebar; null for pages outside of it. */
  group: string | null;
}

/** Questions that `llms.txt` names for each page. */
const QUESTIONS_IN_INDEX = 2;

/** `llms.txt`: what the site is, and its pages as Markdown, by group, each with a line about its content. */
export function renderLlmsIndex(pages: readonly ReadablePage[], site: SiteData): string {
  const groups = Map.groupBy(pages, (page) => page.group ?? 'More');
  const more = groups.get('More');
  groups.delete('More');
  if (more !== undefined) groups.set('More', more);
  const sections = [...groups].map(([group, members]) => {
    const lines = members.map(({ title, description, questions, ...page }) => {
      const answers = questions.length === 0 ? '' : ` Answers: ${questions.slice(0, QUESTIONS_IN_INDEX).join(' ')}`;
      return `- [${title}](${site.url}${withBase(site.baseUrl, page.markdownPath)}): ${description}${answers}`;
    });
    return `## ${group}\n\n${lines.join('\n')}`;
  });
  const endpoint = `${site.url}${withBase(site.baseUrl, '/mcp')}`;
  const agents =
    site.search?.provider === 'embedded'
      ? `Where the site runs on its own server, agents can search and read these pages over MCP (Streamable HTTP): ${endpoint}\n\n`
      : '';
  return `# ${site.title}\n\n> ${site.tagline}\n\n${agents}${sections.join('\n\n')}\n`;
}

/** The pieces of `llms-full.txt`: all pages in one file, each under its address. */
export function llmsFullPieces(pages: readonly ReadablePage[], site: SiteData): Piece[] {
  return pages.flatMap(({ path, markdownPath }, index): Piece[] => {
    const rule = index === 0 ? '' : '\n---\n\n';
    return [`${rule}<!-- ${site.url}${withBase(site.baseUrl, path)} -->\n\n`, { file: `site${markdownPath}` }];
  });
}

/** `sitemap.xml`: the pages' canonical addresses with their last change. @param url origin of the site */
export function renderSitemap(pages: readonly { path: string; lastModified: string | null }[], url: string, baseUrl: string): string {
  const entries = pages.map(({ path, lastModified }) => {
    const changed = lastModified === null ? '' : `<lastmod>${lastModified}</lastmod>`;
    return `<url><loc>${escapeXml(canonicalUrl(url, baseUrl, path))}</loc>${changed}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
}

/** `robots.txt`; a site that is not to be indexed closes itself to all. */
export function renderRobots(url: string, baseUrl: string, noIndex: boolean): string {
  return noIndex ? 'User-agent: *\nDisallow: /\n' : `User-agent: *\nAllow: /\n\nSitemap: ${url}${withBase(baseUrl, '/sitemap.xml')}\n`;
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Takes query and fragment along, on hosts that do not redirect by themselves. The same in all redirects, for one hash allows it. */
const REDIRECT_SCRIPT =
  "const to=new URL(document.links[0].href),{search,hash}=location;if(search)to.search+=(to.search?'&':'')+search.slice(1);to.hash||=hash;location.replace(to)";

/** A page that leads on to another, for hosts that know no redirects: works without JavaScript, and search engines follow its canonical. */
export function renderRedirect(to: string, site: SiteData): string {
  const escape = (address: string): string => address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const url = escape(redirectUrl(to, site.baseUrl, ''));
  const canonical = escape(isExternal(to) ? to : canonicalUrl(site.url, site.baseUrl, to));
  return [
    `<!doctype html><html lang="${site.locale.htmlLang}"><head><meta charset="utf-8"><title>Moved | ${site.title}</title>`,
    `<noscript><meta http-equiv="refresh" content="0; url=${url}"></noscript><link rel="canonical" href="${canonical}"><meta name="robots" content="noindex"></head>`,
    `<body><p>This page has moved: <a href="${url}">go to its new address</a>.</p><script>${REDIRECT_SCRIPT}</script></body></html>\n`,
  ].join('\n');
}
