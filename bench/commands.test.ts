import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { benchCommand } from './commands.ts';

test('every benchmark that the help names can be run', async () => {
  const names = /^\[(.*?)\]/.exec(benchCommand.usage)?.[1]?.split(' | ') ?? [];
  expect(names).toContain('weight');
  for (const name of names) {
    expect(await readFile(join(import.meta.dirname, name, 'index.ts'), 'utf8'), name).toContain('export const benchmark');
  }
});
