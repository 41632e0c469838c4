import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterEach, expect, test, vi } from 'vitest';
import { type Command, runCli, runCommand } from './command.ts';

const build: Command = {
  summary: 'Builds the site.',
  usage: '[--out DIR]',
  options: { out: { type: 'string', description: 'folder' } },
  run: async () => 0,
};
const read: Command = {
  summary: 'Reads.',
  usage: 'FOLDER',
  program: 'quire read',
  acceptsPositionals: true,
  options: {},
  run: async () => 0,
};
const argv = process.argv;

afterEach(() => {
  process.argv = argv;
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

/** @returns what the command line prints, and the exit status */
async function run(...words: string[]): Promise<{ output: string; errors: string; status: typeof process.exitCode }> {
  const written = { output: '', errors: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((written.output += String(text)), true));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((written.errors += String(text)), true));
  process.argv = ['node', 'cli.ts', ...words];
  await runCli({ build: async () => build, read: async () => read });
  return { ...written, status: process.exitCode };
}

test.each([[[]], [['--help']], [['-h']], [['help']]])('%j lists the commands', async (words) => {
  const { output, errors, status } = await run(...words);
  expect(output).toContain('  build         Builds the site.\n');
  expect([errors, status]).toEqual(['', undefined]);
});

test('an unknown command is reported together with the existing ones', async () => {
  expect(await run('bild')).toEqual({
    output: '',
    errors: 'There is no command "bild". Commands: build, read. Each accepts --help.\n',
    status: 2,
  });
});

test('an error that repeats texts of a site prints no sequences for the terminal and no commands for a CI service', async () => {
  const fail = async () => Promise.reject(new Error('the configuration: \u001b]0;t\u0007\u009b2J\u202e\n::error::x\n  - a'));
  const errors: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => errors.push(String(text)) > 0);
  await runCommand('read', () => ({ ...read, run: fail }), []);
  expect(errors.join('')).toBe('the configuration: \uFFFD]0;t\uFFFD\uFFFD2J\uFFFD\n| ::error::x\n  - a\n');
});

test('--help after a command prints its usage', async () => {
  expect((await run('build', '--help')).output).toContain('npm run build -- [--out DIR]');
});

test('the usage of a command without options is one line', async () => {
  expect((await run('read', '--help')).output).toBe('Reads.\n\n  quire read FOLDER\n');
});

test('an unknown option is reported together with the existing ones', async () => {
  expect(await run('build', '--outt', 'x')).toEqual({
    output: '',
    errors: 'There is no option --outt. Options: --out, --help.\n',
    status: 1,
  });
  expect((await run('build', '-x')).errors).toBe('There is no option -x. Options: --out, --help.\n');
  expect((await run('build', '--out')).errors).toContain("'--out <value>' argument missing");
});

test('unexpected arguments are an error', async () => {
  expect(await run('build', 'dist')).toEqual({ output: '', errors: 'build takes options only, but got "dist".\n', status: 1 });
  expect((await run('read', 'folder')).status).toBe(0);
});

test('the usage of a command that is not an npm script contains the program that runs it', async () => {
  expect((await run('read', '--help')).output).toContain('  quire read FOLDER\n');
});

test('a command ends without an error when nothing reads its output, for example with `| head`', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../cli.ts'), 'help']);
  child.stdout.destroy();
  const [errors, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect([errors, status]).toEqual(['', 0]);
});
