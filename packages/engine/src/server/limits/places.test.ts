import { expect, test } from 'vitest';
import { createPlaces } from './places.ts';

test('R-412 places are few for one address and bounded for all', () => {
  const places = createPlaces({ perAddress: 2, overall: 3 });
  const first = places.take('a');
  places.take('a');
  expect(places.take('a')).toBe('address');
  places.take('b');
  expect(places.take('c')).toBe('overall');
  (first as () => void)();
  expect(places.taken()).toBe(2);
  expect(places.take('c')).toBeTypeOf('function');
});

test('a place is given back once, however often that is said', () => {
  const places = createPlaces({ perAddress: 5, overall: 5 });
  const release = places.take('a') as () => void;
  places.take('a');
  release();
  release();
  expect(places.taken()).toBe(1);
});
