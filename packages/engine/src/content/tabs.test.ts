import { expect, test } from 'vitest';

import { checkTabGroups } from './tabs.ts';

const tabs = (group: string, ...values: string[]): string =>
  [
    `<Tabs groupId="${group}">`,
    ...values.flatMap((value) => [`<TabItem value="${value}" label="X">`, '', 'x', '', '</TabItem>']),
    '</Tabs>',
  ].join('\n');
const page = (file: string, body: string) => ({ file, body, bodyLine: 5 });

test('R-212 a set of tabs with values that its group lacks elsewhere is reported, a smaller set is not', () => {
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

test('tabs in code, tabs without a group and tabs inside of tabs are kept apart', () => {
  const inner = tabs('inner', 'x', 'y');
  const nested = tabs('outer', 'a', 'b').replace('\nx\n', `\n${inner}\n`);
  const others = ['```md', tabs('outer', 'c', 'd'), '```', '<Tabs>', '<TabItem value="c" label="C">', '</TabItem>', '</Tabs>'].join('\n');
  expect(checkTabGroups([page('a.md', nested), page('b.md', others), page('c.md', inner)])).toEqual([]);
});
