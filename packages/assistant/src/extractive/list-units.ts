/** Lists → units: the whole list or runs of it, its items, the code in it. */
import { MARK } from '@quire/search';
import { codeBlock, quoteLine } from '../quote-markdown.ts';
import type { Line } from './read-lines.ts';
import { addCode, addUnit, isShort, leansBack, LONGEST, passageOfLine, type SectionReading } from './section-reading.ts';

/** An item or step of a list with everything inside of it. */
export interface Entry {
  mark: string;
  lines: Line[];
  words: number;
  code: number;
}

/** A list to its end: further lines and inner lists belong to their item. */
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

/** Adds the units of a list. @returns the line after its end */
export function readList(section: SectionReading, start: number, depth: number): number {
  const { entries, end } = readEntries(section.lines, start, depth);
  addEntries(section, entries);
  return end;
}

function addEntries(section: SectionReading, entries: readonly Entry[]): void {
  const first = section.place;
  const isNumbered = entries[0]?.mark !== '-';
  const inRuns = addRuns(section, entries, first);
  for (const entry of entries) {
    const passage = passageOf([entry]);
    // A step alone would hang in the air; an item can stand by itself.
    if (!isNumbered && entry.lines[0]?.isLabel === false && entry.code === 0)
      addUnit(section, {
        kind: 'item',
        passage,
        markdown: () => alone(entry),
        leansBack: leansBack(passage),
        quotesCode: entry.lines.some(({ text }) => text.includes(MARK.code)),
      });
    // Code of a step is quoted with its step where that can be.
    for (const { kind, text } of entry.lines) if (kind === 'code' && !inRuns.has(entry)) addCode(section, text);
    section.place++;
  }
}

/** A list as a whole, or a long one in runs of as many entries as fit, each with one block of code at most. */
function addRuns(section: SectionReading, entries: readonly Entry[], first: number): Set<Entry> {
  const added = new Set<Entry>();
  for (let from = 0; from < entries.length;) {
    let to = from;
    let words = 0;
    let code = 0;
    for (let entry = entries[to]; entry !== undefined; entry = entries[++to]) {
      if (to > from && (words + entry.words > LONGEST.listWords || code + entry.code > 1)) break;
      words += entry.words;
      code += entry.code;
    }
    const run = entries.slice(from, to);
    const isQuotable = code <= 1 && (run.length > 1 || entries.length === 1);
    if (isQuotable && addRun(section, run, first + from, code > 0)) for (const entry of run) added.add(entry);
    from = to;
  }
  return added;
}

/** @returns whether the run can be quoted: it holds no table and no long code */
function addRun(section: SectionReading, run: readonly Entry[], place: number, hasCode: boolean): boolean {
  const lines = run.flatMap((entry) => entry.lines);
  if (lines.some(({ kind, text }) => kind === 'row' || kind === 'header' || (kind === 'code' && !isShort(text)))) return false;
  const entries = run.map((entry) => passageOf([entry]));
  addUnit(section, {
    kind: 'list',
    passage: passageOf(run),
    entries,
    markdown: () => listMarkdown(run),
    place,
    span: run.length,
    hasCode,
    isNumbered: run[0]?.mark === '1.',
  });
  return true;
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

/** An item without its bullet, where it is no more than a line. */
function alone(entry: Entry): string {
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
