import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { DatabaseTimeout, openDatabase, type Database } from './database.ts';
import { openPostgresCounters } from './postgres-counters.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

/** A message of PostgreSQL's protocol: its type, its length, and its content. */
function message(type: string, ...content: (string | number)[]): Buffer {
  const body = Buffer.concat(content.map((one) => (typeof one === 'string' ? Buffer.from(`${one}\0`) : Buffer.alloc(one))));
  const header = Buffer.alloc(5);
  header.write(type);
  header.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}
const READY = Buffer.concat([message('Z').subarray(0, 1), Buffer.from([0, 0, 0, 5]), Buffer.from('I')]);
const ERROR = Buffer.concat([message('E', 'SERROR', 'C57P03', 'MThe database system is starting up', 1), READY]);

interface FakeServer {
  url: string;
  /** Number of connections so far. */
  connections(): number;
}

/** Starts a server that accepts every login, and then answers each message with `answer`. */
async function fakeServer(answer: Buffer | null): Promise<FakeServer> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', 4), READY]));
      socket.on('data', () => answer && socket.write(answer));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push({
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return { url: `postgres://u@127.0.0.1:${(server.address() as AddressInfo).port}/x`, connections: () => sockets.length };
}

function open(url: string): Database {
  const database = openDatabase(url, { timeoutMs: 300, closeSeconds: 0, client: { max: 1 } });
  opened.push(database);
  return database;
}

describe('R-411 a database that accepts connections but does not answer', () => {
  test('ends all waiting statements with an error, and the next one gets a new connection', async () => {
    const server = await fakeServer(null);
    const database = open(server.url);
    const results = await Promise.allSettled([1, 2, 3].map(() => database.run((sql) => sql`SELECT 1`)));
    for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseTimeout) });
    const before = server.connections();
    await expect(database.run((sql) => sql`SELECT 1`)).rejects.toThrow('The database did not answer within 300 ms.');
    expect(server.connections()).toBe(before + 1);
  });
});

describe('R-412 a database that answers everything with an error', () => {
  test('makes the server count in its memory, and does not end it', async () => {
    const { url } = await fakeServer(ERROR);
    const errors: unknown[] = [];
    const counters = await openPostgresCounters({ databaseUrl: url, onError: (error) => errors.push(error), pauseMs: 0 });
    opened.push(counters);
    const counter = counters.open({ name: 'questions', points: 2, seconds: 60 });
    expect(await counter.consume('a')).toBeNull();
    expect(await counter.consume('a')).toBeNull();
    expect(await counter.consume('a')).toBeGreaterThan(0);
    expect(errors.length).toBeGreaterThan(0);
  });
});
