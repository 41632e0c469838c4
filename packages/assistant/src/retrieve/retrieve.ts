/** Retrieves the sections that may answer a question: finds candidates with the search engine, and reranks them. */
import type { Evidence, QueryWord, SearchEngine } from '@quire/search';
import type { AnalyzedQuestion, Question, RankedEvidence, Retrieval } from '../contract.ts';
import { matchAuthored, likelihoodsOf } from './coverage.ts';
import { sectionsOf, type TermReader, termReaderOf, type TermSet } from './terms.ts';
import { type ProductTerms, UNKNOWN_PRODUCT } from '../product.ts';
import { analyzeQuestion, asksForSetting, isEveryday, isSmallTalk, mayBeginWithPerson } from './analyze-question.ts';
import {
  isSupplement,
  type MeasuredEvidence,
  measureEvidence,
  nameMatch,
  type RankingFeatures,
  type RankingQuery,
  rerank,
} from './rerank.ts';

export interface RetrievalOptions {
  /** Maximum number of sections: the `sectionsMatchCount` option. */
  count: number;
  product?: ProductTerms;
  /** Weights of the reranking; default: the fitted ones. */
  weights?: RankingFeatures;
}

/** A retrieval with the additional data that the gate needs. */
export interface DetailedRetrieval extends Retrieval {
  /** The question as it was asked. */
  questionText: string;
  /** Reads terms as the index does. */
  terms: TermReader;
  /** The words of the search query, looked up in the index. */
  words: readonly QueryWord[];
  /** All candidates on the page of the best section, including those that are not part of the evidence. */
  sectionsOfBestPage: readonly Evidence[];
  /** The terms of the names, the aliases, and all authored questions of that page. */
  authoredTermsOfBestPage: TermSet;
  /** Whether the question contains a name of the product. */
  namesProduct: boolean;
  /** Whether the question is about another tool itself, and does not contain a name of the product. */
  isAboutOtherTool: boolean;
}

/** Number of candidates for each requested section, because the search may rank the right one lower, and the maximum in total. */
const CANDIDATES_PER_SECTION = 4;
const MAX_CANDIDATES = 40;
/** Minimum match between a name and the heading or title of the section that defines it. */
const MIN_NAME_MATCH = 0.6;
/** Number of pages whose tables are searched for a setting, and maximum number of sections of each. The longest reference page has 161. */
const PAGES_WITH_SETTINGS = 3;
const SECTIONS_WITH_SETTINGS = 200;
/** Number of sections after an introduction that may continue it, with supplements. */
const FOLLOWING_SECTIONS = 8;

/** In a question with at most so many words that are searched for, which stop words are not, small talk may be the subject. */
const SHORT_QUESTION_WORDS = 4;
/** If a larger share of the sections contains a word, such as the name of the product, the word does not distinguish them. */
const UBIQUITOUS_SHARE = 0.3;
/** Added to a query of only such words ("What is this?"), because the introductory pages answer it. */
const INTRODUCTION_TERMS = 'introduction features quickstart';

/** Factors for the weights of words in the context, of everyday words, of small talk, and of the name of a person. */
const WEIGHT_FACTOR = { context: 0.6, contextReferredTo: 0.8, everyday: 0.6, smallTalk: 0.3, person: 0.1 };

interface WeightedQuery {
  /** The question, followed by the words of its context that may matter, because a search reads a limited number of words. */
  text: string;
  /** The words of the text. Their weights are multiplied by `factors`. */
  words: QueryWord[];
  /** The factor of each word's weight, 0 to 1. */
  factors: number[];
  /** Number of words at the beginning that belong to the question; the others belong to its context. */
  askedCount: number;
}

function weightQuery(engine: SearchEngine, { searchText, context, refersToContext }: AnalyzedQuestion): WeightedQuery {
  // The space at the end completes the last word, which is a prefix otherwise.
  const askedCount = engine.understand(`${searchText} `).length;
  const text = `${searchText} ${withoutSmallTalk(context)} `;
  const all = engine.understand(text);
  const contextFactor = refersToContext ? WEIGHT_FACTOR.contextReferredTo : WEIGHT_FACTOR.context;
  const factors = all.map(({ written, match }, i) => {
    if (i === 0 && match === 'none' && mayBeginWithPerson(searchText)) return WEIGHT_FACTOR.person;
    if (all.length > SHORT_QUESTION_WORDS && isSmallTalk(written)) return WEIGHT_FACTOR.smallTalk;
    return (i < askedCount ? 1 : contextFactor) * (isEveryday(written) ? WEIGHT_FACTOR.everyday : 1);
  });
  const words = all.map((word, i) => ({ ...word, weight: word.weight * (factors[i] as number) }));
  const isUnspecific = all.length > 0 && all.every(({ documentShare, match }) => match === 'exact' && documentShare > UBIQUITOUS_SHARE);
  return { text: isUnspecific ? `${text}${INTRODUCTION_TERMS} ` : text, words, factors, askedCount };
}

