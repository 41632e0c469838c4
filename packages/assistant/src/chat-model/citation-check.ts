/** Checks the grounding of an answer: compares each sentence of the model with the sections that it cites, drops unsupported ones, and adds links. */
import type { Evidence, Token } from '@quire/search';
import type { Citation } from '#contract.ts';
import { codeBlock } from '#citations.ts';
import { tokenize } from '../retrieve/coverage.ts';
import { type AnswerUnit, parseSentence, type ParsedSentence } from './answer-units.ts';

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

interface PendingSentence {
  unit: AnswerUnit;
  sentence: ParsedSentence;
}

/** Maximum number of citations of a sentence. */
const MAX_CITATIONS = 2;

export function createCitationCheck({ evidence, linkTo, cite }: CitationCheckOptions): CitationCheck {
  const sections = new Map<number, SectionWords>();
  let pending: PendingSentence[] = [];
  /** The citations of the previous sentence, and its group. */
  let previous: { group: number; citations: readonly number[] } | null = null;
  let pendingCode: AnswerUnit[] = [];
  let shown = 0;
  let last: { block: number; mark: string } | null = null;

  /** Returns a section by its number in the prompt; null if there is none. */
  function sectionAt(number: number): SectionWords | null {
    const known = sections.get(number);
    if (known !== undefined) return known;
    const found = evidence[number - 1];
    if (found === undefined) return null;
    const read = readSection(found);
    sections.set(number, read);
    return read;
  }

  function findSupportingSections(
    sentence: ParsedSentence,
    citations: readonly number[],
    isStep: boolean,
  ): { section: SectionWords; support: Support }[] {
    return [...new Set(citations)].flatMap((number) => {
      const section = sectionAt(number);
      const support = section === null ? null : findSupport(section, sentence, isStep);
      return section === null || support === null ? [] : [{ section, support }];
    });
  }

  function separator({ block, listMarker }: AnswerUnit): string {
    if (last === null) return listMarker;
    if (last.block === block) return ' ';
    return last.mark !== '' && listMarker !== '' ? `\n${listMarker}` : `\n\n${listMarker}`;
  }

  function show(unit: AnswerUnit, sentence: ParsedSentence, citations: readonly number[]): string {
    const found = findSupportingSections(sentence, citations, /\d/.test(unit.listMarker)).slice(0, MAX_CITATIONS);
    if (found.length === 0 || sentence.markdown === '') return '';
    const marks = found.map(({ section, support }) => cite(citationOf(section.evidence, support.passage)));
    const text = `${separator(unit)}${sentence.markdown} ${[...new Set(marks)].join(' ')}`;
    last = { block: unit.block, mark: unit.listMarker };
    shown++;
    return text;
  }

  /** Shows the pending sentences. A sentence without a citation inherits that of a neighbor in its group if the cited section supports it. */
  function resolvePending(following: readonly number[]): string {
    const settled = pending.map(({ unit, sentence }) => {
      const own = previous?.group === unit.group ? previous.citations : [];
      return show(unit, sentence, following) || show(unit, sentence, own);
    });
    pending = [];
    return settled.join('');
  }

  /** Returns the number of the section that contains the code verbatim, in a list; empty if there is none. The model does not have to cite it. */
  function sectionWithCode(unit: AnswerUnit): number[] {
    const index = evidence.findIndex((_, i) => containsCode(sectionAt(i + 1), unit.text));
    return index < 0 ? [] : [index + 1];
  }

  function showCode(unit: AnswerUnit): string {
    const section = sectionAt(sectionWithCode(unit)[0] ?? 0);
    if (section === null) return '';
    const passage = unit.text.split('\n').find((line) => line.trim() !== '') ?? '';
    const block = codeBlock(unit.text).replace('\n', `${unit.language}\n`);
    const text = `\n\n${block}\n\n${cite(citationOf(section.evidence, passage.trim()))}`;
    last = { block: unit.block, mark: '' };
    return text;
  }

  /** Shows the pending code, unless no sentence was shown yet, because code alone does not answer a question. */
  function showPendingCode(): string {
    if (shown === 0) return '';
    const blocks = pendingCode.map(showCode).join('');
    pendingCode = [];
    return blocks;
  }

  function checkSentence(unit: AnswerUnit): string {
    const sentence = parseSentence(unit.text, linkTo);
    const group = pending[0]?.unit.group;
    const settled = group !== undefined && group !== unit.group ? resolvePending([]) : '';
    const { citations } = sentence;
    if (citations.length === 0) {
      pending.push({ unit, sentence });
      return settled;
    }
    // An invented citation suggests that the sentence is invented too.
    if (citations.some((number) => evidence[number - 1] === undefined)) return settled + resolvePending([]);
    const text = settled + resolvePending(citations) + show(unit, sentence, citations);
    previous = { group: unit.group, citations };
    return text;
  }

  return {
    check(unit) {
      if (unit.kind === 'sentence') return checkSentence(unit) + showPendingCode();
      // A sentence that introduces code waits for that code.
      pendingCode.push(unit);
      return resolvePending(sectionWithCode(unit)) + showPendingCode();
    },
    end: () => resolvePending([]) + showPendingCode(),
    shown: () => shown,
  };
}

