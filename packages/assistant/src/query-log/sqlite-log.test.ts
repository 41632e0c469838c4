import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdtemp, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openQueryLog } from './open-query-log.ts';
import { openSqliteLog, createGroupCommit } from './sqlite-log.ts';
import { QueryLogError } from './store.ts';
import { setTimeout as pause } from 'node:timers/promises';

/** The id of the user without privileges on Linux. */
const NOBODY = 65_534;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlite-log-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function queriesIn(file: string): Promise<string[]> {
  const log = await openSqliteLog(file);
  const queries: string[] = [];
  for await (const { query } of log.read?.(0, Number.MAX_SAFE_INTEGER) ?? []) queries.push(query);
  await log.close();
  return queries;
}

test('a file of the first schema version keeps its entries and accepts page ratings', async () => {
  const file = join(folder, 'first-version.sqlite');
  const first = new DatabaseSync(file);
  first.exec(`CREATE TABLE query_log (
     id TEXT PRIMARY KEY,
     time INTEGER NOT NULL,
     source TEXT NOT NULL CHECK (source IN ('assistant', 'search')),
     query TEXT NOT NULL,
     rating TEXT CHECK (rating IN ('positive', 'negative')),
     outcome TEXT CHECK (outcome IN ('found', 'refused', 'no-results'))
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX query_log_time ON query_log (time, id);
   INSERT INTO query_log VALUES ('a', 1, 'search', 'before', NULL, 'no-results');
   PRAGMA application_id = ${0x71_6c_6f_67}; PRAGMA user_version = 1`);
  first.close();
  const log = await openSqliteLog(file);
  await log.append({ time: 2, source: 'page', page: '/docs/a', query: 'after', rating: 'negative', outcome: null });
  await log.close();
  expect(await queriesIn(file)).toEqual(['before', 'after']);
});

test('R-411 the file does not contain deleted entries', async () => {
  const file = join(folder, 'deleted.sqlite');
  const log = await openSqliteLog(file);
  await log.append(...Array.from({ length: 500 }, (_, time) => ({ ...entryAt(time), query: `private words ${time}` })));
  await log.deleteBefore?.(400);
  const texts = await Promise.all(['', '-wal'].map((ending) => readFile(file + ending, 'latin1')));
  const found = texts.flatMap((text) => text.match(/private words \d+/g) ?? []).map((words) => Number(words.split(' ')[2]));
  expect(Math.min(...found)).toBeGreaterThanOrEqual(400);
  await log.close();
});

const entryAt = (time: number) => ({ time, source: 'assistant', rating: null, outcome: null }) as const;

/** Runs as an ordinary user, because root may write everywhere. */
async function withoutRoot<Result>(run: () => Promise<Result>): Promise<Result> {
  if (process.geteuid?.() !== 0) return run();
  await chmod(folder, 0o755);
  process.seteuid?.(NOBODY);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}

