/** Writes and compresses files on a thread of its own, while the build renders the next pages. */
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
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parentPort } from 'node:worker_threads';

import { compress, compressBeside, compressors, takesLong } from './compress.ts';
import { lowerThreadPriority } from './process-resources.ts';

export interface WriteTask {
  /** Where the file goes; its compressed forms go beside it. */
  target: string;
  /** Path in the published site, which decides how it is compressed; null: not at all. */
  path: string | null;
  /** The file's bytes, or what it is put together from: text, and files written before. */
  content: Uint8Array | (string | { file: string })[];
  /** The same file of the last build, which stays where nothing changed; null where something did. */
  previous: string | null;
  /** A second path for the same bytes, without compressed forms. */
  twin?: string | undefined;
}

/** What is said of a task when it is done. */
export type WriteResult = { isNew: boolean } | { failure: string };

lowerThreadPriority();

const made = new Set<string>();

async function perform({ target, path, content, previous, twin }: WriteTask): Promise<WriteResult> {
  const folder = dirname(target);
  if (!made.has(folder)) mkdirSync(folder, { recursive: true });
  made.add(folder);
  if (!(content instanceof Uint8Array)) return putTogether(target, path, content, previous);
  writeFileSync(target, content);
  if (twin !== undefined) linkOrCopy(target, twin);
  if (path === null) return { isNew: true };
  for (const form of takesLong(path) ? await compressBeside(path, content) : compress(path, content))
    writeFileSync(target + form.ending, form.content);
  return { isNew: true };
}

/** Not every file system has hard links. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** Whether it is as before is found out when it is there; it is never in memory as a whole. */
async function putTogether(
  target: string,
  path: string | null,
  pieces: (string | { file: string })[],
  previous: string | null,
): Promise<WriteResult> {
  join(target, pieces);
  if (previous !== null && haveSameBytes(target, previous)) {
    rmSync(target);
    return { isNew: false };
  }
  if (path !== null) await compressInPieces(target, path);
  return { isNew: true };
}

function join(target: string, pieces: (string | { file: string })[]): void {
  const descriptor = openSync(target, 'w');
  for (const piece of pieces) writeWhole(descriptor, typeof piece === 'string' ? Buffer.from(piece) : readFileSync(piece.file));
  closeSync(descriptor);
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
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

async function compressInPieces(target: string, path: string): Promise<void> {
  const forms = compressors(path, statSync(target).size);
  await Promise.all(forms.map(({ ending, stream }) => pipeline(createReadStream(target), stream, createWriteStream(target + ending))));
}

// Files are written in the order in which they come; those that take long are compressed beside the next.
parentPort?.on('message', (tasks: WriteTask[]) => {
  Promise.all(tasks.map((task) => perform(task).catch(failureOf))).then((results) => parentPort?.postMessage(results));
});

const failureOf = (error: unknown): WriteResult => ({ failure: error instanceof Error ? error.message : String(error) });
