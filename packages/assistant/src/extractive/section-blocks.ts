/** Splits a section into paragraphs, lists, tables, and code blocks, each of which can be quoted completely or in parts. */
import { MARK, plainText, type Section } from '@quire/search';
import { RESPONSE_MARKER } from '../contract.ts';
import { codeBlock, quoteLine, quoteTable } from '../citations.ts';

// Splits the marked text of a section into lines with their kinds and the lists or admonitions around them.

type Holder = 'item' | 'step' | 'admonition';

/** A line of a section, in reading order. */
export interface Line {
  kind: 'paragraph' | 'item' | 'step' | 'row' | 'header' | 'code';
  /** Whether the line makes no statement: a caption, the title of an admonition, or only a link. */
  isLabel: boolean;
  /** Text with the marks of inline code; for a code block, the code. */
  text: string;
  /** Cells of a row; empty for other lines. */
  cells: readonly string[];
  /** Number of a step. */
  number: number;
  /** The list items, steps, and admonitions around the line, outermost first; an item or step includes itself. */
  within: readonly Holder[];
  /** Whether the line begins a list and not only its next item. */
  beginsList: boolean;
}

const HOLDERS: Readonly<Record<string, Holder>> = { [MARK.item]: 'item', [MARK.step]: 'step', [MARK.admonition]: 'admonition' };

// oxlint-disable-next-line no-control-regex
const FIRST_STEP = /^\u0081(\d+)\u0081/;

interface Reading {
  lines: Line[];
  open: Holder[];
  /** Number of the last step at each depth. */
  numbers: number[];
  code: readonly string[];
  codeRead: number;
}

/** @param section section of the index; without marks, every line is a paragraph */
export function readLines({ text, marked = text, code }: Pick<Section, 'text' | 'marked' | 'code'>): Line[] {
  const reading: Reading = { lines: [], open: [], numbers: [], code, codeRead: 0 };
  for (const line of marked.split('\n')) readLine(line, reading);
  // Code blocks without a mark are at the end, outside of any list.
  while (reading.codeRead < code.length) addCode(reading, []);
  return reading.lines;
}

function readLine(line: string, reading: Reading): void {
  let at = 0;
  for (; line[at] === MARK.codeBlock; at++) addCode(reading, []);
  let end = line.length;
  while (end > at && line[end - 1] === MARK.codeBlock) end--;
  addLine(line.slice(at, end), reading);
  for (let i = end; i < line.length; i++) addCode(reading, reading.open);
}

function addCode(reading: Reading, within: readonly Holder[]): void {
  const text = reading.code[reading.codeRead++];
  if (text === undefined) return;
  reading.lines.push({ kind: 'code', isLabel: false, text, cells: [], number: 0, within: [...within], beginsList: false });
}

/** Reads the marks at the start of a line: one for each item, step, or admonition around it, and then the kind of the line. */
function addLine(line: string, reading: Reading): void {
  const { open } = reading;
  let rest = line;
  let depth = 0;
  let begun: Begun = { holder: null, beginsList: false };
  for (; ; depth++) {
    if (rest.startsWith(MARK.within)) begun = { holder: null, beginsList: false };
    else {
      const holder = HOLDERS[rest[0] ?? ''];
      if (holder === undefined) break;
      begun = begin(holder, depth, FIRST_STEP.exec(rest)?.[1], reading);
    }
    rest = rest.replace(FIRST_STEP, MARK.step).slice(1);
  }
  open.length = Math.min(open.length, depth);
  const number = begun.holder === 'step' ? (reading.numbers[depth - 1] ?? 1) : 0;
  push(rest, begun.holder, { number, beginsList: begun.beginsList, within: [...open] }, reading);
}

interface Begun {
  /** The item, step, or admonition that begins at the line; null for its further lines. */
  holder: Holder | null;
  beginsList: boolean;
}

function begin(holder: Holder, depth: number, first: string | undefined, { open, numbers }: Reading): Begun {
  const beginsList = first !== undefined || open[depth] !== holder;
  open.length = Math.min(open.length, depth);
  open[depth] = holder;
  numbers[depth] = first === undefined ? (numbers[depth] ?? 0) + 1 : Number(first);
  return { holder, beginsList };
}

function push(rest: string, holder: Holder | null, more: Pick<Line, 'number' | 'within' | 'beginsList'>, { lines }: Reading): void {
  const mark = rest[0];
  const isRow = mark === MARK.row || mark === MARK.headerRow;
  const body = isRow || mark === MARK.label ? rest.slice(1) : rest;
  const cells = isRow ? body.split(MARK.cell).map((cell) => cell.trim()) : [];
  const text = isRow ? cells.filter((cell) => cell !== '').join(' ') : body;
  if (plainText(text).trim() === '') return;
  const kind =
    mark === MARK.row ? 'row' : mark === MARK.headerRow ? 'header' : holder === 'item' || holder === 'step' ? holder : 'paragraph';
  lines.push({ kind, isLabel: mark === MARK.label || holder === 'admonition', text, cells, ...more });
}

