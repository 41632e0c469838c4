/**
 * The lines of a file before it is parsed. Each step of the compiler takes lines and returns lines. A line keeps its number in the author's
 * file, so that messages can name it.
 */
import { markdownToMdast } from 'satteri';
import type { MdastNode } from 'satteri';
import { visit } from 'unist-util-visit';
import type { Root, RootContent } from 'hast';

import type { Problem } from '#model/problem.ts';

import { MAX_NESTING, nestedMarksIn, withoutDeepLines } from './nested-marks.ts';

export interface Line {
  text: string;
  /** 1-based, in the author's file. Lines of included files have numbers that `Includes` assigns. */
  number: number;
  /** Steps leave lines of fenced code unchanged, except for `{{ inline }}`. */
  kind: 'text' | 'fence' | 'code';
}

/** A line, or the first and the last one, 1-based. */
export type LineRange = number | readonly [first: number, last: number];

/** Reports a problem to the author; default severity: error. @param kind as of `Problem` */
export type Report = (lines: LineRange, message: string, severity?: Problem['severity'], kind?: string) => void;

/** A line of an included file, and where the page includes that file. */
interface IncludedLine {
  /** The file as messages name it. */
  file: string;
  line: number;
  /** Number of the line that includes the file. */
  at: number;
}

/**
 * Assigns numbers to the lines of included files. They are larger than those of any page, so one number identifies both the file and
 * the line, and steps can report a line by its number alone.
 */
export interface Includes {
  /** Registers a file and returns the number of its first line. @param length number of lines */
  add(included: IncludedLine, length: number): number;
  /** Returns the line of an included file that has a number; null for a line of the page itself. */
  find(number: number): IncludedLine | null;
  /** Returns the line of the page that includes the line with a number, directly or through other files. */
  lineOfPage(number: number): number;
}

/** The first number that is assigned to a line of an included file. */
const FIRST_NUMBER = 1e9;

export function createIncludes(): Includes {
  const files: (IncludedLine & { first: number })[] = [];
  let next = FIRST_NUMBER;
  const find: Includes['find'] = (number) => {
    if (number < FIRST_NUMBER) return null;
    // Binary search for the last file that starts at or before the number.
    let [start, end] = [0, files.length];
    while (start < end) {
      const middle = (start + end) >> 1;
      if ((files[middle]?.first ?? 0) <= number) start = middle + 1;
      else end = middle;
    }
    const found = files[start - 1];
    return found === undefined ? null : { ...found, line: found.line + number - found.first };
  };
  return {
    add(included, length) {
      files.push({ ...included, first: next });
      next += length;
      return next - length;
    },
    find,
    lineOfPage(number) {
      const found = find(number);
      return found === null ? number : this.lineOfPage(found.at);
    },
  };
}

/** Returns a function that adds problems of a file, and of the files that it includes, to a list. */
export function reportTo(problems: Problem[], file: string, includes?: Includes): Report {
  return (lines, message, severity = 'error', kind) => {
    const [first, last] = typeof lines === 'number' ? [lines, lines] : lines;
    const [included, end] = [includes?.find(first) ?? null, includes?.find(last) ?? null];
    const [line, endLine] = included?.file === end?.file ? [included?.line ?? first, end?.line ?? last] : [included?.line ?? first, 0];
    const place = { file: included?.file ?? file, line, ...(endLine > line && { endLine }) };
    problems.push({ ...place, message, severity, ...(kind !== undefined && { kind }) });
  };
}

