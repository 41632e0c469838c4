import type { Context, Handler } from 'hono';
import { withBase } from '#model/url.ts';
import { errorResponse } from '../error-response.ts';
import { contentTypeOf, isCompressible, looksLikeFile } from '../static/content-type.ts';
import { createFileStore, type FileStore, type StoredFile } from '../static/file-store.ts';
import { acceptedEncodings, matchesEntityTag, prefersMarkdown, type Encoding } from '../static/negotiation.ts';
import { candidatesFor, readRequestPath, type Candidate } from '../static/request-path.ts';

const SUFFIXES: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

// The name of a file below assets/ holds a hash of what is in it, so it may be kept for ever.
const FOR_EVER = 'public, max-age=31536000, immutable';
// Pages and page data name such files. A browser that showed one of an earlier deployment unasked would look for
// scripts that are gone; asking each time costs a 304 and no more.
const ASK_EACH_TIME = 'public, max-age=0, must-revalidate';

interface Variant {
  file: StoredFile;
  contentType: string;
  cacheControl: string;
  encoding: Encoding | null;
  vary: string[];
}

export interface StaticSiteOptions {
  siteDir: string;
  baseUrl: string;
  /** The font that every page needs, below the base URL. */
  font?: string | undefined;
}

/** Answers GET and HEAD from the folder of a built site: pages in all their spellings, assets, and 404.html. */
export function staticSite({ siteDir, baseUrl, font }: StaticSiteOptions): Handler {
  const store = createFileStore(siteDir);
  // Said before the page itself, so that the font is there before the first layout, which would otherwise be done twice.
  const links = font === undefined ? null : `<${withBase(baseUrl, font)}>; rel=preload; as=font; type="font/woff2"; crossorigin`;

  function answer(c: Context, variant: Variant, status: 200 | 404 = 200): Response {
    if (links !== null && variant.contentType.startsWith('text/html')) c.header('Link', links);
    return respond(c, variant, status);
  }

  return async (c) => {
    const { pathname } = new URL(c.req.url);
    const path = readRequestPath(pathname, baseUrl);
    if (path.kind === 'malformed') {
      return errorResponse(c, 400, 'malformed_path', 'The address is not written correctly: check its percent signs.');
    }
    if (path.kind === 'route') {
      for (const candidate of candidatesFor(path.route, path.isFolder)) {
        // The not-found page is no page of its own: under its own name, too, it tells that nothing was found.
        const variant = candidate.file === '404.html' ? null : await chooseVariant(store, candidate, c);
        if (variant) return answer(c, variant);
      }
    }
    const page = looksLikeFile(pathname) ? null : await encodedVariant(store, '404.html', c);
    return page ? answer(c, page, 404) : errorResponse(c, 404, 'not_found', 'Nothing is at this address.');
  };
}

async function chooseVariant(store: FileStore, candidate: Candidate, c: Context): Promise<Variant | null> {
  const { file, markdown } = candidate;
  if (markdown === undefined) return encodedVariant(store, file, c);
  if (prefersMarkdown(c.req.header('Accept'))) {
    const twin = (await store.read(file)) && (await encodedVariant(store, markdown, c));
    if (twin) return { ...twin, vary: ['Accept', ...twin.vary] };
  }
  const page = await encodedVariant(store, file, c);
  return page && { ...page, vary: ['Accept', ...page.vary] };
}

/** A file in the best form that the client takes, or null when there is no such file. */
async function encodedVariant(store: FileStore, file: string, c: Context): Promise<Variant | null> {
  const contentType = contentTypeOf(file);
  const isEncodable = isCompressible(contentType);
  const cacheControl = file.startsWith('assets/') ? FOR_EVER : ASK_EACH_TIME;
  const common = { contentType, cacheControl, vary: isEncodable ? ['Accept-Encoding'] : [] };
  const encodings = isEncodable ? acceptedEncodings(c.req.header('Accept-Encoding')) : [];
  for (const encoding of encodings) {
    const encoded = await store.read(file + SUFFIXES[encoding]);
    if (encoded) return { ...common, file: encoded, encoding };
  }
  const plain = await store.read(file);
  return plain && { ...common, file: plain, encoding: null };
}

function respond(c: Context, variant: Variant, status: 200 | 404): Response {
  const { file, contentType, cacheControl, encoding, vary } = variant;
  const headers: Record<string, string> = { 'Cache-Control': cacheControl };
  if (vary.length > 0) headers['Vary'] = vary.join(', ');
  if (status === 200) {
    headers['ETag'] = file.etag;
    if (matchesEntityTag(c.req.header('If-None-Match'), file.etag)) return c.body(null, 304, headers);
  }
  headers['Content-Type'] = contentType;
  headers['Content-Length'] = String(file.size);
  if (encoding) headers['Content-Encoding'] = encoding;
  // A body that nobody reads would keep its file open.
  return c.req.method === 'HEAD' ? c.body(null, status, headers) : c.body(file.body(), status, headers);
}
