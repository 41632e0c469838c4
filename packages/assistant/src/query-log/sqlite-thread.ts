/** The thread of a SQLite log, which opens the file and then processes requests in order. */
import { chmodSync, closeSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '@quire/search/error-message';
import { COLUMNS, QueryLogError, type QueryRecord, PAGE_SIZE, type PageCursor, type StoredRecord, toStored } from './store.ts';

/** Marks the file as a query log, so that databases of other programs are not changed. */
const APPLICATION_ID = 0x71_6c_6f_67;
/** Timeout of a write while another process writes. Meanwhile, the log is blocked. */
const BUSY_MS = 500;

/** Each step migrates a file from the version that is its index to the next one. Steps are added, never changed. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE query_log (
     id TEXT PRIMARY KEY,
     time INTEGER NOT NULL,
     source TEXT NOT NULL CHECK (source IN ('assistant', 'search')),
     query TEXT NOT NULL,
     rating TEXT CHECK (rating IN ('positive', 'negative')),
     outcome TEXT CHECK (outcome IN ('found', 'refused', 'no-results'))
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX query_log_time ON query_log (time, id);`,
  // SQLite cannot change a constraint, so the table is created again.
  `ALTER TABLE query_log RENAME TO query_log_1;
   CREATE TABLE query_log (
     id TEXT PRIMARY KEY,
     time INTEGER NOT NULL,
     source TEXT NOT NULL CHECK (source IN ('assistant', 'search', 'page')),
     query TEXT NOT NULL,
     rating TEXT CHECK (rating IN ('positive', 'negative')),
     outcome TEXT CHECK (outcome IN ('found', 'refused', 'no-results')),
     page TEXT CHECK ((page IS NULL) = (source <> 'page'))
   ) STRICT, WITHOUT ROWID;
   INSERT INTO query_log SELECT id, time, source, query, rating, outcome, NULL FROM query_log_1;
   DROP TABLE query_log_1;
   CREATE INDEX query_log_time ON query_log (time, id);`,
];

/**
 * Opens and migrates the file of a query log. A missing file or folder is created.
 * @throws QueryLogError that explains why the file cannot be used
 */
function openSqliteFile(file: string): DatabaseSync {
  const path = resolve(file);
  createFolder(path);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new QueryLogError(`${path} is a folder. Set QUERY_LOG_FILE to a file.`);
  }
  let database: DatabaseSync | undefined;
  try {
    setWriteAheadLogAside(path);
    // Create the file before SQLite does, so that only the user of the server can read the questions.
    closeSync(openSync(path, 'a', 0o600));
    database = new DatabaseSync(path, { timeout: BUSY_MS });
    // FULL: a commit is written to the disk before it is acknowledged, so it also survives a power failure.
    database.exec('PRAGMA synchronous = FULL');
    migrate(database, path);
    // Set this after the check, so that the database of another program is not changed.
    database.exec('PRAGMA journal_mode = WAL');
    for (const ending of ['', '-wal', '-shm']) makePrivate(path + ending);
    return database;
  } catch (error) {
    database?.close();
    throw error instanceof QueryLogError ? error : new QueryLogError(adviceFor(error, path), { cause: error });
  }
}

/** Keeps other users from reading a file that was restored or copied with another mode. */
function makePrivate(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch {
    // It belongs to another user, who decides who can read it, or it does not exist.
  }
}

/**
 * If a file is missing or empty, moves away the write-ahead log that a file of the same name left behind when it was moved without it.
 * SQLite would delete it, with the entries that are not in the moved file yet.
 */
function setWriteAheadLogAside(path: string): void {
  const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (sizeOf(path) > 0) return;
  // The name contains the time, because an earlier one may still be there.
  if (sizeOf(`${path}-wal`) > 0) renameSync(`${path}-wal`, `${path}.moved-wal-${new Date().toISOString().replaceAll(':', '-')}`);
  else rmSync(`${path}-wal`, { force: true });
  // A connection to the moved file may still use its index in memory, which two files must not share.
  rmSync(`${path}-shm`, { force: true });
}

function createFolder(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch (error) {
    const reason = messageOf(error);
    throw new QueryLogError(
      `The folder of the query log, ${dirname(path)}, cannot be created (${reason}). Set QUERY_LOG_FILE to a file in a writable folder.`,
      { cause: error },
    );
  }
}

