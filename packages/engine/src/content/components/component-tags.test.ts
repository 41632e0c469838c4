import { escapeHtml } from '@quire/search';
import { describe, expect, test } from 'vitest';

import type { ComponentMap } from './render-components.ts';
import { endOfBraces, readTag } from '../jsx-parser.ts';
import { compileMarkdown, messages } from '../testing/compile-markdown.ts';
import type { ReadPage } from '../testing/compile-markdown.ts';

const compile = (markdown: string, map: ComponentMap = {}, source = 'page.mdx'): Promise<ReadPage> =>
  compileMarkdown(markdown, { source, services: { components: map }, doc: { path: '/docs/page' } });

describe('parsing a tag', () => {
  test.each([
    ['<A>', 'A', {}],
    ['<a href="x > y"/>', 'a', { href: 'x > y' }],
    ["<A b='c' d e={'f'} g={true} h={12} i={`j`}>", 'A', { b: 'c', d: '', e: 'f', g: 'true', h: '12', i: 'j' }],
    ['<A\n  b={{ c: "}" }}\n  d={[1, "]", `}`]}\n  {...e}\n/>', 'A', { b: '{ c: "}" }', d: '[1, "]", `}`]', '': '...e' }],
    ['<Foo.Bar a/>', 'Foo.Bar', { a: '' }],
    ['<iframe width=560 src="https://x.example"/>', 'iframe', { width: '560', src: 'https://x.example' }],
  ])('%s', (source, name, attributes) => {
    const tag = readTag(source, 0);
    expect(tag).toMatchObject({ name, end: source.length });
    expect(Object.fromEntries(tag?.attributes.map((each) => [each.name, each.value]) ?? [])).toEqual(attributes);
  });

  test.each(['<https://x.example>', '<a@b.example>', '<A <B>', '<A b="', '<A b={c', '<', '< a>', '<1>'])('%s is not a tag', (source) => {
    expect(readTag(source, 0)).toBeNull();
  });

  test('braces in strings are ignored', () => {
    expect(endOfBraces('{ a: "}", b: {} } rest', 0, 30)).toBe(17);
    expect(endOfBraces('{ a', 0, 3)).toBeNull();
  });
});

