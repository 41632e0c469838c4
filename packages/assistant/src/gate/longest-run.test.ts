import { expect, test } from 'vitest';
import { tokenize } from '@quire/search/rank/analyze.ts';
import { longestRun as longestRunOf } from './longest-run.ts';

const longestRun = (asked: string, texts: readonly string[]): number =>
  longestRunOf(
    asked,
    texts.map((text) => tokenize(text).map(({ word }) => word)),
  );

const PAGE = 'If the shell says: zsh: command not found: datahub, mend the path.';

test('a pasted message is told by its telling words in a row', () => {
  expect(longestRun('zsh: command not found: datahub', [PAGE])).toBe(5);
  expect(longestRun('what does command not found mean', ['unrelated', PAGE])).toBe(3);
});

test('the same words in another order are no run', () => {
  expect(longestRun('datahub found command zsh', [PAGE])).toBe(1);
});

test('words without meaning are part of a run but count for nothing', () => {
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

test('of a long question only the beginning is read', () => {
  expect(longestRun('word '.repeat(400), ['word '.repeat(100_000)])).toBeLessThanOrEqual(40);
});
