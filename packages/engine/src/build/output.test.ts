import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';

import { expect, onTestFinished, test } from 'vitest';

import { compress } from './output-worker.ts';
import { createOutput } from './output.ts';

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'output-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, 'build');
}

const TEXT = 'A sentence that is long enough to be worth compressing. '.repeat(20);

test('files and their compressed forms appear only when the output is published', async () => {
  const dir = folder();
  const output = createOutput(dir);
  await output.write('site/a/index.html', TEXT);
  expect(existsSync(dir)).toBe(false);
  expect(await output.publish()).toEqual({ files: 1, written: 1 });
  expect(brotliDecompressSync(readFileSync(join(dir, 'site/a/index.html.br'))).toString()).toBe(TEXT);
  expect(gunzipSync(readFileSync(join(dir, 'site/a/index.html.gz'))).toString()).toBe(TEXT);
});

test('slow compressed forms are cached, and the next output reuses them', async () => {
  const [dir, other] = [folder(), folder()];
  const [script, kept] = [join(dir, '../a.js'), join(dir, '../cache/a.js')];
  writeFileSync(script, TEXT);
  const published = async (to: string): Promise<Buffer[]> => {
    const output = createOutput(to);
    await output.copy('site/assets/a.js', script, kept);
    await output.publish();
    return ['', '.br', '.gz'].map((ending) => readFileSync(join(to, `site/assets/a.js${ending}`)));
  };
  const first = await published(dir);
  expect(brotliDecompressSync(first[1] as Buffer).toString()).toBe(TEXT);
  expect(readdirSync(dirname(kept)).toSorted()).toEqual(['a.js.br', 'a.js.gz']);
  expect(await published(other)).toEqual(first);
  const fromCache = brotliCompressSync(TEXT, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } });
  writeFileSync(`${kept}.br`, fromCache);
  expect(await published(folder())).toEqual([first[0], fromCache, first[2]]);
  for (const damaged of [brotliCompressSync('another file'), fromCache.subarray(0, -1), Buffer.alloc(0)])
    for (const ending of ['.br', '.gz']) {
      writeFileSync(kept + ending, damaged);
      expect(await published(folder())).toEqual(first);
    }
});

test('a path that is both a file and a folder is an error, and the last output stays', async () => {
  const dir = folder();
  const first = createOutput(dir);
  await first.write('site/index.html', 'one');
  await first.publish();
  const second = createOutput(dir);
  expect(second.keep(['site/index.html'])).toBe(true);
  await second.write('site/b.js/c.js', 'two');
  for (const [path, message] of [
    [
      'site/index.html/index.html',
      'The build has a file site/index.html, and also site/index.html/index.html in a folder site/index.html.',
    ],
    ['site/index.html.br/c', 'The build has a file site/index.html, and also site/index.html.br/c in a folder site/index.html.br.'],
    ['site/b.js', 'The build has a file site/b.js, and also another file in a folder site/b.js.'],
  ] as const)
    await expect(second.write(path, 'three')).rejects.toThrow(message);
  await second.discard();
  expect(readFileSync(join(dir, 'site/index.html'), 'utf8')).toBe('one');
  expect(existsSync(join(dir, '.interrupted'))).toBe(false);
});

test('a path with an empty part is an error, because it would be the file of another address', async () => {
  const output = createOutput(folder());
  for (const path of ['site/docs//a.html', 'site/docs/./a.html'])
    await expect(output.write(path, 'two')).rejects.toThrow(`The file ${path} has an empty part in its path`);
  await output.discard();
});

test('discarding an output keeps the last one and leaves no staging folder', async () => {
  const dir = folder();
  const first = createOutput(dir);
  await first.write('site/a.html', 'one');
  await first.publish();
  const second = createOutput(dir);
  await second.write('site/a.html', 'two');
  await second.discard();
  expect(readFileSync(join(dir, 'site/a.html'), 'utf8')).toBe('one');
  expect(readdirSync(join(dir, '..'))).toEqual(['build']);
});

