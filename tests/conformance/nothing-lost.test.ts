/**
 * Every word that an author writes is on the built page, or in lines that the build reports. The source is read by another
 * parser than the engine's, that of MDX, so that both cannot make the same mistake.
 */
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Root as HastRoot } from 'hast';
import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { htmlToHast } from 'satteri';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { afterAll, expect, onTestFinished, test } from 'vitest';

import { openSite, openSites } from '@quire/engine/build/site.ts';
import { migrate } from '@quire/engine/commands/migrate.ts';
import { loadConfig } from '@quire/engine/config/load.ts';
import type { CompiledPage, DocSource } from '@quire/engine/content/document.ts';

import { createFixture, PROJECT_ROOT, SHARED_CACHE, temporaryFolder } from './build-fixture.ts';

const CONFIGS = globSync('tests/{trees/*,fixtures/small-site}/site.config.ts', { cwd: PROJECT_ROOT }).toSorted();
const cacheDir = mkdtempSync(join(tmpdir(), 'nothing-lost-'));
afterAll(() => rmSync(cacheDir, { recursive: true }));

interface Word {
  text: string;
  line: number;
}

const wordsIn = (text: string): string[] =>
  text
    .normalize()
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Attributes that say how something is done: no reader reads them. */
const TECHNICAL = new Set(
  'align allowFullScreen action border class className colspan color controls default defaultValue for frameBorder frameborder groupId height href icon id key language lazy open poster queryString rel rowspan size src srcDark style target to type valign value viewBox width'.split(
    ' ',
  ),
);

