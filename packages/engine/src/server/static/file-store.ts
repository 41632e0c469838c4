import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { createBoundedCache } from './bounded-cache.ts';

/** A file of the site, ready to be sent. */
export interface StoredFile {
  /** Bytes. */
  size: number;
  /** Strong entity tag, quotes included; another one for each encoding of the same thing. */
  etag: string;
  body(): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}

export interface FileStore {
  /** The file at a path relative to the root, or null when there is none that may be served. */
  read(relative: string): Promise<StoredFile | null>;
}

export interface FileStoreOptions {
  /** Bytes that all kept files may take together. */
  maxBytes?: number;
  /** Files above this many bytes are streamed from disk. */
  maxFileBytes?: number;
}

const MEBIBYTE = 1024 * 1024;
const MISSING_CODES = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL', 'ELOOP', 'EACCES']);

/**
 * Reads files below `root` and keeps the small ones in memory, so that a page that is asked for often needs no disk.
 * A finished build never changes, hence what is kept is never read again: another build wants another server.
 */
export function createFileStore(root: string, options: FileStoreOptions = {}): FileStore {
  const { maxBytes = 64 * MEBIBYTE, maxFileBytes = MEBIBYTE / 2 } = options;
  const kept = createBoundedCache<StoredFile>(maxBytes);
  const underWay = new Map<string, Promise<StoredFile | null>>();
  const realRoot = realpath(root);
  // Whoever reads first reports it; without this a missing root would end the process before.
  realRoot.catch(() => undefined);

  async function load(relative: string): Promise<StoredFile | null> {
    const file = await locate(await realRoot, relative);
    if (!file) return null;
    if (file.size > maxFileBytes) return streamedFile(file);
    const body = await readFile(file.path);
    const stored = memoryFile(body);
    kept.set(relative, stored, body.byteLength);
    return stored;
  }

  return {
    read(relative) {
      const found = kept.get(relative);
      if (found) return Promise.resolve(found);
      // Many visitors of a page that is not kept yet share one read.
      const running = underWay.get(relative) ?? load(relative).finally(() => underWay.delete(relative));
      underWay.set(relative, running);
      return running;
    },
  };
}

interface LocatedFile {
  path: string;
  size: number;
  modified: number;
}

/** Looks a file up, following links; null when it is missing, no regular file, or lies outside of the root. */
async function locate(root: string, relative: string): Promise<LocatedFile | null> {
  try {
    const path = await realpath(join(root, relative));
    if (!path.startsWith(root + sep)) return null;
    const found = await stat(path);
    return found.isFile() ? { path, size: found.size, modified: found.mtimeMs } : null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && MISSING_CODES.has(String(error.code))) return null;
    throw error;
  }
}

function memoryFile(bytes: Uint8Array): StoredFile {
  const body = new Uint8Array(bytes);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { size: body.byteLength, etag: `"${hash}"`, body: () => body };
}

function streamedFile({ path, size, modified }: LocatedFile): StoredFile {
  return {
    size,
    etag: `"${size.toString(36)}-${Math.trunc(modified).toString(36)}"`,
    // Cut at the announced size: a file that grows meanwhile must not spoil the response.
    body: () => Readable.toWeb(createReadStream(path, { end: size - 1 })) as ReadableStream<Uint8Array>,
  };
}
