import { Hono } from 'hono';
import { describe, expect, test, afterEach, vi } from 'vitest';
import { clientNetworks, networksOf, createClientOf } from './client-address.ts';
import {
  createAddressHash,
  createMemoryCounters,
  createRateLimit,
  formatDuration,
  rateLimit,
  createConcurrencyLimiter,
  type Slot,
} from './rate-limit.ts';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve, type ServerType } from '@hono/node-server';

describe('R-412 networks that count as one client', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    [' 192.0.2.7 ', '192.0.2.7'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:0207', '192.0.2.7'],
    ['64:ff9b::192.0.2.7', '192.0.2.7'],
    ['0:0:0:0:0:FFFF:192.0.2.7', '192.0.2.7'],
    ['[::ffff:0808:0404]:443', '8.8.4.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['', null],
    ['unknown', null],
    ['1.2.3', null],
    ['1.2.3.4, 5.6.7.8', null],
    ["'; drop table", null],
    [':'.repeat(5000), null],
  ])('the client network of %s is %s', (written, address) => expect(networksOf(written)?.address ?? null).toBe(address));

  test('an IPv6 client belongs to a /48 network, and an IPv4 client to none', () => {
    expect(networksOf('2001:db8:1:2::9')?.block).toBe('2001:db8:1::/48');
    expect(networksOf('2001:db8:1:ffff::9')?.block).toBe('2001:db8:1::/48');
    expect(networksOf('::ffff:808:404')?.block).toBeNull();
  });
});

describe('the client address of a request', () => {
  async function addressOf(trustedProxies: number, forwarded?: string, socket?: string): Promise<string> {
    const app = new Hono().get('/', (c) => c.text(clientNetworks(c, trustedProxies).address));
    const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
    const env = socket === undefined ? {} : { incoming: { socket: { remoteAddress: socket } } };
    return (await app.request('/', { headers }, env)).text();
  }

  test('is that of the connection without a proxy, regardless of the header', async () => {
    expect(await addressOf(0, '198.51.100.1', '192.0.2.7')).toBe('192.0.2.7');
    expect(await addressOf(0, undefined, '::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(await addressOf(0)).toBe('unknown');
  });

  test('is the one that the farthest trusted proxy received', async () => {
    expect(await addressOf(1, 'forged, 198.51.100.1', '10.0.0.1')).toBe('198.51.100.1');
    expect(await addressOf(2, '203.0.113.9, 198.51.100.1, 10.0.0.2', '10.0.0.1')).toBe('198.51.100.1');
  });

  test('is that of the connection if the header is missing, too short, or invalid', async () => {
    expect(await addressOf(1, undefined, '10.0.0.1')).toBe('10.0.0.1');
    expect(await addressOf(3, '198.51.100.1', '10.0.0.1')).toBe('10.0.0.1');
    expect(await addressOf(1, 'nonsense', '10.0.0.1')).toBe('10.0.0.1');
  });
});

const servers: ServerType[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const server of servers.splice(0)) server.close();
});

const MINUTE = 60;

/** A service that answers valid requests; those with `?invalid` are not valid. */
function appWith(points: number, overall?: number): (address: string, query?: string) => Promise<Response> {
  const perAddress = [{ name: 'address', points, seconds: MINUTE }];
  const shared = overall === undefined ? {} : { overall: { name: 'all', points: overall, seconds: MINUTE } };
  const counters = createMemoryCounters();
  const limit = createRateLimit({ counters, clientOf: createClientOf(counters, 0), perAddress, ...shared, what: 'questions' });
  const app = new Hono().post('/', limit.guard, async (c) => {
    if (c.req.query('invalid') !== undefined) return c.text('invalid', 400);
    return (await limit.admit(c)) ?? c.text('answered');
  });
  return async (address, query = '') => app.request(`/${query}`, { method: 'POST' }, { incoming: { socket: { remoteAddress: address } } });
}

