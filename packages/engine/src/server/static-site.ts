/** Serves the folder of a built site: pages, assets, redirects, and not-found pages, with content negotiation and caching headers. */
import type { Context, Handler } from 'hono';
import { lookup } from 'mrmime';
import { markdownPath, normalizePath, redirectStatus, redirectUrl, withBase, withoutBase, withoutTrailingSlashes } from '#model/url.ts';
import { acceptedEncodings, type Encoding, matchesEntityTag, prefersHtml, prefersMarkdown } from './content-negotiation.ts';
import { errorResponse } from './error-response.ts';
import { createFileStore, type ByteRange, type FileStore, type StoredFile } from './file-store.ts';

const SUFFIXES: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

// The name of a file in assets/ contains a hash of its content, so it can be cached forever.
const IMMUTABLE = 'public, max-age=31536000, immutable';
// Pages and page data refer to such files. A browser that used a page of an earlier deployment without revalidation would request
// scripts that no longer exist; revalidating costs only a 304.
const REVALIDATE = 'public, max-age=0, must-revalidate';
// Without a limit, caches may keep a permanent redirect forever, but a route may come back.
const REDIRECT_CACHE = 'public, max-age=3600';

interface Variant {
  file: StoredFile;
  contentType: string;
  cacheControl: string;
  encoding: Encoding | null;
  vary: string[];
}

type Status = 200 | 400 | 404;

export interface StaticSiteOptions {
  siteDir: string;
  /** Returns the folders of earlier builds, latest first. Visitors who still have one of their pages open need its assets. */
  earlierSites?: (() => readonly string[]) | undefined;
  baseUrl: string;
  /** Path of the font that every page needs, without base URL. */
  font?: string | undefined;
  /** Redirects from routes to other routes or full URLs. */
  redirects?: Readonly<Record<string, string>> | undefined;
  /** Those of `redirects` that are temporary, by route. */
  temporaryRedirects?: readonly string[] | undefined;
  /** Routes of the languages that have a not-found page of their own. */
  languages?: readonly string[] | undefined;
  /** Whether the address is one of services, which respond if the site has no page there. */
  isService?: (c: Context) => boolean;
}

/** Creates the handler of GET and HEAD requests for the folder of a built site. */
export function staticSite({
  siteDir,
  earlierSites,
  baseUrl,
  font,
  redirects = {},
  temporaryRedirects,
  languages = [],
  isService = () => false,
}: StaticSiteOptions): Handler {
  const store = withEarlierAssets(createFileStore(siteDir), earlierSites);
  const targets = new Map(Object.entries(redirects));
  const notFoundPages = new Set(['', ...languages].map(notFoundPage));
  // Preload the font with a header, so that it arrives before the first layout, which would otherwise run twice.
  const links = font === undefined ? null : `<${withBase(baseUrl, font)}>; rel=preload; as=font; type="font/woff2"; crossorigin`;

  function answer(c: Context, variant: Variant, status: Status = 200): Response {
    if (links !== null && variant.contentType.startsWith('text/html')) c.header('Link', links);
    return respond(c, variant, status);
  }

  return async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const path = parseRequestPath(pathname, baseUrl);
    if (path.kind === 'malformed') {
      const page = prefersHtml(c.req.header('Accept')) ? await encodedVariant(store, notFoundPage(''), c) : null;
      if (page) return answer(c, { ...page, vary: ['Accept', ...page.vary] }, 400);
      return errorResponse(c, 400, 'malformed_path', 'The address contains an invalid percent-encoding or a control character.');
    }
    if (path.kind === 'route') {
      const page = normalizePath(path.route);
      const target = targets.get(page);
      if (target !== undefined) return redirect(c, redirectUrl(target, baseUrl, search), redirectStatus(page, temporaryRedirects));
      for (const candidate of candidatesFor(path.route, path.isFolder)) {
        // A request for the not-found page itself also gets the status 404.
        const variant = notFoundPages.has(candidate.file) ? null : await chooseVariant(store, candidate, c);
        if (variant) return answer(c, variant);
      }
    }
    if (isService(c)) return next();
    // A missing picture or script does not need a page, but a reader who opens its address does.
    const isFile = looksLikeFile(pathname);
    const language = path.kind === 'route' ? languages.find((start) => `${path.route}/`.startsWith(`${start}/`)) : '';
    const page = isFile && !prefersHtml(c.req.header('Accept')) ? null : await encodedVariant(store, notFoundPage(language), c);
    if (page === null) return errorResponse(c, 404, 'not_found', 'Nothing is at this address.');
    return answer(c, isFile ? { ...page, vary: ['Accept', ...page.vary] } : page, 404);
  };
}

