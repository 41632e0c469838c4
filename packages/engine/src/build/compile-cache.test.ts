import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import type { CompiledPage, DocSource } from '#content/document.ts';
import { UNFINISHED } from '#content/keep-file.ts';
import { outlineOf } from '#content/page-outline.ts';

import { createCompileCache } from './compile-cache.ts';

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'compiled-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const doc = (body: string): DocSource =>
  ({ id: 'a', source: 'a.md', path: '/docs/a', title: 'A', body, bodyLine: 1 }) as unknown as DocSource;

const PAGE = {
  ...{ id: 'a', source: 'a.md', file: 'a.md', path: '/docs/a', title: 'A', description: 'About a.', keywords: ['k'] },
  ...{ html: Buffer.from('<p>Größe</p>'), markdown: Buffer.from('Größe'), digest: 'd', anchors: new Set(['x']), examples: [] },
  ...{ headings: [], references: [], assets: [], words: 1, codeBlocks: 0, problems: [] },
  sections: [{ anchor: '', heading: 'A', level: 1, text: 'Größe', marked: 'Größe', code: ['x'] }],
} as unknown as CompiledPage;

test('a page as before is known by its outline; its text is read when it is asked for', () => {
  const dir = folder();
  const first = createCompileCache(dir, 'engine');
  expect(first.read(doc('one'))).toBeNull();
  first.write(doc('one'), PAGE, new Set());
  first.save();
  const kept = createCompileCache(dir, 'engine').read(doc('one'));
  expect(kept?.outline).toEqual(outlineOf(PAGE));
  for (const name of ['html', 'markdown', 'examples']) expect(kept?.outline).not.toHaveProperty(name);
  expect(JSON.stringify(kept?.outline)).not.toContain('Größe');
  expect(Buffer.from(kept?.whole()?.html ?? []).toString()).toBe('<p>Größe</p>');
  expect(kept?.whole()?.sections).toEqual(PAGE.sections);
});

test('another text, another engine, and a file that came, changed or went are compiled anew', () => {
  const dir = folder();
  const included = join(dir, 'included.txt');
  const read = (body = 'one', engine = 'engine') => createCompileCache(dir, engine).read(doc(body));
  const write = () => {
    const cache = createCompileCache(dir, 'engine');
    cache.write(doc('one'), PAGE, new Set([included]));
    cache.save();
  };
  write();
  expect(read()).not.toBeNull();
  expect(read('two')).toBeNull();
  expect(read('one', 'another engine')).toBeNull();
  writeFileSync(included, 'now there');
  expect(read()).toBeNull();
  write();
  expect(read()).not.toBeNull();
  writeFileSync(included, 'changed, and longer');
  expect(read()).toBeNull();
  write();
  rmSync(included);
  expect(read()).toBeNull();
});

test('a page that was written without an outline, as a development server does, is known all the same', () => {
  const dir = folder();
  createCompileCache(dir, 'engine').write(doc('one'), PAGE, new Set());
  const build = createCompileCache(dir, 'engine');
  expect(build.read(doc('one'))?.outline).toEqual(outlineOf(PAGE));
  build.save();
  for (const name of readdirSync(join(dir, 'pages'))) rmSync(join(dir, 'pages', name));
  const third = createCompileCache(dir, 'engine');
  const kept = third.read(doc('one'));
  expect(kept?.outline).toEqual(outlineOf(PAGE));
  // Its text is gone, so it has to be compiled where that is wanted; what another build wrote there meanwhile does not belong to it.
  expect(kept?.whole()).toBeNull();
  createCompileCache(dir, 'engine').write(doc('one'), { ...PAGE, digest: 'another' }, new Set());
  expect(kept?.whole()).toBeNull();
});

test('what a development server compiled since the last build is known, also where that build has an outline of before', () => {
  const dir = folder();
  const included = join(dir, 'included.txt');
  const build = createCompileCache(dir, 'engine');
  build.write(doc('one'), PAGE, new Set([included]));
  build.save();
  writeFileSync(included, 'now there');
  createCompileCache(dir, 'engine').write(doc('one'), { ...PAGE, digest: 'newer' }, new Set([included]));
  expect(createCompileCache(dir, 'engine').read(doc('one'))?.whole()?.digest).toBe('newer');
});

test('of two builds on one cache neither takes from the other what it is writing, nor minds what the other removed', () => {
  const dir = folder();
  const [one, other] = [createCompileCache(dir, 'engine'), createCompileCache(dir, 'engine')];
  for (const cache of [one, other]) {
    cache.write(doc('one'), PAGE, new Set());
    cache.write(doc(cache === one ? 'two' : 'three'), PAGE, new Set());
  }
  const unfinished = join(dir, 'pages', `name.123${UNFINISHED}`);
  writeFileSync(unfinished, '');
  one.save();
  expect(other.read(doc('three'))).toBeNull();
  other.save();
  expect(existsSync(unfinished)).toBe(true);
  expect(createCompileCache(dir, 'engine').read(doc('one'))?.whole()).not.toBeNull();
});

test('only what the last build used is kept, and what is wrong with a page is looked at anew each time', () => {
  const dir = folder();
  const first = createCompileCache(dir, 'engine');
  for (const body of ['one', 'two']) first.write(doc(body), PAGE, new Set());
  first.write(doc('wrong'), { ...PAGE, problems: [{ file: 'a.md', line: 1, message: 'm', severity: 'warning' }] }, new Set());
  first.save();
  expect(readdirSync(join(dir, 'pages'))).toHaveLength(2);
  const second = createCompileCache(dir, 'engine');
  second.read(doc('one'));
  second.write(doc('three'), PAGE, new Set());
  second.save();
  const third = createCompileCache(dir, 'engine');
  expect(['one', 'two', 'three', 'wrong'].map((body) => third.read(doc(body)) !== null)).toEqual([true, false, true, false]);
});
