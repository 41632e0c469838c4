import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RESPONSE_MARKER } from '#contract.ts';
import { answerOptions, type AssistantFile } from '#answer-settings.ts';
import { assistantSchema } from '../config.ts';
import { encodeReferences, encodeReferencesHeader, REFERENCES_HEADER } from '#protocol/completion-stream.ts';
import {
  type AnswerSource,
  type CompletionOptions,
  createAnswerSource,
  failureSentence,
  requestBody,
  requestCompletion,
  waitInWords,
} from './answer-source.ts';
import type { AssistantSite } from './assistant-site.ts';
import { sampleFile } from './testing/sample-file.ts';
import { sampleDialogSite as sampleSite } from './testing/sample-site.ts';

const request = vi.fn<typeof fetch>();
const worker = { prepare: vi.fn(), ask: vi.fn<AnswerSource['ask']>(async () => ({ kind: 'complete' })) };
const loadWorker = vi.fn(async () => ({ createWorkerSource: () => worker }));

beforeEach(() => {
  vi.stubGlobal('fetch', request.mockReset());
  worker.ask.mockClear();
  worker.prepare.mockClear();
  loadWorker.mockClear();
  answers.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

const file = (): Promise<AssistantFile> => Promise.resolve({ ...sampleFile, documents: {}, otherPages: [] });
const answers = vi.fn(() => Promise.resolve(answerOptions(assistantSchema.parse({}))));
const create = (changes: Partial<AssistantSite['assistant']> = {}, fetchFile: typeof file = file) =>
  createAnswerSource({
    site: { baseUrl: '/base/', title: 'Sample', assistant: { ...sampleSite.assistant, ...changes } },
    file: fetchFile,
    answers,
    loadWorker,
  });
const handlers = { onReferences: () => undefined, onText: () => undefined };
const ask = (source: AnswerSource) => source.ask({ text: 'q', conversation: [] }, handlers, new AbortController().signal);
const sentBody = () => JSON.parse(String(request.mock.calls[0]?.[1]?.body)) as Record<string, unknown>;

describe('R-601 the backend that answers', () => {
  test('a server that answers is used, and neither the worker nor its options are fetched', async () => {
    request.mockResolvedValue(new Response(`[]${RESPONSE_MARKER}x`));
    const source = create();
    source.prepare?.();
    await expect(ask(source)).resolves.toEqual({ kind: 'complete' });
    expect(request.mock.calls[0]?.[0]).toBe('/base/v1/completions');
    expect(loadWorker).not.toHaveBeenCalled();
    expect(answers).not.toHaveBeenCalled();
  });

  test('with the "browser" provider, only the worker is used', async () => {
    const source = create({ provider: 'browser' });
    expect(loadWorker).not.toHaveBeenCalled();
    source.prepare?.();
    await ask(source);
    expect([worker.prepare.mock.calls.length, worker.ask.mock.calls.length, loadWorker.mock.calls.length]).toEqual([1, 1, 1]);
    expect(request).not.toHaveBeenCalled();
  });

  test('the worker refuses in the language of the page', async () => {
    const refusal = 'Entschuldigung, das weiß ich nicht.';
    const createWorkerSource = vi.fn(() => worker);
    const assistant = { ...sampleSite.assistant, provider: 'browser' as const, iDontKnowMessage: refusal };
    const site = { baseUrl: '/base/', title: 'Sample', assistant };
    await ask(createAnswerSource({ site, file, answers, loadWorker: async () => ({ createWorkerSource }) }));
    expect(createWorkerSource).toHaveBeenCalledWith(expect.objectContaining({ iDontKnowMessage: refusal }));
  });

  test.each([404, 405, 501])('a static host (status %i) makes the worker answer, and the server is not asked again', async (status) => {
    request.mockResolvedValue(new Response('nothing here', { status }));
    const source = create();
    await expect(ask(source)).resolves.toEqual({ kind: 'complete' });
    await ask(source);
    expect([request.mock.calls.length, worker.ask.mock.calls.length]).toEqual([1, 2]);
  });

  test('if the worker also fails, the error of the server is reported', async () => {
    request.mockResolvedValue(new Response('nothing here', { status: 404 }));
    worker.ask.mockRejectedValueOnce(new Error('no index'));
    await expect(ask(create())).resolves.toMatchObject({ kind: 'failed', status: 404, log: 'nothing here' });
  });

  test('an error of a busy server is reported instead of falling back to the worker', async () => {
    request.mockResolvedValue(new Response('busy', { status: 503 }));
    await expect(ask(create())).resolves.toMatchObject({ kind: 'failed', status: 503 });
    expect(loadWorker).not.toHaveBeenCalled();
  });

  test('a worker that could not be fetched is fetched again by the next question', async () => {
    loadWorker.mockRejectedValueOnce(new Error('missing chunk'));
    const source = create({ provider: 'browser' });
    await expect(ask(source)).resolves.toMatchObject({ kind: 'unreachable' });
    await expect(ask(source)).resolves.toEqual({ kind: 'complete' });
  });
});

describe('R-406 the fields come from the configuration', () => {
  test('the request has exactly the twelve documented fields, with the configured values', async () => {
    request.mockResolvedValue(new Response(`[]${RESPONSE_MARKER}x`));
    await ask(create({ temperature: 0.7 }, async () => ({ ...sampleFile, promptTemplate: 'Ours' })));
    expect(Object.keys(sentBody())).toHaveLength(12);
    expect(sentBody()).toMatchObject({ temperature: 0.7, promptTemplate: 'Ours', model: 'gpt-4' });
  });

  test('the built-in template is sent if assistant.json cannot be fetched', async () => {
    request.mockResolvedValue(new Response(`[]${RESPONSE_MARKER}x`));
    await ask(create({}, () => Promise.reject(new Error('offline'))));
    expect(sentBody()['promptTemplate']).toContain('{{CONTEXT}}');
  });
});

const references: string[][] = [];
let text = '';

beforeEach(() => {
  references.length = 0;
  text = '';
});

const options = (changes: Partial<CompletionOptions> = {}): CompletionOptions => ({
  address: '/base/v1/completions',
  fields: { projectKey: 'key' },
  handlers: { onReferences: (ids) => references.push(ids), onText: (added) => (text += added) },
  signal: new AbortController().signal,
  ...changes,
});

/** A response in chunks. If the last one is an error, the connection breaks. */
function answerWith(pieces: readonly (string | Error)[], init: ResponseInit = {}): void {
  const encoder = new TextEncoder();
  const waiting = [...pieces];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = waiting.shift();
      if (piece === undefined) controller.close();
      else if (piece instanceof Error) controller.error(piece);
      else controller.enqueue(encoder.encode(piece));
    },
  });
  request.mockResolvedValue(new Response(body, init));
}

