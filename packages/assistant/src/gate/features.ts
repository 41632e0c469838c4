/** What can be measured about a retrieval, each feature from 0 to 1: the ground of the verdict. */
import type { Evidence, QueryWord, SearchRecord } from '@quire/search/contract.ts';
import { tokenize, type Word } from '@quire/search/rank/analyze.ts';
import { onceForEach } from '@quire/search/rank/once-for-each.ts';
import { STOP_WORDS } from '@quire/search/rank/stop-words.ts';
import { anyOf, coverOf, held, type TermSet } from '../retrieve/cover.ts';
import { holdsExact } from '../retrieve/exact-strings.ts';
import { headingOf, namesOf } from '../retrieve/names.ts';
import type { WeighedRetrieval } from '../retrieve/retrieve.ts';
import { lackOfFact } from './asked-fact.ts';
import { coveredTogether } from './covered-together.ts';
import { longestRun } from './longest-run.ts';

export const FEATURES = [
  /** Share of the question's weight that stands in one passage of one of the best sections. */
  'together',
  /** Share that the names of the best page hold, and that a best section's heading and page together hold. */
  'inPageName',
  'inHeading',
  /** Weight that the best section holds, in all and of its heaviest word: a few common words are soon found anywhere. */
  'held',
  'heaviestHeld',
  /** Weight of the heaviest word that no section found of the best page holds. */
  'missing',
  /** Share that was taken for a misspelling, by how much had to be changed. */
  'corrected',
  /** Share of identifiers, commands and quoted strings that a best section holds letter by letter. */
  'exact',
  /** Whether a name, told by its capital, is in none of the best sections: another product's. */
  'foreignName',
  /** Share of the first five sections that are of the best page. */
  'agreement',
  /** Average rarity of the words, and their number (8 or more give 1): questions ask the more the longer they are. */
  'rarity',
  'length',
  /** Whether there is but one word to look for. */
  'lone',
  /** Whether a person, a time or a quantity is asked for that no best section holds. */
  'lacksFact',
  /** Telling words of the question that stand word by word in a best section, and how much of its heading is asked for (4 or more give 1). */
  'verbatim',
  'headingAsked',
] as const;
export type Features = Record<(typeof FEATURES)[number], number>;

/** Sections that an answer would be drawn from in the first place. */
const BEST = 3;
const MANY_WORDS = 8;
const MANY_VERBATIM = 4;
const MUCH_WEIGHT = 3;
/** A correction that keeps less than this of a name is another name. */
const SAME_NAME = 0.75;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const most = (numbers: readonly number[]): number => Math.max(0, ...numbers);

const termsOf = ({ record: { page }, holds }: Evidence): TermSet => anyOf({ has: holds }, namesOf(page).labels);
/** Characters of a section that are read. */
const READ = 6000;
/** Words of a section in their order. */
export const wordsOf = onceForEach(({ heading, text, code }: SearchRecord): readonly Word[] =>
  tokenize([heading, text, ...code].join('\n').slice(0, READ)).map(({ word }) => word),
);

/** How many of a heading's words are asked for, of those that are not the more for it: a long heading that is asked whole is no accident. */
function headingAsked(words: readonly QueryWord[], heading: string): number {
  const all = [...new Set(tokenize(heading).flatMap(({ word }) => word.parts.filter((_, i) => word.stops[i] !== true)))];
  const shared = all.filter((term) => words.some(({ own, standIns }) => own.includes(term) || standIns.flat().includes(term))).length;
  return all.length === 0 ? 0 : Math.min(1, shared / MANY_VERBATIM) * (shared / all.length);
}

/** Texts of the sections that an answer would be drawn from. */
export const bestTexts = (evidence: readonly Evidence[]): string[] => evidence.slice(0, BEST).map(({ record }) => record.text);

/** Whether a word begins with a capital although the sentence does not ask for one. */
function isName(written: string, asked: string): boolean {
  if (!/^\p{Lu}/u.test(written) || !/\p{Ll}/u.test(asked)) return false;
  const at = asked.indexOf(written);
  return at > 0 && !/[.?!:"'“]\s*$/u.test(asked.slice(0, at));
}

/** The words of a question that carry its matter; none when it holds stop words only. */
export function matterOf(words: readonly QueryWord[]): QueryWord[] {
  return words.filter(({ written }) => !STOP_WORDS.has(written.toLowerCase()));
}

/** Measures a retrieval. Without evidence everything that speaks for an answer is 0. */
export function featuresOf({ asked, question, words, evidence }: WeighedRetrieval): Features {
  const best = evidence.slice(0, BEST);
  const texts = best.map(({ record }) => wordsOf(record));
  const terms = evidence.map(termsOf);
  const first = evidence[0];
  const ofPage = anyOf(...terms.filter((_, i) => evidence[i]?.record.page === first?.record.page));
  const weight = sum(words.map((word) => word.weight));
  const heldByFirst = words.map((word) => word.weight * held(word, terms[0] ?? new Set()));
  const foreign = (word: QueryWord): boolean =>
    isName(word.written, asked) && terms.slice(0, BEST).every((section) => held(word, section) < SAME_NAME);
  const headings = best.map(({ record }) => coverOf(words, anyOf(namesOf(record.page).all, headingOf(record))));
  const wrong = words.filter(({ known }) => known === 'spelling').map((word) => word.weight * (1 - word.closeness));
  return {
    together: most(texts.map((text) => coveredTogether(words, text))),
    inPageName: first === undefined ? 0 : coverOf(words, namesOf(first.record.page).all),
    inHeading: most(headings),
    held: Math.min(1, sum(heldByFirst) / MUCH_WEIGHT),
    heaviestHeld: most(heldByFirst),
    missing: most(words.map((word) => word.weight * (1 - held(word, ofPage)))),
    corrected: weight === 0 ? 0 : sum(wrong) / weight,
    exact: most(best.map(({ record }) => holdsExact(record, question.exact))),
    foreignName: words.some(foreign) ? 1 : 0,
    agreement: evidence.slice(0, 5).filter(({ record }) => record.page === first?.record.page).length / 5,
    rarity: words.length === 0 ? 0 : weight / words.length,
    length: Math.min(1, words.length / MANY_WORDS),
    lone: matterOf(words).length === 1 ? 1 : 0,
    lacksFact: lackOfFact(asked, bestTexts(evidence)),
    verbatim: Math.min(1, longestRun(asked, texts) / MANY_VERBATIM),
    headingAsked: most(best.map(({ record }) => headingAsked(words, record.heading))),
  };
}