describe('components of the configuration', () => {
  test('a mapping to an element has a class, attributes, and a title', async () => {
    const { html, problems, markdown } = await compile('<Card to="/quickstart" name="Start *here*">\n\nRead **this**.\n\n</Card>\n', {
      Card: { tag: 'section', class: 'card wide', title: 'name', attributes: { to: 'id' } },
    });
    expect(problems).toEqual([]);
    expect(html).toContain('<section class="card wide" id="/quickstart"><p class="component-title">Start *here*</p>');
    expect(html).toContain('Read <strong>this</strong>.');
    expect(markdown).toContain('**Start *here***\n\nRead **this**.');
  });

  test('a mapping to details has a summary, and a mapping to a fragment has only content', async () => {
    const map: ComponentMap = { More: { tag: 'details', title: 'title' }, Hide: { tag: 'fragment' } };
    const { html } = await compile('<More title="All of it">\n\n- one\n\n</More>\n\n<Hide>\n\ntext\n\n</Hide>\n', map);
    expect(html).toMatch(/<details><summary>All of it<\/summary>\s*<ul>/);
    expect(html).toMatch(/<p>text<\/p>/);
  });

  test.each([
    ['["x onfocus = alert(1) autofocus tabindex = 0 y"]', 'markup'],
    ['["x ( 0 alert(1) onfocus = alert(1) autofocus tabindex = 0 y"]', 'a text that repeats the names of its attributes'],
    ['["x/onfocus=alert(1)/autofocus/y"]', 'slashes between attributes'],
    ['["x z ( z(y onfocus = alert(1) autofocus z=y"]', 'a value without quotation marks at the end'],
    ['x" onfocus="alert(1)" autofocus="', 'quotation marks'],
  ])('a render function that does not escape a value cannot add attributes: %s (%s)', async (value) => {
    const map: ComponentMap = { Unsafe: { render: ({ name }) => `<div class="unsafe" data-name="${String(name)}">a</div>` } };
    const { html, problems } = await compile(`<Unsafe name='${value}'/>\n`, map);
    expect(html).not.toMatch(/onfocus|autofocus/);
    expect(problems.map(({ message }) => message)).toContainEqual(expect.stringContaining('it returns the value of an attribute as HTML'));
  });

  test('code in the HTML of a component is left out and reported, and JSON with any text is passed on', async () => {
    const map: ComponentMap = {
      Button: { render: () => '<p onclick="a()"><iframe srcdoc="x" onLoad="b()"></iframe></p>' },
      List: { render: ({ rows }) => `<p>${(JSON.parse(String(rows)) as string[]).map((row) => escapeHtml(row)).join(' ')}</p>` },
    };
    const { html, problems } = await compile(`<Button/>\n\n<List rows={["Linux (x86) = \\"fast\\"", "a < b", "2026-01-02"]}/>\n`, map);
    expect(html).not.toMatch(/onclick|srcdoc|onload/i);
    expect(html).toContain('Linux (x86) = "fast" a &#x3C; b 2026-01-02');
    expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(/^<Button> has on[cC]lick, .*, which is left out/)]);
  });

  test('a render function wraps the content in HTML, and its links are resolved', async () => {
    const { html, markdown } = await compile('<Box kind="a" big>\n\ntext\n\n</Box>\n', {
      Box: {
        render: ({ kind, big }) => `<div class="box ${kind} ${big}"><a href="/quickstart">Start</a><slot></slot></div>`,
        markdown: ({ kind }) => `*Box ${kind}*`,
      },
    });
    expect(html).toMatch(/<div class="box a true"><a href="\/docs\/quickstart">Start<\/a>\s*<p>text<\/p>\s*<\/div>/);
    expect(markdown).toContain('*Box a*');
  });

  test('a component can state a note about the whole page, of which the first one counts, and an error in it is reported', async () => {
    const map: ComponentMap = {
      Edition: { render: ({ only = 'all' }) => `<p>${only}</p>`, pageNote: ({ only }) => (only === undefined ? '' : `Only ${only}.`) },
      Broken: {
        render: () => '<p>Broken</p>',
        pageNote() {
          throw new Error('no name');
        },
      },
    };
    const page = await compile('<Edition/>\n\n<Broken/>\n\n<Edition only="managed"/>\n\n<Edition only="other"/>\n', map);
    expect(page.note).toBe('Only managed.');
    expect(messages(page)).toEqual(['3: `components.Broken.pageNote` of the configuration fails for <Broken>: no name']);
    expect((await compile('Words.\n', map)).note).toBe('');
  });

  test('the Markdown of a component contains the data of its attributes', async () => {
    const page = await compile("<DocCardList items={[{ label: 'Start', href: '/quickstart' }]} />\n");
    expect(page.html).toContain('<ul><li><a href="/docs/quickstart">Start</a></li></ul>');
    expect(page.markdown).toContain('- [Start](/docs/quickstart)');
  });

  test('an error in the Markdown of a component is reported with its line', async () => {
    const page = await compile('Before.\n\n<Box kind="a" />\n\nAfter.\n', {
      Box: {
        render: () => '<p>Box</p>',
        markdown() {
          throw new Error('no kind');
        },
        ignored: ['kind'],
      },
    });
    expect(messages(page)).toEqual(['3: `components.Box.markdown` of the configuration fails for <Box>: no kind']);
    expect(page.html).toContain('<p>Box</p>');
    expect(page.markdown).toContain('Before.\n\nAfter.');
  });

  test('attributes over several lines, objects, and templates are parsed, and omitted attributes are reported', async () => {
    const page = await compile(
      'Before.\n\n<Card\n  name={`A title`}\n  style={{ color: "red", a: [1] }}\n  onClick={() => go("x > y")}\n/>\n\nAfter.\n',
      {
        Card: { title: 'name' },
      },
    );
    expect(page.html).toContain('<p class="component-title">A title</p>');
    expect(page.html).toMatch(/Before\.[\s\S]*A title[\s\S]*After\./);
    expect(page.problems.map(({ line, message, severity }) => `${severity} ${line}: ${message}`)).toEqual([
      'warning 6: the attribute onClick of <Card> is left out: code in pages is not executed, so write a literal value',
      'warning 5: the attribute style of <Card> is left out: name it in `attributes`, `title`, or `ignored` of `components.Card` in the configuration',
    ]);
  });

  test('a table of properties in one tag of several thousand lines is parsed', async () => {
    const rows = Array.from({ length: 3000 }, (_, row) => `    { name: "option${row}", type: "string", text: "Sets option ${row}." },`);
    const page = await compile(`Before.\n\n<Props\n  rows={[\n${rows.join('\n')}\n  ]}\n/>\n\nAfter.\n`, {
      Props: {
        render: ({ rows: json }) =>
          `<ul>${(JSON.parse(String(json)) as { text: string }[]).map(({ text }) => `<li>${text}</li>`).join('')}</ul>`,
      },
    });
    expect(page.problems).toEqual([]);
    expect(page.html).toMatch(/Before\.[^]*<li>Sets option 2999\.<\/li>[^]*After\./);
  });

  test('text, admonitions, and lists of data can be mapped without code', async () => {
    const page = await compile(
      'Yes <Yes size={18} /> it is.\n\n<Note type="warning">Take **care**.</Note>\n\n<docs-info>Read\nthis.</docs-info>\n\n<Props content={[{ name: "a", type: "string", description: "What a is.", isOptional: true, isList: false, properties: [{ parameters: [{ name: "b" }] }] }, { title: "Start", href: "/quickstart" }]} />\n',
      {
        Yes: { tag: 'span', text: '✓', ignored: ['size'] },
        Note: { admonition: 'note' },
        'docs-info': { admonition: 'info' },
        Props: { list: 'content' },
      },
    );
    expect(page.problems).toEqual([]);
    expect(page.html).toContain('<p>Yes <span>✓</span> it is.</p>');
    expect(page.html).toMatch(
      /<div class="admonition warning" role="note"><p class="admonition-title">Warning<\/p>\s*<p>Take <strong>care<\/strong>\.<\/p>/,
    );
    expect(page.html).toMatch(/<div class="admonition info" role="note"><p class="admonition-title">Info<\/p>\s*<p>Read\s*this\.<\/p>/);
    expect(page.html).toContain(
      '<ul><li><code>a</code>: <code>string</code>; What a is. isOptional; isList false<ul><li><code>b</code></li></ul></li><li><a href="/docs/quickstart">Start</a></li></ul>',
    );
  });

  test('a list of data whose entries have the same keys and no name is a table', async () => {
    const rows = (more: string): string =>
      `<Rows rows={[{ bird: 'Kestrel', link: '/quickstart', calls: { status: 'loud', note: 'at dusk' }, rare: false }, { bird: 'Swift', calls: { status: 'soft' }${more} }]} />\n`;
    const services = { Rows: { tag: 'div', list: 'rows' } };
    const table = await compile(rows(', rare: true'), services);
    expect(table.problems).toEqual([]);
    const cells =
      '<tr><td><a href="/docs/quickstart">Kestrel</a></td><td>loud, at dusk</td><td>false</td></tr><tr><td>Swift</td><td>soft</td><td>true</td></tr>';
    expect(table.html).toContain(`<table><thead><tr><th>bird</th><th>calls</th><th>rare</th></tr></thead><tbody>${cells}</tbody></table>`);
    for (const more of ['', ', rare: [1, 2]', ', rare: { a: 1, b: 2 }', ', rare: true, name: "x"'])
      expect((await compile(rows(more), services)).html).not.toContain('<table');
  });

  test('an unknown element is shown as text, and reported if it has an end tag', async () => {
    const page = await compile('Use <my-name> here.\n\n<docs-note>Words.</docs-note>\n', {}, 'page.md');
    expect(page.html).toContain('Use &#x3C;my-name> here.');
    expect(page.problems.map(({ line, severity, kind }) => [line, severity, kind])).toEqual([
      [3, 'warning', 'tags of unknown elements are shown as they are written'],
    ]);
  });

  test('tabs of other engines take their labels from items and titles', async () => {
    const page = await compile(
      '<Tabs items={["React", "Vue"]}>\n  <Tab>\n    ```js title="a.js"\n    const a = 1;\n      // in\n    ```\n  </Tab>\n  <Tab>\n    - one\n\n      two\n  </Tab>\n</Tabs>\n\n<Tabs>\n<Tab title="npm">x</Tab>\n<Tabs.Tab title="yarn">y</Tabs.Tab>\n</Tabs>\n',
    );
    expect(page.problems).toEqual([]);
    expect([...page.html.matchAll(/role="tab"[^>]*>([^<]*)</g)].map(([, label]) => label)).toEqual(['React', 'Vue', 'npm', 'yarn']);
    expect(page.examples).toMatchObject([{ code: 'const a = 1;\n  // in' }]);
    expect(page.html).toMatch(/data-value="vue"[^>]*>\s*<ul>\s*<li>\s*<p>one<\/p>\s*<p>two<\/p>/);
  });

  test('indentation inside of components is ignored in MDX, except in lists and code', async () => {
    const page = await compile(
      '1. Step\n\n   <Steps\n     level="2"\n   >\n       Deep words.\n\n       <Inner>\n           Deeper words.\n       </Inner>\n   </Steps>\n\n   After.\n\n<div>\n    In a block.\n</div>\n',
      { Steps: { ignored: ['level'] }, Inner: {} },
    );
    expect(page.problems).toEqual([]);
    expect(page.html).not.toContain('<pre');
    expect(page.html).toMatch(
      /<li>\s*<p>Step<\/p>[^]*<p>Deep words\.<\/p>[^]*<p>Deeper words\.<\/p>[^]*<p>After\.<\/p>\s*<\/li>[^]*In a block\./,
    );
  });

  test('an unknown component keeps its content and is reported with its line and a fix', async () => {
    const page = await compile('text\n\n<Foo.Bar\n  a={b}\n>\n\nKept **text**.\n\n</Foo.Bar>\n\nAfter.\n');
    expect(page.html).toMatch(/Kept <strong>text<\/strong>\.[\s\S]*After\./);
    expect(messages(page)).toHaveLength(1);
    expect(messages(page)[0]).toMatch(/^3: there is no component <Foo\.Bar>\. Map it to HTML with `components` in the configuration\./);
  });

  test('<Constructor> is an unknown component', async () => {
    expect(messages(await compile('<Constructor/>'))[0]).toContain('there is no component <Constructor>');
  });
});