test('a counter that is opened again continues, so that a new build does not renew the limits', async () => {
  const counters = createMemoryCounters();
  const allowance = { name: 'a', points: 2, seconds: 60 };
  await counters.open(allowance).consume('key', 2);
  expect(await counters.open({ ...allowance }).consume('key', 1)).toBeGreaterThan(0);
  expect(await counters.open({ ...allowance, points: 9 }).consume('key', 1)).toBeNull();
});

test('R-412 a request above the limit gets 429, Retry-After, and a sentence', async () => {
  const ask = appWith(2);
  expect((await ask('192.0.2.1')).status).toBe(200);
  expect((await ask('192.0.2.1')).status).toBe(200);
  const refused = await ask('192.0.2.1');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(55);
  expect(refused.headers.get('Cache-Control')).toBe('no-store');
  const { error } = (await refused.json()) as { error: { code: string; message: string } };
  expect(error.code).toBe('too_many_requests');
  expect(error.message).toMatch(/^Too many questions came from your address\. Please try again in \d\d seconds\.$/);
  expect((await ask('192.0.2.2')).status).toBe(200);
});

test('R-412 an IPv6 network counts as one client', async () => {
  const ask = appWith(1);
  expect((await ask('2001:db8:0:1::1')).status).toBe(200);
  expect((await ask('2001:db8:0:1:ffff::2')).status).toBe(429);
});

test('R-412 invalid requests from many networks of a /48 neither renew the limits of others nor use up those of their neighbors', async () => {
  const ask = appWith(2);
  for (const address of ['192.0.2.1', '192.0.2.1', '2001:db8:1::1', '2001:db8:1::1']) expect((await ask(address)).status).toBe(200);
  for (let i = 0; i < 20_000; i++) await ask(`2001:db8:0:${i.toString(16)}::1`, '?invalid');
  for (const address of ['192.0.2.1', '2001:db8:1::1']) expect((await ask(address)).status).toBe(429);
  expect((await ask('2001:db8:0:fff0::1')).status).toBe(200);
});

test('R-412 the total number of requests is limited, and one client cannot use it up', async () => {
  const ask = appWith(2, 3);
  for (let i = 0; i < 10; i++) await ask('192.0.2.1');
  expect((await ask('192.0.2.2')).status).toBe(200);
  const refused = await ask('192.0.2.3');
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain('Too many questions are coming in at the moment.');
});

test('R-412 invalid requests count only against their sender', async () => {
  const ask = appWith(100, 50);
  for (let i = 0; i < 6100; i++) await ask(`2001:db8:${(i % 60).toString(16)}:1::1`, '?invalid');
  for (let i = 0; i < 50; i++) expect((await ask(`192.0.2.${i}`)).status).toBe(200);
  expect((await ask('2001:db8:0:1::1')).status).toBe(429);
});

