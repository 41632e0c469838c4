/** Fits the ranking weights: a softmax over the sections found for a question, in which the sections that answer it are the positives. */
import { type Product, productTerms } from '@quire/assistant/product.ts';
import { RANKING_FEATURES, type RankingFeatures } from '@quire/assistant/retrieve/rerank.ts';
import { measureRetrieval } from '@quire/assistant/retrieve/retrieve.ts';
import { type SearchEngine, type SearchRecord, plainText } from '@quire/search';
import type { AnswerableQuestion } from './questions.ts';

/**
 * Weights that are set by hand, because few of the questions depend on them: a list of pages must not rank above the page that
 * it recommends, the first section of the page about a term defines it, a name is not the common word that is spelled like it, an exact match with an
 * authored question decides, and a section about errors does not answer a question that names none.
 */
const BY_HAND: Partial<RankingFeatures> = {
  recommended: 2,
  directory: -2,
  openingForWhatIs: 1.4,
  openingTitleForWhatIs: 1.4,
  capitalizedNames: 1,
  authoredSimilarity: 1.4,
  authoredIsSame: 8,
  unaskedErrors: -2,
};

/** Weight of "the section is on a relevant page", relative to "the section contains the facts". Not every question lists facts. */
const OF_PAGE = 1;
const RIDGE = 0.003;
const STEPS = 250;
/** Hyperparameters of the Adam optimizer: step sizes, and decay rates of the mean and the variance. */
const RATE = { step: 0.08, lastSteps: 0.015, mean: 0.9, variance: 0.999 };

interface Candidate {
  values: number[];
  hasFacts: boolean;
  isRelevant: boolean;
}

export interface RankingSite {
  engine: SearchEngine;
  product: Product;
  answerable: readonly AnswerableQuestion[];
}

function candidatesOf(site: RankingSite): Candidate[][] {
  const product = productTerms(site.product);
  return site.answerable.map(({ q, relevant, facts = [] }) =>
    measureRetrieval(site.engine, { text: q, conversation: [] }, { count: 10, product }).map(({ found: { record }, features }) => {
      const isRelevant = relevant.includes(record.page.path);
      const text = textOf(record);
      return {
        values: RANKING_FEATURES.map((name) => features[name]),
        isRelevant,
        hasFacts: isRelevant && facts.length > 0 && facts.every((fact) => fact.test(text)),
      };
    }),
  );
}

const textOf = ({ heading, text, marked = text, code }: SearchRecord): string => [heading, plainText(marked), ...code].join('\n');

/** Adds the gradient of the log-likelihood that one of the positive candidates ranks first. */
function addGradient(
  gradient: number[],
  values: readonly number[][],
  chances: readonly number[],
  right: readonly boolean[],
  share: number,
): void {
  const ofRight = chances.reduce((sum, chance, i) => sum + (right[i] === true ? chance : 0), 0);
  if (ofRight === 0) return;
  values.forEach((one, i) => {
    const chance = chances[i] as number;
    const pull = share * ((right[i] === true ? chance / ofRight : 0) - chance);
    for (let j = 0; j < one.length; j++) gradient[j] = (gradient[j] as number) + pull * (one[j] as number);
  });
}

function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** Fits the weights by gradient ascent. The result is deterministic. */
export function fitRanking(sites: readonly RankingSite[]): RankingFeatures {
  const questions = sites.flatMap(candidatesOf).filter((candidates) => candidates.some(({ isRelevant }) => isRelevant));
  const weights: number[] = RANKING_FEATURES.map((name) => BY_HAND[name] ?? 0);
  const mean = weights.map(() => 0);
  const variance = weights.map(() => 0);
  for (let step = 1; step <= STEPS; step++) {
    const gradient = weights.map((weight) => -2 * RIDGE * weight);
    for (const candidates of questions) {
      const values = candidates.map((candidate) => candidate.values);
      const chances = softmax(values.map((one) => one.reduce((sum, value, j) => sum + value * (weights[j] as number), 0)));
      const facts = candidates.map(({ hasFacts }) => hasFacts);
      const pages = candidates.map(({ isRelevant }) => isRelevant);
      addGradient(gradient, values, chances, facts, 1 / questions.length);
      addGradient(gradient, values, chances, pages, OF_PAGE / questions.length);
    }
    const rate = step < STEPS * 0.7 ? RATE.step : RATE.lastSteps;
    RANKING_FEATURES.forEach((name, j) => {
      if (BY_HAND[name] !== undefined) return;
      const slope = gradient[j] as number;
      mean[j] = RATE.mean * (mean[j] as number) + (1 - RATE.mean) * slope;
      variance[j] = RATE.variance * (variance[j] as number) + (1 - RATE.variance) * slope * slope;
      const moved =
        (mean[j] as number) / (1 - RATE.mean ** step) / (Math.sqrt((variance[j] as number) / (1 - RATE.variance ** step)) + 1e-9);
      weights[j] = (weights[j] as number) + rate * moved;
    });
  }
  return Object.fromEntries(RANKING_FEATURES.map((name, j) => [name, Math.round((weights[j] as number) * 100) / 100])) as RankingFeatures;
}
