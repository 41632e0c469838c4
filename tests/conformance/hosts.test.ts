/** Runs the configuration files of deploy/ in real servers: nginx and Caddy as proxies for the site's server, and both as hosts of files, beside
    one that has no rules. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readEnvironment } from '@quire/engine/config/env.ts';
import { clientNetworks } from '@quire/engine/server/rate-limit.ts';
import { serve } from '@quire/engine/server/main.ts';
import { freePort } from '../../bench/attack/server.ts';
import { findProgram } from '../../scripts/ensure-hosts.mjs';
import { sharedBrowser, withPage } from '../e2e/browser.ts';
import { createFixture, PROJECT_ROOT, type Fixture } from './build-fixture.ts';

const nginx = findProgram('nginx');
const caddy = findProgram('caddy');
const python = findProgram('python3');

const recipe = (name: string): string => readFileSync(join(PROJECT_ROOT, 'deploy', name), 'utf8');

/** Puts an address of this machine in the place of the recipe's own, which must be there exactly once. */
function exchange(text: string, changes: Readonly<Record<string, string>>): string {
  for (const from of Object.keys(changes)) expect(text.split(from), from).toHaveLength(2);
  return Object.entries(changes).reduce((changed, [from, to]) => changed.replace(from, to), text);
}

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'host-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Runs a server until the test ends. */
async function run(program: string, words: readonly string[], port: number, env: Record<string, string> = {}): Promise<string> {
  let said = '';
  const child = spawn(program, words, { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
      await (await fetch(url, { redirect: 'manual' })).text();
    },
    { timeout: 20_000, interval: 50 },
  );
  return url;
}

/** @param site a file of `/etc/nginx/conf.d` */
async function runNginx(nginx: string, site: string, port: number): Promise<string> {
  const dir = folder();
  chmodSync(dir, 0o755);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(dir, name)};`);
  // What Debian's own nginx.conf has around the files of conf.d, without paths that only root may write to.
  const around = [
    `pid ${join(dir, 'nginx.pid')}; error_log stderr; daemon off; worker_processes 1; events {}`,
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `http { include /etc/nginx/mime.types; default_type application/octet-stream; access_log off; gzip on; ${temporary.join(' ')}`,
    `include ${join(dir, 'site.conf')}; }`,
  ];
  writeFileSync(join(dir, 'site.conf'), site);
  writeFileSync(join(dir, 'nginx.conf'), around.join('\n'));
  return run(nginx, ['-p', dir, '-e', 'stderr', '-c', join(dir, 'nginx.conf')], port);
}

/** @param name a file of deploy/ @param settings its variables */
async function runCaddy(name: string, port: number, settings: Record<string, string>): Promise<string> {
  const dir = folder();
  // The recipe itself, after the option that keeps tests off the fixed port for administration.
  const file = join(dir, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n}\n${recipe(name)}`);
  const env = { SITE_ADDRESS: `http://:${port}`, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir, ...settings };
  return run(caddy ?? '', ['run', '--config', file, '--adapter', 'caddyfile'], port, env);
}

interface Reply {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

/** @param chunks sent without announcing their length */
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
  'other.md': '# Other\n\nA second page about giraffes.\n',
  '/redirects.yaml': '/docs/old: /docs/guide\n/docs/part: /docs/guide#feeding-a-zebra\n',
};

