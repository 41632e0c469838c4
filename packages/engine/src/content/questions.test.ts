import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import type { Problem, Section } from '@quire/search';

import { growthBeyondLinear } from '#testing/growth.ts';

import type { DocSource } from './document.ts';
import { REFUSED_LINK } from './files.ts';
import { parseFrontMatter } from './front-matter.ts';
import { checkDuplicateQuestions, parsePhrasings, withPhrasings, withQuestions } from './questions.ts';

const FILE = `---
title: Ports
questions:
  - { ask: "is there a short summary of the ports" }
  - { ask: "which port does the server use", at: 8080 }
  - { ask: "which version introduced the ports", at: 1.10 }
  - { ask: "can I change the port later", at: "chang" }
  - { ask: "does the empty section answer it", at: empty }
---
`;

const section = (anchor: string, text: string): Section => ({ anchor, heading: anchor, level: 2, text, code: [] });
const SECTIONS = [
  section('', 'All ports.'),
  section('8080', 'The server.'),
  section('1.10', 'Since then.'),
  section('change', 'Yes.'),
  section('empty', ''),
];

function docOf(name: string, text: string): DocSource {
  const dir = mkdtempSync(join(tmpdir(), 'questions-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const absolute = join(dir, name);
  writeFileSync(absolute, text);
  const { frontMatter, bodyLine, problems } = parseFrontMatter(name, text);
  expect(problems).toEqual([]);
  return { file: name, absolute, frontMatter, bodyLine } as DocSource;
}

test('a question belongs to its section, named by text or number, or to the introduction', () => {
  const problems: Problem[] = [];
  const anchors = new Set(['8080', '1.10', 'change', 'empty']);
  const sections = withQuestions(SECTIONS, docOf('ports.md', FILE), anchors, problems);
  expect(sections.map(({ questions }) => questions)).toEqual([
    ['is there a short summary of the ports'],
    ['which port does the server use'],
    ['which version introduced the ports'],
    undefined,
    undefined,
  ]);
  expect(problems.map(({ line, message }) => [line, message])).toEqual([
    [7, 'The question "can I change the port later" names #chang, but the page has no such anchor. Did you mean #change?'],
    [8, 'The question "does the empty section answer it" names #empty, which has no text. Name the section that answers it.'],
  ]);
});

test('a question can refer to an anchor within a section, and one that refers to a mere heading belongs to the first subsection', () => {
  const doc = docOf(
    'a.md',
    '---\nquestions:\n  - { ask: "where is the picture of it", at: figure-1 }\n  - { ask: "what are all the parts", at: parts }\n---\n',
  );
  const problems: Problem[] = [];
  const below = [...SECTIONS, section('parts', ''), { ...section('first-part', 'One.'), level: 3 }];
  const anchors = new Set(['8080', 'figure-1', 'parts', 'first-part']);
  const sections = withQuestions(below, doc, anchors, problems);
  expect(sections.flatMap(({ anchor, questions = [] }) => questions.map((ask) => [anchor, ask]))).toEqual([
    ['8080', 'where is the picture of it'],
    ['first-part', 'what are all the parts'],
  ]);
  expect(problems).toEqual([]);
});

test('phrasings belong to sections like questions, without their stop words, and problems name their file', () => {
  const phrasings = {
    file: 'phrasings/a.txt',
    phrasings: [
      { ask: 'what does it listen on', at: '8080', line: 3 },
      { ask: 'since when do they exist', at: 'gone', line: 7 },
    ],
  };
  const doc: DocSource = {
    ...docOf('a.md', '---\nquestions:\n  - { ask: "What does it listen on?", at: 8080 }\n---\n'),
    phrasings: [phrasings],
  };
  const problems: Problem[] = [];
  const sections = withQuestions(SECTIONS, doc, new Set(['8080']), problems);
  expect(sections[1]?.questions).toEqual(['What does it listen on?', 'listen']);
  expect([...problems, ...checkDuplicateQuestions([doc])].map(({ file, line }) => [file, line])).toEqual([
    ['phrasings/a.txt', 7],
    ['phrasings/a.txt', 3],
  ]);
});

test('two pages cannot have the same question, regardless of case and punctuation', () => {
  const one = docOf('a.md', '---\nquestions:\n  - { ask: "Which port is used?" }\n---\n');
  const two = docOf('b.md', '---\ntitle: B\nquestions:\n  - { ask: "which port is used" }\n---\n');
  expect(checkDuplicateQuestions([one, two])).toEqual([
    {
      file: 'b.md',
      line: 4,
      message: 'The page a.md claims the question "which port is used" as well. Keep it where it is answered best.',
      severity: 'error',
    },
  ]);
});

test('the time to find the sections of questions grows linearly with the length of a page', () => {
  const questions = Array.from({ length: 200 }, (_, index) => ({ ask: `question ${index}`, at: 'last' }));
  const doc = { file: 'a.md', frontMatter: { questions } } as unknown as DocSource;
  const read = (headings: string): unknown => {
    const sections = [...headings].map((_, index) => section(`heading-${index}`, 'Text.'));
    return withQuestions([...sections, section('last', 'Text.')], doc, new Set([...sections.map(({ anchor }) => anchor), 'last']), []);
  };
  expect(growthBeyondLinear(read, '#', 1 << 13)).toBeNull();
});

test('the time to find the lines of wrong questions grows linearly with the length of a page', () => {
  const doc = docOf('a.md', '---\ntitle: A\n---\n');
  const read = (body: string): unknown => {
    writeFileSync(doc.absolute, `---\ntitle: A\n---\n${body}`);
    const questions = Array.from({ length: body.length / 64 }, () => ({ ask: 'which port is used', at: 'lost' }));
    return withQuestions(SECTIONS, { ...doc, frontMatter: { questions } }, new Set(), []);
  };
  expect(growthBeyondLinear(read, '\n', 1 << 16)).toBeNull();
});

test('the time to assign phrasings grows linearly with their number, for one section and for empty ones', () => {
  const doc = docOf('a.md', '# A\n');
  const read = (marks: string): unknown => {
    const sections = [section('', 'a'), ...[...marks].map((_, index) => ({ ...section(`s${index}`, ''), level: index === 0 ? 2 : 3 }))];
    const anchors = new Set(sections.map(({ anchor }) => anchor));
    const phrasings = [...marks].flatMap((_, line) => ['', 's0'].map((at) => ({ ask: `what is ${line}`, at, line })));
    const problems: Problem[] = [];
    withQuestions(sections, { ...doc, phrasings: [{ file: 'a.txt', phrasings }] }, anchors, problems);
    expect(problems).toHaveLength(marks.length);
    return problems;
  };
  expect(growthBeyondLinear(read, '#', 1 << 14)).toBeNull();
});

const docAt = (path: string): DocSource => ({ path, file: `${path}.md`, frontMatter: {} }) as DocSource;

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
  const doc = { ...docAt('/docs/start'), phrasings: [generated] };
  const { docs } = withPhrasings([doc], { folder, projectRoot: folder, nearestPath: () => null });
  expect(docs[0]?.phrasings?.map(({ file, phrasings }) => [file, phrasings[0]?.ask])).toEqual([
    ['catalog/start.yaml', 'how to start'],
    ['docs/start.txt', 'a trial on my laptop'],
  ]);
});

