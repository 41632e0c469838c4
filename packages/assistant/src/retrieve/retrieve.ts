/** Retrieves the sections that may answer a question, and orders them. */
import type { Evidence, QueryWord, SearchEngine, SearchFilters } from '@quire/search';
import type { Question, RankedEvidence, ReadQuestion, Retrieval } from '../contract.ts';
import { forEachTerm, matchAuthored } from './cover.ts';
import { type ProductTerms, UNKNOWN_PRODUCT } from '../product.ts';
import { isEveryday, isSmallTalk, readQuestion } from './read-question.ts';
import {
  type AskedQuestion,
  isCalled,
  type MeasuredEvidence,
  measureEvidence,
  rankEvidence,
  type RankingFeatures,
  sectionsOf,
} from './rank-evidence.ts';

export interface RetrievalOptions {
  /** Sections wanted: `sectionsMatchCount` of a request. */
  count: number;
  filters?: SearchFilters;
  product?: ProductTerms;
  /** Weights of the order; the fitted ones when absent. */
  weights?: RankingFeatures;
}

/** A retrieval with the data that only the gate needs. */
export interface WeighedRetrieval extends Retrieval {
  /** The question as it was asked. */
  asked: string;
  /** The words that were searched for, each looked up in the index. */
  words: QueryWord[];
  /** All sections found on the page of the best one, including those that are not among the evidence. */
  sectionsOfPage: readonly Evidence[];
  /** Whether a name of the product is in it. */
  namesProduct: boolean;
}

/** Number of candidates for each requested section, since the right one may be further down, and the maximum in total. */
const CANDIDATES_PER_SECTION = 4;
const MAX_CANDIDATES = 40;
/** Minimum match between the name of a thing and the name of a section or page that defines it. */
const MIN_NAME_MATCH = 0.6;

/** A question of more words than this contains a story, even where no clause of its own separates it. */
const LONG_QUESTION = 12;
/** A word that more of the sections contain than this distinguishes none of them: the name of the product itself. */
const EVERYWHERE = 0.3;
/** Pages that answer a question about nothing else: "What is this?". */
const INTRODUCTION = 'introduction features quickstart';

/** Share of its weight that remains for a word of the context, an everyday word, and small talk in a story. */
const WEIGHT_SHARE = { context: 0.6, leanedOn: 0.8, everyday: 0.6, smallTalk: 0.1 };

/** What search is asked: the question, then what its context names, since a search reads a limited number of words. */
interface WeighedText {
  text: string;
  /** The words of the text, with their weights reduced by what they contribute. */
  words: QueryWord[];
  /** 0 to 1: what each word counts for. */
  shares: number[];
  /** How many of the words are asked for; the others are of the context. */
  asked: number;
}

function weighWords(engine: SearchEngine, { searchText, context, leansOnContext }: ReadQuestion): WeighedText {
  // The space says that the last word is finished: a question is sent, not typed.
  const asked = engine.understand(`${searchText} `).length;
  const text = `${searchText} ${namesInStory(context)} `;
  const all = engine.understand(text);
  const isStory = context !== '' || asked > LONG_QUESTION;
  const ofContext = leansOnContext ? WEIGHT_SHARE.leanedOn : WEIGHT_SHARE.context;
  const shares = all.map(({ written }, i) => {
    if (isStory && isSmallTalk(written)) return WEIGHT_SHARE.smallTalk;
    return (i < asked ? 1 : ofContext) * (isEveryday(written) ? WEIGHT_SHARE.everyday : 1);
  });
  const words = all.map((word, i) => ({ ...word, weight: word.weight * (shares[i] as number) }));
  const isOfTheWhole = all.length > 0 && all.every(({ share, known }) => known === 'itself' && share > EVERYWHERE);
  return { text: isOfTheWhole ? `${text}${INTRODUCTION} ` : text, words, shares, asked };
}

/** The words of a story that may name what the question is about. */
function namesInStory(context: string): string {
  return context
    .split(/\s+/)
    .filter((word) => !isSmallTalk(word.replace(/[^\p{L}\p{N}]+$/u, '')))
    .join(' ');
}

/** Reads a question and finds sections for it, in the order of the search. */
function find(engine: SearchEngine, question: Question, { count, filters, product = UNKNOWN_PRODUCT }: RetrievalOptions) {
  const read = readQuestion(question, product);
  const { text, words, shares, asked } = weighWords(engine, read);
  const found = engine.retrieve(text, Math.min(MAX_CANDIDATES, Math.max(count, count * CANDIDATES_PER_SECTION)), { filters, shares });
  return { found, asked: { question: read, words, asked, product, match: matchAuthored(engine, words) } satisfies AskedQuestion };
}

/** What the ranking measures of the sections found: for the fit of its weights. */
export function measureRetrieval(engine: SearchEngine, question: Question, options: RetrievalOptions): MeasuredEvidence[] {
  const { found, asked } = find(engine, question, options);
  return measureEvidence(found, asked);
}

/** The sections that a question is answered from, best first. Never throws; a question without words finds nothing. */
export function retrieve(engine: SearchEngine, question: Question, options: RetrievalOptions): WeighedRetrieval {
  const { found, asked } = find(engine, question, options);
  const evidence = rankEvidence(found, asked, options.weights).slice(0, options.count);
  const definitions = (asked.question.compared ?? []).flatMap((name) => definitionOf(engine, name, options) ?? []);
  const isCompared = definitions.length === 2 && definitions[0]?.record !== definitions[1]?.record;
  const { nameTerms } = asked.product;
  let namesProduct = false;
  forEachTerm(question.text, false, (term) => (namesProduct ||= nameTerms.has(term)));
  return {
    question: asked.question,
    asked: question.text,
    words: asked.words,
    evidence,
    sectionsOfPage: evidence[0] === undefined ? [] : sectionsOf(evidence[0].record.page, found),
    namesProduct,
    ...(isCompared && { definitions }),
  };
}

/** The section that says what a thing is; null where no section or page is named after it. */
function definitionOf(engine: SearchEngine, name: string, options: RetrievalOptions): RankedEvidence | null {
  const { found, asked } = find(engine, { text: `What is ${name}?`, conversation: [] }, options);
  const called = found.filter(({ record }) => isCalled(record, asked.words) >= MIN_NAME_MATCH);
  const [first] = rankEvidence(called, asked, options.weights);
  return first ?? null;
}
