/** The pipeline from question to answer: retrieval, gate, answer. The server and the worker in the browser run the same code. */
import type { Evidence, SearchEngine, SearchRecord } from '@quire/search';
import type { Answerer, AnswerEvent, AnswerOutcome, AnswerPiece, AnswerSettings, Assistant, Citation, Question } from '#contract.ts';
import { createTranslate } from '@quire/engine/model/interface-words.ts';
import type { AssistantSay } from '#assistant-words.ts';
import { anyOf, coverOf, wordsOf as wordsOfSection } from '#retrieve/cover.ts';
import { directoryOf, headingOf, namesOf } from '#retrieve/rank-evidence.ts';
import { citationUrl, citedPaths, escapeMarkdown, orderReferences, renderPieces } from './citations.ts';
import { answerSection } from './extractive/answer-section.ts';
import { createSectionReader } from './extractive/units.ts';
import { judge } from './gate/judge.ts';
import { productTerms } from './product.ts';
import { retrieve, type WeighedRetrieval } from './retrieve/retrieve.ts';

export interface AssistantOptions {
  engine: SearchEngine;
  settings: AnswerSettings;
  /** Writes answers in its own words, such as a chat model. Without an answerer, answers are quotations. */
  answerer?: Answerer;
}

/** Maximum number of related pages in a refusal. */
const CLOSEST_PAGES = 3;
/**
 * A refusal names the closest pages if the gate gives the question at least this share of the probability that an answer requires. Below it,
 * 93 % of the questions about other subjects get no page (`npm run evaluate -- assistant`).
 */
const NARROWLY_REFUSED = 0.5;
/** The weight from which a word identifies the subject of a question. "run" is lighter, because many pages contain it. */
const TELLING_WEIGHT = 0.2;
const NOTHING_SAID = { kind: 'sentence', markdown: '' } as const;

/** Notices above quotations when the model failed to answer. A used-up budget needs no notice. */
const NOTICES = {
  unavailable: 'The language model did not answer, so these are quotations from the documentation.',
  interrupted: 'The language model broke off here, so these are quotations from the documentation.',
} as const;

/** An assistant over one index. */
export interface IndexAssistant extends Assistant {
  /** Preprocesses a section, so that the first questions do not have to wait for it. */
  readAhead(record: SearchRecord): void;
}

export function createAssistant({ engine, settings, answerer }: AssistantOptions): IndexAssistant {
  const { baseUrl, iDontKnowMessage, sectionsMatchCount, sectionsMatchThreshold, gate } = settings;
  const say: AssistantSay = createTranslate(settings);
  const product = productTerms(settings.product);
  const reader = createSectionReader(product);
  const quote = (retrieval: WeighedRetrieval): AnswerPiece[] => answerSection(retrieval, { words: retrieval.words, reader, say });

  function refusal(retrieval: WeighedRetrieval, probability: number): AnswerEvent[] {
    const isClose = probability >= sectionsMatchThreshold * NARROWLY_REFUSED;
    return [
      { kind: 'references', ids: [], refused: true },
      { kind: 'text', text: iDontKnowMessage + (isClose ? closestPages(retrieval) : '') },
    ];
  }

  function quotations(pieces: readonly AnswerPiece[], paths: readonly string[]): AnswerEvent[] {
    return renderPieces(pieces, baseUrl, paths).map((text) => ({ kind: 'text', text }));
  }

  async function* written(
    writer: Answerer,
    question: Question,
    retrieval: WeighedRetrieval,
    signal: AbortSignal,
  ): AsyncGenerator<AnswerEvent> {
    const { evidence } = retrieval;
    const cited = evidence.map((found) => ({ ...NOTHING_SAID, citation: pageCitation(found) }));
    const paths = citedPaths(cited);
    yield { kind: 'references', ids: orderReferences(cited, evidence), refused: false };
    const outcome = yield* writer.answer({ question, evidence, paths }, signal);
    if (outcome === 'answered' || signal.aborted) return;
    if (outcome === 'refused') yield { kind: 'text', text: iDontKnowMessage + closestPages(retrieval), refused: true };
    else {
      if (outcome === 'interrupted') yield { kind: 'text', text: '\n\n' };
      yield* quotations(withNotice(outcome, quote(retrieval)), paths);
    }
  }

  async function* ask(question: Question, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
    const retrieval = retrieve(engine, question, { count: sectionsMatchCount, product });
    const { evidence } = retrieval;
    const { answerable: isAnswerable, probability } = judge(retrieval, sectionsMatchThreshold, gate);
    if (isAnswerable && answerer?.hasCapacity() === true) {
      yield* written(answerer, question, retrieval, signal);
      return;
    }
    const pieces = isAnswerable ? quote(retrieval) : [];
    const events: AnswerEvent[] =
      pieces.length === 0
        ? refusal(retrieval, probability)
        : [{ kind: 'references', ids: orderReferences(pieces, evidence), refused: false }, ...quotations(pieces, citedPaths(pieces))];
    for (const event of events) {
      if (signal.aborted) return;
      yield event;
    }
  }

  function withNotice(outcome: AnswerOutcome, pieces: readonly AnswerPiece[]): AnswerPiece[] {
    if (outcome !== 'unavailable' && outcome !== 'interrupted') return [...pieces];
    return [{ kind: 'notice', markdown: say(NOTICES[outcome]), citation: null }, ...pieces];
  }

  /**
   * Links to the closest pages: those with a telling word of the question in their name or in a heading; empty if there are none. A similar
   * spelling does not count, because the name of another product resembles some word of the documentation.
   */
  function closestPages({ evidence, words }: WeighedRetrieval): string {
    const telling = words.filter(({ weight, known }) => weight >= TELLING_WEIGHT && known !== 'spelling');
    const isNamed = ({ record }: Evidence): boolean => coverOf(telling, anyOf(namesOf(record.page).all, headingOf(record))) > 0;
    const close = evidence.filter(isNamed).map(pageCitation);
    const links = close.map((citation) => `- [${escapeMarkdown(citation.heading)}](${citationUrl(citation, baseUrl)})`);
    const pages = [...new Set(links)].slice(0, CLOSEST_PAGES);
    return pages.length === 0 ? '' : [`\n\n${say('Closest pages:')}\n`, ...pages].join('\n');
  }

  return {
    ask,
    readAhead(record) {
      namesOf(record.page);
      headingOf(record);
      directoryOf(record);
      wordsOfSection(record);
    },
  };
}

/** Returns a citation of the page of a section. */
function pageCitation({ record, recordNumber }: Evidence): Citation {
  return { recordNumber, path: record.page.path, anchor: '', heading: record.page.title, passage: '' };
}
