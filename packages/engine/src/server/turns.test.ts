/** Requests over real connections. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { listen, type RunningServer } from './http-server.ts';
import { createParserTurns, createTurns, takeTurns } from './turns.ts';

const SEARCHES = 100;
const SEARCH_MS = 5;

let server: RunningServer | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.close();
});

/** Starts a server whose searches keep the event loop busy. Returns the path of each request when it was answered. */
async function start(maxWaiting?: number): Promise<string[]> {
  const answered: string[] = [];
  const app = new Hono();
  app.use(
    '/search/*',
    takeTurns(({ req: { path } }) => ({ address: path, block: path.startsWith('/search/network/') ? 'network' : null }), maxWaiting),
  );
  app.get('*', (c) => {
    const until = performance.now() + (c.req.path === '/page' ? 0 : SEARCH_MS);
    while (performance.now() < until);
    answered.push(c.req.path);
    return c.text('');
  });
  server = await listen(app, { port: 0, host: '127.0.0.1', trustedProxies: 1, onStopping: () => undefined });
  return answered;
}

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(server?.url ?? '').port), '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

const requestOf = (path: string, address = '192.0.2.1'): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n\r\n`;

test('R-412 a page is answered before a hundred earlier pages that another address has requested', async () => {
  const answered = await start();
  const attackers = await Promise.all(Array.from({ length: SEARCHES }, open));
  const visitor = await open();
  // After an answer on each connection, the server has accepted all of them.
  await Promise.all([...attackers, visitor].map((socket) => (socket.write(requestOf('/first')), once(socket, 'data'))));
  answered.length = 0;
  const finished = Promise.all(attackers.map((socket) => once(socket, 'data')));
  for (const socket of attackers) socket.write(requestOf('/other'));
  visitor.write(requestOf('/page', '198.51.100.7'));
  await finished;
  expect(answered.filter((one) => one === '/other')).toHaveLength(SEARCHES);
  expect(answered.indexOf('/page')).toBeGreaterThan(-1);
  expect(answered.indexOf('/page')).toBeLessThan(SEARCHES / 2);
});

test('R-412 an iteration of the event loop begins a few requests, the first ones at once', async () => {
  const { take: inTurn } = createTurns({ eachIteration: () => 2 });
  const begun: number[] = [];
  for (let i = 0; i < 5; i++) inTurn({ address: 'one', block: null }, () => begun.push(i));
  expect(begun).toEqual([0, 1]);
  await nextIteration();
  expect(begun).toEqual([0, 1, 2, 3]);
  // Requests that arrive now wait for the earlier ones.
  inTurn({ address: 'one', block: null }, () => begun.push(5));
  expect(begun).toHaveLength(4);
  await nextIteration();
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  await nextIteration();
  await nextIteration();
  inTurn({ address: 'one', block: null }, () => begun.push(6));
  expect(begun.at(-1)).toBe(6);
});

test('R-412 while connections are accepted, nothing begins in up to 64 iterations in a row', async () => {
  let accepted = 0;
  let areArriving = true;
  const { take } = createTurns({ eachIteration: () => 1, acceptedConnections: () => (areArriving ? ++accepted : accepted) });
  const client = { address: '192.0.2.1', block: null };
  let begun = 0;
  for (let i = 0; i < 3; i++) take(client, () => (begun += 1));
  /** Returns the number of iterations until another turn begins. */
  const iterationsToNext = async (): Promise<number> => {
    const before = begun;
    for (let iterations = 1; ; iterations++) {
      await nextIteration();
      if (begun > before) return iterations;
    }
  };
  expect(await iterationsToNext()).toBe(65);
  areArriving = false;
  expect(await iterationsToNext()).toBe(1);
});

test.each(['/page', '/search/other'])('R-412 %s is answered before a hundred earlier searches of another address', async (path) => {
  const answered = await start();
  const attackers = await Promise.all(Array.from({ length: SEARCHES }, open));
  // Requests that are ready at the same time are read in the order of the connections.
  const visitor = await open();
  const finished = Promise.all(attackers.map((socket) => once(socket, 'data')));
  for (const socket of attackers) socket.write(requestOf('/search/one'));
  visitor.write(requestOf(path));
  await finished;
  expect(answered.filter((one) => one === '/search/one')).toHaveLength(SEARCHES);
  expect(answered.indexOf(path)).toBeGreaterThan(-1);
  expect(answered.indexOf(path)).toBeLessThan(SEARCHES / 2);
});

test('R-412 a search is answered before those of a hundred earlier addresses of one IPv6 network', async () => {
  const answered = await start();
  const attackers = await Promise.all(Array.from({ length: SEARCHES }, open));
  const visitor = await open();
  const finished = Promise.all(attackers.map((socket) => once(socket, 'data')));
  for (const [i, socket] of attackers.entries()) socket.write(requestOf(`/search/network/${i}`));
  visitor.write(requestOf('/search/visitor'));
  await finished;
  expect(answered).toHaveLength(SEARCHES + 1);
  expect(answered.indexOf('/search/visitor')).toBeLessThan(SEARCHES / 2);
});

test('R-412 if too many searches wait, only the network with most of them gets 429', async () => {
  const answered = await start(10);
  const attackers = await Promise.all(Array.from({ length: SEARCHES }, open));
  const visitors = [await open(), await open()];
  const responses = Promise.all([...attackers, ...visitors].map(async (socket) => String((await once(socket, 'data'))[0])));
  for (const [i, socket] of attackers.entries()) socket.write(requestOf(`/search/network/${i}`));
  for (const [i, socket] of visitors.entries()) socket.write(requestOf(`/search/visitor${i}`));
  const refused = (await responses).filter((response) => response.startsWith('HTTP/1.1 429'));
  expect(answered).toHaveLength(SEARCHES + 2 - refused.length);
  expect(answered).toEqual(expect.arrayContaining(['/search/visitor0', '/search/visitor1']));
  expect(refused.length).toBeGreaterThan(SEARCHES / 2);
  expect(refused[0]).toMatch(/^retry-after: 5\r$/im);
});

test('R-305 searches are skipped if their clients have left', async () => {
  const answered = await start();
  const leaving = await Promise.all(Array.from({ length: SEARCHES }, open));
  const visitor = await open();
  for (const socket of leaving) socket.write(requestOf('/search/one'));
  await once(leaving[0] as Socket, 'data');
  for (const socket of leaving) socket.destroy();
  visitor.write(requestOf('/search/one'));
  await once(visitor, 'data');
  expect(answered.length).toBeLessThan(SEARCHES / 2);
});

test('a search without others before it is answered, also if its client closes its side of the connection', async () => {
  await start();
  const socket = await open();
  socket.end(requestOf('/search/one'));
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
});

test('while many requests wait, the data of fewer connections is parsed in an iteration', async () => {
  const client = { address: '192.0.2.1', block: null };
  /** Returns how many of fifty connections are parsed in each of the first two iterations. */
  async function parsedWhile(waiting: number): Promise<number[]> {
    let parsed = 0;
    const turns = createParserTurns({ waiting, take: () => undefined }, () => 0);
    for (let i = 0; i < 50; i++) turns.take(client, () => (parsed += 1));
    const first = parsed;
    await nextIteration();
    return [first, parsed - first];
  }
  expect(await parsedWhile(0)).toEqual([16, 16]);
  expect(await parsedWhile(500)).toEqual([4, 4]);
});

test('R-305 if too many received bytes wait to be parsed, the connections of the client that sent most of them are closed', async () => {
  const answered = await start();
  const connectionsOf = (localAddress: string, count: number): Promise<Socket[]> =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const socket = connect({ port: Number(new URL(server?.url ?? '').port), host: '127.0.0.1', localAddress });
        sockets.push(socket.on('error', () => undefined));
        await once(socket, 'connect');
        socket.write(requestOf('/first'));
        await once(socket, 'data');
        return socket;
      }),
    );
  const attackers = await connectionsOf('127.0.0.2', 400);
  const visitors = await connectionsOf('127.0.0.1', 50);
  answered.length = 0;
  const large = requestOf('/page').replace('\r\n\r\n', `\r\nx: ${'x'.repeat(15_000)}\r\n\r\n`);
  // A reset connection emits an error before it closes.
  const answers = [...attackers, ...visitors].map(
    (socket) => new Promise((resolve) => socket.once('data', resolve).once('close', resolve)),
  );
  for (const socket of attackers) socket.write(large);
  for (const socket of visitors) socket.write(requestOf('/page'));
  await Promise.all(answers);
  const closed = attackers.filter((socket) => socket.destroyed).length;
  // 400 requests of 15 kB are 6 MB, of which 4 MB may wait.
  expect(closed).toBeGreaterThan(50);
  expect(closed).toBeLessThan(150);
  expect(visitors.some((socket) => socket.destroyed)).toBe(false);
  expect(answered).toHaveLength(450 - closed);
});