/** The words of a file's body that are no code to be run and no syntax. */
function sourceWords(body: string, isMdx: boolean): Word[] {
  // What MDX does not know, and Docusaurus takes out before: comments of HTML, ids of headings.
  const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
  const source = body
    .replace(/^(?:import|export)\s[\s\S]*?(?=\n\n|$(?![\s\S]))/gm, blank)
    .replace(/^(?!\s{4}).*\{#[\w-]+\}\s*$/gm, (line) => line.replace(/\{#[\w-]+\}\s*$/, blank))
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/^\s*(?:\{\{ inline|<<<) .*$/gm, blank)
    // Names of emoji, which are replaced by them.
    .replace(/:(?:tada|rocket):/g, blank)
    .replace(/\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/g, blank)
    .replace(/^(\s*:::+) ?[a-z-]+/gm, blank);
  const words: Word[] = [];
  const add = (text: string | null | undefined, line: number): void => {
    for (const [row, part] of (text ?? '').split('\n').entries())
      for (const word of wordsIn(part)) words.push({ text: word, line: line + row });
  };
  visit(parse(source, isMdx), (node) => {
    const line = node.position?.start.line ?? 1;
    if (node.type === 'text' || node.type === 'inlineCode') add(node.value, line);
    else if (node.type === 'math' || node.type === 'inlineMath') add(node.value, line);
    else if (node.type === 'code') {
      // A fence's first word is its language.
      add(withoutMarks(node.meta ?? ''), line);
      add(
        node.value.replace(/^.*highlight-(?:next-line|start|end).*$/gm, ''),
        line + (node.lang !== null || /^[`~]/.test(lineAt(source, line)) ? 1 : 0),
      );
    } else if (node.type === 'html') addHtml(node.value, line, add);
    else if (node.type === 'image' || node.type === 'imageReference') add(node.alt, line);
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') add(node.title, line);
    // A name alone is replaced by its value.
    if ('value' in node && node.type.startsWith('mdx') && /^[\w.]+$/.test(node.value)) return;
    if (node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression')
      add(node.value.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, blank), line);
    if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement')
      for (const attribute of node.attributes) {
        if (attribute.type === 'mdxJsxAttribute' && TECHNICAL.has(attribute.name)) continue;
        const at = attribute.position?.start.line ?? line;
        if (typeof attribute.value === 'string') add(attribute.value, at);
        else if (attribute.value)
          for (const [, text = ''] of attribute.value.value.matchAll(/['"`]([^'"`]*)['"`]/g))
            // What starts like a path is an address.
            if (!/^[./]/.test(text)) add(text, at);
      }
  });
  return words;
}

const lineAt = (text: string, line: number): string => (text.split('\n')[line - 1] ?? '').trim();

/** What has its effect on how the code is shown. */
const withoutMarks = (meta: string): string =>
  meta
    .replace(/\{[\d,\s-]+\}/g, '')
    .replace(/\b(?:title|tab)=/g, '')
    .replace(/\b(?:npm2yarn|switcher|live|noInline|showLineNumbers(?:=\d+)?)\b/g, '');

function addHtml(html: string, line: number, add: (text: string, line: number) => void): void {
  const shown = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, (text) => text.replace(/[^\n]/g, ' '));
  for (const match of shown.matchAll(/([\w-]+)="([^"]*)"/g))
    if (!TECHNICAL.has(match[1] ?? '') && match[1]?.startsWith('on') !== true)
      add(match[2] ?? '', line + shown.slice(0, match.index).split('\n').length - 1);
  add(
    shown.replace(/<[^>]*>/g, (text) => text.replace(/[^\n]/g, ' ')),
    line,
  );
}

/** As MDX; a file of Markdown may hold what is no MDX, such as placeholders in angle brackets. */
function parse(source: string, isMdx: boolean): Nodes {
  const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkMath);
  try {
    return markdown().use(remarkMdx).parse(source);
  } catch (error) {
    if (isMdx) throw error;
    return markdown().parse(source);
  }
}

/** All that a reader sees or hears of a page, and what is behind its links. */
function pageWords(page: CompiledPage): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (text: string): void => {
    for (const word of wordsIn(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  };
  visit(htmlToHast(Buffer.from(page.html).toString(), { fragment: true }) as HastRoot, (node) => {
    if (node.type === 'text') add(node.value);
    if (node.type === 'element')
      for (const name of ['alt', 'title', 'ariaLabel', 'dataLabel', 'href', 'alttext']) {
        const value = node.properties[name];
        if (typeof value === 'string') add(value);
      }
  });
  return counts;
}

/** The words of a page that are nowhere: as `line: word`. */
function lostWords(doc: DocSource, page: CompiledPage): string[] {
  const reported = page.problems.map(({ line = 1, endLine = line }) => [line - doc.bodyLine + 1, endLine - doc.bodyLine + 1] as const);
  const shown = pageWords(page);
  return sourceWords(doc.body, doc.file.endsWith('.mdx')).flatMap(({ text, line }) => {
    if (reported.some(([from, to]) => line >= from && line <= to)) return [];
    const left = shown.get(text) ?? 0;
    shown.set(text, left - 1);
    return left > 0 ? [] : [`${doc.file}:${line + doc.bodyLine - 1}: ${text}`];
  });
}

test.each(CONFIGS)('nothing is lost without a word: %s', async (config) => {
  const site = await openSite({ config: await loadConfig(join(PROJECT_ROOT, config), {}), cacheDir, drafts: true, fresh: true });
  const lost: string[] = [];
  for (const doc of site.docs) if (existsSync(doc.absolute)) lost.push(...lostWords(doc, await site.compile(doc)));
  expect(lost).toEqual([]);
});

test('nothing is lost without a word: a tree that migrate has read', async () => {
  const out = temporaryFolder('nothing-lost-');
  onTestFinished(() => rmSync(out, { recursive: true }));
  await migrate({ dir: join(PROJECT_ROOT, 'tests/trees/foreign'), out, force: true });
  const sites = await openSites({ config: await loadConfig(join(out, 'site.config.ts'), {}), cacheDir, drafts: true, fresh: true });
  const lost: string[] = [];
  for (const site of sites)
    for (const doc of site.docs) if (/\.mdx?$/.test(doc.absolute)) lost.push(...lostWords(doc, await site.compile(doc)));
  expect(lost).toEqual([]);
});

interface Report {
  errors: number;
  warnings: number;
  problems: { kind: string; severity: string; file: string; line: number | null; endLine: number | null; message: string }[];
}

/** Runs the command as users do. @returns what it writes into the file of the report */
async function reportOf(config: string): Promise<Report> {
  const file = join(cacheDir, 'reports/report.json');
  const words = ['packages/engine/src/cli.ts', 'build', '--config', config, '--out', join(cacheDir, 'build'), '--cache-dir', SHARED_CACHE];
  await promisify(execFile)(process.execPath, [...words, '--report', file], { cwd: PROJECT_ROOT }).catch(() => null);
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

test('--report writes each problem with its kind, severity, file and lines, also when the build fails', async () => {
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

test('--report tells what is wrong with a configuration', async () => {
  const { dir } = createFixture({}, "language: 'red'");
  const { problems } = await reportOf(join(dir, 'site.config.ts'));
  expect(problems).toMatchObject([{ severity: 'error', kind: 'the configuration cannot be used', line: null }]);
});

test('a page that cannot be compiled is named, and the messages of other pages stay', async () => {
  const plugin = `{ name: 'strict', root: import.meta.filename, content: async () => ({ "docs": [], problems: [], fingerprint: '',
    check: (page) => { if (page.path === '/docs/bad') throw new Error('out of ink'); return page; } }) }`;
  const site = createFixture({ 'bad.md': '# Bad\n', 'good.md': '# Good\n\n[x](lost.md)\n' }, `plugins: [${plugin}]`);
  expect(await site.failures()).toEqual([
    expect.stringContaining('docs/bad.md: the page could not be compiled: Error: out of ink'),
    expect.stringContaining('docs/good.md:3: link "x" to "lost.md"'),
  ]);
});

test("`onPageErrors: 'warn'` builds pages with errors in their text, and reports them as warnings", async () => {
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
