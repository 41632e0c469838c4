import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DocSource } from './document.ts';
import { LEADS_OUTSIDE } from './files.ts';
import { parsePhrasings, withPhrasings } from './phrasings.ts';

const docOf = (path: string): DocSource => ({ path, file: `${path}.md`, frontMatter: {} }) as DocSource;

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'phrasings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

test('a line is a phrasing for the section of the preceding # line, or for the introduction', () => {
  const text = 'a trial on my laptop\n\n#before-you-start\nis 8 GB enough\n  old machine, too weak?\n';
  expect(parsePhrasings('start.txt', text)).toEqual({
    file: 'start.txt',
    phrasings: [
      { ask: 'a trial on my laptop', at: '', line: 1 },
      { ask: 'is 8 GB enough', at: 'before-you-start', line: 4 },
      { ask: 'old machine, too weak?', at: 'before-you-start', line: 5 },
    ],
    problems: [],
  });
});

test('lines that are too short or too long are reported', () => {
  const { phrasings, problems } = parsePhrasings('start.txt', `short\n${'long '.repeat(50)}\n`);
  expect(phrasings).toEqual([]);
  expect(problems.map(({ line, message }) => [line, message.replace(/^"[^"]*"/, '…')])).toEqual([
    [1, '… has 5 characters: write a question of 8 to 200'],
    [2, '… has 249 characters: write a question of 8 to 200'],
  ]);
});

test('the phrasings of a generated page stay beside those of its file', () => {
  const folder = folderWith({ 'docs/start.txt': 'a trial on my laptop\n' });
  const generated = { file: 'catalog/start.yaml', phrasings: [{ ask: 'how to start', at: '', line: 1 }] };
  const doc = { ...docOf('/docs/start'), phrasings: [generated] };
  const { docs } = withPhrasings([doc], { folder, projectRoot: folder, nearestPath: () => null });
  expect(docs[0]?.phrasings?.map(({ file, phrasings }) => [file, phrasings[0]?.ask])).toEqual([
    ['catalog/start.yaml', 'how to start'],
    ['docs/start.txt', 'a trial on my laptop'],
  ]);
});

test('a file belongs to the page with its route, and a file without a page is reported with the nearest route', () => {
  const folder = folderWith({ 'docs/start.txt': 'a trial on my laptop\n', 'docs/strat.txt': 'a trial on my laptop\n' });
  const nearestPath = (): string => '/docs/start';
  const { docs, problems } = withPhrasings([docOf('/docs/start'), docOf('/docs/other')], { folder, projectRoot: folder, nearestPath });
  expect(docs.map(({ phrasings }) => phrasings?.map(({ file }) => file))).toEqual([['docs/start.txt'], undefined]);
  expect(problems).toEqual([
    {
      file: 'docs/strat.txt',
      message: 'the site has no page /docs/strat: name the file by the route of a page, such as /docs/start',
      severity: 'error',
    },
  ]);
});

test('a symbolic link out of the folder is rejected', () => {
  const folder = folderWith({});
  const outside = folderWith({ 'secret.txt': 'a secret of the machine\n' });
  symlinkSync(join(outside, 'secret.txt'), join(folder, 'start.txt'));
  symlinkSync(outside, join(folder, 'docs'));
  const { docs, problems } = withPhrasings([docOf('/start'), docOf('/docs/secret')], {
    folder,
    projectRoot: folder,
    nearestPath: () => null,
  });
  expect(docs.every(({ phrasings }) => phrasings === undefined)).toBe(true);
  expect(problems.map(({ file }) => file).toSorted()).toEqual(['docs', 'start.txt']);
  expect(problems[0]?.message).toBe(`this ${LEADS_OUTSIDE}`);
});

test('only the first 50 files without a page get a suggestion', () => {
  const folder = folderWith(Object.fromEntries(Array.from({ length: 60 }, (_, number) => [`lost${number}.txt`, 'a trial on my laptop\n'])));
  const { problems } = withPhrasings([docOf('/docs/start')], { folder, projectRoot: folder, nearestPath: () => '/docs/start' });
  expect(problems).toHaveLength(60);
  expect(problems.filter(({ message }) => message.endsWith(', such as /docs/start'))).toHaveLength(50);
});
