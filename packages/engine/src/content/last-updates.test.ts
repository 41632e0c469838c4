import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { pathspecsOf, readLastUpdates } from './last-updates.ts';

let folder = '';
let repository = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'updates-'));
  repository = join(folder, 'repository');
  await mkdir(repository);
  git(repository, 'init', '--quiet');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

function git(cwd: string, ...args: string[]): void {
  // The test may run within a git hook of this repository, whose variables must not affect the temporary one.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX)$/.test(name)));
  execFileSync('git', ['-c', 'commit.gpgSign=false', ...args], { cwd, env, stdio: 'ignore' });
}

async function commit(author: string, date: string, files: Record<string, string | null>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const absolute = join(repository, path);
    await mkdir(join(absolute, '..'), { recursive: true });
    if (text === null) await rm(absolute);
    else await writeFile(absolute, text);
  }
  record(author, date);
}

function record(author: string, date: string): void {
  git(repository, 'add', '--all');
  const identity = ['-c', `user.name=${author}`, '-c', 'user.email=someone@example.org'];
  vi.stubEnv('GIT_COMMITTER_DATE', `${date}T12:00:00Z`);
  git(repository, ...identity, 'commit', '--quiet', `--date=${date}T12:00:00Z`, '--message', 'change\n\nnot-a-file.md');
}

const sorted = (updates: Map<string, unknown>): [string, unknown][] => [...updates].toSorted(([a], [b]) => (a < b ? -1 : 1));

test('R-105 the author and the date of the last change are read, for any file name', async () => {
  await commit('Ann Öst', '2026-01-02', { 'a.md': '1', 'deep/ü b.md': '1', 'it\'s "odd".md': '1' });
  await commit('Bo, the second', '2026-02-03', { 'a.md': '2' });
  expect(sorted(await readLastUpdates(repository))).toEqual([
    ['a.md', { author: 'Bo, the second', date: '2026-02-03' }],
    ['deep/ü b.md', { author: 'Ann Öst', date: '2026-01-02' }],
    ['it\'s "odd".md', { author: 'Ann Öst', date: '2026-01-02' }],
  ]);
});

test('paths are relative to the folder asked for, and only its files are returned', async () => {
  await commit('Ann', '2026-01-02', { 'other.md': '1', 'content/docs/a.md': '1' });
  expect(sorted(await readLastUpdates(join(repository, 'content/docs')))).toEqual([['a.md', { author: 'Ann', date: '2026-01-02' }]]);
});

test('a rename is not a change, and history is followed across renames and folders', async () => {
  await commit('Ann', '2026-01-02', { 'docs/a.md': 'a', 'docs/deep/b.md': 'b' });
  await commit('Bo', '2026-02-03', { 'docs/a.md': 'a, changed' });
  git(repository, 'mv', 'docs', 'content');
  record('Mover', '2026-03-04');
  await mkdir(join(repository, 'site'));
  git(repository, 'mv', 'content', 'site/content');
  record('Mover', '2026-04-05');
  await commit('Cy', '2026-05-06', { 'docs/a.md': 'another file of the old name', 'site/content/new.md': 'new' });
  expect(sorted(await readLastUpdates(join(repository, 'site/content')))).toEqual([
    ['a.md', { author: 'Bo', date: '2026-02-03' }],
    ['deep/b.md', { author: 'Ann', date: '2026-01-02' }],
    ['new.md', { author: 'Cy', date: '2026-05-06' }],
  ]);
});

test('a rename with a change of content is a change', async () => {
  await commit('Ann', '2026-01-02', { 'old.md': 'many\nlines\nof\ntext\n' });
  await commit('Bo', '2026-02-03', { 'old.md': null, 'new.md': 'many\nlines\nof\nother text\n' });
  expect(sorted(await readLastUpdates(repository))).toEqual([['new.md', { author: 'Bo', date: '2026-02-03' }]]);
});

test('ignored authors are hidden, and the date of their change is kept', async () => {
  await commit('release[bot]', '2026-01-02', { 'a.md': '1' });
  await commit('Ann', '2026-02-03', { 'b.md': '1' });
  expect(sorted(await readLastUpdates(repository, { ignoredAuthors: ['*\\[bot\\]', 'Seed *'] }))).toEqual([
    ['a.md', { author: null, date: '2026-01-02' }],
    ['b.md', { author: 'Ann', date: '2026-02-03' }],
  ]);
});

