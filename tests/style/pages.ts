/** The pages of the site as their authors wrote them, for the checks of style. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseFrontMatter } from '@quire/engine/content/front-matter.ts';
import { outsideCode, readLines } from '@quire/engine/content/source-lines.ts';
import type { Line } from '@quire/engine/content/source-lines.ts';

export const ROOT = join(import.meta.dirname, '../..');

export interface WrittenPage {
  file: string;
  title: string;
  description: string;
  /** Prose and fences, numbered as in the file. */
  lines: Line[];
}

export function readPages(): WrittenPage[] {
  return globSync('website/content/docs/**/*.md', { cwd: ROOT })
    .toSorted()
    .map((file) => {
      const { frontMatter, body, bodyLine } = parseFrontMatter(file, readFileSync(join(ROOT, file), 'utf8'));
      return { file, title: frontMatter.title ?? '', description: frontMatter.description ?? '', lines: readLines(body, bodyLine) };
    });
}

/** The lines of a page that are prose, without inline code, link targets, tags and addresses. */
export function prose(page: WrittenPage): { number: number; text: string }[] {
  return page.lines
    .filter((line) => line.kind === 'text')
    .map(({ number, text }) => ({ number, text: plain(text) }))
    .filter(({ text }) => text.trim() !== '');
}

export function plain(text: string): string {
  const withoutCode = text.replace(/(`+)[^`]*\1/g, ' ');
  return outsideCode(withoutCode, (part) =>
    part
      .replace(/\]\([^)]*\)/g, '] ')
      .replace(/<[^>]*>/g, ' ')
      .replace(/https?:\S+/g, ' ')
      .replace(/\{#[^}]*\}/g, ' ')
      .replace(/&[a-z]+;/g, ' '),
  );
}

/** Words, one a line, `#` for comments. */
export function readWords(file: string): Set<string> {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
  return new Set(lines.map((line) => line.replace(/#.*$/, '').trim()).filter((line) => line !== ''));
}
