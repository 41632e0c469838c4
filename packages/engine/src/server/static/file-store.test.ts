import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SITE_FILES, writeTestBuild, type TestBuild } from '../testing/test-build.ts';
import { createFileStore } from './file-store.ts';

let build: TestBuild;
beforeAll(async () => {
  build = await writeTestBuild();
});
afterAll(() => build.remove());

async function textOf(body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>): Promise<string> {
  return new Response(body).text();
}

test('a small file that was read needs no disk any more', async () => {
  const store = createFileStore(build.siteDir);
  const file = join(build.siteDir, 'short-lived.txt');
  await writeFile(file, 'kept');
  expect(await textOf((await store.read('short-lived.txt'))?.body() ?? new ReadableStream())).toBe('kept');
  await rm(file);
  expect(await textOf((await store.read('short-lived.txt'))?.body() ?? new ReadableStream())).toBe('kept');
});

test('a big file is streamed, each time anew', async () => {
  const store = createFileStore(build.siteDir, { maxFileBytes: 1000 });
  for (const _ of [1, 2]) {
    const body = (await store.read('big.bin'))?.body();
    expect(body).toBeInstanceOf(ReadableStream);
    expect(await textOf(body as ReadableStream<Uint8Array>)).toBe(SITE_FILES['big.bin']);
  }
});

test('folders, missing files, links to elsewhere and names that no file can have are null', async () => {
  const store = createFileStore(build.siteDir);
  for (const name of ['docs', '', 'none.txt', 'index.html/more', 'link.txt', 'private/secret.txt', '../secret.txt', 'x'.repeat(300)]) {
    expect(await store.read(name), name).toBeNull();
  }
});

test('many readers at a time get the same file', async () => {
  const store = createFileStore(build.siteDir);
  const files = await Promise.all(Array.from({ length: 50 }, () => store.read('index.html')));
  expect(new Set(files).size).toBe(1);
});