test('unchanged files keep their inode, and files that are no longer written are deleted', async () => {
  const dir = folder();
  const first = createOutput(dir);
  await first.write('site/same.html', TEXT);
  await first.write('site/gone.html', TEXT);
  await first.publish();
  const inode = statSync(join(dir, 'site/same.html.br')).ino;
  const second = createOutput(dir);
  await second.write('site/same.html', TEXT);
  expect(await second.publish()).toEqual({ files: 1, written: 0 });
  expect(statSync(join(dir, 'site/same.html.br')).ino).toBe(inode);
  expect(existsSync(join(dir, 'site/gone.html'))).toBe(false);
});

test('a copied file replaces an earlier one, even if that one takes longer and both threads write', async () => {
  const dir = folder();
  const output = createOutput(dir);
  // More files than the queue may contain start the second thread, and keep both busy.
  for (let page = 0; page < 400; page++) await output.write(`site/${page}.html`, `${TEXT}${page}`);
  const long = Array.from({ length: 14_000 }, (_, word) => `word${word}`).join(' ');
  const short = join(dirname(dir), 'short.html');
  writeFileSync(short, TEXT);
  const again = Array.from({ length: 30 }, (_, page) => `site/again/${page}.html`);
  for (const path of again) {
    await output.write(path, long);
    await nextTurn();
    await output.copy(path, short);
    await nextTurn();
  }
  await output.write('site/part.html', long);
  await output.join('site/all.txt', [{ file: 'site/part.html' }, 'end']);
  await output.publish();
  for (const path of again) {
    expect(readFileSync(join(dir, path), 'utf8')).toBe(TEXT);
    expect(brotliDecompressSync(readFileSync(join(dir, `${path}.br`))).toString()).toBe(TEXT);
  }
  expect(readFileSync(join(dir, 'site/all.txt'), 'utf8')).toBe(`${long}end`);
  expect(readFileSync(join(dir, 'site/399.html'), 'utf8')).toBe(`${TEXT}399`);
});

test('a file that is copied to an alias of a page does not change the page', async () => {
  const dir = folder();
  const output = createOutput(dir);
  await output.write('site/a/index.html', TEXT, 'site/a.html');
  // A static folder can contain a file with this name.
  writeFileSync(join(dirname(dir), 'a.html'), 'another');
  await output.copy('site/a.html', join(dirname(dir), 'a.html'));
  expect([...output.replaced]).toEqual(['site/a.html']);
  await output.publish();
  expect(readFileSync(join(dir, 'site/a/index.html'), 'utf8')).toBe(TEXT);
  expect(readFileSync(join(dir, 'site/a.html'), 'utf8')).toBe('another');
  const next = createOutput(dir);
  await next.write('site/a/index.html', TEXT, 'site/a.html');
  await next.publish();
  expect(readFileSync(join(dir, 'site/a.html'), 'utf8')).toBe(TEXT);
});

test('a path that is written again with other content is an error, whatever the last build wrote', async () => {
  const dir = folder();
  for (const last of ['one', 'two', 'three']) {
    const first = createOutput(dir);
    await first.write('site/a.json', last);
    await first.publish();
    const second = createOutput(dir);
    const clash = 'The build has a file site/a.json, and also another one with this name.';
    await second.write('site/a.json', 'one');
    await second.write('site/a.json', 'one');
    expect(second.keep(['site/a.json'])).toBe(last === 'one');
    await expect(second.write('site/a.json', 'two')).rejects.toThrow(clash);
    await expect(second.write('site/b.json', 'two', 'site/a.json')).rejects.toThrow(clash);
    await expect(second.join('site/a.json', ['one'])).rejects.toThrow(clash);
    await second.discard();
    const kept = createOutput(dir);
    expect(kept.keep(['site/a.json'])).toBe(true);
    await expect(kept.write('site/a.json', 'four')).rejects.toThrow(clash);
    await kept.discard();
  }
});

test('a copied file replaces a written one, whatever the last build wrote', async () => {
  const dir = folder();
  const robots = join(dirname(dir), 'robots.txt');
  writeFileSync(robots, 'copied');
  for (const written of ['one', 'copied', 'two']) {
    const output = createOutput(dir);
    await output.write('site/robots.txt', written);
    await output.copy('site/robots.txt', robots);
    await output.publish();
    expect(readFileSync(join(dir, 'site/robots.txt'), 'utf8')).toBe('copied');
  }
});

