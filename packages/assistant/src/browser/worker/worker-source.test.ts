import { beforeEach, describe, expect, test } from 'vitest';
import { answerSettings } from '../../answer-settings.ts';
import { assistantSchema } from '../../config.ts';
import { createWorkerSource, type WorkerReply, type WorkerRequest } from './worker-source.ts';

/** A fake worker that records requests and replies when the test calls it. */
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
let events: unknown[] = [];
beforeEach(() => {
  started = [];
  events = [];
});

const create = () => createWorkerSource(settings, () => (started.push(new FakeWorker()), started.at(-1) as unknown as Worker));
const handlers = { onReferences: (ids: string[]) => events.push(ids), onText: (text: string) => events.push(text) };
const question = { text: 'q', conversation: [] };
const alive = () => new AbortController().signal;

describe('R-601 the assistant’s worker', () => {
  test('starts with the first request and forwards its events', async () => {
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
    expect(events).toEqual([['a.md'], 'An answer.']);
  });

  test('an aborted question rejects, and late events are ignored', async () => {
    const abort = new AbortController();
    const asked = create().ask(question, handlers, abort.signal);
    abort.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    expect(started[0]?.requests.at(-1)).toEqual({ kind: 'abort', id: 1 });
    started[0]?.reply({ id: 1, event: { kind: 'text', text: 'late' } });
    expect(events).toEqual([]);
  });

  test('an error reply rejects the question, and a crashed worker is replaced by the next question', async () => {
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
