import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readEnvironment, type Environment } from '#config/env.ts';
import type { LogEntry } from './log.ts';
import { ServerStartError, type RunningServer } from './http-server.ts';
import { serve } from './main.ts';
import { SITE_FILES, writeTestBuild, type TestBuild } from './testing/test-build.ts';

let build: TestBuild;
const servers: RunningServer[] = [];

beforeAll(async () => {
  build = await writeTestBuild();
});
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));
afterAll(() => build.remove());

const environment = (): Environment => readEnvironment({ QUERY_LOG_FILE: join(build.dir, 'query-log.sqlite') });

async function start(log: (entry: LogEntry) => void = () => undefined): Promise<RunningServer> {
  const server = await serve({ dir: build.dir, port: 0, host: '127.0.0.1', environment: environment(), log });
  servers.push(server);
  return server;
}

/** Sends raw bytes, and resolves with the response when the server closes the connection. */
async function sendRaw(url: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(text, 'latin1');
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  await once(socket, 'close');
  return answer;
}

describe('start', () => {
  test('R-101 pages, the not-found page, and the health check work over a real connection', async () => {
    const { url } = await start();
    expect(url).toMatch(/^http:\/\/localhost:\d+\/$/);
    expect(await (await fetch(`${url}docs/quickstart.html`)).text()).toBe(SITE_FILES['docs/quickstart/index.html']);
    expect((await fetch(`${url}nowhere`)).status).toBe(404);
    expect(await (await fetch(`${url}healthz`)).json()).toEqual({ status: 'ok', build: 'b1', uptimeSeconds: expect.any(Number) });
    expect(await (await fetch(`${url}big.bin`)).text()).toBe(SITE_FILES['big.bin']);
  });

  test('a port in use is reported with a solution', async () => {
    const { url } = await start();
    const port = Number(new URL(url).port);
    await expect(serve({ dir: build.dir, port, host: '127.0.0.1', environment: environment() })).rejects.toThrow(
      new ServerStartError(
        `Port ${port} is in use by another program. Stop that program, or choose another port with --port or PORT, such as --port ${port + 1}.`,
      ),
    );
  });

  test('a host that this machine does not have is reported', async () => {
    await expect(serve({ dir: build.dir, port: 0, host: '192.0.2.1', environment: environment() })).rejects.toThrow(
      '"192.0.2.1" is not an address of this machine. Choose one with --host or HOST: 127.0.0.1 for this machine only, 0.0.0.0 for all.',
    );
  });

  test('an address that the build was not made for is reported', async () => {
    const started = serve({ dir: build.dir, port: 0, host: '127.0.0.1', environment: readEnvironment({ BASE_URL: '/elsewhere/' }) });
    await expect(started).rejects.toThrow('BASE_URL is /elsewhere/, but the build was made for /.');
  });

  test('a missing build is reported before the server listens', async () => {
    await expect(serve({ dir: `${build.dir}/none`, port: 0, host: '127.0.0.1', environment: environment() })).rejects.toThrow(
      'Build the site first',
    );
  });
});

