import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { serverSchema } from '#config/schema.ts';
import { localName, sameOrigin, securityHeaders } from './middleware.ts';

describe('security headers', () => {
  const headersWith = async (options: Partial<Parameters<typeof securityHeaders>[0]>): Promise<Headers> => {
    const app = new Hono().use(securityHeaders({ scriptHashes: [], isHttpsSite: true, ...options }));
    return (await app.request('/', { headers: { 'X-Forwarded-Proto': 'https' } })).headers;
  };

  test('HSTS and the resource policy can be configured', async () => {
    const set = serverSchema.parse({ strictTransportSecurity: 'max-age=60; includeSubDomains', crossOriginResourcePolicy: 'cross-origin' });
    const headers = await headersWith({ settings: set });
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=60; includeSubDomains');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    const none = await headersWith({ settings: serverSchema.parse({ strictTransportSecurity: null, crossOriginResourcePolicy: null }) });
    expect(none.get('Strict-Transport-Security')).toBeNull();
    expect(none.get('Cross-Origin-Resource-Policy')).toBeNull();
    expect((await headersWith({})).get('Cross-Origin-Resource-Policy')).toBe('same-origin');
  });

  test('R-220 the policy allows configured stylesheets and nothing else', async () => {
    const policy = (await headersWith({ styleOrigins: ['https://fonts.example'] })).get('Content-Security-Policy') ?? '';
    expect(policy).toContain("style-src 'self' https://fonts.example;");
    expect(policy).toContain("script-src 'self';");
  });

  test.each(['max-age=soon', 'includeSubDomains', 'max-age=1\r\nX: y'])('the HSTS value %j is rejected', (value) => {
    expect(serverSchema.safeParse({ strictTransportSecurity: value }).success).toBe(false);
  });
});

describe('requests from other sites', () => {
  const status = async (origin: string | null, allowed: readonly string[] = [], host = 'localhost:3000'): Promise<number> => {
    const app = new Hono().use(sameOrigin('https://docs.example', [...allowed])).post('/', (c) => c.text(''));
    const headers = { Host: host, ...(origin !== null && { Origin: origin }) };
    return (await app.request('/', { method: 'POST', headers })).status;
  };

  test.each([
    [null, [], 200],
    ['https://docs.example', [], 200],
    ['http://localhost:3000', [], 200],
    ['https://other.example', [], 403],
    ['null', [], 403],
    ['https://other.example', ['https://other.example'], 200],
    ['https://third.example', ['https://other.example'], 403],
    ['https://third.example', ['*'], 200],
  ])('Origin %s with the allowed origins %j returns %d', async (origin, allowed, expected) =>
    expect(await status(origin, allowed)).toBe(expected),
  );

  test('Origin null does not match an empty Host', async () => expect(await status('null', [], '')).toBe(403));
});

test.each([
  ['localhost', 'localhost:3000', 200],
  ['localhost', '127.0.0.1:3000', 200],
  ['127.0.0.1', '[::1]:3000', 200],
  ['localhost', 'docs.localhost:3000', 200],
  ['localhost', 'rebound.example:3000', 403],
  ['::1', 'localhost.example', 403],
  ['0.0.0.0', 'laptop.example:3000', 200],
])('a server that listens on %s responds at %s with %d', async (host, name, status) => {
  const app = new Hono().use(localName(host)).get('/', (c) => c.text(''));
  const response = await app.request(`http://${name}/`);
  expect(response.status).toBe(status);
  if (status === 403) expect(await response.text()).toContain('start it with --host');
});
