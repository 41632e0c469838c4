import { expect, test } from 'vitest';

import { formatProblem, kindOf, limitPerFile, listErrors, summarizeWarnings } from './problem.ts';
import type { Problem } from './problem.ts';

const warning = (file: string, line: number, kind?: string): Problem => ({
  file,
  line,
  message: `message ${line}`,
  severity: 'warning',
  ...(kind !== undefined && { kind }),
});

test('warnings are counted by kind, with three examples', () => {
  const many = [1, 2, 3, 4, 5].map((line) => warning(line < 3 ? 'a.md' : 'b.md', line, 'remote pictures'));
  expect(summarizeWarnings([...many, warning('c.md', 9)])).toEqual([
    'warning: remote pictures: 5 times in 2 files, for example',
    '  a.md:1: message 1',
    '  a.md:2: message 2',
    '  b.md:3: message 3',
    'warning: c.md:9: message 9',
  ]);
  expect(summarizeWarnings(many, true)).toHaveLength(5);
  expect(summarizeWarnings(many.slice(0, 3))).toHaveLength(3);
});

test.each([
  [
    'link "Start" to "../a.md": there is no such page or file; did you mean "/docs/a"?',
    'link … to …: there is no such page or file; did you mean …?',
  ],
  ['the page /docs/area/x has no heading "#y"', 'the page … has no heading …'],
  ['<Card> has no attribute "icon"', '… has no attribute …'],
])('the kind of a problem defaults to its message without names: %s', (message, kind) => {
  expect(kindOf({ file: 'a.md', message, severity: 'warning' })).toBe(kind);
});

test('a message cannot contain commands for a terminal or a CI service', () => {
  const problem = { file: 'docs/\n::set-output name=a::b.md', message: '\u001B[2Jgone\u202E \u009B\ttab', severity: 'error' as const };
  expect(formatProblem(problem)).toBe('docs/\n  | ::set-output name=a::b.md: \uFFFD[2Jgone\uFFFD \uFFFD\ttab');
});

test('of thousands of errors with long messages, five hundred short ones are printed', () => {
  const errors = Array.from({ length: 2000 }, (_, i) => ({
    file: 'a.md',
    line: i,
    message: 'x'.repeat(100_000),
    severity: 'error' as const,
  }));
  const lines = listErrors(errors);
  expect(lines).toHaveLength(501);
  expect(lines[0]).toMatch(/^a\.md:0: x{2000}… \(100000 characters\)$/);
  expect(lines.at(-1)).toBe('further errors: 1500. --verbose prints all of them');
  expect(listErrors(errors, true)).toHaveLength(2000);
});

test('of thousands of problems of a file, five hundred errors and five hundred warnings are kept, with short messages', () => {
  const severities = ['warning', 'error'] as const;
  const many = severities.flatMap((severity) =>
    Array.from({ length: 2000 }, (_, i) => ({ file: 'a.md', line: i, message: 'x'.repeat(10_000), severity })),
  );
  const other = { file: 'b.md', message: 'short', severity: 'error' as const };
  const kept = limitPerFile([...many, other]);
  expect(kept).toHaveLength(1003);
  expect(kept.filter(({ message }) => message.startsWith('further'))).toEqual(
    severities.map((severity) => ({
      file: 'a.md',
      message: 'further problems: 1500. They are listed once these are corrected',
      severity,
    })),
  );
  expect(kept[0]?.message).toMatch(/^x{2000}… \(10000 characters\)$/);
  expect(formatProblem({ ...other, message: kept[0]?.message ?? '' })).toBe(`b.md: ${kept[0]?.message}`);
  expect(limitPerFile(kept)).toEqual(kept);
  expect(kept.at(-1)).toBe(other);
});
