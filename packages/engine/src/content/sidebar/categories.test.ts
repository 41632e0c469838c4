import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';

import { expect, onTestFinished, test, afterAll, beforeAll } from 'vitest';

import { formatProblem } from '#model/problem.ts';

import { readCategoryFiles, categoryIndexes } from './categories.ts';
import type { CategoryFiles } from './categories.ts';
import type { DocSource } from '../document.ts';
import { loadNavigation } from './navigation.ts';

function read(files: Readonly<Record<string, string>>): CategoryFiles {
  const root = mkdtempSync(join(tmpdir(), 'category-files-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return readCategoryFiles(root, 'docs');
}

test('JSON and YAML metadata is read by folder', () => {
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

test('mistakes are reported with their line, and unused keys are warnings', () => {
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

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'indexes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const doc = (id: string, title = `Title of ${id}`): DocSource => ({
  id,
  source: `${id}.md`,
  file: `docs/${id}.md`,
  absolute: `/docs/${id}.md`,
  path: `/docs/${id}`,
  title,
  sidebarLabel: id,
  sidebarPosition: null,
  frontMatter: { description: `What ${id} is for.` },
  body: '',
  bodyLine: 1,
  lastUpdate: null,
});

const DOCS = [doc('a', 'A | <b> [x]'), doc('area/b'), doc('area/c')];

async function loadSidebar(text: string) {
  const file = join(folder, 'sidebar.yaml');
  await writeFile(file, text);
  const indexes = await categoryIndexes({ file, root: folder, docs: DOCS, basePath: '/docs', projectRoot: folder });
  const docs = [...DOCS, ...indexes];
  const navigation = await loadNavigation({
    file,
    root: folder,
    name: 'main',
    docs,
    projectRoot: folder,
    draftIds: new Set(),
    isKnownMissing: () => false,
  });
  return { indexes, navigation };
}

const SIDEBAR = `main:
  - type: category
    label: Area
    link: { type: generated-index, slug: area/all, title: All of it, description: How to choose., aliases: [whole area], text: 'Take [b](b.md) first.' }
    items:
      - a
      - Group: [area/b]
      - type: category
        label: Inner
        link: { type: generated-index, slug: area/inner, description: The inner part. }
        items: [area/c]
      - { type: link, label: Demo, href: 'https://demo.example' }
`;

test('R-105 the overview of a category lists the titles and descriptions of its pages', async () => {
  const { indexes } = await loadSidebar(SIDEBAR);
  const all = indexes.find(({ id }) => id === 'area/all');
  expect(all).toMatchObject({
    path: '/docs/area/all',
    title: 'All of it',
    sidebarLabel: 'Area',
    frontMatter: { description: 'How to choose.', aliases: ['whole area'] },
  });
  expect(all?.body).toBe(`Take [b](b.md) first.

| Page | What it is for |
| --- | --- |
| [A &#124; &#60;b&#62; &#91;x&#93;](../a.md) | What a is for. |
| [Inner](inner.md) | The inner part. |
| [Demo](https://demo.example) | |

## Group

| Page | What it is for |
| --- | --- |
| [Title of area/b](b.md) | What area/b is for. |`);
});

test('the overview is the page of its category and part of the reading order', async () => {
  const { navigation } = await loadSidebar(SIDEBAR);
  expect(navigation.problems).toEqual([]);
  expect(navigation.order()).toEqual(['/docs/area/all', '/docs/a', '/docs/area/b', '/docs/area/inner', '/docs/area/c']);
  expect(navigation.pageNavigation('/docs/area/c').breadcrumbs).toMatchObject([
    { label: 'Area', path: '/docs/area/all' },
    { label: 'Inner' },
    {},
  ]);
});

test('the overview of an autogenerated folder is not listed in itself', async () => {
  const { indexes, navigation } = await loadSidebar(`main:
  - type: category
    label: Area
    link: { type: generated-index, slug: area }
    items: [{ type: autogenerated, dirName: area }]
`);
  expect(indexes[0]?.body).not.toContain('(area.md)');
  expect(navigation.order()).toEqual(['/docs/area', '/docs/area/b', '/docs/area/c']);
});

test('the slug of an overview can contain dots and letters of any language', () => {
  const { categories, problems } = read({
    'a/_category_.yml': 'label: Überblick\nlink: { type: generated-index, slug: v1.5/überblick }\n',
  });
  expect([problems, categories.get('a')?.link]).toEqual([[], 'v1.5/überblick']);
});

test.each(['../../etc', '..', 'a b', 'a//b'])('the slug %j is rejected', async (slug) => {
  const { indexes, navigation } = await loadSidebar(
    `main:\n  - { type: category, label: A, link: { type: generated-index, slug: '${slug}' }, items: [a] }\n`,
  );
  expect(indexes).toEqual([]);
  expect(navigation.problems[0]?.message).toContain(`A: the slug "${slug}" must be words of letters, digits, -, and _`);
});

test('a long label makes a route that file systems accept', async () => {
  const { indexes } = await loadSidebar(
    `main:\n  - { type: category, label: '${'長'.repeat(5000)}', link: { type: generated-index }, items: [a] }\n`,
  );
  expect(indexes.map(({ id }) => Buffer.byteLength(id.replace('category/', '')))).toEqual([240]);
});

test('the pages are read once for all overviews, not once for each', async () => {
  let reads = 0;
  const docs = Array.from({ length: 40 }, (_, number) => ({
    ...doc(`page${number}`),
    get id() {
      reads++;
      return `page${number}`;
    },
  }));
  const category = (_: unknown, number: number): string =>
    `  - { type: category, label: Area ${number}, link: { type: generated-index }, items: [page${number}] }\n`;
  const file = join(folder, 'sidebar.yaml');
  await writeFile(file, `main:\n${Array.from({ length: 40 }, category).join('')}`);
  expect(await categoryIndexes({ file, root: folder, docs, basePath: '/docs', projectRoot: folder })).toHaveLength(40);
  expect(reads).toBeLessThan(400);
});

test('an unreadable sidebar has no overviews, and loadNavigation reports the error', async () => {
  expect((await loadSidebar('main: [')).indexes).toEqual([]);
});
