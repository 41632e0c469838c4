import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ensureDependencies, reasonToInstall } from './ensure-dependencies.mjs';

let root: string;
let output: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dependencies-test-'));
  output = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(root, { recursive: true, force: true });
});

const packages = {
  '': { name: 'x' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/other-platform': { version: '1.0.0', optional: true },
};
const installed = { 'node_modules/a': packages['node_modules/a'] };

async function write(file: string, content: unknown): Promise<void> {
  await mkdir(join(root, file, '..'), { recursive: true });
  await writeFile(join(root, file), typeof content === 'string' ? content : JSON.stringify(content));
}

/** Writes a fake npm that runs `script`. */
async function fakeNpm(script: string): Promise<Record<string, string>> {
  await write('npm-cli.js', script);
  return { npm_execpath: join(root, 'npm-cli.js') };
}

test('nothing is installed if the installed packages match the lock file', async () => {
  await write('package-lock.json', { packages });
  await write('node_modules/.package-lock.json', { packages: installed });
  expect(reasonToInstall(root)).toBeNull();
});

test.each([
  ['no node_modules', null, 'they are not installed yet'],
  ['an interrupted installation', 'half a fi', 'they are not installed yet'],
  ['a new package', { packages: {} }, 'node_modules/a is not installed'],
  [
    'another version',
    { packages: { 'node_modules/a': { version: '0.9.0', integrity: 'sha512-a' } } },
    'node_modules/a is installed in another version',
  ],
])('%s is a reason to install', async (_, record, reason) => {
  await write('package-lock.json', { packages });
  if (record) await write('node_modules/.package-lock.json', record);
  expect(reasonToInstall(root)).toBe(reason);
});

test('an installation prints its reason in one line', async () => {
  await write('package-lock.json', { packages });
  const env = await fakeNpm(`
    const { mkdirSync, writeFileSync } = require('node:fs');
    mkdirSync('node_modules/node/bin', { recursive: true });
    writeFileSync('node_modules/node/bin/node', process.argv.slice(2).join(' '));
  `);
  ensureDependencies(root, env);
  expect(output).toEqual(['Installing the dependencies (npm ci): they are not installed yet.']);
});

test('R-502 a failed installation, an outdated Node, and a missing lock file are reported', async () => {
  expect(() => ensureDependencies(root, {})).toThrow(`package-lock.json is missing or unreadable in ${root}. Check it out again.`);
  await write('package-lock.json', { packages });
  const env = await fakeNpm('process.exit(1)');
  expect(() => ensureDependencies(root, env)).toThrow('`npm ci` failed.');
  expect(() => ensureDependencies(root, env, '16.20.2')).toThrow(
    'Node 16.20.2 is too old to install this project: it needs Node 20 or newer. Install one from https://nodejs.org.',
  );
});

test('R-502 a missing npm is reported', async () => {
  await write('package-lock.json', { packages });
  vi.stubEnv('PATH', root);
  expect(() => ensureDependencies(root, {})).toThrow('npm was not found. It comes with Node');
  vi.unstubAllEnvs();
});

test('R-502 a missing program of the package "node" is reported', async () => {
  await write('package-lock.json', { packages });
  await write('node_modules/.package-lock.json', { packages: installed });
  expect(() => ensureDependencies(root, {})).toThrow('Run `npm rebuild node --ignore-scripts=false`.');
});
