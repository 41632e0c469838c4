import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { parseInChunks } from './parse-in-chunks.ts';
import type { Turns } from './turns.ts';

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
