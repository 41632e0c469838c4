import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { createHighlighter, HighlightingError, type LineMarks } from './highlighter.ts';

const NONE: LineMarks = new Map();
const highlight = (code: string, language: string, marks = NONE): Promise<string> =>
  createHighlighter({ cacheFile: null }).highlight(code, language, marks);

const folder = mkdtempSync(join(tmpdir(), 'highlighter-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('tokens become spans of a few kinds, and whitespace is merged into the previous token', async () => {
  expect(await highlight('a: "b" # <c>', 'yaml')).toBe(
    '<span class="tk-keyword">a: </span><span class="tk-string">"b" </span><span class="tk-comment"># &lt;c></span>',
  );
});

test('marked lines are wrapped, in highlighted code and in plain text', async () => {
  expect(await highlight('import os\nx', 'python', new Map([[2, 'highlighted']]))).toBe(
    '<span class="tk-keyword">import</span> os\n<span class="line">x</span>',
  );
  expect(await highlight('a\nb & c', 'text', new Map([[1, 'highlighted']]))).toBe('<span class="line">a\n</span>b &amp; c');
});

test('R-217 added and removed lines are insertions and deletions', async () => {
  expect(
    await highlight(
      'a\nb\nc',
      'text',
      new Map([
        [1, 'removed'],
        [2, 'added'],
      ]),
    ),
  ).toBe('<del class="line">a\n</del><ins class="line">b\n</ins>c');
});

test('an alias is highlighted as its language; an unknown language is plain text', async () => {
  expect(await highlight('$ ls', 'console')).toBe(await highlight('$ ls', 'shellsession'));
  expect(await highlight('if a < b', 'no-such')).toBe('if a &lt; b');
  expect(await highlight('toString', 'constructor')).toBe('toString');
});

test('a language embedded in Markdown can be loaded between two Markdown blocks', async () => {
  const markdown = '# Title\n\n```js\nconst a = 1;\n```\n';
  const style = '```css\na { color: red }\n```\n';
  const highlighter = createHighlighter({ cacheFile: null });
  await highlighter.highlight(markdown + style, 'markdown', NONE);
  await highlighter.highlight('a { color: red }', 'css', NONE);
  const after = await highlighter.highlight(`${style}${markdown}`, 'markdown', NONE);
  expect(after).toBe(await highlight(`${style}${markdown}`, 'markdown'));
  expect(after).toContain('<span class="tk-keyword">const </span>');
});

test('commands, subcommands, flags, quoted strings, and arguments have different colors in a shell', async () => {
  expect(await highlight('datahub ingest deploy -c recipe.yml --name "orders"', 'shell')).toBe(
    '<span class="tk-function">datahub </span><span class="tk-constant">ingest deploy </span><span class="tk-parameter">-c </span>recipe.yml ' +
      '<span class="tk-parameter">--name </span><span class="tk-string">"orders"</span>',
  );
});

test('every string of a GraphQL list is highlighted, and so are comments', async () => {
  expect(await highlight('{ a(b: ["c", "d"] # "e"\n) }', 'graphql')).toMatch(
    /<span class="tk-string">"c"<\/span>.*<span class="tk-string">"d"<\/span>.*<span class="tk-comment"> # "e"/,
  );
});

test('a line of more than 1,000 characters stays plain and does not affect the next line', async () => {
  const long = 'x'.repeat(1001);
  const [first, second, third] = (await highlight(`"a\n${long}\nb" c`, 'shellscript')).split('\n');
  expect(second).toBe(long);
  expect([first, third]).toEqual((await highlight('"a\nb" c', 'shellscript')).split('\n'));
});

test('the cache file is used unless another version of Shiki or of the renderer wrote it', async () => {
  const cacheFile = join(folder, 'highlight.json');
  const first = createHighlighter({ cacheFile });
  await first.highlight('a: 1', 'yaml', NONE);
  first.save();
  const stored = JSON.parse(readFileSync(cacheFile, 'utf8')) as { version: string; entries: Record<string, string> };
  const [key = ''] = Object.keys(stored.entries);

  writeFileSync(cacheFile, JSON.stringify({ ...stored, entries: { [key]: 'from the cache' } }));
  expect(await createHighlighter({ cacheFile }).highlight('a: 1', 'yaml', NONE)).toBe('from the cache');
  writeFileSync(cacheFile, JSON.stringify({ version: `0${stored.version}`, entries: { [key]: 'from the cache' } }));
  expect(await createHighlighter({ cacheFile }).highlight('a: 1', 'yaml', NONE)).toBe(stored.entries[key]);
});