test('a renamed file keeps its date, deleted and untracked files are omitted, and uncommitted edits are ignored', async () => {
  await commit('Ann', '2026-01-02', { 'old.md': '1', 'gone.md': '1', 'kept.md': '1' });
  await rename(join(repository, 'old.md'), join(repository, 'new.md'));
  record('Bo', '2026-02-03');
  await commit('Cy', '2026-03-04', { 'gone.md': null });
  await writeFile(join(repository, 'untracked.md'), '1');
  await writeFile(join(repository, 'kept.md'), 'edited, not committed');
  expect(sorted(await readLastUpdates(repository))).toEqual([
    ['kept.md', { author: 'Ann', date: '2026-01-02' }],
    ['new.md', { author: 'Ann', date: '2026-01-02' }],
  ]);
});

test('a shallow clone does not attribute every file to the author of its oldest commit', async () => {
  await commit('Ann', '2026-01-02', { 'a.md': '1', 'b.md': '1' });
  await commit('Bo', '2026-02-03', { 'a.md': '2' });
  await commit('Cy', '2026-03-04', { 'a.md': '3' });
  const clone = join(folder, 'clone');
  git(folder, 'clone', '--quiet', '--depth', '2', `file://${repository}`, clone);
  expect(sorted(await readLastUpdates(clone))).toEqual([['a.md', { author: 'Cy', date: '2026-03-04' }]]);
  const shallowest = join(folder, 'shallowest');
  git(folder, 'clone', '--quiet', '--depth', '1', `file://${repository}`, shallowest);
  expect(await readLastUpdates(shallowest)).toEqual(new Map());
});

test('a merged change belongs to its author', async () => {
  await commit('Ann', '2026-01-02', { 'a.md': '1' });
  git(repository, 'checkout', '--quiet', '-b', 'side');
  await commit('Bo', '2026-02-03', { 'b.md': '1' });
  git(repository, 'checkout', '--quiet', '-');
  await commit('Cy', '2026-03-04', { 'c.md': '1' });
  git(repository, '-c', 'user.name=Di', '-c', 'user.email=d@example.org', 'merge', '--quiet', '--no-edit', 'side');
  expect((await readLastUpdates(repository)).get('b.md')).toEqual({ author: 'Bo', date: '2026-02-03' });
});

test('the variables of a git hook are ignored', async () => {
  await commit('Ann', '2026-01-02', { 'a.md': '1' });
  vi.stubEnv('GIT_DIR', join(folder, 'elsewhere'));
  vi.stubEnv('GIT_INDEX_FILE', join(folder, 'elsewhere/index'));
  expect((await readLastUpdates(repository)).size).toBe(1);
});

test('a repository without commits has no updates', async () => {
  await writeFile(join(repository, 'a.md'), '1');
  git(repository, 'add', '--all');
  expect(await readLastUpdates(repository)).toEqual(new Map());
});

test('a folder without a repository and a missing folder have no updates', async () => {
  vi.stubEnv('GIT_CEILING_DIRECTORIES', folder);
  const plain = join(folder, 'plain');
  await mkdir(plain);
  expect(await readLastUpdates(plain)).toEqual(new Map());
  expect(await readLastUpdates(join(folder, 'nowhere'))).toEqual(new Map());
});

test('all files of a long history are found', async () => {
  for (let number = 0; number < 12; number++) await commit('Ann', '2026-01-02', { [`${number}.md`]: 'x'.repeat(100) });
  await commit('Bo', '2026-02-03', Object.fromEntries(Array.from({ length: 400 }, (_, number) => [`page-${number}.md`, '1'])));
  expect((await readLastUpdates(repository)).size).toBe(412);
});

test('files of the content cannot act as a repository whose configuration runs programs', async () => {
  const ran = join(folder, 'ran');
  const config = `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = "touch ${ran}; false"\n`;
  await commit('Ann', '2026-01-02', {
    ...{ 'docs/a.md': '1', 'docs/HEAD': 'ref: refs/heads/main\n', 'docs/config': config, 'docs/objects/x': '', 'docs/refs/x': '' },
  });
  await readLastUpdates(join(repository, 'docs'));
  expect(existsSync(ran)).toBe(false);
});

test('a log is limited to folders unless their names are too long for the arguments of a command', () => {
  expect(pathspecsOf(['docs/a', 'docs/b'])).toEqual(['--', 'docs/a', 'docs/b']);
  expect(pathspecsOf(Array.from({ length: 800 }, (_, number) => `${'long/'.repeat(600)}${number}`))).toEqual([]);
});
