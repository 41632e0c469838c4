/** BM25F over pages and over sections in one pass through the postings. */
import type { Index } from './decode-index.ts';
import { LABEL, PATH, TITLE, TRAIL } from './index-format.ts';
import type { Alternative, Slot } from './read-query.ts';
import { visitPostings } from './visit-postings.ts';
import { BM25, FIELD } from './weights.ts';

/** Numbers by document, most of them zero, with a list of those that are not. */
interface Sparse {
  values: Float32Array;
  touched: number[];
}

function createSparse(size: number): Sparse {
  return { values: new Float32Array(size), touched: [] };
}

function add(sparse: Sparse, document: number, value: number): void {
  if (sparse.values[document] === 0) sparse.touched.push(document);
  (sparse.values[document] as number) += value;
}

function raise(sparse: Sparse, document: number, value: number): void {
  const before = sparse.values[document] as number;
  if (before === 0) sparse.touched.push(document);
  if (value > before) sparse.values[document] = value;
}

function clear(sparse: Sparse): void {
  for (const document of sparse.touched) sparse.values[document] = 0;
  sparse.touched.length = 0;
}

export interface Scores {
  /** BM25F of each touched page and section. */
  pages: Sparse;
  sections: Sparse;
  /** Sum of the weights of the slots that a page or section holds. */
  pageCover: Float32Array;
  sectionCover: Float32Array;
  /** Weight of each slot: the rarity of the rarest word that may fill it; of unknown words the rarest possible. */
  slotWeights: number[];
  totalWeight: number;
}

export interface Scorer {
  /** The result is reused by the next call. */
  score(slots: readonly Slot[]): Scores;
}

/** Average of the lengths that are not zero: most sections have no code, and one that has some is not long for that. */
function averageLength(lengths: ArrayLike<number>): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < lengths.length; i++) {
    sum += lengths[i] as number;
    if (lengths[i] !== 0) count++;
  }
  return Math.max(1, sum / Math.max(1, count));
}

/** 1 over the length factor of BM25 for each document: 1 at average length, less for longer ones. */
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

const nameWeight = (fields: number): number =>
  (fields & TITLE ? FIELD.title : 0) +
  (fields & PATH ? FIELD.path : 0) +
  (fields & LABEL ? FIELD.label : 0) +
  (fields & TRAIL ? FIELD.trail : 0);

const KINDS = ['pages', 'sections'] as const;

export function createScorer(index: Index): Scorer {
  const sectionCount = index.pageOf.length;
  const pageCount = index.pages.length;
  const sectionText = lengthFactors(index.textLengths, BM25.textLength);
  const sectionCode = lengthFactors(index.codeLengths, BM25.codeLength);
  const pageText = lengthFactors(pageLengths(index, index.textLengths), BM25.textLength);
  const pageCode = lengthFactors(pageLengths(index, index.codeLengths), BM25.codeLength);
  const pageFrequency = createSparse(pageCount);
  const own = { pages: createSparse(pageCount), sections: createSparse(sectionCount) };
  const part = { pages: createSparse(pageCount), sections: createSparse(sectionCount) };
  const total = { pages: createSparse(pageCount), sections: createSparse(sectionCount) };
  const covers = { pages: new Float32Array(pageCount), sections: new Float32Array(sectionCount) };

  const rarity = (frequency: number): number => Math.log(1 + (sectionCount - frequency + 0.5) / (frequency + 0.5));

  /** A term is as rare as it is among sections, or among page names where it stands in names only. */
  const rarityOf = (term: number): number =>
    rarity(Math.max(index.sections.counts[term] as number, index.pagesByTerm.counts[term] as number, 1));

  function scoreTerm(term: number, weight: number, into: { pages: Sparse; sections: Sparse }): void {
    const factor = weight * rarityOf(term);
    visitPostings(index.pagesByTerm, term, (page, fields) => add(pageFrequency, page, nameWeight(fields)));
    visitPostings(index.sections, term, (section, packed) => {
      const page = index.pageOf[section] as number;
      const heading = (packed & 3) * FIELD.heading;
      const text = ((packed >> 2) & 15) * FIELD.text;
      const code = (packed >> 6) * FIELD.code;
      const frequency = heading + text * (sectionText[section] as number) + code * (sectionCode[section] as number);
      raise(into.sections, section, (factor * frequency) / (BM25.k1 + frequency));
      add(
        pageFrequency,
        page,
        Math.min(heading, FIELD.heading * 2) + text * (pageText[page] as number) + code * (pageCode[page] as number),
      );
    });
    for (const page of pageFrequency.touched) {
      const frequency = pageFrequency.values[page] as number;
      raise(into.pages, page, (factor * frequency) / (BM25.k1 + frequency));
    }
    clear(pageFrequency);
  }

  /** Several terms that must all be there: documents with all of them get the mean of their scores. */
  function scorePhrase({ terms, weight }: Alternative): void {
    const sums = { pages: new Map<number, number>(), sections: new Map<number, number>() };
    // The rarest first: of the others only documents count that hold it.
    terms
      .toSorted((a, b) => rarityOf(b) - rarityOf(a) || a - b)
      .forEach((term, i) => {
        scoreTerm(term, weight, part);
        for (const kind of KINDS) {
          const before = sums[kind];
          const holding = new Map<number, number>();
          for (const document of part[kind].touched) {
            const sum = i === 0 ? 0 : before.get(document);
            if (sum !== undefined) holding.set(document, sum + (part[kind].values[document] as number));
          }
          sums[kind] = holding;
          clear(part[kind]);
        }
      });
    for (const kind of KINDS) sums[kind].forEach((sum, document) => raise(own[kind], document, sum / terms.length));
  }

  function slotWeight({ alternatives }: Slot): number {
    if (alternatives.length === 0) return rarity(1);
    return Math.max(...alternatives.map(({ terms, weight }) => weight * Math.max(...terms.map(rarityOf))));
  }

  return {
    score(slots) {
      clear(total.pages);
      clear(total.sections);
      covers.pages.fill(0);
      covers.sections.fill(0);
      const slotWeights = slots.map(slotWeight);
      slots.forEach(({ alternatives }, i) => {
        for (const alternative of alternatives) {
          if (alternative.terms.length === 1) scoreTerm(alternative.terms[0] as number, alternative.weight, own);
          else scorePhrase(alternative);
        }
        for (const kind of KINDS) {
          for (const document of own[kind].touched) {
            add(total[kind], document, own[kind].values[document] as number);
            (covers[kind][document] as number) += slotWeights[i] as number;
          }
          clear(own[kind]);
        }
      });
      const totalWeight = slotWeights.reduce((sum, weight) => sum + weight, 0);
      return { ...total, pageCover: covers.pages, sectionCover: covers.sections, slotWeights, totalWeight };
    },
  };
}
