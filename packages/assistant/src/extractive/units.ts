/** Splits sections into the units of answers: sentences, items, lists, rows, tables, and code blocks. */
import { MARK, memoize, memoizeByObject, plainText, type SearchPage, type SearchRecord } from '@quire/search';
import { RESPONSE_MARKER } from '../contract.ts';
import { type ProductTerms, UNKNOWN_PRODUCT } from '../product.ts';
import { codeBlock, quoteLine, quoteTable } from '../citations.ts';
import {
  alone,
  type Entry,
  type Line,
  listDepth,
  listMarkdown,
  passageOf,
  passageOfLine,
  readBlocks,
  readEntries,
  readLines,
  type SectionBlock,
  splitSentences,
} from './section-blocks.ts';
import { forEachTerm } from '../retrieve/cover.ts';

/** Words in the names of pages that do not distinguish them, beside the names of the product. */
export const COMMON_WORDS = 'metadata about concept overview';

/** Limits for very long sections, of which only the beginning is read. */
const MAX_LINES = 400;
const MAX_CHARACTERS = 24_000;

/** Number of sections whose units are cached. Units need about ten times the memory of the text, and 0.1 ms to read. */
const CACHED_SECTIONS = 1000;

/** Reads the sections of a site, and caches the units of the most recently read ones. */
export interface SectionReader {
  vocabulary: Vocabulary;
  /** Terms in the names of so many pages that they do not distinguish pages. */
  commonTerms: ReadonlySet<number>;
  headingOf(record: SearchRecord): Terms;
  namesOf(page: SearchPage): Terms;
  unitsOf(record: SearchRecord): readonly Unit[];
  /** Returns the same lines in blocks. `Unit.block` is an index into this list. */
  blocksOf(record: SearchRecord): readonly SectionBlock[];
}

export function createSectionReader({ nameTerms, programLine }: ProductTerms = UNKNOWN_PRODUCT): SectionReader {
  const vocabulary = createVocabulary();
  const { termsOf } = vocabulary;
  return {
    vocabulary,
    commonTerms: new Set([...termsOf(COMMON_WORDS).numbers, ...Array.from(nameTerms, vocabulary.numberOf)]),
    headingOf: memoizeByObject(({ heading }: SearchRecord) => termsOf(heading)),
    namesOf: memoizeByObject(({ title, sidebarLabel }: SearchPage) => termsOf(`${title} ${sidebarLabel}`)),
    unitsOf: memoize(CACHED_SECTIONS, (record: SearchRecord) => readUnits(record, vocabulary, programLine)),
    blocksOf: (record) => readBlocks(linesOf(record)),
  };
}

/** Reads the units of a section, without those that contain the marker of the stream, which an answer must not contain. */
function readUnits(record: SearchRecord, vocabulary: Vocabulary, programLine: RegExp | null): readonly Unit[] {
  const lines = linesOf(record);
  const section: SectionReading = { vocabulary, programLine, lines, units: [], known: new Map(), place: 0, block: 0 };
  for (let at = 0; at < lines.length; section.block++) at = readBlock(section, at);
  return record.text.includes(RESPONSE_MARKER) || record.code.some((code) => code.includes(RESPONSE_MARKER))
    ? section.units.filter(({ passage, markdown }) => !`${passage}\n${markdown()}`.includes(RESPONSE_MARKER))
    : section.units;
}

const linesOf = (record: SearchRecord): readonly Line[] => readLines(bounded(record)).slice(0, MAX_LINES);

type Bounded = Pick<SearchRecord, 'text' | 'marked' | 'code'>;

/** Cuts a section at the end of a line. */
function bounded({ text, marked = text, code }: Bounded): Bounded {
  if (marked.length <= MAX_CHARACTERS) return { text, marked, code: code.slice(0, MAX_LINES) };
  const kept = marked.slice(0, Math.max(0, marked.lastIndexOf('\n', MAX_CHARACTERS)));
  return { text: plainText(kept), marked: kept, code: [] };
}

/** Reads the block that begins at a line. @returns the index of the line after it */
function readBlock(section: SectionReading, at: number): number {
  const line = section.lines[at] as Line;
  const depth = listDepth(line);
  if (depth >= 0) return readList(section, at, depth);
  if (line.kind === 'row' || line.kind === 'header') return readTable(section, at);
  if (line.kind === 'code') {
    addCode(section, line.text);
    section.place++;
  } else if (!line.isLabel) addSentences(section, line);
  return at + 1;
}

function addSentences(section: SectionReading, { text }: Line): void {
  for (const sentence of splitSentences(text)) {
    const passage = plainText(sentence);
    addUnit(section, {
      kind: 'sentence',
      passage,
      markdown: () => quoteLine(sentence),
      leansBack: leansBack(passage),
      leadsOn: passage.endsWith(':'),
      quotesCode: sentence.includes(MARK.code),
    });
    section.place++;
  }
}