// oxlint-disable-next-line regexp/no-super-linear-backtracking -- The text is a line, whose end always matches.
const FENCE = /^(?<indent>(?:[ \t]|>)*)(?<mark>`{3,}|~{3,})(?<info>[^\n]*)$/;

/** The language of Docusaurus's fences whose content is MDX: they hide it from tools that translate Markdown. */
const MDX_FENCE = /^\s*mdx-code-block(?:\s|$)/;

/** Splits Markdown into lines and distinguishes prose from fenced code (CommonMark 4.5). */
export function readLines(markdown: string, firstLine: number): Line[] {
  const lines: Line[] = [];
  let open: string | null = null;
  /** The mark of the fence around MDX, whose lines are read like the others. */
  let around: string | null = null;
  markdown.split(/\r?\n/).forEach((text, index) => {
    const number = firstLine + index;
    const found = FENCE.exec(text)?.groups;
    const mark = found?.['mark'];
    const info = found?.['info'] ?? '';
    const endsMdx: boolean = around !== null && open === null && mark?.startsWith(around) === true && info.trim() === '';
    if (endsMdx || (around === null && open === null && mark !== undefined && MDX_FENCE.test(info))) {
      around = endsMdx ? null : (mark ?? null);
      lines.push({ text: '', number, kind: 'text' });
    } else if (open === null) {
      const opens = mark !== undefined && !(mark.startsWith('`') && info.includes('`'));
      if (opens) open = mark;
      lines.push({ text, number, kind: opens ? 'fence' : 'text' });
    } else if (mark !== undefined && mark.startsWith(open) && info.trim() === '') {
      open = null;
      lines.push({ text, number, kind: 'fence' });
    } else lines.push({ text, number, kind: 'code' });
  });
  return lines;
}

/** Returns the width of a text in columns. A tab ends at a multiple of four (CommonMark 2.2). */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += character === '\t' ? 4 - (columns % 4) : 1;
  return columns;
}

/** Returns the indentation of a line in columns. */
export const indentOf = (text: string): number => columnsOf(/^[ \t]*/.exec(text)?.[0] ?? '');

/** The mark of a list item and the white space around it (CommonMark 5.2). */
export const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;

/** Applies a change to the parts of a line that are not `inline code`. @param change receives whether the part is at the start and at the end of the line */
export function outsideCode(text: string, change: (part: string, isFirst: boolean, isLast: boolean) => string): string {
  if (!text.includes('`')) return change(text, true, true);
  return (
    text
      // oxlint-disable-next-line regexp/no-super-linear-move -- Two backticks always match.
      .split(/(`+[^`]*`+)/)
      .map((part, index, all) => (index % 2 === 0 ? change(part, index === 0, index === all.length - 1) : part))
      .join('')
  );
}

/**
 * Finds the lines on which a page uses a link target. Call it only to report a problem: it searches the text, and unless the target is there exactly
 * once, it parses the page again.
 * @returns for a target, the 1-based lines of its uses in the author's file, in reading order
 */
export function targetLines(body: string, firstLine: number): (target: string) => readonly number[] {
  let parsed: Map<string, number[]> | undefined;
  let searches = MAX_SEARCHES;
  return (target) => {
    const only = searches-- > 0 ? onlyLine(body, target) : null;
    if (only !== null) return [firstLine + only];
    parsed ??= parsedTargetLines(body, firstLine);
    return parsed.get(target) ?? parsed.get(decodedUri(target)) ?? (searches-- > 0 ? textualLines(body, firstLine, target) : []);
  };
}

/** Returns the 0-based line of a text that occurs exactly once; else null. */
function onlyLine(body: string, text: string): number | null {
  const place = body.indexOf(text);
  return place < 0 || body.includes(text, place + 1) ? null : lineBreaksOf(body.slice(0, place)).length;
}

function parsedTargetLines(body: string, firstLine: number): Map<string, number[]> {
  const tree = markdownToMdast(withoutDeepLines(body), { features: { frontmatter: false } });
  const lines = new Map<string, number[]>();
  if (isNestedTooDeeply(tree as Root)) return lines;
  const add = (target: string, line: number | undefined): void => {
    if (line === undefined) return;
    const known = lines.get(target);
    if (known === undefined) lines.set(target, [firstLine + line - 1]);
    else known.push(firstLine + line - 1);
  };
  visit(tree as Extract<MdastNode, { type: 'root' }>, (node) => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') add(node.url, node.position?.start.line);
    if (node.type === 'html') {
      for (const match of node.value.matchAll(/(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
        const before = node.value.slice(0, match.index).split('\n').length - 1;
        add(match[1] ?? match[2] ?? '', (node.position?.start.line ?? 1) + before);
      }
    }
  });
  return lines;
}

/** Maximum number of searches in the text of a page. Each scans the whole text, so unlimited searches would take quadratic time. */
const MAX_SEARCHES = 100;

/** Characters around the target of a link. */
const AROUND_TARGET = /[\s()<>"'[\]]+/;

/**
 * Finds the lines that contain a link target. Call it only to report a problem, because it splits all lines.
 * @returns for a target, the numbers of the lines, in reading order
 */
export function searchTargets(lines: readonly Line[]): (target: string) => readonly number[] {
  const found = new Map<string, number[]>();
  for (const { text, number } of lines)
    for (const word of new Set(text.split(AROUND_TARGET))) {
      const known = found.get(word);
      if (known === undefined) found.set(word, [number]);
      else known.push(number);
    }
  let searches = MAX_SEARCHES;
  return (target) => {
    const known = found.get(target);
    if (known !== undefined || searches-- <= 0) return known ?? [];
    const numbers = lines.filter(({ text }) => text.includes(target)).map(({ number }) => number);
    found.set(target, numbers);
    return numbers;
  };
}

/** Returns a target without percent-encoding, or unchanged if it is not a valid URI. */
function decodedUri(target: string): string {
  try {
    return decodeURI(target);
  } catch {
    return target;
  }
}

/** Returns the lines that contain a target anywhere, for targets that the parser does not find, such as those in components. */
function textualLines(body: string, firstLine: number, target: string): number[] {
  return body.split('\n').flatMap((line, index) => (line.includes(target) ? [firstLine + index] : []));
}

/** Replaces each run of lines of text, which ends at a code block, and keeps the lines of code blocks. */
export function replaceTextRuns(lines: readonly Line[], replace: (run: Line[]) => readonly Line[]): Line[] {
  const result: Line[] = [];
  for (let index = 0; index < lines.length;) {
    let end = index;
    while (lines[end]?.kind === 'text') end += 1;
    // A loop, because the arguments of a call are limited in number.
    if (end > index) for (const line of replace(lines.slice(index, end))) result.push(line);
    else result.push(lines[end++] as Line);
    index = end;
  }
  return result;
}

/**
 * The source of a pattern for an escaped character or inline code, in which no expression or tag starts. It has one group. Code is tried only with
 * whole runs of backticks.
 */
export const ESCAPE_OR_CODE = String.raw`\\[^]|(?<!(?<!\\)\x60)(\x60+)(?!\x60)(?:(?!\n[ \t]*\n)[^])*?(?<!\x60)\1(?!\x60)`;

/** Returns the line breaks of a text. */
export const lineBreaksOf = (text: string): string => text.replace(/[^\n]/g, '');

/**
 * Replaces expressions in the text of a page, but not in its code blocks.
 * @param pattern global; matches the start of an expression, and text in which none starts (`ESCAPE_OR_CODE`)
 * @param replace returns the text that replaces an expression, with the same number of line breaks, and the end of the expression; null for other matches
 */
export function replaceExpressions(
  lines: readonly Line[],
  pattern: RegExp,
  replace: (text: string, match: RegExpExecArray) => { replacement: string; end: number } | null,
): Line[] {
  return replaceTextRuns(lines, (run) => {
    const text = run.map((line) => line.text).join('\n');
    let result = '';
    let copied = 0;
    for (const match of text.matchAll(pattern)) {
      const replaced = match.index < copied ? null : replace(text, match);
      if (replaced === null) continue;
      result += text.slice(copied, match.index) + replaced.replacement;
      copied = replaced.end;
    }
    const rows = (result + text.slice(copied)).split('\n');
    return run.map((line, row) => ({ ...line, text: rows[row] ?? '' }));
  });
}

/** Puts a tag on its own line between blank lines, so that the text around it is still parsed as Markdown. */
export function tagLines(line: Line, indent: string, text: string): Line[] {
  const blank = { ...line, text: indent.includes('>') ? indent : '' };
  return [blank, { ...line, text: indent + text }, blank];
}

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

export const TOO_DEEP = `Quotations, lists, or elements are nested more than ${MAX_NESTING} levels deep. Close those that are left open.`;
