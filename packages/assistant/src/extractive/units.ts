/** Sections → what an answer may be made of: sentences, items, whole lists, rows, whole tables and blocks of code. */
import { MARK, type SearchPage, type SearchRecord, memoizeByObject, plainText } from '@quire/search';
import { RESPONSE_MARKER, type AnswerPiece } from '../contract.ts';
import { UNKNOWN_PRODUCT, type ProductTerms } from '../product.ts';
import { quoteLine, quoteTable } from '../quote-markdown.ts';
import { readList } from './list-units.ts';
import { readLines, type Line } from './read-lines.ts';
import { addCode, addUnit, leansBack, LONGEST, passageOfLine, type SectionReading, type Unit } from './section-reading.ts';
import { COMMON_WORDS } from './section-context.ts';
import { listDepth, readBlocks, type SectionBlock } from './section-blocks.ts';
import { splitSentences } from './sentences.ts';
import { createVocabulary, type Terms, type Vocabulary } from './terms.ts';

/** Of a section as long as a book only the beginning is read. */
const MOST_LINES = 400;
const MOST_CHARACTERS = 24_000;

/** An item of one line reads as a sentence. */
export function pieceKind({ kind, passage }: Unit): AnswerPiece['kind'] {
  if (kind === 'row' || kind === 'table') return 'table';
  if (kind === 'list' || (kind === 'item' && passage.includes('\n'))) return 'steps';
  return kind === 'code' ? 'code' : 'sentence';
}

/** Reads the sections of a site, each once: what was read is kept for as long as the record is. */
export interface SectionReader {
  vocabulary: Vocabulary;
  /** Terms in the names of so many pages that they tell nothing apart. */
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
