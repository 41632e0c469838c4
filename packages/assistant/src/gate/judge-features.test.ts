import { describe, expect, test } from 'vitest';
import { tokenize } from '../retrieve/coverage.ts';
import { lackOfFact, lacksPastDate, longestVerbatimRun as longestRunOf } from './judge.ts';

const longestRun = (asked: string, texts: readonly string[]): number =>
  longestRunOf(
    asked,
    texts.map((text) => tokenize(text).map(({ word }) => word)),
  );

const PAGE = 'If the shell says: zsh: command not found: datahub, fix the path.';

test('a pasted message is recognized by its run of distinctive words', () => {
  expect(longestRun('zsh: command not found: datahub', [PAGE])).toBe(5);
  expect(longestRun('what does command not found mean', ['unrelated', PAGE])).toBe(3);
});

test('the same words in another order are not a run', () => {
  expect(longestRun('datahub found command zsh', [PAGE])).toBe(1);
});

test('stop words are part of a run but are not counted', () => {
  expect(longestRun('how do I do it', ['This is how do I do it.'])).toBe(0);
});

test.each([
  ['', PAGE],
  ['!?', PAGE],
  ['zsh', ''],
  ['__proto__ constructor', '__proto__'],
])('%j in %j is at most one word', (asked, text) => {
  expect(longestRun(asked, [text])).toBeLessThanOrEqual(1);
});

test('only the beginning of a long question is compared', () => {
  expect(longestRun('word '.repeat(400), ['word '.repeat(100_000)])).toBeLessThanOrEqual(40);
});

describe('questions for facts', () => {
  test.each([
    ['When was it released?', 'A release has notes.', 1],
    ['When was it released?', 'Released in 2020.', 0.5],
    ['When is the next meeting?', 'It takes place every month, on a Thursday.', 0.5],
    ['How many versions are kept?', 'All of them.', 1],
    ['How many versions are kept?', 'At most 20 versions are kept.', 0.5],
    ['Who founded it?', 'Founded in 2020 by some people.', 1],
    ['Who may create tokens?', 'Everybody.', 0],
    ['How do I release it?', 'Carefully.', 0],
    ['', '', 0],
  ])('%j in %j lacks %d', (asked, text, lack) => {
    expect(lackOfFact(asked, [text])).toBe(lack);
  });

  test('a date in the past needs a year in some text', () => {
    expect(lacksPastDate('When was it founded?', ['Long ago.', ''])).toBe(true);
    expect(lacksPastDate('In which year did it begin?', [])).toBe(true);
    expect(lacksPastDate('When was it founded?', ['Long ago.', 'In 2019.'])).toBe(false);
    expect(lacksPastDate('When is it due?', [])).toBe(false);
  });
});
