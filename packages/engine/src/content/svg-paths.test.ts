import { expect, test } from 'vitest';

import { outlineOfPath } from './svg-paths.ts';

test.each([
  ['M10 20H40V60z', 30 + 40 + 50, [10, 20, 40, 60]],
  ['m10,20 30,0 0,40', 70, [10, 20, 40, 60]],
  ['M1e1-.5.5.5', Math.hypot(9.5, 1), [0.5, -0.5, 10, 0.5]],
  ['M0 0C0 10 10 10 10 0s10-10 10 0', 60, [0, -10, 20, 10]],
  ['M0 0Q0 10 10 10T20 20', 10 + 10 + 10 + 10, [0, 0, 20, 20]],
  ['M0 0l3 4m100 0l3 4', 10, [0, 0, 106, 8]],
  ['', 0, [Infinity, Infinity, -Infinity, -Infinity]],
])('the outline of the path "%s"', (path, length, box) => {
  const outline = outlineOfPath(path);
  expect(outline?.length).toBeCloseTo(length);
  expect(outline?.box).toEqual({ left: box[0], top: box[1], right: box[2], bottom: box[3] });
});

test('an arc is not longer, and does not reach farther, than its outline says', () => {
  // Half of a circle of the radius 5, which a browser enlarges.
  const outline = outlineOfPath('M0 0a1 1 0 1110 0');
  expect(outline?.length).toBeGreaterThan(Math.PI * 5);
  expect(outline?.box.top).toBeLessThanOrEqual(-5);
  expect(outline?.box.bottom).toBeGreaterThanOrEqual(5);
});

test.each(['M0 0X', 'M0', 'M0 0L1', '5 5', 'M0 0a1 1 0 2 0 1 1', 'M0 0;', 'M0 0z5'])('the path "%s" is not valid', (path) => {
  expect(outlineOfPath(path)).toBeNull();
});
