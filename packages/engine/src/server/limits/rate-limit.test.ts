import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createClientKey } from './client-key.ts';
import { createMemoryCounters } from './counters.ts';
import { inWords, rateLimit } from './rate-limit.ts';

const MINUTE = 60;

function appWith(points: number, overall?: number): (address: string) => Promise<Response> {
  const app = new Hono();
  const perAddress = [{ name: 'address', points, seconds: MINUTE }];
  const shared = overall === undefined ? {} : { overall: { name: 'all', points: overall, seconds: MINUTE } };
  const counters = createMemoryCounters();
  app.use(rateLimit({ counters, keyOf: createClientKey(counters, 0), perAddress, ...shared, what: 'questions' }));
  app.post('/', (c) => c.text('answered'));
  return async (address) => app.request('/', { method: 'POST' }, { incoming: { socket: { remoteAddress: address } } });
}

test('R-412 above the allowance: 429, Retry-After and a sentence', async () => {
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

test('R-412 one IPv6 network is one client', async () => {
  const ask = appWith(1);
  expect((await ask('2001:db8:0:1::1')).status).toBe(200);
  expect((await ask('2001:db8:0:1:ffff::2')).status).toBe(429);
});

test('R-412 what all ask together is limited, and one client cannot use it up', async () => {
  const ask = appWith(2, 3);
  for (let i = 0; i < 10; i++) await ask('192.0.2.1');
  expect((await ask('192.0.2.2')).status).toBe(200);
  const refused = await ask('192.0.2.3');
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain('Too many questions are coming in at the moment.');
});

test.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [100, '2 minutes'],
  [5000, '84 minutes'],
  [86_000, '24 hours'],
])('%d seconds to wait are "%s"', (seconds, words) => expect(inWords(seconds)).toBe(words));