function citationOf({ record, recordNumber }: Evidence, passage: string): Citation {
  return { recordNumber, path: record.page.path, anchor: record.anchor, heading: record.heading, passage };
}

/** Whether the code of the section contains these lines in a row, apart from indentation and line endings. */
function containsCode(section: SectionWords | null, code: string): boolean {
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
/** Function words, and generic verbs for the use of a name or a command. They need no support. */
const CONNECTIVES = new Set(
  `yes no also additionally first second third next then finally lastly however therefore thus instead note please following follow below
  above example e.g i.e etc via ensure step way able want allow let see refer more information detail section documentation
  specific simply typically usually generally include including provide various different run running execute open visit command call enter
  type go navigate`.split(/\s+/),
);
const NEGATION = /\b(?:not|no|never|cannot|without|neither|nor|none|unsupported|\w+n['’]t)\b/i;
/**
 * Matches code, flags, versions, paths, and numbers, which must be in the section verbatim. A hyphen alone does not make a word code. A word that is longer
 * than usual ones may be a sentence without spaces.
 */
const LITERAL_WORD = /[\d_/:@=$\\]|\.\w|^--|\p{Ll}\p{Lu}|\p{L}{25}/u;
/** Matches a letter by itself, also within a word. */
const SINGLE_LETTER = /(?<![\p{L}\p{N}\p{M}])\p{L}(?![\p{L}\p{N}\p{M}])/u;

/** The words of a section, for all sentences that cite it. Passages are not stored, because many answers may be written at a time. */
export interface SectionWords {
  evidence: Evidence;
  stems: ReadonlySet<string>;
  /** Text and code with normalized white space. */
  normalizedText: string;
}

const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

const normalize = (text: string): string => text.replace(/\s+/g, ' ').trim();

function stemsOf(text: string): Set<string> {
  return new Set(tokenize(text).flatMap(({ word }) => [...word.parts, ...word.wholes]));
}

/** Returns the sentences of a section in the order of the page, followed by the lines of its code. A line break also ends a sentence. */
function passagesOf({ evidence: { record } }: SectionWords): string[] {
  const sentences = record.text.split('\n').flatMap((line) => line.split(/(?=\s)(?<!\s)(?<=[.!?]["')]*)\s+(?=\p{Lu})/u));
  const lines = record.code.flatMap((block) => block.split('\n'));
  return [...sentences, ...lines].map(normalize).filter((passage) => passage !== '');
}

export function readSection(evidence: Evidence): SectionWords {
  const { page, heading, text, code } = evidence.record;
  const words = [page.title, heading, text, ...code].join('\n');
  return { evidence, stems: stemsOf(words), normalizedText: normalize(words) };
}

/** Whether the section contains a string as whole words. */
function containsVerbatim({ normalizedText }: SectionWords, literal: string): boolean {
  const wanted = normalize(literal);
  if (wanted === '') return false;
  for (let at = normalizedText.indexOf(wanted); at >= 0; at = normalizedText.indexOf(wanted, at + 1)) {
    const beginsWord = !WORD_CHARACTER.test(wanted[0] ?? '') || !WORD_CHARACTER.test(normalizedText[at - 1] ?? '');
    const endsWord = !WORD_CHARACTER.test(wanted.at(-1) ?? '') || !WORD_CHARACTER.test(normalizedText[at + wanted.length] ?? '');
    if (beginsWord && endsWord) return true;
  }
  return false;
}

/** Returns the stems of the content words except for literals. A word with a hyphen has several stems. */
function contentStemsOf(words: string, tokens: readonly Token[]): string[] {
  return tokens.filter(({ start, end }) => !LITERAL_WORD.test(words.slice(start, end))).flatMap(({ word }) => contentOf(word));
}

function contentOf({ plain, parts, stops }: Token['word']): readonly string[] {
  if (CONNECTIVES.has(plain)) return [];
  // The parts lack single letters. Without this, a model could spell out words that no section contains.
  const spelled = parts.length !== 1 && SINGLE_LETTER.test(plain) ? [plain] : [];
  return [...spelled, ...parts.filter((_, i) => stops[i] !== true)];
}

function shareContained(stems: readonly string[], contained: ReadonlySet<string>): number {
  return stems.length === 0 ? 1 : stems.filter((stem) => contained.has(stem)).length / stems.length;
}

/** The support of a sentence by a section. */
export interface Support {
  /** The sentence of the section that supports it best, for the citation. */
  passage: string;
  /** 0 to 1: the share of the content words that the section contains. */
  share: number;
}

/**
 * Decides whether a section supports a sentence: it contains all literals verbatim, enough content words, and a negation near the words if the sentence has one.
 * @param isStep whether the sentence is a step of a numbered list
 * @returns null if the section does not support the sentence
 */
export function findSupport(section: SectionWords, { words, literals }: ParsedSentence, isStep = false): Support | null {
  const tokens = tokenize(words);
  const written = tokens.map(({ start, end }) => words.slice(start, end)).filter((word) => LITERAL_WORD.test(word));
  if (![...literals, ...written].every((literal) => containsVerbatim(section, literal))) return null;
  const content = contentStemsOf(words, tokens);
  if (content.length + literals.length + written.length === 0) return null;
  const inSection = shareContained(content, section.stems);
  if (inSection < (isStep ? MIN_OF_STEP : MIN_IN_SECTION)) return null;
  const wanted = [...content, ...[...literals, ...written].flatMap((literal) => [...stemsOf(literal)])];
  const best = bestPassage(section, wanted);
  if (NEGATION.test(words) && !best.hasNegation) return null;
  return shareContained(content, best.stems) < MIN_IN_PASSAGE ? null : { passage: best.passage, share: inSection };
}

interface Passage {
  passage: string;
  /** The stems of the passage and of its neighbors, and whether one of them contains a negation. */
  stems: ReadonlySet<string>;
  hasNegation: boolean;
}

/** Returns the sentence of the section with the largest share of the stems. Without text, returns the heading. */
function bestPassage(section: SectionWords, wanted: readonly string[]): Passage {
  const passages = passagesOf(section);
  const shares = passages.map((passage) => shareContained(wanted, stemsOf(passage)));
  const best = shares.indexOf(Math.max(...shares));
  const from = Math.max(0, best - Math.floor(PASSAGE_SENTENCES / 2));
  const around = [section.evidence.record.heading, ...passages.slice(from, from + PASSAGE_SENTENCES)].join('\n');
  return { passage: passages[best] ?? section.evidence.record.heading, stems: stemsOf(around), hasNegation: NEGATION.test(around) };
}
