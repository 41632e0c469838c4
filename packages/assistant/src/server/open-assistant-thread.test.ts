import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeIndex } from '@quire/search/indexing';
import { SAMPLE_RECORDS } from '@quire/search/testing';
import { openIndexFromBytes } from '@quire/engine/server/open-index.ts';
import type { SiteManifest } from '@quire/engine/server/site-manifest.ts';
import type { AnswerEvent, Assistant } from '#contract.ts';
import { assistantSchema } from '#config.ts';
import { answerSettings } from '#answer-settings.ts';
import { createAssistant } from '#create-assistant.ts';
import { type AssistantThread, openAssistantThread } from './open-assistant.ts';

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

async function ask(assistant: Assistant, text: string, signal = new AbortController().signal): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = [];
  for await (const event of assistant.ask({ text, conversation: [] }, signal)) events.push(event);
  return events;
}

test('the thread answers as the server itself would, whatever comes together', async () => {
  const { engine } = openIndexFromBytes(encodeIndex(SAMPLE_RECORDS));
  const here = createAssistant({ engine, settings: answerSettings(config, manifest) });
  const questions = Array.from({ length: 5 }, () => QUESTIONS).flat();
  const expected = await Promise.all(questions.map((text) => ask(here, text)));
  expect(await Promise.all(questions.map((text) => ask(thread.assistant, text)))).toEqual(expected);
});

test('a reader who leaves while others have their turn gets nothing, and holds up nobody', async () => {
  const leaving = new AbortController();
  const first = Array.from({ length: 4 }, () => ask(thread.assistant, 'What is a glossary term?'));
  const left = ask(thread.assistant, 'What is a glossary term?', leaving.signal);
  const last = ask(thread.assistant, 'What is a glossary term?');
  leaving.abort();
  expect(await left).toEqual([]);
  expect((await Promise.all([...first, last])).every(({ length }) => length > 0)).toBe(true);
});

test('a failed question gets an error, and the next ones are answered', async () => {
  await expect(ask(thread.assistant, 7 as unknown as string)).rejects.toThrow('TypeError');
  for (let i = 0; i < 3; i++) expect(await ask(thread.assistant, 'What is a glossary term?')).not.toEqual([]);
});

test('a thread that has ended is started again by the next question', async () => {
  await thread.close();
  await thread.close();
  expect(await ask(thread.assistant, 'What is a glossary term?')).not.toEqual([]);
});

test('without an index that can be read the thread does not get ready, and says why', async () => {
  await expect(openAssistantThread({ indexFile: join(folder, 'none.bin'), manifest, config })).rejects.toThrow('has ended with an error');
  await writeFile(join(folder, 'bad.bin'), 'not an index');
  const error: unknown = await openAssistantThread({ indexFile: join(folder, 'bad.bin'), manifest, config }).catch(
    (reason: unknown) => reason,
  );
  expect(String((error as Error).cause)).toContain('This is not a search index');
});
