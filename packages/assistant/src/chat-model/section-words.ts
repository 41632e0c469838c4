/** Whether a section holds what a sentence says: words by their stems, identifiers and code letter by letter. */
import type { Evidence } from '@quire/search/contract.ts';
import { tokenize, type Token } from '@quire/search/rank/analyze.ts';
import type { ReadSentence } from './read-sentence.ts';

/** The part of a sentence's content words that its section, and that the best place in it, must hold. */
const LEAST_IN_SECTION = 0.7;
const LEAST_IN_PASSAGE = 0.5;
/** A step that is missing misleads more than one that is worded freely. */
const LEAST_OF_STEP = 0.5;
/** Neighbouring sentences that count as one place. */
const PASSAGE_SENTENCES = 3;
/** Words that join statements and state nothing, and those that bid to do with a name or command what one does with it. */
const CONNECTIVES = new Set(
  `yes no also additionally first second third next then finally lastly however therefore thus instead note please following follow below
  above example e.g i.e etc via ensure step way able want allow let see refer more information detail section documentation
  specific simply typically usually generally include including provide various different run running execute open visit command call enter
  type go navigate`.split(/\s+/),
);
const NEGATION = /\b(?:not|no|never|cannot|without|neither|nor|none|unsupported|\w+n['’]t)\b/i;
/** Code, flags, versions, paths and numbers, as opposed to words of prose with a hyphen in them. */
const EXACT = /[\d_/:@=$\\]|\.\w|^--|\p{Ll}\p{Lu}/u;

/** A section read once for all sentences that cite it. Kept small: as many answers are written at a time as there are readers. */
export interface SectionWords {
  evidence: Evidence;
  stems: ReadonlySet<string>;
  /** Text and code in one, white space normalised. */
  letters: string;
  negates: boolean;
}

const IN_WORD = /[\p{L}\p{N}_]/u;

const normalise = (text: string): string => text.replace(/\s+/g, ' ').trim();

function stemsOf(text: string): Set<string> {
  return new Set(tokenize(text).flatMap(({ word }) => [...word.parts, ...word.wholes]));
}

/** Sentences of a section in the order of the page, then the lines of its code; a line break ends a sentence too. */
function passagesOf({ evidence: { record } }: SectionWords): string[] {
  const sentences = record.text.split('\n').flatMap((line) => line.split(/(?<=[.!?]["')]*)\s+(?=\p{Lu})/u));
  const lines = record.code.flatMap((block) => block.split('\n'));
  return [...sentences, ...lines].map(normalise).filter((passage) => passage !== '');
}

export function readSection(evidence: Evidence): SectionWords {
  const { page, heading, text, code } = evidence.record;
  const words = [page.title, heading, text, ...code].join('\n');
  return { evidence, stems: stemsOf(words), letters: normalise(words), negates: NEGATION.test(words) };
}

/** Whether a string stands in the section with nothing of a word around it. */
function holdsLetters({ letters }: SectionWords, literal: string): boolean {
  const wanted = normalise(literal);
  if (wanted === '') return false;
  for (let at = letters.indexOf(wanted); at >= 0; at = letters.indexOf(wanted, at + 1)) {
    const beginsWord = !IN_WORD.test(wanted[0] ?? '') || !IN_WORD.test(letters[at - 1] ?? '');
    const endsWord = !IN_WORD.test(wanted.at(-1) ?? '') || !IN_WORD.test(letters[at + wanted.length] ?? '');
    if (beginsWord && endsWord) return true;
  }
  return false;
}

/** Content words as lists of stems: a word with a hyphen has several. */
function contentOf(words: string, tokens: readonly Token[]): string[] {
  return tokens
    .filter(({ start, end }) => !EXACT.test(words.slice(start, end)))
    .flatMap(({ word }) => word.parts.filter((part, i) => word.stops[i] !== true && !CONNECTIVES.has(word.plain) && part.length > 1));
}

function share(stems: readonly string[], held: ReadonlySet<string>): number {
  return stems.length === 0 ? 1 : stems.filter((stem) => held.has(stem)).length / stems.length;
}

/** What holds a sentence: the best sentence of the section, for the citation. */
export interface Support {
  passage: string;
  /** 0 to 1: the part of the content words that the section holds. */
  share: number;
}

/**
 * @param isStep whether the sentence is a step of a numbered list
 * @returns null when the section does not hold the sentence
 */
export function findSupport(section: SectionWords, { words, literals }: ReadSentence, isStep = false): Support | null {
  const tokens = tokenize(words);
  const written = tokens.map(({ start, end }) => words.slice(start, end)).filter((word) => EXACT.test(word));
  if (![...literals, ...written].every((literal) => holdsLetters(section, literal))) return null;
  const content = contentOf(words, tokens);
  if (content.length + literals.length + written.length === 0) return null;
  if (NEGATION.test(words) && !section.negates) return null;
  const inSection = share(content, section.stems);
  if (inSection < (isStep ? LEAST_OF_STEP : LEAST_IN_SECTION)) return null;
  const wanted = [...content, ...[...literals, ...written].flatMap((literal) => [...stemsOf(literal)])];
  const place = bestPlace(section, wanted);
  return share(content, place.stems) < LEAST_IN_PASSAGE ? null : { passage: place.passage, share: inSection };
}

/** The place of the section with most of the words, and the sentence in it that has most of them; the heading where there is no text. */
function bestPlace(section: SectionWords, wanted: readonly string[]): { passage: string; stems: ReadonlySet<string> } {
  const passages = passagesOf(section);
  const shares = passages.map((passage) => share(wanted, stemsOf(passage)));
  const best = shares.indexOf(Math.max(...shares));
  const from = Math.max(0, best - Math.floor(PASSAGE_SENTENCES / 2));
  const around = [section.evidence.record.heading, ...passages.slice(from, from + PASSAGE_SENTENCES)];
  return { passage: passages[best] ?? section.evidence.record.heading, stems: stemsOf(around.join('\n')) };
}