test('a file belongs to the page with its route, and a file without a page is reported with the nearest route', () => {
  const folder = folderWith({ 'docs/start.txt': 'a trial on my laptop\n', 'docs/strat.txt': 'a trial on my laptop\n' });
  const nearestPath = (): string => '/docs/start';
  const { docs, problems } = withPhrasings([docAt('/docs/start'), docAt('/docs/other')], { folder, projectRoot: folder, nearestPath });
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
  const { docs, problems } = withPhrasings([docAt('/start'), docAt('/docs/secret')], {
    folder,
    projectRoot: folder,
    nearestPath: () => null,
  });
  expect(docs.every(({ phrasings }) => phrasings === undefined)).toBe(true);
  expect(problems.map(({ file }) => file).toSorted()).toEqual(['docs', 'start.txt']);
  expect(problems[0]?.message).toBe(`this ${REFUSED_LINK}`);
});

test('only the first 50 files without a page get a suggestion', () => {
  const folder = folderWith(Object.fromEntries(Array.from({ length: 60 }, (_, number) => [`lost${number}.txt`, 'a trial on my laptop\n'])));
  const { problems } = withPhrasings([docAt('/docs/start')], { folder, projectRoot: folder, nearestPath: () => '/docs/start' });
  expect(problems).toHaveLength(60);
  expect(problems.filter(({ message }) => message.endsWith(', such as /docs/start'))).toHaveLength(50);
});
