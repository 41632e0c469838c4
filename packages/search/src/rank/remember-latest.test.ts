import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rememberLatest } from './remember-latest.ts';

const MOST = 4;

/** A function that remembers, and the keys for which it had to work. */
function recorded(): { of: (key: number) => string; made: number[] } {
  const made: number[] = [];
  return { made, of: rememberLatest(MOST, (key: number) => (made.push(key), `made of ${key}`)) };
}

test('the results of the last keys are remembered, whatever was asked for before', () => {
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

test('no more than twice as many are kept', () => {
  const { of, made } = recorded();
  const all = Array.from({ length: 10 * MOST }, (_, key) => key);
  for (const key of all) of(key);
  made.length = 0;
  for (const key of all.toReversed()) of(key);
  expect(made.length).toBeGreaterThanOrEqual(all.length - 2 * MOST);
});
