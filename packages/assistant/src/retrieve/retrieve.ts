import type { QueryWord, SearchEngine, SearchFilters } from '@quire/search';

import type { Question, ReadQuestion, Retrieval } from '../contract.ts';
import { forEachTerm } from '../analysis.ts';
import { UNKNOWN_PRODUCT, type ProductTerms } from '../product.ts';
import { isEveryday, isSmallTalk } from './asking-part.ts';
import { matchAuthored } from './authored-questions.ts';
import { rankEvidence } from './rank-evidence.ts';
import { readQuestion } from './read-question.ts';

export interface RetrievalOptions {
  /** Sections wanted: `sectionsMatchCount` of a request. */
  count: number;
  filters?: SearchFilters;
  product?: ProductTerms;
}

/** A retrieval with what the gate has to know besides. */
export interface WeighedRetrieval extends Retrieval {
  /** The question as it was asked. */
  asked: string;
  /** The words that were looked for, with what the index knows of each. */
  words: QueryWord[];
  /** Whether a name of the product is in it. */
  namesProduct: boolean;
}

/** Sections that are looked at again for each that is wanted: the right one may stand further down. */
const LOOKED_AT = 2;
const MOST = 40;

/** A question of more words than this contains a story, even where no clause of its own separates it. */
const LONG_QUESTION = 12;
/** A word that more of the sections hold than this tells none of them from the others: the name of the product itself. */
const EVERYWHERE = 0.3;
/** Where a question on nothing else is answered: "What is this?". */
const INTRODUCTION = 'introduction features quickstart';

/** Share of its weight that a word keeps: words of the context, everyday words, and small talk in a story. */
const SAY = { context: 0.6, leanedOn: 0.8, everyday: 0.6, smallTalk: 0.1 };

/** The words of the question and of its context, with their weights reduced by what they contribute. */
function weighWords(engine: SearchEngine, { searchText, context, leansOnContext }: ReadQuestion): QueryWord[] {
  const asked = engine.understand(searchText);
  const isStory = context !== '' || asked.length > LONG_QUESTION;
  const known = new Set(asked.map(({ written }) => written.toLowerCase()));
  const told = context === '' ? [] : engine.understand(context).filter(({ written }) => !known.has(written.toLowerCase()));
  const say = leansOnContext ? SAY.leanedOn : SAY.context;
  function damp(word: QueryWord, share: number): QueryWord {
    const own = isStory && isSmallTalk(word.written) ? SAY.smallTalk : isEveryday(word.written) ? share * SAY.everyday : share;
    return { ...word, weight: word.weight * own };
  }
  return [...asked.map((word) => damp(word, 1)), ...told.map((word) => damp(word, say))];
}

/** What search is asked. The space says that the last word is finished: a question is sent, not typed. */
function searchTextOf({ searchText, context }: ReadQuestion, words: readonly QueryWord[]): string {
  const isOfTheWhole = words.length > 0 && words.every(({ share, known }) => known === 'itself' && share > EVERYWHERE);
  return isOfTheWhole ? `${searchText} ${INTRODUCTION} ` : `${context} ${searchText} `.trimStart();
}

/** The sections that a question is answered from, best first. Never throws; a question without words finds nothing. */
export function retrieve(
  engine: SearchEngine,
  question: Question,
  { count, filters, product = UNKNOWN_PRODUCT }: RetrievalOptions,
): WeighedRetrieval {
  const read = readQuestion(question, product);
  const limit = Math.min(MOST, Math.max(count, count * LOOKED_AT));
  const words = weighWords(engine, read);
  const found = engine.retrieve(searchTextOf(read, words), limit, filters);
  const evidence = rankEvidence(found, words, read, product, matchAuthored(engine, words)).slice(0, count);
  let namesProduct = false;
  forEachTerm(question.text, false, (term) => (namesProduct ||= product.nameTerms.has(term)));
  return { question: read, asked: question.text, words, evidence, namesProduct };
}
