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
import { productTerms, type ProductTerms } from '@quire/assistant/product.ts';
import type { RankingFeatures } from '@quire/assistant/retrieve/rerank.ts';
import { retrieve } from '@quire/assistant/retrieve/retrieve.ts';
import { termReaderOf } from '@quire/assistant/retrieve/terms.ts';
import type { SearchEngine } from '@quire/search';
import { fitRanking, type RankingSite } from './fit-ranking.ts';
import { splitQuestions, type UnanswerableQuestion } from './questions.ts';

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
