import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProgram } from './ensure-hosts.mjs';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hosts-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a program is found on the path before other places', async () => {
  for (const name of ['nginx', 'python3', 'systemd-analyze'] as const) {
    expect(findProgram(name, { PATH: folder })).not.toBe(join(folder, name));
    await writeFile(join(folder, name), '#!/bin/sh\n');
    await chmod(join(folder, name), 0o755);
    expect(findProgram(name, { PATH: folder })).toBe(join(folder, name));
  }
});
