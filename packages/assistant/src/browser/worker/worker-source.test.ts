import { beforeEach, describe, expect, test } from 'vitest';
import { answerSettings } from '../../answer-settings.ts';
import { assistantSchema } from '../../config.ts';
import { createWorkerSource, type WorkerReply, type WorkerRequest } from './worker-source.ts';

/** Stands for a worker: takes requests, and replies when the test says so. */
class FakeWorker extends EventTarget {
  requests: WorkerRequest[] = [];
  ended = false;
  postMessage(request: WorkerRequest): void {
    this.requests.push(request);
  }
  terminate(): void {
    this.ended = true;
  }
  reply(data: WorkerReply): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  breakDown(): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message: '' }));
  }
}

const settings = answerSettings(assistantSchema.parse({}), { baseUrl: '/base/', title: 'Sample' });
let started: FakeWorker[] = [];
let heard: unknown[] = [];
beforeEach(() => {
  started = [];
  heard = [];
});

const create = () => createWorkerSource(settings, () => (started.push(new FakeWorker()), started.at(-1) as unknown as Worker));
const handlers = { onReferences: (ids: string[]) => heard.push(ids), onText: (text: string) => heard.push(text) };
const question = { text: 'q', conversation: [] };
const alive = () => new AbortController().signal;

describe('R-601 the assistant’s worker', () => {
  test('is started by the first request, and passes on the events', async () => {
    const source = create();
    expect(started).toEqual([]);
    source.prepare?.();
    const asked = source.ask(question, handlers, alive());
    const [worker] = started;
    expect(worker?.requests).toEqual([
      { kind: 'prepare', settings },
      { kind: 'ask', id: 1, settings, question },
    ]);
    worker?.reply({ id: 1, event: { kind: 'references', ids: ['a.md'], refused: false } });
    worker?.reply({ id: 1, event: { kind: 'text', text: 'An answer.' } });
    worker?.reply({ id: 1, end: true });
    await expect(asked).resolves.toEqual({ kind: 'complete' });
    expect(heard).toEqual([['a.md'], 'An answer.']);
  });

  test('an aborted question ends there, and what comes late is not heard', async () => {
    const abort = new AbortController();
    const asked = create().ask(question, handlers, abort.signal);
    abort.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    expect(started[0]?.requests.at(-1)).toEqual({ kind: 'abort', id: 1 });
    started[0]?.reply({ id: 1, event: { kind: 'text', text: 'late' } });
    expect(heard).toEqual([]);
  });

  test('an error is reported; when it breaks the next question starts another', async () => {
    const source = create();
    const first = source.ask(question, handlers, alive());
    started[0]?.reply({ id: 1, error: '/base/search-index.json answered with status 404.' });
    await expect(first).rejects.toThrow('/base/search-index.json answered with status 404.');
    const second = source.ask(question, handlers, alive());
    started[0]?.breakDown();
    await expect(second).rejects.toThrow("The assistant's worker could not be started.");
    expect(started[0]?.ended).toBe(true);
    const third = source.ask(question, handlers, alive());
    started[1]?.reply({ id: 3, end: true });
    await expect(third).resolves.toEqual({ kind: 'complete' });
  });
});
