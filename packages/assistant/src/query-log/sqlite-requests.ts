import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { QueryLogError, type QueryRecord } from './contract.ts';
import { openSqliteFile } from './open-sqlite-file.ts';
import { PAGE_SIZE, type PageStart, type StoredRecord } from './read-in-pages.ts';

/** What the thread of a SQLite log is asked to do. */
export type SqliteRequest =
  | { kind: 'append'; records: QueryRecord[] }
  | { kind: 'page'; after: PageStart; to: number }
  | { kind: 'delete'; before: number }
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
    insert: database.prepare('INSERT INTO query_log (id, time, source, query, rating, outcome, page) VALUES (?, ?, ?, ?, ?, ?, ?)'),
    select: database.prepare(
      `SELECT id, time, source, query, rating, outcome, page FROM query_log
       WHERE (time, id) > (?, ?) AND time < ? ORDER BY time, id LIMIT ${PAGE_SIZE}`,
    ),
    remove: database.prepare('DELETE FROM query_log WHERE time < ?'),
  };
}

function identityOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}

/** Opens the file and returns what answers requests: entries where some were asked for, none otherwise. @throws QueryLogError, both of them */
export function openSqliteRequests(file: string): (request: SqliteRequest) => StoredRecord[] {
  let current = open(file);

  /** A file that was moved or deleted would take entries that nobody finds again, so its successor is opened. */
  function reopenWhenReplaced(): void {
    if (identityOf(file) === current.identity) return;
    current.database.close();
    current = open(file);
  }

  function answer(request: SqliteRequest): StoredRecord[] {
    if (request.kind === 'close') {
      current.database.close();
      return [];
    }
    reopenWhenReplaced();
    const { database, insert, select, remove } = current;
    if (request.kind === 'page') return select.all(request.after.time, request.after.id, request.to) as unknown as StoredRecord[];
    if (request.kind === 'delete') {
      remove.run(request.before);
      return [];
    }
    inTransaction(database, () => {
      for (const { time, source, query, rating, outcome, page = null } of request.records)
        insert.run(randomUUID(), time, source, query, rating, outcome, page);
    });
    return [];
  }

  return (request) => {
    try {
      return answer(request);
    } catch (error) {
      const what = request.kind === 'page' ? 'read' : 'written';
      const reason = error instanceof Error ? error.message : String(error);
      throw new QueryLogError(`The query log ${file} cannot be ${what}: ${reason}.`, { cause: error });
    }
  };
}

function inTransaction(database: DatabaseSync, work: () => void): void {
  // IMMEDIATE: where two processes write, the wait for the other one is at the beginning, where it is waited out.
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    // After a full disk SQLite has rolled back by itself.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
