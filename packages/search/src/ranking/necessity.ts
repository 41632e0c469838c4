/**
 * Learns from the authored questions how necessary each word of a question is: how often the section that answers a question with this
 * word contains the word itself. Words with a low necessity describe the situation of the reader, so a section without them may be an answer.
 */
import { ALIAS, type Field, LABEL, PATH, TITLE } from '../index-file/format.ts';
import type { Postings } from '../index-file/postings.ts';
import type { Index } from '../index-file/read.ts';
import { memoizeByObject } from '../memoize.ts';

export interface Necessity {
  /** Above 0 and below 1: the probability that a section that answers a question with this word contains it; 0.5 if there is no evidence. */
  necessity: number;
  /** How few sections have authored questions with this word, on a logarithmic scale: 1 for none, 0 for all; 0 if there is no evidence. */
  seldomAsked: number;
}

/** A site whose sections have fewer words in their authored questions has no evidence. A word counts once for each section. */
const MIN_ASKED_WORDS = 10_000;
/** Number of sections that the average of all words counts as, so that a word of few sections is close to it. */
const AVERAGE_COUNTS_AS = 4;

const NO_EVIDENCE: Necessity = { necessity: 0.5, seldomAsked: 0 };

/** The names of a page that belong to each of its sections. */
const NAMES: readonly Field[] = [TITLE, PATH, LABEL, ALIAS];
const NAMES_MASK = NAMES.reduce((mask, field) => mask | field.mask, 0);

/** Returns the documents with a term, in ascending order. */
function documentsWith({ starts, documents }: Postings, term: number): Uint32Array {
  return documents.subarray(starts[term], starts[term + 1]);
}

/** Returns the pages that have a term in their names. */
function pagesNamed({ starts, documents, values }: Postings, term: number): ReadonlySet<number> {
  const pages = new Set<number>();
  for (let i = starts[term] as number; i < (starts[term + 1] as number); i++)
    if (((values[i] as number) & NAMES_MASK) !== 0) pages.add(documents[i] as number);
  return pages;
}

/**
 * Counts the sections that have authored questions with a term, and that contain it in their text, in the names of their page, or in
 * another one of their authored questions.
 */
function countContaining({ questions, sections, pagesByTerm, pageOf }: Index, term: number): number {
  const texts = documentsWith(sections, term);
  const named = pagesNamed(pagesByTerm, term);
  let count = 0;
  let at = 0;
  for (let i = questions.starts[term] as number; i < (questions.starts[term + 1] as number); i++) {
    const section = questions.documents[i] as number;
    while (at < texts.length && (texts[at] as number) < section) at++;
    if (texts[at] === section || (questions.values[i] as number) > 1 || named.has(pageOf[section] as number)) count++;
  }
  return count;
}

const sumOf = (counts: Uint32Array): number => counts.reduce((sum, count) => sum + count, 0);

/**
 * Returns a function that returns the necessity of a word. Its argument is the terms of the index that are the word itself. Counting takes
 * linear time, and happens when the first text is analyzed.
 */
export const necessityOf = memoizeByObject((index: Index): ((terms: readonly number[]) => Necessity) => {
  const { pageOf, questions } = index;
  const asked = questions.counts;
  const total = sumOf(asked);
  if (total < MIN_ASKED_WORDS) return () => NO_EVIDENCE;
  const containing = asked.map((count, term) => (count === 0 ? 0 : countContaining(index, term)));
  // Between 0 and 1, so that no word is certain to be in a section or to be absent from it.
  const average = (sumOf(containing) + 1) / (total + 2);
  return (terms) => {
    let count = 0;
    let contained = 0;
    for (const term of terms) {
      if ((asked[term] as number) <= count) continue;
      count = asked[term] as number;
      contained = containing[term] as number;
    }
    return {
      necessity: (contained + AVERAGE_COUNTS_AS * average) / (count + AVERAGE_COUNTS_AS),
      seldomAsked: 1 - Math.log(1 + count) / Math.log(1 + pageOf.length),
    };
  };
});
