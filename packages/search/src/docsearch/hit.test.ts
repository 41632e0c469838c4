import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TextPiece } from '../types.ts';
import { joinPieces as plain } from '../site-search.ts';
import { highlightedValue, toHtml, highlightTags, snippet } from './hit.ts';

const tags = highlightTags(undefined, undefined);
const plainPiece = (text: string): TextPiece => ({ text, highlighted: false });
const hit = (text: string): TextPiece => ({ text, highlighted: true });

test('R-305 only paired mark tags without attributes are used', () => {
  expect(highlightTags('<em>', '</em>')).toEqual({ pre: '<em>', post: '</em>' });
  expect(highlightTags('<span class="hit one">', '</span>').pre).toBe('<span class="hit one">');
  for (const [pre, post] of [
    ['<script>', '</script>'],
    ['<mark onclick="x">', '</mark>'],
    ['<em>', '</mark>'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<span class="a" style="b">', '</span>'],
  ])
    expect(highlightTags(pre, post)).toEqual({ pre: '<mark>', post: '</mark>' });
});

test('R-305 property: the only markup in a highlighted value is our tags', () => {
  const pieces = fc.array(
    fc.record({ text: fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", '/', 'mark', 'a', ' ') }), highlighted: fc.boolean() }),
  );
  fc.assert(
    fc.property(pieces, (list) => {
      expect(toHtml(list, tags).replaceAll('<mark>', '').replaceAll('</mark>', '')).not.toMatch(/[<>"']/);
    }),
  );
});

test('the match level is none, partial, or full', () => {
  const level = (pieces: TextPiece[]): string => highlightedValue(pieces, tags, 2).matchLevel;
  expect([[plainPiece('a')], [hit('a')], [hit('a'), hit('A')], [hit('a'), hit('b')]].map(level)).toEqual([
    'none',
    'partial',
    'partial',
    'full',
  ]);
});

test('a snippet keeps its spaces, contains the words around the first match, and marks omissions', () => {
  const pieces = [
    plainPiece('one two three four five six '),
    hit('seven'),
    plainPiece(' '),
    hit('eight'),
    plainPiece(' nine ten eleven twelve'),
  ];
  const cut = snippet(pieces, 6, '…');
  expect(plain(cut)).toBe('…five six seven eight nine ten …');
  expect(toHtml(cut, tags)).toContain('<mark>seven</mark> <mark>eight</mark>');
  expect(plain(snippet([plainPiece('all of it')], 6, '…'))).toBe('all of it');
  expect(plain(snippet([plainPiece('… '), hit('end')], 6, '[more]'))).toBe('[more]end');
});