test('R-412 one /48 network cannot use up the shared limit', async () => {
  const ask = appWith(10, 100);
  const statuses: number[] = [];
  for (let i = 0; i < 600; i++) statuses.push((await ask(`2001:db8:1:${(i % 60).toString(16)}::1`)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(40);
  const refused = await ask('2001:db8:1:aaaa::1');
  expect(await refused.text()).toContain('Too many questions came from your network.');
  for (let i = 0; i < 50; i++) expect((await ask(`192.0.2.${i}`)).status).toBe(200);
});

test('R-412 a service without a shared limit counts invalid requests only against their sender, and valid ones also against their network', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const counters = createMemoryCounters();
  const perAddress = [{ name: 'entries', points: 10, seconds: MINUTE }];
  const limit = rateLimit({ counters, clientOf: createClientOf(counters, 0), perAddress, what: 'entries' });
  const app = new Hono().post('/', limit, (c) => c.text('', c.req.query('invalid') === undefined ? 201 : 400));
  const send = async (address: string, query = ''): Promise<Response> =>
    app.request(`/${query}`, { method: 'POST' }, { incoming: { socket: { remoteAddress: address } } });
  for (let i = 0; i < 600; i++) await send(`2001:db8:1:${(i % 60).toString(16)}::1`, '?invalid');
  expect((await send('2001:db8:1:0::1')).status).toBe(429);
  const statuses: number[] = [];
  for (let i = 0; i < 60; i++) statuses.push((await send(`2001:db8:1:${(100 + i).toString(16)}::1`)).status);
  // Four times the limit of an address.
  expect(statuses.filter((status) => status === 201)).toHaveLength(40);
  const refused = await send('2001:db8:1:aaaa::1');
  expect(await refused.text()).toContain('Too many entries came from your network.');
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(55);
  expect((await send('2001:db8:2:1::1')).status).toBe(201);
  vi.advanceTimersByTime(61_000);
  expect((await send('2001:db8:1:aaaa::1')).status).toBe(201);
});

/** A server that starts a request of the middleware and answers it only when the test says so, with 201 or, for `/?invalid`, with 400. */
async function startSlowServer(points: number): Promise<{ send(address: string, query?: string): Promise<number>; answerAll(): void }> {
  const counters = createMemoryCounters();
  const perAddress = [
    { name: 'entries', points, seconds: MINUTE },
    { name: 'entries-day', points: 100 * points, seconds: 1440 * MINUTE },
  ];
  const limit = rateLimit({ counters, clientOf: createClientOf(counters, 1), perAddress, what: 'entries' });
  const { promise, resolve } = Promise.withResolvers<void>();
  const app = new Hono().post('/', limit, async (c) => {
    await promise;
    return c.text('', c.req.query('invalid') === undefined ? 201 : 400);
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  servers.push(server);
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    send: async (address, query = '') =>
      (await fetch(`${url}${query}`, { method: 'POST', headers: { 'X-Forwarded-For': address } })).status,
    answerAll: resolve,
  };
}

test.each(['', '?invalid'])('R-412 requests of a /48 network count toward its limit while they are processed%s', async (query) => {
  const { send, answerAll } = await startSlowServer(10);
  const statuses: number[] = [];
  const sent = Array.from({ length: 100 }, async (_, i) => statuses.push(await send(`2001:db8:1:${i.toString(16)}::1`, query)));
  // The accepted requests wait for `answerAll`.
  await vi.waitFor(() => expect(statuses).toHaveLength(60), { timeout: 10_000 });
  answerAll();
  await Promise.all(sent);
  expect(statuses).toEqual([...Array<number>(60).fill(429), ...Array<number>(40).fill(query === '' ? 201 : 400)]);
  // Those that were not valid no longer count.
  const later = await Promise.all(Array.from({ length: 60 }, (_, i) => send(`2001:db8:1:${(200 + i).toString(16)}::1`)));
  expect(later.filter((status) => status === 201)).toHaveLength(query === '' ? 0 : 40);
});

test('R-412 an expensive request counts several times for its address and its network', async () => {
  const counters = createMemoryCounters();
  const perAddress = [{ name: 'searches', points: 10, seconds: MINUTE }];
  const limit = createRateLimit({ counters, clientOf: createClientOf(counters, 0), perAddress, what: 'searches' });
  const app = new Hono().post('/', limit.middleware, async (c) => {
    await limit.charge(c, 9);
    return c.text('');
  });
  const search = async (address: string): Promise<number> =>
    (await app.request('/', { method: 'POST' }, { incoming: { socket: { remoteAddress: address } } })).status;
  expect([await search('192.0.2.1'), await search('192.0.2.1')]).toEqual([200, 429]);
  const statuses: number[] = [];
  for (let i = 0; i < 8; i++) statuses.push(await search(`2001:db8:1:${i}::1`));
  // Four requests use up the limit of the network.
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 429, 429]);
  expect(await search('2001:db8:2:1::1')).toBe(200);
});

