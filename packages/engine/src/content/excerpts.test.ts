import { expect, test } from 'vitest';

import { descriptionOf, firstHeading, shorten } from './excerpts.ts';

test('a heading in a code fence is ignored', () => {
  expect(firstHeading('~~~~\n# a\n~~~\n# b\n~~~~\n# c #\n')).toBe('c');
  expect(firstHeading('no heading')).toBeNull();
});

test.each([
  ['A paragraph with\nseveral *lines*, and\n[a\nlink](x.md).\n\nThe next one.', 'A paragraph with several lines, and a link.'],
  ['Read [the guide][1] and [another][], then rows[0][1].\n\n[1]: x.md', 'Read the guide and another, then rows[0][1].'],
  ['Title\n=====\n\n![a picture](x.png)\n\nThe first\nwords.', 'The first words.'],
  ['- The first item\n  goes on\n- The second', 'The first item goes on'],
  ['Run this:\n```shell\nls\n```\nThen wait.', 'Run this:'],
  ['Words before\n| a table |\n| --- |', 'Words before'],
  [`${'word '.repeat(28)}and [a link](https://example.org/${'x'.repeat(300)})`, `${'word '.repeat(28)}and a link`],
  [`${'word '.repeat(90)}`, `${'word '.repeat(32).trim()}…`],
])('the default description of a page is its first paragraph: %j', (body, description) => {
  expect(descriptionOf({ frontMatter: {}, body })).toBe(description);
});

test.each([
  [`${'word '.repeat(200)}`, `${'word '.repeat(100).trim()}…`],
  ['x'.repeat(9000), `${'x'.repeat(500)}…`],
])('a long description of the front matter is cut, because many pages can list the page', (description, shown) => {
  expect(descriptionOf({ frontMatter: { description } })).toBe(shown);
});

test.each([
  ['as long', 7, 'as long'],
  ['a long text', 7, 'a long…'],
  ['a long text', 5, 'a…'],
  ['unbroken', 4, 'unbr…'],
  [' unbroken', 4, ' unb…'],
  ['abc😀def', 4, 'abc…'],
  ['abc😀def', 5, 'abc😀…'],
])('%j has at most %j characters before the ellipsis', (text, maxLength, expected) => {
  expect(shorten(text, maxLength)).toBe(expected);
});
