/** Whether the sections found hold an answer: a small logistic regression over what can be measured (D7). */
import type { Verdict } from '#contract.ts';
import type { WeighedRetrieval } from '#retrieve/retrieve.ts';
import { DEFAULT_GATE } from '#fitted-weights.ts';
import { bestTexts, FEATURES, type Features, featuresOf, lacksPastDate, matterOf } from './features.ts';
import { intentOf, isChatter } from './intent.ts';

/** 0 to 1: how sure the weights are of an answer. */
export function probabilityOf(features: Features, { bias, features: weights }: GateWeights): number {
  const sum = FEATURES.reduce((total, name) => total + weights[name] * features[name], bias);
  return 1 / (1 + Math.exp(-sum));
}

/** Whether there is anything to judge: a question, with a word to look for, for which something was found. */
export function isJudged({ asked, question, words, evidence }: WeighedRetrieval): boolean {
  if (evidence.length === 0 || matterOf(words).length === 0 || isChatter(question.searchText)) return false;
  return intentOf(asked) === 'question' && !lacksPastDate(asked, bestTexts(evidence));
}

const BOTH_DEFINED = 0.6;

/** @param threshold least probability at which a question is answered: the option `sectionsMatchThreshold` */
export function judge(retrieval: WeighedRetrieval, threshold = 0.5, weights: GateWeights = DEFAULT_GATE): Verdict {
  const measured = isJudged(retrieval) ? probabilityOf(featuresOf(retrieval), weights) : 0;
  // Pages that define both of two things say what their difference is.
  const probability = measured > 0 && retrieval.definitions !== undefined ? Math.max(measured, BOTH_DEFINED) : measured;
  return { answerable: probability > 0 && probability >= threshold, probability };
}

/** Weights of the gate. A site sets its own with the option `gate`; `npm run evaluate -- assistant --fit` fits them. */
export interface GateWeights {
  bias: number;
  features: Features;
}
