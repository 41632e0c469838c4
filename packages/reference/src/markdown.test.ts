import fc from 'fast-check';
import type { Root } from 'hast';
import { toString } from 'hast-util-to-string';
import { markdownToHast } from 'satteri';
import { describe, expect, test } from 'vitest';

import { prepare } from '@quire/engine/content/compile.ts';
import { sanitizedHtml } from '@quire/engine/content/sanitize.ts';

import { codeSpan, descriptionOf, escapeAttribute, escapeMarkdown, sentence } from './markdown.ts';

/** Compiles Markdown with all steps of the dialect; returns the visible text and the names of the elements. */
function read(markdown: string): { text: string; elements: string[]; problems: number } {
  const prepared = prepare('x.yaml', markdown, 1, () => 'missing');
  const features = { gfm: true, directive: false, headingAttributes: true, rawHtml: true, frontmatter: false } as const;
  const tree = sanitizedHtml(markdownToHast(prepared.markdown, { features, position: false }) as Root, () => undefined);
  const elements: string[] = [];
  const walk = (node: Root | Root['children'][number]): void => {
    if (node.type === 'element') elements.push(node.tagName);
    if ('children' in node) node.children.forEach((child) => walk(child as Root['children'][number]));
  };
  walk(tree);
  return { text: toString(tree).replace(/\s+/g, ' ').trim(), elements, problems: prepared.problems.length };
}

const folded = (text: string): string => text.replace(/\s+/g, ' ').trim();

const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<script>',
        '</td>',
        '<Tabs>',
        '<!--',
        '-->',
        '{/*',
        '{{ inline /x }}',
        ':::note',
        '```',
        '`',
        '|',
        '**',
        '__',
        '[a](b)',
        '![x](y)',
        '&lt;',
        '&#60;',
        '# ',
        '1. ',
        '- ',
        '> ',
        '~~',
        'import x from "y"',
        'https://x.y',
        'www.x.y',
        'a@b.c',
        '\\',
        '\\|',
        '{#id}',
        '$x$',
        '[^1]',
        '---',
        '===',
      ),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => folded(text) !== '' && !/[\0\r\u{80}-\u{9f}]/u.test(text));

describe('catalog texts', () => {
  test('any text is shown unchanged in a paragraph and creates no other element', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const { text: shown, elements, problems } = read(escapeMarkdown(text));
        expect(shown).toBe(folded(text));
        // Only a bare URL becomes an element: a link.
        expect(elements.filter((name) => name !== 'a')).toEqual(['p']);
        expect(problems).toBe(0);
      }),
      { numRuns: 400 },
    );
  });

  test('any text is shown unchanged as code, also in a table', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const { text: shown, elements, problems } = read(`| a |\n| --- |\n| ${codeSpan(text)} |`);
        expect(shown).toBe(`a ${folded(text)}`);
        expect(elements.filter((name) => name === 'code')).toHaveLength(1);
        expect(elements.filter((name) => name === 'td')).toHaveLength(1);
        expect(elements).not.toContain('script');
        expect(problems).toBe(0);
      }),
      { numRuns: 400 },
    );
  });

  test('a sentence keeps code and links only', () => {
    const { text, elements } = read(
      sentence('Set `a|b` as [the guide](../x.md) says, <b>not</b> **so**; `<x>` stays, [y](javascript:z) too.'),
    );
    expect(text).toBe('Set a|b as the guide says, <b>not</b> **so**; <x> stays, [y](javascript:z) too.');
    expect(elements).toEqual(['p', 'code', 'a', 'code']);
  });

  test('a value cannot break out of its attribute', () => {
    expect(escapeAttribute('"><script>')).toBe('&#34;&#62;&#60;script&#62;');
  });

  test('empty code is shown as empty quotes', () => {
    expect(codeSpan(' ')).toBe('`""`');
  });
});

describe('page descriptions', () => {
  const first = 'A system that metadata comes from, such as Snowflake or Kafka.';

  test('a long description ends after a sentence', () => {
    expect(descriptionOf(`${first} It provides \`logos\` of ${'datasets, '.repeat(12)}and charts.`)).toBe(first);
  });

  test('a description whose first sentences are too short for search results is cut at a word', () => {
    expect(descriptionOf(`A run. It connects ${'many '.repeat(40)}datasets.`)).toMatch(/^A run\. It connects (?:many )+many…$/);
  });

  test('a long description without spaces is cut at a character', () => {
    expect(descriptionOf('語'.repeat(300))).toBe(`${'語'.repeat(157)}…`);
  });

  test('a short description is not changed', () => {
    expect(descriptionOf(first)).toBe(first);
  });
});
