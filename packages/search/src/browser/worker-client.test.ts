// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import type { WorkerAnswer, WorkerQuestion } from './search-worker.ts';
import { sampleResults } from './testing/sample-search.ts';
import { createWorkerClient } from './worker-client.ts';

/** A fake worker that records queries and replies when the test calls it. */
class FakeWorker extends EventTarget {
  asked: WorkerQuestion[] = [];
  ended = false;
  postMessage(question: WorkerQuestion): void {
    this.asked.push(question);
  }
  terminate(): void {
    this.ended = true;
  }
  answer(data: WorkerAnswer): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

const results = sampleResults([]);
let started: FakeWorker[] = [];
const client = (prefix?: string) =>
  createWorkerClient('/base/', prefix, () => (started.push(new FakeWorker()), started.at(-1) as unknown as Worker));

beforeEach(() => {
  started = [];
});

describe('R-601 the search worker', () => {
  test('answers are matched to their questions', async () => {
    const { answer } = client();
    const first = answer({ text: 'a' });
    const second = answer({ text: 'b' });
    const [worker] = started;
    expect(worker?.asked).toEqual([
      { id: 1, baseUrl: '/base/', query: { text: 'a' } },
      { id: 2, baseUrl: '/base/', query: { text: 'b' } },
    ]);
    worker?.answer({ id: 2, error: 'no such index' });
    worker?.answer({ id: 1, results });
    await expect(first).resolves.toBe(results);
    await expect(second).rejects.toMatchObject({ name: 'SearchError', message: 'no such index', status: 0 });
    expect(started).toHaveLength(1);
  });

  test('R-106 the worker receives the prefix of the index of a version or language', () => {
    const { answer } = client('/docs/1.0');
    void answer({ text: '' });
    expect(started[0]?.asked).toEqual([{ id: 1, baseUrl: '/base/', prefix: '/docs/1.0', query: { text: '' } }]);
  });

  test('an aborted query rejects, and its late answer is ignored', async () => {
    const { answer } = client();
    const abort = new AbortController();
    const asked = answer({ text: '' }, abort.signal);
    abort.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    started[0]?.answer({ id: 1, results });
    await expect(answer({ text: '' }, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('if the worker crashes, all queries fail, and the next one starts another worker', async () => {
    const { answer } = client();
    const asked = answer({ text: '' });
    started[0]?.dispatchEvent(new ErrorEvent('error', { message: '' }));
    await expect(asked).rejects.toMatchObject({ message: 'The search could not be started.', status: 0 });
    expect(started[0]?.ended).toBe(true);
    const again = answer({ text: '' });
    started[1]?.answer({ id: 2, results });
    await expect(again).resolves.toBe(results);
  });
});