function migrate(database: DatabaseSync, path: string): void {
  database.exec('BEGIN IMMEDIATE');
  const version = numberOf(database, 'PRAGMA user_version');
  if (version > MIGRATIONS.length) {
    throw new QueryLogError(
      `${path} was written by a newer version of this program. Update this program, or set QUERY_LOG_FILE to another file.`,
    );
  }
  const isNew = version === 0 && numberOf(database, 'SELECT count(*) FROM sqlite_schema') === 0;
  if (!isNew && numberOf(database, 'PRAGMA application_id') !== APPLICATION_ID) {
    throw new QueryLogError(`${path} is the database of another program. Set QUERY_LOG_FILE to another file.`);
  }
  for (const step of MIGRATIONS.slice(version)) database.exec(step);
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${MIGRATIONS.length}; COMMIT`);
}

function numberOf(database: DatabaseSync, sql: string): number {
  return Number(Object.values(database.prepare(sql).get() ?? {})[0]);
}

const NOT_A_DATABASE = 26;

function adviceFor(error: unknown, path: string): string {
  if (error instanceof Error && 'errcode' in error && error.errcode === NOT_A_DATABASE) {
    return `${path} is not a SQLite database. Move it elsewhere, or set QUERY_LOG_FILE to another file.`;
  }
  const reason = messageOf(error);
  return `The query log ${path} cannot be opened (${reason}). Check the permissions of the file and its folder, or set QUERY_LOG_FILE to another file.`;
}

/** The requests to the thread of a SQLite log. */
export type SqliteRequest =
  | { kind: 'append'; records: QueryRecord[] }
  | { kind: 'page'; after: PageCursor; to: number }
  | { kind: 'delete'; before: number }
  | { kind: 'reopen' }
  | { kind: 'close' };

interface OpenFile {
  database: DatabaseSync;
  /** Device and inode of the file that is open. */
  identity: string;
  insert: StatementSync;
  select: StatementSync;
  remove: StatementSync;
}

function open(file: string): OpenFile {
  const database = openSqliteFile(file);
  return {
    database,
    identity: identityOf(file) ?? '',
    insert: database.prepare(`INSERT INTO query_log (${COLUMNS.join()}) VALUES (${COLUMNS.map(() => '?').join()})`),
    select: database.prepare(
      `SELECT ${COLUMNS.join()} FROM query_log
       WHERE (time, id) > (?, ?) AND time < ? ORDER BY time, id LIMIT ${PAGE_SIZE}`,
    ),
    remove: database.prepare('DELETE FROM query_log WHERE time < ?'),
  };
}

function identityOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}

/** Opens the file. @returns a function that processes requests and returns the requested entries @throws QueryLogError, as does the returned function */
function openSqliteRequests(file: string): (request: SqliteRequest) => StoredRecord[] {
  /** The open file; null after a file at the path could not be opened, which each request tries again. */
  let current: OpenFile | null = open(file);

  const isReplaced = ({ identity }: OpenFile): boolean => identityOf(file) !== identity;

  function close(): void {
    if (current === null) return;
    try {
      // SQLite does not do this itself for a file that was moved, which would then lack its latest entries.
      if (isReplaced(current)) current.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // The entries stay in the write-ahead log, which is moved away when the file is opened again.
    }
    current.database.close();
    current = null;
  }

  /** Returns the file at the path. Opens it again if it was moved or deleted, because new entries would be lost. */
  function currentFile(): OpenFile {
    if (current !== null && isReplaced(current)) close();
    return (current ??= open(file));
  }

  function answer(request: SqliteRequest): StoredRecord[] {
    if (request.kind === 'close') {
      close();
      return [];
    }
    const { database, insert, select, remove } = currentFile();
    if (request.kind === 'reopen') return [];
    if (request.kind === 'page') return select.all(request.after.time, request.after.id, request.to) as unknown as StoredRecord[];
    if (request.kind === 'delete') {
      // Deleted entries stay readable in the file, and in copies of it, until it is rewritten.
      if (remove.run(request.before).changes > 0) database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
      return [];
    }
    inTransaction(database, () => {
      for (const row of request.records.map(toStored)) insert.run(...COLUMNS.map((column) => row[column]));
    });
    return [];
  }

  return (request) => {
    try {
      return answer(request);
    } catch (error) {
      // The file could not be opened again.
      if (error instanceof QueryLogError) throw error;
      const what = request.kind === 'page' ? 'read' : 'written';
      const reason = messageOf(error);
      throw new QueryLogError(`The query log ${file} cannot be ${what}: ${reason}.`, { cause: error });
    }
  };
}

function inTransaction(database: DatabaseSync, work: () => void): void {
  // IMMEDIATE: a transaction waits for another process at its beginning, where the timeout applies.
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    // If the disk is full, SQLite has already rolled back.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** The first reply reports whether the file could be opened. */
export type SqliteReply = { rows: StoredRecord[] } | { problem: string };

function reply(work: () => StoredRecord[]): void {
  let message: SqliteReply;
  try {
    message = { rows: work() };
  } catch (error) {
    message = { problem: messageOf(error) };
  }
  parentPort?.postMessage(message);
}

reply(() => {
  const answer = openSqliteRequests(workerData as string);
  parentPort?.on('message', (request: SqliteRequest) => {
    reply(() => answer(request));
    if (request.kind === 'close') parentPort?.close();
  });
  return [];
});
