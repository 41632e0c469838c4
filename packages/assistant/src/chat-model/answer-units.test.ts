import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnswerUnit, createUnitReader, parseSentence } from './answer-units.ts';
import { growthBeyondLinear, HOSTILE_PIECES } from '@quire/engine/testing/growth.ts';

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

test('a sentence includes its citations and does not end in code or after an abbreviation', () => {
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

test('list items keep their markers, and the units of one block share a group', () => {
  const units = read(ANSWER);
  expect(units.map(({ listMarker }) => listMarker)).toEqual(['', '', '', '', '1. ', '2. ', '2. ', '   - ', '', '']);
  expect(units.map(({ group }) => group)).toEqual([0, 0, 0, 1, 1, 1, 1, 1, 1, 2]);
  expect(units.at(-2)).toMatchObject({ kind: 'code', language: 'bash' });
});

test('property: the chunk size does not change the units', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 40 }), (size) => void expect(read(ANSWER, size)).toEqual(read(ANSWER))));
});

test('property: any text in any chunks is read without an error, and every unit comes from the text', () => {
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

test('headings, rules, and tables are skipped', () => {
  expect(texts('# Title\n\nOne [1].\n\n---\n\n| a | b |\n|---|---|\n| c | d |\n\nTwo [1].')).toEqual(['One [1].', 'Two [1].']);
});

test('an unfinished sentence or block at the end of an incomplete answer is dropped', () => {
  expect(read('One [1]. Two is not fin', 5, false).map(({ text }) => text)).toEqual(['One [1].']);
  expect(read('One [1]. Two is. [2]', 5, false).map(({ text }) => text)).toEqual(['One [1].', 'Two is. [2]']);
  expect(read('One [1].\n```\ncode', 5, false).map(({ text }) => text)).toEqual(['One [1].']);
  expect(read('```\ncode\n```', 1).map(({ text }) => text)).toEqual(['code']);
});

test('text without sentence ends is split at the maximum length', () => {
  expect(read('blah '.repeat(4000), 4).length).toBeGreaterThan(5);
});

const linkTo = (href: string): string | null => (href === '/docs/x' ? '/base/docs/x' : null);
const markdownOf = (text: string): string => parseSentence(text, linkTo).markdown;

test.each([
  ['Use it [1].', [1], 'Use it.'],
  ['Use it. [1][3]', [1, 3], 'Use it.'],
  ['Use it [1, 2; 4].', [1, 2, 4], 'Use it.'],
  ['Use it 【2†source】.', [2], 'Use it.'],
  ['Use it [^3].', [3], 'Use it.'],
  ['Use it [1](https://evil.example/).', [1], 'Use it.'],
  ['Call `a[0]` now', [], 'Call `a[0]` now'],
])('citations of %j are extracted from the text', (text, citations, markdown) => {
  expect(parseSentence(text, linkTo)).toMatchObject({ citations, markdown });
});

describe('R-412 model output contains no active content', () => {
  test.each([
    ['<img src=x onerror=alert(1)>', '`<img src=x onerror=alert(1)>`'],
    ['a<br>b <b>c</b>', 'ab c'],
    ['![alt](https://evil.example/x.png)', 'alt'],
    ['![alt][ref]', 'alt'],
    ['[text](javascript:alert(1))', 'text)'],
    ['[text](data:text/html,x)', 'text'],
    ['[text](/docs/x)', '[text](/base/docs/x)'],
    ['[*text*](/docs/x)', '[*text*](/base/docs/x)'],
    ['[text](/docs/unknown)', 'text'],
    ['[text][1]', '\\[text\\]'],
    ['[ref]: https://evil.example', '\\[ref\\]: `https://evil.example`'],
    ['<https://evil.example>', '`https://evil.example`'],
    ['see www.evil.example.', 'see `www.evil.example`.'],
    ['write to me@evil.example', 'write to `me@evil.example`'],
    ['# not a heading', '\\# not a heading'],
    ['1986. A year', '1986\\. A year'],
    ['a | b ~~c~~', 'a \\| b \\~\\~c\\~\\~'],
    ['&lt;script&gt;', '\\&lt;script\\&gt;'],
    ['``a ` b``', '`` a ` b ``'],
    ['unclosed `code', 'unclosed \\`code'],
  ])('%j', (text, markdown) => {
    expect(markdownOf(text)).toBe(markdown);
  });
});

test('code beside code stays code', () => {
  expect(markdownOf('www.a.example<!-- `` <https://elsewhere.example>')).toBe(
    '`www.a.example` ``` <!-- `` <https://elsewhere.example> ```',
  );
});

test('only paired emphasis markers are kept', () => {
  expect(markdownOf('**Note**: *this* 2 * 3')).toBe('**Note**: *this* 2 \\* 3');
  expect(markdownOf('**Note: this')).toBe('Note: this');
});

test('code, URLs, and placeholders, which must match verbatim, are separated from the words', () => {
  expect(parseSentence('Set `AUTH` at http://localhost:9002, put <token> there [1].', linkTo)).toMatchObject({
    literals: ['AUTH', 'http://localhost:9002', '<token>'],
    words: 'Set at , put there.',
  });
});

function readAnswer(text: string): void {
  const reader = createUnitReader();
  const units = [...reader.push(text), ...reader.end(true)];
  for (const unit of units) parseSentence(unit.text, () => null);
}

test.each(HOSTILE_PIECES)('R-412 parsing time grows linearly with the length of the answer: %j', (piece) => {
  expect(growthBeyondLinear(readAnswer, piece, 64_000)).toBeNull();
});
