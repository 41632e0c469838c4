/** Writes and compresses files on a separate thread, while the build renders the next pages. */
import {
  closeSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isMainThread, parentPort, threadId } from 'node:worker_threads';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compress, compressInBackground, compressors, isSlowToCompress } from './compress.ts';
import { lowerThreadPriority } from './process-resources.ts';

export interface WriteTask {
  /** Absolute path of the file. Its compressed forms are written beside it. */
  target: string;
  /** Path in the published site, which determines the compression; null: none. */
  path: string | null;
  /** The file's bytes, or the pieces to concatenate: text, and files that were written before. */
  content: Uint8Array | (string | { file: string })[];
  /** The file of the last build, to compare with concatenated pieces; null: do not compare. */
  previous: string | null;
  /** A second path for the same bytes, without compressed forms. */
  alias?: string | undefined;
  /** Place in a cache for the compressed forms of a file that is slow to compress. */
  compressedCache?: string | undefined;
}

/** The result of a task. */
export type WriteResult = { isNew: boolean } | { failure: string };

/** The forms of each file that is slow to compress, unless it is tiny. */
const FORMS = [
  { ending: '.br', decompress: brotliDecompressSync },
  { ending: '.gz', decompress: gunzipSync },
];

const createdFolders = new Set<string>();

async function perform({ target, path, content, previous, alias, compressedCache }: WriteTask): Promise<WriteResult> {
  const folder = dirname(target);
  if (!createdFolders.has(folder)) mkdirSync(folder, { recursive: true });
  createdFolders.add(folder);
  if (!(content instanceof Uint8Array)) return concatenate(target, path, content, previous);
  writeNew(target, content);
  if (alias !== undefined) linkOrCopy(target, alias);
  if (path === null) return { isNew: true };
  for (const form of isSlowToCompress(path) ? await slowForms(path, content, compressedCache) : compress(path, content))
    writeFileSync(target + form.ending, form.content);
  return { isNew: true };
}

/** Returns the compressed forms of a file from the cache, or makes them and keeps them there. */
async function slowForms(path: string, content: Uint8Array, compressedCache: string | undefined): ReturnType<typeof compressInBackground> {
  if (compressedCache === undefined) return compressInBackground(path, content);
  const cached = readForms(compressedCache, content);
  if (cached !== null) return cached;
  const forms = await compressInBackground(path, content);
  mkdirSync(dirname(compressedCache), { recursive: true });
  for (const { ending, content: bytes } of forms) {
    // The build may be killed, or another one may use the cache, so a form appears only when it is complete.
    const unfinished = `${compressedCache}${ending}.${process.pid}-${threadId}`;
    writeFileSync(unfinished, bytes);
    renameSync(unfinished, compressedCache + ending);
  }
  return forms;
}

/** Returns the cached forms of a file; null if one of them is missing or damaged. */
function readForms(compressedCache: string, content: Uint8Array): { ending: string; content: Buffer }[] | null {
  try {
    const forms = FORMS.map((form) => ({ ...form, content: readFileSync(compressedCache + form.ending) }));
    return forms.every((form) => form.decompress(form.content).equals(content)) ? forms : null;
  } catch {
    return null;
  }
}

/** Writes a new file instead of overwriting an existing one, whose bytes may be shared by a hard link. */
function writeNew(target: string, content: Uint8Array): void {
  try {
    writeFileSync(target, content, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    rmSync(target);
    writeFileSync(target, content);
  }
}

/** Creates a hard link, or a copy if the file system does not support hard links. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** Concatenates pieces and compares the result with the previous file on disk, so that it is never completely in memory. */
async function concatenate(
  target: string,
  path: string | null,
  pieces: (string | { file: string })[],
  previous: string | null,
): Promise<WriteResult> {
  joinPieces(target, pieces);
  if (previous !== null && haveSameBytes(target, previous)) {
    rmSync(target);
    return { isNew: false };
  }
  if (path !== null) await compressFile(target, path);
  return { isNew: true };
}

function joinPieces(target: string, pieces: (string | { file: string })[]): void {
  const descriptor = openSync(target, 'w');
  try {
    for (const piece of pieces) writeFileSync(descriptor, typeof piece === 'string' ? piece : readFileSync(piece.file));
  } finally {
    closeSync(descriptor);
  }
}

const CHUNK_BYTES = 1 << 20;

function haveSameBytes(one: string, other: string): boolean {
  if (!existsSync(other) || statSync(one).size !== statSync(other).size) return false;
  const files = [openSync(one, 'r'), openSync(other, 'r')];
  const chunks = files.map(() => Buffer.alloc(CHUNK_BYTES));
  try {
    for (;;) {
      const [read, readOther] = files.map((file, i) => readSync(file, chunks[i] as Buffer));
      if (read !== readOther || Buffer.compare(chunks[0] as Buffer, chunks[1] as Buffer) !== 0) return false;
      if (read === 0) return true;
    }
  } finally {
    files.forEach(closeSync);
  }
}

async function compressFile(target: string, path: string): Promise<void> {
  const forms = compressors(path, statSync(target).size);
  await Promise.all(forms.map(({ ending, stream }) => pipeline(createReadStream(target), stream, createWriteStream(target + ending))));
}

const failureOf = (error: unknown): WriteResult => ({ failure: error instanceof Error ? error.message : String(error) });

if (!isMainThread) {
  lowerThreadPriority();
  // Files are written in order. Slow compression runs in the background while the next files are written.
  parentPort?.on('message', (tasks: WriteTask[]) => {
    Promise.all(tasks.map((task) => perform(task).catch(failureOf))).then((results) => parentPort?.postMessage(results));
  });
}
