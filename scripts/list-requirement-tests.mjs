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
/** Maximum number of files to list for a requirement. */
const MAX_LISTED = 3;

/** Returns the test files of each requirement, by number. */
function testsByRequirement() {
  const files = TESTS.flatMap((pattern) => globSync(pattern, { cwd: ROOT, exclude: (path) => path.includes('node_modules') }).toSorted());
  const byRequirement = new Map();
  for (const file of files) {
    for (const row of new Set(readFileSync(join(ROOT, file), 'utf8').match(/R-\d{3}/g) ?? []))
      byRequirement.set(row, [...(byRequirement.get(row) ?? []), file]);
  }
  return byRequirement;
}

function listOf(found = []) {
  const named = found.slice(0, MAX_LISTED).map((file) => `\`${file}\``);
  return named.join(', ') + (found.length > MAX_LISTED ? ', and others' : '');
}

await runCommand('list-requirement-tests', () => ({
  summary: 'Fills the column "Tests" of handbook/requirements.md.',
  usage: '',
  program: 'node scripts/list-requirement-tests.mjs',
  options: {},
  async run() {
    const byRequirement = testsByRequirement();
    const text = readFileSync(TABLE, 'utf8');
    // Skip the second table, "Tests that were seen to fail", whose rows look the same.
    const end = text.indexOf('## Tests that were seen to fail');
    const filled = text
      .slice(0, end)
      .split('\n')
      .map((line) => {
        const row = /^\| (R-\d{3}) \| (.*) \| [^|]* \|$/.exec(line);
        return row === null ? line : `| ${row[1]} | ${row[2]} | ${listOf(byRequirement.get(row[1]))} |`;
      });
    writeFileSync(TABLE, filled.join('\n') + text.slice(end));
    return 0;
  },
}));
