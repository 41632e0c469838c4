import { Hono } from 'hono';
import { expect, test } from 'vitest';

import { documentation } from '../testing/documentation.ts';
import { discoveryService } from './discovery.ts';
import { mcpService } from './mcp.ts';

const MANIFEST = { build: 'b1', baseUrl: '/portal/', scriptHashes: [], url: 'https://docs.example.org', title: 'Sample' };
const app = discoveryService(MANIFEST, () => false);

interface AiCatalog {
  specVersion: string;
  entries: { identifier: string; type: string; url: string }[];
}
interface ServerCard {
  $schema: string;
  name: string;
  version: string;
  title: string;
  description: string;
  remotes: { type: string; url: string; supportedProtocolVersions: string[] }[];
}

async function read<Body>(path: string): Promise<{ type: string | null; body: Body }> {
  const response = await app.request(path, { headers: { Origin: 'https://editor.example' } });
  expect(response.status, path).toBe(200);
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=3600');
  return { type: response.headers.get('Content-Type'), body: (await response.json()) as Body };
}

test('R-603 an agent that knows only the domain finds the endpoint', async () => {
  const catalog = await read<AiCatalog>('/.well-known/ai-catalog.json');
  expect(catalog.type).toBe('application/ai-catalog+json');
  expect(catalog.body.specVersion).toBe('1.0');
  const [entry] = catalog.body.entries;
  expect(entry).toEqual({
    identifier: 'urn:air:docs.example.org:mcp:documentation',
    type: 'application/mcp-server-card+json',
    url: 'https://docs.example.org/portal/mcp/server-card',
  });
  const card = await read<ServerCard>(new URL(entry?.url ?? '').pathname);
  expect(card.type).toBe('application/mcp-server-card+json');
  expect(card.body.remotes).toMatchObject([{ type: 'streamable-http', url: 'https://docs.example.org/portal/mcp' }]);
});

test('the server card keeps to its schema', async () => {
  const { body } = await read<ServerCard>('/mcp/server-card');
  expect(Object.keys(body).toSorted()).toEqual(['$schema', 'description', 'name', 'remotes', 'title', 'version', 'websiteUrl']);
  expect(body.$schema).toBe('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json');
  expect(body.name).toBe('org.example.docs/documentation');
  expect(body.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  const long = discoveryService({ ...MANIFEST, title: 'Long '.repeat(60) }, () => false);
  const { title, description } = (await (await long.request('/mcp/server-card')).json()) as ServerCard;
  expect([title.length, description.length]).toEqual([100, 100]);
});

test('the server card says what the endpoint says once it is connected', async () => {
  expect.hasAssertions();
  const { body } = await read<ServerCard>('/mcp/server-card');
  const endpoint = new Hono().route('/', mcpService({ documentation: documentation('/portal/'), baseUrl: '/portal/', guards: [] }));
  for (const protocolVersion of body.remotes[0]?.supportedProtocolVersions ?? []) {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const response = await endpoint.request('/portal/mcp', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    });
    const { result } = (await response.json()) as {
      result: { protocolVersion: string; serverInfo: { name: string; version: string; title: string } };
    };
    expect(result.protocolVersion).toBe(protocolVersion);
    expect(body.name.split('/')[1]).toBe(result.serverInfo.name);
    expect(body.version).toBe(result.serverInfo.version);
    expect(body.title).toBe(result.serverInfo.title);
  }
});

test('the API catalog is a set of links to the endpoint, its card and its documentation', async () => {
  const { type, body } = await read('/.well-known/api-catalog');
  expect(type).toBe('application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"');
  expect(body).toEqual({
    linkset: [
      {
        anchor: 'https://docs.example.org/portal/mcp',
        'service-doc': [{ href: 'https://docs.example.org/portal/llms.txt', type: 'text/plain', title: 'Pages of Sample' }],
        'service-meta': [{ href: 'https://docs.example.org/portal/mcp/server-card', type: 'application/mcp-server-card+json' }],
      },
    ],
  });
  expect((await app.request('/.well-known/api-catalog', { method: 'HEAD' })).status).toBe(200);
});

test('other methods are refused, and a file of the site is left to the site', async () => {
  const refused = await app.request('/.well-known/api-catalog', { method: 'POST' });
  expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  const own = discoveryService(MANIFEST, (route) => route === '/.well-known/ai-catalog.json');
  expect((await own.request('/.well-known/ai-catalog.json')).status).toBe(404);
  expect((await own.request('/.well-known/api-catalog')).status).toBe(200);
  const { url: _, ...unknown } = MANIFEST;
  expect((await discoveryService(unknown, () => false).request('/.well-known/ai-catalog.json')).status).toBe(404);
});
