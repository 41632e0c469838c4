/** The first ranking: scores pages and sections with BM25F in one pass through the postings, and selects the best pages. */
import { ALIAS, BREADCRUMB, CODE, countIn, HEADING, LABEL, PATH, TEXT, TITLE } from '../index-file/format.ts';
import { type Index } from '../index-file/read.ts';
import type { SearchFilters, SearchPage } from '../types.ts';
import type { Alternative, Slot } from './query.ts';
import { BLEND, BM25, FIELD, MIN_COVERAGE } from './weights.ts';

/** A scratch buffer with a number for each document, and a list of the documents whose number is not zero. */
export interface SparseVector {
  values: Float32Array;
  /** The first `count` entries are the documents whose number is not zero. */
  touched: Uint32Array;
  count: number;
}

function createSparseVector(size: number): SparseVector {
  return { values: new Float32Array(size), touched: new Uint32Array(size), count: 0 };
}

function add(sparse: SparseVector, document: number, value: number): void {
  if (sparse.values[document] === 0) sparse.touched[sparse.count++] = document;
  (sparse.values[document] as number) += value;
}

/** Sets the number of a document to `value` if it is lower. */
function setMax(sparse: SparseVector, document: number, value: number): void {
  const before = sparse.values[document] as number;
  if (before === 0) sparse.touched[sparse.count++] = document;
  if (value > before) sparse.values[document] = value;
}

function clear(sparse: SparseVector): void {
  for (let i = 0; i < sparse.count; i++) sparse.values[sparse.touched[i] as number] = 0;
  sparse.count = 0;
}

/** Adds the scores of one slot to those of the query, and its weight to the coverage of each matching document. Clears `own`. */
function mergeSlot(own: SparseVector, total: SparseVector, coverage: Float32Array, weight: number): void {
  for (let i = 0; i < own.count; i++) {
    const document = own.touched[i] as number;
    add(total, document, own.values[document] as number);
    (coverage[document] as number) += weight;
  }
  clear(own);
}

export interface Scores {
  /** BM25F scores of the pages and of the sections that match. */
  pages: SparseVector;
  sections: SparseVector;
  /** Sum of the weights of the slots that each page and each section matches. */
  pageCoverage: Float32Array;
  sectionCoverage: Float32Array;
  /** Weight of each slot: the highest inverse document frequency of its alternatives; the maximum for unknown words. */
  slotWeights: number[];
  /** Sum of `slotWeights`. */
  totalWeight: number;
}

export interface Scorer {
  /** Returns buffers that the next call overwrites. */
  score(slots: readonly Slot[]): Scores;
}

/**
 * Returns the average of the lengths that are not zero. Most sections have no code, so with zeros any section with code
 * would count as long.
 */
function averageLength(lengths: ArrayLike<number>): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < lengths.length; i++) {
    sum += lengths[i] as number;
    if (lengths[i] !== 0) count++;
  }
  return Math.max(1, sum / Math.max(1, count));
}

/** Returns the factors of BM25's length normalization: 1 for a document of average length, less for longer ones. */
function lengthFactors(lengths: ArrayLike<number>, b: number): Float32Array {
  const average = averageLength(lengths);
  return Float32Array.from({ length: lengths.length }, (_, i) => 1 / (1 - b + (b * (lengths[i] as number)) / average));
}

/** Returns the sum of the lengths of each page's sections. */
function pageLengths(index: Index, lengths: Uint16Array): number[] {
  return index.pages.map((_, page) => {
    let sum = 0;
    for (let section = index.firstSection[page] as number; section < (index.firstSection[page + 1] as number); section++)
      sum += lengths[section] as number;
    return sum;
  });
}

/** Returns the weighted frequency of a term in the names of a page, from the byte of its posting. */
const nameWeight = (value: number): number =>
  countIn(value, TITLE) * FIELD.title +
  countIn(value, PATH) * FIELD.path +
  countIn(value, LABEL) * FIELD.label +
  countIn(value, BREADCRUMB) * FIELD.breadcrumb +
  countIn(value, ALIAS) * FIELD.alias;

