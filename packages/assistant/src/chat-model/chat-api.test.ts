import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAnswerTurns, createChatApi, createDeadline, MODEL_TIMEOUTS, readEvents } from './chat-api.ts';
import { beginStream, lastEvents, startChatApi } from './testing/chat-api-server.ts';

async function read(text: string | Uint8Array, size = 1000, most = 1e6): Promise<string[]> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const events: string[] = [];
  for await (const data of readEvents(chunks(), most, createAnswerTurns())) events.push(data);
  return events;
}

const STREAM = ': hello\r\nevent: x\r\ndata: {"a":"ä🚀"}\r\n\r\ndata:two\ndata: lines\n\nid: 3\n\ndata: [DONE]\n\n';
const EVENTS = ['{"a":"ä🚀"}', 'two\nlines', '[DONE]'];

test('the data of each event is returned', async () => {
  expect(await read(STREAM)).toEqual(EVENTS);
});

test('property: the chunk size does not change the events', async () => {
  await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async (size) => void expect(await read(STREAM, size)).toEqual(EVENTS)));
});

test('the last event does not need an empty line after it', async () => {
  expect(await read('data: a\n\ndata: b')).toEqual(['a', 'b']);
});

test('a stream that exceeds the byte limit or is not UTF-8 throws', async () => {
  await expect(read('data: aaaaaaaa\n\n', 4, 10)).rejects.toThrow('The stream has more than 10 bytes.');
  await expect(read(Uint8Array.of(0x64, 0xff, 0xfe))).rejects.toThrow(TypeError);
});

test('a stream in too many chunks throws', async () => {
  const tokens = 'data: x\n\n'.repeat(2000);
  expect(await read(tokens, 1)).toHaveLength(2000);
  await expect(read(tokens.repeat(2), 1)).rejects.toThrow('The stream has more than 20000 chunks.');
});

test('a long event throws', async () => {
  expect(await read(`data: ${'x'.repeat(200_000)}\n\n`.repeat(3))).toHaveLength(3);
  await expect(read(`data: ${'x'.repeat(300_000)}\n\n`)).rejects.toThrow('An event has more than 262144 bytes.');
});

test('an event with too many lines throws', async () => {
  expect(await read('data: x\n'.repeat(900))).toHaveLength(1);
  await expect(read('data: x\n'.repeat(1200))).rejects.toThrow('An event has more than 1000 lines.');
});

test.each([
  ['"error": null', '{"choices":[{"delta":{"content":"Said."}}],"error":null}'],
  ['a hundred thousand wrong choices after the first one', `{"choices":[{"delta":{"content":"Said."}}${',1'.repeat(100_000)}]}`],
])('%s in a chunk is not an error', async (_, chunk) => {
  const server = await startChatApi((response) => {
    beginStream(response);
    response.end(`data: ${chunk}\n\n${lastEvents()}`);
  });
  const deadline = createDeadline(new AbortController().signal, MODEL_TIMEOUTS);
  const model = { model: 'm', temperature: 0, topP: 1, frequencyPenalty: 0, presencePenalty: 0, maxTokens: 10 };
  const api = createChatApi({ ...model, baseUrl: server.url, apiKey: null }, createAnswerTurns());
  let received = '';
  try {
    for await (const text of api.stream({ instructions: '', text: '', sections: 0 }, deadline, () => undefined)) received += text;
  } finally {
    deadline.end();
    await server.close();
  }
  expect(received).toBe('Said.');
});

test('other tasks run while events are read that have arrived already', async () => {
  let turns = 0;
  let isRead = false;
  const otherTask = (): void => {
    turns += 1;
    if (!isRead) setImmediate(otherTask);
  };
  setImmediate(otherTask);
  await read('data: a\n\n'.repeat(1000), 1e6);
  isRead = true;
  expect(turns).toBeGreaterThan(20);
});

describe('R-412 without a configuration, a model that stops answering does not keep its reader waiting', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const start = () => createDeadline(new AbortController().signal, MODEL_TIMEOUTS);

  test('the first token may take 30 seconds', () => {
    const deadline = start();
    vi.advanceTimersByTime(29_999);
    expect(deadline.isOver()).toBe(false);
    vi.advanceTimersByTime(1);
    expect([deadline.isOver(), deadline.signal.aborted]).toEqual([true, true]);
  });

  test('each further token may take 15 seconds, and the whole answer 60', () => {
    const paused = start();
    paused.progress();
    vi.advanceTimersByTime(15_000);
    expect(paused.isOver()).toBe(true);
    const slow = start();
    for (let second = 0; second < 59; second += 1) {
      slow.progress();
      vi.advanceTimersByTime(1000);
    }
    expect(slow.isOver()).toBe(false);
    slow.progress();
    vi.advanceTimersByTime(1000);
    expect(slow.isOver()).toBe(true);
  });
});
