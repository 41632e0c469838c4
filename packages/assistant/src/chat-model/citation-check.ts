/** Lets through what the sections hold: each sentence of the model is read, compared with what it cites, and given links. */
import type { Evidence } from '@quire/search/contract.ts';
import type { Citation } from '../contract.ts';
import { codeBlock } from '../quote-markdown.ts';
import type { AnswerUnit } from './answer-units.ts';
import { readSentence, type ReadSentence } from './read-sentence.ts';
import { findSupport, readSection, type SectionWords, type Support } from './section-words.ts';

export interface CitationCheckOptions {
  /** The sections as the prompt numbers them: section n is `evidence[n - 1]`. */
  evidence: readonly Evidence[];
  /** Address for a link of the model, null where it must not be live. */
  linkTo: (href: string) => string | null;
  /** Markdown of a citation's mark. */
  cite: (citation: Citation) => string;
}

export interface CitationCheck {
  /** @returns what may be shown now: earlier sentences may have waited for the citation of this one */
  check(unit: AnswerUnit): string;
  /** @returns what still waited and may be shown */
  end(): string;
  /** How many sentences were shown so far. */
  shown(): number;
}

interface Waiting {
  unit: AnswerUnit;
  sentence: ReadSentence;
}

/** A sentence stands on at most this many sections. */
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

  /** Sentences without a citation take that of a neighbour in their group, where it holds them. */
  function settle(following: readonly number[]): string {
    const settled = waiting.map(({ unit, sentence }) => {
      const own = before?.group === unit.group ? before.citations : [];
      return show(unit, sentence, following) || show(unit, sentence, own);
    });
    waiting = [];
    return settled.join('');
  }

  /** Code needs no citation of the model: it stands in one of the sections letter by letter, or it is dropped. */
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

  /** Code alone is no answer: it waits for the first sentence. */
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
    // An invented number says that the rest is invented too.
    if (citations.some((number) => evidence[number - 1] === undefined)) return settled + settle([]);
    const text = settled + settle(citations) + show(unit, sentence, citations);
    before = { group: unit.group, citations };
    return text;
  }

  return {
    check(unit) {
      if (unit.kind === 'sentence') return checkSentence(unit) + codeNow();
      // What leads over to code is stated where the code stands.
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