describe('R-405', () => {
  test('a missing project key throws before a request is sent, also for an empty prompt', async () => {
    for (const prompt of ['What is a domain?', '']) {
      await expect(requestCompletion(prompt, options({ fields: { projectKey: '' } }))).rejects.toThrow(/^A projectKey is required\.$/);
    }
    expect(request).not.toHaveBeenCalled();
  });

  test('an empty prompt returns without a request', async () => {
    await expect(requestCompletion('', options())).resolves.toBeUndefined();
    expect(request).not.toHaveBeenCalled();
  });
});

describe('R-406', () => {
  test('the body has the twelve fields with their defaults', async () => {
    answerWith([`[]${RESPONSE_MARKER}x`]);
    await requestCompletion('What is a domain?', options());
    const [address, init] = request.mock.calls[0] ?? [];
    expect([address, init?.method, init?.headers]).toEqual(['/base/v1/completions', 'POST', { 'Content-Type': 'application/json' }]);
    const { promptTemplate, ...fields } = JSON.parse(String(init?.body)) as Record<string, unknown>;
    expect(fields).toEqual({
      prompt: 'What is a domain?',
      projectKey: 'key',
      iDontKnowMessage: 'Sorry, I am not sure how to answer that.',
      model: 'gpt-3.5-turbo',
      temperature: 0.1,
      topP: 1,
      frequencyPenalty: 0,
      presencePenalty: 0,
      maxTokens: 500,
      sectionsMatchCount: 10,
      sectionsMatchThreshold: 0.5,
    });
    for (const part of ['{{I_DONT_KNOW}}', '{{CONTEXT}}', '{{PROMPT}}']) expect(promptTemplate).toContain(part);
  });

  test('configured fields override the defaults', () => {
    const fields = { projectKey: 'k', model: 'gpt-4', temperature: 0, promptTemplate: 'T' };
    expect(JSON.parse(requestBody('p', fields, []))).toMatchObject({ model: 'gpt-4', temperature: 0, promptTemplate: 'T', topP: 1 });
  });
});

describe('R-412 the conversation in the request is bounded', () => {
  const turn = (number: number, size = 10) => ({ question: `q${number}`, answer: 'ä'.repeat(size) });
  const sent = (turns: readonly ReturnType<typeof turn>[]) =>
    (JSON.parse(requestBody('p', { projectKey: 'k' }, turns)) as { conversation?: { question: string }[] }).conversation?.map(
      ({ question }) => question,
    );

  test('at most the eight newest turns are sent', () => {
    expect(sent([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => turn(number)))).toEqual(['q3', 'q4', 'q5', 'q6', 'q7', 'q8', 'q9', 'q10']);
    expect(sent([])).toBeUndefined();
  });

  test('the oldest turns are dropped when the conversation exceeds the maximum length', () => {
    expect(sent([turn(1, 3000), turn(2, 3000), turn(3, 3000)])).toEqual(['q2', 'q3']);
    expect(sent([turn(1, 20_000)])).toBeUndefined();
  });
});