const KINDS = ['pages', 'sections'] as const;

export function createScorer(index: Index): Scorer {
  const sectionCount = index.pageOf.length;
  const pageCount = index.pages.length;
  const sectionText = lengthFactors(index.textLengths, BM25.textLength);
  const sectionCode = lengthFactors(index.codeLengths, BM25.codeLength);
  const pageText = lengthFactors(pageLengths(index, index.textLengths), BM25.textLength);
  const pageCode = lengthFactors(pageLengths(index, index.codeLengths), BM25.codeLength);
  // Scratch buffers: for one term, for one alternative, for one slot, and for the whole query.
  const pageFrequency = createSparseVector(pageCount);
  const questionFrequency = createSparseVector(sectionCount);
  const termScores = { pages: createSparseVector(pageCount), sections: createSparseVector(sectionCount) };
  const slotScores = { pages: createSparseVector(pageCount), sections: createSparseVector(sectionCount) };
  const total = { pages: createSparseVector(pageCount), sections: createSparseVector(sectionCount) };
  const coverage = { pages: new Float32Array(pageCount), sections: new Float32Array(sectionCount) };

  /** Inverse document frequency as in BM25. */
  const inverseFrequency = (frequency: number): number => Math.log(1 + (sectionCount - frequency + 0.5) / (frequency + 0.5));

  /** Inverse document frequency of a term among sections, or among page names if it occurs only in names. */
  const idfOf = (term: number): number =>
    inverseFrequency(
      Math.max(index.sections.counts[term] as number, index.questions.counts[term] as number, index.pagesByTerm.counts[term] as number, 1),
    );

  /**
   * Raises the scores of the documents that contain a term to their BM25F score for this term. The weighted frequency of a
   * page is the sum over its names and its sections.
   */
  function scoreTerm(term: number, weight: number, into: { pages: SparseVector; sections: SparseVector }): void {
    const factor = weight * idfOf(term);
    const { pagesByTerm, questions, sections } = index;
    for (let i = pagesByTerm.starts[term] as number; i < (pagesByTerm.starts[term + 1] as number); i++)
      add(pageFrequency, pagesByTerm.documents[i] as number, nameWeight(pagesByTerm.values[i] as number));
    // Questions have postings of their own, so their frequency is stored until the pass through the sections reaches it.
    for (let i = questions.starts[term] as number; i < (questions.starts[term + 1] as number); i++)
      add(questionFrequency, questions.documents[i] as number, FIELD.question);
    for (let i = sections.starts[term] as number; i < (sections.starts[term + 1] as number); i++) {
      const section = sections.documents[i] as number;
      const value = sections.values[i] as number;
      const page = index.pageOf[section] as number;
      const heading = countIn(value, HEADING) * FIELD.heading + (questionFrequency.values[section] as number);
      questionFrequency.values[section] = 0;
      const text = countIn(value, TEXT) * FIELD.text;
      const code = countIn(value, CODE) * FIELD.code;
      const frequency = heading + text * (sectionText[section] as number) + code * (sectionCode[section] as number);
      setMax(into.sections, section, (factor * frequency) / (BM25.k1 + frequency));
      const ofPage = Math.min(heading, FIELD.heading * 2) + text * (pageText[page] as number) + code * (pageCode[page] as number);
      add(pageFrequency, page, ofPage);
    }
    // The remaining sections contain the term only in a question.
    for (let i = 0; i < questionFrequency.count; i++) {
      const section = questionFrequency.touched[i] as number;
      const frequency = questionFrequency.values[section] as number;
      if (frequency === 0) continue;
      setMax(into.sections, section, (factor * frequency) / (BM25.k1 + frequency));
      add(pageFrequency, index.pageOf[section] as number, frequency);
    }
    clear(questionFrequency);
    for (let i = 0; i < pageFrequency.count; i++) {
      const page = pageFrequency.touched[i] as number;
      const frequency = pageFrequency.values[page] as number;
      setMax(into.pages, page, (factor * frequency) / (BM25.k1 + frequency));
    }
    clear(pageFrequency);
  }

  /** Scores an alternative of several terms. Documents that contain all of them get the mean of their scores. */
  function scorePhrase({ terms, weight }: Alternative): void {
    const sums = { pages: new Map<number, number>(), sections: new Map<number, number>() };
    // Start with the rarest term, because the other terms only matter in documents that contain it.
    terms
      .toSorted((a, b) => idfOf(b) - idfOf(a) || a - b)
      .forEach((term, i) => {
        scoreTerm(term, weight, termScores);
        for (const kind of KINDS) {
          const previous = sums[kind];
          const next = new Map<number, number>();
          const { touched, values, count } = termScores[kind];
          for (let j = 0; j < count; j++) {
            const document = touched[j] as number;
            const sum = i === 0 ? 0 : previous.get(document);
            if (sum !== undefined) next.set(document, sum + (values[document] as number));
          }
          sums[kind] = next;
          clear(termScores[kind]);
        }
      });
    for (const kind of KINDS) sums[kind].forEach((sum, document) => setMax(slotScores[kind], document, sum / terms.length));
  }

  function slotWeight({ alternatives, factor = 1 }: Slot): number {
    if (alternatives.length === 0) return factor * inverseFrequency(1);
    return factor * Math.max(...alternatives.map(({ terms, weight }) => weight * Math.max(...terms.map(idfOf))));
  }

  return {
    score(slots) {
      clear(total.pages);
      clear(total.sections);
      coverage.pages.fill(0);
      coverage.sections.fill(0);
      const slotWeights = slots.map(slotWeight);
      slots.forEach(({ alternatives, factor = 1 }, i) => {
        for (const { terms, weight } of alternatives) {
          if (terms.length === 1) scoreTerm(terms[0] as number, factor * weight, slotScores);
          else scorePhrase({ terms, weight: factor * weight });
        }
        mergeSlot(slotScores.pages, total.pages, coverage.pages, slotWeights[i] as number);
        mergeSlot(slotScores.sections, total.sections, coverage.sections, slotWeights[i] as number);
      });
      const totalWeight = slotWeights.reduce((sum, weight) => sum + weight, 0);
      return { ...total, pageCoverage: coverage.pages, sectionCoverage: coverage.sections, slotWeights, totalWeight };
    },
  };
}

