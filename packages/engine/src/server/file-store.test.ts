import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SITE_FILES, writeTestBuild, type TestBuild } from './testing/test-build.ts';
import { createFileStore } from './file-store.ts';

let build: TestBuild;
beforeAll(async () => {
  build = await writeTestBuild();
});
afterAll(() => build.remove());

async function textOf(body: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(body).text();
}

test('a small file is cached in memory', async () => {
  const store = createFileStore(build.siteDir);
  const file = join(build.siteDir, 'short-lived.txt');
  await writeFile(file, 'kept');
  expect(await textOf((await store.read('short-lived.txt'))?.body() ?? new ReadableStream())).toBe('kept');
  await rm(file);
  expect(await textOf((await store.read('short-lived.txt'))?.body() ?? new ReadableStream())).toBe('kept');
});

test('the least recently used file is evicted when the cache is full', async () => {
  const store = createFileStore(build.siteDir, { maxBytes: 3000 });
  const names = ['oldest.txt', 'newest.txt'];
  for (const name of names) {
    await writeFile(join(build.siteDir, name), 'x'.repeat(2000));
    await store.read(name);
    await rm(join(build.siteDir, name));
  }
  expect(await store.read('oldest.txt')).toBeNull();
  expect((await store.read('newest.txt'))?.size).toBe(2000);
});

test('a cache limit of 0 disables caching', async () => {
  const store = createFileStore(build.siteDir, { maxBytes: 0 });
  const file = join(build.siteDir, 'unkept.txt');
  await writeFile(file, 'x');
  expect((await store.read('unkept.txt'))?.size).toBe(1);
  await rm(file);
  expect(await store.read('unkept.txt')).toBeNull();
});

async function chunksOf(body: ReadableStream<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return chunks;
}

test('a large file that does not fit into memory is streamed from disk each time', async () => {
  const store = createFileStore(build.siteDir, { maxFileBytes: 1000, maxLargeFilesBytes: 1000 });
  for (const _ of [1, 2]) {
    const chunks = await chunksOf((await store.read('big.bin'))?.body() ?? new ReadableStream());
    expect(chunks.length).toBeGreaterThan(1);
    expect(Buffer.concat(chunks).toString()).toBe(SITE_FILES['big.bin']);
  }
});

test('all readers of a file share its bytes in memory', async () => {
  const store = createFileStore(build.siteDir);
  for (const name of ['big.bin', 'index.html']) {
    const bodies = [0, 1].map(async () => chunksOf((await store.read(name))?.body() ?? new ReadableStream()));
    const [first = [], second = []] = await Promise.all(bodies);
    expect(Buffer.concat(first).toString(), name).toBe(SITE_FILES[name]);
    expect(new Set([...first, ...second].map(({ buffer }) => buffer)).size, name).toBe(1);
  }
});

test('concurrent readers of a large file yield to the event loop between chunks', async () => {
  await writeFile(join(build.siteDir, 'megabyte.bin'), Buffer.alloc(1024 * 1024));
  const store = createFileStore(build.siteDir);
  const file = await store.read('megabyte.bin');
  let chunks = 0;
  const read = async (): Promise<void> => {
    for await (const _ of file?.body() ?? new ReadableStream()) chunks += 1;
  };
  const readers = Promise.all(Array.from({ length: 50 }, read));
  const perTurn: number[] = [];
  for (let before = 0; before < 50 * 8; before = chunks) {
    await new Promise((resolve) => setImmediate(resolve));
    perTurn.push(chunks - before);
  }
  await readers;
  expect(Math.max(...perTurn)).toBe(4);
});

test('a range of a file is a view of its cached bytes', async () => {
  const store = createFileStore(build.siteDir);
  const [part] = await chunksOf((await store.read('big.bin'))?.body({ start: 10, end: 19 }) ?? new ReadableStream());
  expect(part?.byteLength).toBe(10);
  expect(part?.buffer.byteLength).toBe(SITE_FILES['big.bin']?.length);
});

test('folders, missing files, links out of the site, and impossible names return null', async () => {
  const store = createFileStore(build.siteDir);
  for (const name of ['docs', '', 'none.txt', 'index.html/more', 'link.txt', 'private/secret.txt', '../secret.txt', 'x'.repeat(300)]) {
    expect(await store.read(name), name).toBeNull();
  }
});

test('concurrent readers get the same file', async () => {
  const store = createFileStore(build.siteDir);
  const files = await Promise.all(Array.from({ length: 50 }, () => store.read('index.html')));
  expect(new Set(files).size).toBe(1);
});
