/** What a source file may ask of the parser, whose time is quadratic in the length of one paragraph, and of recursive steps. */
import type { Root, RootContent } from 'hast';

import type { Line, Report } from './source-lines.ts';

/** Characters of a paragraph; the parser needs about two seconds for the worst one of this length. */
const LONGEST_PARAGRAPH = 1 << 16;
/** Elements within one another; pages of people have ten or twenty. */
const DEEPEST_NESTING = 200;

/** Reports paragraphs that take too long to parse, and cuts them off. A row of a table is parsed on its own. */
export function cutLongParagraphs(lines: readonly Line[], report: Report): Line[] {
  let length = 0;
  return lines.flatMap((line) => {
    const isOwn = line.kind !== 'text' || /^[ \t]*(?:\||$)/.test(line.text);
    const before = isOwn ? 0 : length;
    length = line.kind === 'text' && line.text.trim() !== '' ? before + line.text.length + 1 : 0;
    if (line.kind !== 'text' || length <= LONGEST_PARAGRAPH) return [line];
    if (before <= LONGEST_PARAGRAPH) {
      report(line.number, `A paragraph or row is longer than ${LONGEST_PARAGRAPH} characters. Divide it with an empty line.`);
    }
    return [];
  });
}

/** Whether a page is nested so deeply that a recursive step may run out of stack. Looks without recursion. */
export function isNestedTooDeeply(tree: Root): boolean {
  let level: (Root | RootContent)[] = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST_NESTING) return true;
    level = level.flatMap((node) => ('children' in node ? node.children : []));
  }
  return false;
}

export const TOO_DEEP = `Quotations, lists or elements are nested more than ${DEEPEST_NESTING} levels deep. Close those that are left open.`;
