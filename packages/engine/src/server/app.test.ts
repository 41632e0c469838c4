import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Hono } from 'hono';
import type { AppDependencies } from './app.ts';
import { createApp } from './app.ts';
import { errorResponse } from './error-response.ts';
import type { AccessLogEntry, LogEntry } from './log.ts';
import { writeTestBuild, type TestBuild } from './testing/test-build.ts';

let build: TestBuild;
let logged: LogEntry[] = [];

beforeAll(async () => {
  build = await writeTestBuild();
});
afterAll(() => build.remove());

function appWith(changes: Partial<AppDependencies> = {}): Hono {
  logged = [];
  return createApp({
    siteDir: build.siteDir,
    manifest: build.manifest,
    log: (entry) => logged.push(entry),
    health: () => ({ status: 'ok', build: 'b1', uptimeSeconds: 7 }),
    now: () => Date.UTC(2026, 10, 20),
    ...changes,
  });
}

async function errorOf(response: Response): Promise<{ code: string; message: string }> {
  expect(response.headers.get('Content-Type')).toContain('application/json');
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return error;
}

describe('health', () => {
  test('returns the build id and the uptime', async () => {
    const response = await appWith().request('/healthz');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ok', build: 'b1', uptimeSeconds: 7 });
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  test('returns 503 while the server stops', async () => {
    const response = await appWith({ health: () => ({ status: 'stopping', build: 'b1', uptimeSeconds: 7 }) }).request('/healthz');
    expect(response.status).toBe(503);
  });

  test('rejects other methods', async () => {
    const response = await appWith().request('/healthz', { method: 'POST' });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('GET, HEAD');
  });
});

describe('errors', () => {
  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'BREW'])('%s on a page returns 405 with Allow', async (method) => {
    const response = await appWith().request('/docs/quickstart', { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('GET, HEAD');
    expect((await errorOf(response)).code).toBe('method_not_allowed');
  });

  test.each(['/v1/unknown', '/1/indexes/x/nothing', '/rest/v1/other', '/mcp/more'])(
    '%s returns a JSON 404 for any method',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const response = await appWith().request(path, { method });
        expect(response.status).toBe(404);
        expect((await errorOf(response)).code).toBe('not_found');
      }
    },
  );

  test('R-102 pages can have the routes of services, such as /v1/guide', async () => {
    const own = await writeTestBuild();
    await mkdir(join(own.siteDir, 'v1/guide'), { recursive: true });
    await writeFile(join(own.siteDir, 'v1/guide/index.html'), '<title>Guide</title>');
    const app = appWith({ siteDir: own.siteDir, manifest: { ...own.manifest, redirects: { '/v1/old': '/v1/guide' } } });
    const [page, old, missing] = await Promise.all(['/v1/guide', '/v1/old', '/v1/missing'].map((path) => app.request(path)));
    expect([page?.status, await page?.text()]).toEqual([200, '<title>Guide</title>']);
    expect([old?.status, old?.headers.get('Location')]).toEqual([301, '/v1/guide']);
    expect([missing?.status, missing && (await errorOf(missing)).code]).toEqual([404, 'not_found']);
    await own.remove();
  });

  test('R-106 errors are shown in the language of the site', async () => {
    const words = { 'The address is too long.': 'Die Adresse ist zu lang.' };
    const app = appWith({ manifest: { ...build.manifest, searchWords: words } });
    const response = await app.request(`/docs/${'x'.repeat(10_000)}`, { headers: { Accept: 'text/html' } });
    expect([response.status, await response.text()]).toEqual([414, '<h1>414</h1><p>Die Adresse ist zu lang.</p>']);
  });

  test('an address of 10 kB returns 414', async () => {
    const response = await appWith().request(`/docs/${'x'.repeat(10_000)}`);
    expect(response.status).toBe(414);
    expect((await errorOf(response)).message).toBe('The address is longer than 8192 characters.');
  });

  test('browsers get errors as a page of the site, and programs get JSON', async () => {
    const html = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    const failing = new Hono().get('/v1/failing', (c) => errorResponse(c, 503, 'no_index', 'Nothing <b> here.', { 'Retry-After': '5' }));
    const app = appWith({ services: [failing] });
    const cases: [path: string, method: string, status: number, text: string][] = [
      ['/docs/quickstart', 'POST', 405, 'This address only supports GET, HEAD.'],
      [`/docs/${'x'.repeat(10_000)}`, 'GET', 414, 'The address is longer than 8192 characters.'],
      ['/v1/unknown', 'GET', 404, 'No service exists at this address.'],
      ['/1/indexes/docs/query', 'GET', 404, 'No service exists at this address.'],
      ['/v1/failing', 'GET', 503, 'Nothing &lt;b&gt; here.'],
    ];
    for (const [path, method, status, text] of cases) {
      const page = await app.request(path, { method, headers: html });
      const json = await app.request(path, { method, headers: { Accept: 'application/json' } });
      expect([page.status, page.headers.get('Content-Type')], path).toEqual([status, 'text/html; charset=utf-8']);
      const body = await page.text();
      expect(body, path).toBe(`<h1>${status}</h1><p>${text}</p>`);
      expect(page.headers.get('Content-Length')).toBe(String(body.length));
      expect([json.status, json.headers.get('Content-Type')], path).toEqual([status, 'application/json']);
      for (const name of ['Cache-Control', 'Allow', 'Retry-After', 'Content-Security-Policy'])
        expect(page.headers.get(name), name).toBe(json.headers.get(name));
    }
    expect(await (await app.request('/', { method: 'POST' })).json()).toHaveProperty('error.code', 'method_not_allowed');
    const health = { status: 'stopping', build: 'b1', uptimeSeconds: 7 } as const;
    const stopping = await appWith({ health: () => health }).request('/healthz', { headers: html });
    expect(await stopping.json()).toEqual(health);
  });

  test('R-412 a body above the limit returns 413, with and without Content-Length', async () => {
    const body = 'x'.repeat(70_000);
    const announced = await appWith().request('/v1/x', { method: 'POST', body, headers: { 'Content-Length': String(body.length) } });
    expect(announced.status).toBe(413);
    expect((await errorOf(announced)).message).toBe('The request body is larger than 32768 bytes.');
    const stream = new Blob([body]).stream();
    const streamed = await appWith().request(
      new Request('http://localhost/v1/x', { method: 'POST', body: stream, duplex: 'half' } as RequestInit),
    );
    expect(streamed.status).toBe(413);
  });

  test('R-305 the query protocol has its own form of errors', async () => {
    for (const path of ['/1/indexes/*/queries', '/portal/1/indexes/docs/query']) {
      const response = await appWith().request(path, { method: 'POST', body: 'x'.repeat(70_000) });
      expect(response.status).toBe(413);
      expect(await response.json()).toEqual({ message: 'The request body is larger than 32768 bytes.', status: 413 });
    }
    expect(await (await appWith().request('/1/indexes/docs/query')).json()).toEqual({
      message: 'No service exists at this address.',
      status: 404,
    });
  });

  test('an uncaught error is logged once and its details are not sent', async () => {
    const failing = new Hono().get('/v1/failing', () => {
      throw new Error('secret detail');
    });
    const response = await appWith({ services: [failing] }).request('/v1/failing?q=private');
    expect(response.status).toBe(500);
    expect(await response.text()).toBe(
      '{"error":{"code":"internal_error","message":"Something went wrong on the server. Please try again."}}',
    );
    const errors = logged.filter((entry) => entry.kind === 'error');
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ message: 'secret detail', path: '/v1/failing' });
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });
});

