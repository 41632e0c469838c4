/** Fits the weights on the development questions, and cross-validates the gate: each half is judged with weights from the other half. */
import { join } from 'node:path';
import {
  FEATURES,
  type Features,
  featuresOf,
  type GateWeights,
  isDecidedByWeights,
  probabilityOf,
  termsOfQuestion,
} from '@quire/assistant/gate/judge.ts';
import { productTerms, type ProductTerms, type Product } from '@quire/assistant/product.ts';
import { type RankingFeatures, RANKING_FEATURES } from '@quire/assistant/retrieve/rerank.ts';
import { retrieve, measureRetrieval } from '@quire/assistant/retrieve/retrieve.ts';
import { termReaderOf } from '@quire/assistant/retrieve/terms.ts';
import { type SearchEngine, type SearchRecord, plainText } from '@quire/search';
import { splitQuestions, type UnanswerableQuestion, type AnswerableQuestion } from './questions.ts';

export interface FittingSite extends RankingSite {
  name: string;
}

export interface Fit {
  /** From the questions of all sites, unless it was given. */
  ranking: RankingFeatures;
  /** From the project's own site, whose authors wrote questions for its sections. */
  ownGate: GateWeights;
  /** From all sites: for a site without weights, which may not have authored questions. */
  defaultGate: GateWeights;
  /** Of each half, judged by weights from the other half alone. */
  rates: { site: string; half: number; kind: string; answerableRefused: number; unanswerableRefused: number }[];
}

const RIDGE_PENALTY = 0.0003;
/**
 * Weight of the answerable questions in the fit; the others have the rest. It is above one half, because most readers ask what the pages
 * answer. With that of the project's own site, its gate refuses fewer than 5 % of the short answerable questions, and 8 % of those in own words.
 */
const ANSWERABLE_WEIGHT = { own: 0.56, default: 0.52 };
type Gate = keyof typeof ANSWERABLE_WEIGHT;
const THRESHOLD = 0.5;
const SECTIONS = 10;

/** A question with the features of its retrieval and its terms; null if the gate refuses it without evaluating them. */
type Measurement = { features: Features; terms: readonly string[] } | null;

function measure(engine: SearchEngine, text: string, product: ProductTerms, ranking: RankingFeatures): Measurement {
  const retrieval = retrieve(engine, { text, conversation: [] }, { count: SECTIONS, product, weights: ranking });
  if (!isDecidedByWeights(retrieval)) return null;
  return { features: featuresOf(retrieval), terms: termsOfQuestion(retrieval.questionText, retrieval.terms) };
}

const round = (value: number): number => Math.round(value * 100) / 100;

interface JudgedSample {
  features: Features;
  terms: readonly string[];
  positive: boolean;
  /** Questions that were written together are in the same fold, or in two neighboring ones, because their authors share words. */
  fold: number;
}

const FOLDS = 8;
/** A term of fewer questions has no weight. */
const MIN_QUESTIONS = 3;
/** Number of questions with average terms that are added to those with a term, so that a rare one has little evidence. */
const AVERAGE_QUESTIONS = 5;
/** Maximum evidence of a term. */
const MAX_EVIDENCE = 2;
/** A term with a smaller weight is left out. */
const MIN_TERM_WEIGHT = 0.05;

/** Returns the evidence of each term for an answer: the logarithm of how much more often it is in positive samples than in others. */
export function termEvidence(samples: readonly Pick<JudgedSample, 'terms' | 'positive'>[]): Map<string, number> {
  const counts = new Map<string, [negative: number, positive: number]>();
  const totals: [negative: number, positive: number] = [0, 0];
  for (const { terms, positive } of samples) {
    totals[positive ? 1 : 0]++;
    for (const term of terms) {
      const count = counts.get(term) ?? [0, 0];
      count[positive ? 1 : 0]++;
      counts.set(term, count);
    }
  }
  const share = (count: number, total: number): number => count / total + AVERAGE_QUESTIONS / samples.length;
  return new Map(
    [...counts].flatMap(([term, [negative, positive]]): [string, number][] => {
      const evidence = Math.log(share(positive, totals[1]) / share(negative, totals[0]));
      return negative + positive < MIN_QUESTIONS ? [] : [[term, Math.max(-MAX_EVIDENCE, Math.min(MAX_EVIDENCE, evidence))]];
    }),
  );
}

