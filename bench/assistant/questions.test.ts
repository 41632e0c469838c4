import { expect, test } from 'vitest';

import { ANSWERABLE, parseAnswerable, parseUnanswerable, readQuestions, splitQuestions, UNANSWERABLE } from './questions.ts';

test('the key of the question is `q` or `question`, and `kind` is optional', () => {
  const jsonl = '{"q": "a", "relevant": ["/docs/a"], "kind": "typo"}\n\n{"question": "b", "relevant": ["/docs/b"]}\n';
  expect(parseAnswerable(jsonl, 'x')).toEqual([
    { q: 'a', relevant: ['/docs/a'], kind: 'typo' },
    { q: 'b', relevant: ['/docs/b'], kind: 'any' },
  ]);
  expect(parseUnanswerable('{"question": "b"}', 'x')).toEqual([{ q: 'b', kind: 'any' }]);
});

test.each(['{"q": "a"}', '{"q": "a", "relevant": []}', '{"relevant": ["/a"]}', '[]', 'null', '{', '{"q": "a", "relevant": "/a"}'])(
  'the error for the line %s contains the file and the line number',
  (line) => {
    expect(() => parseAnswerable(`{"q": "a", "relevant": ["/a"]}\n${line}`, 'x.jsonl')).toThrow(
      'x.jsonl:2: expected {"q": text, "relevant": [routes, best first], "kind": text, "facts": [patterns]}, at least one route.',
    );
  },
);

test('a missing file is reported', async () => {
  await expect(readQuestions('/absent.jsonl', '--unanswerable', parseUnanswerable)).rejects.toThrow(
    '/absent.jsonl cannot be read: there is no such file. --unanswerable takes a file of JSON lines such as bench/assistant/unanswerable.dev.jsonl.',
  );
});

test('there are enough development questions, none is duplicated, and the two halves are stable', async () => {
  const answerable = await readQuestions(ANSWERABLE, '--questions', parseAnswerable);
  const unanswerable = await readQuestions(UNANSWERABLE, '--unanswerable', parseUnanswerable);
  expect(answerable.length).toBeGreaterThanOrEqual(120);
  expect(unanswerable.length).toBeGreaterThanOrEqual(90);
  const texts = [...answerable, ...unanswerable].map(({ q }) => q.toLowerCase());
  expect(new Set(texts).size).toBe(texts.length);
  const { fitting, heldBack } = splitQuestions(answerable);
  expect(Math.min(fitting.length, heldBack.length)).toBeGreaterThan(answerable.length / 3);
  expect(splitQuestions(answerable.slice(5)).fitting).toEqual(fitting.filter((question) => answerable.indexOf(question) >= 5));
});

test('facts are case-insensitive patterns', () => {
  const [question] = parseAnswerable('{"q": "a", "relevant": ["/a"], "facts": ["port 90\\\\d+"]}', 'x.jsonl');
  expect(question?.facts?.map((fact) => fact.test('It listens on Port 9002.'))).toEqual([true]);
  expect(() => parseAnswerable('{"q": "a", "relevant": ["/a"], "facts": ["("]}', 'x.jsonl')).toThrow('x.jsonl:1: expected');
});
