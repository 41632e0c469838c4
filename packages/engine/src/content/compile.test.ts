import { describe, expect, test } from 'vitest';

import { compileMarkdown, docSource, messages } from './testing/compile-markdown.ts';

describe('headings', () => {
  test('R-105 headings of levels 2 and 3 form the table of contents, each with a stable id', async () => {
    const page = await compileMarkdown('## Set up\n\n### With `pip`\n\n#### Deeper\n\n## Set up\n');
    expect(page.headings).toEqual([
      { level: 2, id: 'set-up', text: 'Set up' },
      { level: 3, id: 'with-pip', text: 'With pip' },
      { level: 2, id: 'set-up-1', text: 'Set up' },
    ]);
    expect(page.html).toContain(
      '<h2 id="set-up">Set up<a class="anchor" href="#set-up" aria-label="Link to this section: Set up"></a></h2>',
    );
  });

  test.each(['Page data', 'Root', 'Main', 'Live region'])('the heading %j does not get an id that the shell uses', async (title) => {
    const id = title.toLowerCase().replace(' ', '-');
    expect([...(await compileMarkdown(`## ${title}\n`)).anchors]).toEqual([`${id}-1`]);
    expect([...(await compileMarkdown(`## Other {#${id}}\n`)).anchors]).toEqual([`${id}-1`]);
    expect([...(await compileMarkdown(`<a id="${id}"></a>\n\ntext\n`)).anchors]).toEqual([`${id}-1`]);
  });

  // A script would take the text of such an element as the data of the page, whose HTML it shows.
  test.each(['# A <b id="page-data">b</b>', '# A\n\n## <b id="page-data">b</b>', '# A\n\n<h2><i><b id="page-data">b</b></i></h2>'])(
    'an element in the heading %j does not get an id that the shell uses',
    async (source) => {
      const { html, anchors } = await compileMarkdown(`${source}\n`);
      expect(html).toContain('<b id="page-data-1">b</b>');
      expect([...anchors]).not.toContain('page-data');
    },
  );

  test('explicit heading ids are unique, and tabs have no id', async () => {
    const page = await compileMarkdown('## A {#x}\n\n## B {#x}\n\n<Tabs>\n<TabItem value="a">\n\ntext\n\n</TabItem>\n</Tabs>\n');
    expect([...page.html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)).toEqual(['x', 'x-1']);
  });

  test('an explicit heading id takes precedence over a generated one', async () => {
    const page = await compileMarkdown('## Install {#setup}\n\n## Setup\n');
    expect([...page.anchors]).toEqual(['setup', 'setup-1']);
  });

  test('a page has one h1: its first heading of level one, or else the title', async () => {
    expect((await compileMarkdown('text')).html).toMatch(/^<header><h1>A page<\/h1><\/header>/);
    const page = await compileMarkdown('# Own *title*\n\ntext\n\n# Second\n');
    expect(page.html.match(/<h1/g)).toHaveLength(1);
    expect(page.html).toContain('<h1>Own <em>title</em></h1>');
    expect(page.html).toContain('<h2 id="second">');
  });

  test('a heading without letters still gets an id', async () => {
    expect((await compileMarkdown('## ???\n')).headings[0]?.id).toBe('section');
  });
});

