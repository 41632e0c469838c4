/** Whether the sections found hold an answer: a small logistic regression over what can be measured (D7). */
import type { Verdict } from '#contract.ts';
import type { WeighedRetrieval } from '#retrieve/retrieve.ts';
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

/** @param threshold least probability at which a question is answered: the option `sectionsMatchThreshold` */
export function judge(retrieval: WeighedRetrieval, threshold = 0.5, weights: GateWeights = DEFAULT_GATE): Verdict {
  const probability = isJudged(retrieval) ? probabilityOf(featuresOf(retrieval), weights) : 0;
  return { answerable: probability > 0 && probability >= threshold, probability };
}

/** Weights of the gate. A site sets its own with the option `gate`; `npm run evaluate -- assistant --fit` fits them. */

export interface GateWeights {
  bias: number;
  features: Features;
}

/** For sites without weights of their own; fitted to the questions of two documentation sites. */
export const DEFAULT_GATE: GateWeights = {
  bias: -4.8,
  features: {
    together: 1.68,
    inPageName: 1.36,
    inHeading: 1.45,
    held: 1.18,
    heaviestHeld: -1.26,
    missing: -1.63,
    corrected: -0.33,
    exact: 0.81,
    foreignName: -1.64,
    agreement: 0.81,
    rarity: -0.75,
    length: 0.74,
    lone: -0.5,
    lacksFact: -0.47,
    verbatim: 0.89,
    headingAsked: 1.35,
    authoredAsked: 1.05,
    authoredCovers: 1.83,
    heldTogether: 0.76,
    score: 1.21,
    known: 1.56,
    terms: 0.78,
    strange: -0.66,
    namesProduct: -0.64,
    story: 0.86,
    storyTogether: 1.15,
    storyMissing: -0.86,
  },
};
