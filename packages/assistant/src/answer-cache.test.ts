import { expect, test, vi } from 'vitest';
import { createAnswerCache, withAnswerCache } from '#answer-cache.ts';
import type { AnswerEvent, Assistant, Question } from '#contract.ts';

const EVENTS: AnswerEvent[] = [
  { kind: 'references', ids: ['a.md'], refused: false },
  { kind: 'text', text: 'One.' },
];

const question = (text: string, conversation: Question['conversation'] = []): Question => ({ text, conversation });

function counted(): { assistant: Assistant; ask: ReturnType<typeof vi.fn> } {
  const ask = vi.fn(async function* () {
    yield* EVENTS;
  });
  return { assistant: withAnswerCache({ ask }, createAnswerCache('build-1', 10_000)), ask };
}

async function all(assistant: Assistant, asked: Question, signal = new AbortController().signal): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = [];
  for await (const event of assistant.ask(asked, signal)) events.push(event);
  return events;
}

test('R-412 a repeated question is a cache hit, regardless of spacing and final punctuation', async () => {
  const { assistant, ask } = counted();
  expect(await all(assistant, question('What is a tag?'))).toEqual(EVENTS);
  expect(await all(assistant, question('  what is a  tag '))).toEqual(EVENTS);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('a different question or a different conversation is a cache miss', async () => {
  const { assistant, ask } = counted();
  await all(assistant, question('What is a tag?'));
  await all(assistant, question('What is a term?'));
  await all(assistant, question('What is a tag?', [{ question: 'What is a domain?', answer: 'An area.' }]));
  expect(ask).toHaveBeenCalledTimes(3);
});

test('an aborted answer is not cached', async () => {
  const { assistant, ask } = counted();
  await all(assistant, question('What is a tag?'), AbortSignal.abort());
  await all(assistant, question('What is a tag?'));
  expect(ask).toHaveBeenCalledTimes(2);
});

test('the least recently used answers are evicted when the cache is full', async () => {
  const { assistant, ask } = counted();
  const many = Array.from({ length: 30 }, (_, i) => question(`What is number ${i}?`));
  for (const one of many) await all(assistant, one);
  await all(assistant, many.at(-1) as Question);
  expect(ask).toHaveBeenCalledTimes(30);
  await all(assistant, many[0] as Question);
  expect(ask).toHaveBeenCalledTimes(31);
});
