import { describe, expect, test } from 'vitest';

import { readMagicComments } from './code-blocks.ts';
import { HighlightingError, type LineMark } from './highlighter.ts';
import { compileMarkdown, messages } from './testing/compile-markdown.ts';

describe('comments that mark lines', () => {
  test.each<[string, string, [number, LineMark][]]>([
    ['// highlight-next-line\na\nb', 'a\nb', [[1, 'highlighted']]],
    [
      'a\n# highlight-start\nb\nc\n# highlight-end\nd',
      'a\nb\nc\nd',
      [
        [2, 'highlighted'],
        [3, 'highlighted'],
      ],
    ],
    ['<!-- highlight-next-line -->\n<b>', '<b>', [[1, 'highlighted']]],
    ['{/* highlight-next-line */}\n<B/>', '<B/>', [[1, 'highlighted']]],
    ['a // [!code highlight]\nb', 'a\nb', [[1, 'highlighted']]],
    [
      'a # [!code --]\nb # [!code ++]\nc',
      'a\nb\nc',
      [
        [1, 'removed'],
        [2, 'added'],
      ],
    ],
    ['<A /> {/* [!code ++] */}', '<A />', [[1, 'added']]],
    [
      'a -- [!code ++:2]\nb -- [!code highlight]\nc',
      'a\nb\nc',
      [
        [1, 'added'],
        [2, 'added'],
      ],
    ],
    ['a\n  // [!code --]\n  b\nc', 'a\n  b\nc', [[2, 'removed']]],
    ['a = "highlight-next-line"', 'a = "highlight-next-line"', []],
  ])('%j', (code, kept, marks) => {
    const read = readMagicComments(code, new Set());
    expect([read.code, [...read.marks]]).toEqual([kept, marks]);
  });

  test('the configuration can define other comments, alone or in pairs', () => {
    const own = [{ line: 'This fails:' }, { line: 'next-good', block: { start: 'good', end: 'bad' } }];
    const read = (code: string): [string, number[]] => {
      const { code: kept, marks } = readMagicComments(code, new Set(), own);
      return [kept, [...marks.keys()]];
    };
    expect(read('//This fails:\na\n# highlight-next-line\nb')).toEqual(['a\nb', [1, 2]]);
    expect(read("(* good *)\na\n' highlight-start\nb\n! bad\nc\nrem highlight-end\nd")).toEqual(['a\nb\nc\nd', [1, 2, 3]]);
    expect(read('// This fails: always\n// goods\na')).toEqual(['// This fails: always\n// goods\na', []]);
  });

  test('they are not shown, copied, or indexed', async () => {
    const page = await compileMarkdown('```js\n// highlight-next-line\nconst a = 1;\nb();\n```\n');
    expect(page.html).not.toContain('highlight-next-line');
    expect(page.html).toMatch(/<span class="line">.*const/);
    expect(page.sections[0]?.code).toEqual(['const a = 1;\nb();']);
  });
});

test.each(['filename', 'fileName', 'file'])(
  '%s and highlight in the fence info become the title and the highlighted lines',
  async (word) => {
    const page = await compileMarkdown(`\`\`\`js ${word}="a/b.js" highlight="2"\na();\nb();\n\`\`\`\n`);
    expect(messages(page)).toEqual([]);
    expect(page.html).toContain('<figcaption>a/b.js</figcaption>');
    expect(page.html.match(/<span class="line">/g)).toHaveLength(1);
  },
);

test.each([
  ['js {40-50}', '{40-50}'],
  ['js {1,2-4}', '{2-4}'],
  ['js highlight="0,2"', '{0}'],
  ['js {2-1,}', '{2-1}'],
])('R-217 the highlighted lines of %j are reported if the block does not have them', async (info, ranges) => {
  const page = await compileMarkdown(`# A\n\n\`\`\`${info}\n// highlight-next-line\na();\nb();\n\`\`\`\n`);
  expect(messages(page)).toEqual([
    `3: ${ranges} after the language of the code block names lines that the block does not have: it has 2 lines. Correct the numbers`,
  ]);
  expect(page.problems.map(({ severity }) => severity)).toEqual(['warning']);
});

test('R-217 the highlighted lines of a block that has them are not reported', async () => {
  expect(messages(await compileMarkdown('```js {1,2-3} showLineNumbers=40\na();\nb();\nc();\n```\n'))).toEqual([]);
});

test('a single line can break after the slashes of an address, because it wraps on touch screens', async () => {
  const { html } = await compileMarkdown('```yaml\n# https://example.com/schemas/a.json\n```\n\n```text\na/b\nc\n```\n');
  expect(html).toContain('https://example.com/<wbr>schemas/<wbr>a.json</span>');
  expect(html).toContain('a/b\nc');
});

test('a code block that is indented with a tab ends with its fence, so the list continues after it', async () => {
  const { html } = await compileMarkdown('1. One\n\n\t```go\n\ta()\n\t```\n\n2. Two\n');
  expect(html.match(/<figure/g)).toHaveLength(1);
  expect(html.match(/<li>/g)).toHaveLength(2);
});

