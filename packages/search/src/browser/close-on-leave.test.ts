// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeOnLeave } from './close-on-leave.ts';

/** The history of a browser: the entries up to the current one. */
let entries: unknown[] = [];
const changeEntry = (change: () => void): void => {
  change();
  window.dispatchEvent(new PopStateEvent('popstate'));
};
const goBack = vi.fn(() => changeEntry(() => entries.pop()));

beforeEach(() => {
  vi.useFakeTimers();
  entries = [{ positionInResults: 5 }];
  vi.spyOn(history, 'state', 'get').mockImplementation(() => entries.at(-1));
  vi.spyOn(history, 'pushState').mockImplementation((state) => void entries.push(state));
  vi.spyOn(history, 'back').mockImplementation(goBack);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  goBack.mockClear();
  document.body.replaceChildren();
});

describe('R-207 without the Navigation API', () => {
  test('going back closes an overlay and removes its history entry', async () => {
    const close = vi.fn();
    const stop = closeOnLeave(close);
    expect(entries).toHaveLength(2);
    changeEntry(() => entries.pop());
    expect(close).toHaveBeenCalledOnce();
    stop();
    await vi.runAllTimersAsync();
    expect(goBack).not.toHaveBeenCalled();
    expect(entries).toEqual([{ positionInResults: 5 }]);
  });

  test('an overlay that is closed in another way leaves no history entry', async () => {
    const close = vi.fn();
    closeOnLeave(close)();
    await vi.runAllTimersAsync();
    expect(close).not.toHaveBeenCalled();
    expect(entries).toEqual([{ positionInResults: 5 }]);
  });

  test('a second overlay that replaces the first one reuses its history entry', async () => {
    const stopFirst = closeOnLeave(vi.fn());
    stopFirst();
    const stopSecond = closeOnLeave(vi.fn());
    await vi.runAllTimersAsync();
    expect(entries).toHaveLength(2);
    stopSecond();
    await vi.runAllTimersAsync();
    expect(entries).toHaveLength(1);
  });

  test('closing the upper one of two overlays keeps the entry for the lower one', async () => {
    const stopLower = closeOnLeave(vi.fn());
    closeOnLeave(vi.fn())();
    await vi.runAllTimersAsync();
    expect(entries).toHaveLength(2);
    stopLower();
    await vi.runAllTimersAsync();
    expect(entries).toHaveLength(1);
  });

  test('if another navigation cancels going back, the next overlay works as usual', async () => {
    goBack.mockImplementationOnce(() => 0);
    closeOnLeave(vi.fn())();
    await vi.runAllTimersAsync();
    const close = vi.fn();
    const stop = closeOnLeave(close);
    changeEntry(() => entries.pop());
    expect(close).toHaveBeenCalledOnce();
    stop();
    await vi.runAllTimersAsync();
    expect(entries).toHaveLength(1);
  });

  test('going back does not cancel the document that a link of the overlay loads', async () => {
    const stop = closeOnLeave(vi.fn());
    document.body.innerHTML = '<a href="/docs/a"><b>A</b></a>';
    document.body.addEventListener('click', (event) => event.preventDefault(), { once: true });
    document.querySelector('b')?.click();
    stop();
    await vi.runAllTimersAsync();
    expect(goBack).not.toHaveBeenCalled();
  });
});
