/** The MCP endpoint, through which agents read the documentation, and the documents from which they learn its address. */
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { errorResponse, methodNotAllowed } from '../error-response.ts';
import { bodyLimit, crossOrigin } from '../middleware.ts';
import type { SearchEngine } from '@quire/search';
import { markdownPath, normalizePath, withoutBase, withBase } from '#model/url.ts';
import type { OpenIndex } from './search.ts';
import type { SiteManifest } from '../site-manifest.ts';
import { createFileStore } from '../file-store.ts';
import { cors } from 'hono/cors';

export interface McpOptions {
  /** Null if the build has no index; the service then responds with an error. */
  documentation: Documentation | null;
  baseUrl: string;
  /** CORS for the origins of the configuration. */
  cors?: MiddlewareHandler;
  /** Middleware that runs before the body is read: rate limits, origin checks. */
  guards: readonly MiddlewareHandler[];
}

/** Enough for the longest query and path. */
const MAX_MESSAGE_BYTES = 8192;
/** Maximum number of values in a message, because the library describes each wrong one several times. */
const MAX_VALUES = 500;
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
    service.post(path, bodyLimit(MAX_MESSAGE_BYTES), (c) => answer(c, documentation));
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
  if (message === TOO_MANY) return protocolError(c, INVALID_REQUEST, `The message contains more than ${MAX_VALUES} values.`);
  // A batch would count as one request for the rate limits but run many searches.
  if (Array.isArray(message)) return protocolError(c, INVALID_REQUEST, 'Batches are not supported. Send one message per request.');
  // The protocol's library takes a tenth of a second to load, so load it for the first request only.
  const { answerMessage } = await import('./mcp-server.ts');
  return answerMessage(c.req.raw, message, documentation);
}

const TOO_MANY = Symbol('too many values');

/** Parses a message. Returns `undefined` if it is not JSON, and `TOO_MANY` if it contains too many values. */
function parse(body: string): unknown {
  let values = 0;
  try {
    const message: unknown = JSON.parse(body, (_, value: unknown) => {
      values++;
      return value;
    });
    return values > MAX_VALUES ? TOO_MANY : message;
  } catch {
    return undefined;
  }
}

/** Returns a JSON-RPC error for requests that do not reach the protocol's library. */
function protocolError(c: Context, code: number, message: string): Response {
  return c.json({ jsonrpc: '2.0', error: { code, message }, id: null }, 400, { 'Cache-Control': 'no-store' });
}

/** A page that agents can read. */
export interface ReadablePage {
  /** Route without base URL. */
  path: string;
  title: string;
  /** Name of the group that the page belongs to; absent on front pages. */
  group?: string;
}

/** The data that the tools for agents read. All of it is public and read-only. */
export interface Documentation {
  /** Name of the site. */
  title: string;
  engine: SearchEngine;
  pages: readonly ReadablePage[];
  /** Returns the Markdown of a page; null if the build has none. */
  readMarkdown: (page: ReadablePage) => Promise<string | null>;
  /** Base URL of the site; starts and ends with a slash. */
  baseUrl: string;
}

/** Opens the documentation of a build. Pages are read from the folder of the site. */
export function openDocumentation(
  { engine, pages }: OpenIndex,
  { baseUrl, title = 'this site', frontPages = [] }: SiteManifest,
  siteDir: string,
): Documentation {
  const files = createFileStore(siteDir, { maxBytes: 0 });
  return {
    title,
    engine,
    pages: [...frontPages, ...pages],
    baseUrl,
    async readMarkdown({ path }) {
      const file = await files.read(markdownPath(path).slice(1));
      return file && new Response(file.body()).text();
    },
  };
}

/** Finds a page by its path, its address or the address of its Markdown; null if there is none. */
export function findPage(pages: readonly ReadablePage[], named: string, baseUrl: string): ReadablePage | null {
  // Resolving removes host, query, fragment, and `..`. The rest is compared with pages and never used as a file name.
  const pathname = URL.parse(named.trim(), 'http://site/')?.pathname ?? '';
  const path = decode(withoutBase(baseUrl, pathname) ?? pathname);
  const routes = new Set([path, path.replace(/\.md$/, '').replace(/^\/index$/, '/')].map(normalizePath));
  return pages.find((page) => routes.has(page.path)) ?? null;
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

// Well-known documents from which agents that know only the site's domain learn the address of the MCP endpoint.

const CACHE = 'public, max-age=3600';
const CARD_TYPE = 'application/mcp-server-card+json';
const LONGEST_TEXT = 100;

/**
 * Creates the service that publishes three documents:
 *
 * - `/.well-known/api-catalog`: the site's services as a set of links (RFC 9727 and RFC 9264)
 * - `/.well-known/ai-catalog.json`: the same for agents (AI Catalog 1.0), which names the server card
 * - `/mcp/server-card`: how to connect (SEP-2127 of the Model Context Protocol)
 *
 * A static host does not publish them, because it has no endpoint to announce.
 * @param isPublished whether the site has a file of its own at a route, which is served instead
 */
export function discoveryService({ baseUrl, url, title = 'this site' }: SiteManifest, isPublished: (route: string) => boolean): Hono {
  const service = new Hono();
  if (url === undefined) return service;
  const { hostname } = new URL(url);
  const addressOf = (route: string): string => url + withBase(baseUrl, route);
  const endpoint = addressOf('/mcp');
  const card = `${endpoint}/server-card`;
  const documentation = { href: addressOf('/llms.txt'), type: 'text/plain', title: `Pages of ${title}` };

  async function serverCard(): Promise<object> {
    // The protocol's library takes a tenth of a second to load, so load it with the first request.
    const { PROTOCOL_VERSIONS, SERVER } = await import('./mcp-server.ts');
    return {
      $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
      name: `${hostname.split('.').toReversed().join('.')}/${SERVER.name}`,
      version: SERVER.version,
      title: `${title} documentation`.slice(0, LONGEST_TEXT),
      description: `Searches and reads the documentation of ${title}.`.slice(0, LONGEST_TEXT),
      websiteUrl: addressOf('/'),
      remotes: [{ type: 'streamable-http', url: endpoint, supportedProtocolVersions: PROTOCOL_VERSIONS }],
    };
  }
  const aiCatalog = {
    specVersion: '1.0',
    host: { displayName: title, identifier: hostname, documentationUrl: addressOf('/') },
    entries: [{ identifier: `urn:air:${hostname}:mcp:documentation`, type: CARD_TYPE, url: card }],
  };
  const apiCatalog = {
    linkset: [{ anchor: endpoint, 'service-doc': [documentation], 'service-meta': [{ href: card, type: CARD_TYPE }] }],
  };

  function publish(path: string, type: string, document: () => object | Promise<object>): void {
    if (isPublished(path)) return;
    service.use(path, cors({ origin: '*', allowMethods: ['GET', 'HEAD'] }));
    service.get(path, async (c: Context) =>
      c.body(JSON.stringify(await document()), 200, { 'Content-Type': type, 'Cache-Control': CACHE }),
    );
    service.all(path, (c) => methodNotAllowed(c, 'GET, HEAD'));
  }
  const profile = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
  // Well-known addresses belong to the domain, regardless of the path under which the site is published (RFC 8615).
  publish('/.well-known/api-catalog', profile, () => apiCatalog);
  publish('/.well-known/ai-catalog.json', 'application/ai-catalog+json', () => aiCatalog);
  for (const base of new Set(['/', baseUrl])) publish(`${base}mcp/server-card`, CARD_TYPE, serverCard);
  return service;
}
