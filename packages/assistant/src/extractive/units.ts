/** Splits sections into the units of answers: sentences, items, lists, rows, tables, and code blocks. */
import { MARK, memoize, memoizeByObject, plainText, type SearchPage, type SearchRecord } from '@quire/search';
import { RESPONSE_MARKER } from '../contract.ts';
import { type ProductTerms, UNKNOWN_PRODUCT } from '../product.ts';
import { codeBlock, quoteLine, quoteTable } from '../citations.ts';
import {
  type BlockLines,
  itemMarkdown,
  type Entry,
  type Line,
  listMarkdown,
  type Panel,
  passageOf,
  passageOfLine,
  readBlocks,
  readLines,
  type SectionBlock,
  splitBlocks,
  tabGroupsOf,
} from './section-blocks.ts';
import { splitSentences } from './sentences.ts';
import { PLAIN_TERMS, type TermReader } from '../retrieve/terms.ts';

/** Words in the names of so many pages that they do not distinguish pages, in addition to the names of the product. */
const UBIQUITOUS_WORDS = 'about concept overview';

/** Limits of a section, beyond which it is not read. */
const MAX_LINES = 400;
const MAX_CHARACTERS = 24_000;

/** Maximum number of sections in the cache of units. Units need about ten times the memory of the text, and 0.1 ms to read. */
const CACHED_SECTIONS = 1000;

/** Reads the sections of a site. The units of the most recently read ones are in an LRU cache. */
export interface SectionReader {
  vocabulary: Vocabulary;
  /** Terms in the names of so many pages that they do not distinguish pages. */
  ubiquitousTerms: ReadonlySet<number>;
  headingTermsOf(record: SearchRecord): Terms;
  nameTermsOf(page: SearchPage): Terms;
  /** Returns the lines of a section up to a limit. */
  linesOf(record: SearchRecord): readonly Line[];
  unitsOf(record: SearchRecord): readonly Unit[];
  /** Returns the same section as blocks. `Unit.block` is an index into this list. @param isShown whether the content of a tab is quoted */
  blocksOf(record: SearchRecord, isShown?: (panel: Panel) => boolean): readonly SectionBlock[];
  /** Returns the groups of tabs in a section. */
  tabGroupsOf(record: SearchRecord): readonly (readonly Panel[])[];
}

/** @param termReader reader of the index, with whose terms those of questions are compared */
export function createSectionReader(
  { nameTerms, programLine }: ProductTerms = UNKNOWN_PRODUCT,
  termReader: TermReader = PLAIN_TERMS,
): SectionReader {
  const vocabulary = createVocabulary(termReader);
  const { termsOf } = vocabulary;
  return {
    vocabulary,
    ubiquitousTerms: new Set([...termsOf(UBIQUITOUS_WORDS), ...Array.from(nameTerms, vocabulary.numberOf)]),
    headingTermsOf: memoizeByObject(({ heading }: SearchRecord) => termsOf(heading)),
    nameTermsOf: memoizeByObject(({ title, sidebarLabel }: SearchPage) => termsOf(`${title} ${sidebarLabel}`)),
    linesOf,
    unitsOf: memoize(CACHED_SECTIONS, (record: SearchRecord) => readUnits(record, vocabulary, programLine)),
    blocksOf: (record, isShown) => readBlocks(linesOf(record), isShown),
    tabGroupsOf: (record) => (record.marked?.includes(MARK.tab) === true ? tabGroupsOf(linesOf(record)) : []),
  };
}

/** Returns the units of a section, except for those with the marker of the stream, which an answer must not contain. */
function readUnits(record: SearchRecord, vocabulary: Vocabulary, programLine: RegExp | null): readonly Unit[] {
  const state: ReadingState = { vocabulary, programLine, units: [], termsByText: new Map(), position: 0, block: 0 };
  for (const block of splitBlocks(linesOf(record))) {
    addBlock(state, block);
    state.block++;
  }
  return record.text.includes(RESPONSE_MARKER) || record.code.some((code) => code.includes(RESPONSE_MARKER))
    ? state.units.filter(({ passage, markdown }) => !`${passage}\n${markdown()}`.includes(RESPONSE_MARKER))
    : state.units;
}

