/**
 * Runs the configuration files in deploy/ with real programs: nginx and Caddy as reverse proxies of the site's server and as file
 * servers, and a file server without any configuration.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readEnvironment } from '@quire/engine/config/env.ts';
import { clientNetworks } from '@quire/engine/server/client-address.ts';
import { serve } from '@quire/engine/server/main.ts';
import { freePort } from '../../bench/attack/server.ts';
import { requireProgram } from '../../scripts/ensure-hosts.mjs';
import { sharedBrowser, withPage } from '../e2e/browser.ts';
import { createFixture, PROJECT_ROOT, type Fixture } from './build-fixture.ts';

const readDeployFile = (name: string): string => readFileSync(join(PROJECT_ROOT, 'deploy', name), 'utf8');

/** Replaces the addresses and paths of a configuration by those of the test. Each must occur exactly once. */
function replaceOnce(text: string, changes: Readonly<Record<string, string>>): string {
  for (const from of Object.keys(changes)) expect(text.split(from), from).toHaveLength(2);
  return Object.entries(changes).reduce((changed, [from, to]) => changed.replace(from, to), text);
}

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'host-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Runs a server until the test ends. @returns its address, as soon as it responds */
async function run(program: string, args: readonly string[], port: number, env: Record<string, string> = {}): Promise<string> {
  let errors = '';
  const child = spawn(program, args, { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`${program} ended: ${errors}`);
      await (await fetch(url, { redirect: 'manual' })).text();
    },
    { timeout: 20_000, interval: 50 },
  );
  return url;
}

/** @param site content of a file in `/etc/nginx/conf.d` */
async function runNginx(site: string, port: number): Promise<string> {
  const dir = folder();
  chmodSync(dir, 0o755);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(dir, name)};`);
  // Debian's nginx.conf without the paths that only root may write to.
  const main = [
    `pid ${join(dir, 'nginx.pid')}; error_log stderr; daemon off; worker_processes 1; events {}`,
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `http { include /etc/nginx/mime.types; default_type application/octet-stream; access_log off; gzip on; ${temporary.join(' ')}`,
    `include ${join(dir, 'site.conf')}; }`,
  ];
  writeFileSync(join(dir, 'site.conf'), site);
  writeFileSync(join(dir, 'nginx.conf'), main.join('\n'));
  return run(requireProgram('nginx'), ['-p', dir, '-e', 'stderr', '-c', join(dir, 'nginx.conf')], port);
}

/** @param name name of a file in deploy/ @param settings values of its environment variables */
async function runCaddy(name: string, port: number, settings: Record<string, string>): Promise<string> {
  const dir = folder();
  // The option disables the administration endpoint, which has a fixed port.
  const file = join(dir, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n}\n${readDeployFile(name)}`);
  const env = { SITE_ADDRESS: `http://:${port}`, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir, ...settings };
  return run(requireProgram('caddy'), ['run', '--config', file, '--adapter', 'caddyfile'], port, env);
}

