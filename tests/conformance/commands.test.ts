/** The commands of package.json describe themselves and reject what they do not know. */
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createFixture, PROJECT_ROOT } from './build-fixture.ts';

const { scripts } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
/** All programs of this project, except for those that npm runs before others. */
const LINES = [
  ...Object.entries(scripts).filter(([name, line]) => line.startsWith('node ') && !name.startsWith('pre')),
  ['list-requirement-tests', 'node scripts/list-requirement-tests.mjs'],
] as const;

interface Ended {
  status: number;
  output: string;
  errors: string;
}

/** Runs a line of package.json as npm does: with this Node in the path. */
function run(line: string): Promise<Ended> {
  const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
  return new Promise((settle) => {
    execFile('/bin/sh', ['-c', line], { cwd: PROJECT_ROOT, env: { ...process.env, PATH }, timeout: 60_000 }, (error, output, errors) =>
      settle({ status: error === null ? 0 : Number(error.code ?? 1), output, errors }),
    );
  });
}

const WRITTEN = [
  'packages/engine/src/client/fonts/manrope-basic.woff2',
  'packages/engine/src/client/fonts/jetbrains-mono-basic.woff2',
  'handbook/requirements.md',
];
const timesOf = (): number[] => WRITTEN.map((file) => statSync(join(PROJECT_ROOT, file)).mtimeMs);

test.concurrent.each(LINES)('%s --help describes the command and does nothing else', async (_name, line) => {
  const before = timesOf();
  const { status, output, errors } = await run(`${line} --help`);
  expect([status, errors]).toEqual([0, '']);
  expect(output).toMatch(/(^|\n) *(npm|node) /);
  expect(timesOf()).toEqual(before);
});

test.concurrent.each(LINES)('%s rejects an unknown option with one message and no stack trace', async (_name, line) => {
  const before = timesOf();
  const { status, output, errors } = await run(`${line} --no-such-option`);
  expect(status).not.toBe(0);
  expect(errors).toContain('--no-such-option');
  expect(errors).not.toMatch(/^ +at |node:internal/m);
  expect(output).toBe('');
  expect(timesOf()).toEqual(before);
});

test('R-501 a wrong configuration ends the build with the path of each field and what is expected', async () => {
  const site = createFixture({ 'one.md': '# One\n' }, "tableOfContents: { minHeadingLevel: 9 }, stylesheets: ['fonts.css'], titel: 'x',");
  const { status, output, errors } = await run(`node packages/engine/src/cli.ts build --config ${join(site.dir, 'site.config.ts')}`);
  expect(status).toBe(1);
  expect(output + errors).toMatch(/tableOfContents\.minHeadingLevel: .*expected/);
  expect(output + errors).toMatch(/stylesheets\[0\]: .*expected/);
  expect(output + errors).toMatch(/titel: .*title/);
});

test('R-106 translations lists the missing words of a default locale, and reports a file of words that cannot be read', async () => {
  const site = createFixture({ 'one.md': '# Eins\n' }, "i18n: { defaultLocale: 'de', locales: { de: {} } },");
  const line = `node packages/engine/src/cli.ts translations --config ${join(site.dir, 'site.config.ts')}`;
  site.write({ '/i18n/de/interface.yaml': 'Menu: Menü\n' });
  const listed = await run(line);
  expect([listed.status, listed.errors]).toEqual([0, '']);
  expect(listed.output).toMatch(/interface\.yaml: \d+ of \d+ words are not translated\n {2}"Skip to main content":\n/);
  expect(listed.output).not.toContain('"Menu"');
  site.write({ '/i18n/de/interface.yaml': 'Menu: Menü\nMenu: Menü\n' });
  const broken = await run(line);
  expect([broken.status, broken.output]).toEqual([1, '']);
  expect(broken.errors).toMatch(/interface\.yaml:2: the file is not valid YAML/);
});
