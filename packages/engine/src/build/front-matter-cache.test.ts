import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { parseFrontMatter } from '#content/load/front-matter.ts';

import { createFrontMatterCache } from './front-matter-cache.ts';

function cacheFile(): string {
  const dir = mkdtempSync(join(tmpdir(), 'front-matters-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, 'kept', 'front-matter.json');
}

const page = (yaml: string): string => `---\n${yaml}\n---\nText`;
const PAGES = ['title: A page\nkeywords: [one, "two: three"]', 'sidebar_position: 3\ncustom_edit_url: null', '# nothing'].map(page);

test('what is kept is what was read', () => {
  const file = cacheFile();
  const first = createFrontMatterCache(file, 'engine 1');
  const read = PAGES.map((text) => parseFrontMatter('a.md', text, first));
  first.save();
  const second = createFrontMatterCache(file, 'engine 1');
  expect(PAGES.map((text) => parseFrontMatter('a.md', text, second))).toEqual(read);
  expect(read).toEqual(PAGES.map((text) => parseFrontMatter('a.md', text)));
});

test('it is asked before the text is read, and another engine reads anew', () => {
  const file = cacheFile();
  const first = createFrontMatterCache(file, 'engine 1');
  first.set('title: A page\n', { title: 'Kept' });
  first.save();
  const text = page('title: A page');
  expect(parseFrontMatter('a.md', text, createFrontMatterCache(file, 'engine 1')).frontMatter.title).toBe('Kept');
  expect(parseFrontMatter('a.md', text, createFrontMatterCache(file, 'engine 2')).frontMatter.title).toBe('A page');
});

test('what is wrong is told in every build', () => {
  const file = cacheFile();
  for (const _ of [1, 2]) {
    const cache = createFrontMatterCache(file, 'engine 1');
    expect(parseFrontMatter('a.md', page('sidebar_lable: x'), cache).problems).toHaveLength(1);
    cache.save();
  }
});

test('only what the last build used is kept, and nothing is written where nothing changed', () => {
  const file = cacheFile();
  const first = createFrontMatterCache(file, 'engine 1');
  for (const text of PAGES) parseFrontMatter('a.md', text, first);
  first.save();
  const { ino } = statSync(file);
  const second = createFrontMatterCache(file, 'engine 1');
  for (const text of PAGES) parseFrontMatter('a.md', text, second);
  second.save();
  expect(statSync(file).ino).toBe(ino);
  const third = createFrontMatterCache(file, 'engine 1');
  parseFrontMatter('a.md', PAGES[0] ?? '', third);
  third.save();
  expect(readFileSync(file, 'utf8')).not.toContain('sidebar_position');
});

test('a damaged file is no file', () => {
  const file = cacheFile();
  const first = createFrontMatterCache(file, 'engine 1');
  first.set('x', {});
  first.save();
  writeFileSync(file, '{"engine":"engine 1","entries":[["x"');
  expect(createFrontMatterCache(file, 'engine 1').get('x')).toBeUndefined();
});