const evidenceOf = (terms: readonly string[], evidence: ReadonlyMap<string, number>): number =>
  terms.reduce((sum, term) => sum + (evidence.get(term) ?? 0), 0);

/** Fits the weights of the features, and one for the evidence of the terms. The evidence for each sample is that of the samples in other folds. */
function fitSamples(samples: readonly JudgedSample[], answerableWeight: number, hasTerms: boolean): GateWeights {
  const evidenceOfOthers = hasTerms
    ? Array.from({ length: FOLDS }, (_, fold) => termEvidence(samples.filter((sample) => sample.fold !== fold)))
    : [];
  const values = samples.map(({ features, terms, fold, positive }) => {
    const evidence = evidenceOfOthers[fold];
    return { values: [...FEATURES.map((name) => features[name]), evidence === undefined ? 0 : evidenceOf(terms, evidence)], positive };
  });
  const [bias = 0, ...weights] = fitLogistic(values, RIDGE_PENALTY, answerableWeight);
  const ofEvidence = weights[FEATURES.length] ?? 0;
  const terms = [...(hasTerms ? termEvidence(samples) : [])]
    .map(([term, evidence]): [string, number] => [term, round(ofEvidence * evidence)])
    .filter(([, weight]) => Math.abs(weight) >= MIN_TERM_WEIGHT)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const features = Object.fromEntries(FEATURES.map((name, i) => [name, round(weights[i] ?? 0)])) as Features;
  return { bias: round(bias), features, terms: Object.fromEntries(terms) };
}

const refusedShare = (measured: readonly Measured[], weights: GateWeights): number =>
  measured.filter(({ measurement: one }) => one === null || probabilityOf(one.features, one.terms, weights) < THRESHOLD).length /
  Math.max(1, measured.length);

const HALVES = ['fitting', 'heldBack'] as const;
type Half = (typeof HALVES)[number];

interface Measured {
  kind: string;
  measurement: Measurement;
}

interface MeasuredSite {
  name: string;
  answerable: Record<Half, Measured[]>;
  unanswerable: Record<Half, Measured[]>;
}

function measureSite(
  { name, engine, answerable, product }: FittingSite,
  unanswerable: readonly UnanswerableQuestion[],
  ranking: RankingFeatures,
): MeasuredSite {
  const terms = productTerms(product, termReaderOf(engine.analyzer));
  const measureHalf = (questions: readonly { q: string; kind: string }[]): Measured[] =>
    questions.map(({ q, kind }) => ({ kind: kind === 'own-words' ? kind : 'short', measurement: measure(engine, q, terms, ranking) }));
  const measureHalves = (questions: readonly { q: string; kind: string }[]): Record<Half, Measured[]> => {
    const { fitting, heldBack } = splitQuestions(questions);
    return { fitting: measureHalf(fitting), heldBack: measureHalf(heldBack) };
  };
  return { name, answerable: measureHalves(answerable), unanswerable: measureHalves(unanswerable) };
}

/**
 * Only the weights of the project's own site include those of terms, because the questions for other sites have other words.
 * @param sites the project's own site first
 */
function fitGate(gate: Gate, sites: readonly MeasuredSite[], halves: readonly Half[]): GateWeights {
  const samples = (gate === 'own' ? sites.slice(0, 1) : sites).flatMap((site) =>
    (['answerable', 'unanswerable'] as const).flatMap((which) =>
      halves.flatMap((half) =>
        site[which][half].flatMap(({ measurement }, i, all): JudgedSample[] =>
          measurement === null ? [] : [{ ...measurement, positive: which === 'answerable', fold: Math.floor((i * FOLDS) / all.length) }],
        ),
      ),
    ),
  );
  return fitSamples(samples, ANSWERABLE_WEIGHT[gate], gate === 'own');
}

