import { afterEach, expect, test, vi } from 'vitest';
import { createKeys, createMemoryCounters } from './counters.ts';

afterEach(() => void vi.useRealTimers());

test('R-412 an allowance is counted for each key, and is there again when its time is over', async () => {
  vi.useFakeTimers();
  const counter = createMemoryCounters().open({ name: 'x', points: 2, seconds: 60 });
  expect([await counter.take('a'), await counter.take('a')]).toEqual([null, null]);
  await vi.advanceTimersByTimeAsync(20_500);
  expect(await counter.take('a')).toBe(40);
  expect(await counter.take('b')).toBeNull();
  await vi.advanceTimersByTimeAsync(40_000);
  expect(await counter.take('a')).toBeNull();
});

test('keys hold no address, are the same for the same secret, and are few', () => {
  const keyOf = createKeys('postgres://shared');
  expect(createKeys('postgres://shared')('192.0.2.7')).toBe(keyOf('192.0.2.7'));
  expect(createKeys('postgres://other')('192.0.2.7')).not.toBe(keyOf('192.0.2.7'));
  for (let i = 0; i < 300; i++) expect(keyOf(`2001:db8:0:${i}::/64`)).toMatch(/^[0-9a-f]{4}$/);
});

test('two processes without a database have secrets of their own', () => {
  const addresses = Array.from({ length: 8 }, (_, i) => `192.0.2.${i}`);
  expect(addresses.map(createMemoryCounters().keyOf)).not.toEqual(addresses.map(createMemoryCounters().keyOf));
});
