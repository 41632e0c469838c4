import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { withoutInvisible, withoutInvisibleIn } from './invisible-text.ts';
import { loadDocs } from './load-docs.ts';
import { compileMarkdown, messages, type ReadPage } from './testing/compile-markdown.ts';
import { parseYaml } from './yaml.ts';

/** Text in tag characters, which no font shows. */
const hidden = (text: string): string => [...text].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('');
/** Text in selectors of variants. */
const selectors = (text: string): string => [...Buffer.from(text)].map((byte) => String.fromCodePoint(0xe0100 + byte)).join('');
const TAG = /[\u{e0000}-\u{e0fff}]/u;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'invisible-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('property: every invisible character is left out of a text', () => {
  for (let code = 0; code < 0x110000; code++) {
    const character = String.fromCodePoint(code);
    if (/\p{Default_Ignorable_Code_Point}/u.test(character) && withoutInvisible(`a${character}b`) !== 'ab') expect.fail(code.toString(16));
  }
});

/** Everything that is published of a page. */
const published = ({ html, markdown, sections, headings, title, description }: ReadPage): string =>
  JSON.stringify({ html, markdown, sections, headings, title, description });

test.each([
  ['emoji', '❤️ 👩‍💻 1️⃣ 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ☎︎'],
  ['joiners of scripts that need them', 'می‌خواهم क्‍ष'],
  ['variants of letters', '葛󠄀 ᠠ᠋'],
  ['marks and isolates of direction in text from right to left', 'זה \u2067C++\u2069\u200f ו־HTML\u200e'],
  ['places between words of scripts without spaces', 'ភាសា\u200bខ្មែរ ภาษา\u200bไทย'],
])('%s are kept', (_, text) => expect(withoutInvisible(text)).toBe(text));

test.each([
  ['tag characters', `a${hidden('b')}`, 'a'],
  ['selectors after a letter', `a${selectors('hidden')}b`, 'ab'],
  ['selectors after a selector', `❤\ufe0f${selectors('hidden')}`, '❤\ufe0f'],
  ['soft hyphens and spaces without a width', 'a\u00adb\u200bc\ufeffd\u2060e\u200df', 'abcdef'],
  ['overrides, also beside letters from right to left', 'א\u202eabc\u202c', 'אabc'],
  ['marks of direction beside Latin letters', 'a\u200eb\u200f\u2066', 'ab'],
])('%s are left out', (_, text, visible) => expect(withoutInvisible(text)).toBe(visible));

test('a file has one warning, which names the line of the first character', () => {
  const problems: Parameters<typeof withoutInvisibleIn>[3] = [];
  expect(withoutInvisibleIn('a.md', `1\n2\n3${hidden('AB')}\n4\u200b`, 5, problems)).toBe('1\n2\n3\n4');
  expect(problems).toEqual([expect.objectContaining({ file: 'a.md', line: 7, severity: 'warning' })]);
  expect(problems[0]?.message).toMatch(/^an invisible character \(U\+E0041\) is left out, .*, and so are 2 more in this file: delete it$/);
});

test('a file whose title, description, questions, and text hide characters is loaded without them', () => {
  const root = temporaryFolder();
  const secret = hidden('SECRET');
  writeFileSync(
    join(root, 'a.md'),
    `---\ndescription: About${secret}\nsidebar_label: "Label\\U000E0041"\nquestions: [{ ask: How does${secret} it start? }]\n---\n# Title${secret}\n\nText${secret}.\n`,
  );
  const { docs, problems } = loadDocs({ root, projectRoot: root, include: ['**/*.md'], exclude: [], basePath: '/docs', drafts: false });
  expect(JSON.stringify(docs)).not.toMatch(TAG);
  expect(docs[0]).toMatchObject({
    title: 'Title',
    sidebarLabel: 'Label',
    bodyLine: 6,
    frontMatter: { questions: [{ ask: 'How does it start?' }] },
  });
  expect(problems).toEqual([expect.objectContaining({ file: 'a.md', line: 2, severity: 'warning' })]);
});