/**
 * Fits the order of the sections, and then the gate over that order.
 * @param sites the project's own site first
 * @param ranking weights of the order; default: fitted to the questions of all sites
 */
export function fitWeights(
  sites: readonly [FittingSite, ...FittingSite[]],
  unanswerable: readonly UnanswerableQuestion[],
  ranking: RankingFeatures = fitRanking(sites),
): Fit {
  const measured = sites.map((site) => measureSite(site, unanswerable, ranking));
  const rates = measured.flatMap((site, i) =>
    HALVES.flatMap((half, j) => {
      const weights = fitGate(i === 0 ? 'own' : 'default', measured, [HALVES[1 - j] as Half]);
      return ['short', 'own-words'].map((kind) => {
        const ofKind = (all: readonly Measured[]): Measured[] => all.filter((one) => one.kind === kind);
        return {
          site: site.name,
          half: j + 1,
          kind,
          answerableRefused: refusedShare(ofKind(site.answerable[half]), weights),
          unanswerableRefused: refusedShare(ofKind(site.unanswerable[half]), weights),
        };
      });
    }),
  );
  return { ranking, ownGate: fitGate('own', measured, HALVES), defaultGate: fitGate('default', measured, HALVES), rates };
}

const ROOT = join(import.meta.dirname, '../..');

const GENERATED_NOTE = '`npm run evaluate -- assistant --fit` writes this file.';

const objectOf = (values: Readonly<Record<string, number>>, indent: string): string =>
  `{\n${Object.entries(values)
    .map(([name, value]) => `${indent}  ${name}: ${value},\n`)
    .join('')}${indent}}`;
const gateText = ({ bias, features }: GateWeights, terms: string): string =>
  `{\n  bias: ${bias},\n  features: ${objectOf(features, '  ')},\n  terms${terms},\n};\n`;

/** The modules that contain the weights: those of the project's own site, and the defaults of the assistant. */
export function weightsModules({ ranking, ownGate, defaultGate }: Omit<Fit, 'rates'>): { file: string; text: string }[] {
  return [
    {
      file: join(ROOT, 'website/gate-weights.ts'),
      text: `import terms from './gate-terms.json' with { type: 'json' };\n\n/** Weights of the assistant's refusal gate. ${GENERATED_NOTE} */\nexport const gateWeights = ${gateText(ownGate, '')}`,
    },
    { file: join(ROOT, 'website/gate-terms.json'), text: `${JSON.stringify(ownGate.terms, null, 2)}\n` },
    {
      file: join(ROOT, 'packages/assistant/src/fitted-weights.ts'),
      text: [
        "import type { GateWeights } from '#gate/judge.ts';\nimport type { RankingFeatures } from '#retrieve/rerank.ts';\n",
        `/** Weights of the reranking of sections. ${GENERATED_NOTE} */`,
        `export const RANKING_WEIGHTS: RankingFeatures = ${objectOf(ranking, '')};\n`,
        `/** The refusal gate of sites without weights of their own. */\nexport const DEFAULT_GATE: GateWeights = ${gateText(defaultGate, ': {}')}`,
      ].join('\n'),
    },
  ];
}

// Logistic regression with Newton's method. A ridge penalty applies to all weights except the bias.

export interface Sample {
  values: readonly number[];
  positive: boolean;
}

const STEPS = 30;