/** @param language route of the language; '' for the default one */
const notFoundPage = (language = ''): string => `${language}/404.html`.slice(1);

function redirect(c: Context, location: string, status: 301 | 302): Response {
  return c.body(null, status, { Location: location, 'Cache-Control': status === 301 ? REDIRECT_CACHE : REVALIDATE });
}

const EARLIER_CACHE = { maxBytes: 4 * 1024 * 1024 };

/** Adds the assets of earlier builds to a store. This is safe, because their names contain a hash of the content. */
function withEarlierAssets(store: FileStore, earlierSites: StaticSiteOptions['earlierSites'] = () => []): FileStore {
  const stores = new Map<string, FileStore>();
  return {
    async read(relative) {
      const found = await store.read(relative);
      if (found !== null || !relative.startsWith('assets/')) return found;
      for (const folder of earlierSites()) {
        const earlier = stores.get(folder) ?? createFileStore(folder, EARLIER_CACHE);
        stores.set(folder, earlier);
        const asset = await earlier.read(relative);
        if (asset !== null) return asset;
      }
      return null;
    },
  };
}

async function chooseVariant(store: FileStore, candidate: Candidate, c: Context): Promise<Variant | null> {
  const { file, markdown } = candidate;
  if (markdown === undefined) return encodedVariant(store, file, c);
  if (prefersMarkdown(c.req.header('Accept'))) {
    const variant = (await store.read(file)) && (await encodedVariant(store, markdown, c));
    if (variant) return { ...variant, vary: ['Accept', ...variant.vary] };
  }
  const page = await encodedVariant(store, file, c);
  return page && { ...page, vary: ['Accept', ...page.vary] };
}

/** Returns a file in the best encoding that the client accepts, or null if the file does not exist. */
async function encodedVariant(store: FileStore, file: string, c: Context): Promise<Variant | null> {
  const contentType = contentTypeOf(file);
  const isEncodable = isCompressible(contentType);
  const cacheControl = file.startsWith('assets/') ? IMMUTABLE : REVALIDATE;
  const common = { contentType, cacheControl, vary: isEncodable ? ['Accept-Encoding'] : [] };
  const encodings = isEncodable ? acceptedEncodings(c.req.header('Accept-Encoding')) : [];
  for (const encoding of encodings) {
    const encoded = await store.read(file + SUFFIXES[encoding]);
    if (encoded) return { ...common, file: encoded, encoding };
  }
  const plain = await store.read(file);
  return plain && { ...common, file: plain, encoding: null };
}

function respond(c: Context, variant: Variant, status: Status): Response {
  const { file, contentType, cacheControl, encoding, vary } = variant;
  const headers: Record<string, string> = { 'Cache-Control': cacheControl };
  if (vary.length > 0) headers['Vary'] = vary.join(', ');
  if (status === 200) {
    headers['ETag'] = file.etag;
    headers['Last-Modified'] = file.modified.toUTCString();
    headers['Accept-Ranges'] = 'bytes';
    if (isUnchanged(c, file)) return c.body(null, 304, headers);
  }
  headers['Content-Type'] = contentType;
  if (encoding) headers['Content-Encoding'] = encoding;
  const range = status === 200 && c.req.method === 'GET' ? requestedRange(c, file) : null;
  if (range === 'outside') {
    return c.body(null, 416, { 'Cache-Control': 'no-store', 'Content-Range': `bytes */${file.size}` });
  }
  headers['Content-Length'] = String(range === null ? file.size : range.end - range.start + 1);
  if (range !== null) {
    headers['Content-Range'] = `bytes ${range.start}-${range.end}/${file.size}`;
    return c.body(file.body(range), 206, headers);
  }
  // An unread body would keep its file open.
  return c.req.method === 'HEAD' ? c.body(null, status, headers) : c.body(file.body(), status, headers);
}

/** Whether the client's copy is current, by the preconditions of RFC 9110, 13.2.2: entity tags take precedence over dates. */
function isUnchanged(c: Context, { etag, modified }: StoredFile): boolean {
  const tags = c.req.header('If-None-Match');
  if (tags !== undefined) return matchesEntityTag(tags, etag);
  return wholeSeconds(modified) <= parseDate(c.req.header('If-Modified-Since') ?? '');
}

/** Parses a date of HTTP, which ends with GMT; NaN for other texts, such as a year. */
const parseDate = (text: string): number => (text.endsWith(' GMT') ? Date.parse(text) : Number.NaN);

