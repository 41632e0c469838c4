/** Passes received data to the HTTP parser piece by piece, the clients in turn. */
import type { Socket } from 'node:net';
import { networksOfPeer } from './client-address.ts';
import type { Turns } from './turns.ts';

/** Maximum number of bytes that the HTTP parser gets at a time: about fifty pipelined requests of the shortest kind. */
const PARSER_CHUNK_BYTES = 1024;

/** Number of bytes that are parsed in one turn: the headers of a usual request. A read of 64 kB would keep others waiting for milliseconds. */
const TURN_BYTES = 4 * PARSER_CHUNK_BYTES;

/** Maximum number of bytes of a connection that wait for its turn: one read of Node.js, which is more than the largest request. */
const MAX_WAITING_BYTES = 64 * 1024;

/** Maximum number of bytes that a client may send while a request has to be answered first, because they stay in memory. */
const MAX_AHEAD_BYTES = 8 * 1024;

/**
 * Passes received data to the HTTP parser in small chunks. By default, Node.js parses a whole read at once and creates objects of some
 * kilobytes for each of the thousands of requests in it, even after the first of them has closed the connection.
 * @param turns for the data of each network @param isHeld whether data must wait: the socket is then paused
 * @param onParsed called after the parser has handled all received data
 */
export function parseInChunks(socket: Socket, turns: Turns, isHeld: () => boolean, onParsed: () => void): void {
  const parsers = socket.listeners('data') as ((chunk: Buffer) => void)[];
  const client = networksOfPeer(socket.remoteAddress, undefined, 0);
  /** Data that waits for its turn. The socket is paused meanwhile. */
  let waiting: Buffer<ArrayBuffer> | null = null;
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
    // A closed connection still emits the data that was received before.
    if (socket.destroyed) return;
    if (waiting === null) return waitForTurn(chunk);
    // The end of a response has resumed the socket.
    socket.pause();
    if (waiting.length + chunk.length > MAX_WAITING_BYTES) drop(waiting);
    else waiting = Buffer.concat([waiting, chunk]);
  });

  function waitForTurn(data: Buffer<ArrayBuffer>): void {
    waiting = data;
    let mustResume = false;
    const begin = (): void => {
      const received = waiting ?? data;
      waiting = null;
      // The parser may pause the socket again.
      if (mustResume) socket.resume();
      parse(received);
    };
    turns.take(client, begin, { bytes: data.length, drop: () => drop(data) });
    if (waiting === null) return;
    mustResume = true;
    socket.pause();
  }

  function parse(data: Buffer<ArrayBuffer>): void {
    for (let at = 0; at < data.length && !socket.destroyed; at += PARSER_CHUNK_BYTES) {
      // The parser has paused the socket until the client reads its responses, or a request has to be answered first, so put the rest back.
      if (socket.isPaused() || isHeld()) {
        socket.pause();
        if (data.length - at > MAX_AHEAD_BYTES) drop(data);
        else socket.unshift(Buffer.from(data.subarray(at)));
        return;
      }
      if (at >= TURN_BYTES) return waitForTurn(data.subarray(at));
      for (const parser of parsers) parser.call(socket, data.subarray(at, at + PARSER_CHUNK_BYTES));
    }
    onParsed();
  }

  function drop(data: Buffer<ArrayBuffer>): void {
    socket.resetAndDestroy();
    // Tens of megabytes of dropped data would otherwise stay in memory until the next garbage collection.
    if (data.length === data.buffer.byteLength) data.buffer.transfer(0);
  }
}
