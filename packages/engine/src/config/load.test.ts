import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { ConfigError } from './validate.ts';
import { loadConfig } from './load.ts';

const MINIMAL = { title: 'T', url: 'https://docs.example.org', docs: { root: 'docs', sidebar: 'sidebar.yaml' } };

let folder = '';
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'config-'));
  await mkdir(join(folder, 'docs'));
  await writeFile(join(folder, 'sidebar.yaml'), 'overviewSidebar: []\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(source: string): Promise<string> {
  const file = join(folder, `site-${++count}.config.ts`);
  await writeFile(file, source);
  return file;
}

async function problemsOf(file: string, env: Record<string, string> = {}): Promise<readonly string[]> {
  const error: unknown = await loadConfig(file, env).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ConfigError) return error.problems;
  throw new Error('expected a ConfigError', { cause: error });
}

const exporting = (config: unknown): Promise<string> => write(`export default ${JSON.stringify(config)};`);

test('paths become absolute, relative to the configuration file', async () => {
  const config = await loadConfig(await exporting({ ...MINIMAL, docs: { ...MINIMAL.docs, rules: { inlineRoot: '.' } } }), {});
  expect(config.docs.root).toBe(join(folder, 'docs'));
  expect(config.docs.sidebar).toBe(join(folder, 'sidebar.yaml'));
  expect(config.staticDirectories).toEqual([join(folder, 'public')]);
  expect(config.docs.rules.inlineRoot).toBe(folder);
  expect(config.configDir).toBe(folder);
});

test('R-605 rules for foreign trees can be functions', async () => {
  const source = JSON.stringify(MINIMAL).replace('"docs":{', '"docs":{"rules":{"defaults":(source) => ({ id: source })},');
  const config = await loadConfig(await write(`export default ${source};`), {});
  expect(config.docs.rules.defaults?.('a.md', '')).toEqual({ id: 'a.md' });
});

/** Vitest would transform the file, so run Node in a separate process. */
test('Node runs a TypeScript configuration directly', async () => {
  const file = await write(`const title: string = 'Typed';\nexport default { ...${JSON.stringify(MINIMAL)}, title };`);
  const load = new URL('./load.ts', import.meta.url).href;
  const program = `const { loadConfig } = await import(${JSON.stringify(load)}); console.log((await loadConfig(${JSON.stringify(file)}, {})).title);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout.trim()).toBe('Typed');
});

test('an edited file is loaded again', async () => {
  const file = await exporting(MINIMAL);
  expect((await loadConfig(file, {})).title).toBe('T');
  await new Promise((resolve) => setTimeout(resolve, 20));
  await writeFile(file, `export default ${JSON.stringify({ ...MINIMAL, title: 'New' })};`);
  expect((await loadConfig(file, {})).title).toBe('New');
});

test('the environment overrides the file', async () => {
  const env = { SITE_URL: 'http://localhost:3000', BASE_URL: '/x/', SITE_TITLE: 'E', IS_SAAS: '1', ASSISTANT_PROJECT_KEY: 'k' };
  const config = await loadConfig(await exporting(MINIMAL), env);
  expect(config).toMatchObject({ url: 'http://localhost:3000', baseUrl: '/x/', title: 'E' });
  expect(config.customFields).toEqual({ isSaas: true, assistantProjectKey: 'k' });
});

test('an empty variable is ignored', async () => {
  expect((await loadConfig(await exporting(MINIMAL), { SITE_URL: '', IS_SAAS: '' })).url).toBe(MINIMAL.url);
});

test('an invalid variable is reported', async () => {
  expect(await problemsOf(await exporting(MINIMAL), { SITE_URL: 'example.org', IS_SAAS: 'maybe' })).toEqual([
    'url: found "example.org" (from the environment variable SITE_URL), expected an origin without path, such as https://docs.example.org',
    'customFields.isSaas: found "maybe" (from the environment variable IS_SAAS), expected true or false',
  ]);
});

test('only title and url are required', async () => {
  const config = await loadConfig(await write(`export default { title: 'T', url: 'https://docs.example.org' };`), {});
  expect(config).toMatchObject({ title: 'T', tagline: '', links: { chat: null, repository: null }, plugins: [], pages: [] });
  expect(config.docs).toMatchObject({ root: join(folder, 'docs'), sidebar: null });
});

test('the repository address is derived from the organization and project names', async () => {
  const config = await loadConfig(await exporting({ ...MINIMAL, organizationName: 'o', projectName: 'p' }), {});
  expect(config.links.repository).toBe('https://github.com/o/p');
});

test('a missing file is reported', async () => {
  expect(await problemsOf(join(folder, 'none.ts'))).toEqual(['the file does not exist: create it, or name another one with --config']);
});

test('a folder instead of a file is reported', async () => {
  expect(await problemsOf(folder)).toEqual(['the file does not exist: create it, or name another one with --config']);
});

test('a file that throws is reported', async () => {
  expect(await problemsOf(await write('throw new TypeError("no network");'))).toEqual([
    'the file could not be loaded: line 1: TypeError: no network',
  ]);
});

test('a file that is not JavaScript is reported', async () => {
  expect((await problemsOf(await write('export default {\n  title: [\n};\n')))[0]).toMatch(
    /^the file could not be loaded: line 3: \w*Error: /,
  );
});

test('a file without a default export is reported', async () => {
  expect(await problemsOf(await write('export const config = {};'))).toEqual([
    'the file has no default export: write `export default defineConfig({ … })`',
  ]);
});

test('R-502 a missing docs folder and a missing sidebar file are reported', async () => {
  const docs = { root: 'nowhere', sidebar: 'none.yaml' };
  expect(await problemsOf(await exporting({ ...MINIMAL, docs, pageStyles: 'none.css', islands: { map: 'map.ts' } }))).toEqual([
    `docs.root: found no folder ${join(folder, 'nowhere')}, expected a folder relative to the configuration file`,
    `docs.sidebar: found no file ${join(folder, 'none.yaml')}, expected a file relative to the configuration file`,
    `pageStyles: found no file ${join(folder, 'none.css')}, expected a file relative to the configuration file`,
    `islands.map: found no file ${join(folder, 'map.ts')}, expected a file relative to the configuration file`,
  ]);
});
