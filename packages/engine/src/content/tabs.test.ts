import { expect, test } from 'vitest';

import { checkTabGroups } from './tabs.ts';
import { compileMarkdown, messages } from './testing/compile-markdown.ts';

const tabs = (group: string, ...values: string[]): string =>
  [
    `<Tabs groupId="${group}">`,
    ...values.flatMap((value) => [`<TabItem value="${value}" label="X">`, '', 'x', '', '</TabItem>']),
    '</Tabs>',
  ].join('\n');
const page = (file: string, body: string) => ({ file, body, bodyLine: 5 });

test('R-212 tabs whose values their group lacks elsewhere are reported, but a subset is not', () => {
  const problems = checkTabGroups([
    page('a.md', `Text\n${tabs('os', 'linux', 'mac', 'windows')}\n`),
    page('b.md', tabs('os', 'linux', 'mac')),
    page('c.md', `${tabs('other', 'a', 'b')}\n\n\n${tabs('os', 'linux', 'macos')}`),
  ]);
  expect(problems).toEqual([
    {
      file: 'c.md',
      line: 19,
      message:
        'the tabs of the group "os" offer "macos"; those in a.md:6 offer "linux", "mac", "windows", so the reader\'s choice does not carry over. Use the same values, or another groupId',
      severity: 'warning',
      kind: 'tab groups whose values differ',
    },
  ]);
});

test('tabs in code and tabs without a group are ignored, and nested tabs belong to their own group', () => {
  const inner = tabs('inner', 'x', 'y');
  const nested = tabs('outer', 'a', 'b').replace('\nx\n', `\n${inner}\n`);
  const others = ['```md', tabs('outer', 'c', 'd'), '```', '<Tabs>', '<TabItem value="c" label="C">', '</TabItem>', '</Tabs>'].join('\n');
  expect(checkTabGroups([page('a.md', nested), page('b.md', others), page('c.md', inner)])).toEqual([]);
});

test.each([
  [':::: tabs\n\n::: tab "List<T>"\n\nOne\n\n:::\n\n:::tab B\n\nTwo\n\n:::\n\n::::\n\nAfter\n', ['List<T>', 'B']],
  [':::tabs key:os\n== tab List<T>\n\nOne\n\n== B\nTwo\n:::\n\nAfter\n', ['List<T>', 'B']],
  [
    '<Tabs>\n<TabItem value="a" label="List<T>">\n\nOne\n\n</TabItem>\n<TabItem value="b" label="B">\n\nTwo\n\n</TabItem>\n</Tabs>\n\nAfter\n',
    ['List<T>', 'B'],
  ],
])('the tab syntax of other engines is supported, and labels can contain angle brackets: %s', async (markdown, labels) => {
  const page = await compileMarkdown(markdown);
  expect(messages(page)).toEqual([]);
  expect([...page.html.matchAll(/role="tabpanel" aria-label="([^"]*)"/g)].map(([, label]) => label)).toEqual(labels);
  expect(page.html).toMatch(/role="tabpanel"[^]*<p>One<\/p>\s*<\/div>[^]*<p>Two<\/p>\s*<\/div><\/div>\s*<p>After/);
});

test('lines that resemble tab markup are text outside of tabs', async () => {
  const { html, markdown } = await compileMarkdown('== A\n\n:::tabs\n== B\nOne\n:::\n\n== C\n');
  expect(html).toMatch(/<p>== A<\/p>[^]*role="tab"[^]*<p>== C<\/p>/);
  expect(markdown).not.toContain('**Tabs**');
});

test.each(['{', '3', '[null, 3, {}]'])('a list of %j in an element that the author wrote does not end the build', async (list) => {
  const attributes = `data-values='${list}' data-items='${list}'`;
  const { html } = await compileMarkdown(`<x-tabs ${attributes}><x-tabitem data-value="one">Text</x-tabitem></x-tabs>`);
  expect(html).toContain('<button type="button" role="tab" aria-selected="true" data-value="one">one</button>');
});