// Selects the best pages from the scores, each with its best sections.

export interface RankedSection {
  section: number;
  score: number;
}

export interface RankedPage {
  page: number;
  score: number;
  /** The best sections that match, best first. */
  sections: RankedSection[];
}

/** Compares for sorting: the highest score first, and equal scores in the order of the site. */
export function byScore(
  a: { score: number; page?: number; section?: number },
  b: { score: number; page?: number; section?: number },
): number {
  // The difference of the scores would be a new heap number in each of thousands of comparisons.
  if (a.score !== b.score) return a.score < b.score ? 1 : -1;
  return (a.page ?? a.section ?? 0) - (b.page ?? b.section ?? 0);
}

/** Whether a page passes the filters. */
export function passesFilters(page: SearchPage, filters: SearchFilters): boolean {
  if (filters.language !== undefined && filters.language !== page.language) return false;
  if (filters.accepts?.(page) === false) return false;
  return filters.tags === undefined || filters.tags.length === 0 || filters.tags.some((tag) => page.tags.includes(tag));
}

/** Returns the factor of a score for the share of the query's weight that a document covers. */
function coverageFactor({ totalWeight }: Scores, covered: number): number {
  return BLEND.coverageFloor + ((1 - BLEND.coverageFloor) * covered) / Math.max(totalWeight, 1e-9);
}

