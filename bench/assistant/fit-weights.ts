/** Fits the weights on the development questions, and measures each half of them by the weights of the gate from the other half. */
import { join } from 'node:path';
import { FEATURES, type Features, featuresOf, type GateWeights, isJudged, probabilityOf } from '@quire/assistant/gate/judge.ts';
import { productTerms, type ProductTerms } from '@quire/assistant/product.ts';
import type { RankingFeatures } from '@quire/assistant/retrieve/rank-evidence.ts';
import { retrieve } from '@quire/assistant/retrieve/retrieve.ts';
import type { SearchEngine } from '@quire/search';
import { fitRanking, type RankingSite } from './fit-ranking.ts';
import { fitLogistic } from './logistic.ts';
import { splitQuestions, type UnanswerableQuestion } from './questions.ts';

/** A site to fit on: weights that fit one site alone would say more about it than about questions. */
export interface FittingSite extends RankingSite {
  name: string;
  /** Questions that the site's own authors wrote for its sections: fitted on, and not counted in the rates. */
  authored: string[];
}

export interface Fit {
  /** From all questions. */
  ranking: RankingFeatures;
  weights: GateWeights;
  /** Of each half, judged by weights from the other half alone. */
  rates: { site: string; half: number; answerableRefused: number; unanswerableRefused: number }[];
}

const RIDGE = 0.002;
const THRESHOLD = 0.5;
const SECTIONS = 10;

/** The features of a question's retrieval; null where the gate refuses without looking at them. */
function measure(engine: SearchEngine, text: string, product: ProductTerms, ranking: RankingFeatures): Features | null {
  const retrieval = retrieve(engine, { text, conversation: [] }, { count: SECTIONS, product, weights: ranking });
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

/** Fits the order of the sections, and then the gate over that order. */
export function fitWeights(sites: readonly FittingSite[], unanswerable: readonly UnanswerableQuestion[]): Fit {
  const ranking = fitRanking(sites);
  const measured = sites.map(({ name, engine, answerable, authored, product }) => {
    const terms = productTerms(product);
    const measureHalves = (questions: readonly { q: string }[]): Record<Half, (Features | null)[]> => {
      const { fitting, heldBack } = splitQuestions(questions);
      const features = ({ q }: { q: string }): Features | null => measure(engine, q, terms, ranking);
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
  return { ranking, weights: weightsOf(...HALVES), rates };
}

const ROOT = join(import.meta.dirname, '../..');

const WRITTEN = '`npm run evaluate -- assistant --fit` writes this file.';

const objectOf = (values: Readonly<Record<string, number>>, indent: string): string =>
  `{\n${Object.entries(values)
    .map(([name, value]) => `${indent}  ${name}: ${value},\n`)
    .join('')}${indent}}`;
const gateText = ({ bias, features }: GateWeights): string => `{\n  bias: ${bias},\n  features: ${objectOf(features, '  ')},\n};\n`;

/** The modules that hold the weights: those of the project's own site, and the defaults of the assistant. */
export function weightsModules({ ranking, weights }: Pick<Fit, 'ranking' | 'weights'>): { file: string; text: string }[] {
  return [
    {
      file: join(ROOT, 'website/gate-weights.ts'),
      text: `/** Weights of the assistant's refusal gate. ${WRITTEN} */\nexport const gateWeights = ${gateText(weights)}`,
    },
    {
      file: join(ROOT, 'packages/assistant/src/fitted-weights.ts'),
      text: [
        "import type { GateWeights } from '#gate/judge.ts';\nimport type { RankingFeatures } from '#retrieve/rank-evidence.ts';\n",
        `/** The order of the sections found. ${WRITTEN} */`,
        `export const RANKING_WEIGHTS: RankingFeatures = ${objectOf(ranking, '')};\n`,
        `/** The refusal gate of sites without weights of their own. */\nexport const DEFAULT_GATE: GateWeights = ${gateText(weights)}`,
      ].join('\n'),
    },
  ];
}
