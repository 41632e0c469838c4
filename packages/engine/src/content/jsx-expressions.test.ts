import { expect, test } from 'vitest';

import { chooseBranches } from './jsx-expressions.ts';
import { readLines } from './source-lines.ts';
import { compileMarkdown, messages } from './testing/compile-markdown.ts';
import type { ReadPage } from './testing/compile-markdown.ts';

const VALUES = new Map<string, string | null>([
  ['os', 'mac'],
  ['beta', 'true'],
  ['old', 'false'],
  ['props.note', null],
]);
const chosen = (text: string): string =>
  chooseBranches(readLines(text, 1), (name) => VALUES.get(name))
    .map((line) => line.text)
    .join('\n');

test.each([
  ['a {beta && <b>New</b>} c', 'a <b>New</b> c'],
  ['a {old && <b>New</b>} c', 'a  c'],
  ["a {!old && 'it*s'} c", 'a it&#42;s c'],
  ["{os === 'mac' ? 'brew' : <code>apt</code>}", 'brew'],
  ["{os !== 'mac' ? 'brew' : <code>apt</code>}", '<code>apt</code>'],
  ['{props.note ? <p>Note</p> : null}.', '.'],
  ['{beta && (\n  <div>\n    <div>x</div> y: <br />\n  </div>\n)}\nz', '\n<div>\n    <div>x</div> y: <br />\n  </div>\n\nz'],
  ['{beta && <>one <b>two</b></>}', 'one <b>two</b>'],
])('%j shows the branch of a known condition', (text, shown) => {
  expect(chosen(text)).toBe(shown);
});

test.each([
  '{unknown && <b>x</b>}',
  '{beta && run()}',
  '{beta ? <b>x</b> : run()}',
  '{beta && <b>x}',
  '`{beta && <b>x</b>}`',
  '\\{beta && <b>x</b>}',
  '```\n{beta && <b>x</b>}\n```',
])('%j stays as it is', (text) => {
  expect(chosen(text)).toBe(text);
});

test('constants and front matter of a page are known', async () => {
  const page = await compileMarkdown(
    "export const version = '2';\n\n# A\n\nRun {version === '2' ? <code>v2</code> : 'v1'}{frontMatter.draft && <b>soon</b>}.\n\n{other && <i>kept</i>}\n",
    { source: 'a.mdx', doc: { frontMatter: { draft: true } } },
  );
  expect(page.html).toContain('<p>Run <code>v2</code><b>soon</b>.</p>');
  expect(messages(page)).toEqual([expect.stringMatching(/^7: the expression \{other && <i>kept<\/i>\} is shown as text/)]);
});

const compile = (markdown: string): Promise<ReadPage> =>
  compileMarkdown(markdown, { source: 'page.mdx', doc: { path: '/docs/page', frontMatter: {} } });

const BIRDS = `export const birds = [
  { name: 'Kestrel', to: '/integrations', tags: ['a'], isRare: true },
  { name: 'Heron *', to: '/', tags: [] },
];

`;

test.each([
  [
    '<ul>\n  {birds.map((bird) => (\n    <li key={bird.name}>\n      <a href={bird.to}>{bird.name}</a>\n    </li>\n  ))}\n</ul>',
    '<li><a href="/integrations">Kestrel</a></li><li><a href="/">Heron *</a></li>',
  ],
  ['{birds.map(({ name, none }, index) => <b key={index}>{name}{none}</b>)}', '<b>Kestrel</b><b>Heron *</b>'],
  ["{['a', 'b'].map(one => <code>{one}</code>)}", '<code>a</code><code>b</code>'],
  ["{[{ x: 1 }].map((one) => { return <i>{one.x}: {'y'}</i>; })}", '<i>1: y</i>'],
  ['Of {birds.map((bird) => <>{bird.isRare}{bird.name} </>)}', 'Of Kestrel Heron *'],
])('%s', async (expression, html) => {
  const page = await compile(BIRDS + expression);
  expect(messages(page)).toEqual([]);
  expect(page.html.replaceAll(/>\s+</g, '><')).toContain(html);
});

test('components show data that the page exports', async () => {
  const page = await compile(
    `${BIRDS}<Tabs values={kinds}>\n<TabItem value="a">\n\nOne\n\n</TabItem>\n</Tabs>\n\nexport const kinds = [{ label: 'First kind', value: 'a' }];\n\n{birds.map((bird) => <Card key={bird.name} title={bird.name} href={bird.to} />)}\n`,
  );
  expect(messages(page)).toEqual([]);
  expect(page.html).toContain('>First kind</button>');
  expect(page.html).toContain('<a href="/integrations">Kestrel</a>');
});

test.each([
  '{birds.map((bird) => <b>{bird.name.length}</b>)}',
  '{birds.map((bird) => <b>{bird.tags}</b>)}',
  '{birds.map(show)}',
  '{birds.filter(Boolean).map((bird) => <b>{bird.name}</b>)}',
  '{others.map((bird) => <b>{bird.name}</b>)}',
])('%s is reported because it needs code', async (expression) => {
  expect(messages(await compile(BIRDS + expression))[0]).toMatch(
    /^6: the expression \{.*\} is shown as text, because code in pages is not executed/,
  );
});

test('code and escaped braces are not expressions, and line numbers after a list are correct', async () => {
  const page = await compile(
    `${BIRDS}\`{birds.map((b) => <b>{b.name}</b>)}\`\n\n{birds.map((b) => (\n  <b>{b.name}</b>\n))}\n\n<Nothing/>\n`,
  );
  expect(page.html.replaceAll('<wbr>', '')).toContain('<code>{birds.map(');
  expect(messages(page)).toEqual([expect.stringMatching(/^12: there is no component <Nothing>/)]);
});

test('long lists cannot make a page grow without limit', async () => {
  const page = await compile(
    `export const a = [${'1,'.repeat(1000)}];\n\n${`{a.map((x) => <b>${'y'.repeat(500)}{x}</b>)}\n\n`.repeat(50)}`,
  );
  expect(page.html.length).toBeLessThan(2_000_000);
  expect(messages(page).filter((message) => message.includes('the expression {a.map'))).toHaveLength(50);
});

test('a list that would exhaust memory is not expanded', async () => {
  const page = await compile(`export const a = [${'1,'.repeat(50_000)}];\n\n{a.map((x) => <b>${'y'.repeat(20_000)}{x}</b>)}\n`);
  expect(messages(page)[0]).toMatch(/^3: the expression \{a\.map/);
  expect(page.html.length).toBeLessThan(100_000);
});
