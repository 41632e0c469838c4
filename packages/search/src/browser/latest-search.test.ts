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

describe('a search while the reader types', () => {
  test('sends only the last of several quick inputs, after 60 ms', async () => {
    const { search, inputs } = start();
    for (const text of ['k', 'ka', 'kaf']) search.ask(text);
    await vi.advanceTimersByTimeAsync(60);
    expect(inputs()).toEqual(['kaf']);
  });

  test('ignores an older answer that arrives late', async () => {
    const { search, calls } = start();
    search.ask('old', 'now');
    search.ask('new', 'now');
    expect(calls[0]?.signal.aborted).toBe(true);
    await calls[1]?.answer('new answer');
    await calls[0]?.answer('old answer');
    expect(search.getState()).toMatchObject({ status: 'settled', answer: 'new answer' });
  });

  test('keeps the old answer while the next one loads', async () => {
    const { search, calls } = start();
    search.ask('a', 'now');
    await calls[0]?.answer('A');
    search.ask('ab', 'now');
    expect(search.getState()).toMatchObject({ status: 'loading', answer: 'A' });
  });

  test('settle() sends the request immediately and waits for the answer', async () => {
    const { search, calls } = start();
    search.ask('a');
    const settled = vi.fn();
    void search.settle().then(settled);
    expect(calls).toHaveLength(1);
    expect(settled).not.toHaveBeenCalled();
    await calls[0]?.answer('A');
    expect(settled).toHaveBeenCalledOnce();
  });

  test('clear() discards pending answers', async () => {
    const { search, calls } = start();
    search.ask('a', 'now');
    search.clear();
    await calls[0]?.answer('A');
    expect(search.getState()).toMatchObject({ status: 'idle', answer: null });
  });
});

describe('R-303 a failed search', () => {
  test('retries with growing delays until it succeeds', async () => {
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

  test('retries immediately when the network is back', async () => {
    const { search, calls, network } = start();
    search.ask('a', 'now');
    await calls[0]?.fail();
    network.dispatchEvent(new Event('online'));
    expect(calls).toHaveLength(2);
  });

  test('does not retry while paused, and retries when resumed', async () => {
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
  ])('status %i: requested %i times', async (status, times) => {
    const { search, calls } = start();
    search.ask('a', 'now');
    await calls[0]?.fail(Object.assign(new Error('no'), { status }));
    await vi.advanceTimersByTimeAsync(1500);
    expect(calls).toHaveLength(times);
  });
});