interface Reply {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

/** @param chunks parts of a body that is sent without a Content-Length header */
async function ask(url: string, options: RequestOptions = {}, chunks: readonly string[] = []): Promise<Reply> {
  const request = httpRequest(url, { agent: false, ...options });
  for (const chunk of chunks) request.write(chunk);
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('latin1')) text += String(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

const PAGES = {
  'guide.md': `# Guide\n\nHow a zebra is kept.\n\n## Feeding a zebra\n\n${'A zebra eats grass, hay and water. '.repeat(20)}\n`,
  'other.md': `# Other\n\nA second page about giraffes.\n\n${'A giraffe sleeps standing.\n\n'.repeat(100)}`,
  '/i18n/de/current/guide.md': '# Anleitung\n\nWie man ein Zebra hält.\n',
  '/i18n/de/interface.yaml': 'Page not found: Seite nicht gefunden\n',
  '/redirects.yaml': '/docs/old: /docs/guide\n/docs/part: /docs/guide#feeding-a-zebra\n/docs/away: https://example.org/x?y=1#z\n',
};

let proxied: Fixture;
let hosted: Fixture;
beforeAll(async () => {
  const removals: (() => void)[] = [];
  const onEnd = (remove: () => void): unknown => removals.push(remove);
  proxied = createFixture(PAGES, "baseUrl: '/portal/', redirects: 'redirects.yaml',", onEnd);
  hosted = createFixture(PAGES, "redirects: 'redirects.yaml', plugins: [assistant()], i18n: { locales: { en: {}, de: {} } },", onEnd);
  await proxied.build();
  await hosted.build();
  // nginx may run as another user.
  chmodSync(hosted.dir, 0o755);
  return () => removals.forEach((remove) => remove());
});

/** Serves a build until the test ends. */
async function serveFixture({ dir }: Fixture, environment: Record<string, string>, services: Hono[] = []): Promise<URL> {
  const server = await serve({
    dir: join(dir, 'build'),
    port: 0,
    host: '127.0.0.1',
    environment: readEnvironment({ ...environment, QUERY_LOG_FILE: join(folder(), 'queries.sqlite') }),
    env: {},
    services,
    log: () => undefined,
  });
  onTestFinished(() => server.close());
  return new URL(server.url);
}

/** Checks that a reverse proxy passes on requests and responses unchanged and without buffering. */
async function checkProxy(start: (upstream: number, port: number) => Promise<string>): Promise<void> {
  let sendRest: () => void = () => undefined;
  const services = new Hono()
    .post('/portal/v1/echo', async (c) => c.text(await c.req.text()))
    .get('/portal/v1/address', (c) => c.text(clientNetworks(c, 1).address))
    .get('/portal/v1/stream', () => {
      const gate = new Promise<void>((resolve) => (sendRest = resolve));
      const body = new ReadableStream({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode('first'));
          await gate;
          controller.enqueue(new TextEncoder().encode(' second'));
          controller.close();
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
    });
  const upstream = await serveFixture(proxied, { TRUST_PROXY: '1' }, [services]);
  const port = await freePort();
  const url = await start(Number(upstream.port), port);
  const host = { Host: `docs.example.org:${port}` };
  const get = (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
    ask(`${url}${path}`, { headers: { ...host, ...headers } });

  const page = await get('/portal/docs/guide', { 'Accept-Encoding': 'br' });
  expect(page).toMatchObject({ status: 200, headers: { 'content-encoding': 'br', 'cache-control': 'public, max-age=0, must-revalidate' } });
  expect(page.headers['content-security-policy']).toContain("default-src 'self'");
  const plain = await get('/portal/docs/guide');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.text).toContain('How a zebra is kept.');
  const unchanged = await get('/portal/docs/guide', { 'If-None-Match': String(plain.headers.etag) });
  expect([unchanged.status, unchanged.text]).toEqual([304, '']);
  const asset = /"(\/portal\/assets\/[^"]+\.js)"/.exec(plain.text)?.[1] ?? '';
  expect((await get(asset)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await get('/portal/docs/nowhere')).status).toBe(404);
  expect((await get('/docs/guide')).status).toBe(404);
  expect(await get('/portal/docs/old?a=1')).toMatchObject({ status: 301, headers: { location: '/portal/docs/guide?a=1' } });

  const chunked = await ask(`${url}/portal/v1/echo`, { method: 'POST', headers: { ...host, 'Transfer-Encoding': 'chunked' } }, [
    'in ',
    'parts',
  ]);
  expect([chunked.status, chunked.text]).toEqual([200, 'in parts']);

  // The client forges its address.
  const forged = await ask(`${url}/portal/v1/address`, {
    localAddress: '127.0.0.9',
    headers: { ...host, 'X-Forwarded-For': '192.0.2.7' },
  });
  expect(forged.text).toBe('127.0.0.9');

  const request = httpRequest(`${url}/portal/v1/stream`, { agent: false, headers: host }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const [first] = (await once(response.setEncoding('utf8'), 'data')) as [string];
  expect(first).toBe('first');
  sendRest();
  const [second] = (await once(response, 'data')) as [string];
  expect(second).toBe(' second');
}

test('nginx with deploy/nginx.conf is a transparent proxy', () =>
  checkProxy((upstream, port) => {
    const changes = { '127.0.0.1:3000': `127.0.0.1:${upstream}`, 'listen 80;': `listen 127.0.0.1:${port};` };
    return runNginx(replaceOnce(readDeployFile('nginx.conf'), changes), port);
  }));

test('Caddy with deploy/Caddyfile is a transparent proxy', () =>
  checkProxy((upstream, port) => runCaddy('Caddyfile', port, { SITE_SERVER: `127.0.0.1:${upstream}` })));

/** Opens pages, follows redirects, navigates, searches, and asks a question like a reader. */
async function readOnHost(url: string, expected: RegExp): Promise<void> {
  const browser = await sharedBrowser();
  await withPage(browser, {}, async (page, problems) => {
    await page.goto(`${url}/search?q=zebra`);
    await page.waitForSelector('.search-hit');
    for (const [from, to] of [
      ['/docs/part?a=1', '/docs/guide?a=1#feeding-a-zebra'],
      ['/docs/old?a=1#mine', '/docs/guide?a=1#mine'],
      ['/docs/old.html?a=1', '/docs/guide?a=1'],
    ]) {
      await page.goto(url + from);
      // Some file servers redirect folders to an address with a trailing slash.
      await page.waitForURL((address) => address.href.replace('guide/?', 'guide?') === url + to);
    }
    for (const spelling of ['guide', 'guide/', 'guide.html', 'guide/index.html']) {
      const response = await page.goto(`${url}/docs/${spelling}`);
      expect([response?.status(), await page.innerText('h1')], spelling).toEqual([200, 'Guide']);
    }
    expect((await page.goto(`${url}/docs/nowhere`))?.status()).toBe(404);
    expect((await page.goto(`${url}/de/docs/nowhere`))?.status()).toBe(404);
    // The page also works at an alternative address.
    await page.goto(`${url}/docs/guide.html`);
    // The router starts directly after the progress bar is rendered.
    await page.hover('h1');
    await page.waitForSelector('.progress-bar', { state: 'attached' });
    await page.click('a[href="/docs/other"]');
    await page.waitForURL((address) => /^\/docs\/other\/?$/.test(address.pathname));
    // The address becomes one that the host does not redirect, so that a reload restores the scroll position.
    await page.waitForFunction(async () => !(await fetch(location.href, { method: 'HEAD' })).redirected);
    // The address changes before the content, and the new content starts at its top.
    await page.waitForSelector('h1:text-is("Other")');
    await page.evaluate(() => scrollTo(0, 900));
    // The browser stores the position in the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await page.reload();
    await page.waitForFunction(() => Math.abs(scrollY - 900) < 3);
    await page.keyboard.press('ControlOrMeta+k');
    await page.fill('.search-dialog .dialog-input', 'feeding');
    await page.waitForSelector('.search-dialog a[role="option"][href*="/docs/guide"]');
    await page.keyboard.press('Escape');
    await page.click('[data-ask]');
    await page.waitForSelector('.ask-dialog[open]');
    await page.fill('.ask-dialog .ask-input', 'What does a zebra eat?');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.ask-citation');
    expect(problems.consoleErrors.filter((text) => !expected.test(text))).toEqual([]);
    expect(problems.cspViolations).toEqual([]);
  });
}

/** Checks that a file server with a configuration from deploy/ answers like our own server. */
async function checkFileHost(url: string): Promise<void> {
  const { origin: own } = await serveFixture(hosted, {});
  const asset = /"(\/assets\/[^"]+\.js)"/.exec(hosted.read('site/docs/guide/index.html'))?.[1] ?? '';
  const paths = ['/docs/guide', '/docs/guide/', '/docs/guide.html', '/docs/guide/index.html', '/docs/guide.md', '/docs/guide.json', asset];
  const [index = ''] = globSync('assets/search-index-*.bin', { cwd: join(hosted.dir, 'build/site') });
  for (const path of [
    ...paths,
    `/${index}`,
    '/sitemap.xml',
    '/manifest.webmanifest',
    '/docs/nowhere',
    '/de/docs/nowhere',
    '/de/nowhere',
    '/de',
    '/den/docs/nowhere',
    '/404',
    '/404.html',
    '/404/',
    '/404/index.html',
    '/de/404',
    '/de/404.html',
    '/docs/old?a=1',
    '/docs/part?a=1',
    '/docs/away',
    '/docs/away?a=1',
    '/docs/old/',
    '/docs/old.html',
    '/',
  ]) {
    const [theirs, ours] = await Promise.all([url, own].map((base) => ask(base + path)));
    expect(theirs?.status, path).toBe(ours?.status);
    expect(theirs?.headers.location, path).toBe(ours?.headers.location);
    if (theirs?.status !== 200 && theirs?.status !== 404) continue;
    expect(theirs.text, path).toBe(ours?.text);
    for (const name of ['cache-control', 'content-security-policy', 'x-content-type-options', 'cross-origin-resource-policy']) {
      expect(theirs.headers[name], `${name} of ${path}`).toBe(ours?.headers[name]);
    }
    const typeOf = (reply: Reply | undefined): string | undefined =>
      reply?.headers['content-type']
        ?.replace('application/javascript', 'text/javascript')
        .replace('text/xml', 'application/xml')
        .split(';')[0];
    expect(typeOf(theirs), path).toBe(typeOf(ours));
  }
  // A missing file is not cached like the file, since a deployment may add it, and the not-found page keeps its own type.
  for (const path of ['/assets/gone.js', '/assets/gone.bin', '/docs/gone.md', '/gone.webmanifest']) {
    const { status, headers } = await ask(url + path);
    const { 'cache-control': cache, 'content-type': type } = headers;
    expect([status, cache, type], path).toEqual([404, 'public, max-age=0, must-revalidate', 'text/html; charset=utf-8']);
  }
  expect((await ask(`${url}/docs/guide`, { headers: { 'Accept-Encoding': 'gzip' } })).headers['content-encoding']).toBe('gzip');
  expect((await ask(`${url}/_headers`)).status).toBe(404);
}

