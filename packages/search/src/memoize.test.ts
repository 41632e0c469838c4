import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { loadOnce, memoize, memoizeByObject } from './memoize.ts';

const MOST = 4;

/** A memoized function and the keys for which it ran. */
function recorded(): { of: (key: number) => string; calls: number[] } {
  const calls: number[] = [];
  return { calls, of: memoize(MOST, (key: number) => (calls.push(key), `made of ${key}`)) };
}

test('the latest results are cached', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 60 }), (keys) => {
      const { of, calls } = recorded();
      const recentKeys: number[] = [];
      for (const key of keys) {
        const before = calls.length;
        expect(of(key)).toBe(`made of ${key}`);
        if (recentKeys.slice(-MOST).includes(key)) expect(calls).toHaveLength(before);
        if (recentKeys.includes(key)) recentKeys.splice(recentKeys.indexOf(key), 1);
        recentKeys.push(key);
      }
    }),
  );
});

test('the cache contains at most twice the limit', () => {
  const { of, calls } = recorded();
  const all = Array.from({ length: 10 * MOST }, (_, key) => key);
  for (const key of all) of(key);
  calls.length = 0;
  for (const key of all.toReversed()) of(key);
  expect(calls.length).toBeGreaterThanOrEqual(all.length - 2 * MOST);
});

test('a function of an object runs once for each object', () => {
  const make = vi.fn(({ name }: { name: string }) => [name]);
  const read = memoizeByObject(make);
  const [one, alike] = [{ name: 'a' }, { name: 'a' }];
  expect(read(one)).toBe(read(one));
  expect(read(alike)).toEqual(read(one));
  expect(make).toHaveBeenCalledTimes(2);
});

test('a call that throws is not cached', () => {
  let isBroken = true;
  const read = memoizeByObject(() => {
    if (isBroken) throw new Error('not yet');
    return ['done'];
  });
  const key = {};
  expect(() => read(key)).toThrow('not yet');
  isBroken = false;
  expect(read(key)).toEqual(['done']);
});

test('a result that is excluded is not cached', () => {
  const make = vi.fn((key: string) => key.toUpperCase());
  const read = memoize(MOST, make, (key) => key.length < 3);
  for (const key of ['ab', 'abc', 'ab', 'abc']) expect(read(key)).toBe(key.toUpperCase());
  expect(make.mock.calls.flat()).toEqual(['ab', 'abc', 'abc']);
});

test('calls share what the first one loads', async () => {
  const load = vi.fn(async (name: string) => [name]);
  const loaded = loadOnce(load);
  const pending = loaded('a');
  expect(loaded('b')).toBe(pending);
  expect(await loaded('c')).toBe(await pending);
  expect(load.mock.calls).toEqual([['a']]);
});

test('the next call after a failure loads again', async () => {
  const load = vi.fn(async () => 'loaded');
  load.mockRejectedValueOnce(new Error('no network'));
  const loaded = loadOnce(load);
  const [first, second] = [loaded(), loaded()];
  await expect(first).rejects.toThrow('no network');
  await expect(second).rejects.toThrow('no network');
  expect(load).toHaveBeenCalledTimes(1);
  expect(await loaded()).toBe('loaded');
  expect(await loaded()).toBe('loaded');
  expect(load).toHaveBeenCalledTimes(2);
});