const linesOf = (record: SearchRecord): readonly Line[] => readLines(truncate(record)).slice(0, MAX_LINES);

type SectionText = Pick<SearchRecord, 'text' | 'marked' | 'code'>;

/** Truncates a long section at the end of a line. */
function truncate({ text, marked = text, code }: SectionText): SectionText {
  if (marked.length <= MAX_CHARACTERS) return { text, marked, code: code.slice(0, MAX_LINES) };
  const kept = marked.slice(0, Math.max(0, marked.lastIndexOf('\n', MAX_CHARACTERS)));
  return { text: plainText(kept), marked: kept, code: [] };
}

function addBlock(state: ReadingState, block: BlockLines): void {
  if (block.kind === 'paragraph') addSentences(state, block.text);
  else if (block.kind === 'list') addEntries(state, block.entries);
  else if (block.kind === 'table') addTable(state, block.headers, block.rows);
  else if (block.kind === 'code') {
    addCode(state, block.text);
    state.position++;
  }
}

function addSentences(state: ReadingState, text: string): void {
  for (const sentence of splitSentences(text)) {
    const passage = plainText(sentence);
    addUnit(state, {
      kind: 'sentence',
      passage,
      markdown: () => quoteLine(sentence),
      refersBack: refersBack(passage),
      introducesNext: passage.endsWith(':'),
      hasInlineCode: sentence.includes(MARK.code),
    });
    state.position++;
  }
}

/** Adds the units of a table: the whole table unless it is long, and each row. */
function addTable(state: ReadingState, headers: readonly string[], rows: readonly Line[]): void {
  const introduction = headers.map(plainText).join(' ');
  const passage = rows.map(passageOfLine).join('\n');
  const markdown = (quoted: readonly Line[]): string =>
    quoteTable(
      headers,
      quoted.map(({ cells }) => cells),
    );
  if (rows.length > 1 && passage.split(/\s+/).length <= MAX_SIZE.tableWords)
    addUnit(state, {
      kind: 'table',
      passage,
      entries: rows.map(passageOfLine),
      markdown: () => markdown(rows),
      introduction,
    });
  for (const row of rows) {
    addUnit(state, {
      kind: 'row',
      passage: passageOfLine(row),
      markdown: () => markdown([row]),
      introduction,
      hasInlineCode: row.text.includes(MARK.code),
      describesOtherPage: row.cells[0]?.startsWith(MARK.label) === true,
      documentsName: row.cells[0]?.startsWith(MARK.code) === true,
    });
    state.position++;
  }
}

/** Adds the units of a list: its runs of entries, and each item. */
function addEntries(state: ReadingState, entries: readonly Entry[]): void {
  const first = state.position;
  const isNumbered = entries[0]?.marker !== '-';
  const inRuns = addRuns(state, entries, first);
  for (const entry of entries) {
    const passage = passageOf([entry]);
    // A step needs the steps around it; an item of a list can be quoted alone.
    if (!isNumbered && entry.lines[0]?.isLabel === false && entry.codeBlockCount === 0)
      addUnit(state, {
        kind: 'item',
        passage,
        markdown: () => itemMarkdown(entry),
        refersBack: refersBack(passage),
        hasInlineCode: entry.lines.some(({ text }) => text.includes(MARK.code)),
      });
    // If possible, code in a step is quoted with its step.
    for (const { kind, text } of entry.lines) if (kind === 'code' && !inRuns.has(entry)) addCode(state, text);
    state.position++;
  }
}

/**
 * Adds a list as one unit, or a long list as several runs of entries. A run has at most `MAX_SIZE.listWords` words and one code block.
 * @returns the entries that are part of a run
 */
function addRuns(state: ReadingState, entries: readonly Entry[], first: number): Set<Entry> {
  const added = new Set<Entry>();
  for (let from = 0; from < entries.length;) {
    let to = from;
    let words = 0;
    let code = 0;
    for (let entry = entries[to]; entry !== undefined; entry = entries[++to]) {
      if (to > from && (words + entry.wordCount > MAX_SIZE.listWords || code + entry.codeBlockCount > 1)) break;
      words += entry.wordCount;
      code += entry.codeBlockCount;
    }
    const run = entries.slice(from, to);
    const isQuotable = code <= 1 && (run.length > 1 || entries.length === 1);
    if (isQuotable && addRun(state, run, first + from)) for (const entry of run) added.add(entry);
    from = to;
  }
  return added;
}