/** Solves a small system of linear equations with Gaussian elimination. The matrix must be positive definite. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] as number]);
  const size = rows.length;
  for (let pivot = 0; pivot < size; pivot++) {
    const own = rows[pivot] as number[];
    for (let i = pivot + 1; i < size; i++) {
      const row = rows[i] as number[];
      const factor = (row[pivot] as number) / (own[pivot] as number);
      for (let j = pivot; j <= size; j++) row[j] = (row[j] as number) - factor * (own[j] as number);
    }
  }
  const solution: number[] = Array.from({ length: size }, () => 0);
  for (let i = size - 1; i >= 0; i--) {
    const row = rows[i] as number[];
    const known = solution.reduce((sum, value, j) => (j > i ? sum + value * (row[j] as number) : sum), 0);
    solution[i] = ((row[size] as number) - known) / (row[i] as number);
  }
  return solution;
}

/**
 * @param positiveWeight weight of all positive samples together; the negative ones have the rest of 1
 * @returns the bias, followed by a weight for each value. The result is deterministic.
 */
export function fitLogistic(samples: readonly Sample[], ridge: number, positiveWeight = 0.5): number[] {
  const positives = samples.filter(({ positive }) => positive).length;
  const size = (samples[0]?.values.length ?? 0) + 1;
  let weights: number[] = Array.from({ length: size }, () => 0);
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight, j) => (j === 0 ? 0 : -ridge * weight));
    const hessian = weights.map((_, j) => weights.map((__, k) => (j === k ? (j === 0 ? 1e-9 : ridge) : 0)));
    for (const { values, positive } of samples) {
      const x = [1, ...values];
      const share = positive ? positiveWeight / positives : (1 - positiveWeight) / (samples.length - positives);
      const probability = 1 / (1 + Math.exp(-x.reduce((sum, value, j) => sum + value * (weights[j] as number), 0)));
      const error = (positive ? 1 : 0) - probability;
      for (let j = 0; j < size; j++) {
        gradient[j] = (gradient[j] as number) + share * error * (x[j] as number);
        const row = hessian[j] as number[];
        for (let k = 0; k < size; k++)
          row[k] = (row[k] as number) + share * probability * (1 - probability) * (x[j] as number) * (x[k] as number);
      }
    }
    const change = solve(hessian, gradient);
    weights = weights.map((weight, j) => weight + (change[j] as number));
  }
  return weights;
}

// The weights of the reranking: a softmax over the candidates of each question, in which the sections that answer it are the positives.

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
const RANKING_RIDGE_PENALTY = 0.003;
const RANKING_STEPS = 250;
/** Parameters of the Adam optimizer: step size, step size of the last 30 % of the steps, and decay rates of the mean and the variance. */
const ADAM = { step: 0.08, lastSteps: 0.015, mean: 0.9, variance: 0.999 };

/** A section that the search found for a question. */
interface Candidate {
  /** In the order of `RANKING_FEATURES`. */
  features: number[];
  hasFacts: boolean;
  isRelevant: boolean;
}

interface RankingSite {
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
  const gradient = weights.map((weight) => -2 * RANKING_RIDGE_PENALTY * weight);
  for (const candidates of questions) {
    const scores = candidates.map(({ features }) => features.reduce((sum, value, j) => sum + value * (weights[j] as number), 0));
    const probabilities = softmax(scores);
    addGradient(gradient, candidates, probabilities, ({ hasFacts }) => hasFacts, 1 / questions.length);
    addGradient(gradient, candidates, probabilities, ({ isRelevant }) => isRelevant, RELEVANT_PAGE_WEIGHT / questions.length);
  }
  return gradient;
}

/** Fits the weights by gradient ascent with the Adam optimizer. The result is deterministic. */
function fitRanking(sites: readonly RankingSite[]): RankingFeatures {
  const questions = sites.flatMap(candidatesOf).filter((candidates) => candidates.some(({ isRelevant }) => isRelevant));
  const weights: number[] = RANKING_FEATURES.map((name) => MANUAL_WEIGHTS[name] ?? 0);
  const mean = weights.map(() => 0);
  const variance = weights.map(() => 0);
  for (let step = 1; step <= RANKING_STEPS; step++) {
    const gradient = gradientOf(questions, weights);
    const stepSize = step < RANKING_STEPS * 0.7 ? ADAM.step : ADAM.lastSteps;
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
