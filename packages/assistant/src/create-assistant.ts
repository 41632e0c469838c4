/** The pipeline from question to answer: retrieval, gate, answer. The server and the worker in the browser run the same code. */
import type { Evidence, SearchEngine, SearchRecord } from '@quire/search';
import type {
  Answerer,
  AnswerEvent,
  AnswerOutcome,
  AnswerPiece,
  AnswerSettings,
  Assistant,
  Citation,
  IndexedSection,
  Question,
} from '#contract.ts';
import { createTranslate } from '@quire/engine/model/interface-words.ts';
import type { AssistantTranslate } from '#assistant-words.ts';
import { coverageOf } from '#retrieve/coverage.ts';
import { directoryReaderOf } from '#retrieve/rerank.ts';
import { termReaderOf, unionOf } from '#retrieve/terms.ts';
import { citationUrl, citedPaths, escapeMarkdown, orderReferences, renderPieces } from './citations.ts';
import { answerSection } from './extractive/answer-section.ts';
import { withSettingsFirst } from './extractive/find-setting.ts';
import { createScoringQuery, MIN_DISTINCTIVE_WEIGHT } from './extractive/score-units.ts';
import { createSectionReader } from './extractive/units.ts';
import { judge } from './gate/judge.ts';
import { productTerms } from './product.ts';
import { retrieve, type DetailedRetrieval } from './retrieve/retrieve.ts';

export interface IndexAssistantOptions {
  engine: SearchEngine;
  settings: AnswerSettings;
  /** Writes answers in its own words, such as a chat model. Without an answerer, answers are quotations. */
  answerer?: Answerer;
}

/** Maximum number of related pages in a refusal. */
const CLOSEST_PAGES = 3;
/**
 * A refusal names the closest pages if the question is about a tool that they describe, or if the probability from the gate is at least this
 * share of the threshold. With this value, 93 % of the questions about other subjects get no page (`npm run evaluate -- assistant`).
 */
const NARROWLY_REFUSED = 0.5;

/** Notices above quotations if the model failed. If its budget is used up, there is no notice. */
const NOTICES = {
  unavailable: 'The language model did not answer, so these are quotations from the documentation.',
  interrupted: 'The language model broke off here, so these are quotations from the documentation.',
} as const;

/** An assistant that answers from one index. */
export interface IndexAssistant extends Assistant {
  /** Memoizes the terms and words of a section, so that the first questions do not have to wait for it. */
  readAhead(record: SearchRecord): void;
}

export function createAssistant({ engine, settings, answerer }: IndexAssistantOptions): IndexAssistant {
  const { baseUrl, iDontKnowMessage, sectionsMatchCount, sectionsMatchThreshold, gate } = settings;
  const translate: AssistantTranslate = createTranslate(settings);
  const terms = termReaderOf(engine.analyzer);
  const product = productTerms(settings.product, terms);
  const reader = createSectionReader(product, terms);
  const quote = (retrieval: DetailedRetrieval): AnswerPiece[] => answerSection(retrieval, { words: retrieval.words, reader, translate });

  function refusal(retrieval: DetailedRetrieval, probability: number): AnswerEvent[] {
    const isClose = retrieval.isAboutOtherTool || probability >= sectionsMatchThreshold * NARROWLY_REFUSED;
    return [
      { kind: 'references', ids: [], refused: true },
      { kind: 'text', text: iDontKnowMessage + (isClose ? closestPages(retrieval) : '') },
    ];
  }

  function quotations(pieces: readonly AnswerPiece[], paths: readonly string[]): AnswerEvent[] {
    return renderPieces(pieces, baseUrl, paths).map((text) => ({ kind: 'text', text }));
  }

  /** Yields the answer of a chat model; if the model does not answer, yields a refusal or quotations. */
  async function* modelAnswer(
    model: Answerer,
    question: Question,
    retrieval: DetailedRetrieval,
    signal: AbortSignal,
  ): AsyncGenerator<AnswerEvent> {
    const query = createScoringQuery(retrieval.question, retrieval.words, reader.vocabulary);
    const evidence = withSettingsFirst(retrieval, query, reader);
    // The references precede the answer, so they are the pages of all sections that the model may cite.
    const citable = evidence.map((found): AnswerPiece => ({ kind: 'sentence', markdown: '', citation: pageCitation(found) }));
    const paths = citedPaths(citable);
    yield { kind: 'references', ids: orderReferences(citable, evidence), refused: false };
    const outcome = yield* model.answer({ question, evidence, paths }, signal);
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
      yield* modelAnswer(answerer, question, retrieval, signal);
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
    return [{ kind: 'notice', markdown: translate(NOTICES[outcome]), citation: null }, ...pieces];
  }

  /**
   * Returns links to the closest pages: those with a distinctive word of the question in their names or in a heading; '' if there are none.
   * Corrected spellings do not count, because the name of another product often resembles some word of the documentation.
   */
  function closestPages({ evidence, words }: DetailedRetrieval): string {
    const distinctive = words.filter(({ weight, match }) => weight >= MIN_DISTINCTIVE_WEIGHT && match !== 'spelling');
    const isNamed = ({ record }: Evidence): boolean =>
      coverageOf(distinctive, unionOf(terms.pageNamesOf(record.page).all, terms.headingTermsOf(record))) > 0;
    const close = evidence.filter(isNamed).map(pageCitation);
    const links = close.map((citation) => `- [${escapeMarkdown(citation.heading)}](${citationUrl(citation, baseUrl)})`);
    const pages = [...new Set(links)].slice(0, CLOSEST_PAGES);
    return pages.length === 0 ? '' : [`\n\n${translate('Closest pages:')}\n`, ...pages].join('\n');
  }

  return {
    ask,
    readAhead(record) {
      terms.pageNamesOf(record.page);
      terms.headingTermsOf(record);
      directoryReaderOf(terms)(record);
      terms.wordsOfSection(record);
    },
  };
}

/** Returns a citation of the page of a section. */
function pageCitation({ record, recordNumber }: IndexedSection): Citation {
  return { recordNumber, path: record.page.path, anchor: '', heading: record.page.title, passage: '' };
}
