import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import type { CompiledPage, DocSource } from '#content/document.ts';
import { TEMPORARY_SUFFIX } from '#content/files.ts';
import { outlineOf } from '#content/document.ts';
import { UNDRAWN_DIAGRAMS } from '#content/mermaid.ts';
import { FAILED_DOWNLOADS } from '#content/remote-images.ts';

import { createCompileCache, isCacheable } from './page-compiler.ts';

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

const dependsOn = (...files: string[]) => ({ files: new Set(files), targets: new Map<string, string | null>() });

/** @param routes pages by link target */
const openCache = (dir: string, engine = 'engine', routes: Record<string, string> = {}) =>
  createCompileCache(dir, engine, (target) => routes[target] ?? null);

test('a cache hit contains the outline of the page, and its text is loaded on demand', () => {
  const dir = folder();
  const first = openCache(dir);
  expect(first.read(doc('one'))).toBeNull();
  first.write(doc('one'), PAGE, dependsOn());
  first.save();
  const kept = openCache(dir).read(doc('one'));
  expect(kept?.outline).toEqual(outlineOf(PAGE));
  for (const name of ['html', 'markdown', 'examples']) expect(kept?.outline).not.toHaveProperty(name);
  expect(JSON.stringify(kept?.outline)).not.toContain('Größe');
  expect(Buffer.from(kept?.loadPage()?.html ?? []).toString()).toBe('<p>Größe</p>');
  expect(kept?.loadPage()?.sections).toEqual(PAGE.sections);
});

test('a changed text, a different engine, and an added, changed, or deleted dependency are cache misses', () => {
  const dir = folder();
  const included = join(dir, 'included.txt');
  const read = (body = 'one', engine = 'engine') => openCache(dir, engine).read(doc(body));
  const write = () => {
    const cache = openCache(dir);
    cache.write(doc('one'), PAGE, dependsOn(included));
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

test('a hit whose entry is replaced or deleted later loads no page', () => {
  const dir = folder();
  openCache(dir).write(doc('one'), PAGE, dependsOn());
  const hit = openCache(dir).read(doc('one'));
  openCache(dir).write(doc('one'), { ...PAGE, digest: 'another' }, dependsOn());
  expect(hit?.loadPage()).toBeNull();
  for (const name of readdirSync(join(dir, 'pages'))) rmSync(join(dir, 'pages', name));
  expect(hit?.loadPage()).toBeNull();
});

test('a damaged entry is a cache miss', () => {
  const dir = folder();
  openCache(dir).write(doc('one'), PAGE, dependsOn());
  for (const name of readdirSync(join(dir, 'pages'))) writeFileSync(join(dir, 'pages', name), 'damaged');
  expect(openCache(dir).read(doc('one'))).toBeNull();
});

test('a page whose pictures are missing from the cache or damaged is a cache miss, and other files that it shows are not compared', () => {
  const dir = folder();
  const [picture, other] = [join(dir, 'images/a-480.png'), join(folder(), 'drawing.svg')];
  mkdirSync(join(dir, 'images'));
  for (const file of [picture, other]) writeFileSync(file, 'content');
  const assets = [picture, other].map((absolute) => ({ absolute, path: '/assets/a' }));
  openCache(dir).write(doc('one'), { ...PAGE, assets }, dependsOn());
  const isHit = (): boolean => openCache(dir).read(doc('one')) !== null;
  rmSync(other);
  expect(isHit()).toBe(true);
  for (const damaged of ['', 'cont']) {
    writeFileSync(picture, damaged);
    expect(isHit()).toBe(false);
  }
  rmSync(picture);
  expect(isHit()).toBe(false);
  writeFileSync(picture, 'content');
  expect(isHit()).toBe(true);
});

test('a page is recompiled only when the target of one of its links changes', () => {
  const dir = folder();
  const targets = new Map([
    ['b.md', '/docs/b'],
    ['gone', null],
  ]);
  openCache(dir).write(doc('one'), PAGE, { files: new Set(), targets });
  const isHit = (routes: Record<string, string>): boolean => openCache(dir, 'engine', routes).read(doc('one')) !== null;
  expect(isHit({ 'b.md': '/docs/b' })).toBe(true);
  expect(isHit({ 'b.md': '/docs/b', 'new.md': '/docs/new' })).toBe(true);
  expect(isHit({ 'b.md': '/docs/moved' })).toBe(false);
  expect(isHit({ 'b.md': '/docs/b', gone: '/docs/gone' })).toBe(false);
  expect(isHit({})).toBe(false);
});

test('two builds that share a cache ignore unfinished files and files that the other build deletes', () => {
  const dir = folder();
  const [one, other] = [openCache(dir), openCache(dir)];
  for (const cache of [one, other]) {
    cache.write(doc('one'), PAGE, dependsOn());
    cache.write(doc(cache === one ? 'two' : 'three'), PAGE, dependsOn());
  }
  const unfinished = join(dir, 'pages', `name.123${TEMPORARY_SUFFIX}`);
  writeFileSync(unfinished, '');
  mkdirSync(join(dir, 'pages/folder'));
  const foreign = join(dir, 'pages/mine.txt');
  writeFileSync(foreign, 'mine');
  one.save();
  expect(other.read(doc('three'))).toBeNull();
  other.save();
  expect(existsSync(unfinished)).toBe(true);
  expect(existsSync(foreign)).toBe(true);
  expect(openCache(dir).read(doc('one'))?.loadPage()).not.toBeNull();
});

test('a page with warnings is cached together with them, except for errors and problems that the next build may not have', () => {
  const cache = openCache(folder());
  const warning = { file: 'a.md', line: 1, message: 'm', severity: 'warning' as const };
  cache.write(doc('doubtful'), { ...PAGE, problems: [warning] }, dependsOn());
  expect(cache.read(doc('doubtful'))?.outline.problems).toEqual([warning]);
  expect(isCacheable({ problems: [warning] })).toBe(true);
  expect(isCacheable({ problems: [warning, { ...warning, severity: 'error' }] })).toBe(false);
  for (const kind of [FAILED_DOWNLOADS, UNDRAWN_DIAGRAMS]) expect(isCacheable({ problems: [warning, { ...warning, kind }] })).toBe(false);
});

test('entries that the last build did not use are deleted', () => {
  const dir = folder();
  const first = openCache(dir);
  for (const body of ['one', 'two']) first.write(doc(body), PAGE, dependsOn());
  first.save();
  expect(readdirSync(join(dir, 'pages'))).toHaveLength(2);
  const second = openCache(dir);
  second.read(doc('one'));
  second.write(doc('three'), PAGE, dependsOn());
  second.save();
  const third = openCache(dir);
  expect(['one', 'two', 'three'].map((body) => third.read(doc(body)) !== null)).toEqual([true, false, true]);
});

test("caches that share a folder keep each other's entries", () => {
  const dir = folder();
  const used = new Set<string>();
  const [one, two] = ['one', 'two'].map((fingerprint) => createCompileCache(dir, fingerprint, () => null, used));
  for (const cache of [one, two]) cache?.write(doc('text'), PAGE, dependsOn());
  for (const cache of [one, two]) cache?.save();
  expect(openCache(dir, 'one').read(doc('text'))).not.toBeNull();
  expect(openCache(dir, 'two').read(doc('text'))).not.toBeNull();
});
