import { createHash } from 'node:crypto';
import { open, readFile, realpath, stat, type FileHandle } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { LRUCache } from 'lru-cache';
import { createTurnQueue } from './turns.ts';

/** A file of the site, ready to be sent. */
export interface StoredFile {
  /** Size in bytes. */
  size: number;
  /** Strong entity tag, including the quotes. Each encoding of a file has its own. */
  etag: string;
  modified: Date;
  /** @param range default: the whole file */
  body(range?: ByteRange): ReadableStream<Uint8Array>;
}

/** Offsets of the first and the last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface FileStore {
  /** Returns the file at a path relative to the root, or null if it does not exist or must not be served. */
  read(relative: string): Promise<StoredFile | null>;
}

export interface FileStoreOptions {
  /** Maximum total size of the cached files in bytes. */
  maxBytes?: number;
  /** Maximum size of a cached file in bytes; larger files are shared or streamed. */
  maxFileBytes?: number;
  /** Maximum total size of larger files in memory, in bytes. Files that do not fit are streamed from disk. */
  maxLargeFilesBytes?: number;
}

const MEMORY_CHUNK_BYTES = 128 * 1024;
/** Maximum number of chunks of large files that are sent in one turn of the event loop. */
const CHUNKS_PER_TURN = 4;
const MEBIBYTE = 1024 * 1024;
/** Approximate memory of a cache entry in addition to the file's bytes. */
const ENTRY_OVERHEAD_BYTES = 256;
const MISSING_CODES = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL', 'ELOOP', 'EACCES']);

/**
 * Reads files below `root` and keeps the small ones in memory, so that popular pages are served without disk access.
 * A complete build never changes, so cached files are never read again: each build has its own store.
 */
export function createFileStore(root: string, options: FileStoreOptions = {}): FileStore {
  const { maxBytes = 16 * MEBIBYTE, maxFileBytes = MEBIBYTE / 2, maxLargeFilesBytes = 32 * MEBIBYTE } = options;
  // Large files are never evicted. Otherwise, a file that slow clients are still reading could be loaded a second time.
  const largeFiles = new Map<string, StoredFile>();
  let largeFilesBytes = 0;
  const smallFiles = new LRUCache<string, StoredFile>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ size }, path) => size + path.length * 2 + ENTRY_OVERHEAD_BYTES,
  });
  const pendingReads = new Map<string, Promise<StoredFile | null>>();
  const takeTurn = createTurnQueue(CHUNKS_PER_TURN);
  const realRoot = realpath(root);
  // The first read reports the error; without this, an unhandled rejection would end the process.
  realRoot.catch(() => undefined);

  async function load(relative: string): Promise<StoredFile | null> {
    const file = await locate(await realRoot, relative);
    if (!file) return null;
    if (file.size > maxFileBytes) {
      if (largeFilesBytes + file.size > maxLargeFilesBytes) return streamedFile(file);
      largeFilesBytes += file.size;
      const large = memoryFile(await readFile(file.path), file.modified, takeTurn);
      largeFiles.set(relative, large);
      return large;
    }
    const body = await readFile(file.path);
    const stored = memoryFile(body, file.modified, takeTurn);
    smallFiles.set(relative, stored);
    return stored;
  }

  return {
    read(relative) {
      const found = largeFiles.get(relative) ?? smallFiles.get(relative);
      if (found) return Promise.resolve(found);
      // Concurrent requests for a file that is not cached yet share one read.
      const running = pendingReads.get(relative) ?? load(relative).finally(() => pendingReads.delete(relative));
      pendingReads.set(relative, running);
      return running;
    },
  };
}

interface LocatedFile {
  path: string;
  size: number;
  modified: Date;
}

/** Looks a file up, following links; null if it is missing, not a regular file, or outside the root. */
async function locate(root: string, relative: string): Promise<LocatedFile | null> {
  try {
    const path = await realpath(join(root, relative));
    if (!path.startsWith(root + sep)) return null;
    const found = await stat(path);
    return found.isFile() ? { path, size: found.size, modified: found.mtime } : null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && MISSING_CODES.has(String(error.code))) return null;
    throw error;
  }
}

function memoryFile(bytes: Uint8Array, modified: Date, takeTurn: () => Promise<void>): StoredFile {
  const body = new Uint8Array(bytes);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return {
    size: body.byteLength,
    etag: `"${hash}"`,
    modified,
    body: ({ start, end } = { start: 0, end: body.byteLength - 1 }) => streamBytes(body.subarray(start, end + 1), takeTurn),
  };
}

/**
 * Streams views of bytes in memory, because a Response made from the bytes would copy them for each connection. The chunks of a large
 * file wait for their turn, because the operating system may accept megabytes at once while other requests wait.
 */
function streamBytes(bytes: Uint8Array, takeTurn: () => Promise<void>): ReadableStream<Uint8Array> {
  let position = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        if (bytes.byteLength > MEMORY_CHUNK_BYTES) await takeTurn();
        if (position < bytes.byteLength) controller.enqueue(bytes.subarray(position, position + MEMORY_CHUNK_BYTES));
        position += MEMORY_CHUNK_BYTES;
        if (position >= bytes.byteLength) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

function streamedFile({ path, size, modified }: LocatedFile): StoredFile {
  return {
    size,
    etag: `"${size.toString(36)}-${modified.getTime().toString(36)}"`,
    modified,
    // Stop at the announced size, because the file may grow in the meantime.
    body: ({ start, end } = { start: 0, end: size - 1 }) => streamRange(path, start, end),
  };
}

/** Size of the buffer for each client that a file is streamed to from disk. */
const DISK_CHUNK_BYTES = 32 * 1024;

/** Reads a chunk once the previous one was consumed, so that a slow client costs one chunk of memory. */
function streamRange(path: string, start: number, end: number): ReadableStream<Uint8Array> {
  let file: FileHandle | null = null;
  let position = start;
  const close = async (): Promise<void> => file?.close();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          file ??= await open(path);
          const length = Math.min(DISK_CHUNK_BYTES, end - position + 1);
          const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, position);
          if (bytesRead === 0) throw new Error(`${path} became shorter while it was sent.`);
          controller.enqueue(buffer.subarray(0, bytesRead));
          position += bytesRead;
          if (position > end) {
            await close();
            controller.close();
          }
        } catch (error) {
          await close();
          controller.error(error);
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}