describe('R-407', () => {
  test('references in the body are reported once, and the text follows', async () => {
    answerWith(['["a.md"', ',"b.md"]___START_RESP', 'ONSE_STREAM___The ', 'answer.']);
    await expect(requestCompletion('?', options())).resolves.toEqual({ kind: 'complete' });
    expect(references).toEqual([['a.md', 'b.md']]);
    expect(text).toBe('The answer.');
  });

  test('references in the response header are reported', async () => {
    answerWith(['Only text.'], { headers: { [REFERENCES_HEADER]: encodeReferencesHeader(['h.md']) } });
    await requestCompletion('?', options());
    expect([references, text]).toEqual([[['h.md']], 'Only text.']);
  });

  test('references that cannot be parsed are logged, and the answer is still shown', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    answerWith([`{${RESPONSE_MARKER}The answer.`]);
    await requestCompletion('?', options());
    expect([references, text]).toEqual([[[]], 'The answer.']);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });
});

describe('R-409', () => {
  test.each([400, 413, 429, 500, 503])('status %i fails with a log message and a sentence for the reader', async (status) => {
    answerWith(['the reason'], { status, headers: { 'Retry-After': '30' } });
    const outcome = await requestCompletion('?', options());
    expect(outcome).toMatchObject({ kind: 'failed', status, log: 'the reason' });
    expect(outcome).toHaveProperty('notice', expect.stringMatching(/[.]$/));
    expect(text).toBe('');
  });

  test.each([
    ['no body', new Response(null, { status: 200 }), 'Status 200 without a body.'],
    ['an empty body', new Response(''), 'The answer was empty.'],
    ['no text after the marker', new Response(encodeReferences(['a'])), 'The answer was empty.'],
    ['only whitespace', new Response(`${encodeReferences([])} \n`), 'The answer was empty.'],
  ])('%s is reported as a failure, and the reader is asked to try again', async (_what, response, log) => {
    request.mockResolvedValue(response);
    const notice = 'The assistant is not working right now. Ask again in a little while.';
    await expect(requestCompletion('?', options())).resolves.toMatchObject({ kind: 'failed', notice, log });
  });

  test('an HTML page instead of an answer, as static hosts send it, is a failure', async () => {
    answerWith(['<html>'], { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
    await expect(requestCompletion('?', options())).resolves.toMatchObject({ kind: 'failed', status: 404 });
  });

  test('an offline browser gets the "unreachable" result', async () => {
    const error = new TypeError('Failed to fetch');
    request.mockRejectedValue(error);
    const notice = 'The answer could not be fetched. Check your network connection, then ask again.';
    await expect(requestCompletion('?', options())).resolves.toEqual({ kind: 'unreachable', notice, error });
  });

  test('an interrupted connection keeps the received text', async () => {
    answerWith([`${encodeReferences(['a'])}Half an ans`, new TypeError('network')]);
    const notice = 'The connection broke off before the answer was complete. Ask again to get all of it.';
    await expect(requestCompletion('?', options())).resolves.toMatchObject({ kind: 'unreachable', notice });
    expect(text).toBe('Half an ans');
  });

  test('an aborted answer rejects with an AbortError instead of a failure', async () => {
    const abort = new AbortController();
    request.mockImplementation(async () => Promise.reject((abort.abort(), new TypeError('Failed to fetch'))));
    await expect(requestCompletion('?', options({ signal: abort.signal }))).rejects.toMatchObject({ name: 'AbortError' });
  });
});

const NOW = Date.parse('2026-11-20T12:00:00Z');

describe('the sentence for the reader', () => {
  test.each([
    ['1', 'in 1 second'],
    ['30', 'in 30 seconds'],
    ['0', 'in 1 second'],
    ['121', 'in 3 minutes'],
    ['7200', 'in 2 hours'],
    ['Fri, 20 Nov 2026 12:01:00 GMT', 'in 60 seconds'],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 'in 1 second'],
    ['soon', 'in a little while'],
    ['', 'in a little while'],
    [null, 'in a little while'],
    ['99999999999999999999', 'in a little while'],
  ])('Retry-After %j is written as %s', (value, words) => expect(waitInWords(value, NOW)).toBe(words));

  test.each([
    [429, 'Too many questions came from here in a short time. Ask again in 30 seconds.'],
    [503, 'The assistant is busy. Ask again in 30 seconds.'],
    [413, 'The question is too long: at most 2,000 characters are read. Shorten it, then ask again.'],
    [401, 'The assistant does not accept the key of this site. The owner of the site has to fix that.'],
    [400, 'The assistant could not process this question. Rephrase it and ask again.'],
    [404, 'The assistant is not working right now. Ask again in 30 seconds.'],
    [500, 'The assistant is not working right now. Ask again in 30 seconds.'],
  ])('status %i has its own sentence', (status, sentence) => expect(failureSentence(status, '30', NOW)).toBe(sentence));

  test('R-106 the sentences are translated into the language of the page', async () => {
    request.mockResolvedValue(new Response('', { status: 503, headers: { 'Retry-After': '30' } }));
    const words = {
      'The assistant is busy. Ask again {when}.': 'Ausgelastet. Frag {when} noch einmal.',
      'in {count} seconds': 'in {count} Sekunden',
    };
    const source = createAnswerSource({
      site: { baseUrl: '/', title: 'Sample', words, assistant: sampleSite.assistant },
      file,
      answers,
      loadWorker,
    });
    await expect(ask(source)).resolves.toMatchObject({ notice: 'Ausgelastet. Frag in 30 Sekunden noch einmal.' });
  });
});
