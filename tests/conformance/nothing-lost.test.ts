/**
 * Every word and picture of an author appears on the built page or in lines that the build reports. The tests read the source with the parser of
 * MDX instead of the engine's own, so that the two do not make the same mistake.
 */
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, expect, onTestFinished, test } from 'vitest';

import { openSite, openSites } from '@quire/engine/build/site.ts';
import { migrate } from '@quire/engine/commands/migrate.ts';
import { loadConfig } from '@quire/engine/config/load.ts';
import type { CompiledPage, DocSource } from '@quire/engine/content/document.ts';

import { createFixture, PROJECT_ROOT, SHARED_CACHE, temporaryFolder } from './build-fixture.ts';
import { lostPictures, lostWords } from './lost-words.ts';

const lostIn = (doc: DocSource, page: CompiledPage): string[] => [...lostWords(doc, page), ...lostPictures(doc, page)];

const CONFIGS = globSync('tests/{trees/*,fixtures/small-site}/site.config.ts', { cwd: PROJECT_ROOT }).toSorted();
const cacheDir = mkdtempSync(join(tmpdir(), 'nothing-lost-'));
afterAll(() => rmSync(cacheDir, { recursive: true }));

test.each(CONFIGS)('no word and no picture is lost silently: %s', async (config) => {
  const site = await openSite({ config: await loadConfig(join(PROJECT_ROOT, config), {}), cacheDir, drafts: true, noCache: true });
  const lost: string[] = [];
  for (const doc of site.docs) if (existsSync(doc.absolute)) lost.push(...lostIn(doc, await site.compile(doc)));
  expect(lost).toEqual([]);
});

test('no word and no picture is lost silently: a tree that migrate has converted', async () => {
  const out = temporaryFolder('nothing-lost-');
  onTestFinished(() => rmSync(out, { recursive: true }));
  await migrate({ dir: join(PROJECT_ROOT, 'tests/trees/foreign'), out, force: true });
  const sites = await openSites({ config: await loadConfig(join(out, 'site.config.ts'), {}), cacheDir, drafts: true, noCache: true });
  const lost: string[] = [];
  for (const site of sites)
    for (const doc of site.docs) if (/\.mdx?$/.test(doc.absolute)) lost.push(...lostIn(doc, await site.compile(doc)));
  expect(lost).toEqual([]);
});

test('the check finds a picture that is missing from its page', async () => {
  const text = '# A\n\n![one](x.png) <img src="x.png" />\n\n![two](x.png)\n';
  const { dir } = createFixture({ 'a.md': text });
  const site = await openSite({ config: await loadConfig(join(dir, 'site.config.ts'), {}), cacheDir, drafts: true, noCache: true });
  const [doc] = site.docs.filter(({ id }) => id === 'a');
  if (doc === undefined) throw new Error('the page is missing');
  const page = { ...(await site.compile(doc)), problems: [] };
  expect(lostPictures(doc, { ...page, html: Buffer.from('<img src="x"><img src="x">') })).toEqual([`${doc.file}:5`]);
});

test('the check finds a heading that is in a code block of its page', async () => {
  const { dir } = createFixture({ 'a.md': '# A\n\n```\nx\n```\n\n## Second part\n' });
  const site = await openSite({ config: await loadConfig(join(dir, 'site.config.ts'), {}), cacheDir, drafts: true, noCache: true });
  const [doc] = site.docs.filter(({ id }) => id === 'a');
  if (doc === undefined) throw new Error('the page is missing');
  const page = await site.compile(doc);
  expect(lostWords(doc, page)).toEqual([]);
  const html = Buffer.from('<h1>A</h1><pre>x\n## Second part</pre>');
  expect(lostWords(doc, { ...page, html })).toEqual([`${doc.file}:7: second`, `${doc.file}:7: part`]);
});

interface Report {
  errors: number;
  warnings: number;
  problems: { kind: string; severity: string; file: string; line: number | null; endLine: number | null; message: string }[];
}

/** Runs the build command. @returns the content of its report file */
async function reportOf(config: string): Promise<Report> {
  const file = join(cacheDir, 'reports/report.json');
  const args = ['packages/engine/src/cli.ts', 'build', '--config', config, '--out', join(cacheDir, 'build'), '--cache-dir', SHARED_CACHE];
  await promisify(execFile)(process.execPath, [...args, '--report', file], { cwd: PROJECT_ROOT }).catch(() => null);
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

test('--report writes each problem with its kind, severity, file, and lines, even if the build fails', async () => {
  const { errors, warnings, problems } = await reportOf('tests/trees/mdx/site.config.ts');
  expect([errors, warnings]).toEqual([
    problems.filter(({ severity }) => severity === 'error').length,
    problems.filter(({ severity }) => severity === 'warning').length,
  ]);
  expect(problems).toContainEqual({
    kind: 'unknown components',
    severity: 'error',
    file: 'tests/trees/mdx/docs/components.mdx',
    line: 28,
    endLine: 35,
    message: expect.stringContaining('<Chart>') as string,
  });
});

test('--report contains errors of the configuration', async () => {
  const { dir } = createFixture({}, "language: 'red'");
  const { problems } = await reportOf(join(dir, 'site.config.ts'));
  expect(problems).toMatchObject([{ severity: 'error', kind: 'invalid configuration', line: null }]);
});

test('a page that cannot be compiled is reported together with the problems of other pages', async () => {
  const plugin = `{ name: 'strict', root: import.meta.filename, content: async () => ({ "docs": [], problems: [], fingerprint: '',
    check: (page) => { if (page.path === '/docs/bad') throw new Error('out of ink'); return page; } }) }`;
  const site = createFixture({ 'bad.md': '# Bad\n', 'good.md': '# Good\n\n[x](lost.md)\n' }, `plugins: [${plugin}]`);
  expect(await site.failures()).toEqual([
    expect.stringContaining('docs/bad.md: the page could not be compiled: Error: out of ink'),
    expect.stringContaining('docs/good.md:3: link "x" to "lost.md"'),
  ]);
});

test("`onPageErrors: 'warn'` builds pages with errors in their text, and reports the errors as warnings", async () => {
  const files = { 'bad.md': '# Bad\n\n<Chart>Words of the chart</Chart>\n\n:::tip Open\n\nLast words, ![a lost picture](lost.png).\n' };
  expect(await createFixture(files).failures()).toHaveLength(3);
  const site = createFixture(files, "onPageErrors: 'warn'");
  const { warnings } = await site.build();
  expect(warnings.map(({ line, severity }) => [line, severity])).toEqual([
    [5, 'warning'],
    [3, 'warning'],
    [7, 'warning'],
  ]);
  expect(site.read('site/docs/bad.json')).toMatch(/Words of the chart[\s\S]*Last words, <span>a lost picture<\/span>/);
});
