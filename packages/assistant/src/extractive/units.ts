/** Sections → what an answer may be made of: sentences, items, whole lists, rows, whole tables and blocks of code. */
import { MARK, memoizeByObject, plainText, type SearchPage, type SearchRecord } from '@quire/search';
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

/** Of a section as long as a book only the beginning is read. */
const MOST_LINES = 400;
const MOST_CHARACTERS = 24_000;

/** Reads the sections of a site, each once: what was read is kept for as long as the record is. */
export interface SectionReader {
  vocabulary: Vocabulary;
  /** Terms in the names of so many pages that they do not distinguish them. */
  commonTerms: ReadonlySet<number>;
  headingOf(record: SearchRecord): Terms;
  namesOf(page: SearchPage): Terms;
  unitsOf(record: SearchRecord): readonly Unit[];
  /** The same lines as the units, by blocks: `Unit.block` is a block's place in here. */
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
    unitsOf: memoizeByObject((record: SearchRecord) => readUnits(record, vocabulary, programLine)),
    blocksOf: (record) => readBlocks(linesOf(record)),
  };
}

/** Anything with the stream's marker in it is left out: an answer must not contain it. */
function readUnits(record: SearchRecord, vocabulary: Vocabulary, programLine: RegExp | null): readonly Unit[] {
  const lines = linesOf(record);
  const section: SectionReading = { vocabulary, programLine, lines, units: [], known: new Map(), place: 0, block: 0 };
  for (let at = 0; at < lines.length; section.block++) at = readBlock(section, at);
  return record.text.includes(RESPONSE_MARKER) || record.code.some((code) => code.includes(RESPONSE_MARKER))
    ? section.units.filter(({ passage, markdown }) => !`${passage}\n${markdown()}`.includes(RESPONSE_MARKER))
    : section.units;
}

const linesOf = (record: SearchRecord): readonly Line[] => readLines(bounded(record)).slice(0, MOST_LINES);

type Bounded = Pick<SearchRecord, 'text' | 'marked' | 'code'>;

/** Cut at the end of a line, so that nothing in it is cut. */
function bounded({ text, marked = text, code }: Bounded): Bounded {
  if (marked.length <= MOST_CHARACTERS) return { text, marked, code: code.slice(0, MOST_LINES) };
  const kept = marked.slice(0, Math.max(0, marked.lastIndexOf('\n', MOST_CHARACTERS)));
  return { text: plainText(kept), marked: kept, code: [] };
}

/** Reads the lines that belong together from a place on. @returns where the next ones begin */
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

/** A unit of an answer, and how units are gathered while a section is read. */

/** Something of a section that can be quoted by itself. */
export interface Unit {
  kind: 'sentence' | 'item' | 'list' | 'row' | 'table' | 'code';
  /** Place in the section, in reading order; units of the same lines share the place of the first. */
  place: number;
  /** Number of lines or sentences that it takes up from its place. */
  span: number;
  /** The paragraph, list or table that it belongs to, by its number in the section. */
  block: number;
  passage: string;
  /** The items of a list, the rows of a table; of everything else the passage alone. */
  entries: readonly string[];
  /** Made when it is asked for: few units are quoted. */
  markdown: () => string;
  words: number;
  /** What speaks for it too: the headings of its table, the sentence that leads to it. */
  around: string;
  hasCode: boolean;
  /** Whether a word of it is written as code. */
  quotesCode: boolean;
  /** Whether it names another page and says what is there. */
  leadsElsewhere: boolean;
  /** Whether it is a list of steps. */
  isNumbered: boolean;
  /** Whether it only makes sense with the unit before: `This …`, `It …`. */
  leansBack: boolean;
  /** Whether it announces what follows: `Run:`. */
  leadsOn: boolean;
  /** The terms of the passage, of each of its first entries where there are several, and of what is around it. */
  terms: Terms;
  entryTerms: readonly Terms[];
  aroundTerms: Terms;
}

/** Entries of a list that are looked at one by one. */
const MOST_ENTRIES = 40;

/** Longer lists and tables are quoted in parts, longer code not at all. */
export const LONGEST = { listWords: 95, tableWords: 80, codeLines: 24, codeCharacters: 1200 } as const;

/** A section while it is read. */
export interface SectionReading {
  vocabulary: Vocabulary;
  /** A line of code that runs one of the product's programs; null: none are known. */
  programLine: RegExp | null;
  lines: readonly Line[];
  units: Unit[];
  /** Terms of the texts that were read. */
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
    entryTerms: entries.length > 1 ? entries.slice(0, MOST_ENTRIES).map(read) : [],
    aroundTerms: read(around),
  });
}

/** An item is read as one of its list, and by itself. */
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

/** By what words a reader asks for it; blocks do not keep their language. */
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

/** Takes in code at the present place. */
export function addCode(section: SectionReading, code: string): void {
  if (isShort(code))
    addUnit(section, {
      kind: 'code',
      passage: code.trim(),
      markdown: () => codeBlock(code),
      around: `${leadOf(section)} ${languageOf(code, section.programLine)}`,
    });
}

/** Words as the ranking knows them, and how much each says within the sections that were found. */

/**
 * The terms of a text by stem or identifier; words without meaning are left out. Numbers instead of the words: a site has
 * tens of thousands of short texts, and a map for each took most of a server's memory.
 */
export interface Terms {
  /** Number of each term, in rising order. */
  numbers: readonly number[];
  /** How often each occurs; null where each occurs once. */
  counts: readonly number[] | null;
}

/** More of a text is not read. */
const MOST_TERM_CHARACTERS = 2400;

/** Numbers the terms of a site's documentation. It grows with the documentation only: readers' words must not be added to it. */
export interface Vocabulary {
  /** The number of a term, which is added when it is new. */
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
      forEachTerm(text.slice(0, MOST_TERM_CHARACTERS), false, (term) => numbers.push(numberOf(term)));
      return counted(numbers);
    },
  };
}

/** The terms of several texts together. */
export function sumOf(texts: readonly Terms[]): Terms {
  const all: number[] = [];
  for (const { numbers, counts } of texts)
    numbers.forEach((number, i) => {
      for (let times = counts?.[i] ?? 1; times > 0; times--) all.push(number);
    });
  return counted(all);
}

const NO_TERMS: Terms = { numbers: [], counts: null };

/** @param all each number as often as its term occurs; is sorted in place */
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
  // As they are kept, without the room that lists have to grow.
  return { numbers: numbers.slice(), counts: numbers.length === all.length ? null : counts.slice() };
}