function readTable(section: SectionReading, start: number): number {
  let at = start;
  const header = section.lines[at]?.kind === 'header' ? section.lines[at++] : undefined;
  const rows: Line[] = [];
  while (section.lines[at]?.kind === 'row') rows.push(section.lines[at++] as Line);
  const headers = header?.cells ?? [];
  const around = headers.map(plainText).join(' ');
  const passage = rows.map(passageOfLine).join('\n');
  const markdown = (quoted: readonly Line[]): string =>
    quoteTable(
      headers,
      quoted.map(({ cells }) => cells),
    );
  if (rows.length > 1 && passage.split(/\s+/).length <= LONGEST.tableWords)
    addUnit(section, {
      kind: 'table',
      passage,
      entries: rows.map(passageOfLine),
      markdown: () => markdown(rows),
      around,
      span: rows.length,
    });
  for (const row of rows) {
    addUnit(section, {
      kind: 'row',
      passage: passageOfLine(row),
      markdown: () => markdown([row]),
      around,
      quotesCode: row.text.includes(MARK.code),
      leadsElsewhere: row.cells[0]?.startsWith(MARK.label) === true,
    });
    section.place++;
  }
  return at;
}

/** Adds the units of a list. @returns the index of the line after it */
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
    // A step needs the steps around it; an item of a list can be quoted alone.
    if (!isNumbered && entry.lines[0]?.isLabel === false && entry.code === 0)
      addUnit(section, {
        kind: 'item',
        passage,
        markdown: () => alone(entry),
        leansBack: leansBack(passage),
        quotesCode: entry.lines.some(({ text }) => text.includes(MARK.code)),
      });
    // If possible, code in a step is quoted with its step.
    for (const { kind, text } of entry.lines) if (kind === 'code' && !inRuns.has(entry)) addCode(section, text);
    section.place++;
  }
}

/** Adds a list as a whole, or a long one in runs of as many entries as fit, each with at most one code block. */
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

/** @returns whether the run can be quoted: it contains no table and no long code */
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

// The units of answers, which are collected while a section is read.

/** A part of a section that can be quoted by itself. */
export interface Unit {
  kind: 'sentence' | 'item' | 'list' | 'row' | 'table' | 'code';
  /** Position in the section, in reading order. Units of the same lines have the position of the first one. */
  place: number;
  /** Number of lines or sentences, starting at `place`. */
  span: number;
  /** Number of the paragraph, list, or table to which it belongs. */
  block: number;
  passage: string;
  /** The items of a list or the rows of a table; for other units only the passage. */
  entries: readonly string[];
  /** Returns the Markdown. It is a function because few units are quoted. */
  markdown: () => string;
  words: number;
  /** Text that belongs to it: the header row of its table, or the sentence that introduces it. */
  around: string;
  hasCode: boolean;
  /** Whether it contains inline code. */
  quotesCode: boolean;
  /** Whether it names another page and describes its content. */
  leadsElsewhere: boolean;
  /** Whether it is a list of steps. */
  isNumbered: boolean;
  /** Whether it only makes sense after the previous unit: `This …`, `It …`. */
  leansBack: boolean;
  /** Whether it introduces the next unit: `Run:`. */
  leadsOn: boolean;
  /** The terms of the passage, of each of its first entries if there are several, and of `around`. */
  terms: Terms;
  entryTerms: readonly Terms[];
  aroundTerms: Terms;
}

/** Maximum number of entries of a list that are scored one by one. */
const MAX_ENTRIES = 40;

/** Maximum sizes. Longer lists and tables are quoted in parts; longer code is not quoted. */
export const LONGEST = { listWords: 95, tableWords: 80, codeLines: 24, codeCharacters: 1200 } as const;

/** The state while a section is read. */
export interface SectionReading {
  vocabulary: Vocabulary;
  /** A line of code that runs one of the product's programs; null: none are known. */
  programLine: RegExp | null;
  lines: readonly Line[];
  units: Unit[];
  /** Terms of the texts that were already read. */
  known: Map<string, Terms>;
  place: number;
  block: number;
}

type Draft = Pick<Unit, 'kind' | 'passage' | 'markdown'> &
  Partial<
    Pick<
      Unit,
      'entries' | 'around' | 'hasCode' | 'quotesCode' | 'leadsElsewhere' | 'isNumbered' | 'place' | 'span' | 'leansBack' | 'leadsOn'
    >
  >;

export function addUnit(section: SectionReading, draft: Draft): void {
  const { block, place } = section;
  const { passage, entries = [passage], around = draft.kind === 'list' ? leadOf(section) : '' } = draft;
  const read = (text: string): Terms => termsOnce(section, text);
  section.units.push({
    hasCode: draft.kind === 'code',
    quotesCode: draft.kind === 'code',
    leadsElsewhere: false,
    isNumbered: false,
    block,
    place,
    span: 1,
    leansBack: false,
    leadsOn: false,
    words: draft.kind === 'code' ? 0 : passage.split(/\s+/).length,
    ...draft,
    entries,
    around,
    terms: entries.length > 1 ? sumOf(entries.map(read)) : read(passage),
    entryTerms: entries.length > 1 ? entries.slice(0, MAX_ENTRIES).map(read) : [],
    aroundTerms: read(around),
  });
}

