/** Checks the grounding of an answer: compares each sentence of the model with the sections that it cites, drops unsupported ones, and adds links. */
import type { Citation, IndexedSection } from '#contract.ts';
import { codeBlock } from '#citations.ts';
import { type AnswerUnit, parseSentence, type ParsedSentence } from './answer-units.ts';
import { findSupport, joinContinued, readSection, type SectionWords } from './section-support.ts';

export interface CitationCheckOptions {
  /** The sections as the prompt numbers them: section n is `evidence[n - 1]`. */
  evidence: readonly IndexedSection[];
  /** Returns the address for a link of the model; null if it must not be a link. */
  linkTo: (href: string) => string | null;
  /** Returns the Markdown of a citation. */
  cite: (citation: Citation) => string;
}

export interface CitationCheck {
  /**
   * Yields the texts to show now, which may include earlier sentences that waited for the citation of this one. Between two yields it compares one sentence,
   * or one block of code, so that the caller can wait there and other tasks can run.
   */
  check(unit: AnswerUnit): Generator<string, void>;
  /** Yields the remaining texts to show, in the same way. */
  end(): Generator<string, void>;
  /** Returns the number of sentences shown so far. */
  shown(): number;
}

interface PendingSentence {
  unit: AnswerUnit;
  sentence: ParsedSentence;
}

/** Maximum number of citations of a sentence. */
const MAX_CITATIONS = 2;
/** Number of sections with which a sentence is compared: the first ones that it cites. */
const MAX_COMPARED = 3;

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

  function findSupportingSections(sentence: ParsedSentence, citations: readonly number[]): { section: SectionWords; passage: string }[] {
    return [...new Set(citations)].slice(0, MAX_COMPARED).flatMap((number) => {
      const section = sectionAt(number);
      const passage = section === null ? null : findSupport(section, sentence);
      return section === null || passage === null ? [] : [{ section, passage }];
    });
  }

  function separator({ block, listMarker }: AnswerUnit): string {
    if (last === null) return listMarker;
    if (last.block === block) return ' ';
    return last.mark !== '' && listMarker !== '' ? `\n${listMarker}` : `\n\n${listMarker}`;
  }

  function show(unit: AnswerUnit, sentence: ParsedSentence, citations: readonly number[]): string {
    const found = findSupportingSections(sentence, citations).slice(0, MAX_CITATIONS);
    if (found.length === 0 || sentence.markdown === '') return '';
    const marks = found.map(({ section, passage }) => cite(citationOf(section.evidence, passage)));
    const text = `${separator(unit)}${sentence.markdown} ${[...new Set(marks)].join(' ')}`;
    last = { block: unit.block, mark: unit.listMarker };
    shown++;
    return text;
  }

  /** Shows the pending sentences. A sentence without a citation inherits that of a neighbor in its group if the cited section supports it. */
  function* resolvePending(following: readonly number[]): Generator<string, void> {
    const waiting = pending;
    pending = [];
    for (const { unit, sentence } of waiting) {
      const own = previous?.group === unit.group ? previous.citations : [];
      yield show(unit, sentence, following) || show(unit, sentence, own);
    }
  }

  /**
   * Returns the number of the section that contains the code verbatim, in a list; empty if there is none. The model does not have to cite it, but the code
   * cannot come from another section than the sentences around it.
   */
  function sectionWithCode(unit: AnswerUnit): number[] {
    const cited = previous?.group === unit.group ? previous.citations : evidence.map((_, i) => i + 1);
    const found = cited.find((number) => containsBlock(sectionAt(number), unit.text));
    return found === undefined ? [] : [found];
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
  function* showPendingCode(): Generator<string, void> {
    if (shown === 0) return;
    const waiting = pendingCode;
    pendingCode = [];
    for (const unit of waiting) yield showCode(unit);
  }

  function* checkSentence(unit: AnswerUnit): Generator<string, void> {
    const sentence = parseSentence(unit.text, linkTo);
    const group = pending[0]?.unit.group;
    if (group !== undefined && group !== unit.group) yield* resolvePending([]);
    const { citations } = sentence;
    if (citations.length === 0) {
      pending.push({ unit, sentence });
      return;
    }
    // An invented citation suggests that the sentence is invented too.
    if (citations.some((number) => evidence[number - 1] === undefined)) return yield* resolvePending([]);
    yield* resolvePending(citations);
    yield show(unit, sentence, citations);
    previous = { group: unit.group, citations };
  }

  return {
    *check(unit) {
      if (unit.kind === 'sentence') yield* checkSentence(unit);
      else {
        // A sentence that introduces code waits for that code.
        pendingCode.push(unit);
        yield* resolvePending(sectionWithCode(unit));
      }
      yield* showPendingCode();
    },
    *end() {
      yield* resolvePending([]);
      yield* showPendingCode();
    },
    shown: () => shown,
  };
}

function citationOf({ record, recordNumber }: IndexedSection, passage: string): Citation {
  return { recordNumber, path: record.page.path, anchor: record.anchor, heading: record.heading, passage };
}

/** Whether the code of the section contains these lines in a row, apart from indentation and line endings. A command that continues in the next line is one line. */
function containsBlock(section: SectionWords | null, code: string): boolean {
  const wanted = linesOf(code);
  return wanted !== '' && (section?.evidence.record.code ?? []).some((block) => `\n${linesOf(block)}\n`.includes(`\n${wanted}\n`));
}

function linesOf(code: string): string {
  return joinContinued(code)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