// The pages first ask the site's own server, which these hosts do not have.
const NO_SERVER = /40[45]|501/;

interface Host {
  name: string;
  start(dir: string, port: number): Promise<string>;
  /** Whether it has a configuration from deploy/, so that it answers like our server. */
  isConfigured: boolean;
}

const HOSTS: readonly Host[] = [
  {
    name: 'nginx with deploy/nginx-static.conf',
    start(dir, port) {
      const changes = {
        'listen 80;': `listen 127.0.0.1:${port};`,
        '/srv/site/build/site;': `${dir}/build/site;`,
        '/srv/site/build/nginx-site.conf': `${dir}/build/nginx-site.conf`,
      };
      return runNginx(replaceOnce(readDeployFile('nginx-static.conf'), changes), port);
    },
    isConfigured: true,
  },
  {
    name: 'Caddy with deploy/Caddyfile-static',
    start: (dir, port) => runCaddy('Caddyfile-static', port, { SITE_BUILD: join(dir, 'build') }),
    isConfigured: true,
  },
  {
    name: "nginx with Debian's default site",
    start(dir, port) {
      const rules = 'index index.html; server_name _; location / { try_files $uri $uri/ =404; }';
      return runNginx(`server { listen 127.0.0.1:${port}; root ${dir}/build/site; ${rules} }`, port);
    },
    isConfigured: false,
  },
  {
    name: "Python's http.server",
    start(dir, port) {
      const args = ['-m', 'http.server', '--bind', '127.0.0.1', '--directory', join(dir, 'build/site'), String(port)];
      return run(requireProgram('python3'), args, port);
    },
    isConfigured: false,
  },
];