describe('omitted content is reported with its lines', () => {
  test('attributes that a mapping neither uses nor ignores', async () => {
    const page = await compile('<Card\n  name="A"\n  icon="b"\n  size="c"\n/>\n\n<Box a="1" b="2" />\n', {
      Card: { title: 'name', ignored: ['icon'] },
      Box: { render: ({ a }) => `<p>${a}</p>` },
    });
    expect(page.problems.map(({ line, severity, kind }) => [line, severity, kind])).toEqual([
      [4, 'warning', 'attributes that the configuration does not name are left out'],
      [7, 'warning', 'attributes that the configuration does not name are left out'],
    ]);
  });

  test('a render function that throws', async () => {
    const { problems, html } = await compile('a\n\n<Box>\n\nkept\n\n</Box>\n', {
      Box: {
        render: () => {
          throw new Error('no colors');
        },
      },
    });
    expect(problems).toMatchObject([{ line: 3, message: '`components.Box.render` of the configuration fails for <Box>: no colors' }]);
    expect(html).toContain('<p>kept</p>');
  });

  test('values of attributes that a render function or a mapping would let a browser run', async () => {
    const page = await compile(
      '<Badge label="<svg onload=x></svg>" />\n\n<Frame to="javascript:x" />\n\n<Safe label="<strong> it\'s" />\n\n<Frame to="https://a.example/" />\n\n<Named label={`" onclick="x`} />\n\n<Rows list={[{ a: "b" }]} />\n\n<Raw list={[{ a: "b onclick=x c" }]} />\n\n<Sized style={{ width: 3 }} />\n',
      {
        Badge: { render: ({ label }) => `<b>${String(label)}</b>` },
        Frame: { tag: 'iframe', attributes: { to: 'src' } },
        Safe: { render: ({ label }) => `<strong title="${escapeHtml(String(label))}">${escapeHtml(String(label))}</strong>` },
        Named: { render: ({ label }) => `<i title="${String(label)}"></i>` },
        Raw: { render: ({ list }) => `<i title="${String(list)}"></i>` },
        Sized: { render: ({ style }) => (String(style).includes('"width"') ? '<s id="a"></s>' : '') },
        Rows: { render: ({ list }) => `<u>${(JSON.parse(String(list)) as { a: string }[]).map(({ a }) => a).join()}</u>` },
      },
    );
    expect(page.problems.map(({ line, severity }) => [line, severity])).toEqual([
      [1, 'error'],
      [3, 'error'],
      [9, 'error'],
      [13, 'error'],
    ]);
    expect(page.html).toContain('<u>b</u>');
    expect(page.html).toContain('<s id="a"></s>');
    expect(page.html).not.toMatch(/svg|script|onclick/);
  });

  const quoted = (value: unknown): string => escapeHtml(String(value));
  test.each([
    ['iframe', (url: string) => `<iframe src="${url}" title="x"></iframe>`],
    ['object', (url: string) => `<object data="${url}"></object>`],
    ['embed', (url: string) => `<embed src="${url}">`],
    ['form', (url: string) => `<form action="${url}"><p>a</p></form>`],
    ['button', (url: string) => `<button formaction="${url}">a</button>`],
    ['area', (url: string) => `<map name="m"><area href="${url}"></map>`],
    ['a link in a drawing', (url: string) => `<svg><a xlink:href="${url}"><text>x</text></a></svg>`],
    ['an animation in a drawing', (url: string) => `<svg><a><set attributeName="href" to="${url}"></set><text>x</text></a></svg>`],
    ['a formula', (url: string) => `<math><mi href="${url}">x</mi></math>`],
    ['a template', (url: string) => `<div><template shadowrootmode="open"><a href="${url}">x</a></template></div>`],
  ])('an address that a browser could run is left out of the HTML of a component and reported: %s', async (_, html) => {
    for (const isReact of [undefined, true] as const) {
      const map: ComponentMap = { Embed: { render: ({ url }) => html(quoted(url)), ...(isReact && { isReact }) } };
      for (const url of ['javascript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'odd-scheme:run']) {
        const page = await compile(`a\n\n<Embed url={${JSON.stringify(url)}} />\n`, map);
        expect(page.html).not.toMatch(/alert|odd-scheme/);
        expect(messages(page)).toContainEqual(expect.stringMatching(/^3: the attribute \S+ in the HTML of <Embed> is left out, because/));
      }
      const page = await compile('<Embed url="https://a.example/b" />\n', map);
      expect(page.html).toContain('https://a.example/b');
      expect(page.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    }
  });

  test('the HTML of a component may contain a picture in an address', async () => {
    const map: ComponentMap = { Film: { render: () => '<video poster="data:image/png;base64,AA" src="/a.mp4" controls></video>' } };
    const page = await compile('<Film />\n', map);
    expect(page.html).toContain('data:image/png;base64,AA');
    expect(page.problems).toEqual([]);
  });

  test('a value without quotation marks cannot add attributes', async () => {
    const map: ComponentMap = {
      Size: { render: ({ width }) => `<iframe width=${quoted(width)} src="https://a.example/" title="a"></iframe>` },
      Rows: { render: ({ rows }) => (JSON.parse(String(rows)) as string[]).map((row) => `<p id=${quoted(row)}>a</p>`).join('') },
      Words: {
        render: ({ words }) =>
          String(words)
            .split(/\s+/)
            .map((word) => `<p id=${quoted(word)}>${quoted(words)}</p>`)
            .join(''),
      },
    };
    for (const use of [
      '<Size width="1 src=//b.example" />',
      '<Size width="1&#10;src=//b.example" />',
      '<Rows rows={["a class=navbar"]} />',
    ]) {
      const page = await compile(`${use}\n`, map);
      expect(page.html).not.toMatch(/b\.example|navbar/);
      expect(messages(page)).toContainEqual(
        expect.stringMatching(/put them around each value in its HTML|the value of an attribute as HTML/),
      );
    }
    const page = await compile('<Size width="30" />\n\n<Rows rows={["a=b", "c"]} />\n\n<Words words="d e" />\n', map);
    expect(page.problems).toEqual([]);
    expect(page.html).toMatch(/width="30"[^]*id="a=b"[^]*id="c"[^]*id="d">d e<[^]*id="e">d e</);
  });

  test('scripts, styles, and drawings are removed with their content, and other elements without it', async () => {
    const page = await compile(
      'a\n\n<style>\n.b { c: d }\n</style>\n\n<svg viewBox="0 0 1 1"><text>e</text></svg> f <button type="button">g</button>\n\n<input type="text" placeholder="h" />\n',
      {},
      'page.md',
    );
    expect(page.html).toMatch(/<p>a<\/p>\s*<p> ?f g<\/p>/);
    expect(page.html).not.toMatch(/\.b|>e<|<input/);
    expect(page.problems.map(({ line, endLine, message }) => [line, endLine, message.split(' ')[0]])).toEqual([
      [3, 5, '<style>'],
      [7, undefined, '<svg>'],
      [7, undefined, '<button>'],
      [9, undefined, '<input>'],
    ]);
  });

  test('footnotes with a duplicate label and footnotes without a reference', async () => {
    const page = await compile('a[^1] b[^2]\n\n[^1]: One.\n\n[^1]: Other.\n\n[^lost]: Lost.\n\n[^2]: Two.\n\n```md\n[^3]: code\n```\n');
    expect(messages(page)).toEqual([
      '5: the footnote [^1] is left out: line 3 already defines this label',
      '7: the footnote [^lost] is left out: nothing on the page refers to it',
    ]);
    expect(page.html).toMatch(/One\.[\s\S]*Two\./);
  });

  test('style attributes are removed with a warning, and attributes for browsers and scripts without one', async () => {
    const page = await compile('<a href="/quickstart" target="_blank" rel="noopener" data-kind="x" class="big">a</a>\n', {}, 'page.md');
    expect(messages(page)).toEqual([
      "1: the attribute class of <a> is left out, because only the site's stylesheets define the design of pages",
    ]);
  });

  test('an unclosed comment is an error with its line range', async () => {
    const page = await compile('a\n\nb <!-- c\n\nd\n');
    expect(page.problems).toMatchObject([{ line: 3, endLine: 6, severity: 'error' }]);
  });
});

test('imported pictures, ideal images, metadata, and attributes without a value', async () => {
  const page = await compile(
    [
      "import Flow from './flow.png';",
      '',
      '<Flow title="How it flows" />',
      '',
      '<IdealImage img={require(\'./wide.png\')} alt="Wide" />',
      '',
      '<Head>',
      '  <meta name="x" content="y" />',
      '  <title>{name}</title>',
      '</Head>',
      '',
      '<Tabs defaultValue={null}>',
      '<TabItem value="a" attributes={{ className: "x" }}>',
      '',
      'text',
      '',
      '</TabItem>',
      '</Tabs>',
    ].join('\n'),
  );
  expect(messages(page)).toEqual([
    '8: <meta name="x"> in <Head> is left out: pages take only a title, a description, keywords, and a picture from there, all written as text',
    '9: <title> in <Head> is left out: pages take only a title, a description, keywords, and a picture from there, all written as text',
    '1: image "./flow.png": there is no such page or file',
    '5: image "./wide.png": there is no such page or file',
  ]);
  expect(page.html).toMatch(/How it flows[\s\S]*Wide[\s\S]*text/);
  expect(page.html).not.toContain('{name}');
  expect(page.markdown).toContain('![How it flows](./flow.png)');
  expect(page.markdown).not.toContain('Head');
});

test.each(['iframe', 'video', 'audio'])('text after a <%s> without an end tag is shown', async (name) => {
  const closed = `<${name} src="https://x.example/a"></${name}>`;
  const open = `<${name}\n  src="https://x.example/b"\n\n> See this.`;
  const page = await compile(`${open}\n\nWords between.\n\n${closed}\n\n<${name} src="https://x.example/c">\n\nLast words.\n`);
  expect(messages(page).filter((message) => message.includes('never closed'))).toEqual([
    `1: <${name}> is never closed: add </${name}>`,
    `10: <${name}> is never closed: add </${name}>`,
  ]);
  expect(page.html).toMatch(/Words between\.[^]*Last words\./);
});

test.each(['video', 'audio'])('text after a <%s> whose content has blank lines and text is shown', async (name) => {
  const page = await compile(
    `Before.\n\n<${name} controls style={{ width: '100%' }}>\n\n  <source src="https://x.example/a" type="x/y" />\n  Not supported.\n</${name}>\n\n## After\n\nLast words.\n`,
  );
  expect(page.problems).toMatchObject([{ line: 3, endLine: 7, message: expect.stringContaining('is shown as a link') as string }]);
  expect(page.html).toMatch(/Before\.[^]*href="https:\/\/x\.example\/a"[^]*<h2 id="after">[^]*Last words\./);
  expect(page.html).not.toContain('Not supported');
});

test('content of tabs outside of their items is shown below them and reported, and elements around items are ignored', async () => {
  const item = (value: string): string => `<TabItem value="${value}">\n\nText of ${value}.\n\n</TabItem>\n`;
  const page = await compile(
    `Text.\n\n<Tabs>\n${item('a')}<div>\n\n${item('b')}\n</div>\n<TabItem value="c"\\>\n\nWords of c.\n\n</Tabs>\n`,
  );
  expect(messages(page)).toContain(
    '3: <Tabs> has content that is not in a <TabItem>, which is shown below the tabs: check that each tag is complete',
  );
  expect([...page.html.matchAll(/role="tab"[^>]*>([^<]*)</g)].map(([, label]) => label)).toEqual(['a', 'b']);
  expect(page.html).toMatch(/Text of a\.[^]*Text of b\.[^]*Words of c\./);
});

test.each(['```\n<Tabs>\n```', ':::tabs\n== One\n:::'])(
  'the warning about content outside of tabs names their line after %j',
  async (before) => {
    const page = await compile(`${before}\n\n<Tabs>\n<TabItem value="a">\n\nText.\n\n</TabItem>\n\nMore.\n\n</Tabs>\n`);
    expect(messages(page)).toEqual([expect.stringMatching(/^5: <Tabs> has content/) as string]);
  },
);

test('R-502 descriptions in the data of an operation cannot expand the page: they have no tables, and long ones are text', async () => {
  const described = async (description: string): Promise<string> =>
    (await compile(`<StatusCodes responses={${JSON.stringify({ 200: { description } })}} />\n`)).html;
  expect(await described('All **good**.')).toContain('All <strong>good</strong>.');
  expect(await described('| a | b |\n| - | - |\n| c |\n')).not.toContain('<table');
  expect(await described('&amp;**'.repeat(2000))).toContain('&#x26;amp;**&#x26;amp;**');
});

test('R-502 a deeply nested example is not indented, because its indentation would be thousands of times as long', async () => {
  const shown = async (levels: number): Promise<string> => {
    const example = `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const responses = `{"200":{"content":{"a/b":{"example":${example}}}}}`;
    return (await compile(`<StatusCodes responses='${responses}' />\n`)).html;
  };
  expect(await shown(3)).toContain('[\n  [');
  expect((await shown(1000)).length).toBeLessThan(10_000);
});

test('tabs take their labels from the list of values', async () => {
  const values = "{[{ label: 'Round', value: 'r' }, { label: 'Flat', value: 'f', default: true },]}";
  const { html, problems } = await compile(
    `<Tabs values=${values}>\n<TabItem value="r">\n\na\n\n</TabItem>\n<TabItem value="f">\n\nb\n\n</TabItem>\n</Tabs>\n`,
  );
  expect(problems).toEqual([]);
  expect(html).toMatch(/aria-selected="false"[^>]*>Round<.*aria-selected="true"[^>]*>Flat</);
  const page = await compile('<Tabs values={list}>\n<TabItem value="r">\n\na\n\n</TabItem>\n</Tabs>\n');
  expect(messages(page)).toEqual(['1: <Tabs values=…> must be a literal: code in pages is not executed']);
});

test('the queryString attribute of tabs is reported, because addresses do not contain the selected tab', async () => {
  const tabs = (attribute: string): string => `<Tabs ${attribute}>\n<TabItem value="a">\n\nx\n\n</TabItem>\n</Tabs>\n`;
  const page = await compile(`${tabs('queryString')}\n${tabs('queryString="os"')}\n${tabs('queryString={false}')}`);
  expect(messages(page)).toEqual(
    [1, 9].map((line) => `${line}: the attribute queryString of <Tabs> has no effect: addresses do not contain the choice of a tab`),
  );
});

describe('JSX in HTML', () => {
  test('text after a self-closing tag is kept', async () => {
    const page = await compileMarkdown(
      '<iframe width="560" src="https://www.youtube.com/embed/abc" allowFullScreen />\n\nAfter *it*.\n\n<div />\n\nLast.\n',
    );
    expect(page.html).toContain('href="https://www.youtube.com/watch?v=abc"');
    expect(page.html).toContain('After <em>it</em>.');
    expect(page.html).toContain('Last.');
    expect(page.sections.map(({ text }) => text).join('\n')).toContain('After it.');
  });

  test('className is treated as class, and omitted attributes are reported', async () => {
    const page = await compile('<div className="x" style={{ a: "b" }} id={which}>\n\ntext\n\n</div>\n');
    expect(page.html).toContain('text');
    expect(page.html).not.toContain('{');
    expect(messages(page)).toEqual([
      "1: the attribute className of <div> is left out, because only the site's stylesheets define the design of pages",
      "1: the attribute style of <div> is left out, because only the site's stylesheets define the design of pages",
      '1: the attribute id of <div> is left out: code in pages is not executed, so write a literal value',
    ]);
  });

  test.each([`style={{ textAlign: 'center' }}`, 'style="text-align: center;"'])('%s aligns the text', async (style) => {
    const page = await compile(`<div ${style}>\n\n*text*\n\n</div>\n`);
    expect(page.html).toMatch(/<div align="center">\s*<p><em>text<\/em><\/p>/);
    expect(messages(page)).toEqual([]);
  });

  test('frames other than videos have a neutral label', async () => {
    const { html } = await compileMarkdown('<iframe src="https://codesandbox.io/embed/x" title="Counter"></iframe>\n');
    expect(html).toContain(
      '<a class="video external" href="https://codesandbox.io/s/x" data-embed="https://codesandbox.io/embed/x" rel="noopener">Open the sandbox on CodeSandbox: Counter</a>',
    );
  });
});

describe('MDX', () => {
  test('literals, exported constants, and front matter are substituted', async () => {
    const page = await compileMarkdown(
      'export const version = "1.2";\n\nUse {version} of {frontMatter.title}{" "}now, {3}.{/* gone */}\n\n<Card name={version}/>\n',
      { source: 'page.mdx', doc: { frontMatter: { title: 'Us' } }, services: { components: { Card: { title: 'name' } } } },
    );
    expect(page.html).toContain('<p>Use 1.2 of Us now, 3.</p>');
    expect(page.html).toContain('<p class="component-title">1.2</p>');
    expect(page.problems).toEqual([]);
  });

  test('other expressions are shown as text and reported', async () => {
    const page = await compile('Sum: {1 + 1}.\n');
    expect(page.html).toContain('Sum: {1 + 1}.');
    expect(messages(page)).toEqual([
      '1: the expression {1 + 1} is shown as text, because code in pages is not executed: write its value, or escape the brace as \\{',
    ]);
  });

  test('braces are text in Markdown files, in code, and after a backslash', async () => {
    expect((await compileMarkdown('Set {name} and ${HOST}.')).html).toContain('Set {name} and ${HOST}.');
    const page = await compile('`{a}` \\{b}\n\n```js\nconst a = {b};\n```\n');
    expect(page.problems).toEqual([]);
  });

  test('exports with code are reported with their line, also over several lines', async () => {
    const page = await compile('text\n\nexport const Box = ({ children }) => (\n  <b>{children.length}</b>\n);\n\nAfter.\n');
    expect(page.html).toContain('After.');
    expect(page.html).not.toContain('children');
    expect(messages(page)[0]).toMatch(/^3: "export const Box = \(\{ children \}\) => \(": code in pages is not executed/);
  });

  test('the theme components Admonition, Link, and Details are rendered', async () => {
    const { html, problems } = await compile(
      '<Admonition type="caution" title="Mind">\n\ntext\n\n</Admonition>\n\nSee <Link to="/quickstart">this</Link>.\n\n<Details summary="More">\n\nx\n\n</Details>\n',
    );
    expect(problems).toEqual([]);
    expect(html).toContain('<div class="admonition warning" role="note"><p class="admonition-title">Mind</p>');
    expect(html).toContain('See <a href="/docs/quickstart">this</a>.');
    expect(html).toContain('<details><summary>More</summary>');
  });
});
