import { expect, test, afterEach } from 'vitest';
import type { Client } from './client-address.ts';
import { createFairQueue, type FairQueue, createParserTurns, createTurns, takeTurns, parseInChunks, type Turns } from './turns.ts';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { Hono } from 'hono';
import { listen, type RunningServer } from './http-server.ts';
import { Readable } from 'node:stream';

const ipv4 = (address: string): Client => ({ address, block: null });
const ipv6 = (block: string, address: string): Client => ({ address: `${block}:${address}`, block });

function fill(queue: FairQueue<string>, client: Client, name: string, count: number): void {
  for (let i = 1; i <= count; i++) queue.add(client, `${name}${i}`);
}

function drain(queue: FairQueue<string>): string[] {
  const items: string[] = [];
  for (let item = queue.next(); item !== undefined; item = queue.next()) items.push(item);
  return items;
}

test('R-412 networks take turns, and in each network its addresses', () => {
  const queue = createFairQueue<string>();
  fill(queue, ipv6('one', 'a'), 'a', 3);
  fill(queue, ipv6('one', 'b'), 'b', 1);
  fill(queue, ipv6('one', 'c'), 'c', 1);
  fill(queue, ipv4('two'), 'x', 2);
  expect(queue.size).toBe(7);
  expect(drain(queue)).toEqual(['a1', 'x1', 'b1', 'x2', 'c1', 'a2', 'a3']);
  expect(queue.size).toBe(0);
  fill(queue, ipv4('two'), 'y', 1);
  expect(drain(queue)).toEqual(['y1']);
});

test('R-412 a network with many addresses has as many turns as a single address', () => {
  const queue = createFairQueue<string>();
  for (let i = 0; i < 400; i++) queue.add(ipv6('one', String(i)), 'attacker');
  queue.add(ipv4('two'), 'visitor');
  expect(drain(queue).indexOf('visitor')).toBe(1);
});

test('R-412 the excess is taken from the client with the heaviest items, however many others have', () => {
  const queue = createFairQueue<string>();
  queue.add(ipv4('attacker'), 'large 1', 60);
  fill(queue, ipv6('office', 'a'), 'a', 50);
  queue.add(ipv6('office', 'b'), 'b1', 5);
  queue.add(ipv4('attacker'), 'large 2', 60);
  expect(queue.weight).toBe(175);
  expect([queue.removeExcess(), queue.removeExcess(), queue.removeExcess()]).toEqual(['large 2', 'large 1', 'a50']);
  expect(queue.weight).toBe(54);
  expect(drain(queue)).toHaveLength(50);
  expect(queue.weight).toBe(0);
});

test('R-412 the excess is the newest item of the address that has the most, in the network that has the most', () => {
  const queue = createFairQueue<string>();
  fill(queue, ipv6('one', 'a'), 'a', 2);
  fill(queue, ipv6('one', 'b'), 'b', 1);
  fill(queue, ipv4('two'), 'x', 2);
  // Of the two addresses and networks with two items, the later one loses the next item.
  expect([queue.removeExcess(), queue.removeExcess()]).toEqual(['a2', 'x2']);
  expect(queue.size).toBe(3);
  expect([queue.removeExcess(), queue.removeExcess(), queue.removeExcess()].sort()).toEqual(['a1', 'b1', 'x1']);
  expect(queue.removeExcess()).toBeUndefined();
  expect(queue.size).toBe(0);
});

// Requests over real connections.
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

/** A socket whose data is parsed when the test grants turns. */
function createConnection(isHeld: () => boolean = () => false) {
  const socket = Object.assign(new Readable({ read: () => undefined }), { resetAndDestroy: () => socket.destroy() });
  const parsed: string[] = [];
  socket.on('data', (chunk: Buffer) => parsed.push(String(chunk)));
  const turns: (() => void)[] = [];
  const drops: (() => void)[] = [];
  const waiting: Turns = {
    take(_client, begin, received) {
      turns.push(begin);
      if (received !== undefined) drops.push(received.drop);
    },
    waiting: 0,
  };
  parseInChunks(socket as unknown as Socket, waiting, isHeld, () => undefined);
  const receive = async (data: string): Promise<void> => {
    // Like received data, it is not in the pool of small buffers.
    socket.push(Buffer.alloc(data.length, data));
    await new Promise(setImmediate);
  };
  const grant = async (): Promise<void> => {
    turns.shift()?.();
    await new Promise(setImmediate);
  };
  return { socket, turns, drops, receive, grant, text: () => parsed.join('') };
}

test('R-412 data that arrives while earlier data of the connection waits for its turn is parsed after it', async () => {
  let isHeld = false;
  const { socket, turns, receive, grant, text } = createConnection(() => isHeld);
  const [first, second] = ['a'.repeat(1500), 'b'.repeat(500)];
  await receive(first);
  // The end of a response resumes the socket.
  socket.resume();
  await receive(second);
  expect(turns).toHaveLength(1);
  isHeld = true;
  await grant();
  expect(text()).toBe('');
  isHeld = false;
  socket.resume();
  await new Promise(setImmediate);
  await grant();
  await grant();
  expect(text()).toBe(first + second);
});

test('R-412 a connection parses 4 kB in a turn', async () => {
  const { turns, receive, grant, text } = createConnection();
  await receive('x'.repeat(10_000));
  for (const length of [4096, 8192, 10_000]) {
    expect(turns).toHaveLength(1);
    await grant();
    expect(text()).toHaveLength(length);
  }
  expect(turns).toHaveLength(0);
});

test('R-305 what a connection has sent before it is closed for sending too much is ignored', async () => {
  const { socket, drops, receive, text } = createConnection();
  await receive('a');
  socket.push('b');
  // The end of a response resumes the socket, which emits the data in the next tick.
  socket.resume();
  drops.shift()?.();
  await new Promise(setImmediate);
  expect(socket.destroyed).toBe(true);
  expect(text()).toBe('');
});
