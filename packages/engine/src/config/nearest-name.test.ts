import { expect, test } from 'vitest';

import { nearestName } from './nearest-name.ts';

test('the most similar name is found', () => {
  expect(nearestName('instal', ['start', 'install'])).toBe('install');
  expect(nearestName('instal', [])).toBeNull();
});

test('a name that differs in too many characters is not suggested', () => {
  expect(nearestName('instal', ['start', 'install'], 1)).toBe('install');
  expect(nearestName('inst', ['start', 'install'], 2)).toBeNull();
});

test('long names are not compared, because a page could contain hundreds of them', () => {
  expect(nearestName('x'.repeat(101), ['start'])).toBeNull();
  expect(nearestName('start', ['x'.repeat(101)])).toBeNull();
  expect(nearestName('start', ['x'.repeat(101), 'starts'])).toBe('starts');
});