/** A proxy in front of our server passes everything on as it is, and at once. */
async function checkProxy(start: (upstream: number, port: number) => Promise<string>): Promise<void> {
  const fixture = createFixture(PAGES, "baseUrl: '/portal/', redirects: 'redirects.yaml',");
  await fixture.build();
  let goOn: () => void = () => undefined;
  const services = new Hono()
    .post('/portal/v1/echo', async (c) => c.text(await c.req.text()))
    .get('/portal/v1/address', (c) => c.text(clientNetworks(c, 1).address))
    .get('/portal/v1/stream', () => {
      const gate = new Promise<void>((resolve) => (goOn = resolve));
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
  const environment = readEnvironment({ TRUST_PROXY: '1', QUERY_LOG_FILE: join(fixture.dir, 'queries.sqlite') });
  const dir = join(fixture.dir, 'build');
  const server = await serve({ dir, port: 0, host: '127.0.0.1', environment, env: {}, services: [services], log: () => undefined });
  onTestFinished(() => server.close());
  const port = await freePort();
  const url = await start(Number(new URL(server.url).port), port);
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

  // The client claims to be another one.
  const claimed = await ask(`${url}/portal/v1/address`, {
    localAddress: '127.0.0.9',
    headers: { ...host, 'X-Forwarded-For': '192.0.2.7' },
  });
  expect(claimed.text).toBe('127.0.0.9');

  const request = httpRequest(`${url}/portal/v1/stream`, { agent: false, headers: host }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const [first] = (await once(response.setEncoding('utf8'), 'data')) as [string];
  expect(first).toBe('first');
  goOn();
  const [second] = (await once(response, 'data')) as [string];
  expect(second).toBe(' second');
}

test.skipIf(nginx === null)('nginx in front of the server, as deploy/nginx.conf sets it up', () =>
  checkProxy((upstream, port) => {
    const changes = { '127.0.0.1:3000': `127.0.0.1:${upstream}`, 'listen 80;': `listen 127.0.0.1:${port};` };
    return runNginx(nginx ?? '', exchange(recipe('nginx.conf'), changes), port);
  }),
);

test.skipIf(caddy === null)('Caddy in front of the server, as deploy/Caddyfile sets it up', () =>
  checkProxy((upstream, port) => runCaddy('Caddyfile', port, { SITE_SERVER: `127.0.0.1:${upstream}` })),
);

/** What readers do on a site that nothing but a file server serves. */
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
      // Some file servers put a slash at the end of what is a folder.
      await page.waitForURL((address) => address.href.replace('guide/?', 'guide?') === url + to);
    }
    for (const spelling of ['guide', 'guide/', 'guide.html', 'guide/index.html']) {
      const response = await page.goto(`${url}/docs/${spelling}`);
      expect([response?.status(), await page.innerText('h1')], spelling).toEqual([200, 'Guide']);
    }
    expect((await page.goto(`${url}/docs/nowhere`))?.status()).toBe(404);
    // From an address that only the build's second file answers, the reader navigates and searches as everywhere.
    await page.goto(`${url}/docs/guide.html`);
    await page.click('a[href="/docs/other"]');
    await page.waitForURL((address) => /^\/docs\/other\/?$/.test(address.pathname));
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

/** A site that was built for a server, without one: only the files of the build, and the rules that the build wrote for this host. */
async function buildForFiles(): Promise<{ fixture: Fixture; own: string }> {
  const fixture = createFixture(PAGES, "redirects: 'redirects.yaml', plugins: [assistant()],");
  await fixture.build();
  chmodSync(fixture.dir, 0o755);
  const environment = readEnvironment({ QUERY_LOG_FILE: join(fixture.dir, 'queries.sqlite') });
  const server = await serve({ dir: join(fixture.dir, 'build'), port: 0, host: '127.0.0.1', environment, env: {}, log: () => undefined });
  onTestFinished(() => server.close());
  return { fixture, own: server.url.slice(0, -1) };
}

/** A host with the rules of deploy/ answers as our server does. */
async function checkFileHost(url: string, own: string, fixture: Fixture): Promise<void> {
  const asset = /"(\/assets\/[^"]+\.js)"/.exec(fixture.read('site/docs/guide/index.html'))?.[1] ?? '';
  const paths = ['/docs/guide', '/docs/guide/', '/docs/guide.html', '/docs/guide/index.html', '/docs/guide.md', '/docs/guide.json', asset];
  for (const path of [...paths, '/sitemap.xml', '/docs/nowhere', '/docs/old?a=1', '/docs/part?a=1', '/docs/old/', '/docs/old.html', '/']) {
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
  expect((await ask(`${url}/docs/guide`, { headers: { 'Accept-Encoding': 'gzip' } })).headers['content-encoding']).toBe('gzip');
  expect((await ask(`${url}/_headers`)).status).toBe(404);
}

// The site was built for a server, which is looked for first.
const NO_SERVER = /40[45]|501/;

interface Host {
  name: string;
  /** Null where it is not installed. */
  program: string | null;
  start(fixture: Fixture, port: number): Promise<string>;
  /** Whether it has the rules of deploy/, so that it answers as our server does. */
  hasRules: boolean;
}

const HOSTS: readonly Host[] = [
  {
    name: 'nginx with deploy/nginx-static.conf',
    program: nginx,
    start({ dir }, port) {
      const changes = {
        'listen 80;': `listen 127.0.0.1:${port};`,
        '/srv/site/build/site;': `${dir}/build/site;`,
        '/srv/site/build/nginx-site.conf': `${dir}/build/nginx-site.conf`,
      };
      return runNginx(nginx ?? '', exchange(recipe('nginx-static.conf'), changes), port);
    },
    hasRules: true,
  },
  {
    name: 'Caddy with deploy/Caddyfile-static',
    program: caddy,
    start: ({ dir }, port) => runCaddy('Caddyfile-static', port, { SITE_BUILD: join(dir, 'build') }),
    hasRules: true,
  },
  {
    name: "Python's http.server, which has no rules",
    program: python,
    start({ dir }, port) {
      const words = ['-m', 'http.server', '--bind', '127.0.0.1', '--directory', join(dir, 'build/site'), String(port)];
      return run(python ?? '', words, port);
    },
    hasRules: false,
  },
];

test('R-103 R-601 readers use the site on our own server', async () => {
  const { own } = await buildForFiles();
  await readOnHost(own, /404/);
});

for (const { name, program, start, hasRules } of HOSTS) {
  test.skipIf(program === null)(`R-103 R-601 readers use the site on ${name}`, async () => {
    const { fixture, own } = await buildForFiles();
    const url = await start(fixture, await freePort());
    if (hasRules) await checkFileHost(url, own, fixture);
    await readOnHost(url, NO_SERVER);
  });
}

test('a host that only serves files takes query and fragment along by the page itself', async () => {
  const fixture = createFixture(PAGES, "redirects: 'redirects.yaml',");
  await fixture.build();
  // The pages, and the headers that a host reads from _headers, but none of its redirects.
  const manifest = JSON.parse(fixture.read('manifest.json')) as { redirects: object };
  const dir = join(fixture.dir, 'build');
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

/** `_headers`: paths in lines of their own, and below each its headers; a later path adds to an earlier one, or replaces. */
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

test('_headers and _redirects, which hosts read, say what the server answers', async () => {
  const fixture = createFixture(PAGES, "baseUrl: '/portal/', redirects: 'redirects.yaml',");
  await fixture.build();
  const environment = readEnvironment({ TRUST_PROXY: '1', QUERY_LOG_FILE: join(fixture.dir, 'queries.sqlite') });
  const server = await serve({ dir: join(fixture.dir, 'build'), port: 0, host: '127.0.0.1', environment, env: {}, log: () => undefined });
  onTestFinished(() => server.close());
  const { origin } = new URL(server.url);

  const headers = fixture.read('site/_headers');
  expect(headers.split('\n').every((line) => /^(?:\/\S*\*| {2}[\w-]+: .+|)$/.test(line))).toBe(true);
  const asset = /"(\/portal\/assets\/[^"]+\.js)"/.exec(fixture.read('site/docs/guide/index.html'))?.[1] ?? '';
  // Behind HTTPS, as such hosts are.
  const secure = { 'X-Forwarded-Proto': 'https' };
  for (const path of ['/portal/docs/guide', '/portal/docs/nowhere', '/portal/sitemap.xml', asset]) {
    const told = headersFor(path, headers);
    expect(Object.keys(told).length, path).toBeGreaterThanOrEqual(6);
    const answer = await ask(origin + path, { headers: secure });
    for (const [name, value] of Object.entries(told)) {
      expect(answer.headers[name], `${name} of ${path}`).toBe(value);
    }
    // What the server sends that a page is protected by, and the file does not tell.
    const security = Object.keys(answer.headers).filter((name) => /policy|x-content|x-frame/.test(name));
    expect(security.filter((name) => !(name in told))).toEqual([]);
  }
  expect(headersFor(asset, headers)['cache-control']).toBe('public, max-age=31536000, immutable');

  const redirects = fixture.read('site/_redirects').trim().split('\n');
  // Those of the file, and those of the home page and the docs to the first page.
  expect(redirects).toHaveLength(4);
  for (const line of redirects) {
    const [from = '', to, status, ...rest] = line.split(' ');
    expect(rest).toEqual([]);
    expect(await ask(origin + from)).toMatchObject({ status: Number(status), headers: { location: to } });
  }
});
