import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { describe, expect, test } from 'vitest';
import { MARK } from '@quire/search';
import { codeBlock, codeSpan, quoteLine, quoteTable } from './citations.ts';

const render = (markdown: string): string => renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm] }, markdown));
const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&');

describe('R-412 nothing that a page says becomes markup', () => {
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

  test('any text comes out letter by letter, in a paragraph, without links or images', () => {
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

test('inline code stays code, backticks in it too', () => {
  expect(quoteLine(`Set ${MARK.code}a_b*${MARK.code} to *.`)).toBe('Set `a_b*` to \\*.');
  expect(codeSpan('a ` b')).toBe('`` a ` b ``');
});

test('a block of code can contain any fence', () => {
  expect(render(codeBlock('```\n<b>\n````'))).toBe('<pre><code>```\n&lt;b&gt;\n````\n</code></pre>');
});

test('a table keeps bars in their cells', () => {
  const html = render(quoteTable(['Name', 'Use'], [['a | b', `${MARK.code}x | y${MARK.code}`], ['only one']]));
  expect(html).toContain('<td>a | b</td>');
  expect(html).toContain('<td><code>x | y</code></td>');
  expect(html.match(/<td>/g)).toHaveLength(4);
});
