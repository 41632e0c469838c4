import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { compileMarkdown, messages } from './testing/compile-markdown.ts';
import type { CompileOptions, ReadPage } from './testing/compile-markdown.ts';

const compile = (markdown: string, { doc, ...options }: CompileOptions = {}): Promise<ReadPage> =>
  compileMarkdown(markdown, { source: 'page.mdx', ...options, doc: { path: '/docs/page', ...doc } });

/** Compiles a page beside other files. */
function compileBeside(files: Readonly<Record<string, string>>, markdown: string): Promise<ReadPage> {
  const root = mkdtempSync(join(tmpdir(), 'foreign-pages-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return compile(markdown, { root });
}

const text = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .trim();

describe('strings in braces', () => {
  test('their escapes are resolved, and line breaks are shown in preformatted text', async () => {
    const lines = [
      '<pre>',
      "  <b>Lives: </b>12{'\\n'}  <b>Nests: </b>{'\\u0032'}{`",
      '{ "a": 1 }`}',
      '</pre>',
      '',
      "It's {'Kestrel\\'s'} nest.",
    ];
    const page = await compile(lines.join('\n'));
    expect(messages(page)).toEqual([]);
    expect(text(page.html)).toContain('Lives: 12\n Nests: 2\n{ "a": 1 }');
    expect(text(page.html)).toContain("It's Kestrel's nest.");
  });

  test('the path of useBaseUrl starts at the root of the site', async () => {
    const page = await compile("<a href={useBaseUrl('integrations')}>All</a>");
    expect(page.html).toContain('href="/integrations"');
  });

  test('a nested key of the front matter is replaced by its value', async () => {
    const page = await compile('Ask {frontMatter.meta.team}.', { doc: { frontMatter: { meta: { team: 'Falcons' } } as never } });
    expect(page.html).toContain('<p>Ask Falcons.</p>');
  });
});

describe('imports', () => {
  test('can share a line, have attributes, escape underscores, and omit file extensions', async () => {
    const page = await compileBeside(
      { '_part.md': 'Shared words.\n', 'job.tsx': 'export const job = 1;\n', 'note.txt': 'A note.\n' },
      String.raw`import Tabs from '@theme/Tabs'; import Part from './\_part.md';
import job from '!!raw-loader!./job';
import note from './note.txt' with { type: 'text' };

<Part />

<CodeBlock language="ts">{job}</CodeBlock>

<CodeBlock>{note}</CodeBlock>
`,
    );
    expect(messages(page)).toEqual([]);
    expect(text(page.html)).toMatch(/^A page\s*Shared words\.\s+export const job = 1;\s+A note\.$/);
  });

  test('a tag over several lines includes a file with constants and properties', async () => {
    const page = await compileBeside(
      { '_part.mdx': '<a href={props.to}>Read {props.name}</a>{props.none}.\n' },
      "import Part from './_part.mdx';\n\nexport const bird = 'Kestrel';\n\n<Part\n  name={bird}\n  to=\"/integrations\"\n  more={() => 1 > 0}\n/>\n",
    );
    expect(messages(page)).toEqual([expect.stringMatching(/^8: the attribute more of <Part> is left out: code in pages/)]);
    expect(page.html).toContain('<a href="/integrations">Read Kestrel</a>.');
  });

  test('an included file shows the parts whose conditions its properties meet', async () => {
    const page = await compileBeside(
      {
        '_part.mdx':
          "Install with {props.os === 'mac' ? 'brew' : 'apt'}.\n\n{props.hasNote && (\n  <p>Note for {props.os}.</p>\n)}\n\n{props.isOld && <p>Old.</p>}\n",
      },
      'import Part from \'./_part.mdx\';\n\n<Part os="mac" hasNote />\n',
    );
    expect(messages(page)).toEqual([]);
    expect(text(page.html)).toMatch(/^A page\s*Install with brew\.\s+Note for mac\.$/);
  });
});

describe('code', () => {
  test('a template in an indented component keeps its indentation', async () => {
    const page = await compile('<Box>\n  <CodeBlock language="yaml">\n    {`bird:\n  name: Kestrel\n    x: 1`}\n  </CodeBlock>\n</Box>\n', {
      services: { components: { Box: { tag: 'div' } } },
    });
    expect(page.html.replace(/<[^>]*>/g, '')).toContain('bird:\n  name: Kestrel\n    x: 1');
  });

  test.each(['(the `oauth:` prefix)', 'Use `a`, `b,` and c', 'Set this, `a\nb` that'])(
    'inline code does not change the indentation of the components after it: %j',
    async (words) => {
      const page = await compile(
        `<Box>\n  <Box>\n    ${words}\n\n    - One\n\n  </Box>\n  <Box>\n    \`\`\`text\n    run\n    \`\`\`\n\n    - Two \`x\`,\n\n  </Box>\n</Box>\n\n## After\n`,
        { services: { components: { Box: { tag: 'section' } } } },
      );
      expect(page.problems).toEqual([]);
      expect(page.html).toMatch(/<li>One<\/li>\s*<\/ul>\s*<\/section>\s*<section>[^]*<li>Two[^]*<\/section>\s*<\/section>\s*<h2/);
      expect(page.html).not.toContain('&lt;');
    },
  );

  test('an indented fence is a fence in MDX and indented code in Markdown', async () => {
    const fence = 'Text\n\n    ```js title="a.js"\n    run();\n    ```\n\n- item\n\n    ```js\n    inside();\n    ```\n';
    const mdx = await compile(fence);
    expect(mdx.html).toContain('<figcaption>a.js</figcaption>');
    expect(text(mdx.html)).not.toContain('`');
    const markdown = await compileMarkdown(fence);
    expect(text(markdown.html)).toContain('```js title="a.js"\nrun();\n```');
  });

  test('an escaped type parameter is shown verbatim', async () => {
    const page = await compile('Promise\\<void> and `Map`\\<string>');
    expect(text(page.html)).toContain('Promise&#x3C;void> and Map&#x3C;string>');
  });
});

test('a formula can continue on the next line, and a price does not start one', async () => {
  const page = await compile('Let $f(x)=\n\\int_0^1 t$ be. It costs $5 and\nnot $6.', { services: { math: true } });
  expect(page.html).toContain('alttext="f(x)= \\int_0^1 t"');
  expect(page.html).toContain('costs $5 and\nnot $6.');
});

describe('the title of a page', () => {
  const doc = { title: 'Button', frontMatter: { title: 'Button' } };

  test('is that of the front matter if text precedes the first heading of level one', async () => {
    const page = await compile('A button.\n\n# Reference\n\nWords.\n', { doc });
    expect(page.html).toMatch(/<h1>Button<\/h1>[^]*A button\.[^]*<h2 id="reference">/);
    expect(page.markdown).toMatch(/^# Button\n\nA button\./);
  });

  test('is the first heading if it is at the start', async () => {
    const page = await compile('<a name="top"></a>\n\n# The button\n\nWords.\n', { doc });
    expect(page.html).toMatch(/<h1>The button<\/h1>/);
  });
});

describe('unmapped components with a default mapping', () => {
  const services: CompileOptions['services'] = { components: { '*': { tag: 'fragment', ignored: ['icon'] } } };

  test('show their titles, addresses, and descriptions', async () => {
    const page = await compile(
      'The <Mark name="crest" />.\n\n<Card2 header="Start" url="/integrations" body="Read it.">\n\nNow.\n\n</Card2>\n\n<Jump href="/integrations">Go</Jump>\n',
      { services },
    );
    expect(messages(page)).toEqual([]);
    expect(page.html).toContain('The <span>crest</span>.');
    expect(page.html).toMatch(
      /<p class="component-title"><a href="\/integrations">Start<\/a><\/p><p>Read it\.<\/p>\s*<p>Now\.<\/p>[^]*<a href="\/integrations">\s*<p>Go<\/p>\s*<\/a>/,
    );
  });

  test('show attributes over several lines as code', async () => {
    const page = await compile('<Console\n  query={`query {\n  birds(id: $id)\n}`}\n  answer={`{\n  "a": 1\n}`}\n/>\n', { services });
    expect(messages(page)).toEqual([]);
    expect(text(page.html)).toMatch(/query\s*query \{\n birds\(id: \$id\)\n\}\s*answer\s*\{\n "a": 1\n\}/);
  });

  test('lose their tags if they are unknown elements, but placeholders stay', async () => {
    const page = await compile('<expandable>\n\nInside.\n\n</expandable>\n\n<bird-list>One</bird-list> for <your-name>.\n', { services });
    expect(text(page.html)).toMatch(/^A page\s+Inside\.\s+One for &#x3C;your-name>\.$/);
  });
});

test('an element that HTML does not have is reported in MDX, and its content is shown', async () => {
  const page = await compile('<curtain>\n\nInside.\n\n</curtain>\n\n<center>Middle</center>\n');
  expect(messages(page)).toEqual([
    '1: there is no component <curtain>. Map it to HTML with `components` in the configuration.',
    '7: <center> is left out except for its content, because pages cannot contain this element',
  ]);
  expect(text(page.html)).toMatch(/^A page\s*Inside\.\s+Middle$/);
});

test('a component without content shows the fallback attribute', async () => {
  const page = await compile('A <Term id="table" /> and <Term id="row">rows</Term>.', {
    services: { components: { Term: { tag: 'span', fallback: 'id' } } },
  });
  expect(page.html).toContain('A <span>table</span> and <span>rows</span>.');
  expect(messages(page)).toEqual([]);
});

describe('built-in components keep their content', () => {
  test('a <File> component shows its name above its code block', async () => {
    const page = await compile("<File name='jobs/a.sql'>\n\n```sql\nselect 1\n```\n\n</File>\n");
    expect(page.html).toMatch(/<p class="component-title"><code>jobs\/a\.sql<\/code><\/p>\s*<figure/);
    expect(text(page.html)).toContain('select 1');
  });

  test.each(['YouTube id="x"', 'Image src="https://x.example/a.png"', 'DocCardList'])('<%s>', async (tag) => {
    const page = await compile(`<${tag}>\n\nKept words.\n\n</${tag.split(' ')[0]}>\n`);
    expect(text(page.html)).toContain('Kept words.');
  });

  test('a video with a file path links to the file, and an imported picture is shown', async () => {
    const page = await compile(
      "<ReactPlayer url={require('./video.mp4').default} controls />\n\n<Image img={require('./a.png')} alt=\"A bird\" />\n",
    );
    expect(page.html).not.toContain('youtube');
    expect(messages(page).map((message) => /"(\.\/[^"]*)"/.exec(message)?.[1])).toEqual(['./video.mp4', './a.png']);
  });
});