describe('an unusable file is reported with the reason', () => {
  const refusal = (file: string): Promise<string> =>
    openSqliteLog(file).then(
      () => 'opened',
      (error: Error) => `${error.name}: ${error.message.replaceAll(folder, '…')}`,
    );

  test('a folder', async () => {
    await mkdir(join(folder, 'some-folder'));
    expect(await refusal(join(folder, 'some-folder'))).toBe('QueryLogError: …/some-folder is a folder. Set QUERY_LOG_FILE to a file.');
  });

  test('a file that is not a database, which is not changed', async () => {
    const file = join(folder, 'letter.txt');
    await writeFile(file, 'Dear reader, '.repeat(100));
    expect(await refusal(file)).toBe(
      'QueryLogError: …/letter.txt is not a SQLite database. Move it elsewhere, or set QUERY_LOG_FILE to another file.',
    );
    expect(await readFile(file, 'utf8')).toBe('Dear reader, '.repeat(100));
  });

  test('a database of another program, which is not changed', async () => {
    const file = join(folder, 'shop.sqlite');
    const shop = new DatabaseSync(file);
    shop.exec('CREATE TABLE orders (id INTEGER); INSERT INTO orders VALUES (1)');
    shop.close();
    const before = await readFile(file);
    expect(await refusal(file)).toBe(
      'QueryLogError: …/shop.sqlite is the database of another program. Set QUERY_LOG_FILE to another file.',
    );
    expect((await readFile(file)).equals(before)).toBe(true);
  });

  test('a log of a newer schema version', async () => {
    const file = join(folder, 'newer.sqlite');
    await queriesIn(file);
    const newer = new DatabaseSync(file);
    newer.exec('PRAGMA user_version = 99');
    newer.close();
    expect(await refusal(file)).toBe(
      'QueryLogError: …/newer.sqlite was written by a newer version of this program. Update this program, or set QUERY_LOG_FILE to another file.',
    );
  });

  test('a folder that cannot be created', async () => {
    await writeFile(join(folder, 'file'), '');
    expect(await refusal(join(folder, 'file', 'data', 'log.sqlite'))).toMatch(
      /^QueryLogError: The folder of the query log, …\/file\/data, cannot be created \(.*\)\. Set QUERY_LOG_FILE to a file in a writable folder\.$/,
    );
  });

  test('a folder without write permission', async () => {
    await mkdir(join(folder, 'locked'));
    await chmod(join(folder, 'locked'), 0o555);
    expect(await withoutRoot(() => refusal(join(folder, 'locked', 'log.sqlite')))).toContain(
      'Check the permissions of the file and its folder',
    );
  });

  test('an empty file is accepted', async () => {
    await writeFile(join(folder, 'empty.sqlite'), '');
    expect(await queriesIn(join(folder, 'empty.sqlite'))).toEqual([]);
  });
});

