/** A unit of an answer, and how units are gathered while a section is read. */
import { plainText } from '@quire/search';
import { codeBlock } from '../quote-markdown.ts';
import type { Line } from './read-lines.ts';
import { sumOf, type Terms, type Vocabulary } from './terms.ts';

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

/** A line as it is read, the cells of a row parted. */
export function passageOfLine({ cells, text }: Line): string {
  return cells.length === 0
    ? plainText(text)
    : cells
        .map(plainText)
        .filter((cell) => cell !== '')
        .join('\t');
}
