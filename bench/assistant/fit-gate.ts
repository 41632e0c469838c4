/** Fits the gate's weights on the development questions, and tells how each half does by the weights of the other. */
import { join } from 'node:path';

import { FEATURES, featuresOf, type Features } from '@quire/assistant/gate/features.ts';
import { type GateWeights, isJudged, probabilityOf } from '@quire/assistant/gate/judge.ts';
import { productTerms, type Product, type ProductTerms } from '@quire/assistant/product.ts';
import { retrieve } from '@quire/assistant/retrieve/retrieve.ts';
import type { SearchEngine } from '@quire/search';

import { fitLogistic } from './logistic.ts';
import { splitQuestions, type AnswerableQuestion, type UnanswerableQuestion } from './questions.ts';

/** A site to fit on: weights that fit one site alone would say more about it than about questions. */
export interface FittingSite {
  name: string;
  engine: SearchEngine;
  product: Product;
  answerable: AnswerableQuestion[];
  /** Questions that the site's own authors wrote for its sections: fitted on, and not counted in the rates. */
  authored: string[];
}

export interface Fit {
  /** From all questions. */
  weights: GateWeights;
  /** Of each half, judged by weights from the other half alone. */
  rates: { site: string; half: number; answerableRefused: number; unanswerableRefused: number }[];
}

const RIDGE = 0.002;
const THRESHOLD = 0.5;
const SECTIONS = 10;

/** The features of a question's retrieval; null where the gate refuses without looking at them. */
function measure(engine: SearchEngine, text: string, product: ProductTerms): Features | null {
  const retrieval = retrieve(engine, { text, conversation: [] }, { count: SECTIONS, product });
  return isJudged(retrieval) ? featuresOf(retrieval) : null;
}

const round = (value: number): number => Math.round(value * 100) / 100;

function fitSamples(answerable: readonly (Features | null)[], unanswerable: readonly (Features | null)[]): GateWeights {
  const samples = [
    ...answerable.map((features) => ({ features, positive: true })),
    ...unanswerable.map((features) => ({ features, positive: false })),
  ].flatMap(({ features, positive }) => (features === null ? [] : [{ values: FEATURES.map((name) => features[name]), positive }]));
  const [bias = 0, ...weights] = fitLogistic(samples, RIDGE);
  return { bias: round(bias), features: Object.fromEntries(FEATURES.map((name, i) => [name, round(weights[i] ?? 0)])) as Features };
}

const refusedShare = (features: readonly (Features | null)[], weights: GateWeights): number =>
  features.filter((one) => one === null || probabilityOf(one, weights) < THRESHOLD).length / Math.max(1, features.length);

const HALVES = ['fitting', 'heldBack'] as const;
type Half = (typeof HALVES)[number];

export function fitGate(sites: readonly FittingSite[], unanswerable: readonly UnanswerableQuestion[]): Fit {
  const measured = sites.map(({ name, engine, answerable, authored, product }) => {
    const terms = productTerms(product);
    const measureHalves = (questions: readonly { q: string }[]): Record<Half, (Features | null)[]> => {
      const { fitting, heldBack } = splitQuestions(questions);
      const features = ({ q }: { q: string }): Features | null => measure(engine, q, terms);
      return { fitting: fitting.map(features), heldBack: heldBack.map(features) };
    };
    return {
      name,
      answerable: measureHalves(answerable),
      authored: measureHalves(authored.map((q) => ({ q }))),
      unanswerable: measureHalves(unanswerable),
    };
  });
  const weightsOf = (...halves: Half[]): GateWeights =>
    fitSamples(
      measured.flatMap(({ answerable, authored }) => halves.flatMap((half) => [...answerable[half], ...authored[half]])),
      measured.flatMap(({ unanswerable: refused }) => halves.flatMap((half) => refused[half])),
    );
  const judgedBy = { fitting: weightsOf('heldBack'), heldBack: weightsOf('fitting') };
  const rates = measured.flatMap((site) =>
    HALVES.map((half, i) => ({
      site: site.name,
      half: i + 1,
      answerableRefused: refusedShare(site.answerable[half], judgedBy[half]),
      unanswerableRefused: refusedShare(site.unanswerable[half], judgedBy[half]),
    })),
  );
  const weights = weightsOf(...HALVES);
  return { weights, rates };
}

const ROOT = join(import.meta.dirname, '../..');

/** The modules that hold the weights: those of the project's own site, and the default of other sites. Each begins as it is written here. */
export const WEIGHTS_FILES: readonly { file: string; beginning: string }[] = [
  {
    file: join(ROOT, 'website/gate-weights.ts'),
    beginning:
      "/** Weights of the assistant's refusal gate. `npm run evaluate -- assistant --fit` writes this file. */\nexport const gateWeights = ",
  },
  {
    file: join(ROOT, 'packages/assistant/src/gate/default-gate.ts'),
    beginning:
      "import type { GateWeights } from './judge.ts';\n\n/** For sites without weights of their own. `npm run evaluate -- assistant --fit` writes this file. */\nexport const DEFAULT_GATE: GateWeights = ",
  },
];

/** The text of such a module. */
export function weightsModule(beginning: string, { bias, features }: GateWeights): string {
  const lines = FEATURES.map((name) => `    ${name}: ${features[name]},\n`);
  return `${beginning}{\n  bias: ${bias},\n  features: {\n${lines.join('')}  },\n};\n`;
}
