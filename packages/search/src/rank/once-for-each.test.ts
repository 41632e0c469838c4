import { expect, test, vi } from 'vitest';
import { onceForEach } from './once-for-each.ts';

test('the work is done once for each object, whatever it holds', () => {
  const make = vi.fn(({ name }: { name: string }) => [name]);
  const read = onceForEach(make);
  const [one, alike] = [{ name: 'a' }, { name: 'a' }];
  expect(read(one)).toBe(read(one));
  expect(read(alike)).toEqual(read(one));
  expect(make).toHaveBeenCalledTimes(2);
});

test('work that fails is tried again', () => {
  let isBroken = true;
  const read = onceForEach(() => {
    if (isBroken) throw new Error('not yet');
    return ['done'];
  });
  const key = {};
  expect(() => read(key)).toThrow('not yet');
  isBroken = false;
  expect(read(key)).toEqual(['done']);
});