/** Adds a run of list entries. @returns false if it cannot be quoted, because it contains a table or long code */
function addRun(state: ReadingState, run: readonly Entry[], position: number): boolean {
  const lines = run.flatMap((entry) => entry.lines);
  if (lines.some(({ kind, text }) => kind === 'row' || kind === 'header' || (kind === 'code' && !isQuotableCode(text)))) return false;
  const entries = run.map((entry) => passageOf([entry]));
  addUnit(state, {
    kind: 'list',
    passage: passageOf(run),
    entries,
    markdown: () => listMarkdown(run),
    position,
    isNumbered: run[0]?.marker === '1.',
  });
  return true;
}

// Units, which are added to a list while a section is read.

/** A part of a section that can be quoted by itself. */
export interface Unit {
  kind: 'sentence' | 'item' | 'list' | 'row' | 'table' | 'code';
  /** Position in the section, in reading order. Units of the same lines have the position of the first one. */
  position: number;
  /** Number of the paragraph, list, or table to which it belongs. */
  block: number;
  passage: string;
  /** The items of a list or the rows of a table; for other units only the passage. */
  entries: readonly string[];
  /** Returns the Markdown. It is a function because few units are quoted. */
  markdown: () => string;
  words: number;
  /** The text that introduces it: the header row of its table, or the sentence before it. */
  introduction: string;
  /** Whether it contains inline code. */
  hasInlineCode: boolean;
  /** Whether it is a table row that begins with a link, and so describes another page. */
  describesOtherPage: boolean;
  /** Whether it is a table row that begins with code, and so documents a name. */
  documentsName: boolean;
  /** Whether it is a list of steps. */
  isNumbered: boolean;
  /** Whether it depends on the previous unit: `This …`, `It …`. */
  refersBack: boolean;
  /** Whether it introduces the next unit: `Run:`. */
  introducesNext: boolean;
  /** The terms of the passage, of each of its first entries if there are several, and of `introduction`. */
  terms: Terms;
  entryTerms: readonly Terms[];
  introductionTerms: Terms;
}

/** Maximum number of entries of a list that are scored separately. */
const MAX_ENTRIES = 40;

/** Maximum sizes of units. Longer lists and tables are split into several units; longer code is not quoted. */
const MAX_SIZE = { listWords: 95, tableWords: 80, codeLines: 24, codeCharacters: 1200 } as const;

/** The state while a section is read. */
interface ReadingState {
  vocabulary: Vocabulary;
  /** Matches a line of code that runs a program of the product; null: no program is known. */
  programLine: RegExp | null;
  units: Unit[];
  /** Memoized terms. */
  termsByText: Map<string, Terms>;
  position: number;
  block: number;
}

type UnitDraft = Pick<Unit, 'kind' | 'passage' | 'markdown'> &
  Partial<
    Pick<
      Unit,
      | 'entries'
      | 'introduction'
      | 'hasInlineCode'
      | 'describesOtherPage'
      | 'documentsName'
      | 'isNumbered'
      | 'position'
      | 'refersBack'
      | 'introducesNext'
    >
  >;

/** Adds a unit. Omitted properties have the values of a plain sentence at the current position. */
function addUnit(state: ReadingState, draft: UnitDraft): void {
  const { block, position } = state;
  const { passage, entries = [passage], introduction = draft.kind === 'list' ? introductionOf(state) : '' } = draft;
  const read = (text: string): Terms => memoizedTerms(state, text);
  state.units.push({
    hasInlineCode: draft.kind === 'code',
    describesOtherPage: false,
    documentsName: false,
    isNumbered: false,
    block,
    position,
    refersBack: false,
    introducesNext: false,
    words: draft.kind === 'code' ? 0 : passage.split(/\s+/).length,
    ...draft,
    entries,
    introduction,
    terms: entries.length > 1 ? inOrder(entries.flatMap(read)) : read(passage),
    entryTerms: entries.length > 1 ? entries.slice(0, MAX_ENTRIES).map(read) : [],
    introductionTerms: read(introduction),
  });
}

