import { describe, expect, test, vi } from 'vitest';

import { compileMarkdown, messages } from './testing/compile-markdown.ts';

const compile = (markdown: string) =>
  compileMarkdown(markdown, { source: 'page.mdx', services: { math: true }, doc: { path: '/docs/page' } });

describe('formulas', () => {
  test('inline and in blocks become MathML with their source as alternative text', async () => {
    const { html, problems, markdown } = await compile('With $a_{1} < b$ here.\n\n$$\n\\frac{a}{b}\n$$\n\n$$c^2$$\n');
    expect(problems).toEqual([]);
    expect(html).toMatch(/<p>With <math alttext="a_\{1\} (?:<|&#x3C;) b">.*<\/math> here\.<\/p>/);
    expect(html).toContain('<math alttext="\\frac{a}{b}" display="block" tabindex="0">');
    expect(html).toContain('<mfrac>');
    expect(html).toContain('alttext="c^2" display="block"');
    expect(html).not.toMatch(/annotation|katex|\$/);
    expect(markdown).toContain('With $a_{1} < b$ here.\n\n```math\n\\frac{a}{b}\n```');
  });

  test.each(['x\\message{##vso[a]b}', 'x\\errmessage{::add-mask::a}', 'x\\show y'])('%j writes nothing to the log', async (tex) => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const { html, problems } = await compile(`A $${tex}$ formula.\n`);
    expect([...log.mock.calls, ...error.mock.calls]).toEqual([]);
    expect(problems).toEqual([]);
    expect(html).toContain('<mi>x</mi>');
  });

  test('can be directly beside inline code', async () => {
    const { html, problems, markdown } = await compile('Use $a~b$`c` and `d`$x$, $y$`z`$w$.\n');
    expect(problems).toEqual([]);
    expect(html.replace(/<math alttext="([^"]*)">.*?<\/math>/g, '[$1]')).toContain(
      '<p>Use [a~b]<code>c</code> and <code>d</code>[x], [y]<code>z</code>[w].</p>',
    );
    expect(markdown).toContain('Use $a~b$`c` and `d`$x$, $y$`z`$w$.');
  });

  test('that are long can be focused, because they scroll on a narrow screen', async () => {
    const { html } = await compile('A sum $a_1 + a_2 + a_3 + a_4 + a_5 + a_6 + a_7 + a_8$ of $a_1$ to $a_8$.\n');
    expect(html.match(/<math [^>]*>/g)).toEqual([
      '<math alttext="a_1 + a_2 + a_3 + a_4 + a_5 + a_6 + a_7 + a_8" tabindex="0">',
      '<math alttext="a_1">',
      '<math alttext="a_8">',
    ]);
  });

  test('are indexed by the search', async () => {
    const { sections } = await compile('The area $A = w h$ counts.\n');
    expect(sections[0]?.text).toMatch(/The area A\s*=\s*w\s*h counts\./);
  });

  test.each(['It costs $5 or $10.', 'Set `$HOME` and `$PATH`.', 'An escaped \\$a$ sign.', 'Open $ alone.', '```sh\necho $a $b$\n```'])(
    '%j does not contain any',
    async (text) => {
      expect((await compile(`${text}\n`)).html).not.toContain('<math');
    },
  );

  test('with invalid TeX are errors with their line, and are shown unchanged', async () => {
    const page = await compile('a\n\nb $\\frac{a$ c\n\n$$\n\\nothing\n$$\n');
    expect(page.problems.map(({ line, severity }) => [line, severity])).toEqual([
      [3, 'error'],
      [5, 'error'],
    ]);
    expect(messages(page)[0]).toContain('the formula "\\frac{a" is not valid TeX');
    expect(page.html).toContain('<code>\\frac{a</code>');
  });

  test('that are nested deeply are errors, because browsers lay them out in far more than linear time', async () => {
    const nested = (levels: number): string => `$${'\\boxed{'.repeat(levels)}a${'}'.repeat(levels)}$`;
    const page = await compile(`${nested(5)}\n\n${nested(100)}`);
    expect(page.problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      `3: the formula "${'\\boxed{'.repeat(10).slice(0, 60)}" is shown as its source: its parts are nested more than 50 levels deep, so divide it`,
    ]);
    expect(page.html.match(/<math/g)).toHaveLength(1);
  });

  test('are shown as text with a warning if the site does not enable them', async () => {
    const page = await compileMarkdown('A price of $5 and $x$.\n\n$$\nx\n$$\n');
    expect(page.html).not.toContain('<math');
    expect(page.problems).toMatchObject([{ line: 3, severity: 'warning' }]);
  });
});