describe('links (R-107, R-214)', () => {
  test('a relative file link becomes the route of its page', async () => {
    const page = await compileMarkdown('[a](other.md#x) [b](../quickstart.md) [c](/docs/quickstart) [d](/integrations)');
    expect(page.html).toContain('href="/docs/guides/other#x"');
    expect(page.html.match(/href="\/docs\/quickstart"/g)).toHaveLength(2);
    expect(page.html).toContain('href="/integrations"');
    expect(page.problems).toEqual([]);
  });

  test('R-107 a broken link is reported with its line, its target, and a suggestion', async () => {
    const page = await compileMarkdown('text\n\nSee [the start](../quickstat.md).\n');
    expect(messages(page)).toEqual([
      '3: link "the start" to "../quickstat.md": there is no such page or file; did you mean "/docs/quickstart"?',
    ]);
  });

  test('R-107 a broken link that occurs twice is reported at both lines', async () => {
    const page = await compileMarkdown('[a](gone.md)\n\ntext\n\n<a href="gone.md">b</a>\n', { doc: { bodyLine: 5 } });
    expect(page.problems.map(({ line }) => line)).toEqual([5, 9]);
  });

  test('R-214 schemes other than http, https, mailto, and tel are inert in any spelling', async () => {
    const page = await compileMarkdown(
      '[a](javascript:alert(1)) [b](data:text/html;base64,AA) [c](vbscript:x) <a href="JaVa&#x0A;Script:alert(1)">d</a> <a href="file:///etc">e</a> [f](mailto:a@b.example) [g](tel:+1) [h](https://a.example)',
    );
    expect(page.html).not.toMatch(/javascript|data:text|vbscript|file:/i);
    expect(page.html).toContain('href="mailto:a@b.example"');
    expect(page.html).toContain('href="tel:+1"');
    expect(page.html).toContain('<a href="https://a.example" class="external" rel="noopener">h</a>');
  });

  test('addresses with other schemes are reported with their lines', async () => {
    const page = await compileMarkdown(
      `# A\n\n[a](vbscript:x)\n\n![b](data:image/png;base64,${'A'.repeat(100)})\n\n[c](MAILTO:a@b.example)\n`,
    );
    expect(page.problems).toMatchObject([
      { line: 3, severity: 'warning', message: expect.stringContaining('the link to "vbscript:x" is left out because of its scheme') },
      {
        line: 5,
        severity: 'warning',
        message: expect.stringMatching(/^the picture "data:image.{50}…" is left out .*: put it into a file/),
      },
    ]);
  });

  test('R-214 a scheme may contain capital letters, in Markdown and in HTML', async () => {
    const page = await compileMarkdown(
      '[a](HTTP://A.example/B) <a href="HTTPS://a.example">b</a> [c](MailTo:a@b.example) <a href="JAVASCRIPT:alert(1)">d</a> [e](Data:text/html,x)',
    );
    expect(page.html.match(/href="[^"]*"/g)).toEqual(
      ['http://A.example/B', 'https://a.example', 'mailto:a@b.example'].map((href) => `href="${href}"`),
    );
  });

  test('links to targets that the configuration lists as missing become text', async () => {
    const page = await compileMarkdown('[a](../generated/x.md)', { knownMissing: [{ target: '/generated/**', reason: 'made elsewhere' }] });
    expect(page.problems).toEqual([]);
    expect(page.html).toContain('<a>a</a>');
  });

  test('the query of a link is kept', async () => {
    const page = await compileMarkdown('[s](/integrations?q=lineage) [d](other.md?x=2#a) [b](?x=1) [c](?x=1#y) [e](#z)');
    expect(page.html.match(/href="[^"]*"/g)).toEqual(
      ['/integrations?q=lineage', '/docs/guides/other?x=2#a', '/docs/guides/page?x=1', '/docs/guides/page?x=1#y', '#z'].map(
        (href) => `href="${href}"`,
      ),
    );
    expect(page.markdown).toContain('[d](/docs/guides/other?x=2#a)');
    expect(page.problems).toEqual([]);
  });

  test('a route may end with a slash', async () => {
    const page = await compileMarkdown('[a](/quickstart/) [b](/docs/quickstart/#x) [c](../quickstart/)');
    expect(page.html.match(/href="[^"]*"/g)).toEqual(['href="/docs/quickstart"', 'href="/docs/quickstart#x"', 'href="/docs/quickstart"']);
    expect(page.problems).toEqual([]);
  });

  test('a link in code is not a link', async () => {
    expect((await compileMarkdown('`[a](gone.md)`\n\n```md\n[b](gone.md)\n```\n')).problems).toEqual([]);
  });

  test('a fragment link stays on the page', async () => {
    expect((await compileMarkdown('## There\n\n[x](#there)')).html).toContain('<a href="#there">x</a>');
  });
});

describe('components', () => {
  const TABS =
    '<Tabs groupId="os">\n<TabItem value="mac" label="macOS">\n\nUse **brew**.\n\n</TabItem>\n<TabItem value="win" label="Windows" default>\n\nUse it.\n\n</TabItem>\n</Tabs>\n';

  test('R-212 tabs become a tab list, and their content is parsed as Markdown', async () => {
    const { html } = await compileMarkdown(TABS);
    expect(html).toContain('<div class="tabs" data-group="os"><div role="tablist" aria-label="Variants">');
    expect(html).toContain('<button type="button" role="tab" aria-selected="false" tabindex="-1" data-value="mac">macOS</button>');
    expect(html).toContain('role="tab" aria-selected="true" data-value="win"');
    expect(html).toContain('Use <strong>brew</strong>.');
    expect(html).toMatch(/role="tabpanel" aria-label="macOS"[^>]* class="inactive"/);
  });

  test('component tags can be indented and need no blank lines around them', async () => {
    const { html, problems } = await compileMarkdown('    <Tabs>\n    <TabItem value="a">\nText *here*.\n    </TabItem>\n    </Tabs>\n');
    expect(problems).toEqual([]);
    expect(html).toContain('Text <em>here</em>.');
    expect(html).not.toContain('<pre');
  });

  test('unknown components and attributes are errors with the nearest known name', async () => {
    const page = await compileMarkdown('<Tubs>\n\n<Tabs groupID="x">\n<TabItem label="y">\n\nz\n\n</TabItem>\n</Tabs>\n');
    expect(messages(page)).toEqual([
      '1: there is no component <Tubs>; did you mean <Tabs>?',
      '3: <Tabs> has no attribute "groupID"; did you mean "groupId"?',
      '4: <TabItem> needs the attribute "value"',
    ]);
  });

  test('an attribute must be a literal, because content is not executed', async () => {
    const page = await compileMarkdown('<Tabs groupId={window.x}>\n</Tabs>\n');
    expect(messages(page)).toEqual(['1: <Tabs groupId=…> must be a literal: code in pages is not executed']);
  });

  test('a component without an end tag and an end tag without a component are reported with their lines', async () => {
    expect(messages(await compileMarkdown('<Tabs>\n\ntext'))).toEqual(['1: <Tabs> is never closed: add </Tabs>']);
    expect(messages(await compileMarkdown('a\n\n</Tabs>'))).toEqual(['3: </Tabs> does not match an opening tag: none is open']);
  });

  test('the target of a link can be in angle brackets, also if it starts with a slash', async () => {
    const { html, problems } = await compileMarkdown('See [a](</docs/quickstart>) and [b].\n\n[b]: </docs/guides/other>\n');
    expect(problems).toEqual([]);
    expect(html).toContain('See <a href="/docs/quickstart">a</a> and <a href="/docs/guides/other">b</a>.');
  });

  test('a placeholder in angle brackets is shown', async () => {
    expect((await compileMarkdown('Use urn:li:tag:<tag-name> here.')).html).toContain('urn:li:tag:&#x3C;tag-name> here');
  });
});

describe('admonitions', () => {
  test('a title can follow the name in brackets or as text', async () => {
    const { html } = await compileMarkdown(':::note[Mind *this*]\nA\n:::\n\n:::caution Old way\nB\n:::\n\n:::tip\nC\n:::\n');
    expect(html).toContain('<div class="admonition note" role="note"><p class="admonition-title">Mind <em>this</em></p>');
    expect(html).toContain('<div class="admonition warning" role="note"><p class="admonition-title">Old way</p>');
    expect(html).toContain('<p class="admonition-title">Tip</p>');
  });

  test('R-605 a name that looks like another kind is the title', async () => {
    const { html } = await compileMarkdown(':::important\nA\n:::\n\n:::caution\nB\n:::\n\n<Admonition type="success">C</Admonition>\n', {
      source: 'page.mdx',
    });
    expect([...html.matchAll(/class="admonition (\w+)"[^>]*><p class="admonition-title">(\w+)</g)].map(([, ...found]) => found)).toEqual([
      ['info', 'Important'],
      ['warning', 'Caution'],
      ['tip', 'Success'],
    ]);
  });

  test('an admonition in a list item stays in the item', async () => {
    const { html } = await compileMarkdown('1. One\n\n   :::note\n   In it.\n   :::\n\n2. Two\n');
    expect(html.match(/<ol>/g)).toHaveLength(1);
    expect(html).toMatch(/<li>[\s\S]*admonition note[\s\S]*<\/li>\s*<li>/);
  });

  test('a directive without an end, an end without a directive, and an unknown directive are errors', async () => {
    expect(messages(await compileMarkdown('a\n\n:::note\nb'))).toEqual(['3: ":::note" is never closed: end it with a line of ":::"']);
    expect(messages(await compileMarkdown('a\n\n:::\n'))).toEqual([
      '3: ":::" has no directive to close: remove it, or open a directive above',
    ]);
    expect(messages(await compileMarkdown(':::notice\nb\n:::\n'))[0]).toContain(
      'there is no directive ":::notice"; known: note, secondary, tip',
    );
    expect(messages(await compileMarkdown(':::constructor\nb\n:::\n'))[0]).toContain('there is no directive ":::constructor"');
  });

  test("GitHub's alerts become admonitions", async () => {
    const { html } = await compileMarkdown('> [!WARNING]\n> Mind *this*.\n>\n> - one\n\n> [!NOTE]\n>\n> Text.\n\n> [!OTHER] quote\n');
    expect(html).toMatch(
      /<div class="admonition warning" role="note"><p class="admonition-title">Warning<\/p>\s*<p>Mind <em>this<\/em>\.<\/p>\s*<ul>/,
    );
    expect(html).toMatch(/<div class="admonition note" role="note"><p class="admonition-title">Note<\/p>\s*<p>Text\.<\/p>/);
    expect(html).toContain('<blockquote>');
  });

  test(':::details collapses its content, and unknown names with a hyphen are reported in full', async () => {
    const { html } = await compileMarkdown(':::details More *of* it\n\n- one\n\n:::\n');
    expect(html).toMatch(/<details>\s*<summary>More \*of\* it<\/summary>\s*<ul>/);
    expect(messages(await compileMarkdown(':::my-box\nb\n:::\n'))[0]).toContain('there is no directive ":::my-box"');
  });

  test('colons in prose and in URNs are text', async () => {
    const { html, problems } = await compileMarkdown('The URN urn:li:dataset:(urn:li:dataPlatform:hive,x,PROD) at 10:30 :thing:');
    expect(html).toContain('urn:li:dataset:(urn:li:dataPlatform:hive,x,PROD) at 10:30 :thing:');
    expect(problems).toEqual([]);
  });
});

describe('code (R-217)', () => {
  test('R-217 title, highlighted lines, language and buttons', async () => {
    const { html, codeBlocks } = await compileMarkdown('```yaml title="recipe.yml" {2}\nsource:\n  type: mysql\n```\n');
    expect(codeBlocks).toBe(1);
    expect(html).toContain('<figure class="code" data-language="yaml"><figcaption>recipe.yml</figcaption>');
    expect(html).toContain('<button type="button" class="code-copy" aria-label="Copy code"></button>');
    expect(html).toMatch(/<span class="line">.*type.*\n?<\/span>/);
    expect(html).toMatch(/class="tk-(string|keyword|constant)"/);
  });

  test.each(['ini', 'java', 'graphql', 'shell-session'])('R-217 %s is highlighted', async (language) => {
    const code = { ini: '[a]\nb=1', java: 'class A { int b = 1; }', graphql: 'query { a(b: "c") }', 'shell-session': '$ ls -l "x"' }[
      language
    ];
    expect((await compileMarkdown(`\`\`\`${language}\n${code}\n\`\`\`\n`)).html).toContain('class="tk-');
  });

  test('an unknown language is plain text, and text is escaped', async () => {
    const { html } = await compileMarkdown('```nosuch\n<script>alert(1)</script> & {{x}}\n```\n');
    expect(html).toContain('&lt;script>alert(1)&lt;/script> &amp; {{x}}');
  });

  test('components, directives, and comments in code are shown as code', async () => {
    const { html, problems } = await compileMarkdown('```md\n<Tabs>\n:::note\n<!-- x -->\n```\n');
    expect(problems).toEqual([]);
    expect(html).toContain('&lt;Tabs>');
    expect(html).toContain(':::note');
  });

  test('a huge line number in the highlight range does not exhaust memory', async () => {
    expect((await compileMarkdown('```js {1-99999999999}\na\n```\n')).html).toContain('class="line"');
  });
});

test('a picture from another host is shown as a link and reported with its line', async () => {
  const page = await compileMarkdown('text\n\n![A chart](https://img.example/a.png)\n');
  expect(page.html).toContain('href="https://img.example/a.png"');
  expect(page.problems).toEqual([expect.objectContaining({ line: 3, severity: 'warning', kind: 'remote pictures are shown as links' })]);
});

describe('pictures (R-218)', () => {
  /** A stub that offers a picture of this width in two formats. */
  const withPictures = (width: number) => ({
    services: {
      resolveTarget: () => ({ kind: 'file' as const, asset: { absolute: '/nowhere/a.png', path: '/a.png' }, rest: '' }),
      image: async () => ({
        src: '/a.png',
        srcset: null,
        sizes: null,
        width,
        height: 10,
        alternatives: [{ type: 'image/webp', srcset: '/a.webp 20w' }],
        assets: [],
      }),
    },
  });
  const IMG = (width: number, alt: string) =>
    `<img src="/a.png" alt="${alt}" loading="lazy" decoding="async" width="${width}" height="10">`;
  const PICTURE = (width: number, alt = 'A') => `<picture><source type="image/webp" srcset="/a.webp 20w">${IMG(width, alt)}</picture>`;

  test('a wide picture links to itself for enlargement, with the alternative text as its name', async () => {
    const { html } = await compileMarkdown('![A](a.png)\n', withPictures(400));
    expect(html).toContain(`<p><a class="zoom" href="/a.png">${PICTURE(400)}</a></p>`);
  });

  test('without an alternative text, the link has a generic name in the language of the site', async () => {
    const options = withPictures(400);
    const words = { 'Enlarge the picture': 'Bild vergrößern' };
    const { html } = await compileMarkdown('![](a.png)\n', { services: { ...options.services, words } });
    expect(html).toContain(`<a class="zoom" href="/a.png" aria-label="Bild vergrößern">${PICTURE(400, '')}</a>`);
  });

  test('a narrow picture and one in a link or a summary cannot be enlarged', async () => {
    expect((await compileMarkdown('![A](a.png)\n', withPictures(399))).html).toContain(`<p>${PICTURE(399)}</p>`);
    const linked = await compileMarkdown('[**![A](a.png)**](https://example.org/)\n', withPictures(400));
    expect(linked.html).toContain(`<strong>${PICTURE(400)}</strong></a>`);
    const folded = await compileMarkdown(
      '<details><summary><img src="a.png" alt="A"></summary>\n\ntext\n\n</details>\n',
      withPictures(400),
    );
    expect(folded.html).toContain(`<summary>${PICTURE(400)}</summary>`);
  });

  test('both pictures of a themed image have a link of their own color mode only', async () => {
    const { html } = await compileMarkdown('<ThemedImage alt="A" sources={{ light: "a.png", dark: "b.png" }} />\n', withPictures(400));
    expect(html.match(/<a class="[^"]*"/g)).toEqual(['<a class="zoom light-only"', '<a class="zoom dark-only"']);
  });
});

describe('raw HTML', () => {
  test('scripts, event handlers, styles, and frames are removed', async () => {
    const { html } = await compileMarkdown(
      '<p onclick="x()" style="color:red">a<script>alert(1)</script></p>\n\n<img src="x" onerror="y()">\n\n<iframe src="https://www.youtube.com/embed/abc_-1" title="Talk"></iframe>\n',
      {
        services: { resolveTarget: () => ({ kind: 'known-missing' }) },
      },
    );
    expect(html).not.toMatch(/onclick|onerror|style=|alert|iframe/);
    expect(html).toContain('https://www.youtube.com/watch?v=abc_-1');
  });

  test('cells of tables with at least four columns are labeled with their column names', async () => {
    const { html } = await compileMarkdown(
      '| `a` | b | c | d |\n|---|---|---|---|\n| 1 | 2 | 3 | 4 |\n\n| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |\n',
    );
    expect(html).toContain('<div class="table cards"');
    expect(html).toMatch(/<td>1<\/td>\s*<td data-label="b">2<\/td>\s*<td data-label="c">3<\/td>\s*<td data-label="d">4<\/td>/);
    expect(html.match(/class="table[^"]*"/g)).toEqual(['class="table cards"', 'class="table"']);
  });

  test('an empty header cell is not a header', async () => {
    const { html } = await compileMarkdown('|  | b | c | d |\n|---|---|---|---|\n| 1 | 2 | 3 | 4 |\n');
    expect(html.replaceAll(/\s+/g, '')).toContain('<thead><tr><td></td><th>b</th><th>c</th><th>d</th></tr></thead>');
    expect(html).toContain('<div class="table cards"');
  });

  test.each([
    [
      'https://www.youtube-nocookie.com/embed/a_-1?rel=0',
      'YouTube video player',
      'Watch the video on YouTube',
      'https://www.youtube-nocookie.com',
    ],
    ['https://player.vimeo.com/video/12', 'Talk', 'Watch the video on Vimeo: Talk', 'https://player.vimeo.com'],
    ['https://www.loom.com/embed/abc', '', 'Watch the video on Loom', 'https://www.loom.com'],
    ['https://codesandbox.io/embed/counter-x1?fontsize=14', '', 'Open the sandbox on CodeSandbox', 'https://codesandbox.io'],
    ['https://stackblitz.com/edit/node-1?embed=1', '', 'Open the project on StackBlitz', 'https://stackblitz.com'],
  ])('%s is loaded only when the reader activates it', async (source, title, label, origin) => {
    const { html, frameOrigins, problems } = await compileMarkdown(`<iframe src="${source}" title="${title}"></iframe>\n`);
    expect(html).toContain(`>${label}</a>`);
    expect(html).toMatch(new RegExp(`data-embed="${origin}/[^"]+"`));
    expect([frameOrigins, problems]).toEqual([[origin], []]);
  });

  test.each([
    [
      'codesandbox.io/embed/github/a/b.js/tree/main/c',
      'codesandbox.io/s/github/a/b.js/tree/main/c',
      'codesandbox.io/embed/github/a/b.js/tree/main/c',
    ],
    ['stackblitz.com/github/a/b?file=c.js', 'stackblitz.com/github/a/b', 'stackblitz.com/github/a/b?embed=1'],
  ])('a frame for a GitHub folder, %s, links to that folder', async (source, page, frame) => {
    const { html } = await compileMarkdown(`<iframe src="https://${source}"></iframe>\n`);
    expect(html).toContain(`href="https://${page}" data-embed="https://${frame}"`);
  });

  test.each([
    ['codesandbox.io/s/github/../../dashboard', 'CodeSandbox'],
    ['codesandbox.io/embed/github/a/b/%2E%2e/%2e./c', 'CodeSandbox'],
    ['codesandbox.io/s/github\\..\\..\\dashboard', 'CodeSandbox'],
    ['codesandbox.io/s/github/a/.\t./b', 'CodeSandbox'],
    ['stackblitz.com/edit/../account?embed=1', 'StackBlitz'],
    ['stackblitz.com/github/a/..#b', 'StackBlitz'],
    ['www.youtube.com/embed/abc/../../x', 'YouTube'],
    ['www.loom.com/embed/abc/./x', 'Loom'],
    ['player.vimeo.com/video/12/.%2E/x', 'Vimeo'],
  ])('a frame whose address could lead to another page of its site is an error and not loaded: %s', async (source, name) => {
    const page = await compileMarkdown(`Text.\n\n<iframe src="https://${source}"></iframe>\n`);
    expect(page.html).not.toContain('data-embed');
    expect(page.frameOrigins).toEqual([]);
    expect(messages(page)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^\\d: the address of the frame "[^"]+" has a backslash or a segment of dots, .*copy the address of the frame from ${name}$`,
        ),
      ),
    ]);
  });

  test.each([
    '<iframe src="https://a.example/?b=1&amp;c=%22&copy=2" title="D &amp; &quot;E&quot;"></iframe>',
    '<a href="https://a.example/?b=1&amp;c=%22&copy=2" className="f">D &amp; "E"</a>',
    '<LinkCard href="https://a.example/?b=1&amp;c=%22&copy=2" title="D &amp; &quot;E&quot;" />',
  ])('character references in attributes are decoded once: %s', async (tag) => {
    const { html } = await compileMarkdown(`${tag}\n`, { source: 'page.mdx' });
    expect(html).toContain('href="https://a.example/?b=1&#x26;c=%22&#x26;copy=2"');
    expect(html).toContain('D &#x26; "E"');
  });

  test('dots in a name and in the query of a frame are permitted', async () => {
    const source = 'https://stackblitz.com/github/a/..b/c...js?file=../x.js';
    const { html, problems } = await compileMarkdown(`<iframe src="${source}"></iframe>\n`);
    expect(html).toContain('data-embed="https://stackblitz.com/github/a/..b/c...js?embed=1"');
    expect(problems).toEqual([]);
  });

  test('a self-closing video keeps its address', async () => {
    const { html } = await compileMarkdown('<video controls src="https://media.example.org/a.mp4" />\n', { source: 'page.mdx' });
    expect(html).toContain('href="https://media.example.org/a.mp4"');
  });

  test('other frames become links, and authors cannot set the address of a frame', async () => {
    const { html, frameOrigins, problems } = await compileMarkdown(
      '<iframe src="https://calendar.example.org/week"></iframe>\n\n<a href="/quickstart" data-embed="https://evil.example/">x</a> <a href="/quickstart" data-embed="https://codesandbox.io/dashboard">y</a>\n',
    );
    expect(html).toContain('>Open the embedded page of calendar.example.org</a>');
    expect(html).not.toContain('data-embed');
    expect(frameOrigins).toEqual([]);
    expect(problems).toEqual([expect.objectContaining({ kind: '<iframe> is not shown as such' })]);
  });

  test('details contain Markdown, and tables scroll by themselves', async () => {
    const { html } = await compileMarkdown('<details><summary>More</summary>\n\n- one\n\n</details>\n\n| a | b |\n|---|---|\n| 1 | 2 |\n');
    expect(html).toMatch(/<details><summary>More<\/summary>\s*<ul>/);
    expect(html).toContain('<div class="table" role="group" aria-label="Table: A page" tabindex="0"><table>');
  });

  test('R-607 a table is labeled with the heading above it', async () => {
    const { html } = await compileMarkdown('## Owners of data\n\n| a | b |\n|---|---|\n| 1 | 2 |\n');
    expect(html).toContain('<div class="table" role="group" aria-label="Table: Owners of data" tabindex="0">');
  });

  test('R-607 the checkboxes of a task list have labels', async () => {
    const { html } = await compileMarkdown('- [x] one\n- [ ] two\n');
    expect(html.match(/aria-label="[^"]+"/g)).toEqual(['aria-label="Done"', 'aria-label="Not done"']);
  });

  test('HTML and MDX comments are removed, also across lines', async () => {
    expect((await compileMarkdown('a <!-- b\n\nc --> d {/* e */} f\n')).html).not.toMatch(/[bce](?![a-z/])>|<!--|\{\/\*/);
  });
});

describe('other output of a page', () => {
  test('sections contain text and code by heading', async () => {
    const { sections, words } = await compileMarkdown('Intro words.\n\n## One\n\nText of `one`.\n\n```sh\nls\n```\n\n- item\n');
    expect(sections).toEqual([
      { anchor: '', heading: 'A page', level: 1, text: 'Intro words.', code: [] },
      { anchor: 'one', heading: 'One', level: 2, text: 'Text of one.\nitem', marked: expect.any(String), code: ['ls'] },
    ]);
    expect(words).toBe(9);
  });

  test('R-603 the Markdown version has the title, absolute links, and plain components', async () => {
    const { markdown } = await compileMarkdown(
      'import Tabs from \'@theme/Tabs\';\n\n[a](other.md)\n\n<Tabs>\n<TabItem value="x" label="X y">\n\nz\n\n</TabItem>\n</Tabs>\n\n:::note[Hm]\nq\n:::\n',
    );
    expect(markdown).toBe('# A page\n\n[a](/docs/guides/other)\n\n**X y**\n\nz\n\n**Note: Hm**\nq\n');
  });

  test('the Markdown version ends with the questions that the page answers', async () => {
    const questions = [{ ask: 'How do [they] start?', at: 'start' }, { ask: 'What is it for?' }];
    const { markdown } = await compileMarkdown('Text.\n\n## Start\n\nHere.\n', { doc: { frontMatter: { questions } } });
    expect(markdown).toBe(
      '# A page\n\nText.\n\n## Start\n\nHere.\n\n## Questions this page answers\n\n- [How do \\[they\\] start?](#start)\n- What is it for?\n',
    );
  });

  // A browser that does not know the type of a file shows it as HTML if it starts with a tag.
  test('the Markdown version starts with the title, even if the page starts with HTML', async () => {
    const { markdown } = await compileMarkdown('<p>Words.</p>\n\n# A page\n\n```html\n<script>x</script>\n```\n');
    expect(markdown).toBe('# A page\n\n<p>Words.</p>\n\n```html\n<script>x</script>\n```\n');
  });

  test('the Markdown version keeps blank lines in code only', async () => {
    const { markdown } = await compileMarkdown('a\n\n<!-- gone -->\n\n```py\nx\n\n\n\ny\n```\n\n\n\nb\n');
    expect(markdown).toBe('# A page\n\na\n\n```py\nx\n\n\n\ny\n```\n\nb\n');
  });

  test('R-216 the default description is the first sentence, cut at a word boundary', async () => {
    const { description } = await compileMarkdown(`${'word '.repeat(60)}\n`);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(description.endsWith('word…')).toBe(true);
    const long = await compileMarkdown(`${'x'.repeat(10_000)} has one long word.\n`);
    expect(long.description).toBe(`${'x'.repeat(158)}…`);
  });

  test('imports of components are dropped, and other imports are reported', async () => {
    const page = await compileMarkdown(
      "import Tabs from '@theme/Tabs';\nimport x from './x';\nimport data from './y.json';\nimport 'z/z.css';\n\ntext\n",
    );
    expect(messages(page)).toEqual([
      '2: import of "./x": code in pages is not executed, so it has no effect. If the page uses it as a component, map that to HTML with `components` in the configuration',
      `4: import of "z/z.css": only the site's stylesheets define the design of pages, so it has no effect`,
      '3: import of "./y.json": there is no such file',
    ]);
    expect(page.html).not.toContain('import');
  });

  test('a link to a folder leads to its README page', async () => {
    const page = await compileMarkdown('[x](deep/)', { source: 'a.md', others: [docSource('deep/README.md', '', { path: '/docs/deep' })] });
    expect(page.html).toContain('href="/docs/deep"');
  });
});
