import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { readCodeSources } from './code-sources.ts';
import type { Line } from './source-lines.ts';
import { compileMarkdown, messages } from './testing/compile-markdown.ts';
import type { ReadPage } from './testing/compile-markdown.ts';

function compile(markdown: string, files: Readonly<Record<string, string>> = {}): Promise<ReadPage> {
  const root = mkdtempSync(join(tmpdir(), 'code-sources-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  return compileMarkdown(markdown, { source: 'page.mdx', root, doc: { path: '/docs/page' } });
}

test('a template in a code component keeps its blank lines and braces, and the surrounding text stays', async () => {
  const page = await compile('Before <CodeBlock language="json" title="a.json">{`{\n\n  "a": 1\n}`}</CodeBlock> after.\n\nLast.\n');
  expect(page.problems).toEqual([]);
  expect(page.examples).toMatchObject([{ language: 'json', meta: 'title="a.json"', code: '{\n\n  "a": 1\n}', line: 1 }]);
  expect(page.html).toMatch(/Before[\s\S]*<figure[\s\S]*<\/figure>[\s\S]*after\.[\s\S]*Last\./);
  expect(page.markdown).toContain('```json title="a.json"\n{\n\n  "a": 1\n}\n```');
});

test('code that contains fences gets a longer fence', async () => {
  const page = await compile('<CodeBlock language="md">\n{`\n\\`\\`\\`js\n1\n\\`\\`\\`\n`}\n</CodeBlock>\n');
  expect(page.codeBlocks).toBe(1);
  expect(page.examples[0]?.code).toBe('```js\n1\n```');
});

test.each([
  ['<Mermaid value={`graph LR\n  a[One<br/>line] --> b`} />', 'graph LR\n  a[One<br/>line] --> b'],
  ['<Mermaid\n  value="graph LR; a --> b"\n/>', 'graph LR; a --> b'],
  ['<Mermaid chart={`\ngraph LR\n\n  a --> b\n`}/>', 'graph LR\n\n  a --> b'],
  ['<Mermaid>\n{`graph LR\n  a --> b`}\n</Mermaid>', 'graph LR\n  a --> b'],
])('R-605 <Mermaid> is rendered like a Mermaid fence: %s', async (element, code) => {
  const page = await compile(`import Mermaid from '@theme/Mermaid';\n\nBefore.\n\n${element}\n\nAfter.\n`);
  expect(messages(page)).toEqual(['5: the diagram is shown as its source: diagrams are disabled in this build']);
  expect(page.examples).toMatchObject([{ language: 'mermaid', code }]);
  expect(page.html).toMatch(/Before\.[\s\S]*<figure class="code" data-language="mermaid"[\s\S]*<\/figure>[\s\S]*After\./);
});

test('a computed diagram is reported, and a component mapping of the site takes precedence', async () => {
  const computed = await compile('<Mermaid value={draw()} />\n');
  expect(messages(computed)).toEqual([
    '1: <Mermaid> shows {draw()}: code in pages is not executed, so write the code as text or as a template without ${…}',
  ]);
  const services = { components: { Mermaid: { tag: 'div', title: 'value' } } };
  const mapped = await compileMarkdown('<Mermaid value="a --> b" />\n', { services });
  expect(mapped.html).toContain('<p class="component-title">a --> b</p>');
});

test('code with expressions is reported once and shown as its source', async () => {
  const page = await compile(
    'a\n\n<CodeBlock language="js">{`${x} b`}</CodeBlock>\n\n<CodeBlock size="2">c</CodeBlock>\n\n<CodeBlock title="d.txt">\n  {load(1)}\n</CodeBlock>\n',
  );
  expect(page.problems.map(({ line, severity, kind }) => [line, severity, kind])).toEqual([
    [3, 'warning', 'code blocks that need code are shown as their source'],
    [5, 'warning', 'attributes of code blocks have no effect'],
    [7, 'warning', 'code blocks that need code are shown as their source'],
  ]);
  expect(page.examples.map(({ code }) => code)).toEqual(['${x} b', 'c', '{load(1)}']);
  expect(page.html).toContain('<figcaption>d.txt</figcaption>');
});

test('imported files and snippets are included, and a missing file or region is an error', async () => {
  const files = { 'job.py': 'import os\n# #region main\n    def run():\n        pass\n# #endregion main\n' };
  const page = await compile(
    'import Job from \'./job.py?raw\';\n\n<CodeBlock language="py">{Job}</CodeBlock>\n\n<<< ./job.py#main{2 python}\n\n<<< @/job.py\n',
    files,
  );
  expect(page.problems).toEqual([]);
  expect(page.examples.map(({ language, meta, code }) => [language, meta, code.split('\n')[0]])).toEqual([
    ['py', '', 'import os'],
    ['python', '{2}', 'def run():'],
    ['py', '', 'import os'],
  ]);
  expect(messages(await compile('<<< ./lost.py\n\n<<< ./job.py#lost\n', files))).toEqual([
    '1: the snippet "<<< ./lost.py": there is no such file; @/ starts at the root of the content tree',
    '3: the snippet "./job.py" has no region "lost": mark it with "#region lost" and "#endregion"',
  ]);
});

test.each([
  ['- One\n\n  <CodeBlock language="js">{`a;\n\n  b;`}</CodeBlock>\n\n  After.\n- Two\n', 'a;\n\nb;'],
  ['- One\n\n  <CodeBlock language="js">\n    a;\n    b;\n  </CodeBlock> After.\n- Two\n', 'a;\nb;'],
  ['1. One\n   <CodeBlock language="js">a;</CodeBlock>\n\n   After.\n2. Two\n', 'a;'],
  ['- <CodeBlock language="js">a;</CodeBlock>\n\n  After.\n- Two\n', 'a;'],
  ['- One\n\n  <<< ./a.js\n\n  After.\n- Two\n', '  a;\nb;'],
])('R-605 a code component in a list item stays in it: %j', async (markdown, code) => {
  const page = await compile(markdown, { 'a.js': '  a;\nb;\n' });
  expect(page.problems).toEqual([]);
  expect(page.examples.map((example) => example.code)).toEqual([code]);
  expect(page.html).toMatch(
    /<(ul|ol)>\s*<li>(?:(?!<\/li>)[^])*<figure(?:(?!<\/li>)[^])*After\.(?:(?!<\/li>)[^])*<\/li>\s*<li>[^]*Two[^]*<\/\1>\s*$/,
  );
});

test('indentation outside of a list is ignored', async () => {
  const page = await compile('- One\n\nText\n\n    <CodeBlock language="js">a;</CodeBlock>\n\nAfter.\n');
  expect(page.html).toMatch(/<\/ul>[^]*<figure[^]*<p>After/);
});

test('a code component in a block quote stays in it', async () => {
  const page = await compile(
    '- > Before\n  >\n  > <CodeBlock language="js" title="a b.js">\n  > {`1;\n  >\n  >   2;`}\n  > </CodeBlock>\n  >\n  > After\n\nEnd\n',
  );
  expect(page.problems).toEqual([]);
  expect(page.examples).toMatchObject([{ language: 'js', meta: 'title="a b.js"', code: '1;\n\n  2;' }]);
  expect(page.html).toMatch(/<blockquote>\s*<p>Before<\/p>\s*<figure[^]*<\/figure>\s*<p>After<\/p>\s*<\/blockquote>[^]*<p>End<\/p>/);
});

test('code without a language keeps its title, and a component without code is reported with its line range', async () => {
  const titled = await compile('<CodeBlock title="my own file.txt">a</CodeBlock>\n');
  expect([titled.problems, titled.examples]).toMatchObject([[], [{ language: 'text', meta: 'title="my own file.txt"' }]]);
  const empty = await compile('Before\n\n<CodeBlock\n  title="A response"\n  file="response"\n/>\n\nAfter\n');
  expect(empty.codeBlocks).toBe(0);
  expect(empty.problems).toMatchObject([{ line: 3, endLine: 6, severity: 'warning', kind: 'components show nothing' }]);
  expect(empty.html).toMatch(/Before[^]*After/);
});

test.each(['<A', '> <A', '> <Abc />', '> > <A x="', '> <CodeBlock a="', '> <CodeBlock>', '> <CodeBlock>a</CodeBlock>'])(
  'each line is read a few times only, however many have a component: %s',
  (text) => {
    let reads = 0;
    const lines = Array.from({ length: 3000 }, (_, index): Line => ({
      number: index + 1,
      kind: 'text',
      get text() {
        reads += 1;
        return text;
      },
    }));
    readCodeSources(lines, () => undefined, {
      isMapped: () => false,
      scope: { constants: new Map(), frontMatter: {} },
      textFiles: new Map(),
      read: () => 'missing',
    });
    expect(reads).toBeLessThan(20 * lines.length);
  },
);

test('components in a block quote after many others are converted', async () => {
  const page = await compile(`${'> Text with <Abc.\n'.repeat(1500)}>\n> <CodeBlock language="js">\n> {\`a\n> b\`}\n> </CodeBlock>\n`);
  expect(page.examples).toMatchObject([{ language: 'js', code: 'a\nb' }]);
});
