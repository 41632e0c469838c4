import { describe, expect, test } from 'vitest';
import { samplePage } from '@quire/search/testing';
import {
  citationLink,
  citationUrl,
  citedPaths,
  orderReferences,
  renderPieces,
  codeBlock,
  codeSpan,
  quoteLine,
  quoteTable,
} from './citations.ts';
import type { AnswerPiece, Citation } from './contract.ts';
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { MARK } from '@quire/search';

const at = (passage: string, more: Partial<Citation> = {}): Citation => ({
  recordNumber: 0,
  path: '/docs/x',
  anchor: 'a-b',
  heading: 'A',
  passage,
  ...more,
});
const piece = (path: string, kind: AnswerPiece['kind'] = 'sentence', markdown = 'Words.'): AnswerPiece => ({
  kind,
  markdown,
  citation: at('Words.', { path, anchor: '' }),
});

describe('R-602 a citation links to the exact passage', () => {
  test.each([
    ['a short passage is quoted completely', 'Stop all containers.', '#a-b:~:text=Stop%20all%20containers'],
    [
      'a long passage is quoted by its first and last words',
      'One two three four five six seven eight nine ten.',
      '#a-b:~:text=One%20two%20three%20four%20five,seven%20eight%20nine%20ten',
    ],
    ['characters with a meaning in a text fragment are encoded', 'a-b, c & d', '#a-b:~:text=a%2Db%2C%20c%20%26%20d'],
    ['a list is quoted from its first line to its last', 'One two\nthree', '#a-b:~:text=One%20two,three'],
    ['a table row is quoted by its longest cell', 'A\tThe longest cell\tB', '#a-b:~:text=The%20longest%20cell'],
    ['other scripts are encoded', 'مرحبا 🙂 世界', '#a-b:~:text=%D9%85%D8%B1%D8%AD%D8%A8%D8%A7%20%F0%9F%99%82%20%E4%B8%96%E7%95%8C'],
    ['a passage without words links to its section', '→ …', '#a-b'],
    ['a passage of one endless word links to its section', 'x'.repeat(500), '#a-b'],
    ['a lone surrogate is accepted', 'a \ud800 b', '#a-b:~:text=a%20%EF%BF%BD%20b'],
  ])('%s', (_, passage, hash) => {
    expect(citationUrl(at(passage), '/')).toBe(`/docs/x${hash}`);
  });

  test('the address starts with the base URL, and parentheses are escaped', () => {
    expect(citationLink(at('f(x) is called', { path: '/docs/f(x)', anchor: '' }), 3, '/site/')).toBe(
      '[3](/site/docs/f%28x%29#:~:text=f%28x%29%20is%20called)',
    );
  });

  test('the stream marker never occurs in an address', () => {
    const marker = '___START_RESPONSE_STREAM___';
    expect(citationUrl(at(marker, { path: `/docs/${marker}`, anchor: marker }), '/')).not.toContain(marker);
  });
});

test('R-407 references are the cited documents in the order of the answer', () => {
  const pieces = [piece('/docs/b'), piece('/docs/a'), piece('/docs/b'), { ...piece('/docs/c'), citation: null }, piece('/docs/gone')];
  const evidence = [...samplePage('/docs/a', 'A', [['A', 'a']]), ...samplePage('/docs/b', 'B', [['B', 'b']])].map(
    (record, recordNumber) => ({
      record,
      recordNumber,
      score: 1,
      coverage: 1,
      contains: () => true,
    }),
  );
  expect(citedPaths(pieces)).toEqual(['/docs/b', '/docs/a', '/docs/gone']);
  expect(orderReferences(pieces, evidence)).toEqual(['docs/b.md', 'docs/a.md']);
});

test('sentences of one page form a paragraph, other pieces are blocks, and pages are numbered consistently', () => {
  const notice: AnswerPiece = { kind: 'notice', markdown: 'Quoted.', citation: null };
  const text = renderPieces(
    [
      notice,
      piece('/docs/b'),
      piece('/docs/b'),
      piece('/docs/a'),
      piece('/docs/b', 'code', '```\nls\n```'),
      piece('/docs/b', 'steps', '1. One'),
    ],
    '/',
  ).join('');
  const link = (number: number, path: string): string => `[${number}](${path}#:~:text=Words)`;
  expect(text).toBe(
    [
      'Quoted.',
      `Words. ${link(1, '/docs/b')} Words. ${link(1, '/docs/b')}`,
      `Words. ${link(2, '/docs/a')}`,
      '```\nls\n```',
      link(1, '/docs/b'),
      `1. One ${link(1, '/docs/b')}`,
    ].join('\n\n'),
  );
});

const render = (markdown: string): string => renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm] }, markdown));
const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&');

describe('R-412 page content never becomes markup', () => {
  test.each([
    '<script>alert(1)</script>',
    '[x](javascript:alert(1))',
    '![x](https://example.com/x.png)',
    '# Heading',
    '- item',
    '+ item',
    '1. step',
    '12) step',
    '> quote',
    '***',
    '---',
    '===',
    '~~~',
    '~gone~ and **bold** and __bold__ and _so_',
    '| a | b |',
    'https://example.com/a?b=c, www.example.com. and mail me@example.com!',
    '&lt;b&gt; &amp; &#60;',
    '[^1] and [ref]',
    'a \\* b \\',
    '`unclosed',
    '<!-- comment -->',
    'snake_case_name and a_b',
  ])('%s', (text) => {
    const html = render(quoteLine(text));
    expect(html.replace(/<\/?(?:p|code)>/g, '')).not.toMatch(/<[a-z]/i);
    expect(textOf(html)).toBe(text);
  });

  test('property: any text is rendered verbatim in one paragraph, without links or images', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('[', '](', '<', '`', '*', '_', '|', 'http://', 'www.a', '@b.c', '&amp;', '\\', '#', '1.', '- '),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('').replace(/\s+/g, ' ').trim();
        const html = render(quoteLine(text));
        expect(html.replace(/<\/?(?:p|code)>/g, '')).not.toMatch(/<[a-z]/i);
        expect(textOf(html)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});

test('inline code stays code, including its backticks', () => {
  expect(quoteLine(`Set ${MARK.code}a_b*${MARK.code} to *.`)).toBe('Set `a_b*` to \\*.');
  expect(codeSpan('a ` b')).toBe('`` a ` b ``');
});

test('a code block can contain any fence', () => {
  expect(render(codeBlock('```\n<b>\n````'))).toBe('<pre><code>```\n&lt;b&gt;\n````\n</code></pre>');
});

test('a table cell can contain a pipe character', () => {
  const html = render(quoteTable(['Name', 'Use'], [['a | b', `${MARK.code}x | y${MARK.code}`], ['only one']]));
  expect(html).toContain('<td>a | b</td>');
  expect(html).toContain('<td><code>x | y</code></td>');
  expect(html.match(/<td>/g)).toHaveLength(4);
});

test.each([
  ['a label', 'Click {Save & Close}.', 'Click **Save & Close**.'],
  ['code in it', '{Set `a`} now.', '**Set `a`** now.'],
  ['its beginning in another quotation', 'Close} it. {Open', 'Close it. **Open**'],
  ['a letter beside its punctuation', 'un{(der)}stand', 'un(der)stand'],
  ['asterisks', '{a*b}', '**a\\*b**'],
  ['nothing', '{} {', ' '],
])('bold text stays bold: %s', (_, text, markdown) => {
  const marked = text.replaceAll('{', MARK.strong).replaceAll('}', MARK.strongEnd).replaceAll('`', MARK.code);
  expect(quoteLine(marked)).toBe(markdown);
});