describe('R-103 R-104 R-601 readers use the site', () => {
  test('on our own server', async () => {
    const { origin } = await serveFixture(hosted, {});
    const headings = await Promise.all(
      ['', '/de', '/den'].map(async (language) => {
        const { status, text } = await ask(`${origin}${language}/docs/nowhere`);
        return [status, /<h1>([^<]*)/.exec(text)?.[1]];
      }),
    );
    expect(headings).toEqual([
      [404, 'Page not found'],
      [404, 'Seite nicht gefunden'],
      [404, 'Page not found'],
    ]);
    expect((await ask(`${origin}/de/404.html`)).status).toBe(404);
    await readOnHost(origin, /404/);
  });

  test.each(HOSTS)('on $name', async ({ start, isConfigured }) => {
    const url = await start(hosted.dir, await freePort());
    if (isConfigured) await checkFileHost(url);
    await readOnHost(url, NO_SERVER);
  });
});

test('the redirect page keeps the query and the fragment on a host without server redirects', async () => {
  const dir = folder();
  cpSync(join(hosted.dir, 'build'), dir, { recursive: true });
  // The server sends the headers from _headers but does not know the redirects.
  const manifest = JSON.parse(hosted.read('manifest.json')) as { redirects: object };
  writeFileSync(join(dir, 'manifest.json'), JSON.stringify({ ...manifest, redirects: {} }));
  const server = await serve({ dir, port: 0, host: '127.0.0.1', environment: readEnvironment({}), env: {}, log: () => undefined });
  onTestFinished(() => server.close());
  const browser = await sharedBrowser();
  for (const javaScriptEnabled of [true, false]) {
    await withPage(browser, { javaScriptEnabled }, async (page, problems) => {
      const cases = {
        'docs/old?a=1&b=%26#mine': 'docs/guide?a=1&b=%26#mine',
        'docs/part?a=1': 'docs/guide?a=1#feeding-a-zebra',
        'docs/old': 'docs/guide',
      };
      for (const [from, to] of Object.entries(cases)) {
        await page.goto(server.url + from);
        await page.waitForURL(({ pathname }) => pathname === '/docs/guide');
        if (javaScriptEnabled) expect(page.url()).toBe(server.url + to);
      }
      expect(problems.cspViolations).toEqual([]);
    });
  }
});