// Splits a paragraph into sentences. Intl.Segmenter is not used, because it ends sentences after dots such as those in `a.b`, `v0.10.4`, or `e.g.`.

/** Punctuation that may end a sentence in Latin, CJK, and Arabic script. */
const END = /(?<![.!?…])[.!?…]+["'”’)\]]*\s+|(?<![。！？])[。！？]+["'”’）」』]*\s*|[؟۔]\s+/gu;
const ABBREVIATION = /(?:^|[\s(\u0088])(?:e\.g|i\.e|vs|cf|ca|approx|resp|incl|excl|dr|mr|mrs|ms|prof)\.$/i;
/** Abbreviations only if a number follows. */
const BEFORE_NUMBER = /(?:^|[\s(])(?:no|nos|fig|figs|sec|ver|vol|p|pp)\.$/i;
/** Characters at the end of a sentence that are checked, because a sentence may be as long as a page. */
const TAIL = 400;

/** Returns the sentences in order, with the marks of inline code. Joined with spaces, they are the paragraph. */
export function splitSentences(paragraph: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  let inCode = false;
  let read = 0;
  for (const match of paragraph.matchAll(END)) {
    const stop = match.index + match[0].trimEnd().length;
    const next = match.index + match[0].length;
    for (; read < stop; read++) if (paragraph[read] === MARK.code) inCode = !inCode;
    // A period in code is part of the code.
    if (inCode || next >= paragraph.length || /\p{Ll}/u.test(paragraph[next] ?? '')) continue;
    if (goesOn(paragraph.slice(Math.max(start, stop - TAIL), stop), paragraph[next] ?? '')) continue;
    sentences.push(paragraph.slice(start, stop).trim());
    start = next;
  }
  const rest = paragraph.slice(start).trim();
  return rest === '' ? sentences : [...sentences, rest];
}

/** Whether a period does not end a sentence, because of an abbreviation, the number of a list item, or an open parenthesis. */
function goesOn(tail: string, next: string): boolean {
  const open = tail.lastIndexOf('(');
  return (
    ABBREVIATION.test(tail.slice(-24)) ||
    (BEFORE_NUMBER.test(tail.slice(-24)) && /\d/.test(next)) ||
    /^\d{1,3}\.$/.test(tail) ||
    (open >= 0 && !tail.includes(')', open))
  );
}

// Reads lists: entries with their lines.

/** An item or step of a list with all lines in it. */
export interface Entry {
  mark: string;
  lines: Line[];
  words: number;
  code: number;
}

/** Reads a list to its end. Further lines and nested lists belong to their item. */
export function readEntries(lines: readonly Line[], start: number, depth: number): { entries: Entry[]; end: number } {
  const entries: Entry[] = [];
  let at = start;
  for (; at < lines.length; at++) {
    const line = lines[at] as Line;
    if (at > start && (line.within.length <= depth || (line.beginsList && line.within.length === depth + 1))) break;
    const mark = line.kind === 'step' ? `${line.number}.` : '-';
    if (line.within.length === depth + 1 && (line.kind === 'item' || line.kind === 'step'))
      entries.push({ mark, lines: [], words: 0, code: 0 });
    if (entries.length === 0) entries.push({ mark: '-', lines: [], words: 0, code: 0 });
    entries.at(-1)?.lines.push(line);
  }
  for (const entry of entries) {
    entry.words = passageOf([entry]).split(/\s+/).length;
    entry.code = entry.lines.filter(({ kind }) => kind === 'code').length;
  }
  return { entries, end: at };
}

const isQuoted = ({ kind }: Line): boolean => kind !== 'code';

export function passageOf(entries: readonly Entry[]): string {
  return entries
    .flatMap(({ lines }) => lines.filter(isQuoted))
    .map(passageOfLine)
    .join('\n');
}

const innerText = ({ kind, text, cells }: Line): string =>
  kind === 'code'
    ? codeBlock(text)
    : cells.length > 0
      ? cells
          .map(quoteLine)
          .filter((cell) => cell !== '')
          .join(' – ')
      : quoteLine(text);

const innerMark = ({ kind, number }: Line): string => (kind === 'step' ? `${number}. ` : kind === 'item' ? '- ' : '');

/** Returns the Markdown of an item; without its bullet if the item has only one line. */
export function alone(entry: Entry): string {
  const [first] = entry.lines;
  return first !== undefined && entry.lines.length === 1 ? quoteLine(first.text) : listMarkdown([entry]);
}

export function listMarkdown(entries: readonly Entry[]): string {
  return entries
    .map(({ mark, lines }) => {
      const [first, ...more] = lines.filter((line, i) => i === 0 || !line.isLabel);
      const indent = ' '.repeat(mark.length + 1);
      const opening = first === undefined ? '' : innerText(first).replaceAll('\n', `\n${indent}`);
      const further = more.map((line) => indent + (innerMark(line) + innerText(line)).replaceAll('\n', `\n${indent}`));
      return [`${mark} ${opening}`, ...further].join('\n');
    })
    .join('\n');
}

/** A sentence of a paragraph, an entry of a list, a row of a table, or a whole block of code. */
export interface BlockPart {
  passage: string;
  /** Number of words that it counts for in the length of an answer. */
  words: number;
}

export interface SectionBlock {
  kind: 'paragraph' | 'list' | 'table' | 'code';
  parts: readonly BlockPart[];
  /** Whether the block introduces the next one: `Run:`. */
  leadsOn: boolean;
  /** Whether its parts only make sense in their order, such as steps. */
  isNumbered: boolean;
  /** @param places positions of the parts, in ascending order */
  markdown(places: readonly number[]): string;
}

/** Number of words that a line of code counts for. */
const WORDS_OF_CODE_LINE = 3;

const wordsIn = (text: string): number => text.split(/\s+/).length;
const isSafe = (text: string): boolean => !text.includes(RESPONSE_MARKER);

export function readBlocks(lines: readonly Line[]): SectionBlock[] {
  const blocks: SectionBlock[] = [];
  for (let at = 0; at < lines.length;) {
    const { block, end } = blockAt(lines, at);
    blocks.push(block);
    at = end;
  }
  return blocks;
}

/** Returns the depth of the outermost list around a line; -1 outside of lists. */
export function listDepth({ within }: Line): number {
  return within.findIndex((holder) => holder !== 'admonition');
}

const block = (
  kind: SectionBlock['kind'],
  passages: readonly { passage: string; words?: number }[],
  markdown: (places: readonly number[]) => string,
  more: Partial<Pick<SectionBlock, 'leadsOn' | 'isNumbered'>> = {},
): SectionBlock => ({
  kind,
  parts: passages.map(({ passage, words = wordsIn(passage) }) => ({ passage, words })),
  leadsOn: false,
  isNumbered: false,
  markdown,
  ...more,
});

const NOTHING = block('paragraph', [], () => '');

function blockAt(lines: readonly Line[], at: number): { block: SectionBlock; end: number } {
  const line = lines[at] as Line;
  const depth = listDepth(line);
  if (depth >= 0) return listBlock(lines, at, depth);
  if (line.kind === 'row' || line.kind === 'header') return tableBlock(lines, at);
  if (line.kind === 'code') return { block: codeBlockOf(line.text), end: at + 1 };
  return { block: line.isLabel ? NOTHING : paragraphBlock(line.text), end: at + 1 };
}

function paragraphBlock(text: string): SectionBlock {
  const sentences = splitSentences(text).filter(isSafe);
  return block(
    'paragraph',
    sentences.map((sentence) => ({ passage: plainText(sentence) })),
    (places) => quoteLine(places.map((place) => sentences[place] ?? '').join(' ')),
    {
      leadsOn: plainText(sentences.at(-1) ?? '')
        .trimEnd()
        .endsWith(':'),
    },
  );
}

function codeBlockOf(code: string): SectionBlock {
  if (!isSafe(code) || code.trim() === '') return NOTHING;
  return block('code', [{ passage: code.trim(), words: WORDS_OF_CODE_LINE * code.split('\n').length }], () => codeBlock(code));
}

function listBlock(lines: readonly Line[], at: number, depth: number): { block: SectionBlock; end: number } {
  const { entries, end } = readEntries(lines, at, depth);
  const safe = entries.filter((entry) => entry.lines.every(({ text }) => isSafe(text)));
  const codeWords = (all: readonly Line[]): number =>
    all.reduce((sum, { kind, text }) => sum + (kind === 'code' ? WORDS_OF_CODE_LINE * text.split('\n').length : 0), 0);
  const parts = safe.map((entry) => {
    const passage = passageOf([entry]);
    return { passage, words: wordsIn(passage) + codeWords(entry.lines) };
  });
  const markdown = (places: readonly number[]): string => listMarkdown(safe.filter((_, place) => places.includes(place)));
  return { block: block('list', parts, markdown, { isNumbered: entries[0]?.mark !== '-' }), end };
}

function tableBlock(lines: readonly Line[], start: number): { block: SectionBlock; end: number } {
  let end = start;
  const header = lines[end]?.kind === 'header' ? lines[end++] : undefined;
  const rows: Line[] = [];
  for (let row = lines[end]; row?.kind === 'row' && listDepth(row) < 0; row = lines[++end]) if (isSafe(row.text)) rows.push(row);
  const parts = rows.map((row) => ({ passage: passageOfLine(row) }));
  const markdown = (places: readonly number[]): string =>
    quoteTable(
      header?.cells ?? [],
      rows.filter((_, place) => places.includes(place)).map(({ cells }) => cells),
    );
  return { block: block('table', parts, markdown), end: Math.max(end, start + 1) };
}

/** Returns the text of a line, with tabs between the cells of a row. */
export function passageOfLine({ cells, text }: Line): string {
  return cells.length === 0
    ? plainText(text)
    : cells
        .map(plainText)
        .filter((cell) => cell !== '')
        .join('\t');
}
