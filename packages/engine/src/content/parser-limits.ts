/**
 * Limits the Markdown that the parser reads, because it takes quadratic time for some texts and expands others to far more than the page, and finds
 * trees that are nested too deeply for recursive steps.
 */
import type { Root, RootContent } from 'hast';

import { LIST_ITEM, outsideCode } from './source-lines.ts';
import type { Line, Report } from './source-lines.ts';

/** Maximum nesting depth of elements; real pages have ten or twenty levels. */
export const MAX_NESTING = 200;
export const TOO_DEEP = `Quotations, lists, or elements are nested more than ${MAX_NESTING} levels deep. Close those that are left open.`;

const MARK = /[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\n]{1,999}\]:)/gy;

/** Returns the number of quotations, list items, and footnotes that start on a line within each other. */
const nestedMarksIn = (line: string): number => withoutBreak(line).match(MARK)?.length ?? 0;

/** Returns a line without the thematic break at its end, such as `* * *`, which consists of the same characters as the marks of a list. */
function withoutBreak(line: string): string {
  const trimmed = line.trimEnd();
  const mark = trimmed.at(-1) ?? '';
  if (mark !== '-' && mark !== '*') return line;
  let start = trimmed.length;
  let marks = 0;
  for (; start > 0 && [mark, ' ', '\t'].includes(trimmed[start - 1] ?? ''); start--) marks += trimmed[start - 1] === mark ? 1 : 0;
  return marks < 3 ? line : trimmed.slice(0, start);
}

/** Empties the lines of Markdown that are nested too deeply, for texts other than the body of a page, which reports them. */
export const withoutDeepLines = (markdown: string): string =>
  markdown
    .split('\n')
    .map((line) => (nestedMarksIn(line) > MAX_NESTING ? '' : line))
    .join('\n');