test('the cache file keeps only the blocks of the last run', async () => {
  const cacheFile = join(folder, 'blocks.json');
  for (const code of ['a: 1', 'b: 2']) {
    const highlighter = createHighlighter({ cacheFile });
    await highlighter.highlight(code, 'yaml', NONE);
    highlighter.save();
  }
  expect(Object.values(JSON.parse(readFileSync(cacheFile, 'utf8')).entries)).toEqual([await highlight('b: 2', 'yaml')]);
});

test('a string or a comment that spans many lines keeps its color to the end', async () => {
  const lines = Array.from({ length: 50 }, (_, number) => `line ${number}`);
  const html = await highlight(`x = """\n${lines.join('\n')}\n"""\nimport os`, 'python');
  expect(html.split('\n').slice(1, 51)).toEqual(lines.map((line) => `<span class="tk-string">${line}</span>`));
  expect(html).toMatch(/<span class="tk-keyword">import<\/span> os$/);
});

test('a line of more than 500 characters stays plain', async () => {
  expect(await highlight(`a: ${'b'.repeat(497)}`, 'yaml')).toContain('<span');
  expect(await highlight(`a: ${'b'.repeat(498)}`, 'yaml')).not.toContain('<span');
});

test('the rest of a block stays plain after hundreds of nested brackets', async () => {
  const code = `let a = 1\n${'{\n'.repeat(400)}let b = 2\n`;
  const html = await createHighlighter({ cacheFile: null }).highlight(code, 'js', new Map());
  expect(html).toContain('<span class="tk-keyword">let</span> a');
  expect(html).toContain('\nlet b = 2\n');
  expect(html.replace(/<[^>]+>/g, '')).toBe(code);
  expect(await createHighlighter({ cacheFile: null }).highlight(code.replaceAll('{\n', ''), 'js', new Map())).not.toContain('\nlet b');
});

test('R-502 text that is made to be slow ends with an error that names its language', async () => {
  const highlighter = createHighlighter({ cacheFile: null, timeLimit: { start: 0, eachCharacter: 0 } });
  const slow = highlighter.highlight(`${'<'.repeat(300)}\n`.repeat(100), 'bash', NONE);
  await expect(slow).rejects.toThrow(HighlightingError);
  await expect(slow).rejects.toThrow(
    /^highlighting code takes far too long, \d+ s so far, most of it in blocks in bash: write `text` after the fences of those that consist of unusual characters$/,
  );
});

test('R-502 a line that takes exponential time is interrupted, and blocks beside it on the page get their colors or the same error', async () => {
  const highlighter = createHighlighter({ cacheFile: null, timeLimit: { start: 1500, eachCharacter: 0 } });
  const results = await Promise.allSettled(
    ['a { color: red }', 'a\\'.repeat(200), 'b { color: red }'].map((code) => highlighter.highlight(code, 'css', NONE)),
  );
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(results[1]).toMatchObject({ reason: expect.any(HighlightingError) as Error });
});

test('blocks of Markdown with too many combinations of languages end with an error, because each combination takes megabytes', async () => {
  const highlighter = createHighlighter({ cacheFile: null, maxEmbedded: 3 });
  const block = (...languages: string[]): string => languages.map((language) => `\`\`\`${language}\na\n\`\`\``).join('\n');
  for (let time = 0; time < 4; time++) await highlighter.highlight(`${time}\n${block('json', 'ini')}`, 'md', NONE);
  await highlighter.highlight(block('json'), 'md', NONE);
  const further = highlighter.highlight(block('ini'), 'md', NONE);
  await expect(further).rejects.toThrow(HighlightingError);
  await expect(further).rejects.toThrow('the blocks of Markdown contain code in too many combinations of languages');
});
