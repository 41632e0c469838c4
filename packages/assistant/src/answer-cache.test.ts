import { createBoundedCache } from '@quire/engine/server/static/bounded-cache.ts';
import { expect, test, vi } from 'vitest';
import { rememberAnswers } from '#answer-cache.ts';
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
  return { assistant: rememberAnswers({ ask }, createBoundedCache<string>(10_000), 'build-1'), ask };
}

async function all(assistant: Assistant, asked: Question, signal = new AbortController().signal): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = [];
  for await (const event of assistant.ask(asked, signal)) events.push(event);
  return events;
}

test('R-412 the same question is answered once, however it is spaced and ended', async () => {
  const { assistant, ask } = counted();
  expect(await all(assistant, question('What is a tag?'))).toEqual(EVENTS);
  expect(await all(assistant, question('  what is a  tag '))).toEqual(EVENTS);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('another question, or the same after another turn, is another one', async () => {
  const { assistant, ask } = counted();
  await all(assistant, question('What is a tag?'));
  await all(assistant, question('What is a term?'));
  await all(assistant, question('What is a tag?', [{ question: 'What is a domain?', answer: 'An area.' }]));
  expect(ask).toHaveBeenCalledTimes(3);
});

test('an answer whose reader left is not kept', async () => {
  const { assistant, ask } = counted();
  await all(assistant, question('What is a tag?'), AbortSignal.abort());
  await all(assistant, question('What is a tag?'));
  expect(ask).toHaveBeenCalledTimes(2);
});