test('keep() keeps all of the given files, or none if one is missing', async () => {
  const dir = folder();
  const first = createOutput(dir);
  await first.write('site/a.html', TEXT);
  await first.publish();
  const second = createOutput(dir);
  expect(second.keep(['site/a.html', 'site/b.html'])).toBe(false);
  expect(second.keep(['site/a.html'])).toBe(true);
  await second.publish();
  expect(existsSync(join(dir, 'site/a.html.gz'))).toBe(true);
});

test('join() concatenates texts and files, and an unchanged result keeps the last file', async () => {
  const dir = folder();
  const pieces = ['a: ', { file: 'site/a.md' }, ', b: ', { file: 'site/b.md' }];
  const build = async (a: string): Promise<object> => {
    const output = createOutput(dir);
    await output.write('site/a.md', a);
    if (!output.keep(['site/b.md'])) await output.write('site/b.md', TEXT);
    await output.join('site/all.txt', pieces);
    return output.publish();
  };
  expect(await build('one')).toEqual({ files: 3, written: 3 });
  const { ino } = statSync(join(dir, 'site/all.txt.br'));
  expect(await build('one')).toEqual({ files: 3, written: 0 });
  expect(statSync(join(dir, 'site/all.txt.br')).ino).toBe(ino);
  expect(await build('two')).toEqual({ files: 3, written: 2 });
  for (const text of [
    readFileSync(join(dir, 'site/all.txt')),
    brotliDecompressSync(readFileSync(join(dir, 'site/all.txt.br'))),
    gunzipSync(readFileSync(join(dir, 'site/all.txt.gz'))),
  ])
    expect(text.toString()).toBe(`a: two, b: ${TEXT}`);
});

test('files that no build created are neither deleted nor overwritten', async () => {
  const dir = folder();
  mkdirSync(join(dir, 'site'), { recursive: true });
  writeFileSync(join(dir, 'notes.txt'), 'mine');
  writeFileSync(join(dir, 'site/index.html'), 'mine');
  const refused = createOutput(dir);
  await refused.write('site/index.html', TEXT);
  await expect(refused.publish()).rejects.toThrow(
    /site\/index\.html was not created by a build, and the build would overwrite it\. Move it elsewhere/,
  );
  await refused.discard();
  expect(readFileSync(join(dir, 'site/index.html'), 'utf8')).toBe('mine');
  rmSync(join(dir, 'site'), { recursive: true });
  for (const text of [TEXT, `${TEXT}again`]) {
    const output = createOutput(dir);
    await output.write('site/index.html', text);
    await output.publish();
  }
  expect(readFileSync(join(dir, 'site/index.html'), 'utf8')).toBe(`${TEXT}again`);
  expect(readFileSync(join(dir, 'notes.txt'), 'utf8')).toBe('mine');
});