test('R-412 requests are counted for each key until the window ends', async () => {
  vi.useFakeTimers();
  const counter = createMemoryCounters().open({ name: 'x', points: 2, seconds: 60 });
  expect([await counter.consume('a'), await counter.consume('a')]).toEqual([null, null]);
  await vi.advanceTimersByTimeAsync(20_500);
  expect(await counter.consume('a')).toBe(40);
  expect(await counter.consume('b')).toBeNull();
  await vi.advanceTimersByTimeAsync(40_000);
  expect(await counter.consume('a')).toBeNull();
});

test('R-412 a sender that changes its network is counted in bounded memory and does not affect other clients', async () => {
  const counter = createMemoryCounters().open({ name: 'x', points: 2, seconds: 60 });
  await counter.consume('a');
  for (let i = 0; i < 60_000; i++) {
    await counter.consume(`network ${i}`);
    if (i % 10_000 === 0) await counter.consume('a');
  }
  expect(await counter.consume('a')).toBeGreaterThan(0);
  expect(await counter.consume('network 0')).toBeNull();
});

test('keys are short hashes of an address that depend on the secret', () => {
  const keyOf = createAddressHash('postgres://shared');
  expect(createAddressHash('postgres://shared')('192.0.2.7')).toBe(keyOf('192.0.2.7'));
  expect(createAddressHash('postgres://other')('192.0.2.7')).not.toBe(keyOf('192.0.2.7'));
  expect(keyOf('192.0.2.7')).toMatch(/^[0-9a-f]{12}$/);
});

test('two processes without a database have different secrets', () => {
  const addresses = Array.from({ length: 8 }, (_, i) => `192.0.2.${i}`);
  expect(addresses.map(createMemoryCounters().keyOf)).not.toEqual(addresses.map(createMemoryCounters().keyOf));
});

test.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [100, '2 minutes'],
  [5000, '84 minutes'],
  [86_000, '24 hours'],
])('a wait of %d seconds is written as "%s"', (seconds, words) => expect(formatDuration(seconds)).toBe(words));

test('R-412 setting the clock back does not extend the window', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const ask = appWith(1);
  await ask('192.0.2.1');
  vi.setSystemTime(Date.now() - 86_400_000);
  const refused = await ask('192.0.2.1');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(MINUTE);
  vi.advanceTimersByTime(61_000);
  expect((await ask('192.0.2.1')).status).toBe(200);
});

const client = (address: string, block: string | null = null) => ({ address, block });

test('R-412 slots are limited for each address and in total', () => {
  const limiter = createConcurrencyLimiter({ perAddress: 2, overall: 3 });
  const first = limiter.acquire(client('a')) as Slot;
  limiter.acquire(client('a'));
  expect(limiter.acquire(client('a'))).toBe('address');
  limiter.acquire(client('b'));
  expect(limiter.acquire(client('c'))).toBe('overall');
  first.release();
  expect(limiter.active()).toBe(2);
  expect(limiter.acquire(client('c'))).toBeTypeOf('object');
});

test('R-412 one IPv6 /48 network cannot acquire all slots', () => {
  const limiter = createConcurrencyLimiter({ perAddress: 40, overall: 600 });
  const taken = Array.from({ length: 650 }, (_, i) => limiter.acquire(client(`network ${i % 60}`, 'block')));
  expect(taken.filter((slot) => typeof slot === 'object')).toHaveLength(160);
  expect(limiter.acquire(client('other', 'another block'))).toBeTypeOf('object');
});

test('releasing a slot twice frees it once', () => {
  const limiter = createConcurrencyLimiter({ perAddress: 5, overall: 5 });
  const slot = limiter.acquire(client('a', 'x')) as Slot;
  limiter.acquire(client('a', 'x'));
  slot.release();
  slot.release();
  expect(limiter.active()).toBe(1);
});
