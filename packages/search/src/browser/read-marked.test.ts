import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeHtml } from '../protocol/highlight.ts';
import { plainText, readMarked } from './read-marked.ts';

describe('readMarked', () => {
  test('marks become pieces, entities characters', () => {
    expect(readMarked('Use <mark>Kafka</mark> &amp; &lt;b&gt; &quot;&#39;&#x41;')).toEqual([
      { text: 'Use ', highlighted: false },
      { text: 'Kafka', highlighted: true },
      { text: ` & <b> "'A`, highlighted: false },
    ]);
  });

  test.each([
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['<mark onmouseover=x>a</mark>', '<mark onmouseover=x>a'],
    ['&amp;lt;script&amp;gt;', '&lt;script&gt;'],
    ['&#0;&#9999999;&unknown;', '&#0;&#9999999;&unknown;'],
    ['</mark></mark><mark>open', 'open'],
  ])('a hostile value stays text: %s', (html, text) => {
    expect(plainText(readMarked(html))).toBe(text);
  });

  test.each([null, undefined, 7, {}, ['<mark>']])('what is no text gives nothing: %s', (value) => {
    expect(readMarked(value)).toEqual([]);
  });

  test('any text, escaped by the server, comes back as it was', () => {
    fc.assert(fc.property(fc.string(), (text) => plainText(readMarked(escapeHtml(text))) === text));
  });
});
