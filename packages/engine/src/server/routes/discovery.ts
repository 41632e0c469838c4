/** Well-known documents from which agents that know only the site's domain learn the address of the MCP endpoint. */
import { Hono, type Context } from 'hono';
import { cors } from 'hono/cors';
import { withBase } from '#model/url.ts';
import { methodNotAllowed } from '../error-response.ts';
import type { SiteManifest } from '../site-manifest.ts';

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
  // Well-known addresses belong to the domain, whatever path the site is published under (RFC 8615).
  publish('/.well-known/api-catalog', profile, () => apiCatalog);
  publish('/.well-known/ai-catalog.json', 'application/ai-catalog+json', () => aiCatalog);
  for (const base of new Set(['/', baseUrl])) publish(`${base}mcp/server-card`, CARD_TYPE, serverCard);
  return service;
}
