/** Every row of handbook/requirements.md has a test, and every number in the title of a test has a row. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { ROOT } from './pages.ts';

const NUMBER = /R-\d{3}/g;

const rows = new Set(
  [...readFileSync(join(ROOT, 'handbook/requirements.md'), 'utf8').matchAll(/^\| (R-\d{3}) \|/gm)].map(([, row = '']) => row),
);
const testFiles = globSync(
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
);
const named = new Set(
  testFiles
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

test('the tests that documents name exist', () => {
  const documents = ['README.md', 'SECURITY.md', ...globSync('handbook/**/*.md', { cwd: ROOT })];
  const found = documents.flatMap((document) =>
    [...readFileSync(join(ROOT, document), 'utf8').matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(([, file = '']) => ({ document, file })),
  );
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter(({ file }) => testFiles.every((one) => !`/${one}`.endsWith(`/${file}`)))).toEqual([]);
});

test('the tests in a row contain its number', () => {
  const [table = ''] = readFileSync(join(ROOT, 'handbook/requirements.md'), 'utf8').split('## Tests that were seen to fail');
  const lines = [...table.matchAll(/^\| (R-\d{3}) \| .* \| (.*) \|$/gm)];
  expect(lines.length).toBe(rows.size);
  const wrong = lines.flatMap(([, row = '', tests = '']) =>
    [...tests.matchAll(/`([^`]+)`/g)]
      .filter(([, file = '']) => !readFileSync(join(ROOT, file), 'utf8').includes(row))
      .map(([file]) => `${row} ${file}`),
  );
  expect(wrong).toEqual([]);
});

/** The titles of a file's tests as patterns: what is filled in may be anything, and the numbers at the beginning are left out. */
function titlesIn(file: string): RegExp[] {
  const strings = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(['"`])((?:\\.|(?!\1).)+)\1/g)];
  return strings.map(([, , title = '']) => {
    const plain = title.replace(/^(?:R-\d{3} )+/, '').replaceAll(/\\(.)/g, '$1');
    const parts = plain.split(/\$\{[^}]*\}|%[sj]/).map((part) => RegExp.escape(part));
    return new RegExp(`^${parts.join('.+')}$`);
  });
}

test('each test that was seen to fail has the title in the table', () => {
  const [, table = ''] = readFileSync(join(ROOT, 'handbook/requirements.md'), 'utf8').split('## Tests that were seen to fail');
  const entries = [...table.matchAll(/^\| (R-\d{3}) \| [^|]+ \| (.+) \(`([^`]+)`\) \|$/gm)];
  expect(entries.length).toBe([...table.matchAll(/^\| R-/gm)].length);
  expect(entries.length).toBeGreaterThanOrEqual(16);
  const wrong = entries.filter(
    ([, , title = '', file = '']) => !titlesIn(file).some((known) => known.source !== '^.+$' && known.test(title)),
  );
  expect(wrong.map(([, row, title]) => `${row} ${title}`)).toEqual([]);
});
