/** `npm run evaluate -- assistant`: asks a site's own assistant judged questions, or fits its weights. */
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { answerSettings } from '@quire/assistant/answer-settings.ts';
import type { AnswerSettings } from '@quire/assistant/contract.ts';
import { createAssistant } from '@quire/assistant/create-assistant.ts';
import { assistantSchema } from '@quire/assistant/config.ts';
import { RANKING_WEIGHTS } from '@quire/assistant/fitted-weights.ts';
import type { AssistantPlugin } from '@quire/assistant/plugin.ts';
import type { RankingFeatures } from '@quire/assistant/retrieve/rerank.ts';
import { loadConfig } from '@quire/engine/config/load.ts';
import { type SearchEngine, type SearchRecord, createSearchEngine, decodeIndex } from '@quire/search';
import { encodeIndex } from '@quire/search/indexing';
import { TREE_CONFIG, treeExists } from '../real-tree.ts';
import { knownQueries, openSiteSearch } from '../search/evaluate-site.ts';
import { evaluateAssistant, GOALS, missedGoals, type AssistantReport, CONCURRENT_READERS, type Latency } from './evaluate.ts';
import { fitWeights, type Fit, type FittingSite, weightsModules } from './fit-weights.ts';
import { ANSWERABLE, parseAnswerable, parseUnanswerable, readQuestions, UNANSWERABLE } from './questions.ts';

const OWN_CONFIG = join(import.meta.dirname, '../../website/site.config.ts');

interface AssistantEvaluation {
  /** Whether all goals are reached. */
  kept: boolean;
  missed: string[];
  site: string;
  pages: number;
  sections: number;
  /** Questions none of whose routes is a page of the site. */
  leftOut: number;
  report: AssistantReport;
}

interface FitEvaluation {
  /** Whether each half of the questions reaches the goals on the project's own site with weights from the other half. */
  kept: boolean;
  fit: Fit;
}

export interface EvaluationOptions {
  config?: string | undefined;
  questions?: string | undefined;
  unanswerable?: string | undefined;
  /** Fits the weights of the ranking and the gate on the development questions and writes them, instead of evaluating. */
  fit?: boolean | undefined;
  /** Does the same for the gate alone, over the ranking in use. */
  'fit-gate'?: boolean | undefined;
}

/** @throws Error if a file of questions cannot be read, or if no page of the site answers any of its questions */
export async function evaluateSite(options: EvaluationOptions): Promise<AssistantEvaluation | FitEvaluation> {
  if (options.fit === true) return fitAndWrite();
  if (options['fit-gate'] === true) return fitAndWrite(RANKING_WEIGHTS);
  const { config = OWN_CONFIG, questions = ANSWERABLE, unanswerable = UNANSWERABLE } = options;
  const asked = await readQuestions(questions, '--questions', parseAnswerable);
  const refused = await readQuestions(unanswerable, '--unanswerable', parseUnanswerable);
  const { records, pages, engine, settings } = await openAssistedSite(config);
  const { known, leftOut } = knownQueries(asked, records);
  if (known.length === 0)
    throw new Error(`None of the questions of ${questions} is answered by a page of ${config}: name another site with --config.`);
  const report = await evaluateAssistant(createAssistant({ engine, settings }), records, known, refused);
  const missed = missedGoals(report.rates);
  return { kept: missed.length === 0, missed, site: nameOf(config), pages, sections: records.length, leftOut, report };
}

/** Fits the weights of the project's own site and, with the real tree if it is available, the defaults of other sites. */
async function fitAndWrite(ranking?: RankingFeatures): Promise<FitEvaluation> {
  const asked = await readQuestions(ANSWERABLE, '--questions', parseAnswerable);
  const refused = await readQuestions(UNANSWERABLE, '--unanswerable', parseUnanswerable);
  const openSite = async (config: string): Promise<FittingSite> => {
    const { records, engine, settings } = await openAssistedSite(config);
    return { name: nameOf(config), engine, product: settings.product, answerable: knownQueries(asked, records).known };
  };
  const fit = fitWeights([await openSite(OWN_CONFIG), ...(treeExists() ? [await openSite(TREE_CONFIG)] : [])], refused, ranking);
  for (const { file, text } of weightsModules(fit)) await writeFile(file, text);
  const own = fit.rates.filter(({ site }) => site === nameOf(OWN_CONFIG));
  const kept = own.every(
    (half) => half.unanswerableRefused >= GOALS.unanswerableRefused && half.answerableRefused <= GOALS.answerableRefused,
  );
  return { kept, fit };
}

