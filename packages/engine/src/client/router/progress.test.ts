import { expect, test, vi } from 'vitest';
import { createProgress } from './progress.ts';

function setUp() {
  vi.useFakeTimers();
  return createProgress({ set: (run, ms) => setTimeout(run, ms) as unknown as number, clear: (timer) => clearTimeout(timer) });
}

test('R-203 shows after 200 ms at 0.08, trickles 0.02 every 800 ms, fills and hides after 200 ms', () => {
  const progress = setUp();
  progress.start();
  vi.advanceTimersByTime(199);
  expect(progress.getState().visible).toBe(false);
  vi.advanceTimersByTime(1);
  expect(progress.getState()).toEqual({ visible: true, value: 0.08 });
  vi.advanceTimersByTime(800);
  expect(progress.getState().value).toBeCloseTo(0.1);
  progress.done();
  expect(progress.getState()).toEqual({ visible: true, value: 1 });
  vi.advanceTimersByTime(200);
  expect(progress.getState()).toEqual({ visible: false, value: 0 });
});

test('R-203 a quick navigation shows no progress bar', () => {
  const progress = setUp();
  progress.start();
  vi.advanceTimersByTime(150);
  progress.done();
  vi.advanceTimersByTime(5000);
  expect(progress.getState().visible).toBe(false);
});
