import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { beforeEach, expect, onTestFinished, test } from 'vitest';

import { ensureProgram } from './ensure-program.mjs';
import { bundledProgram, FOLDER, RECORD } from './program.mjs';

const FILES = {
  'package.json': '{ "type": "module", "imports": { "#*": "./src/*" } }',
  'node_modules/.package-lock.json': '{}',
  'scripts/ensure-program.mjs': '',
  'src/cli.ts': `
    import { Worker } from 'node:worker_threads';
    import { words } from '#room/words.ts';
    const { place } = await import('./room/place.ts');
    const worker = new Worker(new URL('./room/thread.ts', import.meta.url));
    worker.on('message', (said) => console.log(JSON.stringify([words, place, said])));`,
  'src/room/words.ts': `export const words: string = 'first';`,
  'src/room/place.ts': `export const place: string = import.meta.filename;`,
  'src/room/thread.ts': `import { parentPort } from 'node:worker_threads';
    import { words } from './words.ts';
    parentPort?.postMessage([words, String(new Error('where').stack).includes('/.cache/program/')]);`,
};

let root: string;

/** As if it had been written an hour ago, and each time at another second. */
let seconds = Math.floor(Date.now() / 1000) - 3600;
function write(file: string, text: string): void {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  seconds += 1;
  utimesSync(path, seconds, seconds);
}

/** What the bundle says: words, the place of a file of the sources; and the thread's words, and whether that is bundled too. */
function said(): [string, string, [string, boolean]] {
  const { stdout, stderr } = spawnSync(process.execPath, [bundledProgram(root) ?? 'no bundle'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as ReturnType<typeof said>;
}

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'program-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [file, text] of Object.entries(FILES)) write(file, text);
});

test('the bundle says what the sources say: names of imports, parts loaded later, threads, and where a file lies', async () => {
  expect(bundledProgram(root)).toBeNull();
  await ensureProgram(root);
  expect(said()).toEqual(['first', join(root, 'src/room/place.ts'), ['first', true]]);
});

test('it is made once, and anew when a source, a package or the way it is made changes', async () => {
  await ensureProgram(root);
  const first = bundledProgram(root);
  await ensureProgram(root);
  expect(bundledProgram(root)).toBe(first);
  for (const file of ['src/room/words.ts', 'src/room/thread.ts', 'node_modules/.package-lock.json', 'scripts/ensure-program.mjs']) {
    write(file, FILES[file as keyof typeof FILES]);
    expect(bundledProgram(root), file).toBeNull();
    await ensureProgram(root);
    expect(bundledProgram(root), file).toBe(first);
  }
  write('src/room/words.ts', `export const words: string = 'other';`);
  await ensureProgram(root);
  expect(said()[0]).toBe('other');
  // Whoever runs the old one may still load a part of it.
  expect(readdirSync(dirname(first ?? ''))).toContain('cli.mjs');
});

test('the patterns of common grammars are translated into it, and it is made anew when others are common', async () => {
  const common = 'src/content/highlight/common-patterns.ts';
  write('src/content/highlight/translated-patterns.ts', 'export const TRANSLATED: Map<string, string> = new Map();');
  write(common, `export const translateCommonPatterns = async (): Promise<Map<string, string>> => new Map([['a', "</b'"]]);`);
  write(
    'src/cli.ts',
    `import { TRANSLATED } from '#content/highlight/translated-patterns.ts'; console.log(JSON.stringify([...TRANSLATED]));`,
  );
  await ensureProgram(root);
  expect(said()).toEqual([['a', "</b'"]]);
  write(common, readFileSync(join(root, common), 'utf8'));
  expect(bundledProgram(root)).toBeNull();
});

test('a bundle of long ago is removed when there is a newer one', async () => {
  await ensureProgram(root);
  const first = dirname(bundledProgram(root) ?? '');
  utimesSync(first, seconds, seconds - 24 * 60 * 60);
  write('src/room/words.ts', `export const words: string = 'other';`);
  await ensureProgram(root);
  expect(readdirSync(join(root, FOLDER)).toSorted()).toEqual([dirname(bundledProgram(root) ?? '').slice(-16), RECORD].toSorted());
});

test('a bundle that was deleted is made again, also by two commands at a time', async () => {
  await ensureProgram(root);
  rmSync(dirname(bundledProgram(root) ?? ''), { recursive: true });
  expect(bundledProgram(root)).toBeNull();
  await Promise.all([ensureProgram(root), ensureProgram(root)]);
  expect(said()[0]).toBe('first');
  expect(readdirSync(join(root, FOLDER))).toHaveLength(2);
});

test('a record that cannot be read, a source that is gone and a project that was moved: no bundle', async () => {
  await ensureProgram(root);
  const record = join(root, FOLDER, RECORD);
  const text = readFileSync(record, 'utf8');
  writeFileSync(record, text.slice(0, -5));
  expect(bundledProgram(root)).toBeNull();
  writeFileSync(record, text);
  expect(bundledProgram(root)).not.toBeNull();
  renameSync(join(root, 'src/room/place.ts'), join(root, 'src/room/elsewhere.ts'));
  expect(bundledProgram(root)).toBeNull();
  renameSync(join(root, 'src/room/elsewhere.ts'), join(root, 'src/room/place.ts'));
  const moved = `${root}-moved`;
  renameSync(root, moved);
  onTestFinished(() => rmSync(moved, { recursive: true, force: true }));
  expect(bundledProgram(moved)).toBeNull();
});

test('a source that was written while the bundle was made is not taken for the one that was read', async () => {
  const later = Math.floor(Date.now() / 1000) + 60;
  utimesSync(join(root, 'src/room/words.ts'), later, later);
  await ensureProgram(root);
  expect(bundledProgram(root)).toBeNull();
});

test('sources that cannot be bundled are told, and leave no bundle', async () => {
  write('src/room/words.ts', 'export const words: string = ;');
  await expect(ensureProgram(root)).rejects.toThrow(/words\.ts/);
  expect(bundledProgram(root)).toBeNull();
});
