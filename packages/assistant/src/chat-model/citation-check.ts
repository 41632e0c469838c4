/** Checks the grounding of an answer: compares each sentence of the model with the sections that it cites, drops unsupported sentences, and adds links. */
import type { Evidence, Token } from '@quire/search';
import type { Citation } from '#contract.ts';
import { codeBlock } from '#citations.ts';
import { tokenize } from '../retrieve/coverage.ts';
import { type AnswerUnit, readSentence, type ReadSentence } from './answer-units.ts';

export interface CitationCheckOptions {
  /** The sections as the prompt numbers them: section n is `evidence[n - 1]`. */
  evidence: readonly Evidence[];
  /** Returns the address for a link of the model; null if it must not be a link. */
  linkTo: (href: string) => string | null;
  /** Returns the Markdown of a citation. */
  cite: (citation: Citation) => string;
}

export interface CitationCheck {
  /** @returns the text to show now, which may include earlier sentences that waited for the citation of this one */
  check(unit: AnswerUnit): string;
  /** @returns the remaining text to show */
  end(): string;
  /** Returns the number of sentences shown so far. */
  shown(): number;
}

interface Waiting {
  unit: AnswerUnit;
  sentence: ReadSentence;
}

/** Maximum number of sections that support a sentence. */
const MAX_CITATIONS = 2;

export function createCitationCheck({ evidence, linkTo, cite }: CitationCheckOptions): CitationCheck {
  const sections = new Map<number, SectionWords>();
  let waiting: Waiting[] = [];
  /** The citations of the previous sentence, and its group. */
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
    const found = supports(sentence, citations, /\d/.test(unit.mark)).slice(0, MAX_CITATIONS);
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

  /** Returns the section that contains the code verbatim; code in no section is dropped. The model need not cite it. */
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

/** Whether the code of the section contains these lines in a row, apart from indentation and line endings. */
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

// Checks whether a section supports a sentence: words by their stems, identifiers and code verbatim.

/** Minimum share of a sentence's content words that its section, and the best passage in it, must contain. */
const MIN_IN_SECTION = 0.7;
const MIN_IN_PASSAGE = 0.5;
/** The minimum for a step of a numbered list. It is lower, because a missing step misleads more than a step in other words. */
const MIN_OF_STEP = 0.5;
/** Number of neighboring sentences that count as one passage. */
const PASSAGE_SENTENCES = 3;
/** Words that connect statements without stating anything, and verbs for what anyone does with a name or a command. */
const CONNECTIVES = new Set(
  `yes no also additionally first second third next then finally lastly however therefore thus instead note please following follow below
  above example e.g i.e etc via ensure step way able want allow let see refer more information detail section documentation
  specific simply typically usually generally include including provide various different run running execute open visit command call enter
  type go navigate`.split(/\s+/),
);
const NEGATION = /\b(?:not|no|never|cannot|without|neither|nor|none|unsupported|\w+n['’]t)\b/i;
/** Code, flags, versions, paths and numbers, as opposed to words of prose with a hyphen in them. */
const EXACT = /[\d_/:@=$\\]|\.\w|^--|\p{Ll}\p{Lu}/u;

/** A section that is read once for all sentences that cite it. It is small, because many answers may be written at a time. */
export interface SectionWords {
  evidence: Evidence;
  stems: ReadonlySet<string>;
  /** Text and code with normalized white space. */
  letters: string;
  negates: boolean;
}

const IN_WORD = /[\p{L}\p{N}_]/u;

const normalize = (text: string): string => text.replace(/\s+/g, ' ').trim();

function stemsOf(text: string): Set<string> {
  return new Set(tokenize(text).flatMap(({ word }) => [...word.parts, ...word.wholes]));
}

/** Returns the sentences of a section in the order of the page, and then the lines of its code. A line break also ends a sentence. */
function passagesOf({ evidence: { record } }: SectionWords): string[] {
  const sentences = record.text.split('\n').flatMap((line) => line.split(/(?<=[.!?]["')]*)\s+(?=\p{Lu})/u));
  const lines = record.code.flatMap((block) => block.split('\n'));
  return [...sentences, ...lines].map(normalize).filter((passage) => passage !== '');
}

export function readSection(evidence: Evidence): SectionWords {
  const { page, heading, text, code } = evidence.record;
  const words = [page.title, heading, text, ...code].join('\n');
  return { evidence, stems: stemsOf(words), letters: normalize(words), negates: NEGATION.test(words) };
}

/** Whether the section contains a string as whole words. */
function holdsLetters({ letters }: SectionWords, literal: string): boolean {
  const wanted = normalize(literal);
  if (wanted === '') return false;
  for (let at = letters.indexOf(wanted); at >= 0; at = letters.indexOf(wanted, at + 1)) {
    const beginsWord = !IN_WORD.test(wanted[0] ?? '') || !IN_WORD.test(letters[at - 1] ?? '');
    const endsWord = !IN_WORD.test(wanted.at(-1) ?? '') || !IN_WORD.test(letters[at + wanted.length] ?? '');
    if (beginsWord && endsWord) return true;
  }
  return false;
}

/** Returns the stems of the content words. A word with a hyphen has several. */
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
  if (inSection < (isStep ? MIN_OF_STEP : MIN_IN_SECTION)) return null;
  const wanted = [...content, ...[...literals, ...written].flatMap((literal) => [...stemsOf(literal)])];
  const place = bestPlace(section, wanted);
  return share(content, place.stems) < MIN_IN_PASSAGE ? null : { passage: place.passage, share: inSection };
}

/** Returns the sentence of the section that contains the largest share of the words, with the stems around it. Without text, returns the heading. */
function bestPlace(section: SectionWords, wanted: readonly string[]): { passage: string; stems: ReadonlySet<string> } {
  const passages = passagesOf(section);
  const shares = passages.map((passage) => share(wanted, stemsOf(passage)));
  const best = shares.indexOf(Math.max(...shares));
  const from = Math.max(0, best - Math.floor(PASSAGE_SENTENCES / 2));
  const around = [section.evidence.record.heading, ...passages.slice(from, from + PASSAGE_SENTENCES)];
  return { passage: passages[best] ?? section.evidence.record.heading, stems: stemsOf(around.join('\n')) };
}
