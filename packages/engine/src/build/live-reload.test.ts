import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, expect, test, vi } from 'vitest';
import { createLiveReload, type LiveReload, type LiveReloadOptions } from './live-reload.ts';

let reload: LiveReload;
afterEach(() => {
  reload.close();
  vi.useRealTimers();
});

function appWith(options: LiveReloadOptions = {}): Hono {
  reload = createLiveReload(options);
  return new Hono().get('/__reload', reload.handler);
}

async function readOnce(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const { value } = await reader.read();
  return new TextDecoder().decode(value);
}

async function open(app: Hono): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const response = await app.request('/__reload');
  expect(response.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8');
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  expect(await readOnce(reader)).toBe('retry: 1000\n\n');
  return reader;
}

test('every open page receives every message, each on one line', async () => {
  const app = appWith();
  const [one, two] = [await open(app), await open(app)];
  reload.send({ type: 'update', path: '/docs/a\n\nb' });
  const expected = `data: {"type":"update","path":"/docs/a\\n\\nb"}\n\n`;
  expect([await readOnce(one), await readOnce(two)]).toEqual([expected, expected]);
});

test('a page that disconnects is removed', async () => {
  const app = appWith();
  const reader = await open(app);
  expect(reload.clientCount()).toBe(1);
  await reader.cancel();
  expect(reload.clientCount()).toBe(0);
  reload.send({ type: 'reload' });
});

test('a page that closes a real connection is removed too', async () => {
  const server = createAdaptorServer({ fetch: appWith().fetch }) as Server;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const leaving = new AbortController();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/__reload`;
  const response = await fetch(url, { signal: leaving.signal });
  await (response.body as ReadableStream<Uint8Array>).getReader().read();
  expect(reload.clientCount()).toBe(1);
  leaving.abort();
  await expect.poll(() => reload.clientCount()).toBe(0);
  server.close();
});

test('pages beyond the limit get 503 until another page disconnects', async () => {
  const app = appWith({ maxClients: 2 });
  const first = await open(app);
  await open(app);
  const refused = await app.request('/__reload');
  expect(refused.status).toBe(503);
  expect(await refused.text()).toContain('More than 2 pages are open');
  await first.cancel();
  await open(app);
});

test('a heartbeat is sent to connected pages while nothing changes', async () => {
  vi.useFakeTimers();
  const reader = await open(appWith({ heartbeatMs: 1000 }));
  await vi.advanceTimersByTimeAsync(1000);
  expect(await readOnce(reader)).toBe(': alive\n\n');
  await reader.cancel();
  expect(vi.getTimerCount()).toBe(0);
});

test('a page that does not read is dropped before messages pile up', async () => {
  await appWith().request('/__reload');
  for (let sent = 0; sent < 200; sent += 1) reload.send({ type: 'reload' });
  expect(reload.clientCount()).toBe(0);
});

test('close() ends the streams', async () => {
  const reader = await open(appWith());
  reload.close();
  expect((await reader.read()).done).toBe(true);
});
