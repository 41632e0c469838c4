/** Passes received data to the HTTP parser piece by piece, the clients in turn. */
import type { Socket } from 'node:net';
import { networksOfPeer } from './client-address.ts';
import type { Turns } from './turns.ts';

/** Maximum number of bytes that the HTTP parser gets at a time: about fifty pipelined requests of the shortest kind. */
const PARSER_CHUNK_BYTES = 1024;

/** Maximum number of bytes that a client may send while the server does not parse them, because they stay in memory. */
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
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
    let isWaiting = false;
    let isParsed = false;
    const begin = (): void => {
      isParsed = true;
      // The parser may pause the socket again.
      if (isWaiting) socket.resume();
      parse(chunk);
    };
    turns.take(client, begin, { bytes: chunk.length, drop: () => drop(chunk) });
    isWaiting = !isParsed;
    if (isWaiting) socket.pause();
  });

  function parse(chunk: Buffer<ArrayBuffer>): void {
    for (let at = 0; at < chunk.length && !socket.destroyed; at += PARSER_CHUNK_BYTES) {
      // The parser has paused the socket until the client reads its responses, or a request has to be answered first, so put the rest back.
      if (socket.isPaused() || isHeld()) {
        socket.pause();
        const rest = chunk.subarray(at);
        if (rest.length > MAX_AHEAD_BYTES) drop(chunk);
        else socket.unshift(Buffer.from(rest));
        return;
      }
      for (const parser of parsers) parser.call(socket, chunk.subarray(at, at + PARSER_CHUNK_BYTES));
    }
    onParsed();
  }

  function drop(chunk: Buffer<ArrayBuffer>): void {
    socket.resetAndDestroy();
    // Tens of megabytes of dropped data would otherwise stay in memory until the next garbage collection.
    if (chunk.length === chunk.buffer.byteLength) chunk.buffer.transfer(0);
  }
}
