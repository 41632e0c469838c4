import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Problem, Section } from '@quire/search';
import { expect, onTestFinished, test } from 'vitest';

import { growthBeyondLinear } from '#server/testing/growth.ts';

import type { DocSource } from './document.ts';
import { parseFrontMatter } from './front-matter.ts';
import { checkDuplicateQuestions, withQuestions } from './questions.ts';

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
