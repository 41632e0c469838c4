/** The assistant as a plugin of the engine: `plugins: [assistant()]`. */
import { join } from 'node:path';
import { validateWith } from '@quire/engine/config/validate.ts';
import type { Plugin, PluginConfig, PluginSite } from '@quire/engine/plugin.ts';
import { answerOptions, type AssistantFile } from './answer-settings.ts';
import type { AssistantClientData } from './browser/assistant-site.ts';
import { ASSISTANT_WORDS } from './assistant-words.ts';
import { type AssistantConfig, type AssistantOptions, assistantSchema } from './config.ts';

/** Keys are public; a site without keys uses this one, and its own server accepts any. */
const ANY_KEY = 'public';

/** The plugin with its validated options, for tools that ask the assistant of a site. */
export interface AssistantPlugin extends Plugin {
  config: AssistantConfig;
}

/**
 * Answers readers' questions from the documentation, and logs them.
 * @throws ConfigError that lists all invalid options
 */
export function assistant(options: AssistantOptions = {}): AssistantPlugin {
  const config = validateWith(assistantSchema, options, 'assistant()');
  const client = (file: string): string => join(import.meta.dirname, 'browser', file);
  return {
    name: 'assistant',
    config,
    root: import.meta.dirname,
    siteData: (site) => clientData(site, config),
    words: (site) => {
      const [texts, defaults] = [configurableTexts(site, config), configurableTexts(site, assistantSchema.parse({}))];
      const builtIn = texts.filter((text) => defaults.includes(text));
      return { builtIn: [...builtIn, ...ASSISTANT_WORDS], configured: texts.filter((text) => !defaults.includes(text)) };
    },
    files: (site) => ({
      '/assistant.json': JSON.stringify(assistantFile(site, config)),
      ...(site.isMain && sharedFiles(site, config)),
    }),
    client: {
      start: client('start-assistant.ts'),
      slots: client('ask-button.tsx'),
      criticalStyles: client('styles/ask-button.css'),
    },
    serve: async (context) => (await import('./server/index.ts')).openAssistantServices(context, config),
  };
}

/** Returns the files that are the same for all versions and languages. The browser fetches them without a prefix. */
function sharedFiles({ isDevelopment }: PluginSite, config: AssistantConfig): Record<string, string> {
  return {
    '/assistant-answers.json': JSON.stringify(answerOptions(config)),
    // The response on static hosts and in development, where authors see the question too. A server generates its own.
    ...(config.pageRatings !== null && { '/page-ratings.json': JSON.stringify({ isKept: isDevelopment }) }),
  };
}

/** Returns the texts that readers see and a site can configure. */
function configurableTexts(site: PluginConfig, config: AssistantConfig): string[] {
  const { dialog, iDontKnowMessage, pageRatings } = clientData(site, config);
  return [...Object.values(dialog), iDontKnowMessage, ...Object.values(pageRatings ?? {})];
}

function clientData({ title, customFields, search }: PluginConfig, config: AssistantConfig): AssistantClientData {
  const { iDontKnowMessage, model, temperature, topP, frequencyPenalty, presencePenalty, maxTokens } = config;
  const dialog = Object.entries(config.dialog).map(([key, text]) => [key, text.replaceAll('{title}', title)]);
  return {
    dialog: Object.fromEntries(dialog) as AssistantConfig['dialog'],
    provider: search?.provider === 'browser' ? 'browser' : 'server',
    projectKey: customFields.assistantProjectKey ?? ANY_KEY,
    queryLogKey: config.queryLog.key ?? ANY_KEY,
    pageRatings: config.pageRatings,
    iDontKnowMessage,
    model,
    temperature,
    topP,
    frequencyPenalty,
    presencePenalty,
    maxTokens,
    sectionsMatchCount: config.sectionsMatchCount,
    sectionsMatchThreshold: config.sectionsMatchThreshold,
  };
}

/** `assistant.json`: data that grows with the number of pages, which the dialog fetches when it opens. */
export function assistantFile(
  { docs, frontPaths }: Pick<PluginSite, 'docs' | 'frontPaths'>,
  { promptTemplate }: Pick<AssistantConfig, 'promptTemplate'>,
): AssistantFile {
  return {
    promptTemplate,
    documents: Object.fromEntries(docs.map(({ id, path, title }) => [id, [path, title]])),
    otherPages: frontPaths,
  };
}

export type { AssistantConfig, AssistantOptions } from './config.ts';