interface AssistedSite {
  records: SearchRecord[];
  pages: number;
  engine: SearchEngine;
  settings: AnswerSettings;
}

/** Opens a site with the assistant settings of its configuration, or with the defaults if it does not configure the assistant. */
async function openAssistedSite(config: string): Promise<AssistedSite> {
  const { plugins, title } = await loadConfig(config, {});
  const plugin = plugins.find((one): one is AssistantPlugin => one.name === 'assistant');
  const { records, options, pages } = await openSiteSearch(config);
  const settings = answerSettings(plugin?.config ?? assistantSchema.parse({}), { baseUrl: '/', title });
  return { records, pages, engine: createSearchEngine(decodeIndex(encodeIndex(records, options))), settings };
}

const nameOf = (config: string): string => (config === TREE_CONFIG ? 'the real documentation tree' : relative(process.cwd(), config));

export function describeEvaluation(evaluation: AssistantEvaluation | FitEvaluation): string {
  if ('fit' in evaluation) return describeFit(evaluation.fit);
  const { site, pages, sections, leftOut, report, missed } = evaluation;
  return [
    `Asked: ${site}`,
    `${pages} pages, ${sections} sections; ${leftOut} more questions ask for pages that this site does not have`,
    '',
    describeReport(report),
    ...(missed.length > 0 ? missed.map((goal) => `Goal missed: ${goal}`) : ['All goals reached.']),
    '',
  ].join('\n');
}

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
const ms = (value: number): string => `${value.toFixed(1)} ms`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

function latencyRow(readers: number, { referencesP50, referencesP95, firstTextP50, firstTextP95 }: Latency): string[] {
  return [String(readers), ...[referencesP50, referencesP95, firstTextP50, firstTextP95].map(ms)];
}

export function describeReport({ rates, refusedByKind, ratesByKind, alone, together, failures }: AssistantReport): string {
  return [
    ...table(
      ['measure', 'value'],
      [
        [`answerable questions (${rates.answerable}) refused`, percent(rates.answerableRefused)],
        [`unanswerable questions (${rates.unanswerable}) refused`, percent(rates.unanswerableRefused)],
        ['answers that cite a relevant page first', percent(rates.relevantFirst)],
        [`answers that contain all facts (of ${rates.withFacts} questions)`, percent(rates.factsContained)],
        ['citations that lead to a relevant page', percent(rates.citationPrecision)],
        ['citations that lead to a section', percent(rates.citationsResolve)],
        ['quoted word for word from the cited section', percent(rates.groundedness)],
      ],
    ),
    '',
    ...table(
      ['readers at once', 'references p50', 'p95', 'first sentence p50', 'p95'],
      [latencyRow(1, alone), latencyRow(CONCURRENT_READERS, together)],
    ),
    '',
    ...table(
      ['answerable, kind', 'refused', 'relevant page first', 'all facts'],
      Object.entries(ratesByKind).map(([kind, { answerableRefused, relevantFirst, factsContained }]) => [
        kind,
        ...[answerableRefused, relevantFirst, factsContained].map(percent),
      ]),
    ),
    '',
    ...table(
      ['unanswerable, kind', 'refused'],
      Object.entries(refusedByKind).map(([kind, refused]) => [kind, percent(refused)]),
    ),
    '',
    ...failures.map(({ what, q, kind, detail }) => `  ${what} (${kind}): ${q}\n       ${detail}`),
    '',
  ].join('\n');
}

function describeFit(fit: Fit): string {
  const rows = fit.rates.map(({ site, half, kind, answerableRefused, unanswerableRefused }) => {
    return [site, String(half), kind, percent(answerableRefused), percent(unanswerableRefused)];
  });
  return [
    ...table(['site', 'half, judged by the other', 'kind', 'answerable refused', 'unanswerable refused'], rows),
    '',
    `Written: ${weightsModules(fit)
      .map(({ file }) => relative(process.cwd(), file))
      .join(' and ')}`,
    '',
  ].join('\n');
}