test('staging folders of killed builds are removed and never published', async () => {
  const dir = folder();
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  // The name of a real staging folder, with the id of another process.
  const killed = createOutput(dir);
  const [own = ''] = readdirSync(dirname(dir)).filter((name) => name.startsWith(`${basename(dir)}.next-`));
  await killed.discard();
  const of = (pid: number): string => join(dirname(dir), own.replace(`-${process.pid}-`, `-${pid}-`));
  for (const pid of [ended, process.pid, process.ppid]) {
    mkdirSync(join(of(pid), 'site'), { recursive: true });
    writeFileSync(join(of(pid), 'site/leftover.html'), 'of another build');
  }
  mkdirSync(`${dir}.next-release`);
  const output = createOutput(dir);
  await output.write('site/a.html', TEXT);
  await output.publish();
  expect(existsSync(join(dir, 'site/leftover.html'))).toBe(false);
  // Two other builds are running, and one folder does not belong to a build.
  expect([of(ended), of(process.pid), of(process.ppid), `${dir}.next-release`].map((path) => existsSync(path))).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

test('the compression depends on the type and the size of a file', () => {
  const endings = (path: string, text = TEXT): string[] => compress(path, Buffer.from(text)).map((form) => form.ending);
  expect(endings('docs/x/index.html')).toEqual(['.br', '.gz']);
  expect(endings('docs/x.json')).toEqual(['.gz']);
  expect(endings('llms-full.txt')).toEqual(['.gz']);
  expect(endings('assets/index.bin')).toEqual(['.br', '.gz']);
  expect(endings('assets/index.bin', 'x'.repeat(9 << 20))).toEqual(['.br']);
  expect(endings('assets/entry-1.js')).toEqual(['.br', '.gz']);
  expect(endings('assets/font.woff2')).toEqual([]);
  expect(endings('a.html', 'short')).toEqual([]);
});

test('changed files are published beside unchanged ones, and obsolete compressed forms and folders are removed', async () => {
  const dir = folder();
  const first = createOutput(dir);
  await first.write('site/a/index.html', TEXT);
  await first.write('site/b/index.html', TEXT);
  await first.write('site/c/index.html', TEXT);
  await first.write('manifest.json', '1');
  await first.publish();
  const second = createOutput(dir);
  expect(second.keep(['site/b/index.html'])).toBe(true);
  await second.write('site/a/index.html', 'too short to compress');
  await second.write('manifest.json', '2');
  expect(await second.publish()).toEqual({ files: 3, written: 2 });
  const files = readdirSync(dir, { recursive: true }).map(String).toSorted();
  expect(files).toEqual([
    '.made-by-build.json',
    'manifest.json',
    'site',
    'site/a',
    'site/a/index.html',
    'site/b',
    'site/b/index.html',
    'site/b/index.html.br',
    'site/b/index.html.gz',
  ]);
  expect(readFileSync(join(dir, 'manifest.json'), 'utf8')).toBe('2');
  expect(readdirSync(join(dir, '..'))).toEqual(['build']);
});

test('a file can replace a folder, and a folder can replace a file', async () => {
  const dir = folder();
  const first = createOutput(dir);
  await first.write('site/a', 'a file');
  await first.write('site/b/index.html', 'in a folder');
  await first.publish();
  const second = createOutput(dir);
  await second.write('site/a/index.html', 'in a folder');
  await second.write('site/b', 'a file');
  await second.publish();
  expect(readFileSync(join(dir, 'site/a/index.html'), 'utf8')).toBe('in a folder');
  expect(readFileSync(join(dir, 'site/b'), 'utf8')).toBe('a file');
});

test('no file of an interrupted publication is kept', async () => {
  const dir = folder();
  const first = createOutput(dir);
  await first.write('site/a.html', TEXT);
  await first.publish();
  writeFileSync(join(dir, 'site/a.html.gz'), 'of another build');
  writeFileSync(join(dir, '.interrupted'), '');
  const second = createOutput(dir);
  expect(second.keep(['site/a.html'])).toBe(false);
  await second.write('site/a.html', TEXT);
  expect(await second.publish()).toEqual({ files: 1, written: 1 });
  expect(gunzipSync(readFileSync(join(dir, 'site/a.html.gz'))).toString()).toBe(TEXT);
  expect(existsSync(join(dir, '.interrupted'))).toBe(false);
});

test.each(['site/b/c.html', 'site/b/c/d.html'])('a file that no build created is not replaced by a folder: %s', async (file) => {
  const dir = folder();
  const first = createOutput(dir);
  await first.write('site/a.html', 'one');
  await first.publish();
  writeFileSync(join(dir, 'site/b'), 'mine');
  const second = createOutput(dir);
  await second.write('site/a.html', 'two');
  await second.write(file, 'two');
  await expect(second.publish()).rejects.toThrow(`${file} was not created by a build`);
  await second.discard();
  expect(readFileSync(join(dir, 'site/a.html'), 'utf8')).toBe('one');
  expect(readFileSync(join(dir, 'site/b'), 'utf8')).toBe('mine');
  expect(existsSync(join(dir, '.interrupted'))).toBe(false);
});

test('a folder that was replaced by a symbolic link is not followed', async () => {
  const dir = folder();
  const first = createOutput(dir);
  await first.write('site/docs/a.html', 'one');
  await first.publish();
  const elsewhere = folder();
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'a.html'), 'mine');
  rmSync(join(dir, 'site/docs'), { recursive: true });
  symlinkSync(elsewhere, join(dir, 'site/docs'));
  const second = createOutput(dir);
  await second.write('site/docs/a.html', 'two');
  await second.write('site/docs/b.html', 'two');
  await expect(second.publish()).rejects.toThrow('site/docs is a symbolic link');
  await second.discard();
  expect(readdirSync(elsewhere)).toEqual(['a.html']);
  expect(readFileSync(join(elsewhere, 'a.html'), 'utf8')).toBe('mine');
});
