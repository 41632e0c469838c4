import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProgram, requireProgram } from './ensure-hosts.mjs';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hosts-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a program on the PATH takes precedence over other places', async () => {
  for (const name of ['nginx', 'python3', 'systemd-analyze'] as const) {
    expect(findProgram(name, { PATH: folder })).not.toBe(join(folder, name));
    await writeFile(join(folder, name), '#!/bin/sh\n');
    await chmod(join(folder, name), 0o755);
    expect(findProgram(name, { PATH: folder })).toBe(join(folder, name));
  }
});

test('R-502 a missing program is reported with the package that has it', () => {
  expect(() => requireProgram('systemd-analyze', { PATH: join(folder, 'empty') })).toThrow(
    'systemd-analyze was not found, and the tests of hosts need it. Install the package "systemd" with your package manager.',
  );
});
