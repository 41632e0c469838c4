/** Every row of handbook/requirements.md has a test, and every number in a test's title has a row. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { ROOT } from './pages.ts';

const NUMBER = /R-\d{3}/g;

const rows = new Set(
  [...readFileSync(join(ROOT, 'handbook/requirements.md'), 'utf8').matchAll(/^\| (R-\d{3}) \|/gm)].map(([, row = '']) => row),
);
const named = new Set(
  globSync(
    [
      'packages/*/src/**/*.test.{ts,tsx}',
      'tests/**/*.test.{ts,tsx}',
      'website/**/*.test.{ts,tsx}',
      'bench/**/*.test.ts',
      'scripts/*.test.ts',
    ],
    {
      cwd: ROOT,
      exclude: (path) => path.includes('node_modules'),
    },
  )
    .filter((file) => !file.endsWith('style/requirements.test.ts'))
    .flatMap((file) => readFileSync(join(ROOT, file), 'utf8').match(NUMBER) ?? []),
);

test('every requirement has a test', () => {
  expect(rows.size).toBeGreaterThan(50);
  expect([...rows].filter((row) => !named.has(row))).toEqual([]);
});

test('every number in a test is a requirement', () => {
  expect([...named].filter((row) => !rows.has(row)).toSorted()).toEqual([]);
});

test('the files that the table names exist', () => {
  const files = [...readFileSync(join(ROOT, 'handbook/requirements.md'), 'utf8').matchAll(/`((?:packages|tests|website|bench)\/[^`]+)`/g)];
  const missing = files.map(([, file = '']) => file).filter((file) => globSync(file, { cwd: ROOT }).length === 0);
  expect(missing).toEqual([]);
});
