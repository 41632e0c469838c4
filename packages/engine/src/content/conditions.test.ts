import { expect, test } from 'vitest';

import { chooseBranches } from './conditions.ts';
import { readLines } from './source-lines.ts';
import { compileMarkdown, messages } from './testing/compile-markdown.ts';

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