/** Returns the words of a context that may name the subject of the question. */
function withoutSmallTalk(context: string): string {
  return context
    .split(/\s+/)
    .filter((word) => !isSmallTalk(word.replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, '')))
    .join(' ');
}

interface Candidates {
  /** In the order of the search. */
  found: Evidence[];
  query: RankingQuery;
}

/** Analyzes a question, and searches for sections. */
function findCandidates(engine: SearchEngine, question: Question, { count, product = UNKNOWN_PRODUCT }: RetrievalOptions): Candidates {
  const analyzed = analyzeQuestion(question, product);
  const { text, words, factors, askedCount } = weightQuery(engine, analyzed);
  const limit = Math.min(MAX_CANDIDATES, Math.max(count, count * CANDIDATES_PER_SECTION));
  const found = engine.retrieve(text, limit, { wordFactors: factors, question: question.text });
  const terms = termReaderOf(engine.analyzer);
  const query = {
    question: analyzed,
    words,
    askedCount,
    product,
    terms,
    matchAuthored: matchAuthored(engine, question.text, words),
    likelihoodsOf: likelihoodsOf(engine, engine.understand(`${question.text} `)),
  };
  return { found, query };
}

/** Returns the candidates with the features of the reranking, to which its weights are fitted. */
export function measureRetrieval(engine: SearchEngine, question: Question, options: RetrievalOptions): MeasuredEvidence[] {
  const { found, query } = findCandidates(engine, question, options);
  return measureEvidence(found, query);
}

/** Returns the sections that may answer a question, best first; none for a question without words. Never throws. */
export function retrieve(engine: SearchEngine, question: Question, options: RetrievalOptions): DetailedRetrieval {
  const { found, query } = findCandidates(engine, question, options);
  const ranked = rerank(found, query, options.weights);
  const evidence = ranked.slice(0, options.count);
  const definitions = (query.question.comparedNames ?? []).flatMap((name) => definitionOf(engine, name, options) ?? []);
  const hasBothDefinitions = definitions.length === 2 && definitions[0]?.record !== definitions[1]?.record;
  const { product, terms } = query;
  let namesProduct = false;
  terms.forEachTerm(question.text, false, (term) => (namesProduct ||= product.nameTerms.has(term)));
  const [best] = evidence;
  const continuation = best?.record.level === 1 ? continuationOf(engine, best, ranked.slice(1)) : [];
  return {
    question: query.question,
    questionText: question.text,
    terms,
    words: query.words,
    evidence,
    sectionsOfBestPage: best === undefined ? [] : sectionsOf(best.record.page, found),
    authoredTermsOfBestPage:
      best === undefined ? new Set() : terms.authoredTermsOf(best.record.page, engine.sectionsOfPage(best.recordNumber)),
    namesProduct,
    isAboutOtherTool: !namesProduct && product.isAboutOtherTool(question.text),
    ...(hasBothDefinitions && { definitions }),
    ...(continuation.length > 0 && { continuation }),
    ...(asksForSetting(query.question.searchText) && { pagesWithSettings: bestPages(engine, evidence) }),
  };
}

/** Returns the sections of the best pages. */
function bestPages(engine: SearchEngine, evidence: readonly RankedEvidence[]): NonNullable<Retrieval['pagesWithSettings']> {
  const byPage = new Map(evidence.toReversed().map((section) => [section.record.page, section]));
  const pages = [...new Set(evidence.map(({ record }) => record.page))].slice(0, PAGES_WITH_SETTINGS);
  return pages.map((page) => {
    const { record, recordNumber } = byPage.get(page) as RankedEvidence;
    const sections = engine.sectionsOfPage(recordNumber);
    const first = recordNumber - sections.indexOf(record);
    return sections.slice(0, SECTIONS_WITH_SETTINGS).map((section, i) => ({ record: section, recordNumber: first + i }));
  });
}

/** Returns further sections of a page after its introduction: the evidence for them, and then those that follow the introduction. */
function continuationOf(
  engine: SearchEngine,
  introduction: RankedEvidence,
  evidence: readonly RankedEvidence[],
): NonNullable<Retrieval['continuation']> {
  const onPage = evidence.filter(({ record }) => record.page === introduction.record.page);
  const following = engine.sectionsAfter(introduction.recordNumber, FOLLOWING_SECTIONS);
  const others = following.filter(({ recordNumber }) => onPage.every((one) => one.recordNumber !== recordNumber));
  return [...onPage, ...others].filter(({ record }) => !isSupplement(record));
}

/** Returns the section that defines a name; null if no heading or title is similar to the name. */
function definitionOf(engine: SearchEngine, name: string, options: RetrievalOptions): RankedEvidence | null {
  const { found, query } = findCandidates(engine, { text: `What is ${name}?`, conversation: [] }, options);
  const named = found.filter(({ record }) => nameMatch(record, query) >= MIN_NAME_MATCH);
  const [first] = rerank(named, query, options.weights);
  return first ?? null;
}
