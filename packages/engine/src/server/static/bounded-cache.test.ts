import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBoundedCache } from './bounded-cache.ts';

test('what was used longest ago leaves first', () => {
  const cache = createBoundedCache<string>(1000);
  cache.set('a', 'A', 100);
  cache.set('b', 'B', 100);
  expect(cache.get('a')).toBe('A');
  cache.set('c', 'C', 100);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['A', undefined, 'C']);
});

test('a value bigger than the whole is not kept, and does not drive the others out', () => {
  const cache = createBoundedCache<string>(1000);
  cache.set('a', 'A', 10);
  cache.set('huge', 'H', 1001);
  expect([cache.get('a'), cache.get('huge')]).toEqual(['A', undefined]);
});

test('property: never more bytes than allowed, and none forgotten when a key is set again', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...'abcdefgh'), fc.nat(3000))), (steps) => {
      const cache = createBoundedCache<number>(4000);
      for (const [key, bytes] of steps) {
        cache.set(key, bytes, bytes);
        expect(cache.size()).toBeLessThanOrEqual(4000);
        expect(cache.size()).toBeGreaterThanOrEqual(0);
      }
      const last = steps.at(-1);
      if (last && last[1] < 3700) expect(cache.get(last[0])).toBe(last[1]);
    }),
  );
});
