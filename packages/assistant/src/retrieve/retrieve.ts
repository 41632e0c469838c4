import type { QueryWord, SearchEngine, SearchFilters } from '@quire/search';

import type { Question, ReadQuestion, Retrieval } from '../contract.ts';
import { UNKNOWN_PRODUCT, type ProductTerms } from '../product.ts';
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
}

/** Sections that are looked at again for each that is wanted: the right one may stand further down. */
const LOOKED_AT = 2;
const MOST = 40;

/** A word that more of the sections hold than this tells none of them from the others: the name of the product itself. */
const EVERYWHERE = 0.3;
/** Where a question on nothing else is answered: "What is this?". */
const INTRODUCTION = 'introduction features quickstart';

/** What search is asked. The space says that the last word is finished: a question is sent, not typed. */
function searchTextOf({ searchText }: ReadQuestion, words: readonly QueryWord[]): string {
  const isOfTheWhole = words.length > 0 && words.every(({ share, known }) => known === 'itself' && share > EVERYWHERE);
  return isOfTheWhole ? `${searchText} ${INTRODUCTION} ` : `${searchText} `;
}

/** The sections that a question is answered from, best first. Never throws; a question without words finds nothing. */
export function retrieve(
  engine: SearchEngine,
  question: Question,
  { count, filters, product = UNKNOWN_PRODUCT }: RetrievalOptions,
): WeighedRetrieval {
  const read = readQuestion(question, product);
  const limit = Math.min(MOST, Math.max(count, count * LOOKED_AT));
  const words = engine.understand(read.searchText);
  const found = engine.retrieve(searchTextOf(read, words), limit, filters);
  return { question: read, asked: question.text, words, evidence: rankEvidence(found, words, read, product).slice(0, count) };
}
