/** Grounding: compares each sentence of the model with the sections that it cites, drops unsupported ones, and adds links. */
import type { Evidence, Token } from '@quire/search';
import type { Citation } from '#contract.ts';
import { codeBlock } from '#citations.ts';
import { tokenize } from '../retrieve/cover.ts';
import { type AnswerUnit, readSentence, type ReadSentence } from './answer-units.ts';

export interface CitationCheckOptions {
  /** The sections as the prompt numbers them: section n is `evidence[n - 1]`. */
  evidence: readonly Evidence[];
  /** Address for a link of the model, null where it must not be live. */
  linkTo: (href: string) => string | null;
  /** Markdown of a citation's mark. */
  cite: (citation: Citation) => string;
}

export interface CitationCheck {
  /** @returns the text to show now, which may include earlier sentences that waited for the citation of this one */
  check(unit: AnswerUnit): string;
  /** @returns the remaining text to show */
  end(): string;
  /** How many sentences were shown so far. */
  shown(): number;
}

interface Waiting {
  unit: AnswerUnit;
  sentence: ReadSentence;
}

/** A sentence rests on at most this many sections. */
const MOST_CITATIONS = 2;

export function createCitationCheck({ evidence, linkTo, cite }: CitationCheckOptions): CitationCheck {
  const sections = new Map<number, SectionWords>();
  let waiting: Waiting[] = [];
  /** What the sentence before cited, in the same group. */
  let before: { group: number; citations: readonly number[] } | null = null;
  let code: AnswerUnit[] = [];
  let shown = 0;
  let last: { block: number; mark: string } | null = null;

  function section(number: number): SectionWords | null {
    const known = sections.get(number);
    if (known !== undefined) return known;
    const found = evidence[number - 1];
    if (found === undefined) return null;
    const read = readSection(found);
    sections.set(number, read);
    return read;
  }

  function supports(sentence: ReadSentence, citations: readonly number[], isStep: boolean): { held: SectionWords; support: Support }[] {
    return [...new Set(citations)].flatMap((number) => {
      const held = section(number);
      const support = held === null ? null : findSupport(held, sentence, isStep);
      return held === null || support === null ? [] : [{ held, support }];
    });
  }

  function separator({ block, mark }: AnswerUnit): string {
    if (last === null) return mark;
    if (last.block === block) return ' ';
    return last.mark !== '' && mark !== '' ? `\n${mark}` : `\n\n${mark}`;
  }

  function show(unit: AnswerUnit, sentence: ReadSentence, citations: readonly number[]): string {
    const found = supports(sentence, citations, /\d/.test(unit.mark)).slice(0, MOST_CITATIONS);
    if (found.length === 0 || sentence.markdown === '') return '';
    const marks = found.map(({ held, support }) => cite(citationOf(held.evidence, support.passage)));
    const text = `${separator(unit)}${sentence.markdown} ${[...new Set(marks)].join(' ')}`;
    last = { block: unit.block, mark: unit.mark };
    shown++;
    return text;
  }

  /** Sentences without a citation inherit that of a neighbor in their group if its section supports them. */
  function settle(following: readonly number[]): string {
    const settled = waiting.map(({ unit, sentence }) => {
      const own = before?.group === unit.group ? before.citations : [];
      return show(unit, sentence, following) || show(unit, sentence, own);
    });
    waiting = [];
    return settled.join('');
  }

  /** Code needs no citation of the model: it is in one of the sections letter by letter, or it is dropped. */
  function holderOf(unit: AnswerUnit): number[] {
    const holder = evidence.findIndex((_, i) => holdsCode(section(i + 1), unit.text));
    return holder < 0 ? [] : [holder + 1];
  }

  function showCode(unit: AnswerUnit): string {
    const held = section(holderOf(unit)[0] ?? 0);
    if (held === null) return '';
    const passage = unit.text.split('\n').find((line) => line.trim() !== '') ?? '';
    const block = codeBlock(unit.text).replace('\n', `${unit.language}\n`);
    const text = `\n\n${block}\n\n${cite(citationOf(held.evidence, passage.trim()))}`;
    last = { block: unit.block, mark: '' };
    return text;
  }

  /** Code alone does not answer a question, so it waits for the first sentence. */
  function codeNow(): string {
    if (shown === 0) return '';
    const blocks = code.map(showCode).join('');
    code = [];
    return blocks;
  }

  function checkSentence(unit: AnswerUnit): string {
    const sentence = readSentence(unit.text, linkTo);
    const group = waiting[0]?.unit.group;
    const settled = group !== undefined && group !== unit.group ? settle([]) : '';
    const { citations } = sentence;
    if (citations.length === 0) {
      waiting.push({ unit, sentence });
      return settled;
    }
    // An invented citation suggests that the sentence is invented too.
    if (citations.some((number) => evidence[number - 1] === undefined)) return settled + settle([]);
    const text = settled + settle(citations) + show(unit, sentence, citations);
    before = { group: unit.group, citations };
    return text;
  }

  return {
    check(unit) {
      if (unit.kind === 'sentence') return checkSentence(unit) + codeNow();
      // A sentence that introduces code waits for that code.
      code.push(unit);
      return settle(holderOf(unit)) + codeNow();
    },
    end: () => settle([]) + codeNow(),
    shown: () => shown,
  };
}

function citationOf({ record, recordNumber }: Evidence, passage: string): Citation {
  return { recordNumber, path: record.page.path, anchor: record.anchor, heading: record.heading, passage };
}

/** Whether the section's code has these lines, one after another; indentation and the ends of lines aside. */
function holdsCode(section: SectionWords | null, code: string): boolean {
  const wanted = linesOf(code);
  return wanted !== '' && (section?.evidence.record.code ?? []).some((block) => `\n${linesOf(block)}\n`.includes(`\n${wanted}\n`));
}

function linesOf(code: string): string {
  return code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** Checks whether a section supports a sentence: words by their stems, identifiers and code verbatim. */

/** Minimum share of a sentence's content words that its section, and the best passage in it, must contain. */
const LEAST_IN_SECTION = 0.7;
const LEAST_IN_PASSAGE = 0.5;
/** A step that is missing misleads more than one that is worded freely. */
const LEAST_OF_STEP = 0.5;
/** Neighboring sentences that count as one place. */
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

/** Whether a string is in the section with nothing of a word around it. */
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

/** The support of a sentence: the best sentence of the section, for the citation. */
export interface Support {
  passage: string;
  /** 0 to 1: the share of the content words that the section contains. */
  share: number;
}

/**
 * @param isStep whether the sentence is a step of a numbered list
 * @returns null if the section does not support the sentence
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
