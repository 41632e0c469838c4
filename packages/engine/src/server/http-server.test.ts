import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readEnvironment } from '#config/env.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import type { RunningServer } from './http-server.ts';
import type { LogEntry } from './log.ts';
import { serve } from './main.ts';
import { SITE_FILES, writeTestBuild, type TestBuild } from './testing/test-build.ts';

const HUGE_BYTES = 32 * 1024 * 1024;

let build: TestBuild;
let running: RunningServer | null = null;
const sockets: Socket[] = [];
let logged: LogEntry[] = [];

beforeAll(async () => {
  build = await writeTestBuild();
  await writeFile(join(build.siteDir, 'huge.bin'), Buffer.alloc(HUGE_BYTES, 'x'));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await running?.close();
});
afterAll(() => build.remove());

const echo = new Hono().post('/v1/echo', async (c) => c.text(await c.req.text()));

async function start(connectionLimits: Partial<ConnectionLimits> = {}): Promise<{ url: string; port: number }> {
  logged = [];
  const log = (entry: LogEntry): void => void logged.push(entry);
  const environment = readEnvironment({});
  running = await serve({ dir: build.dir, port: 0, host: '127.0.0.1', environment, env: {}, log, services: [echo], connectionLimits });
  return { url: running.url, port: Number(new URL(running.url).port) };
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Waits until the server resets a connection, which frees the buffers of the operating system. */
async function isReset(socket: Socket): Promise<void> {
  const error: unknown = await new Promise((resolve) => socket.once('error', resolve).once('end', resolve));
  expect(error).toMatchObject({ code: 'ECONNRESET' });
}

/** Waits until the server aborts a connection whose client does not read. Such a client notices it only when it writes. */
async function isAborted(socket: Socket): Promise<void> {
  const writing = setInterval(() => socket.write('\r\n'), 50);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(writing);
}

/** Sends raw bytes, and resolves with the response when the server closes the connection. */
async function sendRaw(port: number, text: string): Promise<string> {
  const socket = await open(port);
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.write(text, 'latin1');
  await once(socket, 'close');
  return answer;
}

/** Sends a body in chunks without announcing its length. */
async function postChunked(url: string, chunks: readonly string[]): Promise<{ status: number; text: string }> {
  const request = httpRequest(url, { method: 'POST', agent: false, headers: { 'Transfer-Encoding': 'chunked' } });
  for (const chunk of chunks) request.write(chunk);
  request.end();
  const [response] = (await once(request, 'response')) as [AsyncIterable<Buffer> & { statusCode: number }];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, text };
}

const errors = (): LogEntry[] => logged.filter(({ kind }) => kind === 'error');