/** Memoizes the terms of a text, because an item is read both as a part of its list and by itself. */
function termsOnce({ known, vocabulary }: SectionReading, text: string): Terms {
  let terms = known.get(text);
  if (terms === undefined) known.set(text, (terms = vocabulary.termsOf(text)));
  return terms;
}

function leadOf({ units }: SectionReading): string {
  const before = units.at(-1);
  return before?.kind === 'sentence' ? before.passage : '';
}

export const leansBack = (passage: string): boolean => LEANS_BACK.test(passage);

const LEANS_BACK =
  /^(?:this|these|those|it|its|they|their|them|that|he|she|such|both|either|neither|otherwise|then|also|but|so|instead|however|therefore|in (?:this|that|these|such|both) (?:case|cases|mode|way)|for (?:this|these|that)|the (?:same|latter|former|other)|to do (?:so|this|that)|as a result|after that|once done|and|or|another|one of them|here|there it|each of (?:them|these)|if (?:so|not|it|this|that|they)|when (?:it|this|they)|without (?:it|this|them)|with (?:it|this|them))\b/i;

/** Words by which readers ask for code, with patterns of such code, because code blocks in the index have no language. */
const LANGUAGES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['python', /^(?:from [\w.]+ import|import \w+$)/m],
  ['graphql', /^\s*(?:mutation|query)\b/m],
  ['java', /^import [\w.]+;$/m],
  ['curl', /^\s*curl\b/m],
  ['helm kubernetes', /^\s*(?:helm|kubectl)\b/m],
  ['sql', /^\s*(?:SELECT|CREATE|GRANT|INSERT|ALTER)\b/m],
  ['recipe yaml', /^(?:source|sink|transformers):/m],
];

function languageOf(code: string, programLine: RegExp | null): string {
  const languages = LANGUAGES.filter(([, pattern]) => pattern.test(code)).map(([name]) => name);
  return [...languages, ...(programLine?.test(code) === true ? ['cli command'] : [])].join(' ');
}

/** Whether code is short enough to be quoted. */
export function isShort(code: string): boolean {
  return code.trim() !== '' && code.length <= LONGEST.codeCharacters && code.split('\n').length <= LONGEST.codeLines;
}

/** Adds code at the current position. */
export function addCode(section: SectionReading, code: string): void {
  if (isShort(code))
    addUnit(section, {
      kind: 'code',
      passage: code.trim(),
      markdown: () => codeBlock(code),
      around: `${leadOf(section)} ${languageOf(code, section.programLine)}`,
    });
}

// The terms of texts as numbers.

/**
 * The terms of a text (stems and identifiers), without stop words. They are numbers, because a site has tens of thousands of
 * short texts, and a map for each of them took most of the memory of a server.
 */
export interface Terms {
  /** Number of each term, in ascending order. */
  numbers: readonly number[];
  /** How often each term occurs; null if each occurs once. */
  counts: readonly number[] | null;
}

/** Maximum number of characters of a text that are read. */
const MAX_TERM_CHARACTERS = 2400;

/** Assigns numbers to the terms of the documentation. It must grow with the documentation only, so do not add the words of readers. */
export interface Vocabulary {
  /** Returns the number of a term. A new term is added. */
  numberOf(term: string): number;
  /** Reads a text of the documentation. */
  termsOf(text: string): Terms;
}

export function createVocabulary(): Vocabulary {
  const numberByTerm = new Map<string, number>();

  function numberOf(term: string): number {
    let number = numberByTerm.get(term);
    if (number === undefined) numberByTerm.set(term, (number = numberByTerm.size));
    return number;
  }

  return {
    numberOf,
    termsOf(text) {
      const numbers: number[] = [];
      // An identifier counts as a whole and by its parts, as it does in the index.
      forEachTerm(text.slice(0, MAX_TERM_CHARACTERS), false, (term) => numbers.push(numberOf(term)));
      return counted(numbers);
    },
  };
}

/** Returns the terms of several texts together. */
export function sumOf(texts: readonly Terms[]): Terms {
  const all: number[] = [];
  for (const { numbers, counts } of texts)
    numbers.forEach((number, i) => {
      for (let times = counts?.[i] ?? 1; times > 0; times--) all.push(number);
    });
  return counted(all);
}

const NO_TERMS: Terms = { numbers: [], counts: null };

/** @param all each number as often as its term occurs; the list is sorted in place */
function counted(all: number[]): Terms {
  if (all.length === 0) return NO_TERMS;
  all.sort((a, b) => a - b);
  const numbers: number[] = [];
  const counts: number[] = [];
  for (const number of all) {
    const last = numbers.length - 1;
    if (numbers[last] === number) (counts[last] as number)++;
    else {
      numbers.push(number);
      counts.push(1);
    }
  }
  // Copy the lists, because lists that grew have spare capacity.
  return { numbers: numbers.slice(), counts: numbers.length === all.length ? null : counts.slice() };
}
