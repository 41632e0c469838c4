import { describe, expect, test } from 'vitest';

import { compileMarkdown, messages } from './testing/compile-markdown.ts';

const MDX = { source: 'page.mdx' };

describe('R-605 Markdown in HTML elements of MDX', () => {
  test.each([
    ['<div>\n  Some **bold** text\n  and `code`\n</div>', '<div>\n<p>Some <strong>bold</strong> text\nand <code>code</code></p>\n</div>'],
    [
      '<details>\n<summary>A **b**</summary>\nC *d*\n</details>',
      '<details>\n<summary>A <strong>b</strong></summary>\n<p>C <em>d</em></p>\n</details>',
    ],
    ['<div>\n- one\n  - two\n</div>', '<div>\n<ul>\n<li>one\n<ul>\n<li>two</li>\n</ul>\n</li>\n</ul>\n</div>'],
    ['<p>A **b**</p>\n<p>c</p>', '<p>A <strong>b</strong></p>\n<p>c</p>'],
    ['> <div>\n> **b**\n> </div>', '<blockquote>\n<div>\n<p><strong>b</strong></p>\n</div>\n</blockquote>'],
    ['- a\n\n  <div>\n    **b**\n  </div>', '<ul>\n<li>\n<p>a</p>\n<div>\n<p><strong>b</strong></p>\n</div>\n</li>\n</ul>'],
    ['<div>\n\t<b>a</b>\n\n\t\t**b**\n\n</div>', '<p><strong>b</strong></p>\n</div>'],
    ['<>\n\nA **b**\n\n</>\n\n`<>`', '<p>A <strong>b</strong></p>\n<p><code>&#x3C;></code></p>'],
  ])('%j is parsed', async (markdown, html) => {
    const page = await compileMarkdown(`${markdown}\n`, MDX);
    expect(messages(page)).toEqual([]);
    expect(page.html).toContain(html);
  });

  test('table cells contain inline Markdown or lists, without paragraphs', async () => {
    const cells = '<table>\n  <tr>\n    <td>`a` b</td>\n    <td>\n      - one\n    </td>\n  </tr>\n</table>\n';
    const { html } = await compileMarkdown(cells, MDX);
    expect(html.replaceAll(/\s*\n\s*/g, '')).toContain('<td><code>a</code> b</td><td><ul><li>one</li></ul></td>');
  });

  test('Markdown in elements is parsed in Markdown files with imports, but not in others', async () => {
    const html = '<div>\n**b** *.js *.ts\n</div>\n';
    expect((await compileMarkdown(`import A from '@theme/Tabs';\n\n${html}`)).html).toContain('<strong>b</strong>');
    expect((await compileMarkdown(html)).html).toContain('**b** *.js *.ts');
  });

  test('preformatted text is unchanged', async () => {
    expect((await compileMarkdown('<div><pre>**a**</pre></div>\n', MDX)).html).toContain('**a**');
  });
});

test.each(['page.md', 'page.mdx'])('R-605 a fence in an element is code, even without a blank line before it: %s', async (source) => {
  const page = await compileMarkdown('<details>\n<summary>A</summary>\n```js\n1\n```\n</details>\n\nB\n', { source });
  expect(page.html).toMatch(
    /<details>\s*<summary>A<\/summary>\s*<figure class="code" data-language="js"[^]*<\/figure>\s*<\/details>\s*<p>B/,
  );
});
