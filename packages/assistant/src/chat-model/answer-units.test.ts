import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createUnitReader, type AnswerUnit } from './answer-units.ts';

function read(text: string, size = text.length || 1, complete = true): AnswerUnit[] {
  const reader = createUnitReader();
  const units: AnswerUnit[] = [];
  for (let at = 0; at < text.length; at += size) units.push(...reader.push(text.slice(at, at + size)));
  return [...units, ...reader.end(complete)];
}
const texts = (text: string): string[] => read(text).map((unit) => unit.text);

const ANSWER = `To delete a dataset, use the CLI [1]. It takes \`--urn x. Y\` e.g. Hard deletes [2][3]. See v0.10.5 of it.

Steps:

1. Stop it. [1]
2. Start \`datahub\`. Then wait [2].
   - a nested item [1]

\`\`\`bash
datahub delete. Now
# not a heading
\`\`\`
Last words [1]`;

test('sentences end with their citations, code and abbreviations do not end them', () => {
  expect(texts(ANSWER)).toEqual([
    'To delete a dataset, use the CLI [1].',
    'It takes `--urn x. Y` e.g. Hard deletes [2][3].',
    'See v0.10.5 of it.',
    'Steps:',
    'Stop it. [1]',
    'Start `datahub`.',
    'Then wait [2].',
    'a nested item [1]',
    'datahub delete. Now\n# not a heading',
    'Last words [1]',
  ]);
});

test('items keep their marks, and what goes together has one group', () => {
  const units = read(ANSWER);
  expect(units.map(({ mark }) => mark)).toEqual(['', '', '', '', '1. ', '2. ', '2. ', '   - ', '', '']);
  expect(units.map(({ group }) => group)).toEqual([0, 0, 0, 1, 1, 1, 1, 1, 1, 2]);
  expect(units.at(-2)).toMatchObject({ kind: 'code', language: 'bash' });
});

test('any chunks give the same units', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 40 }), (size) => void expect(read(ANSWER, size)).toEqual(read(ANSWER))));
});

test('any text in any chunks is read without an error, and nothing is invented', () => {
  const piece = fc.constantFrom(
    '# ',
    '- ',
    '1. ',
    '```',
    '\n',
    '\n\n',
    '| a |',
    '> ',
    'word ',
    'End. ',
    '[1]',
    '[',
    '`',
    '**',
    '😀',
    '\r\n',
    '~~~',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), (pieces, size) => {
      const text = pieces.join('');
      for (const unit of read(text, size)) for (const word of unit.text.match(/\w+/g) ?? []) expect(text).toContain(word);
    }),
  );
});

test('headings, rules and tables are left out', () => {
  expect(texts('# Title\n\nOne [1].\n\n---\n\n| a | b |\n|---|---|\n| c | d |\n\nTwo [1].')).toEqual(['One [1].', 'Two [1].']);
});

test('an unfinished sentence or block is dropped where the answer was cut off', () => {
  expect(read('One [1]. Two is not fin', 5, false).map(({ text }) => text)).toEqual(['One [1].']);
  expect(read('One [1]. Two is. [2]', 5, false).map(({ text }) => text)).toEqual(['One [1].', 'Two is. [2]']);
  expect(read('One [1].\n```\ncode', 5, false).map(({ text }) => text)).toEqual(['One [1].']);
  expect(read('```\ncode\n```', 1).map(({ text }) => text)).toEqual(['code']);
});

test('text without an end is cut, and quickly', () => {
  const start = performance.now();
  expect(read('blah '.repeat(4000), 4).length).toBeGreaterThan(5);
  expect(performance.now() - start).toBeLessThan(2000);
});