/** Memoizes the terms of a text, because an item is read both as a part of its list and by itself. */
function memoizedTerms({ termsByText, vocabulary }: ReadingState, text: string): Terms {
  let terms = termsByText.get(text);
  if (terms === undefined) termsByText.set(text, (terms = vocabulary.termsOf(text)));
  return terms;
}

/** Returns the previous unit if it is a sentence, because it usually introduces a list or code; otherwise ''. */
function introductionOf({ units }: ReadingState): string {
  const before = units.at(-1);
  return before?.kind === 'sentence' ? before.passage : '';
}

const refersBack = (passage: string): boolean => REFERS_BACK.test(passage);

const REFERS_BACK =
  /^(?:this|these|those|it|its|they|their|them|that|he|she|such|both|either|neither|otherwise|then|also|but|so|instead|however|therefore|in (?:this|that|these|such|both) (?:case|cases|mode|way)|for (?:this|these|that)|the (?:same|latter|former|other)|to do (?:so|this|that)|as a result|after that|once done|and|or|another|one of them|here|there it|each of (?:them|these)|if (?:so|not|it|this|that|they)|when (?:it|this|they)|without (?:it|this|them)|with (?:it|this|them))\b/i;

/** Words that readers use for a language, with a pattern of its code, because code blocks in the index have no language. */
const LANGUAGES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['python', /^(?:from [\w.]+ import|import \w+$)/m],
  ['graphql', /^[ \t]*(?:mutation|query)\b/m],
  ['java', /^import [\w.]+;$/m],
  ['curl', /^[ \t]*curl\b/m],
  ['helm kubernetes', /^[ \t]*(?:helm|kubectl)\b/m],
  ['sql', /^[ \t]*(?:SELECT|CREATE|GRANT|INSERT|ALTER)\b/m],
  ['yaml', /^[\w-]+:(?:\s|$)/m],
];

/** Returns the words for the languages of a code block, separated by spaces. */
function languageOf(code: string, programLine: RegExp | null): string {
  const languages = LANGUAGES.filter(([, pattern]) => pattern.test(code)).map(([name]) => name);
  return [...languages, ...(programLine?.test(code) === true ? ['cli command'] : [])].join(' ');
}

/** Whether code is short enough to be quoted and not empty. */
function isQuotableCode(code: string): boolean {
  return code.trim() !== '' && code.length <= MAX_SIZE.codeCharacters && code.split('\n').length <= MAX_SIZE.codeLines;
}

/** Adds code at the current position if it can be quoted. */
function addCode(state: ReadingState, code: string): void {
  if (isQuotableCode(code))
    addUnit(state, {
      kind: 'code',
      passage: code.trim(),
      markdown: () => codeBlock(code),
      introduction: `${introductionOf(state)} ${languageOf(code, state.programLine)}`,
    });
}

// Terms as numbers.

/**
 * The numbers of the terms of a text (stems and identifiers) in ascending order, each once, without stop words. They are lists of
 * numbers, because a site has tens of thousands of short texts, and a set for each of them used most of the memory of a server.
 */
export type Terms = readonly number[];

/** Maximum number of characters of a text whose terms are read. */
const MAX_TERM_CHARACTERS = 2400;

/** Assigns numbers to the terms of the documentation. It must grow with the documentation only, so do not add the words of readers. */
export interface Vocabulary {
  /** Returns the number of a term. A new term is added. */
  numberOf(term: string): number;
  /** Returns the terms of a text of the documentation. New terms are added. */
  termsOf(text: string): Terms;
}

export function createVocabulary({ forEachTerm }: TermReader): Vocabulary {
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
      return inOrder(numbers);
    },
  };
}

/** Returns distinct numbers in ascending order, in a new list without spare capacity. */
const inOrder = (numbers: readonly number[]): Terms => (numbers.length === 0 ? NO_TERMS : [...new Set(numbers)].toSorted((a, b) => a - b));

const NO_TERMS: Terms = [];