describe('raw requests', () => {
  test.each([
    ['a path with dots', 'GET /../secret.txt HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', /^HTTP\/1.1 40[04]/],
    ['encoded dots', 'GET /%2e%2e/%2e%2e/secret.txt HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', /^HTTP\/1.1 40[04]/],
    ['backslashes', 'GET /..\\..\\secret.txt HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', /^HTTP\/1.1 40[04]/],
    [
      'another site as target',
      'GET http://elsewhere.example/secret.txt HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      /^HTTP\/1.1 40[04]/,
    ],
    ['two slashes', 'GET //elsewhere.example/docs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', /^HTTP\/1.1 40[04]/],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', /^HTTP\/1.1 400/],
    ['an invalid Host', 'GET / HTTP/1.1\r\nHost: a b/../c\r\nConnection: close\r\n\r\n', /^HTTP\/1.1 400/],
    ['a request that is not HTTP', 'hello\r\n\r\n', /^HTTP\/1.1 400/],
    ['headers of 40 kB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`, /^HTTP\/1.1 431/],
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', /^HTTP\/1.1 (400|405)/],
    ['HEAD', 'HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', /^HTTP\/1.1 200[\s\S]*content-length: \d+[\s\S]*\r\n\r\n$/i],
    ['latin-1 in a header', 'GET / HTTP/1.1\r\nHost: x\r\nAccept: \xe9\xff\r\nConnection: close\r\n\r\n', /^HTTP\/1.1 200/],
  ])('%s', async (_, request, expected) => {
    const { url } = await start();
    const answer = await sendRaw(url, request);
    expect(answer).toMatch(expected);
    expect(answer).not.toContain('SECRET');
    expect((await fetch(`${url}healthz`)).status).toBe(200);
  });

  test('the log has one line for each request', async () => {
    const lines: LogEntry[] = [];
    const { url } = await start((entry) => lines.push(entry));
    await (await fetch(`${url}docs/quickstart?q=private`)).text();
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toMatch(/private|127\.0\.0\.1/);
  });
});

describe('stop', () => {
  const children: ChildProcess[] = [];
  afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

  async function startProcess(...words: string[]): Promise<{ child: ChildProcess; url: string }> {
    const script = fileURLToPath(new URL('./testing/serve-slowly.ts', import.meta.url));
    const child = spawn(process.execPath, [script, build.dir, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    const [line] = await once(child.stdout, 'data');
    return { child, url: String(line).trim() };
  }

  const snapshots = async (): Promise<string[]> =>
    (await readdir(dirname(build.dir))).filter((name) => name.startsWith(`.${basename(build.dir)}.serving-`));

  test.each(['SIGTERM', 'SIGINT'] as const)('%s before the server listens removes the snapshot', async (signal) => {
    const { child, url } = await startProcess('never');
    expect(url).toBe('opening');
    expect(await snapshots()).toHaveLength(1);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await snapshots()).toEqual([]);
  });

  test('a start removes the snapshots of processes that no longer run, and no others', async () => {
    const { pid: gone } = spawnSync(process.execPath, ['--version']);
    const folder = join(dirname(build.dir), `.${basename(build.dir)}.serving-`);
    await mkdir(`${folder}${gone}-0/site`, { recursive: true });
    await mkdir(`${folder}${process.ppid}-0`);
    const { url } = await start();
    expect((await fetch(url)).status).toBe(200);
    const names = await snapshots();
    expect(names).not.toContain(basename(`${folder}${gone}-0`));
    expect(names).toContain(basename(`${folder}${process.ppid}-0`));
    await rm(`${folder}${process.ppid}-0`, { recursive: true });
  });

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s lets a running request finish, rejects new ones, and ends with status 0',
    async (signal) => {
      const { child, url } = await startProcess();
      await (await fetch(url)).text();
      const running = fetch(`${url}v1/slow`);
      await new Promise((resolve) => setTimeout(resolve, 200));
      child.kill(signal);
      const exit = once(child, 'exit');
      await new Promise((resolve) => setTimeout(resolve, 100));
      await expect(fetch(`${url}healthz`, { headers: { Connection: 'close' } })).rejects.toThrow();
      expect(await (await running).text()).toBe('finished');
      expect(await exit).toEqual([0, null]);
    },
  );

  test('a signal ends the process with status 0 even if a request never ends', async () => {
    const { child, url } = await startProcess();
    const endless = fetch(`${url}v1/never`).catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await endless).toBeInstanceOf(Error);
  });

  test('a request that never ends is aborted after four seconds', async () => {
    const arrived = Promise.withResolvers<void>();
    const service = new Hono().get('/v1/never', () => {
      arrived.resolve();
      return new Promise<Response>(() => undefined);
    });
    const { url, close } = await serve({
      dir: build.dir,
      port: 0,
      host: '127.0.0.1',
      environment: environment(),
      log: () => undefined,
      services: [service],
    });
    let isCutOff = false;
    const endless = fetch(`${url}v1/never`).catch(() => (isCutOff = true));
    await arrived.promise;
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const closed = close();
    await vi.advanceTimersByTimeAsync(3999);
    expect(isCutOff).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await endless;
    expect(isCutOff).toBe(true);
    await closed;
  });
});