test('values and keys in YAML have none', () => {
  expect(parseYaml(`a${hidden('b')}: [x${hidden('y')}, "\\U000E0041z"]`).toJS()).toEqual({ a: ['x', 'z'] });
});

test('a generated page, its title, and the files that it includes are published without them', async () => {
  const root = temporaryFolder();
  mkdirSync(join(root, 'guides'));
  writeFileSync(join(root, 'part.md'), `Part\n\nof a page${hidden('PART')}.\n`);
  const page = await compileMarkdown(
    `## Start${hidden('H')}\n\n{{ inline /part.md }}\n\n{{ inline /part.md }}\n\n\`\`\`\ncode${hidden('C')}\n\`\`\`\n`,
    {
      root,
      doc: { title: `Guide${hidden('T')}`, frontMatter: { description: `About${hidden('D')}` } },
    },
  );
  expect(published(page)).not.toMatch(TAG);
  expect(page.title).toBe('Guide');
  expect(messages(page).map((message) => message.slice(0, 40))).toEqual([
    '1: an invisible character (U+E0048) is l',
    '3: an invisible character (U+E0050) is l',
  ]);
  expect(page.problems[1]?.file).toBe('content/docs/part.md');
});

test('neither a reference, nor an expression, nor an attribute can name hidden text', async () => {
  const source = 'guides/page.mdx';
  const body =
    '## A&#xE0041;\n\nOne &#xE0041;&#917569;word{"\\u{E0042}"}. [link](/docs/quickstart "a&#xE0041;")\n\n<Card title={"a\\u{E0041}"} />\n';
  const page = await compileMarkdown(body, { source, services: { components: { Card: { title: 'title' } } } });
  expect(published(page)).not.toMatch(TAG);
  expect(page.html).toContain('One word.');
  expect(messages(page)[0]).toMatch(/^: an invisible character \(U\+E0041\) that a reference or an expression names is left out/);
});

test.each([
  String.raw`\char"E0041 x`,
  String.raw`\text{\char"E0043}x`,
  String.raw`\text{\char"DB40\char"DC41}x`,
  String.raw`\let\a=\char\a"E0041 x`,
  String.raw`\@char{917569}x`,
])('the formula %s cannot name hidden text', async (formula) => {
  const page = await compileMarkdown(`## A $${formula}$\n\nOne $${formula}$ word.\n\n$$\n${formula}\n$$\n`, { services: { math: true } });
  expect(published(page)).not.toMatch(TAG);
  expect(page.html).toContain('<mi>x</mi>');
  const reported = messages(page).join('\n');
  if (!formula.includes('DB40'))
    expect(reported).toMatch(/3: an invisible character \(U\+E004\d\) that the formula ".*" names is left out/);
});

test('the places for line breaks that a formula names are left out of answers', async () => {
  const page = await compileMarkdown(String.raw`One $\text{a\char"200B{}b}$ word.`, { services: { math: true } });
  expect(page.sections[0]?.text).toBe('One ab word.');
});

test('an author can name places where a line can break, which answers do not contain', async () => {
  const page = await compileMarkdown('A very&shy;long&ZeroWidthSpace;word.');
  expect(page.html).toContain('very\u00adlong\u200bword');
  expect(page.sections[0]?.text).toBe('A verylongword.');
  expect(page.problems).toEqual([]);
});

test.each(['script', 'style', 'svg'])('the Markdown of a page has no <%s>, which the page leaves out', async (name) => {
  for (const note of ['NOTE', '\nNOTE\n', '\n\nNOTE `code`\n\n']) {
    const page = await compileMarkdown(`Before <b>x</b>\n\n<${name} id="a">${note}</${name}>\n\n\`<${name}>shown</${name}>\`\n`);
    expect(published(page)).not.toContain('NOTE');
    expect(page.markdown).toContain(`Before <b>x</b>\n\n\`<${name}>shown</${name}>\``);
  }
});

test('ordinary pages have no warning', async () => {
  const page = await compileMarkdown('# Über uns\n\nText ❤️ with `code` &amp; more — 日本語.\n');
  expect(page.problems).toEqual([]);
  expect(page.markdown).toContain('Text ❤️ with');
});
