import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { errorResponse, methodNotAllowed } from '../error-response.ts';
import { crossOrigin } from '../middleware.ts';
import type { SearchEngine, SearchPage } from '@quire/search';
import { markdownPath, normalizePath, withoutBase } from '#model/url.ts';
import type { OpenIndex } from '../open-index.ts';
import type { SiteManifest } from '../site-manifest.ts';
import { createFileStore } from '../file-store.ts';

export interface McpOptions {
  /** Null if the build has no index; the service then responds with an error. */
  documentation: Documentation | null;
  baseUrl: string;
  /** CORS for the origins of the configuration. */
  cors?: MiddlewareHandler;
  /** Middleware that runs before the body is read: rate limits, origin checks. */
  guards: readonly MiddlewareHandler[];
}

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/**
 * Creates `POST /mcp`, which provides the documentation to agents over the Streamable HTTP transport of the Model Context
 * Protocol. It has neither sessions nor streams: the service is stateless, so any server can handle the next request.
 */
export function mcpService({ documentation, baseUrl, cors = crossOrigin(), guards }: McpOptions): Hono {
  const service = new Hono();
  // A POST cannot rely on a redirect, so both forms of the address work.
  for (const path of new Set(['/', baseUrl].flatMap((base) => [`${base}mcp`, `${base}mcp/`]))) {
    service.use(path, cors);
    for (const guard of guards) service.post(path, guard);
    service.post(path, (c) => answer(c, documentation));
    service.all(path, (c) => methodNotAllowed(c, 'POST'));
  }
  return service;
}

async function answer(c: Context, documentation: Documentation | null): Promise<Response> {
  if (documentation === null) {
    return errorResponse(c, 503, 'no_index', 'The tools are not available, because this site was built without a search index.');
  }
  const message = parse(await c.req.text());
  if (message === undefined) return protocolError(c, PARSE_ERROR, 'The body is not JSON.');
  // A batch would count as one request for the rate limits but run many searches.
  if (Array.isArray(message)) return protocolError(c, INVALID_REQUEST, 'Batches are not supported. Send one message per request.');
  // The protocol's library takes a tenth of a second to load, so load it for the first request only.
  const { answerMessage } = await import('./mcp-server.ts');
  return answerMessage(c.req.raw, message, documentation);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Returns a JSON-RPC error for requests that do not reach the protocol's library. */
function protocolError(c: Context, code: number, message: string): Response {
  return c.json({ jsonrpc: '2.0', error: { code, message }, id: null }, 400, { 'Cache-Control': 'no-store' });
}

/** The data that the tools for agents read. All of it is public and read-only. */
export interface Documentation {
  /** Name of the site. */
  title: string;
  engine: SearchEngine;
  pages: readonly SearchPage[];
  /** Returns the Markdown of a page; null if the build has none. */
  readMarkdown: (page: SearchPage) => Promise<string | null>;
  /** Base URL of the site; starts and ends with a slash. */
  baseUrl: string;
}

/** Opens the documentation of a build. Pages are read from the folder of the site. */
export function openDocumentation(
  { engine, pages }: OpenIndex,
  { baseUrl, title = 'this site' }: SiteManifest,
  siteDir: string,
): Documentation {
  const files = createFileStore(siteDir, { maxBytes: 0 });
  return {
    title,
    engine,
    pages,
    baseUrl,
    async readMarkdown({ path }) {
      const file = await files.read(markdownPath(path).slice(1));
      return file && new Response(file.body()).text();
    },
  };
}

/** Finds a page by its path, its address or the address of its Markdown; null if there is none. */
export function findPage(pages: readonly SearchPage[], named: string, baseUrl: string): SearchPage | null {
  // Resolving removes host, query, fragment, and `..`. The rest is compared with pages and never used as a file name.
  const pathname = URL.parse(named.trim(), 'http://site/')?.pathname ?? '';
  const path = decode(withoutBase(baseUrl, pathname) ?? pathname);
  const routes = new Set([normalizePath(path), normalizePath(path.replace(/\.md$/, ''))]);
  return pages.find((page) => routes.has(page.path)) ?? null;
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
