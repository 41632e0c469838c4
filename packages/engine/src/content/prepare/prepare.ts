import type { Problem } from '#model/problem.ts';

import { removeComments } from './comments.ts';
import { readComponentTags } from './component-tags.ts';
import { readDirectives } from './directives.ts';
import { removeImports } from './imports.ts';
import { includeInlineFiles } from './inline-includes.ts';
import type { ReadInline } from './inline-includes.ts';
import { readLines } from './line.ts';
import type { Fence, Line, Report } from './line.ts';
import { keepPlaceholders } from './unknown-elements.ts';

export interface Prepared {
  /** CommonMark with GFM, HTML and `<x-…>` elements, for the parser. */
  markdown: string;
  /** The code blocks in order: the n-th has the language class `language-{n}`. */
  fences: Fence[];
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

/**
 * Puts the number of each code block where its language stands, so that what the opening line says
 * is found again after parsing, when only a class name is left of it.
 */
function numberFences(lines: Line[]): { lines: Line[]; fences: Fence[] } {
  const fences: Fence[] = [];
  let open: { fence: Fence; code: string[]; indent: number } | null = null;
  const numbered = lines.map((line) => {
    if (line.kind === 'code') open?.code.push(withoutIndent(line.text, open.indent));
    if (line.kind !== 'fence') return line;
    if (open !== null) {
      open.fence.code = open.code.join('\n');
      open = null;
      return line;
    }
    const { before = '', info = '' } = /^(?<before>(?:[ \t]|>)*(?:`{3,}|~{3,}))\s*(?<info>.*)$/.exec(line.text)?.groups ?? {};
    const { language = '', meta = '' } = /^(?<language>[^\s{]*)\s*(?<meta>.*)$/.exec(info.trim())?.groups ?? {};
    const fence = { language: language.toLowerCase(), meta, line: line.number, code: '' };
    fences.push(fence);
    open = { fence, code: [], indent: before.search(/[`~]/) };
    return { ...line, text: `${before}${fences.length - 1}` };
  });
  return { lines: numbered, fences };
}

/** Code in a list or a quotation starts where its fence starts: what stands before that is not code (CommonMark 4.5). */
function withoutIndent(text: string, indent: number): string {
  const before = /^(?:[ \t]|>)*/.exec(text.slice(0, indent))?.[0].length ?? 0;
  return text.slice(before);
}
