/** BM25F over pages and over sections in one pass through the postings. */
import { ALIAS, type Field, LABEL, PATH, TITLE, TRAIL } from '../index-file/format.ts';
import { type Index } from '../index-file/read.ts';
import type { SearchFilters, SearchPage } from '../types.ts';
import type { Alternative, Slot } from './query.ts';
import { BLEND, BM25, FIELD, MIN_COVERAGE, LIMIT } from './weights.ts';

/** A sparse vector: numbers by document, with a list of the nonzero ones. */
export interface Sparse {
  values: Float32Array;
  /** The first `count` entries are the documents with a number. */
  touched: Uint32Array;
  count: number;
}

function createSparse(size: number): Sparse {
  return { values: new Float32Array(size), touched: new Uint32Array(size), count: 0 };
}

function add(sparse: Sparse, document: number, value: number): void {
  if (sparse.values[document] === 0) sparse.touched[sparse.count++] = document;
  (sparse.values[document] as number) += value;
}

function raise(sparse: Sparse, document: number, value: number): void {
  const before = sparse.values[document] as number;
  if (before === 0) sparse.touched[sparse.count++] = document;
  if (value > before) sparse.values[document] = value;
}

function clear(sparse: Sparse): void {
  for (let i = 0; i < sparse.count; i++) sparse.values[sparse.touched[i] as number] = 0;
  sparse.count = 0;
}

/** Adds the scores of one slot to those of the query and its weight to the cover of each matching document, and clears them. */
function gather(own: Sparse, total: Sparse, cover: Float32Array, weight: number): void {
  for (let i = 0; i < own.count; i++) {
    const document = own.touched[i] as number;
    add(total, document, own.values[document] as number);
    (cover[document] as number) += weight;
  }
  clear(own);
}

export interface Scores {
  /** BM25F of each touched page and section. */
  pages: Sparse;
  sections: Sparse;
  /** Sum of the weights of the slots that a page or section contains. */
  pageCover: Float32Array;
  sectionCover: Float32Array;
  /** Weight of each slot: the rarity of the rarest word that may fill it; the maximum rarity for unknown words. */
  slotWeights: number[];
  totalWeight: number;
}

export interface Scorer {
  /** The result is reused by the next call. */
  score(slots: readonly Slot[]): Scores;
}

/** Average of the lengths that are not zero: most sections have no code, so zeros would make every section with code count as long. */
function averageLength(lengths: ArrayLike<number>): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < lengths.length; i++) {
    sum += lengths[i] as number;
    if (lengths[i] !== 0) count++;
  }
  return Math.max(1, sum / Math.max(1, count));
}

/** The inverse of the BM25 length factor of each document: 1 at average length, less for longer ones. */
function lengthFactors(lengths: ArrayLike<number>, b: number): Float32Array {
  const average = averageLength(lengths);
  return Float32Array.from({ length: lengths.length }, (_, i) => 1 / (1 - b + (b * (lengths[i] as number)) / average));
}

function pageLengths(index: Index, lengths: Uint16Array): number[] {
  return index.pages.map((_, page) => {
    let sum = 0;
    for (let section = index.firstSection[page] as number; section < (index.firstSection[page + 1] as number); section++)
      sum += lengths[section] as number;
    return sum;
  });
}

const isIn = (value: number, { most }: Field): boolean => (value & most) !== 0;

const nameWeight = (value: number): number =>
  (isIn(value, TITLE) ? FIELD.title : 0) +
  (isIn(value, PATH) ? FIELD.path : 0) +
  (isIn(value, LABEL) ? FIELD.label : 0) +
  (isIn(value, TRAIL) ? FIELD.trail : 0) +
  (isIn(value, ALIAS) ? FIELD.alias : 0);

const KINDS = ['pages', 'sections'] as const;