/** Returns the headers for a path from a `_headers` file: lines with a path pattern, each followed by indented headers. Later headers win. */
function headersFor(path: string, file: string): Record<string, string> {
  const found: Record<string, string> = {};
  let applies = false;
  for (const line of file.split('\n').filter((one) => one !== '')) {
    const header = /^ {2}([\w-]+): (.+)$/.exec(line);
    if (header === null) applies = path.startsWith(/^(\/\S*)\*$/.exec(line)?.[1] ?? 'no path');
    else if (applies) found[(header[1] ?? '').toLowerCase()] = header[2] ?? '';
  }
  return found;
}

test('the _headers and _redirects files for hosts agree with the responses of the server', async () => {
  const { origin } = await serveFixture(proxied, { TRUST_PROXY: '1' });
  const headers = proxied.read('site/_headers');
  expect(headers.split('\n').every((line) => /^(?:\/\S*\*| {2}[\w-]+: .+|)$/.test(line))).toBe(true);
  const asset = /"(\/portal\/assets\/[^"]+\.js)"/.exec(proxied.read('site/docs/guide/index.html'))?.[1] ?? '';
  // Such hosts use HTTPS.
  const secure = { 'X-Forwarded-Proto': 'https' };
  for (const path of ['/portal/docs/guide', '/portal/docs/nowhere', '/portal/sitemap.xml', asset]) {
    const listed = headersFor(path, headers);
    expect(Object.keys(listed).length, path).toBeGreaterThanOrEqual(6);
    const answer = await ask(origin + path, { headers: secure });
    for (const [name, value] of Object.entries(listed)) {
      expect(answer.headers[name], `${name} of ${path}`).toBe(value);
    }
    // The file lists all security headers of the server.
    const security = Object.keys(answer.headers).filter((name) => /policy|x-content|x-frame/.test(name));
    expect(security.filter((name) => !(name in listed))).toEqual([]);
  }
  expect(headersFor(asset, headers)['cache-control']).toBe('public, max-age=31536000, immutable');

  const redirects = proxied.read('site/_redirects').trim().split('\n');
  // The three of the redirects file, and two from the home page and the docs root to the first page.
  expect(redirects).toHaveLength(5);
  for (const line of redirects) {
    const [from = '', to, status, ...rest] = line.split(' ');
    expect(rest).toEqual([]);
    expect(await ask(origin + from)).toMatchObject({ status: Number(status), headers: { location: to } });
  }
});
