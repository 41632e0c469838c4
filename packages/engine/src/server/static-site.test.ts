import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyCharacter } from '@quire/search/testing';
import { createApp } from './app.ts';
import { SECRET, SITE_FILES, writeTestBuild, type TestBuild } from './testing/test-build.ts';

let build: TestBuild;
let app: Hono;

function appFor(built: TestBuild): Hono {
  return createApp({
    siteDir: built.siteDir,
    manifest: built.manifest,
    log: () => undefined,
    health: () => ({ status: 'ok', build: 'b1', uptimeSeconds: 0 }),
    now: Date.now,
  });
}

beforeAll(async () => {
  build = await writeTestBuild();
  app = appFor(build);
});
afterAll(() => build.remove());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> => Promise.resolve(app.request(path, { headers }));

describe('pages', () => {
  test.each([
    '/docs/quickstart',
    '/docs/quickstart/',
    '/docs/quickstart.html',
    '/docs/quickstart/index.html',
    '/docs/quickstart//',
    '/docs/quickstart?q=1',
    '/docs/%71uickstart',
  ])('R-103 %s is the quickstart page, without a redirect', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(SITE_FILES['docs/quickstart/index.html']);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  });

  test.each(['/', '/index.html', '/index'])('R-103 %s is the home page', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(SITE_FILES['index.html']);
  });

  test.each([
    ['/docs/releases/v0.10.5', 'v0.10.5'],
    ['/docs/releases/v0.10.5/', 'v0.10.5'],
    ['/docs/gr%C3%B6%C3%9Fe', 'Größe'],
    ['/verification', 'Verification'],
    ['/verification.html', 'Verification'],
    ['/guild/', 'Guild'],
  ])('%s is found', async (path, title) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(`<title>${title}</title>`);
  });

  test.each([
    '/nowhere',
    '/nowhere/',
    '/docs/quickstart/more',
    '/404',
    '/404.html',
    '/404/',
    '/docs//quickstart',
    '/docs/releases',
    '/docs%2fquickstart',
    '/docs%5cquickstart',
    '/docs/%2571uickstart',
  ])('R-101 %s is the not-found page with status 404', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('<title>Not found</title>');
    expect(response.headers.get('ETag')).toBeNull();
  });

  test('a browser that opens the address of a missing file gets the not-found page', async () => {
    const response = await get('/docs/gone.pdf', { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([response.status, response.headers.get('Vary')]).toEqual([404, 'Accept, Accept-Encoding']);
    expect(await response.text()).toBe(SITE_FILES['404.html']);
  });

  test.each(['/assets/entry-old999.js', '/docs/gone.json', '/img/no.png'])(
    'R-201 the missing file %s returns a short 404 that is not cached',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(await response.json()).toEqual({ error: { code: 'not_found', message: 'Nothing is at this address.' } });
    },
  );
});

describe('base URL', () => {
  test('pages are only available below it', async () => {
    const nested = await writeTestBuild('/docs-site/');
    const nestedApp = appFor(nested);
    const status = async (path: string): Promise<number> => (await nestedApp.request(path)).status;
    expect(await status('/docs-site/')).toBe(200);
    expect(await status('/docs-site')).toBe(200);
    expect(await status('/docs-site/docs/quickstart.html')).toBe(200);
    expect(await status('/docs/quickstart')).toBe(404);
    expect(await status('/docs-siteX/')).toBe(404);
    expect(await status('/')).toBe(404);
    await nested.remove();
  });
});

