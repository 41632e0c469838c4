import { LineCounter } from 'yaml';
import { expect, test } from 'vitest';

import { growthBeyondLinear } from '#testing/growth.ts';

import { parseYaml, parseYamlDocuments } from './yaml.ts';

test('repeated keys of a map are errors with their position', () => {
  const lines = new LineCounter();
  const { errors } = parseYaml('a: 1\nb: { c: 1, c: 2 }\na: 2\n"a": 3\n', lines);
  expect(errors.map(({ message, pos: [start] }) => [message, lines.linePos(start)])).toEqual([
    ['the key "a" is repeated: keep one of them', { line: 3, col: 1 }],
    ['the key "a" is repeated: keep one of them', { line: 4, col: 1 }],
    ['the key "c" is repeated: keep one of them', { line: 2, col: 12 }],
  ]);
});

test.each([
  ['a: &a [1, *a]', 'the value of "*a" contains itself: write it out', 10],
  ['a: &a { b: [{ c: *a }] }', 'the value of "*a" contains itself: write it out', 17],
  ['a: b\n"\\uD800": c', 'the text contains an unpaired surrogate, such as "\\uD83D" without "\\uDE00": write the whole character', 5],
  ['a: ["\\uDC00x"]', 'the text contains an unpaired surrogate, such as "\\uD83D" without "\\uDE00": write the whole character', 4],
  ['a: b\nc: [*d]\nd: &d 1', '"*d" has no value: there is no "&d" before it', 9],
])('values that cannot be written as JSON or as an address are errors with their position: %s', (text, message, start) => {
  expect(parseYaml(text).errors.map((error) => [error.message, error.pos[0]])).toEqual([[message, start]]);
});

test('a text of millions of characters is an error, because each megabyte takes 250 MB to parse', () => {
  const text = (length: number): string => `a: ${'b'.repeat(length - 3)}`;
  expect(parseYaml(text(2_000_000)).errors).toEqual([]);
  const lines = new LineCounter();
  for (const { errors, contents } of [parseYaml(text(2_000_001), lines), ...parseYamlDocuments(text(2_000_001))]) {
    expect(errors.map(({ message }) => message)).toEqual(['the text has more than 2000000 characters: shorten it']);
    expect(contents).toBeNull();
  }
  expect(lines.linePos(0).line).toBe(1);
});

test.each([
  '['.repeat(100_000),
  '['.repeat(60) + ']'.repeat(60),
  `\n  ${'- '.repeat(60)}x`,
  `${'{a: '.repeat(60)}1${'}'.repeat(60)}`,
  `[\n${'{a: b}, '.repeat(60_000)}]`,
])('values that are nested too deeply are an error with a position: %#', (value) => {
  const { errors } = parseYaml(`a: ${value}`);
  expect(errors.map(({ message }) => message)).toContain('the values are nested too deeply: use at most 50 levels of lists and maps');
});

test('values that are nested in 50 lists and maps are valid', () => {
  expect(parseYaml(`a: ${'['.repeat(49)}${']'.repeat(49)}`).errors).toEqual([]);
});

test('aliases of other values, and whole characters, are valid', () => {
  expect(parseYaml('a: &a [1]\nb: [*a, *a]\nc: "\\uD83D\\uDE00"').errors).toEqual([]);
});

/** Repeats a piece; `#` becomes a number, so that all keys differ. */
const numbered = (text: string): string => {
  let number = 0;
  return text.replaceAll('#', () => String(number++));
};

test.each([
  'k#: a\n',
  '- a\n',
  '- k#: a\n',
  'k#: [a, b]\n',
  'k#: |\n  a\n',
  '"k#": \'a\'\n',
  '- &a# a\n- *a#\n',
  '- [\n',
  '? k#\n: a\n',
  '- {a: b}\n',
])('the time to parse YAML grows linearly with its length: %j', (piece) => {
  expect(growthBeyondLinear((text) => parseYaml(numbered(text)), piece, 1 << 16)).toBeNull();
});
