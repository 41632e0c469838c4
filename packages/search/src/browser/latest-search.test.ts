// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLatestSearch } from './latest-search.ts';

interface Call {
  input: string;
  signal: AbortSignal;
  answer: (text: string) => Promise<void>;
  fail: (error?: Error) => Promise<void>;
}

function start() {
  const calls: Call[] = [];
  const network = new EventTarget();
  const search = createLatestSearch<string, string>((input, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const after = async (act: () => void): Promise<void> => (act(), void (await vi.advanceTimersByTimeAsync(0)));
    calls.push({
      input,
      signal,
      answer: (text) => after(() => resolve(text)),
      fail: (error = new Error('down')) => after(() => reject(error)),
    });
    return promise;
  }, network);
  return { calls, network, search, inputs: () => calls.map(({ input }) => input) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('searching as one types', () => {
  test('only the last of quick letters is asked, within 60 ms', async () => {
    const { search, inputs } = start();
    for (const text of ['k', 'ka', 'kaf']) search.ask(text);
    await vi.advanceTimersByTimeAsync(60);
    expect(inputs()).toEqual(['kaf']);
  });

  test('an older answer that comes late does not replace the newer one', async () => {
    const { search, calls } = start();
    search.ask('old', 'now');
    search.ask('new', 'now');
    expect(calls[0]?.signal.aborted).toBe(true);
    await calls[1]?.answer('new answer');
    await calls[0]?.answer('old answer');
    expect(search.getState()).toMatchObject({ status: 'settled', answer: 'new answer' });
  });

  test('the old answer stays while a newer one is on its way', async () => {
    const { search, calls } = start();
    search.ask('a', 'now');
    await calls[0]?.answer('A');
    search.ask('ab', 'now');
    expect(search.getState()).toMatchObject({ status: 'loading', answer: 'A' });
  });

  test('settle asks at once, and waits for the answer', async () => {
    const { search, calls } = start();
    search.ask('a');
    const settled = vi.fn();
    void search.settle().then(settled);
    expect(calls).toHaveLength(1);
    expect(settled).not.toHaveBeenCalled();
    await calls[0]?.answer('A');
    expect(settled).toHaveBeenCalledOnce();
  });

  test('cleared, nothing comes any more', async () => {
    const { search, calls } = start();
    search.ask('a', 'now');
    search.clear();
    await calls[0]?.answer('A');
    expect(search.getState()).toMatchObject({ status: 'idle', answer: null });
  });
});

describe('R-303 without an answer', () => {
  test('asks again by itself, each time later, until it is answered', async () => {
    const { search, calls } = start();
    search.ask('a', 'now');
    await calls[0]?.fail();
    expect(search.getState().status).toBe('failed');
    await vi.advanceTimersByTimeAsync(1000);
    await calls[1]?.fail();
    await vi.advanceTimersByTimeAsync(1999);
    expect(calls).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    await calls[2]?.answer('A');
    expect(search.getState()).toMatchObject({ status: 'settled', answer: 'A' });
  });

  test('asks at once when the network is back', async () => {
    const { search, calls, network } = start();
    search.ask('a', 'now');
    await calls[0]?.fail();
    network.dispatchEvent(new Event('online'));
    expect(calls).toHaveLength(2);
  });

  test('does not ask while paused, and asks when resumed', async () => {
    const { search, calls, network } = start();
    search.ask('a', 'now');
    await calls[0]?.fail();
    search.pause();
    network.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(1);
    search.resume();
    expect(calls).toHaveLength(2);
  });

  test.each([
    [400, 1],
    [429, 2],
    [503, 2],
  ])('status %i: asked %i times', async (status, times) => {
    const { search, calls } = start();
    search.ask('a', 'now');
    await calls[0]?.fail(Object.assign(new Error('no'), { status }));
    await vi.advanceTimersByTimeAsync(1500);
    expect(calls).toHaveLength(times);
  });
});