const tabLabels = (html: string): string[] => [...html.matchAll(/role="tab"[^>]*>([^<]*)</g)].map(([, label = '']) => label);

describe('tabs of code blocks', () => {
  test('adjacent fences with the word "tab" form a group of tabs', async () => {
    const { html } = await compileMarkdown(
      '```js tab\na\n```\n\n```ts tab\nb\n```\n\n```py tab="Snake"\nc\n```\n\ntext\n\n```js tab={"label":"Own"}\nd\n```\n',
    );
    expect(html.match(/class="tabs"/g)).toHaveLength(2);
    expect(tabLabels(html)).toEqual(['JavaScript', 'TypeScript', 'Snake', 'Own']);
    expect(html.match(/<figure class="code"/g)).toHaveLength(4);
  });

  test('a language without a name of its own is shown as it is written', async () => {
    const { html } = await compileMarkdown('```JSON tab\n1\n```\n\n```PowerShell tab\n2\n```\n');
    expect(tabLabels(html)).toEqual(['JSON', 'PowerShell']);
    expect(html).toContain('data-language="json"');
  });

  test(':::code-group takes tab labels from brackets', async () => {
    const { html, problems } = await compileMarkdown(
      ':::code-group\n\n```sh [npm]\nnpm i x\n```\n\n```sh [pnpm]\npnpm add x\n```\n\n:::\n\nAfter.\n',
    );
    expect(problems).toEqual([]);
    expect(tabLabels(html)).toEqual(['npm', 'pnpm']);
    expect(html).toContain('<p>After.</p>');
    expect(html).not.toContain('x-codegroup');
  });

  test('npm2yarn shows the commands of three package managers', async () => {
    const { sections, html } = await compileMarkdown('```bash npm2yarn\nnpm install --save-dev x\nnpm run build\n```\n');
    expect(tabLabels(html)).toEqual(['npm', 'Yarn', 'pnpm']);
    expect(sections[0]?.code).toEqual([
      'npm install --save-dev x\nnpm run build',
      'yarn add --dev x\nyarn build',
      'pnpm add --save-dev x\npnpm run build',
    ]);
  });
});

test('unknown words in the fence info are reported, unless a plugin reads them', async () => {
  const page = await compileMarkdown(
    '```js title="a b.js" {1} live checked\n1\n```\n\n```ts twoslash tags="in turn" checked\n2\n```\n\n```js [npm]\n3\n```\n',
    { services: { fenceWords: new Set(['checked']) } },
  );
  expect(messages(page)).toEqual(['5: "twoslash tags="in turn"" after the language of the code block has no effect']);
});

test('a fence info that exceeds the maximum length is reported', async () => {
  const { html, problems } = await compileMarkdown(`\`\`\`js ${'['.repeat(2001)}\na()\n\`\`\`\n`);
  expect(problems[0]).toMatchObject({ line: 1, severity: 'error', message: expect.stringContaining('longer than 2000 characters') });
  expect(html.replace(/<[^>]*>/g, '')).toContain('a()');
});

test('a code block after an unclosed statement is kept', async () => {
  const { html } = await compileMarkdown('export const a = {\n```js\nb()\n```\n', { source: 'page.mdx' });
  expect(html.replace(/<[^>]*>/g, '')).toContain('b()');
});

test('a Mermaid diagram that is not drawn is shown as source and reported', async () => {
  const { html, problems } = await compileMarkdown('```mermaid\ngraph LR\n```\n');
  expect(html.replace(/<[^>]*>/g, '')).toContain('graph LR');
  expect(problems).toMatchObject([{ line: 1, severity: 'warning', kind: 'Mermaid diagrams are shown as their source' }]);
});

test('the content of an mdx-code-block fence of Docusaurus is MDX', async () => {
  const page = await compileMarkdown(
    '```mdx-code-block\nimport Tabs from "@theme/Tabs";\n```\n\n````mdx-code-block\n<Tabs>\n<TabItem value="a">\n\n```js\n1\n```\n\n</TabItem>\n</Tabs>\n````\n\n````md\n```mdx-code-block\n<Tabs>\n```\n````\n',
    { source: 'page.mdx' },
  );
  expect(messages(page)).toEqual([]);
  expect(page.html).toMatch(/role="tabpanel"[^>]*>\s*<figure class="code" data-language="js"/);
  expect(page.examples.map(({ language, code }) => [language, code])).toEqual([
    ['js', '1'],
    ['md', '```mdx-code-block\n<Tabs>\n```'],
  ]);
  expect(page.markdown.match(/mdx-code-block/g)).toHaveLength(1);
});

test('R-502 code that takes too long to highlight is reported with its line, and stays on the page', async () => {
  const highlight = () => Promise.reject(new HighlightingError('too slow'));
  const { html, problems } = await compileMarkdown('# A\n\n```bash\na < b\n```\n', { services: { highlight } });
  expect(problems).toMatchObject([{ line: 3, message: 'too slow', severity: 'error' }]);
  expect(html).toContain('a &lt; b');
});
