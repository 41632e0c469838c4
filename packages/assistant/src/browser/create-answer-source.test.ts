import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sampleFile } from './testing/sample-file.ts';
import { sampleDialogSite as sampleSite } from './testing/sample-site.ts';
import { RESPONSE_MARKER } from '../contract.ts';
import type { AssistantFile } from '../protocol/assistant-file.ts';
import type { AnswerSource } from './answer-source.ts';
import type { AssistantSite } from './assistant-site.ts';
import { createAnswerSource } from './create-answer-source.ts';

const request = vi.fn<typeof fetch>();
const worker = { prepare: vi.fn(), ask: vi.fn<AnswerSource['ask']>(async () => ({ kind: 'complete' })) };
const loadWorker = vi.fn(async () => ({ createWorkerSource: () => worker }));

beforeEach(() => {
  vi.stubGlobal('fetch', request.mockReset());
  worker.ask.mockClear();
  worker.prepare.mockClear();
  loadWorker.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

const file = (): Promise<AssistantFile> => Promise.resolve({ ...sampleFile, documents: {}, otherPages: [] });
const create = (changes: Partial<AssistantSite['assistant']> = {}, fetchFile: typeof file = file) =>
  createAnswerSource({
    site: { baseUrl: '/base/', title: 'Sample', assistant: { ...sampleSite.assistant, ...changes } },
    file: fetchFile,
    loadWorker,
  });
const handlers = { onReferences: () => undefined, onText: () => undefined };
const ask = (source: AnswerSource) => source.ask({ text: 'q', conversation: [] }, handlers, new AbortController().signal);
const sentBody = () => JSON.parse(String(request.mock.calls[0]?.[1]?.body)) as Record<string, unknown>;

describe('R-601 who answers', () => {
  test('the server where there is one: no worker is fetched', async () => {
    request.mockResolvedValue(new Response(`[]${RESPONSE_MARKER}x`));
    const source = create();
    source.prepare?.();
    await expect(ask(source)).resolves.toEqual({ kind: 'complete' });
    expect(request.mock.calls[0]?.[0]).toBe('/base/v1/completions');
    expect(loadWorker).not.toHaveBeenCalled();
  });

  test('the worker where the site is built for the browser: nobody else is asked', async () => {
    const source = create({ provider: 'browser' });
    expect(loadWorker).not.toHaveBeenCalled();
    source.prepare?.();
    await ask(source);
    expect([worker.prepare.mock.calls.length, worker.ask.mock.calls.length, loadWorker.mock.calls.length]).toEqual([1, 1, 1]);
    expect(request).not.toHaveBeenCalled();
  });

  test.each([404, 405, 501])('a host of files, status %i: the worker answers, from then on at once', async (status) => {
    request.mockResolvedValue(new Response('nothing here', { status }));
    const source = create();
    await expect(ask(source)).resolves.toEqual({ kind: 'complete' });
    await ask(source);
    expect([request.mock.calls.length, worker.ask.mock.calls.length]).toEqual([1, 2]);
  });

  test('where the worker cannot answer either, the failure of the server is told', async () => {
    request.mockResolvedValue(new Response('nothing here', { status: 404 }));
    worker.ask.mockRejectedValueOnce(new Error('no index'));
    await expect(ask(create())).resolves.toMatchObject({ kind: 'failed', status: 404, log: 'nothing here' });
  });

  test('a server that is busy is not passed over', async () => {
    request.mockResolvedValue(new Response('busy', { status: 503 }));
    await expect(ask(create())).resolves.toMatchObject({ kind: 'failed', status: 503 });
    expect(loadWorker).not.toHaveBeenCalled();
  });

  test('a worker that cannot be fetched is tried again', async () => {
    loadWorker.mockRejectedValueOnce(new Error('missing chunk'));
    const source = create({ provider: 'browser' });
    await expect(ask(source)).resolves.toMatchObject({ kind: 'unreachable' });
    await expect(ask(source)).resolves.toEqual({ kind: 'complete' });
  });
});

describe('R-406 the fields come from the configuration', () => {
  test('and nothing else of it is sent', async () => {
    request.mockResolvedValue(new Response(`[]${RESPONSE_MARKER}x`));
    await ask(create({ temperature: 0.7 }, async () => ({ ...sampleFile, promptTemplate: 'Ours' })));
    expect(Object.keys(sentBody())).toHaveLength(12);
    expect(sentBody()).toMatchObject({ temperature: 0.7, promptTemplate: 'Ours', model: 'gpt-4' });
  });

  test('without the file the built-in template is sent', async () => {
    request.mockResolvedValue(new Response(`[]${RESPONSE_MARKER}x`));
    await ask(create({}, () => Promise.reject(new Error('offline'))));
    expect(sentBody()['promptTemplate']).toContain('{{CONTEXT}}');
  });
});
