import type { PageOutline } from '#content/document.ts';
import type { PageTitles } from '#client/pages/similar-pages.ts';
import { createTranslate } from '#model/interface-words.ts';
import type { SiteData } from '#model/site.ts';
import {
  canonicalUrl,
  encodeAddress,
  isExternal,
  markdownPath,
  normalizePath,
  PAGE_TITLES,
  pageDataPath,
  redirectStatus,
  redirectUrl,
  withBase,
} from '#model/url.ts';
import { securityHeaderList } from '#config/security-headers.ts';
import type { SiteManifest } from '#server/site-manifest.ts';
import { emitHomeScreen } from './home-screen.ts';
import { scriptHash } from './html-document.ts';
import { frontPagesInMarkdown, htmlAliasOf, inlineScriptHashes, type BuiltSearch } from './emit-pages.ts';
import { frontPagesOf, startRedirects } from './fallback-pages.ts';
import type { Output, Piece } from './output.ts';
import { renderSecurityTxt, SECURITY_TXT } from './security-txt.ts';
import type { Shell } from './shell.ts';
import { onOneLine } from '#content/front-matter.ts';
import { questionsOf } from '#content/questions.ts';
import type { Site } from './site.ts';
import { escapeHtml } from '@quire/search';

interface SiteFilesOptions {
  site: Site;
  pages: readonly PageOutline[];
  /** The other versions and languages. */
  others: readonly Site[];
  output: Pick<Output, 'write' | 'join'>;
}

/** Writes the files that a site has once: sitemap, robots.txt, llms files, redirects, files of plugins, and `pages.json`. */
export async function emitSiteFiles({ site, pages, others, output }: SiteFilesOptions): Promise<void> {
  const { config, data } = site;
  await emitDocSetFiles(site, output);
  await output.write('site/sitemap.xml', renderSitemap([site, ...others].flatMap(sitemapPages), data.url, data.baseUrl));
  await output.write(`site${PAGE_TITLES}`, renderPageTitles([site, ...others]));
  await emitHomeScreen(config, output);
  await output.write('site/robots.txt', renderRobots(data.url, data.baseUrl, config.noIndex));
  const securityTxt = renderSecurityTxt(config);
  if (securityTxt !== null) await output.write(`site${SECURITY_TXT}`, securityTxt);
  const readable = llmsPages(site, pages);
  await output.write('site/llms.txt', renderLlmsIndex(readable, data));
  await output.join('site/llms-full.txt', llmsFullPieces(readable, data));
  await output.write('pages.json', `${JSON.stringify(pageList(site, pages), null, 1)}\n`);
}

/** Writes the files that each version and language has once. */
export async function emitDocSetFiles(site: Site, output: Pick<Output, 'write'>): Promise<void> {
  const { data, navigation } = site;
  for (const [key, nodes] of navigation.categoryFiles()) await output.write(`site/sidebar/${key}.json`, JSON.stringify(nodes));
  for (const [from, to] of redirectsOf(site)) {
    await output.write(`site${from.replace(/\/$/, '')}/index.html`, renderRedirect(to, data), htmlAliasOf(from));
  }
  // Links of the logo and the navbar prefetch page data. Without these files, the requests for redirected routes would fail.
  for (const [from, to] of startRedirects(site)) await output.write(`site${pageDataPath(from)}`, JSON.stringify({ moved: to }));
  for (const [route, text] of pluginFiles(site)) await output.write(`site${route}`, text);
}

/** Data of the manifest in addition to the sites. */
interface ManifestParts {
  shell: Shell;
  /** The search of each site, in the order of sites. */
  searches: readonly (BuiltSearch | null)[];
  /** Origins of the frames on all pages. */
  frameOrigins: readonly string[];
}

