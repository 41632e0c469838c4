import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { inTurns, type AssistantThread, openAssistantThread } from './open-assistant.ts';
import { answering, references } from './testing/scripted-assistant.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeIndex } from '@quire/search/indexing';
import { SAMPLE_RECORDS } from '@quire/search/testing';
import { openIndexFromBytes } from '@quire/engine/server/routes/search.ts';
import type { SiteManifest } from '@quire/engine/server/site-manifest.ts';
import type { AnswerEvent, Assistant, Question } from '#contract.ts';
import { assistantSchema } from '#config.ts';
import { answerSettings } from '#answer-settings.ts';
import { createAssistant } from '#create-assistant.ts';

async function ask(
  assistant: Assistant,
  text: string,
  signal = new AbortController().signal,
  client?: Question['client'],
): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = [];
  for await (const event of assistant.ask({ text, conversation: [], ...(client && { client }) }, signal)) events.push(event);
  return events;
}

test('concurrent questions are answered in order, and the event loop is free in between', async () => {
  const done: string[] = [];
  const assistant = inTurns(answering(references([])));
  const answers = ['one', 'two', 'three'].map(async (text) => {
    await ask(assistant, text);
    done.push(text);
  });
  const others = (async () => {
    while (!done.includes('three')) {
      done.push('other');
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  await Promise.all([...answers, others]);
  expect(done.filter((one) => one !== 'other')).toEqual(['one', 'two', 'three']);
  expect(done.slice(done.indexOf('one'), done.indexOf('two'))).toContain('other');
  expect(done.slice(done.indexOf('two'), done.indexOf('three'))).toContain('other');
});

test('R-412 between two answers, the event loop takes many iterations, in each of which it can accept a connection', async () => {
  // Time stands still, because slow iterations end the wait early.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => void vi.restoreAllMocks());
  const assistant = inTurns(answering(references([])));
  let iterations = 0;
  const counted: number[] = [];
  let isOver = false;
  const count = (): void => {
    iterations++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(['one', 'two', 'three'].map(async (text) => (await ask(assistant, text), counted.push(iterations))));
  isOver = true;
  expect(counted).toHaveLength(3);
  for (const [index, at] of counted.entries()) expect(at - (counted[index - 1] ?? 0)).toBeGreaterThanOrEqual(16);
});

test('a question is skipped if its reader left the queue', async () => {
  const scripted = answering(references([]));
  const assistant = inTurns(scripted);
  const leaving = new AbortController();
  const first = ask(assistant, 'first');
  const second = ask(assistant, 'second', leaving.signal);
  leaving.abort();
  expect((await Promise.all([first, second])).map(({ length }) => length)).toEqual([1, 0]);
  expect(scripted.asked.map(({ text }) => text)).toEqual(['first']);
});

test('a failed answer does not block the next one', async () => {
  const scripted = answering(references([]));
  const failing = {
    ask: (question: { text: string; conversation: [] }, signal: AbortSignal) => {
      if (question.text === 'bad') throw new Error('broken');
      return scripted.ask(question, signal);
    },
  };
  const assistant = inTurns(failing as typeof scripted);
  const [bad, good] = await Promise.allSettled([ask(assistant, 'bad'), ask(assistant, 'good')]);
  expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled']);
});

const manifest = { build: 'b1', baseUrl: '/' } as SiteManifest;
const config = assistantSchema.parse({});
const QUESTIONS = ['How do I create an access token?', 'What is a glossary term?', 'What is the meaning of life?', ''];

let folder: string;
let thread: AssistantThread;
const indexFile = (): string => join(folder, 'index.bin');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assistant-thread-'));
  await writeFile(indexFile(), encodeIndex(SAMPLE_RECORDS));
  thread = await openAssistantThread({ indexFile: indexFile(), manifest, config });
});
afterAll(async () => {
  await thread.close();
  await rm(folder, { recursive: true });
});

test('the worker thread gives the same answers as the main thread, also to concurrent questions', async () => {
  const { engine } = openIndexFromBytes(encodeIndex(SAMPLE_RECORDS));
  const here = createAssistant({ engine, settings: answerSettings(config, manifest) });
  const questions = Array.from({ length: 5 }, () => QUESTIONS).flat();
  const expected = await Promise.all(questions.map((text) => ask(here, text)));
  expect(await Promise.all(questions.map((text) => ask(thread.assistant, text)))).toEqual(expected);
});

test('a reader who leaves the queue gets nothing and delays nobody', async () => {
  const leaving = new AbortController();
  const first = Array.from({ length: 4 }, () => ask(thread.assistant, 'What is a glossary term?'));
  const left = ask(thread.assistant, 'What is a glossary term?', leaving.signal);
  const last = ask(thread.assistant, 'What is a glossary term?');
  leaving.abort();
  expect(await left).toEqual([]);
  expect((await Promise.all([...first, last])).every(({ length }) => length > 0)).toBe(true);
});

test.each(['the thread', 'the main thread'])('R-412 %s answers a reader before the waiting questions of another network', async (place) => {
  const assistant = place === 'the thread' ? thread.assistant : inTurns(answering(references([])));
  const done: string[] = [];
  const askAs = async (address: string, block: string | null): Promise<void> => {
    await ask(assistant, 'What is a glossary term?', undefined, { address, block });
    done.push(block ?? address);
  };
  const flood = Array.from({ length: 40 }, (_, i) => askAs(`network:${i % 8}`, 'network'));
  await Promise.all([...flood, askAs('reader', null)]);
  expect(done).toHaveLength(41);
  expect(done.indexOf('reader')).toBeLessThan(5);
});

test('a failed question gets an error, and later questions are answered', async () => {
  await expect(ask(thread.assistant, 7 as unknown as string)).rejects.toThrow('TypeError');
  for (let i = 0; i < 3; i++) expect(await ask(thread.assistant, 'What is a glossary term?')).not.toEqual([]);
});

test('the next question restarts a thread that has ended', async () => {
  await thread.close();
  await thread.close();
  expect(await ask(thread.assistant, 'What is a glossary term?')).not.toEqual([]);
});

test('the thread reports an unreadable index and does not start', async () => {
  await expect(openAssistantThread({ indexFile: join(folder, 'none.bin'), manifest, config })).rejects.toThrow('has ended with an error');
  await writeFile(join(folder, 'bad.bin'), 'not an index');
  const error: unknown = await openAssistantThread({ indexFile: join(folder, 'bad.bin'), manifest, config }).catch(
    (reason: unknown) => reason,
  );
  expect(String((error as Error).cause)).toContain('This is not a search index');
});
