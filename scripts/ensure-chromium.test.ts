import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from './ensure-chromium.mjs';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chromium-test-'));
  await writeFile(join(folder, 'my-browser'), '#!/bin/sh\n');
  await chmod(join(folder, 'my-browser'), 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('CHROMIUM_PATH goes before every other place', () => {
  const program = join(folder, 'my-browser');
  expect(findChromium({ CHROMIUM_PATH: program })).toBe(program);
});

test('R-502 a CHROMIUM_PATH that leads nowhere is reported, even where another browser is installed', () => {
  const program = join(folder, 'none');
  expect(() => findChromium({ CHROMIUM_PATH: program })).toThrow(
    `CHROMIUM_PATH is ${program}, and no program is there. Correct it or unset it.`,
  );
});
