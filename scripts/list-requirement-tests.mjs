/* Fills the column "Tests" of handbook/requirements.md: `node scripts/list-requirement-tests.mjs`. A test belongs to a
   requirement if its title contains the number. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '@quire/engine/commands/command.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const TABLE = join(ROOT, 'handbook/requirements.md');
const TESTS = [
  'tests/**/*.test.{ts,tsx}',
  'packages/*/src/**/*.test.{ts,tsx}',
  'website/**/*.test.{ts,tsx}',
  'bench/**/*.test.ts',
  'scripts/*.test.ts',
];
/** Maximum number of files to list for a requirement; the list says when there are others. */
const NAMED = 3;

/** Returns the test files of each requirement. */
function testsByRow() {
  const files = TESTS.flatMap((pattern) => globSync(pattern, { cwd: ROOT, exclude: (path) => path.includes('node_modules') }).toSorted());
  const byRow = new Map();
  for (const file of files) {
    for (const row of new Set(readFileSync(join(ROOT, file), 'utf8').match(/R-\d{3}/g) ?? []))
      byRow.set(row, [...(byRow.get(row) ?? []), file]);
  }
  return byRow;
}

function listOf(found = []) {
  const named = found.slice(0, NAMED).map((file) => `\`${file}\``);
  return named.join(', ') + (found.length > NAMED ? ', and others' : '');
}

await runCommand('list-requirement-tests', () => ({
  summary: 'Fills the column "Tests" of handbook/requirements.md.',
  usage: '',
  program: 'node scripts/list-requirement-tests.mjs',
  options: {},
  async run() {
    const byRow = testsByRow();
    const text = readFileSync(TABLE, 'utf8');
    // The table of tests that were seen to fail has rows of the same form.
    const end = text.indexOf('## Tests that were seen to fail');
    const filled = text
      .slice(0, end)
      .split('\n')
      .map((line) => {
        const row = /^\| (R-\d{3}) \| (.*) \| [^|]* \|$/.exec(line);
        return row === null ? line : `| ${row[1]} | ${row[2]} | ${listOf(byRow.get(row[1]))} |`;
      });
    writeFileSync(TABLE, filled.join('\n') + text.slice(end));
    return 0;
  },
}));