test('the database uses a write-ahead log that is flushed before each acknowledgement', async () => {
  const file = join(folder, 'modes.sqlite');
  const log = await openSqliteLog(file);
  const reader = new DatabaseSync(file, { readOnly: true });
  expect(reader.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  await log.append({ time: 1, source: 'assistant', query: 'seen at once', rating: null, outcome: null });
  expect(reader.prepare('SELECT query FROM query_log').all()).toEqual([{ query: 'seen at once' }]);
  reader.close();
  await log.close();
});

test('R-411 acknowledged entries survive a killed process', async () => {
  const file = join(folder, 'killed.sqlite');
  const child = fork(new URL('testing/append-until-killed.ts', import.meta.url), [file], { stdio: 'ignore' });
  const acknowledged: string[] = [];
  const exited = once(child, 'exit');
  await new Promise<void>((resolve) => {
    child.on('message', (query: string) => {
      acknowledged.push(query);
      if (acknowledged.length === 200) resolve(void child.kill('SIGKILL'));
    });
  });
  expect((await exited)[1]).toBe('SIGKILL');
  const kept = new Set(await queriesIn(file));
  expect(acknowledged.filter((query) => !kept.has(query))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThanOrEqual(200);
  const check = new DatabaseSync(file);
  expect(check.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  check.close();
}, 20_000);

test('a lock of another process is reported, and the log works again after its release', async () => {
  const file = join(folder, 'busy.sqlite');
  const log = await openSqliteLog(file);
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  const blocked = log.append({ time: 1, source: 'assistant', query: 'blocked', rating: null, outcome: null });
  await expect(blocked).rejects.toThrow(/^The query log .* cannot be written: database is locked\.$/);
  other.exec('ROLLBACK');
  other.close();
  await log.append({ time: 1, source: 'assistant', query: 'free', rating: null, outcome: null });
  await log.close();
  expect(await queriesIn(file)).toEqual(['free']);
});

/** Returns the name of the write-ahead log that was moved away from a file. */
async function movedLogOf(name: string): Promise<string> {
  const found = (await readdir(folder)).find((one) => one.startsWith(`${name}.moved-wal-`));
  expect(found).toBeDefined();
  return found ?? '';
}

describe('a log file that is moved or deleted while the server runs', () => {
  const entry = (query: string) => ({ time: 1, source: 'assistant' as const, query, rating: null, outcome: null });

  test('the file is created again, and no acknowledged entry is lost', async () => {
    const file = join(folder, 'rotated.sqlite');
    const log = await openSqliteLog(file);
    await log.append(entry('before'));
    for (const end of ['', '-wal', '-shm']) await rename(file + end, `${file}.1${end}`).catch(() => undefined);
    await log.append(entry('after the move'));
    await rm(file);
    await log.append(entry('after the deletion'));
    await log.close();
    expect(await queriesIn(`${file}.1`)).toEqual(['before']);
    expect(await queriesIn(file)).toEqual(['after the deletion']);
  });

  test.each([
    ['a folder', (file: string) => mkdir(file)],
    ['a file of another program', (file: string) => writeFile(file, 'Dear reader, '.repeat(100))],
  ])('after %s at the path was in the way, entries are stored again', async (what, block) => {
    const file = join(folder, `blocked-by-${what.length}.sqlite`);
    const log = await openSqliteLog(file);
    await log.append(entry('before'));
    await rename(file, `${file}.1`);
    await block(file);
    await expect(log.append(entry('lost'))).rejects.toThrow(QueryLogError);
    await expect(log.append(entry('lost, too'))).rejects.toThrow(QueryLogError);
    await rm(file, { recursive: true });
    await log.append(entry('after'));
    await log.close();
    expect(await queriesIn(`${file}.1`)).toEqual(['before']);
    expect(await queriesIn(file)).toEqual(['after']);
  });

  test('two logs of one file, as during a reload, lose no acknowledged entry if it is moved', async () => {
    const file = join(folder, 'reloaded.sqlite');
    const [retired, current] = [await openSqliteLog(file), await openSqliteLog(file)];
    await retired.append(entry('before'));
    await rename(file, `${file}.1`);
    await current.append(entry('after the move'));
    await retired.close();
    await current.append(entry('after the reload'));
    // What is on the disk is what a server that is killed now leaves behind.
    const reader = new DatabaseSync(file, { readOnly: true });
    expect(
      reader
        .prepare('SELECT query FROM query_log ORDER BY query')
        .all()
        .map(({ query }) => query),
    ).toEqual(['after the move', 'after the reload']);
    reader.close();
    await current.close();
    await expect(current.append(entry('late'))).rejects.toThrow('The query log is closed.');
    expect(await queriesIn(`${file}.1`)).toEqual(['before']);
  });

  test('a file that is moved without its write-ahead log is completed', async () => {
    const file = join(folder, 'moved.sqlite');
    const log = await openSqliteLog(file);
    await log.append(entry('before'));
    await rename(file, `${file}.1`);
    await log.append(entry('after the move'));
    await rename(file, `${file}.2`);
    await log.close();
    expect(await queriesIn(`${file}.1`)).toEqual(['before']);
    expect(await queriesIn(`${file}.2`)).toEqual(['after the move']);
  });

  test('SIGHUP completes the moved file and creates a new one', async () => {
    const file = join(folder, 'hang-up.sqlite');
    const onError = vi.fn<(error: Error) => void>();
    const log = await openQueryLog(
      { queryLogForward: null, databaseUrl: null, queryLogFile: file },
      { retentionDays: 1, onError, now: () => 1 },
    );
    await log.append(entry('before'));
    await rename(file, `${file}.1`);
    process.emit('SIGHUP');
    await vi.waitFor(async () => expect((await stat(file)).mode & 0o777).toBe(0o600));
    expect(await queriesIn(`${file}.1`)).toEqual(['before']);
    await log.close();
    expect(onError).not.toHaveBeenCalled();
    expect(process.listenerCount('SIGHUP')).toBe(0);
  });

  test('a server that opens a new file while another one still uses the moved file loses no entry of either', async () => {
    const file = join(folder, 'two-servers.sqlite');
    const first = await openSqliteLog(file);
    await first.append(entry('before'));
    await rename(file, `${file}.1`);
    const second = await openSqliteLog(file);
    await second.append(entry('after'));
    await first.close();
    await second.close();
    expect(await queriesIn(`${file}.1`)).toEqual(['before']);
    expect(await queriesIn(file)).toEqual(['after']);
  });

  test('the write-ahead log that a killed server left behind is moved away when its file was moved', async () => {
    const file = join(folder, 'left-behind.sqlite');
    const log = await openSqliteLog(file);
    await log.append(entry('before'));
    // Copies of the open files are what a killed server leaves behind.
    await copyFile(file, `${file}.1`);
    await copyFile(`${file}-wal`, join(folder, 'new.sqlite-wal'));
    await log.close();
    const next = await openSqliteLog(join(folder, 'new.sqlite'));
    await next.append(entry('after'));
    await next.close();
    await rename(join(folder, await movedLogOf('new.sqlite')), `${file}.1-wal`);
    expect(await queriesIn(`${file}.1`)).toEqual(['before']);
    expect(await queriesIn(join(folder, 'new.sqlite'))).toEqual(['after']);
  });

  test('a second write-ahead log that is moved away does not replace the first one', async () => {
    for (const query of ['first', 'second']) {
      const file = join(folder, `killed-${query}.sqlite`);
      const log = await openSqliteLog(file);
      await log.append(entry(query));
      await copyFile(`${file}-wal`, join(folder, 'again.sqlite-wal'));
      await log.close();
      await (await openSqliteLog(join(folder, 'again.sqlite'))).close();
      await rm(join(folder, 'again.sqlite'));
    }
    expect((await readdir(folder)).filter((name) => name.startsWith('again.sqlite.moved-wal-'))).toHaveLength(2);
  });

  test('only the user of the server has access to the file', async () => {
    const file = join(folder, 'private.sqlite');
    const log = await openSqliteLog(file);
    await log.append(entry('x'));
    for (const end of ['', '-wal', '-shm']) expect((await stat(file + end)).mode & 0o777, end).toBe(0o600);
    // A restored copy may have another mode.
    const copy = join(folder, 'restored.sqlite');
    for (const end of ['', '-wal']) {
      await copyFile(file + end, copy + end);
      await chmod(copy + end, 0o644);
    }
    await log.close();
    const restored = await openSqliteLog(copy);
    await restored.append(entry('y'));
    for (const end of ['', '-wal', '-shm']) expect((await stat(copy + end)).mode & 0o777, end).toBe(0o600);
    await restored.close();
    expect((await queriesIn(copy)).toSorted()).toEqual(['x', 'y']);
  });
});

test('entries that arrive during a write form the next group, in order', async () => {
  const groups: number[][] = [];
  const commits = createGroupCommit<number>(async (group) => {
    groups.push([...group]);
    await pause(10);
  });
  const first = commits.add(1);
  await pause(1);
  await Promise.all([first, commits.add(2), commits.add(3), commits.add(4)]);
  expect(groups).toEqual([[1], [2, 3, 4]]);
});

test('entries are acknowledged only after they are written', async () => {
  let isWritten = false;
  const commits = createGroupCommit<number>(async () => {
    await pause(10);
    isWritten = true;
  });
  await commits.add(1);
  expect(isWritten).toBe(true);
});

test('a failed write is reported to all entries of its group and to no others', async () => {
  let isFull = true;
  const commits = createGroupCommit<number>(async () => {
    if (isFull) throw new Error('disk full');
  });
  const results = await Promise.allSettled([commits.add(1), commits.add(2)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isFull = false;
  await expect(commits.add(3)).resolves.toBeUndefined();
});

test('close() writes the waiting entries and rejects new ones', async () => {
  const written: number[] = [];
  const commits = createGroupCommit<number>(async (group) => void written.push(...group));
  const last = commits.add(1);
  await commits.finish();
  await last;
  await expect(commits.add(2)).rejects.toThrow('The query log is closed.');
  expect(written).toEqual([1]);
});