describe('access log', () => {
  test('has one line without query string and client address', async () => {
    await appWith().request('/docs/quickstart?q=private', { headers: { 'X-Forwarded-For': '192.0.2.7', Cookie: 'id=9' } });
    expect(logged).toEqual([
      {
        kind: 'access',
        time: '2026-11-20T00:00:00.000Z',
        method: 'GET',
        path: '/docs/quickstart',
        status: 200,
        ms: expect.any(Number),
        bytes: build.bytesOf('docs/quickstart/index.html'),
      },
    ]);
  });

  test('contains rejected requests, and long paths are shortened', async () => {
    await appWith().request(`/${'y'.repeat(2000)}`, { method: 'POST' });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatchObject({ status: 405, bytes: expect.any(Number) });
    expect((logged[0] as AccessLogEntry).path.length).toBeLessThan(600);
  });
});

describe('security headers', () => {
  test('R-607 the Content-Security-Policy allows the hashed inline scripts and nothing unsafe', async () => {
    const response = await appWith().request('/');
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("script-src 'self' 'sha256-AAAA='");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toContain('http');
  });

  test.each([
    ['/docs/quickstart', {}],
    ['/nowhere', {}],
    ['/healthz', {}],
    ['/%', {}],
    ['/', { method: 'POST' }],
  ])('are part of every response: %s', async (path, init) => {
    const { headers } = await appWith().request(path, init);
    for (const name of [
      'Content-Security-Policy',
      'X-Content-Type-Options',
      'Referrer-Policy',
      'Permissions-Policy',
      'Cross-Origin-Opener-Policy',
    ]) {
      expect(headers.get(name), name).toBeTruthy();
    }
  });

  test('HSTS requires an https site and a TLS connection to the proxy', async () => {
    const secure = { ...build.manifest, url: 'https://example.org' };
    const byTls = { headers: { 'X-Forwarded-Proto': 'https' } };
    const hsts = async (manifest: AppDependencies['manifest'], init?: RequestInit): Promise<string | null> =>
      (await appWith({ manifest }).request('/', init)).headers.get('Strict-Transport-Security');
    expect(await hsts(secure, byTls)).toBe('max-age=31536000');
    expect(await hsts(secure)).toBeNull();
    expect(await hsts({ ...build.manifest, url: 'http://example.org' }, byTls)).toBeNull();
    expect(await hsts(build.manifest, byTls)).toBeNull();
  });
});
