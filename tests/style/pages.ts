/** Reads the source of the site's pages for the style tests. */
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
  /** Lines of the body with their numbers in the file. */
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

/** Returns the prose of a page without inline code, link targets, tags, and addresses. */
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

/** Reads a file with one word on each line and comments that start with `#`. */
export function readWords(file: string): Set<string> {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
  return new Set(lines.map((line) => line.replace(/#.*$/, '').trim()).filter((line) => line !== ''));
}