/** Maximum number of characters of a paragraph. The parser takes up to two seconds for one of this length. */
const MAX_PARAGRAPH = 1 << 16;
/** Maximum sum of the products of the characters and the character references of all paragraphs, because the parser copies a text at each reference. */
const MAX_COPIED_CHARACTERS = 200_000_000;
const CHARACTER_REFERENCE = /&[#\w]{1,32};/g;

/** Reports paragraphs that take too long to parse, and removes the rest of them. The length of a table row counts separately. */
export function cutLongParagraphs(lines: readonly Line[], report: Report): Line[] {
  let length = 0;
  /** Characters and character references of the text so far, which starts again at each item of a list. */
  let joined = 0;
  let references = 0;
  let copied = 0;
  return lines.flatMap((line) => {
    const isOwn = line.kind !== 'text' || /^[ \t]*(?:\||$)/.test(line.text);
    const before = isOwn ? 0 : length;
    length = line.kind === 'text' && line.text.trim() !== '' ? before + line.text.length + 1 : 0;
    if (line.kind !== 'text') return [line];
    if (isOwn || LIST_ITEM.test(line.text)) joined = references = 0;
    joined += line.text.length + 1;
    const own = line.text.includes('&') ? (line.text.match(CHARACTER_REFERENCE)?.length ?? 0) : 0;
    references += own;
    const wasAllowed = copied <= MAX_COPIED_CHARACTERS;
    copied += references === 0 ? 0 : joined * own + (line.text.length + 1) * (references - own);
    if (own > 0 && copied > MAX_COPIED_CHARACTERS) {
      if (wasAllowed)
        report(
          line.number,
          'The paragraphs up to this one have too many character references such as &amp;. Write the characters themselves, or divide the paragraphs with empty lines.',
        );
      return [];
    }
    if (length <= MAX_PARAGRAPH) return [line];
    if (before <= MAX_PARAGRAPH) {
      report(line.number, `A paragraph or row is longer than ${MAX_PARAGRAPH} characters. Divide it with an empty line.`);
    }
    return [];
  });
}

/** Maximum number of cells of all tables of a page. A cell takes a kilobyte while the page is compiled. */
const MAX_CELLS = 200_000;
/** A small table counts as this many cells, because its own elements take memory, too. */
const MIN_CELLS = 4;
/** Maximum number of quotations, list items, and footnotes of a page that start on the line of another one. Each takes a kilobyte or two while the page is compiled. */
const MAX_NESTED_MARKS = 100_000;
/** Maximum number of references to footnotes on a page. Each becomes two links, one of them with the others of its footnote. */
const MAX_FOOTNOTE_REFERENCES = 5000;
/** Number of cells that the rows of a page may lack, apart from one for each character of the page. */
const MAX_MISSING_CELLS = 5000;
/** Maximum number of characters that all references to a definition may expand to. */
const MAX_REPEATED_CHARACTERS = 20_000_000;

/**
 * Reports and removes markup whose output is far larger than the page: wide tables with short rows, to which the parser adds the missing
 * cells, and long definitions that many references repeat.
 */
export function limitExpansion(lines: readonly Line[], report: Report): Line[] {
  const references = lines.reduce((sum, { kind, text }) => sum + (kind === 'text' ? text.split('[').length - 1 : 0), 0);
  const tables = tablesIn(lines);
  const allowed = MAX_MISSING_CELLS + lines.reduce((sum, { text }) => sum + text.length, 0);
  let missing = 0;
  let cells = 0;
  let definition = 0;
  let footnotes = 0;
  let nested = 0;
  return lines.map((line, index) => {
    const isText = line.kind === 'text' && line.text.trim() !== '';
    definition = !isText ? 0 : definition > 0 || /^[ \t>]*\[[^\]]+\]:/.test(line.text) ? definition + line.text.length : 0;
    if (definition * references > MAX_REPEATED_CHARACTERS) {
      report(line.number, 'The definition of a reference is too long for the number of links on the page. Shorten its address or title.');
      return { ...line, text: '' };
    }
    const marks = isText ? nestedMarksIn(line.text) : 0;
    // The parser takes quadratic time for them, so they are not left to `isNestedTooDeeply`.
    if (marks > MAX_NESTING) {
      report(line.number, TOO_DEEP);
      return { ...line, text: '' };
    }
    nested += Math.max(0, marks - 1);
    if (marks > 1 && nested > MAX_NESTED_MARKS) {
      if (nested - marks < MAX_NESTED_MARKS)
        report(line.number, `The page has more than ${MAX_NESTED_MARKS} quotations and lists within others. Divide it.`);
      return { ...line, text: '' };
    }
    const noted = isText && line.text.includes('[^') ? line.text.split('[^').length - 1 : 0;
    footnotes += noted;
    if (noted > 0 && footnotes > MAX_FOOTNOTE_REFERENCES) {
      if (footnotes - noted <= MAX_FOOTNOTE_REFERENCES)
        report(line.number, `The page has more than ${MAX_FOOTNOTE_REFERENCES} references to footnotes. Divide it.`);
      return { ...line, text: '' };
    }
    const table = tables.get(index);
    if (table === undefined || table.isShown === true) return line;
    if (table.isShown === false) return { ...line, text: '' };
    table.isShown = false;
    const size = Math.max(MIN_CELLS, table.columns * (table.rows + 1));
    if (size > MAX_CELLS) report(line.number, `The table has more than ${MAX_CELLS} cells, so it is shown as text. Divide it.`);
    else if (cells + size > MAX_CELLS)
      report(line.number, `The tables up to this one have more than ${MAX_CELLS} cells, so this table is shown as text. Divide the page.`);
    else if (missing + table.missing > allowed)
      report(
        line.number,
        `The rows of the tables up to this one lack more than ${allowed} cells, so this table is shown as text. Write all cells of each row, or remove columns.`,
      );
    else {
      missing += table.missing;
      cells += size;
      table.isShown = true;
      return line;
    }
    return { ...line, text: '' };
  });
}

