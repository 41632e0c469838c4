/** Markdown within HTML elements. MDX reads it everywhere, but CommonMark only after a blank line (4.6, condition 6). */
import type { Element, Root } from 'hast';

import { visitElements } from './html-tree.ts';
import { columnsOf, indentOf, LIST_ITEM } from './source-lines.ts';
import type { Line } from './source-lines.ts';

/** Elements that start a block of HTML in CommonMark, except for those whose content is not text. */
const NAMES =
  'address|article|aside|blockquote|center|dd|details|dialog|div|dl|dt|figcaption|figure|footer|h[1-6]|header|li|main|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul';
const START = new RegExp(`^(?<indent>[ \\t>]*)</?(?:${NAMES})(?=[\\s/>]|$)`, 'i');
const TAG = new RegExp(`(</?(?:${NAMES})(?:\\s(?:[^<>"']|"[^"]*"|'[^']*')*)?/?>)`, 'i');
/** The start of a tag that ends on another line. */
const OPEN_TAG = new RegExp(`</?(?:${NAMES})(?:\\s[^<>]*)?$`, 'i');
/** Elements whose content is not Markdown. */
const VERBATIM = /<(?:pre|script|style|textarea|svg|math)\b/i;
const VOID = /^(?:br|hr|img|input|source|wbr)$/i;
const INLINE = /\*\*\S|__\S|`[^`]+`|\]\(|(?<![\w*])\*[^\s*][^*]*\*|(?<!\w)_[^\s_][^_]*_(?!\w)/;
const BLOCK = /^\s*(?:[-*+]\s|\d{1,9}[.)]\s|#{1,6}\s)/;

/** Maximum number of lines of a block of HTML. */
const MAX_BLOCK = 1000;

const isBlank = ({ text }: Line): boolean => /^[\s>]*$/.test(text);

/**
 * Separates Markdown from the HTML around it with blank lines.
 * @param isMdx whether to do so for all Markdown; otherwise only for fences, which would show their mark
 */
export function separateHtml(lines: readonly Line[], isMdx: boolean): Line[] {
  const result: Line[] = [];
  for (let index = 0; index < lines.length;) {
    const first = lines[index] as Line;
    const indent = first.kind === 'text' ? START.exec(first.text)?.groups?.['indent'] : undefined;
    if (indent === undefined) {
      const before = result.at(-1);
      const startsBlock = isMdx && first.kind === 'text' && (before === undefined || before.kind !== 'text' || isBlank(before));
      result.push(first);
      if (startsBlock && isPhraseAlone(first.text)) result.push(blankOf(first, /^[\s>]*/.exec(first.text)?.[0] ?? ''));
      index += 1;
      continue;
    }
    const block: Line[] = [];
    for (const line of lines.slice(index, index + MAX_BLOCK)) {
      if (line.kind !== 'text' || isBlank(line)) break;
      block.push(line);
    }
    for (const line of isMdx ? separateTags(block, indent) : block) result.push(line);
    index += block.length;
    const next = lines[index];
    if (next?.kind === 'fence') result.push(blankOf(next, indent));
  }
  return result;
}

/** Puts the tags of a block on lines of their own if it contains Markdown. */
function separateTags(block: Line[], indent: string): Line[] {
  const parts = block.map(({ text }) => text.split(TAG).filter((part) => part.trim() !== ''));
  const texts = parts.flat().filter((part) => !TAG.test(part));
  const isMarkdown = texts.some((part) => INLINE.test(part) || BLOCK.test(part));
  if (!isMarkdown || texts.some((part) => OPEN_TAG.test(part) || VERBATIM.test(part))) return block;
  return block.flatMap((line, row) => separated(line, parts[row] ?? [], indent));
}

const blankOf = (line: Line, indent: string): Line => ({ ...line, text: indent.includes('>') ? indent : '', kind: 'text' });

/** Tags of phrases, such as `</span><span>`. Alone on a line, they start a block of HTML. */
const ONLY_TAGS = /^[\s>]*(?:<\/?[a-z][^<>]*>\s*)+$/i;

/** Whether a line has only the tags of complete elements, such as a picture in a link. CommonMark would read the lines after it as HTML. */
function isPhraseAlone(text: string): boolean {
  if (!ONLY_TAGS.test(text)) return false;
  const open = [...text.matchAll(/<(\/?)([a-z][\w-]*)(?![\w-])[^<>]*?(\/?)>/gi)].map(([, closing, name = '', selfClosing]) =>
    closing === '/' ? -1 : selfClosing === '/' || VOID.test(name) ? 0 : 1,
  );
  return open.length > 0 && open.reduce((sum: number, one) => sum + one, 0) === 0;
}

/** The tags of a line as lines of their own. A paragraph needs no tags. The indentation of a line without tags may be that of a list. */
const separated = (line: Line, parts: readonly string[], indent: string): Line[] =>
  parts.flatMap((part) => {
    if (!TAG.test(part) && ONLY_TAGS.test(part))
      return [blankOf(line, indent), { ...line, text: indent + part.replace(/^[\s>]+/, '') }, blankOf(line, indent)];
    if (parts.length === 1 && !TAG.test(part)) return [line];
    if (!TAG.test(part)) return [{ ...line, text: indent + part.replace(/^[\s>]+/, '') }];
    const tag = /^<\/?p\b/i.test(part) ? '' : part;
    return [blankOf(line, indent), ...(tag === '' ? [] : [{ ...line, text: indent + tag }, blankOf(line, indent)])];
  });

/** Tags that put the text after them into an element. */
const ELEMENT = new RegExp(`<(/?)(?:x-[\\w-]+|${NAMES})(?:\\s[^<>]*?)?(/?)>`, 'gi');

/** Removes indentation that would start code in Markdown, but not in MDX: in elements, and of fences. The content of list items stays in its column. */
export function removeCodeIndentation(lines: readonly Line[]): Line[] {
  let depth = 0;
  /** Indentation that is removed from the lines of the open fence; null: no fence is open. */
  let fenceIndent: number | null = null;
  let isVerbatim = false;
  let isAfterBlank = true;
  /** Columns of the content of the open list items. */
  const columns: number[] = [];
  return lines.map((line) => {
    const { text, kind } = line;
    const isInside = depth > 0 && kind === 'text' && !isVerbatim;
    if (kind === 'text') {
      for (const [, closing, selfClosing] of text.matchAll(ELEMENT))
        depth = Math.max(0, depth + (closing === '/' ? -1 : selfClosing === '/' ? 0 : 1));
      if (VERBATIM.test(text)) isVerbatim = true;
      if (isVerbatim && /<\/(?:pre|script|style|textarea|svg|math)>/i.test(text)) isVerbatim = false;
    }
    if (kind !== 'text' && fenceIndent !== null) {
      const removed = fenceIndent;
      if (kind === 'fence') fenceIndent = null;
      return removed === 0 ? line : { ...line, text: withoutIndent(text, removed) };
    }
    const wasAfterBlank = isAfterBlank;
    isAfterBlank = kind !== 'text' || isBlank(line);
    if (isAfterBlank && kind === 'text') return line;
    const indent = indentOf(text);
    const item = kind === 'text' ? LIST_ITEM.exec(text)?.[0] : undefined;
    if (wasAfterBlank || item !== undefined) while (indent < (columns.at(-1) ?? 0)) columns.pop();
    const column = columns.at(-1) ?? 0;
    const isRemoved = (isInside && wasAfterBlank) || kind === 'fence';
    const removed = isRemoved && indent >= column + 4 ? indent - column : 0;
    if (kind === 'fence') fenceIndent = removed;
    if (item !== undefined) columns.push(columnsOf(item) - removed);
    return removed === 0 ? line : { ...line, text: withoutIndent(text, removed) };
  });
}

/** Removes columns of indentation, at most as many as a line has. */
function withoutIndent(text: string, columns: number): string {
  let found = 0;
  let start = 0;
  for (; found < columns && /[ \t]/.test(text[start] ?? ''); start++) found += text[start] === '\t' ? 4 - (found % 4) : 1;
  // A tab can span more columns than are removed.
  return ' '.repeat(Math.max(0, found - columns)) + text.slice(start);
}

/** Elements that have the text itself, and no paragraph. */
const WITHOUT_PARAGRAPH = new Set(['dt', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary', 'td', 'th']);

/** Unwraps the only paragraph of an element that cannot have one, or that would be higher with it. */
export function unwrapParagraphs(tree: Root): void {
  visitElements(tree, (node) => {
    if (!WITHOUT_PARAGRAPH.has(node.tagName)) return;
    const [only, ...others] = node.children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
    if (others.length === 0 && only?.type === 'element' && only.tagName === 'p') node.children = (only satisfies Element).children;
  });
}