describe('files', () => {
  test.each([
    ['/assets/entry-abc123.js', 'text/javascript; charset=utf-8'],
    ['/docs/quickstart.json', 'application/json; charset=utf-8'],
    ['/docs/quickstart.md', 'text/markdown; charset=utf-8'],
    ['/img/logo.svg', 'image/svg+xml; charset=utf-8'],
    ['/img/plain.png', 'image/png'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
    ['/big.bin', 'application/octet-stream'],
  ])('%s is %s', async (path, type) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe(type);
    expect(await response.text()).toBe(SITE_FILES[path.slice(1)]);
  });

  test('responses with pages contain a preload link for the font', async () => {
    const manifest = { ...build.manifest, baseUrl: '/base/', font: '/assets/font-1.woff2' };
    const ask = async (path: string): Promise<string | null> =>
      (await appFor({ ...build, manifest }).request(`/base${path}`)).headers.get('Link');
    expect(await ask('/docs/quickstart')).toBe('</base/assets/font-1.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin');
    expect(await ask('/nowhere')).toContain('font-1.woff2');
    expect(await ask('/docs/quickstart.json')).toBeNull();
    expect((await get('/docs/quickstart')).headers.get('Link')).toBeNull();
  });

  test('R-201 hashed assets are immutable; pages and data must be revalidated', async () => {
    expect((await get('/assets/entry-abc123.js')).headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    for (const path of ['/', '/docs/quickstart', '/docs/quickstart.json', '/img/logo.svg', '/nowhere']) {
      expect((await get(path)).headers.get('Cache-Control'), path).toBe('public, max-age=0, must-revalidate');
    }
  });

  test('HEAD has the headers of GET and no body', async () => {
    for (const path of ['/docs/quickstart', '/big.bin', '/nowhere']) {
      const head = await app.request(path, { method: 'HEAD' });
      const full = await get(path);
      expect(head.status).toBe(full.status);
      expect(head.headers.get('Content-Length')).toBe(full.headers.get('Content-Length'));
      expect(head.headers.get('ETag')).toBe(full.headers.get('ETag'));
      expect(await head.text()).toBe('');
      await full.text();
    }
  });
});

describe('encodings', () => {
  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP;Q=1, BR;Q=0', 'gzip'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['*', 'br'],
    ['*;q=0.1, br;q=0', 'gzip'],
    ['identity, br;q=0.5', null],
    ['br;q=0, gzip;q=0', null],
    ['br;q=7', null],
    ['br;q=abc, gzip', 'gzip'],
    ['', null],
    [',,;;,q=1', null],
    ['brotli', null],
    [`${'a,'.repeat(3000)}br`, null],
  ])('Accept-Encoding "%s" gets %s', async (header, expected) => {
    const response = await get('/docs/quickstart', { 'Accept-Encoding': header });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Encoding')).toBe(expected);
    expect(response.headers.get('Vary')).toBe('Accept, Accept-Encoding');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('Content-Length')).toBe(String(bytes.length));
    const decode = { br: brotliDecompressSync, gzip: gunzipSync, none: (plain: Buffer) => plain };
    expect(decode[(expected as 'br' | 'gzip' | null) ?? 'none'](bytes).toString()).toBe(SITE_FILES['docs/quickstart/index.html']);
  });

  test('files without a compressed form are sent uncompressed', async () => {
    const svg = await get('/img/logo.svg', { 'Accept-Encoding': 'br' });
    expect(svg.headers.get('Content-Encoding')).toBeNull();
    expect(svg.headers.get('Vary')).toBe('Accept-Encoding');
    expect((await get('/img/plain.png', { 'Accept-Encoding': 'br' })).headers.get('Vary')).toBeNull();
  });
});

describe('entity tags', () => {
  test('a matching tag gets 304 without a body', async () => {
    for (const path of ['/docs/quickstart', '/assets/entry-abc123.js', '/big.bin']) {
      const etag = (await get(path)).headers.get('ETag') ?? '';
      expect(etag).toMatch(/^"[\w-]+"$/);
      for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const response = await get(path, { 'If-None-Match': header });
        expect(response.status, header).toBe(304);
        expect(response.headers.get('ETag')).toBe(etag);
        expect(response.headers.get('Cache-Control')).toBeTruthy();
        expect(response.headers.get('Content-Length')).toBeNull();
        expect(await response.text()).toBe('');
      }
      expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
      expect((await get(path, { 'If-None-Match': etag.slice(1, -1) })).status).toBe(200);
    }
  });

  test('each encoding has its own tag', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', ''].map(async (encoding) => (await get('/', { 'Accept-Encoding': encoding })).headers.get('ETag')),
    );
    expect(new Set(tags).size).toBe(3);
  });
});