const wholeSeconds = (date: Date): number => Math.floor(date.getTime() / 1000) * 1000;

/** Returns the requested range; null for the whole file, which is also sent for several ranges and if the file has changed. */
function requestedRange(c: Context, { size, etag, modified }: StoredFile): ByteRange | 'outside' | null {
  const range = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(c.req.header('Range')?.trim() ?? '');
  if (range === null) return null;
  const condition = c.req.header('If-Range');
  if (condition !== undefined && condition !== etag && parseDate(condition) !== wholeSeconds(modified)) return null;
  const [, first = '', last = ''] = range;
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  return start < size && start <= end ? { start, end } : 'outside';
}

// Rules that map the path of a request to candidate files.

export type RequestPath =
  /** `route` as in `#model/page.ts`, decoded; `isFolder` if it had a trailing slash. */
  | { kind: 'route'; route: string; isFolder: boolean }
  /** Not a valid path. */
  | { kind: 'malformed' }
  /** A valid path that cannot be part of the site. */
  | { kind: 'outside' };

const SEPARATORS = /[\\/]/;
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;

/**
 * Parses the path of a URL. It is decoded exactly once, segment by segment, so that an encoded slash, backslash, or dot in a
 * name never changes the path. Hidden files are outside, except for `/.well-known/`.
 */
export function parseRequestPath(pathname: string, baseUrl: string): RequestPath {
  const below = withoutBase(baseUrl, pathname);
  if (below === null) return { kind: 'outside' };
  const bare = withoutTrailingSlashes(below);
  const segments: string[] = [];
  for (const encoded of bare.split('/').slice(1)) {
    const segment = decodeOnce(encoded);
    if (segment === null || CONTROL_CHARACTERS.test(segment)) return { kind: 'malformed' };
    if (!isVisibleName(segment)) return { kind: 'outside' };
    segments.push(segment);
  }
  return { kind: 'route', route: `/${segments.join('/')}`, isFolder: bare !== below };
}

function decodeOnce(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

function isVisibleName(segment: string): boolean {
  if (segment === '' || SEPARATORS.test(segment)) return false;
  return !segment.startsWith('.') || segment === '.well-known';
}

/** A file that may be the response to a request, relative to the folder of the site. */
export interface Candidate {
  file: string;
  /** If the file is a page: the same page as Markdown, relative to the folder of the site. */
  markdown?: string;
}

/**
 * Returns the candidate files for a route, most likely first. `/x`, `/x/`, `/x.html`, and `/x/index.html` are the same page
 * and return it without a redirect; the page contains its canonical address.
 */
export function candidatesFor(route: string, isFolder: boolean): Candidate[] {
  const page = normalizePath(route);
  const markdown = markdownPath(page).slice(1);
  const pages: Candidate[] = [{ file: `${page}/index.html`.slice(1), markdown }];
  if (page !== '/') pages.push({ file: `${page}.html`.slice(1), markdown });
  else pages[0] = { file: 'index.html', markdown };
  // The name of a page may also contain a dot (`/docs/releases/v0.10.5`), so the page is the next candidate.
  const isFile = !isFolder && page === route && /\.[^]/.test(route.slice(route.lastIndexOf('/') + 1));
  return isFile ? [{ file: route.slice(1) }, ...pages] : pages;
}

/** Extensions for which the library returns a different type or none. */
const OWN_TYPES: Record<string, string> = {
  md: 'text/markdown',
  ico: 'image/x-icon',
};

const TEXT_LIKE = /^(text\/|application\/(json|javascript|xml|manifest\+json|ld\+json|rss\+xml|atom\+xml)|image\/svg\+xml)/;
const COMPRESSIBLE = /^(application\/wasm|application\/octet-stream|image\/x-icon)/;

/** Returns the content type of a file by its name, with the character set if the file is text. */
export function contentTypeOf(file: string): string {
  const extension = extensionOf(file);
  const type = OWN_TYPES[extension] ?? lookup(extension) ?? 'application/octet-stream';
  return TEXT_LIKE.test(type) ? `${type}; charset=utf-8` : type;
}

/** Whether the build may have written compressed forms of a file of this type. */
function isCompressible(contentType: string): boolean {
  return TEXT_LIKE.test(contentType) || COMPRESSIBLE.test(contentType);
}

/** Whether a path has the extension of a known type other than a page, so that the client could not use HTML. */
export function looksLikeFile(path: string): boolean {
  const extension = extensionOf(path);
  return extension !== 'html' && (Object.hasOwn(OWN_TYPES, extension) || lookup(extension) !== undefined);
}

function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}
