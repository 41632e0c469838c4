import { spawn, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createOutput } from './output.ts';
import { readOwnedFiles, resumePublishing, rejectTracked } from './publish.ts';
import { gitEnvironment } from '#content/last-updates.ts';
import { INTERRUPTED, startOf } from '#config/build-folder.ts';

const OLD = {
  'site/index.html': '<script src="/assets/1.js">',
  'site/assets/1.js': '1',
  'site/a/index.html': 'in a folder',
  'site/b': 'a file',
  'site/gone.html': 'gone',
  'manifest.json': '1',
};

async function publishOld(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'publish-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dir = join(folder, 'build');
  const output = createOutput(dir);
  for (const [path, text] of Object.entries(OLD)) await output.write(path, text);
  await output.publish();
  return dir;
}

function contentOf(dir: string): Record<string, string> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map((entry) => join(entry.parentPath, entry.name)).map((file) => [file.slice(dir.length + 1), readFileSync(file, 'utf8')]),
  );
}

/** @returns whether there was such a change, before which the process was killed */
async function publishNew(dir: string, killAt: number): Promise<boolean> {
  const [preload, script] = ['pause-publishing.ts', 'publish-two.ts'].map((name) => join(import.meta.dirname, 'testing', name));
  const child = spawn(process.execPath, ['--import', preload ?? '', script ?? '', dir], {
    env: { ...process.env, PAUSE_AT: String(killAt) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.once('data', () => child.kill('SIGKILL'));
  const [status] = (await once(child, 'close')) as [number | null];
  return status === null;
}

test('a build that is killed at any moment of its publication leaves the old output, or one that the next command completes', async () => {
  const whole = await publishOld();
  const old = contentOf(whole);
  expect(await publishNew(whole, 0)).toBe(false);
  const fresh = contentOf(whole);
  expect(fresh['site/a']).toBe('a file');
  let kills = 0;
  for (; ; kills++) {
    const dir = await publishOld();
    if (!(await publishNew(dir, kills + 1))) break;
    if (existsSync(join(dir, INTERRUPTED))) {
      resumePublishing(dir);
      expect(contentOf(dir), `killed before change ${kills + 1}`).toEqual(fresh);
    } else {
      expect([old, fresh], `killed before change ${kills + 1}`).toContainEqual(contentOf(dir));
    }
    if (kills % 4 > 0) continue;
    expect(await publishNew(dir, 0), 'the next build goes on from there').toBe(false);
    expect(contentOf(dir)).toEqual(fresh);
  }
  // One step each for the marker, five files, their list, four deleted files, and the folder with the new files, and one to remove the marker.
  expect(kills).toBe(13);
});

test.skipIf(process.platform !== 'linux')(
  'an interrupted publish is completed if another process has the id of the build, and not while the build is running',
  async () => {
    const dir = await publishOld();
    const other = spawn('sleep', ['60']);
    onTestFinished(() => void other.kill());
    const staged = join(dir, '../build.next-1');
    mkdirSync(join(staged, 'site'), { recursive: true });
    writeFileSync(join(staged, 'site/new.txt'), 'new');
    const started = startOf(other.pid ?? 0);
    expect(started).toMatch(/^[\da-f-]{36} \d+$/);
    for (const [start, isCompleted] of [
      [started, false],
      [undefined, false],
      [started.replace(/\d+$/, '1'), true],
    ] as const) {
      const plan = { staged: 'build.next-1', pid: other.pid, started: start, obsolete: [], owned: ['site/new.txt'] };
      writeFileSync(join(dir, INTERRUPTED), JSON.stringify(plan));
      resumePublishing(dir);
      expect(existsSync(join(dir, INTERRUPTED))).toBe(!isCompleted);
      expect(existsSync(join(dir, 'site/new.txt'))).toBe(isCompleted);
    }
  },
);

test('neither a plan nor a list of files can delete or move files outside of the output', async () => {
  const dir = await publishOld();
  const other = join(dir, '../other.txt');
  writeFileSync(other, 'mine');
  writeFileSync(join(dir, '.made-by-build.json'), JSON.stringify(['../other.txt', ...Object.keys(OLD)]));
  mkdirSync(`${dir}.next-1`);
  writeFileSync(
    join(dir, INTERRUPTED),
    JSON.stringify({ staged: 'build.next-1', pid: process.pid, obsolete: ['../other.txt'], owned: [] }),
  );
  resumePublishing(dir);
  expect(existsSync(join(dir, INTERRUPTED))).toBe(false);
  expect(await publishNew(dir, 0)).toBe(false);
  expect(readFileSync(other, 'utf8')).toBe('mine');
});

test.each([
  ['a new file', 'site/linked/mine.txt', []],
  ['an obsolete file', 'site/new.txt', ['site/linked/mine.txt']],
])('an interrupted publish is not completed if %s is below a symbolic link', async (_, fresh, obsolete) => {
  const dir = await publishOld();
  const other = join(dir, '../other');
  mkdirSync(other);
  writeFileSync(join(other, 'mine.txt'), 'mine');
  symlinkSync(other, join(dir, 'site/linked'));
  const staged = join(dir, '../build.next-1');
  mkdirSync(join(staged, dirname(fresh)), { recursive: true });
  writeFileSync(join(staged, fresh), 'new');
  writeFileSync(join(dir, INTERRUPTED), JSON.stringify({ staged: 'build.next-1', pid: process.pid, obsolete, owned: [] }));
  expect(() => resumePublishing(dir)).toThrow('site/linked is a symbolic link');
  expect(readFileSync(join(other, 'mine.txt'), 'utf8')).toBe('mine');
});

test('an interrupted publish is not completed with files or a folder that are symbolic links', async () => {
  const dir = await publishOld();
  const other = join(dir, '../other');
  mkdirSync(other);
  writeFileSync(join(other, 'secret.txt'), 'secret');
  const staged = join(dir, '../build.next-1');
  writeFileSync(join(dir, INTERRUPTED), JSON.stringify({ staged: 'build.next-1', pid: process.pid, obsolete: [], owned: [] }));
  symlinkSync(other, staged);
  resumePublishing(dir);
  expect(readdirSync(other)).toEqual(['secret.txt']);
  rmSync(staged);
  mkdirSync(staged);
  symlinkSync(join(other, 'secret.txt'), join(staged, 'public.txt'));
  expect(() => resumePublishing(dir)).toThrow('public.txt is a symbolic link');
  expect(existsSync(join(dir, 'public.txt'))).toBe(false);
});

test('an invalid plan or a plan for another folder is ignored', async () => {
  const dir = await publishOld();
  const old = contentOf(dir);
  const other = join(dir, '../other');
  mkdirSync(other);
  writeFileSync(join(other, 'secret.txt'), 'secret');
  for (const plan of ['', '{}', JSON.stringify({ staged: '../other', pid: 0, obsolete: [] }), '{"staged":"build.next-x/../../other"}']) {
    writeFileSync(join(dir, INTERRUPTED), plan);
    resumePublishing(dir);
    expect(contentOf(dir)).toEqual({ ...old, [INTERRUPTED]: plan });
    expect(existsSync(join(other, 'secret.txt'))).toBe(true);
  }
});

test('the first build moves the whole folder, which gets the default permissions', async () => {
  const dir = await publishOld();
  expect(contentOf(dir)).toMatchObject(OLD);
  expect(readdirSync(join(dir, '..'))).toEqual(['build']);
  mkdirSync(join(dir, '../other'));
  expect(statSync(dir).mode).toBe(statSync(join(dir, '../other')).mode);
  expect(readOwnedFiles(dir)?.toSorted()).toEqual(Object.keys(OLD).toSorted());
});

test('a cache that is under version control is rejected, even if a folder around it poses as a repository', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tracked-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const repository = join(folder, 'repository');
  const write = (path: string, text = ''): void => {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  };
  const git = (...args: string[]): unknown => execFileSync('git', args, { cwd: repository, env: gitEnvironment(), stdio: 'ignore' });
  write('site/.cache/shell/x.mjs');
  write('site/HEAD', 'ref: refs/heads/main\n');
  write('site/config', '[core]\nbare = true\n');
  for (const part of ['objects', 'refs']) write(`site/${part}/x`);
  git('init', '--quiet');
  git('add', '--all');
  write('site/build/own.html');
  const cache = join(repository, 'site/.cache');
  await expect(rejectTracked([cache])).rejects.toThrow(`${cache} contains files that are under version control.`);
  // A disk that ignores case leads from one folder to the other like this link, which is not under version control.
  symlinkSync('.cache', join(repository, 'site/.Cache'));
  await expect(rejectTracked([join(repository, 'site/.Cache')])).rejects.toThrow('under version control');
  symlinkSync('site', join(repository, 'linked'));
  await expect(rejectTracked([join(repository, 'linked/.cache')])).rejects.toThrow('under version control');
  await rejectTracked([join(repository, 'site/build'), join(repository, 'site/none'), join(folder, 'elsewhere/.cache')]);
});
