/** Checks the rules of handbook/style.md on every page of the documentation. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

import { parseFrontMatter } from '@quire/engine/content/front-matter.ts';

import { prose, readPages, readWords, ROOT } from './pages.ts';
import type { WrittenPage } from './pages.ts';

const pages = readPages();
const names = readWords('handbook/proper-names.txt');

/** Returns all findings of a rule as `file:line finding`. */
const findings = (find: (page: WrittenPage) => string[]): string[] =>
  pages.flatMap((page) => find(page).map((what) => `${page.file}:${what}`));

const headings = (page: WrittenPage): { number: number; level: number; text: string }[] =>
  page.lines.flatMap(({ kind, number, text }) => {
    const match = kind === 'text' ? /^(#{1,6})\s+(.+?)\s*(?:\{#[^}]*\})?$/.exec(text) : null;
    return match === null ? [] : [{ number, level: match[1]?.length ?? 0, text: match[2] ?? '' }];
  });

test('there are pages to check', () => {
  expect(pages.length).toBeGreaterThan(200);
});

describe('headings', () => {
  test('are in sentence case: after the first word, only names are capitalized', () => {
    const wrong = findings((page) =>
      [{ number: 2, text: page.title }, ...headings(page)].flatMap(({ number, text }) => {
        const words = text
          .replace(/`[^`]*`/g, ' ')
          .replace(/[*_[\]()"':,?!–—/]/g, ' ')
          .split(/\s+/)
          .filter(Boolean);
        return words
          .slice(1)
          .filter((word, index) => /^[A-Z][a-z]+$/.test(word) && !names.has(word) && !/[.:]$/.test(words[index] ?? ''))
          .map((word) => `${number} "${word}" in "${text}"`);
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('skip no level, and none is of level one', () => {
    const wrong = findings((page) => {
      let level = 1;
      return headings(page).flatMap((heading) => {
        const jump = heading.level === 1 || heading.level > level + 1;
        level = heading.level;
        return jump ? [`${heading.number} level ${heading.level}: ${heading.text}`] : [];
      });
    });
    expect(wrong).toEqual([]);
  });
});

test('descriptions have 50 to 160 characters and end as a sentence', () => {
  expect(
    findings(({ description }) => (description.length < 50 || description.length > 160 ? [`2 ${description.length} characters`] : [])),
  ).toEqual([]);
  expect(findings(({ description }) => (/[.!?]$/.test(description) ? [] : [`2 ${description}`]))).toEqual([]);
});

test('no two pages have the same description', () => {
  const seen = new Map(pages.map(({ description, file }) => [description, file]));
  expect(seen.size).toBe(pages.length);
});

test('link text describes the target', () => {
  const empty = /\[(here|click here|this|this page|link|read more|more|see here)\]\(/i;
  expect(
    findings((page) =>
      page.lines.filter(({ kind, text }) => kind === 'text' && empty.test(text)).map(({ number, text }) => `${number} ${text}`),
    ),
  ).toEqual([]);
});

test('pages contain no open tasks', () => {
  const open = /\b(TODO|FIXME|TBD|XXX|lorem ipsum|coming soon)\b/i;
  expect(
    findings((page) =>
      prose(page)
        .filter(({ text }) => open.test(text))
        .map(({ number, text }) => `${number} ${text.trim()}`),
    ),
  ).toEqual([]);
});

test('code blocks have a language', () => {
  const wrong = findings((page) => {
    let inside = false;
    return page.lines.flatMap(({ kind, number, text }) => {
      if (kind !== 'fence') return [];
      inside = !inside;
      return inside && /^\s*(?:`{3,}|~{3,})\s*$/.test(text) ? [`${number}`] : [];
    });
  });
  expect(wrong).toEqual([]);
});

/** Commands that do not end by themselves. `airflow-init` does. */
const KEEPS_RUNNING =
  /\bquickstart\.sh\b|\brun-local-frontend\b|\bdocker[ -]compose\b(?=.* up\b)(?!.* (?:-d|--detach)\b)(?!.* up airflow-init\b)/;

test('a command that keeps running is the last one of its block', () => {
  const wrong = findings((page) =>
    page.lines.flatMap(({ kind, number, text }, index) => {
      const next = page.lines[index + 1];
      return kind === 'code' && KEEPS_RUNNING.test(text) && next?.kind === 'code' ? [`${number} ${text.trim()}`] : [];
    }),
  );
  expect(wrong).toEqual([]);
});

test('the median sentence of each page has at most 20 words', () => {
  const wrong = pages.flatMap((page) => {
    const middle = medianSentence(page);
    return middle > 20 ? [`${page.file}: ${middle} words`] : [];
  });
  expect(wrong).toEqual([]);
});

function medianSentence(page: WrittenPage): number {
  const text = prose(page)
    .filter(({ text: line }) => !/^\s*(#|\||:::)/.test(line))
    .map(({ text: line }) => line)
    .join('\n');
  const lengths = text
    .split(/(?<=[.!?:])\s+|\n\s*\n|\n\s*[-*\d]/)
    .map((sentence) => (sentence.match(/[\p{L}\d'-]+/gu) ?? []).length)
    .filter((length) => length > 2)
    .toSorted((a, b) => a - b);
  return lengths[Math.floor(lengths.length / 2)] ?? 0;
}

test('R-102 the page about the features is labeled Introduction in the sidebar, without another label there', () => {
  const source = readFileSync(join(ROOT, 'website/content/docs/features.md'), 'utf8');
  expect(parseFrontMatter('features.md', source).frontMatter.sidebar_label).toBe('Introduction');
  const { overviewSidebar } = parse(readFileSync(join(ROOT, 'website/content/sidebar.yaml'), 'utf8')) as {
    overviewSidebar: { items: unknown[] }[];
  };
  expect(overviewSidebar.flatMap(({ items }) => items)).toContain('features');
});
