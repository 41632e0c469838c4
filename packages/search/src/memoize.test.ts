import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { memoize, memoizeByObject } from './memoize.ts';

const MOST = 4;

/** A memoized function and the keys for which it ran. */
function recorded(): { of: (key: number) => string; made: number[] } {
  const made: number[] = [];
  return { made, of: memoize(MOST, (key: number) => (made.push(key), `made of ${key}`)) };
}

test('the results of the latest keys are cached', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 60 }), (keys) => {
      const { of, made } = recorded();
      const lately: number[] = [];
      for (const key of keys) {
        const before = made.length;
        expect(of(key)).toBe(`made of ${key}`);
        if (lately.slice(-MOST).includes(key)) expect(made).toHaveLength(before);
        if (lately.includes(key)) lately.splice(lately.indexOf(key), 1);
        lately.push(key);
      }
    }),
  );
});

test('at most twice the limit is cached', () => {
  const { of, made } = recorded();
  const all = Array.from({ length: 10 * MOST }, (_, key) => key);
  for (const key of all) of(key);
  made.length = 0;
  for (const key of all.toReversed()) of(key);
  expect(made.length).toBeGreaterThanOrEqual(all.length - 2 * MOST);
});

test('a function of an object runs once for each object, whatever it contains', () => {
  const make = vi.fn(({ name }: { name: string }) => [name]);
  const read = memoizeByObject(make);
  const [one, alike] = [{ name: 'a' }, { name: 'a' }];
  expect(read(one)).toBe(read(one));
  expect(read(alike)).toEqual(read(one));
  expect(make).toHaveBeenCalledTimes(2);
});

test('a call that throws is tried again', () => {
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
