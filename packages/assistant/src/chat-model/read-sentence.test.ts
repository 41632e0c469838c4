import { describe, expect, test } from 'vitest';
import { readSentence } from './read-sentence.ts';

const linkTo = (href: string): string | null => (href === '/docs/x' ? '/base/docs/x' : null);
const markdownOf = (text: string): string => readSentence(text, linkTo).markdown;

test.each([
  ['Use it [1].', [1], 'Use it.'],
  ['Use it. [1][3]', [1, 3], 'Use it.'],
  ['Use it [1, 2; 4].', [1, 2, 4], 'Use it.'],
  ['Use it 【2†source】.', [2], 'Use it.'],
  ['Use it [^3].', [3], 'Use it.'],
  ['Use it [1](https://evil.example/).', [1], 'Use it.'],
  ['Call `a[0]` now', [], 'Call `a[0]` now'],
])('citations of %j are read and taken out', (text, citations, markdown) => {
  expect(readSentence(text, linkTo)).toMatchObject({ citations, markdown });
});

describe('R-412 nothing of a model is live', () => {
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

test('emphasis is kept in pairs only', () => {
  expect(markdownOf('**Note**: *this* 2 * 3')).toBe('**Note**: *this* 2 \\* 3');
  expect(markdownOf('**Note: this')).toBe('Note: this');
});

test('what must stand in the section letter by letter is told apart', () => {
  expect(readSentence('Set `AUTH` at http://localhost:9002, put <token> there [1].', linkTo)).toMatchObject({
    literals: ['AUTH', 'http://localhost:9002', '<token>'],
    words: 'Set at , put there.',
  });
});
