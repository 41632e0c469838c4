import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPostgres } from './ensure-postgres.mjs';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postgres-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('POSTGRES_BIN takes precedence over all other places, and must contain all programs', async () => {
  for (const name of ['initdb', 'postgres']) {
    expect(() => findPostgres({ POSTGRES_BIN: folder })).toThrow(
      `POSTGRES_BIN is ${folder}, which does not contain initdb and postgres. Correct it or unset it.`,
    );
    await writeFile(join(folder, name), '#!/bin/sh\n');
    await chmod(join(folder, name), 0o755);
  }
  expect(findPostgres({ POSTGRES_BIN: folder })).toBe(folder);
});
