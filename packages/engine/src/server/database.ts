/** A PostgreSQL database that may be slow, restart, or stop answering. */
import postgres, { type Options, type Sql } from 'postgres';

export interface DatabaseOptions {
  /** Time in milliseconds after which `run` gives up. */
  timeoutMs: number;
  /** Time in seconds that `close` waits for running statements. */
  closeSeconds: number;
  /** Options of the client. */
  client: Options<Record<string, never>>;
}

export interface Database {
  /**
   * Runs statements. If the database does not answer in time, all connections are closed, because they may be dead, and the next call
   * opens new ones.
   * @throws DatabaseTimeout if these or other statements had no answer in time; otherwise what `work` throws
   */
  run<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The database did not answer in time. It may have performed the statements nevertheless. */
export class DatabaseTimeout extends Error {
  override name = 'DatabaseTimeout';
}

/** Opens a database. It does not connect before the first statement. @param url `postgres://…` */
export function openDatabase(url: string, { timeoutMs, closeSeconds, client }: DatabaseOptions): Database {
  // Without `fetch_types`, the client requests a list of types from each new connection, and ends the process if that fails.
  const open = (): Sql => postgres(url, { onnotice: () => undefined, ...client, fetch_types: false });
  let sql = open();
  return {
    async run(work) {
      const current = sql;
      const result = work(current);
      // After the timeout, nobody waits for the result.
      result.catch(() => undefined);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new DatabaseTimeout(`The database did not answer within ${timeoutMs} ms.`)), timeoutMs);
      });
      try {
        return await Promise.race([result, late]);
      } catch (error) {
        if (sql !== current) throw new DatabaseTimeout(`The database did not answer other statements within ${timeoutMs} ms.`);
        if (error instanceof DatabaseTimeout) {
          sql = open();
          void current.end({ timeout: 0 });
        }
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => sql.end({ timeout: closeSeconds }),
  };
}
