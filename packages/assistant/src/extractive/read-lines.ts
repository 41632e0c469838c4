/** A section's marked text → its lines, each with what it is and what it belongs to. */
import { MARK, type Section, plainText } from '@quire/search';

type Holder = 'item' | 'step' | 'admonition';

/** A line of a section, in reading order. */
export interface Line {
  kind: 'paragraph' | 'item' | 'step' | 'row' | 'header' | 'code';
  /** Whether it states nothing: a caption, the title of an admonition, a link alone. */
  isLabel: boolean;
  /** Text with the marks of inline code; the code itself for a code block. */
  text: string;
  /** Cells of a row; empty for everything else. */
  cells: readonly string[];
  /** Number of a step. */
  number: number;
  /** What the line is in, from outside in, an item or step itself included. */
  within: readonly Holder[];
  /** Whether a list begins here, and not merely its next item. */
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

/** @param section as it comes from the index; without marks every line is a paragraph */
export function readLines({ text, marked = text, code }: Pick<Section, 'text' | 'marked' | 'code'>): Line[] {
  const reading: Reading = { lines: [], open: [], numbers: [], code, codeRead: 0 };
  for (const line of marked.split('\n')) readLine(line, reading);
  // What has no mark is at the end, outside of any list.
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

/** The marks at the start of a line: one for each holder, then what kind of line it is. */
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
  /** What begins at the line; null for a further line of it. */
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