describe('bodies and methods', () => {
  test('R-305 a chunked body is read like any other', async () => {
    const { url } = await start();
    expect(await postChunked(`${url}v1/echo`, ['hel', 'lo'])).toEqual({ status: 200, text: 'hello' });
    expect(errors()).toEqual([]);
  });

  test('R-412 a chunked body above the limit returns 413', async () => {
    const { url } = await start();
    const { status, text } = await postChunked(`${url}v1/echo`, ['x'.repeat(40_000), 'y'.repeat(40_000)]);
    expect(status).toBe(413);
    expect(text).toContain('The request body is larger than 32768 bytes.');
  });

  test('a POST without a body has an empty one', async () => {
    const { port } = await start();
    expect(await sendRaw(port, 'POST /v1/echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 200/);
  });

  test.each(['OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST', 'PROPFIND'])('%s on a page returns 405, not a server error', async (method) => {
    const { port } = await start();
    const plain = await sendRaw(port, `${method} /docs/quickstart HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const chunked = `${method} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n`;
    for (const answer of [plain, await sendRaw(port, chunked)]) expect(answer).toMatch(/^HTTP\/1.1 405[\s\S]*Allow: GET, HEAD/i);
    expect(errors()).toEqual([]);
  });
});

describe('requests from other origins', () => {
  const allowed = 'https://partner.example';
  const preflight = (path: string, origin: string): string =>
    `OPTIONS ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nOrigin: ${origin}\r\nAccess-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: content-type\r\n\r\n`;

  test.each(['/1/indexes/*/queries', '/1/indexes/docs/query', '/mcp'])(
    '%s accepts preflight requests of configured origins',
    async (path) => {
      const manifest = { ...build.manifest, server: { corsOrigins: [allowed] } };
      await writeFile(join(build.dir, 'manifest.json'), JSON.stringify(manifest));
      const { port, url } = await start();
      await writeFile(join(build.dir, 'manifest.json'), JSON.stringify(build.manifest));
      const answer = await sendRaw(port, preflight(path, allowed));
      expect(answer).toMatch(/^HTTP\/1.1 204/);
      expect(answer.toLowerCase()).toContain(`access-control-allow-origin: ${allowed}`);
      expect(answer.toLowerCase()).toContain('access-control-allow-headers: content-type');
      expect((await sendRaw(port, preflight(path, 'https://other.example'))).toLowerCase()).not.toContain('access-control-allow-origin');
      const asked = await fetch(`${url}${path.slice(1)}`, { method: 'POST', body: '{}', headers: { Origin: allowed } });
      expect(asked.headers.get('Access-Control-Allow-Origin')).toBe(allowed);
    },
  );

  test('without configured origins, a preflight request is rejected', async () => {
    const { port } = await start();
    expect(await sendRaw(port, preflight('/mcp', allowed))).toMatch(/^HTTP\/1.1 405/);
    expect(await sendRaw(port, preflight('/1/indexes/*/queries', allowed))).toMatch(/^HTTP\/1.1 40[45]/);
  });
});

describe('requests that do not reach the app', () => {
  test('HTTP/1.0 without Host is answered, for simple health checks', async () => {
    const { port } = await start();
    const answer = await sendRaw(port, 'GET /healthz HTTP/1.0\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 200/);
    expect(answer).toContain('"status":"ok"');
  });

  test.each([
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['two Host headers', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['the same Host twice', 'GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n', 400],
    ['an invalid Host', 'GET / HTTP/1.1\r\nHost: a b/../c\r\nConnection: close\r\n\r\n', 400],
    ['a backslash', 'GET /a\\b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    ['a request that is not HTTP', 'hello\r\n\r\n', 400],
    ['two Content-Length headers', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['large headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`, 431],
    ['many header fields', `GET / HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(900)}\r\n`, 431],
    [
      'many header fields and the start of a body',
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n${'a: b\r\n'.repeat(900)}\r\n{`,
      431,
    ],
    ['many header fields before a second Host', `GET / HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(200)}Host: y\r\n\r\n`, 431],
    ['a large request line', `GET /${'y'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n', 417],
  ])('%s: the error response has the security headers and closes the connection', async (_, text, status) => {
    const { port } = await start();
    const answer = await sendRaw(port, text);
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
    for (const header of ['content-security-policy', 'x-content-type-options: nosniff', 'cross-origin-resource-policy']) {
      expect(answer.toLowerCase()).toContain(header);
    }
    expect(answer).toContain('"error":');
  });
});

describe('limits', () => {
  test('pipelined requests are answered in order', async () => {
    const { port } = await start();
    const paths = ['/docs/quickstart', '/robots.txt', '/guild'];
    const lines = paths.map((path, i) => `GET ${path} HTTP/1.1\r\nHost: x\r\n${i === 2 ? 'Connection: close\r\n' : ''}\r\n`);
    const answer = await sendRaw(port, lines.join(''));
    const order = ['docs/quickstart/index.html', 'robots.txt', 'guild/index.html'].map((file) => answer.indexOf(SITE_FILES[file] ?? '?'));
    expect(order.every((at, i) => at > (order[i - 1] ?? 0))).toBe(true);
  });

  test('a client that pipelines without reading is disconnected, and few of its requests are processed', async () => {
    const { port, url } = await start({ pipelinedRequests: 8 });
    const socket = await open(port);
    socket.pause();
    socket.write('GET /huge.bin HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(300));
    await isReset(socket);
    expect(logged.length).toBeLessThanOrEqual(2);
    expect((await fetch(`${url}healthz`)).status).toBe(200);
  });

  test('most of a flood of short requests in one write is not parsed', async () => {
    const { port, url } = await start({ pipelinedRequests: 8 });
    let parsed = 0;
    const count = (): void => void parsed++;
    subscribe('http.server.request.start', count);
    const socket = (await open(port)).resume();
    socket.write('GET / HTTP/1.1\r\n\r\n'.repeat(3600));
    await isReset(socket);
    unsubscribe('http.server.request.start', count);
    expect(parsed).toBeLessThan(100);
    expect((await fetch(`${url}healthz`)).status).toBe(200);
  });

  test('requests behind a complete one are parsed after its response, because their headers take a hundred times their size', async () => {
    const { port } = await start({ pipelinedRequests: 8 });
    let parsed = 0;
    const count = (): void => void parsed++;
    subscribe('http.server.request.start', count);
    const socket = (await open(port)).pause();
    const fields = Array.from({ length: 60 }, (_, i) => `a${i}: b\r\n`).join('');
    // The client reads neither the large response nor the others.
    socket.write(`GET /huge.bin HTTP/1.1\r\nHost: x\r\n${fields}\r\n`.repeat(8));
    await new Promise((resolve) => setTimeout(resolve, 300));
    unsubscribe('http.server.request.start', count);
    expect(parsed).toBeLessThanOrEqual(2);
  });

  test('above the limit of pipelined requests on all connections, those that send more are closed', async () => {
    const { port, url } = await start({ pipelinedRequests: 8, allPipelinedRequests: 10 });
    const sockets = await Promise.all(Array.from({ length: 6 }, () => open(port)));
    let closed = 0;
    for (const socket of sockets) {
      socket.pause().once('close', () => closed++);
      socket.write('GET /huge.bin HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5));
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(closed).toBeGreaterThanOrEqual(3);
    expect(closed).toBeLessThan(6);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    // The requests of closed connections no longer count.
    const again = (await open(port)).pause();
    let isClosed = false;
    again.once('close', () => (isClosed = true));
    again.write('GET /huge.bin HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(isClosed).toBe(false);
    expect((await fetch(`${url}healthz`)).status).toBe(200);
  });

  test('a body in chunks of one byte is read', async () => {
    const { url } = await start();
    const body = 'x'.repeat(100);
    expect(await postChunked(`${url}v1/echo`, [...body])).toEqual({ status: 200, text: body });
  });

  test.each([
    ['at once', ''],
    ['behind a response that nobody reads', 'GET /huge.bin HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('bodies in chunks of one byte use little memory: %s', async (_, before) => {
    const { port, url } = await start();
    const used = process.memoryUsage().heapUsed;
    for (let i = 0; i < 60; i++) {
      const socket = (await open(port)).pause();
      socket.write(`${before}POST /v1/echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
      socket.write('1\r\nx\r\n'.repeat(10_000));
    }
    expect((await fetch(`${url}healthz`)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 500));
    // 600,000 chunks: even 100 bytes for each would be more.
    expect(process.memoryUsage().heapUsed - used).toBeLessThan(50_000_000);
  });

  test('a client that sends a body in thousands of chunks is disconnected', async () => {
    const { port, url } = await start();
    for (const request of ['POST /v1/echo', 'GET /huge.bin']) {
      const socket = (await open(port)).resume();
      socket.write(`${request} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
      const closed = once(socket, 'close');
      socket.write('1\r\nx\r\n'.repeat(5000));
      await closed;
    }
    expect((await fetch(`${url}healthz`)).status).toBe(200);
  });

  test.each([
    ['with a body', 'POST /v1/echo HTTP/1.1\r\nHost: x'],
    ['whose body nobody reads', 'GET /huge.bin HTTP/1.1\r\nHost: x'],
    ['without Host', 'POST /v1/echo HTTP/1.1'],
    ['with an unknown expectation', 'POST /v1/echo HTTP/1.1\r\nHost: x\r\nExpect: more'],
  ])('most of the chunks that arrive with the headers are not parsed: a request %s', async (_, head) => {
    const { port, url } = await start();
    let parsed = 0;
    const countChunks = (message: unknown): void => {
      const { request } = message as { request: IncomingMessage };
      const { push } = request;
      request.push = (...chunk) => {
        parsed += 1;
        return push.apply(request, chunk);
      };
    };
    subscribe('http.server.request.start', countChunks);
    const socket = (await open(port)).resume();
    const closed = once(socket, 'close');
    socket.write(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(10_000)}`);
    await closed;
    unsubscribe('http.server.request.start', countChunks);
    expect(parsed).toBeLessThan(400);
    expect((await fetch(`${url}healthz`)).status).toBe(200);
  });

  test('a request with a body that waits for its turn is answered', async () => {
    const { port } = await start();
    const post = (body: string, header: string): string =>
      `POST /v1/echo HTTP/1.1\r\nHost: x\r\n${header}Content-Length: ${body.length}\r\n\r\n${body}`;
    const [first, second] = ['a'.repeat(3000), 'b'.repeat(3000)];
    const answer = await sendRaw(
      port,
      `GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n${post(first, '')}${post(second, 'Connection: close\r\n')}`,
    );
    expect(answer.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
    expect(answer.indexOf(first)).toBeLessThan(answer.indexOf(second));
  });

  test('requests that arrive during a slowly read response are answered after it', async () => {
    const { port } = await start();
    const socket = await open(port);
    let received = 0;
    socket.on('data', (chunk: Buffer) => (received += chunk.length));
    socket.write('GET /huge.bin HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    socket.pause();
    // At this point the server stops reading requests until the client reads.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const padding = `X-Padding: ${'x'.repeat(1500)}`;
    socket.write(`GET /huge.bin HTTP/1.1\r\nHost: x\r\n${padding}\r\n\r\n`.repeat(2));
    socket.write(`GET /huge.bin HTTP/1.1\r\nHost: x\r\n${padding}\r\nConnection: close\r\n\r\n`);
    socket.resume();
    await once(socket, 'close');
    expect(received).toBeGreaterThan(4 * HUGE_BYTES);
  });

  test('a client that stops reading is disconnected, and a slow reader is not', async () => {
    // Long enough that a busy machine does not delay the slow reader beyond it.
    const { port } = await start({ slowMs: 2000 });
    const [stalled, slow] = [await open(port), await open(port)];
    let received = 0;
    slow.on('data', (chunk: Buffer) => {
      received += chunk.length;
      slow.pause();
      setTimeout(() => slow.resume(), 1);
    });
    stalled.pause();
    for (const socket of [stalled, slow]) socket.write('GET /huge.bin HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    // A paused socket does not notice the reset until it reads.
    const timer = setTimeout(() => stalled.resume(), 4500);
    let stalledBytes = 0;
    stalled.on('data', (chunk: Buffer) => (stalledBytes += chunk.length));
    await Promise.all([isReset(stalled), once(slow, 'close')]);
    clearTimeout(timer);
    expect(stalledBytes).toBeLessThan(HUGE_BYTES);
    expect(received).toBeGreaterThan(HUGE_BYTES);
  });

  test('above the limit, the oldest unread responses are aborted', async () => {
    const { port } = await start({ unreadResponses: 2 });
    const readers = [await open(port), await open(port), await open(port), await open(port)];
    for (const socket of readers) {
      socket.pause().write('GET /huge.bin HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await Promise.all(readers.slice(0, 2).map(isAborted));
    const endOf = async (socket: Socket): Promise<string> => {
      const end = Promise.race([once(socket, 'error').then(() => 'reset'), once(socket, 'end').then(() => 'complete')]);
      socket.resume();
      return end;
    };
    expect(await Promise.all(readers.slice(2).map(endOf))).toEqual(['complete', 'complete']);
  });

  test('R-412 an unread response of another network is not aborted', async () => {
    const { port } = await start({ unreadResponses: 2 });
    const visitor = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' }).on('error', () => undefined);
    sockets.push(visitor);
    await once(visitor, 'connect');
    const attackers = await Promise.all(Array.from({ length: 4 }, () => open(port)));
    for (const socket of [visitor, ...attackers]) {
      socket.pause().write('GET /huge.bin HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await Promise.all(attackers.slice(0, 3).map(isAborted));
    let received = 0;
    visitor.on('data', (chunk: Buffer) => (received += chunk.length)).resume();
    await once(visitor, 'end');
    expect(received).toBeGreaterThan(HUGE_BYTES);
  });

  test('above the limit, the connection that has been idle longest is closed', async () => {
    const { port } = await start({ connections: 2 });
    const first = await open(port);
    const closed = once(first, 'close');
    await open(port);
    expect(await sendRaw(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 200/);
    await closed;
  });

  test('R-412 above the limit, a connection of the network with most of them is closed, even if all of these wait for an answer', async () => {
    const { port } = await start({ connections: 20 });
    const visitor = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' }).on('error', () => undefined);
    sockets.push(visitor);
    await once(visitor, 'connect');
    // Bodies that are incomplete keep their requests busy.
    const attackers = await Promise.all(Array.from({ length: 40 }, () => open(port)));
    let closed = 0;
    for (const socket of attackers)
      socket.once('close', () => closed++).write('POST /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na');
    await expect.poll(() => closed).toBe(21);
    visitor.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(String((await once(visitor, 'data'))[0])).toMatch(/^HTTP\/1.1 200/);
  });

  test('above the limit, the connection that has waited longest for the rest of its headers is closed', async () => {
    const { port, url } = await start({ incomingHeaders: 2 });
    const [first, ...others] = [await open(port), await open(port), await open(port)];
    const closed = once(first, 'close');
    first.write('GET /robots.txt HTTP/1.1\r\nHost');
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const socket of others) socket.write('GET /robots.txt HTTP/1.1\r\nHost');
    await closed;
    // Complete requests do not count.
    for (let i = 0; i < 5; i++) expect((await fetch(`${url}healthz`)).status).toBe(200);
    for (const socket of others) {
      socket.write(': x\r\n\r\n');
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(String(answer)).toMatch(/^HTTP\/1.1 200/);
    }
  });

  test.each([
    { limits: { incomingHeaders: 4 }, begin: 'GET /robots.txt HTTP/1.1\r\nHost', end: ': x\r\n\r\n' },
    { limits: { incomingBodies: 4 }, begin: 'POST /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nabc', end: 'd' },
  ])('R-412 the limit $limits closes connections of the network with most of them', async ({ limits, begin, end }) => {
    const { port } = await start(limits);
    const visitor = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' }).on('error', () => undefined);
    sockets.push(visitor);
    await once(visitor, 'connect');
    visitor.write(begin);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const attackers = await Promise.all(Array.from({ length: 20 }, () => open(port)));
    let closed = 0;
    for (const socket of attackers) socket.once('close', () => closed++).write(begin);
    await expect.poll(() => closed).toBe(17);
    visitor.write(end);
    expect(String((await once(visitor, 'data'))[0])).toMatch(/^HTTP\/1.1 200/);
  });

  test('of headers that arrive at the same time, only those within the limit are kept', async () => {
    const { port } = await start({ incomingHeaders: 2 });
    const opened = await Promise.all(Array.from({ length: 30 }, () => open(port)));
    let closed = 0;
    for (const socket of opened) socket.once('close', () => closed++).write('GET /robots.txt HTTP/1.1\r\nHost');
    await expect.poll(() => closed).toBe(28);
  });

  test('above the limit, the oldest incomplete body is aborted', async () => {
    const { port, url } = await start({ incomingBodies: 2 });
    const head = 'POST /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc';
    const first = await open(port);
    const closed = once(first, 'close');
    first.write(head);
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const socket of [await open(port), await open(port)]) socket.write(head);
    await closed;
    expect((await fetch(`${url}healthz`)).status).toBe(200);
  });
});
