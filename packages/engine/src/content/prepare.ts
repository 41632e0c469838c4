import type { Problem } from '#model/problem.ts';

import type { Example } from './document.ts';
import { readDirectives } from './admonitions.ts';
import { numberFences } from './code-blocks.ts';
import { readComponentTags } from './components.ts';
import { includeInlineFiles } from './includes.ts';
import type { ReadInline } from './includes.ts';
import { removeComments, removeImports } from './mdx.ts';
import { keepPlaceholders } from './sanitize.ts';
import { readLines } from './source-lines.ts';
import type { Line, Report } from './source-lines.ts';

export interface Prepared {
  /** CommonMark with GFM, HTML and `<x-…>` elements, for the parser. */
  markdown: string;
  /** The code blocks in order: the n-th has the language class `language-{n}`. */
  fences: Example[];
  /** Author's Markdown with files included and imports and comments gone: the source of the page's Markdown twin. */
  plain: Line[];
  problems: Problem[];
}

/** Everything that is done on lines, in running order. @param firstLine 1-based line of the body in its file */
export function prepare(file: string, body: string, firstLine: number, readInline: ReadInline): Prepared {
  const problems: Problem[] = [];
  const report: Report = (line, message, severity = 'error') => problems.push({ file, line, message, severity });
  const commented = removeComments(readLines(body, firstLine));
  const plain = includeInlineFiles(removeImports(commented, report), readInline, report);
  const { lines, fences } = numberFences(plain);
  const tagged = keepPlaceholders(readComponentTags(readDirectives(lines, report), report));
  return { markdown: tagged.map((line) => line.text).join('\n'), fences, plain, problems };
}
