import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { formatProblem } from '#model/problem.ts';

import { readCategoryFiles } from './category-files.ts';
import type { CategoryFiles } from './category-files.ts';

function read(files: Readonly<Record<string, string>>): CategoryFiles {
  const root = mkdtempSync(join(tmpdir(), 'category-files-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return readCategoryFiles(root, 'docs');
}

test('JSON and YAML, by the id of the folder', () => {
  const { categories, problems } = read({
    '01-Start/_category_.json': '{ "label": "First", "position": 2.5, "collapsed": false, "link": null }',
    'a/b/_category_.yml': 'link: { type: generated-index, slug: /all, title: All }\ncollapsible: false\ndescription: What is there.\n',
    '_category_.yaml': 'link: { type: doc, id: intro }\n',
  });
  expect(problems).toEqual([]);
  expect(Object.fromEntries(categories)).toEqual({
    '': { link: 'intro' },
    start: { label: 'First', position: 2.5, collapsed: false, link: null },
    'a/b': { collapsed: false, link: 'all', index: { slug: 'all', title: 'All', description: 'What is there.', text: '' } },
  });
});

test('mistakes are reported with their line, and keys without effect are warnings', () => {
  const { categories, problems } = read({
    'a/_category_.json': '{ "label": "open',
    'b/_category_.yml': 'label: B\nposition: first\n',
    'c/_category_.yml': 'label: C\nlable: D\nclassName: x\nlink: c\n',
    'd/_category_.yml': '- d\n',
  });
  expect([...categories.keys()]).toEqual(['c']);
  expect(problems.map((problem) => `${problem.severity} ${formatProblem(problem)}`)).toEqual([
    expect.stringMatching(/^error docs\/a\/_category_\.json: the file cannot be read: /),
    expect.stringMatching(/^error docs\/b\/_category_\.yml:2: "position": /),
    'warning docs/c/_category_.yml:2: there is no key "lable"; did you mean "label"?',
    'warning docs/c/_category_.yml:3: "className" has no effect here',
    'error docs/c/_category_.yml:4: the link of a category is { type: doc, id } or { type: generated-index, title, description, slug, text }',
    'error docs/d/_category_.yml: expected keys such as `label: Guides` and `position: 2`',
  ]);
});
