/** Follows the steps of the README, "Use it for your own docs", in an empty folder outside of the repository. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { PROJECT_ROOT } from './build-fixture.ts';

const QUIRE = join(PROJECT_ROOT, 'packages/engine/bin/quire.mjs');
const FOREIGN_WORDS = /datahub|acryl|snowflake|linkedin/i;
let folder = '';

function quire(...words: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [QUIRE, ...words], { cwd: folder, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-docs-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('step 1: without a configuration, the command reports what is missing', () => {
  const { status, output } = quire('build');
  expect(status).toBe(1);
  expect(output).toContain('site.config.ts');
  expect(output).not.toContain('    at ');
  // There are no npm scripts outside of the repository.
  expect(quire('build', '--help').output).toContain(`node ${QUIRE} build [`);
});

test('step 2: a folder without pages and a missing build are reported with instructions', () => {
  writeFileSync(join(folder, 'site.config.ts'), "export default { title: 'Mine', url: 'https://docs.example.org' };\n");
  mkdirSync(join(folder, 'docs'));
  const { status, output } = quire('build');
  expect(status).toBe(1);
  expect(output).toContain('the folder contains no pages: add a Markdown file, such as index.md');
  expect(quire('serve').output).toMatch(/^There is no build in .*\. Build the site first,/);
});

test('step 3: a title, a URL, and a folder of Markdown are enough for a site', () => {
  cpSync(join(PROJECT_ROOT, 'examples/starter/docs'), join(folder, 'docs'), { recursive: true });
  writeFileSync(
    join(folder, 'site.config.ts'),
    "import { defineConfig } from '@quire/engine';\n\nexport default defineConfig({ title: 'Mine', url: 'https://docs.example.org' });\n",
  );
  const { status, output } = quire('build');
  expect(output).toMatch(/Built 1[0-9] pages \(10 compiled\)/);
  expect(status).toBe(0);
  const page = readFileSync(join(folder, 'build/site/docs/install/index.html'), 'utf8');
  expect(page).toContain('<title>Install Harbor | Mine</title>');
  expect(page).toContain('href="/docs/guides/first-backup"');
});

test('step 4: a copy of the example builds with its own brand and without an assistant', () => {
  cpSync(join(PROJECT_ROOT, 'examples/starter'), folder, { recursive: true });
  const { status, output } = quire('build', '--config', 'site.config.ts');
  expect(output).toContain('Built');
  expect(status).toBe(0);
  const files = globSync('build/site/**/*.{html,css,js,json,md,txt,xml}', { cwd: folder });
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => FOREIGN_WORDS.test(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
  const page = readFileSync(join(folder, 'build/site/docs/install/index.html'), 'utf8');
  expect(page).toContain('<meta name="generator" content="quire 0.0.0">');
  expect(page).not.toContain('Ask our AI');
});

test('step 5: the server serves the pages, and a search finds them', async () => {
  const child = spawn(process.execPath, [QUIRE, 'serve', '--port', '0'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let url = '';
    for await (const line of createInterface(child.stdout)) {
      url = /^Serving on (\S+)/.exec(line)?.[1] ?? '';
      if (url !== '') break;
    }
    const page = await fetch(new URL('/docs/install', url));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Install Harbor')]);
    expect((await fetch(new URL('/docs/nothing-here', url))).status).toBe(404);
    const body = JSON.stringify({ requests: [{ indexName: 'docs', query: 'passphrase' }] });
    const found = (await (await fetch(new URL('/1/indexes/*/queries', url), { method: 'POST', body })).json()) as {
      results: { nbHits: number }[];
    };
    expect(found.results[0]?.nbHits).toBeGreaterThan(0);
    expect((await fetch(new URL('/v1/completions', url), { method: 'POST', body: '{}' })).status).toBe(404);
  } finally {
    child.kill();
  }
});