/** Writes `manifest.json`, which describes the build for the server, and configuration files with the same rules for other hosts. */
export async function emitManifest(
  [site, ...others]: readonly [Site, ...Site[]],
  { shell, searches, frameOrigins }: ManifestParts,
  output: Output,
): Promise<void> {
  const { baseUrl, url, title } = site.data;
  const search = mergeManifests(searches);
  const { analytics, customFields, limits, server, stylesheets } = site.config;
  const scriptOrigins = analytics?.script == null ? [] : [new URL(analytics.script).origin];
  const connectOrigins = [...scriptOrigins, ...(analytics?.origins ?? []), ...(search.connectOrigins ?? [])];
  const { assistantProjectKey } = customFields;
  const redirects = Object.fromEntries([site, ...others].flatMap(redirectsOf));
  const hasRedirects = Object.keys(redirects).length > 0;
  const temporaryRedirects = [site, ...others].flatMap((one) => startRedirects(one).map(([from]) => from));
  const languages = new Set(others.map(({ config }) => config.docSet?.localePrefix).filter(Boolean));
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
    temporaryRedirects,
    frontPages: frontPagesInMarkdown(site),
    ...(languages.size > 0 && { languages: [...languages] as string[] }),
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

/** Merges the manifest entries of all indexes. */
function mergeManifests(searches: readonly (BuiltSearch | null)[]): Partial<SiteManifest> {
  const [main, ...others] = searches.map((search) => search?.manifest ?? {});
  const docSets = others.flatMap((other) => other.docSets ?? []);
  return { ...main, ...(docSets.length > 0 && { docSets }) };
}

/** Returns the headers that the server sends with every page. */
function headersOf(manifest: SiteManifest): [name: string, value: string][] {
  const { server, url } = manifest;
  const hsts = server?.strictTransportSecurity;
  const headers = securityHeaderList({ ...manifest, settings: server });
  return Object.entries({ ...headers, ...(url?.startsWith('https:') && hsts ? { 'Strict-Transport-Security': hsts } : {}) });
}

/** Renders `_headers` for static hosts such as Netlify and Cloudflare Pages. */
function renderHeaders(manifest: SiteManifest): string {
  const { baseUrl } = manifest;
  const lines = headersOf(manifest).map(([name, value]) => `  ${name}: ${value}\n`);
  return `${baseUrl}*\n${lines.join('')}${baseUrl}assets/*\n  Cache-Control: public, max-age=31536000, immutable\n`;
}

/** Renders `_redirects` for the same hosts. */
export function renderRedirects(manifest: SiteManifest): string {
  const { baseUrl, temporaryRedirects } = manifest;
  const lines = hostRedirects(manifest).map(
    ({ from, to }) =>
      `${encodeAddress(withBase(baseUrl, from))} ${redirectUrl(to, baseUrl, '')} ${redirectStatus(from, temporaryRedirects)}\n`,
  );
  return lines.join('');
}

/**
 * Returns the nginx rules for the not-found page of each language. A malformed request gets the page of the default language, because nginx
 * rejects it before it evaluates these rules. A request for such a page itself gets the status 404, as on our server.
 */
function nginxNotFoundRules({ baseUrl, languages = [] }: SiteManifest): string[] {
  const page = (language: string): string => quoted(withBase(baseUrl, `${language}/404.html`));
  const hidden = ['', ...languages].flatMap((language) =>
    notFoundAddresses(baseUrl, language).map(
      (path) => `location = ${quoted(path)} { ${quoted(path) === page(language) ? 'internal' : 'return 404'}; }\n`,
    ),
  );
  if (languages.length === 0) return [`error_page 400 404 ${page('')};\n`, ...hidden];
  const rules = languages.map(
    (language) => `if ($uri ~ ${quoted(`^${withBase(baseUrl, language)}(/|$)`)}) { set $not_found_page ${page(language)}; }\n`,
  );
  return [`error_page 400 ${page('')};\n`, `set $not_found_page ${page('')};\n`, ...rules, 'error_page 404 $not_found_page;\n', ...hidden];
}

/** Returns the addresses of the not-found page of a language, for which nginx has rules of their own. */
const notFoundAddresses = (baseUrl: string, language: string): string[] =>
  ['/404.html', '/404', '/404/index.html'].map((path) => withBase(baseUrl, language + path));

/** Renders headers, not-found pages, and redirects for nginx; `deploy/nginx-static.conf` includes the file. Locations are decoded, as nginx compares them. */
export function renderNginx(manifest: SiteManifest): string {
  const { baseUrl, temporaryRedirects } = manifest;
  const headers = headersOf(manifest).map(([name, value]) => `add_header ${name} ${quoted(value)} always;\n`);
  const locations = hostRedirects(manifest).flatMap(({ addresses, from, to: route }) => {
    const [target = '', fragment] = redirectUrl(route, baseUrl, '').replaceAll('$', '%24').split('#');
    const to = (query: string): string =>
      `return ${redirectStatus(from, temporaryRedirects)} ${quoted(target + query + (fragment === undefined ? '' : `#${fragment}`))};`;
    const rule = target.includes('?') ? `if ($args) { ${to('&$args')} } ${to('')}` : to('$is_args$args');
    return addresses.map((address) => ({ key: nginxSortKey(address), text: `location = ${quoted(address)} { ${rule} }\n` }));
  });
  // nginx sorts its locations by insertion, which takes minutes for thousands of them in reverse order.
  const sorted = locations.toSorted((a, b) => Buffer.compare(a.key, b.key)).map(({ text }) => text);
  return [...headers, ...nginxNotFoundRules(manifest), ...sorted].join('');
}

/** Renders headers, not-found pages, and redirects for Caddy; `deploy/Caddyfile-static` imports the file. Paths are decoded, as Caddy compares them. */
export function renderCaddy(manifest: SiteManifest): string {
  const { baseUrl, languages = [], temporaryRedirects } = manifest;
  const headers = headersOf(manifest).map(([name, value]) => `\t${name} ${quoted(value)}\n`);
  const notFound = ['', ...languages].map((language) => {
    const path = withBase(baseUrl, language);
    return `\t${language === '' ? 'default' : `~^${path}(/.*)?$`} ${withBase(baseUrl, `${language}/404.html`)}\n`;
  });
  const moved = hostRedirects(manifest).flatMap(({ addresses, from, to }) => {
    const [target = '', fragment] = redirectUrl(to, baseUrl, '').split('#');
    const words = [target, fragment === undefined ? '' : `#${fragment}`, String(redirectStatus(from, temporaryRedirects))]
      .map(quoted)
      .join(' ');
    return addresses.map((address) => `\t${quoted(address)} ${words}\n`);
  });
  const rules = [
    `map {path} {moved_to} {moved_fragment} {moved_status} {\n${moved.join('')}\tdefault "" "" ""\n}\n`,
    `@moved_query expression {moved_to} != "" && {query} != "" && !{moved_to}.contains("?")\n`,
    'redir @moved_query {moved_to}?{query}{moved_fragment} {moved_status}\n',
    `@moved_more expression {moved_to} != "" && {query} != "" && {moved_to}.contains("?")\n`,
    'redir @moved_more {moved_to}&{query}{moved_fragment} {moved_status}\n',
    '@moved expression {moved_to} != ""\n',
    'redir @moved {moved_to}{moved_fragment} {moved_status}\n',
  ];
  const pages = `map {path} {not_found_page} {\n${notFound.join('')}}\n`;
  return [`header {\n${headers.join('')}}\n`, pages, ...(moved.length > 0 ? rules : [])].join('');
}

/**
 * Returns the addresses at which readers may request a moved page: as is, with a trailing slash, and with `.html`. The address `/docs/index.html`
 * belongs to `/docs`, and not to `/docs/index`.
 */
const addressVariants = (path: string): string[] =>
  path.endsWith('/') ? [path] : [path, `${path}/`, ...(path.endsWith('/index') ? [] : [`${path}.html`])];

/** Returns the bytes that nginx compares when it sorts locations: a slash comes before all other characters. */
const nginxSortKey = (address: string): Buffer => Buffer.from(address.replaceAll('/', '\0'));

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

/** Maximum length of an encoded address in a rule. nginx rejects a configuration with a word above 4,096 bytes, and `$` becomes three of them. */
const MAX_RULE_ADDRESS = 1200;

interface HostRedirect {
  from: string;
  to: string;
  /** Addresses with the base URL for which a host has a rule, each in only one redirect. */
  addresses: string[];
}

/**
 * Returns the redirects for configuration files of other hosts. Leaves out routes with characters that a host could interpret as a pattern, a
 * variable, or the end of a rule, and addresses that are too long for nginx. nginx and Caddy do not start if an address has two rules, so
 * leaves out those with an address of a not-found page, and addresses of an earlier redirect. Their redirect pages still work.
 */
function hostRedirects({ baseUrl, redirects = {}, languages = [] }: SiteManifest): HostRedirect[] {
  const notFound = new Set(['', ...languages].flatMap((language) => notFoundAddresses(baseUrl, language)));
  const taken = new Set<string>();
  return Object.entries(redirects).flatMap(([from, to]) => {
    const path = withBase(baseUrl, from);
    const variants = addressVariants(path);
    const isSafe = /^[^\s\p{Cc}"\\*:?#${}<>]+$/u.test(from);
    const isShort = [from, to].every((address) => encodeAddress(address).length <= MAX_RULE_ADDRESS);
    if (!isSafe || !isShort || [...variants, `${path}.html`].some((address) => notFound.has(address))) return [];
    const addresses = variants.filter((address) => !taken.has(address));
    for (const address of addresses) taken.add(address);
    return addresses.length === 0 ? [] : [{ from, to, addresses }];
  });
}

const redirectsOf = (site: Site): (readonly [from: string, to: string])[] => [...site.redirects, ...startRedirects(site)];

/** Returns the files that plugins write once for each doc set, by route: those of their content, and those derived from the loaded site. */
export function pluginFiles(site: Site, isDevelopment = false): [route: string, text: string][] {
  const { prefix = '', original = null } = site.config.docSet ?? {};
  const pluginSite = {
    docs: site.docs,
    frontPaths: frontPagesOf(site)
      .filter(({ kind }) => kind !== 'not-found')
      .map(({ path }) => normalizePath(path)),
    isMain: prefix === '',
    isDevelopment,
  };
  const files = site.config.plugins.flatMap((plugin) => Object.entries(plugin.files?.(pluginSite) ?? {}));
  // Files of generated pages are the same in all languages, so write them only once.
  return [...(original === null ? site.generatedFiles : []), ...files.map(([route, text]): [string, string] => [prefix + route, text])];
}

function sitemapPages(site: Site): { path: string; lastModified: string | null }[] {
  // Search engines report an error for pages that are in the sitemap but ask not to be indexed.
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

/** Renders the titles of all pages of each version and language, with which the not-found page finds similar pages. */
export function renderPageTitles(sites: readonly Site[]): string {
  const sets = sites.map((site): PageTitles => {
    const front = frontPagesOf(site).filter(({ kind }) => kind !== 'not-found');
    const docs = site.docs.filter(({ frontMatter }) => frontMatter.unlisted !== true);
    return { prefix: site.config.docSet?.prefix ?? '', pages: [...front, ...docs].map(({ path, title }) => [normalizePath(path), title]) };
  });
  return JSON.stringify(sets);
}

/** Returns the pages in the order of the sidebar, followed by the others by path, so that introductions come first. */
function llmsPages(site: Site, pages: readonly PageOutline[]): LlmsPage[] {
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

/** Returns the content of `pages.json`, a stable interface for tools. */
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

/** A page in `llms.txt` and `llms-full.txt`. */
interface LlmsPage {
  path: string;
  title: string;
  description: string;
  /** Some of the questions that it answers. */
  questions: string[];
  markdownPath: string;
  /** Top group of the sidebar; null for pages outside of it. */
  group: string | null;
}

/** Number of questions per page in `llms.txt`. */
const QUESTIONS_IN_INDEX = 2;

/** Escapes brackets, so that a text cannot contain links. */
const withoutLinks = (text: string): string => text.replace(/[[\]\\]/g, '\\$&');

/** Renders `llms.txt`: a description of the site and links to its pages as Markdown, by group, each with a summary. */
export function renderLlmsIndex(pages: readonly LlmsPage[], site: SiteData): string {
  const groups = Map.groupBy(pages, (page) => page.group ?? 'More');
  const more = groups.get('More');
  groups.delete('More');
  if (more !== undefined) groups.set('More', more);
  const sections = [...groups].map(([group, members]) => {
    const lines = members.map(({ title, description, questions, ...page }) => {
      const answers = questions.length === 0 ? '' : ` Answers: ${questions.slice(0, QUESTIONS_IN_INDEX).join(' ')}`;
      return onOneLine(
        `- [${withoutLinks(title)}](${site.url}${withBase(site.baseUrl, page.markdownPath)}): ${withoutLinks(description)}${answers}`,
      );
    });
    return `## ${onOneLine(withoutLinks(group))}\n\n${lines.join('\n')}`;
  });
  const endpoint = `${site.url}${withBase(site.baseUrl, '/mcp')}`;
  const agents =
    site.search?.provider === 'embedded'
      ? `If the site runs on its own server, agents can search and read these pages over MCP (Streamable HTTP): ${endpoint}\n\n`
      : '';
  return `# ${site.title}\n\n> ${site.tagline}\n\n${agents}${sections.join('\n\n')}\n`;
}

/** Returns the pieces of `llms-full.txt`, which contains all pages, each below a comment with its address. */
export function llmsFullPieces(pages: readonly LlmsPage[], site: SiteData): Piece[] {
  return pages.flatMap(({ path, markdownPath }, index): Piece[] => {
    // A browser shows a file that starts with a comment as HTML if the web server does not name its type.
    const before = index === 0 ? `# ${site.title}\n\n` : '\n---\n\n';
    return [`${before}<!-- ${site.url}${withBase(site.baseUrl, path)} -->\n\n`, { file: `site${markdownPath}` }];
  });
}

/** Renders `sitemap.xml` with the canonical addresses of the pages and their last changes. @param url origin of the site */
export function renderSitemap(pages: readonly { path: string; lastModified: string | null }[], url: string, baseUrl: string): string {
  const entries = pages.map(({ path, lastModified }) => {
    const changed = lastModified === null ? '' : `<lastmod>${lastModified}</lastmod>`;
    return `<url><loc>${escapeHtml(canonicalUrl(url, baseUrl, path))}</loc>${changed}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
}

/** Renders `robots.txt`. With `noIndex`, it disallows all crawlers. */
export function renderRobots(url: string, baseUrl: string, noIndex: boolean): string {
  return noIndex ? 'User-agent: *\nDisallow: /\n' : `User-agent: *\nAllow: /\n\nSitemap: ${url}${withBase(baseUrl, '/sitemap.xml')}\n`;
}

/** Redirects in the browser and keeps the query and the fragment. All redirect pages have the same script, so the Content-Security-Policy needs only one hash. */
const REDIRECT_SCRIPT =
  "const to=new URL(document.links[0].href),{search,hash}=location;if(search)to.search+=(to.search?'&':'')+search.slice(1);to.hash||=hash;location.replace(to)";

/** Renders a redirect page for hosts without redirects. It also works without JavaScript, and search engines follow its canonical link. */
export function renderRedirect(to: string, site: SiteData): string {
  const translate = createTranslate(site);
  const moved = escapeHtml(translate('This page has moved.'));
  const url = escapeHtml(redirectUrl(to, site.baseUrl, ''));
  const canonical = escapeHtml(isExternal(to) ? to : canonicalUrl(site.url, site.baseUrl, to));
  return [
    `<!doctype html><html lang="${site.locale.htmlLang}"><head><meta charset="utf-8"><title>${moved} | ${escapeHtml(site.title)}</title>`,
    `<noscript><meta http-equiv="refresh" content="0; url=${url}"></noscript><link rel="canonical" href="${canonical}"><meta name="robots" content="noindex"></head>`,
    `<body><p>${moved} <a href="${url}">${escapeHtml(translate('Go to its new address'))}</a></p><script>${REDIRECT_SCRIPT}</script></body></html>\n`,
  ].join('\n');
}