/** Lines without an empty one between them that are a table, or contain one. */
interface TableSize {
  /** Number of cells of the widest row that could be the delimiter row. */
  columns: number;
  rows: number;
  /** Number of cells that these rows lack, which the parser adds. */
  missing: number;
  /** Undefined before its size is checked. */
  isShown?: boolean;
}

const DELIMITER_ROW = /^[\s>|:*+\d.)-]*-[\s|:]*$/;

/** Returns the tables of a page by the index of each row that could be their delimiter row. */
function tablesIn(lines: readonly Line[]): Map<number, TableSize> {
  const tables = new Map<number, TableSize>();
  let open: TableSize | null = null;
  for (const [index, { kind, text }] of lines.entries()) {
    if (kind !== 'text' || /^[\s>]*$/.test(text)) {
      open = null;
      continue;
    }
    const cells = cellsOf(text);
    if (open !== null) {
      open.rows += 1;
      open.missing += Math.max(0, open.columns - cells);
    }
    if ((cells > 1 || /[|:]/.test(text)) && DELIMITER_ROW.test(text)) {
      open ??= { columns: 0, rows: 0, missing: 0 };
      open.columns = Math.max(open.columns, cells);
      tables.set(index, open);
    }
  }
  return tables;
}

/** Returns the number of cells of a row. A bar at its start or end separates none, and an escaped one is part of a text. */
function cellsOf(row: string): number {
  const bars = row.match(/(?<!\\)\|/g)?.length ?? 0;
  return bars + 1 - (/^[\s>]*\|/.test(row) ? 1 : 0) - (bars > 0 && row.trimEnd().endsWith('|') ? 1 : 0);
}

/** Maximum number of elements that are open at the same time. It exceeds `MAX_NESTING`, because authors also close elements in the wrong order. */
const MAX_OPEN_ELEMENTS = 5 * MAX_NESTING;
/** An address in angle brackets, which is a link in Markdown. */
const ADDRESS = /<[a-z][a-z\d+.-]+:[^\s<>]*>/gi;
/** Elements without an end tag, and those that end where the next one begins. */
const ENDS_ITSELF = new Set(
  `area base br col embed hr img input link meta param source track wbr
  a colgroup dd dt h1 h2 h3 h4 h5 h6 li nobr optgroup option p rp rt tbody td tfoot th thead tr`.split(/\s+/),
);

/**
 * Reports a page in which too many elements are open, and removes its lines, because the parser searches all open elements for each further
 * one. An end tag counts only if it closes the last element, so it cannot hide that another one stays open.
 */
export function limitOpenElements(lines: readonly Line[], report: Report): Line[] {
  const open: string[] = [];
  const count = (text: string): string => {
    for (const [, slash, written = ''] of text.matchAll(/<(\/?)([a-z][\w-]*)/gi)) {
      const name = written.toLowerCase();
      if (slash === '/' && open.at(-1) === name) open.pop();
      else if (slash === '' && !ENDS_ITSELF.has(name)) open.push(name);
    }
    return text;
  };
  /** Whether the line continues a block of HTML, in which backticks do not mark code. */
  let isHtml = false;
  const isAllowed = ({ kind, text }: Line): boolean => {
    isHtml = kind === 'text' && (isHtml ? text.trim() !== '' : /^[\s>*+\-\d.)]*<[a-z/][\w-]*(?:[\s/>]|$)/i.test(text));
    if (kind !== 'text' || !text.includes('<')) return true;
    if (isHtml) count(text);
    else outsideCode(text, (part) => count(part.replace(ADDRESS, '')));
    return open.length <= MAX_OPEN_ELEMENTS;
  };
  const last = lines.find((line) => !isAllowed(line));
  if (last === undefined) return [...lines];
  report(last.number, TOO_DEEP);
  return [];
}

/** Whether a page is nested so deeply that a recursive step could exhaust the stack. The check itself does not recurse. @param most maximum number of levels */
export function isNestedTooDeeply(tree: Root, most: number = MAX_NESTING): boolean {
  let level: (Root | RootContent)[] = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    level = level.flatMap((node) => ('children' in node ? node.children : []));
  }
  return false;
}
