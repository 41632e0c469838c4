import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Hono } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';
import { listen, type RunningServer } from '../main.ts';
import { sameOrigin } from '../middleware.ts';
import { documentation, LINE, LONG_PAGE } from '../testing/documentation.ts';
import { discoveryService, findPage, mcpService } from './mcp.ts';

const service = mcpService({ documentation: documentation('/portal/'), baseUrl: '/portal/', guards: [sameOrigin(undefined)] });

let server: RunningServer | undefined;
let client: Client | undefined;
afterEach(async () => {
  await client?.close();
  await server?.close();
  client = undefined;
});

/** The protocol's own client, connected over loopback. */
async function connectClient(): Promise<Client> {
  server = await listen(new Hono().route('/', service), { port: 0, host: '127.0.0.1', onStopping: () => undefined });
  client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`));
  // The types of the library do not compile with exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return client;
}

async function call(name: string, args: Record<string, unknown>): Promise<{ text: string; isError: boolean }> {
  client ??= await connectClient();
  const result = await client.callTool({ name, arguments: args });
  const [first] = result.content as { type: string; text: string }[];
  return { text: first?.text ?? '', isError: result.isError === true };
}

describe('R-603 other agents search and read the documentation', () => {
  test('the tools are listed as read-only', async () => {
    const { tools } = await (await connectClient()).listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search_docs', 'get_page', 'list_pages']);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    expect(tools[0]?.inputSchema.required).toEqual(['query']);
    expect(client?.getInstructions()).toContain('documentation of Sample');
  });

  test('search returns pages with their sections, and a found page can be read', async () => {
    const { text } = await call('search_docs', { query: 'lineage', limit: 2 });
    expect(text).toMatch(/^1\. Topic \d+\n {3}path: \/docs\/topic-\d+\n/);
    expect(text).toMatch(/\d+ more pages match/);
    const path = /path: (\S+)/.exec(text)?.[1] ?? '';
    expect((await call('get_page', { path })).isError).toBe(false);
    expect((await call('search_docs', { query: 'zzzzqqqq' })).text).toContain('Nothing was found');
  });

  test('a page is found by path, URL, and Markdown address', async () => {
    const named = ['/docs/quickstart', 'docs/quickstart', '/docs/quickstart.md', '/portal/docs/quickstart/', '/docs/quickstart.html'];
    for (const path of [...named, 'https://docs.example.org/portal/docs/quickstart?x=1#y']) {
      expect(await call('get_page', { path }), path).toEqual({ text: expect.stringMatching(/^# /), isError: false });
    }
  });

  test('the home page is found by path, URL, and Markdown address', async () => {
    for (const path of ['/', '/index.md', '/portal/', '/portal/index.md', 'https://docs.example.org/portal'])
      expect(await call('get_page', { path }), path).toEqual({ text: '# Home\n', isError: false });
  });

  test('a page with the name index is not its folder', () => {
    const pages = ['/docs', '/docs/index'].map((path) => ({ path, title: path }));
    expect(findPage(pages, '/docs/index.md', '/')?.path).toBe('/docs/index');
    expect(findPage(pages, '/docs.md', '/')?.path).toBe('/docs');
  });

  test('a long page is returned in parts that end at a line and explain how to continue', async () => {
    let read = '';
    for (let offset = 0; offset < LONG_PAGE.length;) {
      const { text } = await call('get_page', { path: '/docs/topic-1', offset });
      const note = /\n\n\[Characters (\d+) to (\d+) of 45000\. Call get_page with offset \2 to continue\.\]$/.exec(text);
      const part = note ? text.slice(0, note.index) : text;
      expect(part.length % LINE).toBe(0);
      read += part;
      offset += part.length;
    }
    expect(read).toBe(LONG_PAGE);
  });

  test('pages are listed a hundred at a time, for one part or all', async () => {
    const first = await call('list_pages', { group: 'guides' });
    expect(first.text.split('\n')).toHaveLength(101);
    expect(first.text).toMatch(/\[100 of \d+ pages\. Call list_pages with offset 100 to continue\.\]$/);
    const second = await call('list_pages', { group: 'guides', offset: 100 });
    expect(second.text).not.toContain('Call list_pages');
    expect(second.text).toContain('- /docs/topic-');
  });
});

describe('mistakes are reported with an explanation', () => {
  test.each([
    ['search_docs', {}, 'text of 1 to 300 characters'],
    ['search_docs', { query: ' ' }, 'text of 1 to 300 characters'],
    ['search_docs', { query: 'x'.repeat(301) }, 'text of 1 to 300 characters'],
    ['search_docs', { query: 'x', limit: 500 }, 'a whole number from 1 to 20'],
    ['get_page', { path: '/docs/quickstrat' }, 'There is no page /docs/quickstrat. Similar pages: /docs/quickstart'],
    ['get_page', { path: '../../../etc/passwd' }, 'There is no page'],
    ['get_page', { path: '/docs/%2e%2e/%2e%2e/manifest.json' }, 'There is no page'],
    ['get_page', { path: 'file:///etc/passwd' }, 'There is no page'],
    ['get_page', { path: '/docs/topic-1', offset: 45_000 }, 'there is nothing at offset 45000'],
    ['get_page', { path: '/docs/topic-1', offset: -1 }, 'a whole number from 0'],
    ['list_pages', { group: 'secrets' }, 'one of guides, sources'],
    ['list_pages', { offset: 9999 }, 'there is nothing at offset 9999'],
    ['delete_everything', {}, 'delete_everything not found'],
  ])('%s %j', async (name, args, words) => {
    const { text, isError } = await call(name, args);
    expect(isError).toBe(true);
    expect(text).toContain(words);
  });
});

describe('over HTTP', () => {
  const post = async (body: string, headers: Record<string, string> = {}): Promise<Response> =>
    service.request('/portal/mcp', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
    });
  const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

  test('a message is answered as JSON without a session, also below the base URL', async () => {
    const response = await post(list);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(response.headers.get('Mcp-Session-Id')).toBeNull();
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ id: 1, result: { tools: [{}, {}, {}] } });
  });

  test.each(['/mcp', '/mcp/', '/portal/mcp/'])('R-603 the endpoint is also at %s, with the same limits', async (path) => {
    const post = (headers: Record<string, string> = {}) =>
      service.request(path, {
        method: 'POST',
        body: list,
        headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
      });
    expect((await post()).status).toBe(200);
    expect((await post({ Origin: 'https://elsewhere.example' })).status).toBe(403);
  });

  test.each(['GET', 'DELETE', 'PUT'])('%s returns 405', async (method) => {
    const response = await service.request('/mcp', { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('POST');
  });

  test.each<[string, string, Record<string, string>, number, string]>([
    ['invalid JSON', '{', {}, 400, 'The body is not JSON.'],
    ['a batch', `[${list}]`, {}, 400, 'Batches are not supported. Send one message per request.'],
    ['a message that is not JSON-RPC', '{"x":1}', {}, 400, 'Invalid JSON-RPC message'],
    ['another content type', list, { 'Content-Type': 'text/plain' }, 415, 'Content-Type must be application/json'],
    ['a client that does not accept JSON', list, { Accept: 'text/html' }, 406, 'Client must accept'],
    ['a page of another site', list, { Origin: 'https://elsewhere.example' }, 403, 'the pages of its own site'],
  ])('%s', async (_, body, headers, status, words) => {
    const response = await post(body, headers);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(words);
  });

  test('a site without an index reports that', async () => {
    const without = mcpService({ documentation: null, baseUrl: '/', guards: [] });
    expect((await without.request('/mcp', { method: 'POST', body: list })).status).toBe(503);
  });
});

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

test('the server card is valid against its schema', async () => {
  const { body } = await read<ServerCard>('/mcp/server-card');
  expect(Object.keys(body).toSorted()).toEqual(['$schema', 'description', 'name', 'remotes', 'title', 'version', 'websiteUrl']);
  expect(body.$schema).toBe('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json');
  expect(body.name).toBe('org.example.docs/documentation');
  expect(body.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  const long = discoveryService({ ...MANIFEST, title: 'Long '.repeat(60) }, () => false);
  const { title, description } = (await (await long.request('/mcp/server-card')).json()) as ServerCard;
  expect([title.length, description.length]).toEqual([100, 100]);
});

test('the server card agrees with the endpoint', async () => {
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

test('an error does not describe each wrong value of a long list, and a longer message is refused', async () => {
  const endpoint = new Hono().route('/', mcpService({ documentation: documentation('/'), baseUrl: '/', guards: [] }));
  const initialize = (icons: number): Promise<Response> => {
    const clientInfo = { name: 'test', version: '1', icons: Array.from({ length: icons }, () => 1) };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    return Promise.resolve(
      endpoint.request('/mcp', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
      }),
    );
  };
  const wrong = await initialize(400);
  const text = await wrong.text();
  expect(text.length).toBeLessThan(2000);
  expect(JSON.parse(text)).toMatchObject({ id: 1, error: { code: expect.any(Number) as number } });
  const long = await initialize(600);
  expect(long.status).toBe(400);
  expect(await long.json()).toMatchObject({ error: { message: 'The message contains more than 500 values.' } });
  expect((await initialize(4100)).status).toBe(413);
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

test('other methods are rejected, and files of the site take precedence', async () => {
  const refused = await app.request('/.well-known/api-catalog', { method: 'POST' });
  expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  const own = discoveryService(MANIFEST, (route) => route === '/.well-known/ai-catalog.json');
  expect((await own.request('/.well-known/ai-catalog.json')).status).toBe(404);
  expect((await own.request('/.well-known/api-catalog')).status).toBe(200);
  const { url: _, ...unknown } = MANIFEST;
  expect((await discoveryService(unknown, () => false).request('/.well-known/ai-catalog.json')).status).toBe(404);
});
