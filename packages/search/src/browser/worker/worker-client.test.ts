// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import type { SearchResponse } from '../../protocol/types.ts';
import { createWorkerClient } from './worker-client.ts';
import type { WorkerAnswer, WorkerQuestion } from './worker-messages.ts';

/** Stands for a worker: takes questions, and answers when the test says so. */
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

const response: SearchResponse = { results: [] };
let started: FakeWorker[] = [];
const client = () => createWorkerClient('/base/', () => (started.push(new FakeWorker()), started.at(-1) as unknown as Worker));

beforeEach(() => {
  started = [];
});

describe('R-601 the search worker', () => {
  test('answers come to the question that they belong to', async () => {
    const { query } = client();
    const first = query([{ indexName: 'a' }]);
    const second = query([{ indexName: 'b' }]);
    const [worker] = started;
    expect(worker?.asked).toEqual([
      { id: 1, baseUrl: '/base/', requests: [{ indexName: 'a' }] },
      { id: 2, baseUrl: '/base/', requests: [{ indexName: 'b' }] },
    ]);
    worker?.answer({ id: 2, error: { message: 'no such index', status: 404 } });
    worker?.answer({ id: 1, response });
    await expect(first).resolves.toBe(response);
    await expect(second).rejects.toMatchObject({ name: 'TransportError', message: 'no such index', status: 404 });
    expect(started).toHaveLength(1);
  });

  test('R-106 the worker is told where the index of a version or language lies', () => {
    const { query } = createWorkerClient(
      '/base/',
      () => (started.push(new FakeWorker()), started.at(-1) as unknown as Worker),
      '/docs/1.0',
    );
    void query([]);
    expect(started[0]?.asked).toEqual([{ id: 1, baseUrl: '/base/', prefix: '/docs/1.0', requests: [] }]);
  });

  test('a question that nobody waits for any more', async () => {
    const { query } = client();
    const abort = new AbortController();
    const asked = query([], abort.signal);
    abort.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    started[0]?.answer({ id: 1, response });
    await expect(query([], AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('when it breaks all questions fail, and the next one starts another', async () => {
    const { query } = client();
    const asked = query([]);
    started[0]?.dispatchEvent(new ErrorEvent('error', { message: '' }));
    await expect(asked).rejects.toMatchObject({ message: 'The search could not be started.', status: 0 });
    expect(started[0]?.ended).toBe(true);
    const again = query([]);
    started[1]?.answer({ id: 2, response });
    await expect(again).resolves.toBe(response);
  });
});
