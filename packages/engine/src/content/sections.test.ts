import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { plainText } from '@quire/search';

import { compileMarkdown } from './testing/compile-markdown.ts';

/** Returns the first section with its marks as readable letters. */
async function read(markdown: string): Promise<{ text: string; marked: string }> {
  const { sections } = await compileMarkdown(markdown);
  const [{ text, marked = text } = { text: '' }] = sections;
  return {
    text,
    marked: marked.replace(
      /[\u0080-\u008d]/g,
      (mark) => `{${'item step note more row . head | code block label b /b tab'.split(' ')[mark.charCodeAt(0) - 0x80]}}`,
    ),
  };
}

const tabs = (...items: [label: string, content: string][]): string =>
  `<Tabs>\n${items.map(([label, content]) => `<TabItem value="${label}" label="${label}">\n\n${content}\n\n</TabItem>`).join('\n')}\n</Tabs>`;

describe('the text of a section marks the kinds of its lines', () => {
  test.each([
    ['a paragraph of two source lines is one line', 'One\ntwo.\n', 'One two.', 'One two.'],
    ['steps', '1. One\n2. Two\n', 'One\nTwo', '{step}1{step}One\n{step}Two'],
    ['steps that start after 1', '3. One\n4. Two\n', 'One\nTwo', '{step}3{step}One\n{step}Two'],
    [
      'items in a step, and text after them',
      '1. One\n\n   - a\n\n   more\n',
      'One\na\nmore',
      '{step}1{step}One\n{more}{item}a\n{more}more',
    ],
    ['inline code', 'Set `a b`, then `c`.\n', 'Set a b, then c.', 'Set {code}a b{code}, then {code}c{code}.'],
    ['the positions of code blocks', '```\nx\n```\n\nText.\n\n```\ny\n```\n', 'Text.', '{block}Text.{block}'],
    [
      'a table with cells that are links and others',
      '<table><tr><td><a href="/docs/a">A</a></td><td>See <a href="/docs/b">B</a></td></tr></table>',
      'A See B',
      '{row}{label}A {|}See B',
    ],
    [
      'a table, with empty cells',
      '| A | B |\n|---|---|\n| 1 | |\n| | `2` |\n',
      'A B\n1\n2',
      '{head}A {|}B\n{row}1{|}\n{row}{|}{code}2{code}',
    ],
    ['an admonition', ':::note[Mind]\n\nThis.\n\nThat.\n\n:::\n', 'Mind\nThis.\nThat.', '{note}Mind\n{more}This.\n{more}That.'],
    ['bold text', 'Click **Save `it`** or <b> OK</b>.\n', 'Click Save it or OK.', 'Click {b}Save {code}it{code}{/b} or {b}OK{/b}.'],
    ['bold text without content', '<b></b>\n\n<b> </b>\n', '', ''],
    [
      'tabs with text and code',
      `Run:\n\n${tabs(['A', '```\na\n```'], ['B', 'Two.\n\n```\nb\n```'])}\n\nDone.\n`,
      'Run:\nTwo.\nDone.',
      'Run:{tab}A{tab}{block}{tab}{tab}{tab}B{tab}\nTwo.{block}{tab}{tab}\nDone.',
    ],
    [
      'tabs after a list at the end of a section',
      `- One\n\n${tabs(['A', '```\na\n```'])}\n`,
      'One',
      '{item}One\n{tab}A{tab}{block}{tab}{tab}',
    ],
    ['a line with only a link', 'See [this](other.md).\n\n- [Other](other.md)\n', 'See this.\nOther', 'See this.\n{item}{label}Other'],
  ])('%s', async (_, markdown, text, marked) => {
    expect(await read(markdown)).toEqual({ text, marked });
  });

  test('a section with only paragraphs has no marked text', async () => {
    const { sections } = await compileMarkdown('One.\n\nTwo.\n');
    expect(sections[0]).not.toHaveProperty('marked');
  });

  test('control characters in the source are removed', async () => {
    expect((await read('a \u0081b\u0088 c\n')).marked).toBe('a b c');
  });

  test('property: the marked text without its marks equals the text', async () => {
    const block = fc.constantFrom(
      '1. a\n2. b `c`',
      '- x\n\n  y\n\n  ```\n  z\n  ```',
      '| a | b |\n|---|---|\n| `c` | |',
      ':::tip\n\n- q\n\n:::',
      'p ` code ` p',
      '> q\n> - r',
      '<details><summary>s</summary>\n\nt\n\n</details>',
      '## H',
      '<table><tr><td><ul><li>in a cell</li></ul></td><td></td></tr></table>',
      '[l](other.md)',
      'a **b.** **`c`** d',
      tabs(['T', 'u\n\n```\nv\n```'], ['W', '- x']),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(block, { maxLength: 8 }), async (blocks) => {
        const { sections } = await compileMarkdown(`${blocks.join('\n\n')}\n`);
        for (const { text, marked = text } of sections) {
          expect(plainText(marked)).toBe(text);
          expect(text).toBe(
            text
              .replace(/[^\S\n]+/g, ' ')
              .replace(/ ?\n ?/g, '\n')
              .trim(),
          );
          expect(text).not.toMatch(/\n\n/);
        }
      }),
      { numRuns: 60 },
    );
  });
});

test('the text of a drawing is not indexed', async () => {
  const components = { Drawing: { render: () => '<figure role="img" aria-label="A form"><div>Create</div></figure>' } };
  const { sections } = await compileMarkdown('Before\n\n<Drawing/>\n\nAfter\n', { services: { components } });
  expect(sections[0]?.text).toBe('Before\nAfter');
});

test('elements with data-nosnippet are not indexed', async () => {
  const components = { Repeated: { render: () => '<div data-nosnippet><slot></slot></div>' } };
  const { sections } = await compileMarkdown('Before\n\n<Repeated>\n\n```yaml\na: 1\n```\n\nagain\n\n</Repeated>\n\nAfter\n', {
    services: { components },
  });
  expect(sections[0]).toMatchObject({ text: 'Before\nAfter', code: [] });
});
