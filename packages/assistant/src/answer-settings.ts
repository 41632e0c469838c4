/** The options of the plugin that decide how questions are answered, as settings of an assistant. */
import type { AnswerSettings } from './contract.ts';
import type { GateWeights } from '#gate/judge.ts';

/** JSON-serializable: the browser reads these from `assistant.json` where no server answers. */
export interface AnswerOptions {
  iDontKnowMessage: string;
  sectionsMatchCount: number;
  sectionsMatchThreshold: number;
  /** Null: the product is called as the site is. */
  productNames: readonly string[] | null;
  brands: readonly string[];
  commands: readonly string[];
  gate: GateWeights;
}

export interface AnsweringSite {
  baseUrl: string;
  title?: string | undefined;
  docSet?: { prefix: string } | undefined;
}

export function answerSettings(options: AnswerOptions, { baseUrl, title, docSet }: AnsweringSite): AnswerSettings {
  const { iDontKnowMessage, sectionsMatchCount, sectionsMatchThreshold, productNames, brands, commands, gate } = options;
  const names = productNames ?? (title === undefined ? [] : [title]);
  const settings = { iDontKnowMessage, sectionsMatchCount, sectionsMatchThreshold, baseUrl, product: { names, brands, commands }, gate };
  return docSet === undefined ? settings : { ...settings, prefix: docSet.prefix };
}

/** The options alone, without the rest of a configuration that has them. */
export function answerOptions(config: AnswerOptions): AnswerOptions {
  const { iDontKnowMessage, sectionsMatchCount, sectionsMatchThreshold, productNames, brands, commands, gate } = config;
  return { iDontKnowMessage, sectionsMatchCount, sectionsMatchThreshold, productNames, brands, commands, gate };
}
