/* Fills the column "Tests" of handbook/requirements.md: `node scripts/list-requirement-tests.mjs`. A test belongs to a
   requirement when its title carries the number. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const TABLE = join(ROOT, 'handbook/requirements.md');
const TESTS = [
  'tests/**/*.test.{ts,tsx}',
  'packages/*/src/**/*.test.{ts,tsx}',
  'website/**/*.test.{ts,tsx}',
  'bench/**/*.test.ts',
  'scripts/*.test.ts',
];
/** Files that are named; the others are counted. */
const NAMED = 3;

const files = TESTS.flatMap((pattern) => globSync(pattern, { cwd: ROOT, exclude: (path) => path.includes('node_modules') }).toSorted());
const byRow = new Map();
for (const file of files) {
  for (const row of new Set(readFileSync(join(ROOT, file), 'utf8').match(/R-\d{3}/g) ?? []))
    byRow.set(row, [...(byRow.get(row) ?? []), file]);
}

function testsOf(row) {
  const found = byRow.get(row) ?? [];
  const named = found.slice(0, NAMED).map((file) => `\`${file}\``);
  return named.join(', ') + (found.length > NAMED ? ` and ${found.length - NAMED} more` : '');
}

const lines = readFileSync(TABLE, 'utf8').split('\n');
const filled = lines.map((line) => {
  const row = /^\| (R-\d{3}) \| (.*) \| [^|]* \|$/.exec(line);
  return row === null ? line : `| ${row[1]} | ${row[2]} | ${testsOf(row[1])} |`;
});
writeFileSync(TABLE, filled.join('\n'));
