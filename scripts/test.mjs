/* The test command: format, lint, types, spelling, and then all Vitest projects in one run.
   `npm test -- --only unit` runs one part; several parts are separated by commas. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PROJECTS = ['unit', 'dom', 'architecture', 'style', 'conformance', 'browser'];
/** Projects of the type check, each for one environment. */
const ZONES = ['node', 'browser', 'isomorphic', 'test'];
/** Threads of the type check. Each checks the shared types again, so more threads than processors cost time. */
const CHECKERS = String(Math.min(4, availableParallelism()));

const CHECKS = [
  { part: 'format', name: 'format', command: ['oxfmt', '--check'], fix: 'Run `npm run format`.' },
  { part: 'lint', name: 'lint', command: ['oxlint', '--max-warnings', '0'], fix: 'Fix the lines listed above.' },
  ...ZONES.map((zone) => ({
    part: 'types',
    name: `types: ${zone}`,
    command: ['tsc', '-p', `tsconfig.${zone}.json`, '--checkers', CHECKERS],
    fix: 'Fix the lines listed above.',
  })),
  {
    part: 'spelling',
    name: 'spelling',
    command: ['cspell', '--no-progress', '--no-summary'],
    fix: 'Fix the words, or add names to handbook/words.txt.',
  },
];
const PARTS = ['format', 'lint', 'types', 'spelling', ...PROJECTS];
/** Parts that run only if they are requested, because they need data that is not in the repository. */
const ON_REQUEST = ['facts'];

const HELP = `npm test [-- --only PART[,PART…] | --renew]
Parts: ${PARTS.join(', ')}. Without --only, all parts run in this order. The first failing check ends the run.
\`npm run check\` runs format, lint, types, spelling, and architecture.
"--only facts" compares the site with data about the platform in ../shared.
--renew only replaces the reference screenshots of tests/visual with the current ones.`;

/**
 * Returns the requested parts. Throws an Error that explains an unknown argument.
 * @param {string[]} args
 * @returns {string[]}
 */
export function readParts(args) {
  if (args.length === 1 && args[0] === '--renew') return ['browser'];
  const parts = [];
  for (let at = 0; at < args.length; at += 1) {
    const [flag, inline] = args[at].split('=', 2);
    if (flag === '--renew') throw new Error(`--renew takes no other option, but got "${args.toSpliced(at, 1).join(' ')}".\n${HELP}`);
    if (flag !== '--only') throw new Error(`"${args[at]}" is not an option of the tests.\n${HELP}`);
    const value = inline === undefined ? args[(at += 1)] : inline;
    if (!value) throw new Error(`--only needs the name of a part.\n${HELP}`);
    parts.push(...value.split(','));
  }
  const unknown = parts.find((part) => ![...PARTS, ...ON_REQUEST].includes(part));
  if (unknown !== undefined) throw new Error(`There is no part "${unknown}" of the tests.\n${HELP}`);
  return parts.length > 0 ? parts : PARTS;
}

/**
 * Counts the tests in the JSON report of Vitest. A file that failed to load counts as one failure, because none of its tests ran.
 */
export function countTests(report) {
  const failedToLoad = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + failedToLoad.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function run([tool, ...args]) {
  const { status } = spawnSync(process.execPath, [scriptOf(tool), ...args], { cwd: ROOT, stdio: 'inherit' });
  return status === 0;
}

/** Returns the path of the script of a tool, so that this Node can run it instead of the one on the PATH. */
function scriptOf(tool) {
  const folder = join(ROOT, 'node_modules', tool === 'tsc' ? 'typescript' : tool);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[tool]);
}

/** Runs `work`, and prints its result and duration. */
function timed(name, work) {
  const start = Date.now();
  console.log(`▸ ${name}`);
  const succeeded = work();
  console.log(`${succeeded ? '✓' : '✗'} ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  return succeeded;
}

/** Runs Vitest and returns the counts of its report. @param files test files or folders; an empty list runs all */
function runVitest(projects, files) {
  const folder = mkdtempSync(join(tmpdir(), 'test-report-'));
  const file = join(folder, 'report.json');
  try {
    const chosen = projects.flatMap((project) => ['--project', project]);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const succeeded = timed(`tests: ${projects.join(', ')}`, () => run(['vitest', 'run', ...files, ...chosen, ...reporters]));
    const counts = countTests(JSON.parse(readFileSync(file, 'utf8')));
    return { ...counts, succeeded: succeeded && counts.failed === 0 && counts.passed > 0 };
  } catch (error) {
    console.error(`Vitest wrote no report: ${error.message}`);
    return { passed: 0, failed: 0, skipped: 0, succeeded: false };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function main(args) {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(HELP);
    return true;
  }
  const parts = readParts(args);
  const isRenewing = args.includes('--renew');
  if (isRenewing) process.env.RENEW_SCREENSHOTS = 'yes';
  for (const check of CHECKS.filter(({ part }) => parts.includes(part))) {
    if (timed(check.name, () => run(check.command))) continue;
    console.error(`"${check.name}" failed, so the remaining parts were not run. ${check.fix}`);
    return false;
  }
  const projects = [...PROJECTS, ...ON_REQUEST].filter((project) => parts.includes(project));
  if (projects.length === 0) return true;
  const { passed, failed, skipped, succeeded } = runVitest(projects, isRenewing ? ['tests/visual'] : []);
  if (passed + failed === 0) console.error('No test ran, which counts as a failure.');
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return succeeded;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = main(process.argv.slice(2)) ? 0 : 1;
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
