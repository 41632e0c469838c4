/** Passes received data to the HTTP parser piece by piece, the clients in turn. */
import type { Socket } from 'node:net';
import { networksOfPeer } from './client-address.ts';
import type { Turns } from './turns.ts';

/** Maximum number of bytes that the HTTP parser gets at a time: about fifty pipelined requests of the shortest kind. */
const PARSER_CHUNK_BYTES = 1024;

/** Number of bytes that are parsed in one turn: the headers of a usual request. A read of 64 kB would keep others waiting for milliseconds. */
const TURN_BYTES = 4 * PARSER_CHUNK_BYTES;

/** Maximum number of bytes that a client may send while a request has to be answered first, because they stay in memory. */
const MAX_AHEAD_BYTES = 8 * 1024;

/**
 * Passes received data to the HTTP parser in small chunks. By default, Node.js parses a whole read at once and creates objects of some
 * kilobytes for each of the thousands of requests in it, even after the first of them has closed the connection.
 * A socket whose data waits is paused, because Node.js would read up to 128 kB more of each.
 * @param turns for the data of each network @param isHeld whether data must wait until the caller resumes the socket
 * @param onParsed called after the parser has handled all received data
 * @returns a function that resumes a socket whose data was held
 */
export function parseInChunks(socket: Socket, turns: Turns, isHeld: () => boolean, onParsed: () => void): () => void {
  const parsers = socket.listeners('data') as ((chunk: Buffer) => void)[];
  const client = networksOfPeer(socket.remoteAddress, undefined, 0);
  /** Whether the socket is paused because its data waits for its turn. */
  let isWaiting = false;
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
    // A closed connection still emits the data that was received before.
    if (socket.destroyed) return;
    if (!isWaiting) return takeTurn(chunk, 0);
    // Node.js has resumed the socket, because its client reads again. What follows the waiting data has to be parsed after it.
    socket.pause();
    socket.unshift(chunk);
  });

  /** Parses data from an index on, when it is the client's turn. */
  function takeTurn(data: Buffer<ArrayBuffer>, from: number): void {
    let hasBegun = false;
    const begin = (): void => {
      hasBegun = true;
      parse(data, from);
    };
    turns.take(client, begin, { bytes: data.length - from, drop: () => drop(data) });
    if (hasBegun) return;
    isWaiting = true;
    socket.pause();
  }

  function parse(data: Buffer<ArrayBuffer>, from: number): void {
    for (let at = from; at < data.length && !socket.destroyed; at += PARSER_CHUNK_BYTES) {
      // The parser has paused the socket until the client reads its responses, or a request has to be answered first, so put the rest back.
      if ((socket.isPaused() && !isWaiting) || isHeld()) {
        isWaiting = false;
        socket.pause();
        if (data.length - at > MAX_AHEAD_BYTES) drop(data);
        else socket.unshift(Buffer.from(data.subarray(at)));
        return;
      }
      if (at >= from + TURN_BYTES) return takeTurn(data, at);
      for (const parser of parsers) parser.call(socket, data.subarray(at, at + PARSER_CHUNK_BYTES));
    }
    if (isWaiting) {
      isWaiting = false;
      socket.resume();
    }
    onParsed();
  }

  function drop(data: Buffer<ArrayBuffer>): void {
    socket.resetAndDestroy();
    // More than a hundred megabytes of dropped data would otherwise stay in memory until the next garbage collection. What a request of the closed
    // connection may still read of it is empty then. Data that was put back can be in a buffer that is shared with others.
    if (data.length === data.buffer.byteLength) data.buffer.transfer(0);
  }

  return () => {
    if (!isWaiting) socket.resume();
  };
}
