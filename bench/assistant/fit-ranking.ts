/** Fits the weights of the reranking: a softmax over the candidates of each question, in which the sections that answer it are the positives. */
import { type Product, productTerms } from '@quire/assistant/product.ts';
import { RANKING_FEATURES, type RankingFeatures } from '@quire/assistant/retrieve/rerank.ts';
import { measureRetrieval } from '@quire/assistant/retrieve/retrieve.ts';
import { termReaderOf } from '@quire/assistant/retrieve/terms.ts';
import { type SearchEngine, type SearchRecord, plainText } from '@quire/search';
import type { AnswerableQuestion } from './questions.ts';

/**
 * Weights that are set by hand, because too few of the questions depend on them:
 * - A list of pages must not rank above the page that it recommends (`recommended`, `directory`).
 * - The first section of the page about a term defines the term (`openingForWhatIs`, `openingTitleForWhatIs`).
 * - A capitalized name is not the common word with the same spelling (`capitalizedNames`).
 * - The same question as an authored one has the answer of its author (`authoredSimilarity`, `authoredIsSame`).
 * - A section about errors does not answer a question that mentions none, and a question about a symptom prefers one (`unaskedErrors`, `errorsForSymptom`).
 */
const MANUAL_WEIGHTS: Partial<RankingFeatures> = {
  recommended: 2,
  directory: -2,
  openingForWhatIs: 1.4,
  openingTitleForWhatIs: 1.4,
  capitalizedNames: 1,
  authoredSimilarity: 2.5,
  authoredIsSame: 8,
  unaskedErrors: -2,
  errorsForSymptom: 1.5,
};

/** Weight of the objective "the section is on a relevant page", relative to "the section also contains the facts". Not every question lists facts. */
const RELEVANT_PAGE_WEIGHT = 1;
const RIDGE_PENALTY = 0.003;
const STEPS = 250;
/** Parameters of the Adam optimizer: step size, step size of the last 30 % of the steps, and decay rates of the mean and the variance. */
const ADAM = { step: 0.08, lastSteps: 0.015, mean: 0.9, variance: 0.999 };

/** A section that the search found for a question. */
interface Candidate {
  /** In the order of `RANKING_FEATURES`. */
  features: number[];
  hasFacts: boolean;
  isRelevant: boolean;
}

export interface RankingSite {
  engine: SearchEngine;
  product: Product;
  answerable: readonly AnswerableQuestion[];
}

/** Returns the candidates of each question. */
function candidatesOf(site: RankingSite): Candidate[][] {
  const product = productTerms(site.product, termReaderOf(site.engine.analyzer));
  return site.answerable.map(({ q, relevant, facts = [] }) =>
    measureRetrieval(site.engine, { text: q, conversation: [] }, { count: 10, product }).map(({ found: { record }, features }) => {
      const isRelevant = relevant.includes(record.page.path);
      const text = textOf(record);
      return {
        features: RANKING_FEATURES.map((name) => features[name]),
        isRelevant,
        hasFacts: isRelevant && facts.length > 0 && facts.every((fact) => fact.test(text)),
      };
    }),
  );
}

const textOf = ({ heading, text, marked = text, code }: SearchRecord): string => [heading, plainText(marked), ...code].join('\n');

/** Adds the gradient of the log-likelihood that one of the positive candidates of a question ranks first, multiplied by `factor`. */
function addGradient(
  gradient: number[],
  candidates: readonly Candidate[],
  probabilities: readonly number[],
  isPositive: (candidate: Candidate) => boolean,
  factor: number,
): void {
  const ofPositives = probabilities.reduce((sum, probability, i) => sum + (isPositive(candidates[i] as Candidate) ? probability : 0), 0);
  if (ofPositives === 0) return;
  candidates.forEach((candidate, i) => {
    const { features } = candidate;
    const probability = probabilities[i] as number;
    const residual = factor * ((isPositive(candidate) ? probability / ofPositives : 0) - probability);
    for (let j = 0; j < features.length; j++) gradient[j] = (gradient[j] as number) + residual * (features[j] as number);
  });
}

function softmax(scores: readonly number[]): number[] {
  const max = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - max));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** Returns the gradient of the regularized log-likelihood of all questions. */
function gradientOf(questions: readonly (readonly Candidate[])[], weights: readonly number[]): number[] {
  const gradient = weights.map((weight) => -2 * RIDGE_PENALTY * weight);
  for (const candidates of questions) {
    const scores = candidates.map(({ features }) => features.reduce((sum, value, j) => sum + value * (weights[j] as number), 0));
    const probabilities = softmax(scores);
    addGradient(gradient, candidates, probabilities, ({ hasFacts }) => hasFacts, 1 / questions.length);
    addGradient(gradient, candidates, probabilities, ({ isRelevant }) => isRelevant, RELEVANT_PAGE_WEIGHT / questions.length);
  }
  return gradient;
}

/** Fits the weights by gradient ascent with the Adam optimizer. The result is deterministic. */
export function fitRanking(sites: readonly RankingSite[]): RankingFeatures {
  const questions = sites.flatMap(candidatesOf).filter((candidates) => candidates.some(({ isRelevant }) => isRelevant));
  const weights: number[] = RANKING_FEATURES.map((name) => MANUAL_WEIGHTS[name] ?? 0);
  const mean = weights.map(() => 0);
  const variance = weights.map(() => 0);
  for (let step = 1; step <= STEPS; step++) {
    const gradient = gradientOf(questions, weights);
    const stepSize = step < STEPS * 0.7 ? ADAM.step : ADAM.lastSteps;
    RANKING_FEATURES.forEach((name, j) => {
      if (MANUAL_WEIGHTS[name] !== undefined) return;
      const slope = gradient[j] as number;
      mean[j] = ADAM.mean * (mean[j] as number) + (1 - ADAM.mean) * slope;
      variance[j] = ADAM.variance * (variance[j] as number) + (1 - ADAM.variance) * slope * slope;
      const update =
        (mean[j] as number) / (1 - ADAM.mean ** step) / (Math.sqrt((variance[j] as number) / (1 - ADAM.variance ** step)) + 1e-9);
      weights[j] = (weights[j] as number) + stepSize * update;
    });
  }
  return Object.fromEntries(RANKING_FEATURES.map((name, j) => [name, Math.round((weights[j] as number) * 100) / 100])) as RankingFeatures;
}