export function createScorer(index: Index): Scorer {
  const sectionCount = index.pageOf.length;
  const pageCount = index.pages.length;
  const sectionText = lengthFactors(index.textLengths, BM25.textLength);
  const sectionCode = lengthFactors(index.codeLengths, BM25.codeLength);
  const pageText = lengthFactors(pageLengths(index, index.textLengths), BM25.textLength);
  const pageCode = lengthFactors(pageLengths(index, index.codeLengths), BM25.codeLength);
  const pageFrequency = createSparse(pageCount);
  /** Sections with the term in an authored question that the pass through the section postings has not reached. */
  const asked = createSparse(sectionCount);
  const own = { pages: createSparse(pageCount), sections: createSparse(sectionCount) };
  const part = { pages: createSparse(pageCount), sections: createSparse(sectionCount) };
  const total = { pages: createSparse(pageCount), sections: createSparse(sectionCount) };
  const covers = { pages: new Float32Array(pageCount), sections: new Float32Array(sectionCount) };

  const rarity = (frequency: number): number => Math.log(1 + (sectionCount - frequency + 0.5) / (frequency + 0.5));

  /** The rarity of a term among sections, or among page names if it occurs only in names. */
  const rarityOf = (term: number): number =>
    rarity(
      Math.max(index.sections.counts[term] as number, index.questions.counts[term] as number, index.pagesByTerm.counts[term] as number, 1),
    );

  function scoreTerm(term: number, weight: number, into: { pages: Sparse; sections: Sparse }): void {
    const factor = weight * rarityOf(term);
    const { pagesByTerm, questions, sections } = index;
    for (let i = pagesByTerm.starts[term] as number; i < (pagesByTerm.starts[term + 1] as number); i++)
      add(pageFrequency, pagesByTerm.documents[i] as number, nameWeight(pagesByTerm.values[i] as number));
    for (let i = questions.starts[term] as number; i < (questions.starts[term + 1] as number); i++)
      add(asked, questions.documents[i] as number, FIELD.question);
    for (let i = sections.starts[term] as number; i < (sections.starts[term + 1] as number); i++) {
      const section = sections.documents[i] as number;
      const counts = sections.values[i] as number;
      const page = index.pageOf[section] as number;
      const heading = (counts & 3) * FIELD.heading + (asked.values[section] as number);
      asked.values[section] = 0;
      const text = ((counts >> 2) & 15) * FIELD.text;
      const code = (counts >> 6) * FIELD.code;
      const frequency = heading + text * (sectionText[section] as number) + code * (sectionCode[section] as number);
      raise(into.sections, section, (factor * frequency) / (BM25.k1 + frequency));
      const ofPage = Math.min(heading, FIELD.heading * 2) + text * (pageText[page] as number) + code * (pageCode[page] as number);
      add(pageFrequency, page, ofPage);
    }
    for (let i = 0; i < asked.count; i++) {
      const section = asked.touched[i] as number;
      const frequency = asked.values[section] as number;
      if (frequency === 0) continue;
      raise(into.sections, section, (factor * frequency) / (BM25.k1 + frequency));
      add(pageFrequency, index.pageOf[section] as number, frequency);
    }
    clear(asked);
    for (let i = 0; i < pageFrequency.count; i++) {
      const page = pageFrequency.touched[i] as number;
      const frequency = pageFrequency.values[page] as number;
      raise(into.pages, page, (factor * frequency) / (BM25.k1 + frequency));
    }
    clear(pageFrequency);
  }

  /** Scores several terms that must all be present: documents with all of them get the mean of their scores. */
  function scorePhrase({ terms, weight }: Alternative): void {
    const sums = { pages: new Map<number, number>(), sections: new Map<number, number>() };
    // Start with the rarest term, because the other terms only matter in documents that contain it.
    terms
      .toSorted((a, b) => rarityOf(b) - rarityOf(a) || a - b)
      .forEach((term, i) => {
        scoreTerm(term, weight, part);
        for (const kind of KINDS) {
          const before = sums[kind];
          const sumsOfBoth = new Map<number, number>();
          const { touched, values, count } = part[kind];
          for (let j = 0; j < count; j++) {
            const document = touched[j] as number;
            const sum = i === 0 ? 0 : before.get(document);
            if (sum !== undefined) sumsOfBoth.set(document, sum + (values[document] as number));
          }
          sums[kind] = sumsOfBoth;
          clear(part[kind]);
        }
      });
    for (const kind of KINDS) sums[kind].forEach((sum, document) => raise(own[kind], document, sum / terms.length));
  }

  function slotWeight({ alternatives, share = 1 }: Slot): number {
    if (alternatives.length === 0) return share * rarity(1);
    return share * Math.max(...alternatives.map(({ terms, weight }) => weight * Math.max(...terms.map(rarityOf))));
  }

  return {
    score(slots) {
      clear(total.pages);
      clear(total.sections);
      covers.pages.fill(0);
      covers.sections.fill(0);
      const slotWeights = slots.map(slotWeight);
      slots.forEach(({ alternatives, share = 1 }, i) => {
        for (const { terms, weight } of alternatives) {
          if (terms.length === 1) scoreTerm(terms[0] as number, share * weight, own);
          else scorePhrase({ terms, weight: share * weight });
        }
        gather(own.pages, total.pages, covers.pages, slotWeights[i] as number);
        gather(own.sections, total.sections, covers.sections, slotWeights[i] as number);
      });
      const totalWeight = slotWeights.reduce((sum, weight) => sum + weight, 0);
      return { ...total, pageCover: covers.pages, sectionCover: covers.sections, slotWeights, totalWeight };
    },
  };
}

