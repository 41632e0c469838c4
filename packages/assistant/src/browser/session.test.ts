import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAssistantSession, type AssistantSession, createQueryLogClient, NO_QUERY_LOG } from './session.ts';
import { createRecordingLog, createScriptedSource, type Asked, type ScriptedSource } from './testing/scripted-source.ts';

const SORRY = 'Sorry, I am not sure how to answer that.';

let source: ScriptedSource;
let log: ReturnType<typeof createRecordingLog>;
let session: AssistantSession;
let phases: string[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  source = createScriptedSource();
  log = createRecordingLog();
  session = createAssistantSession({ source, log, iDontKnowMessage: SORRY });
  phases = [];
  session.subscribe(() => phases.at(-1) !== state().phase && phases.push(state().phase));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const state = () => session.getState();
const settle = () => vi.advanceTimersByTimeAsync(0);
const asked = (place = -1): Asked => {
  const one = source.asked.at(place);
  if (one === undefined) throw new Error('nobody was asked');
  return one;
};

async function answered(question: string, text: string): Promise<void> {
  void session.submit(question);
  await vi.advanceTimersByTimeAsync(200);
  asked().onReferences(['a.md']);
  asked().onText(text);
  asked().end();
  await settle();
}

describe('R-402 states', () => {
  test('the state changes from indeterminate to preload, to streaming-answer with the first text, and to done', async () => {
    expect(state().phase).toBe('indeterminate');
    void session.submit('What is a domain?');
    expect(state()).toMatchObject({ phase: 'preload', question: 'What is a domain?', answer: '' });
    asked().onReferences(['a.md']);
    expect(state()).toMatchObject({ phase: 'preload', references: ['a.md'] });
    asked().onText('A group');
    expect(state()).toMatchObject({ phase: 'streaming-answer', answer: 'A group' });
    asked().end();
    await settle();
    expect(phases).toEqual(['preload', 'streaming-answer', 'done']);
  });

  test('subscribers are notified at most twenty times a second and receive the complete text', async () => {
    void session.submit('q');
    let updates = 0;
    session.subscribe(() => (updates += 1));
    for (let token = 0; token < 100; token += 1) {
      asked().onText(`${token} `);
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(updates).toBeLessThanOrEqual(21);
    asked().onText('end');
    asked().end();
    await settle();
    expect(state().answer).toBe(`${Array.from({ length: 100 }, (_, token) => token).join(' ')} end`);
  });
});

describe('R-403 submitting', () => {
  test.each(['', '  ', '\n\t'])('an empty prompt is ignored: %j', async (prompt) => {
    await session.submit(prompt);
    expect(state().phase).toBe('indeterminate');
    expect([source.asked, log.entries]).toEqual([[], []]);
  });

  test('a prompt that is too long is not sent', async () => {
    await session.submit('x'.repeat(2001));
    expect(source.asked).toEqual([]);
    void session.submit('x'.repeat(2000));
    expect(source.asked).toHaveLength(1);
  });

  test.each(['preload', 'streaming-answer'])(
    'a new question in the %s state aborts the request, waits for 200 ms, and clears the answer',
    async (phase) => {
      void session.submit('first');
      const first = asked();
      first.onReferences(['a.md']);
      if (phase === 'streaming-answer') first.onText('half an');
      expect(state().phase).toBe(phase);
      void session.submit('second');
      expect(first.signal.aborted).toBe(true);
      await vi.advanceTimersByTimeAsync(199);
      expect([source.asked.length, state().question]).toEqual([1, 'first']);
      await vi.advanceTimersByTimeAsync(1);
      expect(state()).toMatchObject({ phase: 'preload', question: 'second', answer: '', references: [], earlier: [] });
      expect(source.asked).toHaveLength(2);
    },
  );

  test('a new question is sent immediately if no request is active', async () => {
    await answered('first', 'An answer.');
    void session.submit('second');
    expect(source.asked).toHaveLength(2);
  });

  test('only the newest of several questions is answered, and late events of older requests are ignored', async () => {
    void session.submit('first');
    const first = asked();
    void session.submit('second');
    void session.submit('third');
    await vi.advanceTimersByTimeAsync(400);
    expect(source.asked.map(({ question }) => question.text)).toEqual(['first', 'third']);
    first.onReferences(['old.md']);
    first.onText('old');
    first.end();
    asked().onText('new');
    await settle();
    expect(state()).toMatchObject({ phase: 'streaming-answer', question: 'third', answer: 'new', references: [] });
  });

  test('close() aborts the active request and cancels a waiting question', async () => {
    session.open();
    void session.submit('first');
    void session.submit('second');
    session.close();
    await vi.advanceTimersByTimeAsync(300);
    expect(asked().signal.aborted).toBe(true);
    expect(source.asked).toHaveLength(1);
    expect(state()).toMatchObject({ isOpen: false, phase: 'indeterminate' });
  });

  test('stop() before the first text of a follow-up question restores the answer before it, with its sources and its rating', async () => {
    await answered('one', 'First');
    session.rate('positive');
    await answered('two', 'Second');
    session.rate('negative');
    const before = state();
    void session.submit('three');
    asked().onReferences(['b.md']);
    void session.submit('four');
    await vi.advanceTimersByTimeAsync(200);
    expect(state()).toMatchObject({ phase: 'preload', question: 'four' });
    session.stop();
    expect(state()).toEqual(before);
    expect(before).toMatchObject({ phase: 'done', question: 'two', references: ['a.md'], rating: 'negative' });
  });

  test('the sources of each answer are counted after those of earlier answers, and the server gets only the texts', async () => {
    await answered('one', 'First');
    await answered('two', 'Second');
    expect(asked().question.conversation).toEqual([{ question: 'one', answer: 'First' }]);
    expect(state()).toMatchObject({ sourcesBefore: 1, earlier: [{ question: 'one', references: ['a.md'], sourcesBefore: 0 }] });
  });

  test('stop() keeps the received text and shows a notice', () => {
    void session.submit('q');
    asked().onText('Half');
    session.stop();
    expect(state()).toMatchObject({ phase: 'done', answer: 'Half', notice: 'You stopped this answer.' });
  });
});

describe('the conversation', () => {
  test('at most eight earlier turns are sent, the oldest first', async () => {
    for (let turn = 1; turn <= 10; turn += 1) await answered(`q${turn}`, `a${turn}`);
    void session.submit('last');
    const { conversation } = asked().question;
    expect(conversation.map(({ question }) => question)).toEqual(['q3', 'q4', 'q5', 'q6', 'q7', 'q8', 'q9', 'q10']);
    expect(conversation.at(-1)?.answer).toBe('a10');
  });

  test('failed questions are not part of the conversation, and starting over clears it', async () => {
    await answered('first', 'An answer.');
    void session.submit('second');
    asked().end({ kind: 'failed', status: 500, notice: 'The assistant is not working right now.', log: 'x' });
    await settle();
    void session.submit('third');
    expect(asked().question.conversation).toEqual([{ question: 'first', answer: 'An answer.' }]);
    session.startOver();
    expect(state()).toMatchObject({ phase: 'indeterminate', earlier: [], question: '' });
    expect(asked().signal.aborted).toBe(true);
  });
});

describe('R-404 feedback', () => {
  test('a rating is accepted once for each answer and cleared by the next question', async () => {
    session.rate('positive');
    await answered('first', 'An answer.');
    session.rate('positive');
    session.rate('negative');
    expect(state().rating).toBe('positive');
    void session.submit('second');
    expect(state().rating).toBeNull();
    session.rate('positive');
    expect(log.entries).toEqual([['first'], ['first', 'positive'], ['second']]);
  });
});

describe('R-409 errors', () => {
  test('a failure shows the I-don’t-know message as the answer and logs the response', async () => {
    void session.submit('q');
    asked().end({ kind: 'failed', status: 503, notice: 'The assistant is busy.', log: 'the response' });
    await settle();
    expect(state()).toMatchObject({ phase: 'done', answer: SORRY, notice: 'The assistant is busy.' });
    expect(console.error).toHaveBeenCalledExactlyOnceWith('the response');
  });

  test('a network error is logged, and the received text stays', async () => {
    const error = new TypeError('offline');
    void session.submit('q');
    asked().onText('Half');
    asked().end({ kind: 'unreachable', notice: 'The connection broke off.', error });
    await settle();
    expect(state()).toMatchObject({ phase: 'done', answer: 'Half', notice: 'The connection broke off.' });
    expect(console.error).toHaveBeenCalledExactlyOnceWith(error);
  });

  test('R-405 a thrown error also ends with the I-don’t-know message', async () => {
    void session.submit('q');
    asked().fail(new Error('A projectKey is required.'));
    await settle();
    const notice = 'The assistant is not working right now. Ask again in a little while.';
    expect(state()).toMatchObject({ phase: 'done', answer: SORRY, notice });
    expect(console.error).toHaveBeenCalledExactlyOnceWith('A projectKey is required.');
  });
});

test('R-410 a query is logged when its request starts, not while it waits', async () => {
  void session.submit('first');
  expect(log.entries).toEqual([['first']]);
  void session.submit('second');
  expect(log.entries).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(log.entries).toEqual([['first'], ['second']]);
});

const request = vi.fn<typeof fetch>();
const logged: unknown[][] = [];

beforeEach(() => {
  vi.stubGlobal('fetch', request.mockReset());
  logged.length = 0;
  for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockImplementation((...words) => void logged.push(words));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('R-410 the query log', () => {
  let log = createQueryLogClient('', '');
  beforeEach(() => (log = createQueryLogClient('/base/rest/v1/queries', 'anonymous')));

  test('a query is posted with the headers that the service requires', async () => {
    request.mockResolvedValue(new Response(null, { status: 201 }));
    await log.logQuery('What is a domain?');
    expect(request).toHaveBeenCalledExactlyOnceWith('/base/rest/v1/queries', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Prefer: 'return=minimal', apikey: 'anonymous' },
      body: '{"query":"What is a domain?"}',
      keepalive: true,
    });
    expect(logged).toEqual([['Logged query']]);
  });

  test.each(['positive', 'negative'] as const)('a rating is posted: %s', async (rating) => {
    request.mockResolvedValue(new Response(null, { status: 200 }));
    await log.logFeedback('q', rating);
    expect(request.mock.calls[0]?.[1]?.body).toBe(JSON.stringify({ query: 'q', result_rating: rating }));
    expect(logged).toEqual([['Logged feedback']]);
  });

  test('a failed request is logged to the console and does not throw', async () => {
    request.mockResolvedValueOnce(new Response('{}', { status: 401 }));
    await log.logQuery('q');
    request.mockRejectedValueOnce(new TypeError('offline'));
    await log.logFeedback('q', 'positive');
    expect(logged.map(([words]) => words)).toEqual(['Error logging query', 'Error logging feedback']);
  });

  test.each([
    ['status 404', new Response('', { status: 404 })],
    ['status 405', new Response('', { status: 405 })],
    ['status 501', new Response('', { status: 501 })],
    ['an HTML page', new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } })],
  ])('R-601 a static host, which answers with %s, receives only one request', async (_answer, answer) => {
    request.mockResolvedValueOnce(answer);
    await log.logQuery('q');
    await log.logQuery('another');
    await log.logFeedback('another', 'positive');
    expect(request).toHaveBeenCalledOnce();
    expect(logged).toEqual([]);
  });

  test('a temporary failure does not stop later requests', async () => {
    request.mockResolvedValue(new Response('{}', { status: 503 }));
    await log.logQuery('q');
    await log.logQuery('another');
    expect(request).toHaveBeenCalledTimes(2);
  });

  test('R-601 the log of a site without a server sends nothing', async () => {
    await NO_QUERY_LOG.logQuery('q');
    await NO_QUERY_LOG.logFeedback('q', 'positive');
    expect(request).not.toHaveBeenCalled();
  });
});