function sectionScore(scores: Scores, section: number): number {
  return (scores.sections.values[section] as number) * coverageFactor(scores, scores.sectionCoverage[section] as number);
}

function bestSections(index: Index, scores: Scores, page: number, count: number): RankedSection[] {
  const sections: RankedSection[] = [];
  const end = index.firstSection[page + 1] as number;
  for (let section = index.firstSection[page] as number; section < end; section++) {
    const score = sectionScore(scores, section);
    if (score > 0) sections.push({ section, score });
  }
  return sections.sort(byScore).slice(0, count);
}

/** Larger than any score: it is added to put a page at the top of the list, and subtracted again. */
const NAMED_BONUS = 1e6;

/** Collects the `size` best pages. The list is sorted and truncated whenever it reaches twice the size. */
function createTopPages(size: number): { offer(page: number, score: number): void; best(): { page: number; score: number }[] } {
  let list: { page: number; score: number }[] = [];
  let threshold = -Infinity;
  const cut = (): void => {
    list = list.sort(byScore).slice(0, size);
    if (list.length === size) threshold = (list.at(-1) as { score: number }).score;
  };
  return {
    offer(page, score) {
      if (score < threshold) return;
      list.push({ page, score });
      if (list.length >= 2 * size) cut();
    },
    best() {
      cut();
      return list;
    },
  };
}

/**
 * Returns the pages that cover enough of the query: a page with only a common word is not a result if a page of `among`
 * contains most of the query.
 */
function withEnoughCoverage({ pageCoverage }: Scores, pages: readonly number[], among: readonly number[] = pages): number[] {
  const maxCoverage = among.reduce((max, page) => Math.max(max, pageCoverage[page] as number), 0);
  return pages.filter((page) => (pageCoverage[page] as number) >= MIN_COVERAGE * maxCoverage);
}

interface PageRanking {
  filters: SearchFilters | undefined;
  /** Maximum number of pages. */
  size: number;
  /** Maximum number of sections of each page. */
  sectionsPerPage: number;
  /** Returns the weight of a group. */
  weightOf: (group: string) => number;
  /** Pages whose name is the query; they come first. */
  namedPages: ReadonlySet<number>;
}

/** Returns the `size` best pages that pass the filters, best first, and all pages that match, in no order. */
export function rankPages(
  index: Index,
  scores: Scores,
  { filters, size, sectionsPerPage, weightOf, namedPages }: PageRanking,
): { pages: RankedPage[]; matching: number[] } {
  const bestSectionScores = new Float32Array(index.pages.length);
  for (let i = 0; i < scores.sections.count; i++) {
    const section = scores.sections.touched[i] as number;
    const page = index.pageOf[section] as number;
    const score = sectionScore(scores, section);
    if (score > (bestSectionScores[page] as number)) bestSectionScores[page] = score;
  }
  const touched = Array.from(scores.pages.touched.subarray(0, scores.pages.count));
  const passing = filters === undefined ? touched : touched.filter((page) => passesFilters(index.pages[page] as SearchPage, filters));
  // Compare with all pages, so that a filter finds as many pages as its label counts; if no page is left, compare with those that pass the filter.
  const covering = withEnoughCoverage(scores, passing, touched);
  const matching = covering.length > 0 ? covering : withEnoughCoverage(scores, passing);
  const topPages = createTopPages(size);
  for (const page of matching) {
    const { group } = index.pages[page] as SearchPage;
    const own = (scores.pages.values[page] as number) * coverageFactor(scores, scores.pageCoverage[page] as number);
    const bonus = namedPages.has(page) ? NAMED_BONUS : 0;
    topPages.offer(page, bonus + (BLEND.page * own + BLEND.section * (bestSectionScores[page] as number)) * weightOf(group));
  }
  const pages = topPages.best().map(({ page, score }) => ({
    page,
    score: namedPages.has(page) ? score - NAMED_BONUS : score,
    sections: bestSections(index, scores, page, sectionsPerPage),
  }));
  return { pages, matching };
}
