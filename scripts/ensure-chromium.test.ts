import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findTestBrowser } from './ensure-chromium.mjs';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chromium-test-'));
  await writeFile(join(folder, 'my-browser'), '#!/bin/sh\n');
  await chmod(join(folder, 'my-browser'), 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('CHROMIUM_PATH takes precedence over all other places', () => {
  const program = join(folder, 'my-browser');
  expect(findTestBrowser({ CHROMIUM_PATH: program })).toBe(program);
});

test('R-502 a CHROMIUM_PATH without a program is reported, even if another browser is installed', () => {
  const program = join(folder, 'none');
  expect(() => findTestBrowser({ CHROMIUM_PATH: program })).toThrow(
    `CHROMIUM_PATH is ${program}, which is not an executable file. Correct it or unset it.`,
  );
});
