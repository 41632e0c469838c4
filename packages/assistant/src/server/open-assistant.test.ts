import { expect, test } from 'vitest';
import { inTurns } from './open-assistant.ts';
import { answering, references } from './testing/scripted-assistant.ts';

async function ask(assistant: ReturnType<typeof inTurns>, text: string, signal = new AbortController().signal): Promise<number> {
  let events = 0;
  for await (const _ of assistant.ask({ text, conversation: [] }, signal)) events += 1;
  return events;
}

test('questions that come together are answered in their order, and the server does other things between them', async () => {
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

test('for a reader who has left while others had their turn nothing is made', async () => {
  const scripted = answering(references([]));
  const assistant = inTurns(scripted);
  const leaving = new AbortController();
  const first = ask(assistant, 'first');
  const second = ask(assistant, 'second', leaving.signal);
  leaving.abort();
  expect(await Promise.all([first, second])).toEqual([1, 0]);
  expect(scripted.asked.map(({ text }) => text)).toEqual(['first']);
});

test('an answer that fails does not hold up the next', async () => {
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