describe('dates', () => {
  test('an unmodified page gets 304, and the tag takes precedence over the date', async () => {
    const first = await get('/docs/quickstart');
    const modified = first.headers.get('Last-Modified') ?? '';
    expect(new Date(modified).toUTCString()).toBe(modified);
    expect((await get('/docs/quickstart', { 'If-Modified-Since': modified })).status).toBe(304);
    expect((await get('/docs/quickstart', { 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).status).toBe(200);
    for (const text of ['yesterday', '9999']) expect((await get('/docs/quickstart', { 'If-Modified-Since': text })).status).toBe(200);
    expect((await get('/docs/quickstart', { 'If-Modified-Since': modified, 'If-None-Match': '"other"' })).status).toBe(200);
  });
});

describe('ranges', () => {
  const file = '/big.bin';
  const small = SITE_FILES['docs/quickstart.md'] ?? '';
  test.each([
    ['bytes=0-3', small.slice(0, 4), `bytes 0-3/${small.length}`],
    ['bytes=2-', small.slice(2), `bytes 2-${small.length - 1}/${small.length}`],
    ['bytes=-5', small.slice(-5), `bytes ${small.length - 5}-${small.length - 1}/${small.length}`],
    ['bytes=2-99999', small.slice(2), `bytes 2-${small.length - 1}/${small.length}`],
    ['bytes=-99999', small, `bytes 0-${small.length - 1}/${small.length}`],
  ])('%s', async (range, expected, contentRange) => {
    const response = await get('/docs/quickstart.md', { Range: range });
    expect(response.status).toBe(206);
    expect(response.headers.get('Content-Range')).toBe(contentRange);
    expect(response.headers.get('Content-Length')).toBe(String(expected.length));
    expect(await response.text()).toBe(expected);
  });

  test('a range of a large file is read from disk', async () => {
    const response = await get(file, { Range: 'bytes=100000-299999' });
    expect(response.status).toBe(206);
    expect((await response.text()).length).toBe(200_000);
  });

  test.each(['bytes=700000-', 'bytes=9999999-99999999', 'bytes=-0'])('%s is outside of the file and gets 416', async (range) => {
    const response = await get(file, { Range: range });
    expect(response.status).toBe(416);
    expect(response.headers.get('Content-Range')).toBe('bytes */700000');
  });

  test.each(['bytes=5-2', 'bytes=-', 'bytes=a-b', 'items=0-1', 'bytes=0-1,5-6', 'bytes=99999999999999999-'])(
    '%s is ignored, and the whole file is sent',
    async (range) => expect((await get('/docs/quickstart.md', { Range: range })).status).toBe(200),
  );

  test('If-Range with a matching tag gets the range, and otherwise the whole file', async () => {
    const { headers } = await get('/docs/quickstart.md');
    for (const name of ['ETag', 'Last-Modified']) {
      expect((await get('/docs/quickstart.md', { Range: 'bytes=0-1', 'If-Range': headers.get(name) ?? '' })).status, name).toBe(206);
    }
    expect((await get('/docs/quickstart.md', { Range: 'bytes=0-1', 'If-Range': '"other"' })).status).toBe(200);
  });
});

describe('redirects', () => {
  const manifest = (): TestBuild['manifest'] => ({
    ...build.manifest,
    baseUrl: '/base/',
    temporaryRedirects: ['/', '/ar'],
    redirects: { '/': '/docs', '/ar': '/ar/docs', '/docs/quickstart': '/docs/größe#start', '/away': 'https://example.org/x?a=1' },
  });
  const ask = async (path: string, method = 'GET'): Promise<[number, string | null]> => {
    const response = await appFor({ ...build, manifest: manifest() }).request(path, { method });
    return [response.status, response.headers.get('Location')];
  };

  test('have a status and a percent-encoded address and keep the query', async () => {
    expect(await ask('/base/docs/quickstart?a=b%20c')).toEqual([301, '/base/docs/gr%C3%B6%C3%9Fe?a=b%20c#start']);
    expect(await ask('/base/docs/quickstart/', 'HEAD')).toEqual([301, '/base/docs/gr%C3%B6%C3%9Fe#start']);
    expect(await ask('/base/away?b=2')).toEqual([301, 'https://example.org/x?a=1&b=2']);
    expect(await ask('/base/')).toEqual([302, '/base/docs']);
    expect(await ask('/base/ar/')).toEqual([302, '/base/ar/docs']);
    expect(await ask('/base/docs/quickstart.json')).toEqual([200, null]);
  });
});

describe('R-603 Markdown content negotiation', () => {
  test.each(['text/markdown', 'text/markdown, text/html, */*', 'text/html;q=0.8, text/markdown;q=0.9', 'TEXT/MARKDOWN'])(
    'Accept "%s" gets Markdown',
    async (accept) => {
      const response = await get('/docs/quickstart/', { Accept: accept, 'Accept-Encoding': 'gzip' });
      expect(response.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8');
      expect(response.headers.get('Vary')).toBe('Accept, Accept-Encoding');
      expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe('# Quickstart');
    },
  );

  test.each(['text/html', '*/*', 'text/html, text/markdown;q=0.5', 'text/markdown;q=0', 'text/*'])(
    'Accept "%s" gets HTML',
    async (accept) => {
      const response = await get('/docs/quickstart', { Accept: accept });
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('Vary')).toBe('Accept, Accept-Encoding');
    },
  );

  test('a page without a Markdown version is sent as HTML, and the home page has one', async () => {
    expect((await get('/guild', { Accept: 'text/markdown' })).headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(await (await get('/', { Accept: 'text/markdown' })).text()).toBe('# Home');
  });
});

describe('files outside of the site folder are not served', () => {
  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/.%2e/secret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '/docs/..%2f..%2fsecret.txt',
    '/docs/%2e%2e/%2e%2e/secret.txt',
    '/%252e%252e%252fsecret.txt',
    '/%252e%252e/secret.txt',
    '/..%c0%afsecret.txt',
    '/%c0%ae%c0%ae/secret.txt',
    '/..%00/secret.txt',
    '/secret.txt%00.html',
    '//../secret.txt',
    '/../site-private/secret.txt',
    '/..%2fsite-private%2fsecret.txt',
    '/....//secret.txt',
    '/..;/secret.txt',
    '/%ef%bc%8e%ef%bc%8e/secret.txt',
    '/link.txt',
    '/private/secret.txt',
    '/.hidden',
    '/%2ehidden',
    '/file:///etc/passwd',
    '/C:/secret.txt',
    '/%',
    '/%zz',
    '/%e0%a4%a',
    '/docs%0d%0aX-Injected:%20yes',
  ])('%s', async (path) => {
    const response = await get(path);
    expect([400, 404]).toContain(response.status);
    expect(await response.text()).not.toContain(SECRET);
    expect(response.headers.get('X-Injected')).toBeNull();
  });

  test('a malformed address gets an error', async () => {
    const response = await get('/%zz');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: { code: 'malformed_path', message: 'The address contains an invalid percent-encoding or a control character.' },
    });
  });

  test('a malformed address returns the not-found page to a browser and JSON to a program', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const response = await get('/%zz', { Accept: accept });
    expect(response.status).toBe(400);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('Vary')).toContain('Accept');
    expect(await response.text()).toBe(SITE_FILES['404.html']);
    for (const other of ['application/json', '*/*', 'application/json, text/html;q=0.5', 'text/html;q=0'])
      expect((await get('/%zz', { Accept: other })).headers.get('Content-Type'), other).toContain('application/json');
  });

  test('property: any path and headers get a file of the site or an error', async () => {
    const served = new Set(
      Object.entries(SITE_FILES)
        .filter(([file]) => file !== '.hidden')
        .map(([, text]) => text),
    );
    const piece = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        '%2e',
        '%2E%2e',
        '%2f',
        '%5c',
        '\\',
        '/',
        '//',
        '%00',
        '%25',
        '%',
        'docs',
        'quickstart',
        '.html',
        'index.html',
      ),
      fc.constantFrom(
        'secret.txt',
        'site-private',
        'private',
        'link.txt',
        '.hidden',
        'site',
        '404',
        'assets',
        '?',
        ';',
        ':',
        '~',
        '__proto__',
      ),
      fc.string({ unit: anyCharacter, maxLength: 6 }).map((text) => text.replace(/[#?]/g, '')),
    );
    const header = fc.string({ unit: fc.constantFrom(...'brgzip*;,q=01. /tex-markdow"W'), maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), header, header, header, async (pieces, accept, encoding, tag) => {
        const url = URL.parse(`http://localhost/${pieces.join('')}`);
        if (url === null || url.host !== 'localhost') return;
        const headers = { Accept: accept, 'Accept-Encoding': encoding, 'If-None-Match': tag };
        const response = await app.request(new Request(url, { headers }));
        expect([200, 304, 400, 404]).toContain(response.status);
        const bytes = Buffer.from(await response.arrayBuffer());
        if (response.status !== 200 || url.pathname === '/healthz' || /\.(br|gz)$/.test(decodeURIComponent(url.pathname))) {
          expect(bytes.toString()).not.toContain(SECRET);
          return;
        }
        const encoded = response.headers.get('Content-Encoding');
        const text = encoded === 'br' ? brotliDecompressSync(bytes) : encoded === 'gzip' ? gunzipSync(bytes) : bytes;
        expect(served).toContain(text.toString());
      }),
      { numRuns: 1500 },
    );
  });
});