// The first ranking: selects the best pages from the scores, each with its best sections.

export interface RankedSection {
  section: number;
  score: number;
}

export interface RankedPage {
  page: number;
  score: number;
  /** Sections that match, best first. */
  sections: RankedSection[];
}

/** Best first; equal scores in the order of the site. */
export function byScore(
  a: { score: number; page?: number; section?: number },
  b: { score: number; page?: number; section?: number },
): number {
  // Returning the difference would allocate a heap number in each of thousands of comparisons.
  if (a.score !== b.score) return a.score < b.score ? 1 : -1;
  return (a.page ?? a.section ?? 0) - (b.page ?? b.section ?? 0);
}

/** Whether a page passes the filters. */
export function passes(page: SearchPage, filters: SearchFilters): boolean {
  if (filters.language !== undefined && filters.language !== page.language) return false;
  if (filters.accepts?.(page) === false) return false;
  return filters.tags === undefined || filters.tags.length === 0 || filters.tags.some((tag) => page.tags.includes(tag));
}

/** The factor of a score for the share of the query's weight that is covered. */
function shareOf({ totalWeight }: Scores, covered: number): number {
  return BLEND.coverageFloor + ((1 - BLEND.coverageFloor) * covered) / Math.max(totalWeight, 1e-9);
}

function sectionScore(scores: Scores, section: number): number {
  return (scores.sections.values[section] as number) * shareOf(scores, scores.sectionCover[section] as number);
}

function bestSections(index: Index, scores: Scores, page: number): RankedSection[] {
  const sections: RankedSection[] = [];
  const end = index.firstSection[page + 1] as number;
  for (let section = index.firstSection[page] as number; section < end; section++) {
    const score = sectionScore(scores, section);
    if (score > 0) sections.push({ section, score });
  }
  return sections.sort(byScore).slice(0, LIMIT.sectionsPerPage);
}

/** Larger than any score: added to put a page into the list, and subtracted again. */
const NAMED = 1e6;

/** Keeps the best items of a stream: the list is sorted and cut whenever it has doubled. */
function createShortList(size: number): { offer(page: number, score: number): void; best(): { page: number; score: number }[] } {
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

/** The pages that cover enough of the query: a page with only a common word does not match if another page of `among` contains most of the query. */
function coveringEnough({ pageCover }: Scores, pages: readonly number[], among: readonly number[] = pages): number[] {
  const maxCoverage = among.reduce((most, page) => Math.max(most, pageCover[page] as number), 0);
  return pages.filter((page) => (pageCover[page] as number) >= MIN_COVERAGE * maxCoverage);
}

/** The `size` best pages that pass the filters, and all pages that match, in no order. Pages that are `named` come first. */
export function rankPages(
  index: Index,
  scores: Scores,
  filters: SearchFilters | undefined,
  size: number,
  weightOf: (group: string) => number,
  named: ReadonlySet<number>,
): { pages: RankedPage[]; matching: number[] } {
  const bestOf = new Float32Array(index.pages.length);
  for (let i = 0; i < scores.sections.count; i++) {
    const section = scores.sections.touched[i] as number;
    const page = index.pageOf[section] as number;
    const score = sectionScore(scores, section);
    if (score > (bestOf[page] as number)) bestOf[page] = score;
  }
  const touched = Array.from(scores.pages.touched.subarray(0, scores.pages.count));
  const passing = filters === undefined ? touched : touched.filter((page) => passes(index.pages[page] as SearchPage, filters));
  // Compare with all pages, so that a filter finds as many pages as were counted without it; compare with the filtered pages if none is left.
  const strong = coveringEnough(scores, passing, touched);
  const matching = strong.length > 0 ? strong : coveringEnough(scores, passing);
  const shortList = createShortList(size);
  for (const page of matching) {
    const about = index.pages[page] as SearchPage;
    const own = (scores.pages.values[page] as number) * shareOf(scores, scores.pageCover[page] as number);
    const lead = named.has(page) ? NAMED : 0;
    shortList.offer(page, lead + (BLEND.page * own + BLEND.section * (bestOf[page] as number)) * weightOf(about.group));
  }
  const pages = shortList
    .best()
    .map(({ page, score }) => ({ page, score: named.has(page) ? score - NAMED : score, sections: bestSections(index, scores, page) }));
  return { pages, matching };
}
