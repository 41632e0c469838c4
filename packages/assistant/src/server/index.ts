/** The services of the assistant over HTTP: they answer questions, and store entries of the query log. */
import { loadOnce } from '@quire/search';
import type { PluginServices, ServiceContext } from '@quire/engine/plugin.ts';
import { errorLogEntry } from '@quire/engine/server/log.ts';
import type { OpenIndex } from '@quire/engine/server/routes/search.ts';
import { createConcurrencyLimiter, type Allowance, createRateLimit } from '@quire/engine/server/rate-limit.ts';
import { sameOrigin } from '@quire/engine/server/middleware.ts';
import { type AssistantConfig, type AssistantEnvironment, readAssistantEnvironment } from '#config.ts';
import type { Assistant } from '#contract.ts';
import type { QueryLog } from '#query-log/store.ts';
import { openQueryLog } from '#query-log/open-query-log.ts';
import { pageRatingsService } from '#query-log/page-ratings-service.ts';
import { queryLogService } from '#query-log/queries-service.ts';
import { createUnansweredSearches, searchesAgainService } from '#query-log/searches-service.ts';
import { completionsService } from './completions.ts';
import { type AssistantThread, openAssistant, openAssistantThread } from './open-assistant.ts';

/** @throws ConfigError if an environment variable of the assistant is invalid */
export async function openAssistantServices(context: ServiceContext, config: AssistantConfig): Promise<PluginServices> {
  const { manifest, index, counters, clientOf, log, now } = context;
  const environment = readAssistantEnvironment(context.env);
  const { chatModel } = environment;
  const onError = (error: unknown): void => log(errorLogEntry(error, now(), null));
  const main = index && (await openWithThread(context, index, inLanguage(config, manifest.searchWords), chatModel));
  const threads = main === null || main.thread === null ? [] : [main.thread];
  const queryLog = await openLog(context, config, environment);
  const unanswered = queryLog && createUnansweredSearches({ queryLog, counters, now, onError });
  const { baseUrl, url, assistantProjectKey: projectKey = null } = manifest;
  const { limits } = config;
  const questions = createRateLimit({
    counters,
    clientOf,
    perAddress: [perMinute('questions', limits.questionsPerMinute), perDay('questions-day', limits.questionsPerDay)],
    overall: perMinute('questions-overall', limits.questionsPerMinuteOverall),
    what: 'questions',
  });
  const answering = {
    projectKey,
    guards: [sameOrigin(url), questions.guard],
    admit: questions.admit,
    limiter: createConcurrencyLimiter({ perAddress: limits.answersAtATime, overall: limits.answersAtATimeOverall }),
    clientOf,
    log,
    now,
    onRefused(query: string): void {
      queryLog?.append({ time: now(), source: 'assistant', query, rating: null, outcome: 'refused' }).catch(onError);
    },
  };
  // Few readers ask about other versions and languages, so each assistant is opened by its first question.
  const ofDocSets = (context.docSets ?? []).map((set) => {
    const assistant = createLazyAssistant(async () => {
      const manifestOfSet = { ...manifest, searchIndex: set.indexName, searchWords: { ...set.words } };
      const contextOfSet = { ...context, manifest: manifestOfSet, indexFile: set.indexFile };
      const own = await openWithThread(contextOfSet, set.index, inLanguage(config, set.words), chatModel);
      if (own.thread !== null) threads.push(own.thread);
      return own.assistant;
    });
    return completionsService({ ...answering, assistant, baseUrl: `${baseUrl}${set.prefix.slice(1)}/` });
  });
  const entryLimit = createRateLimit({
    counters,
    clientOf,
    perAddress: [perMinute('log-entries', limits.logEntriesPerMinute), perDay('log-entries-day', limits.logEntriesPerDay)],
    what: 'entries',
  });
  const entries = { queryLog, baseUrl, log, now, guards: [sameOrigin(url), entryLimit.middleware] };
  return {
    services: [
      completionsService({ ...answering, assistant: main && main.assistant, baseUrl }),
      ...ofDocSets,
      ...(config.pageRatings === null ? [] : [pageRatingsService(entries)]),
      searchesAgainService(entries),
      queryLogService({ ...entries, key: config.queryLog.key, countEntry: entryLimit.consume }),
    ],
    ...(unanswered && { onSearch: unanswered.notice }),
    async close() {
      await unanswered?.finish();
      await Promise.all([queryLog?.close(), ...threads.map((each) => each.close())]);
    },
  };
}

/** Opens the assistant of an index, which quotes in a thread of its own if it can. */
async function openWithThread(
  context: ServiceContext,
  index: OpenIndex,
  config: AssistantConfig,
  chatModel: AssistantEnvironment['chatModel'],
): Promise<{ assistant: Assistant; thread: AssistantThread | null }> {
  const { manifest, counters, log, now } = context;
  // Answers of a chat model need hardly any processor time here, so they do not need a thread.
  const thread = chatModel === null ? await openThread(context, config) : null;
  const assistant = await openAssistant({ index, quoting: thread?.assistant ?? null, manifest, config, chatModel, counters, log, now });
  return { assistant, thread };
}

/** Returns the configuration with the "I don't know" message in a language. The dialog recognizes a refusal by this message. @param words translations by their English text */
function inLanguage(config: AssistantConfig, words: Readonly<Record<string, string>> = {}): AssistantConfig {
  return { ...config, iDontKnowMessage: words[config.iDontKnowMessage] ?? config.iDontKnowMessage };
}

/** Creates an assistant that is opened by its first question. After a failure, the next question tries again. */
function createLazyAssistant(open: () => Promise<Assistant>): Assistant {
  const openOnce = loadOnce(open);
  return {
    async *ask(question, signal) {
      yield* (await openOnce()).ask(question, signal);
    },
  };
}

const perMinute = (name: string, points: number): Allowance => ({ name, points, seconds: 60 });
const perDay = (name: string, points: number): Allowance => ({ name, points, seconds: 86_400 });

/** Returns null if there is no index file or the thread cannot start. The server then answers in its own thread, between requests for pages. */
async function openThread({ indexFile, manifest, log, now }: ServiceContext, config: AssistantConfig): Promise<AssistantThread | null> {
  if (indexFile === null) return null;
  return openAssistantThread({ indexFile, manifest, config }).catch((error: unknown) => {
    log(errorLogEntry(error, now(), null));
    return null;
  });
}

/** Accepts entries and discards them, so it is always empty. */
const noopQueryLog: QueryLog = {
  append: () => Promise.resolve(),
  read: async function* read() {},
  deleteBefore: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** Opens the query log. If that fails, the error is logged and the server starts without it, because the pages matter more. */
async function openLog(
  { isDevelopment, log, now }: ServiceContext,
  { queryLog: { retentionDays } }: AssistantConfig,
  environment: AssistantEnvironment,
): Promise<QueryLog | null> {
  if (isDevelopment) return noopQueryLog;
  const onError = (error: unknown): null => {
    log(errorLogEntry(error, now(), null));
    return null;
  };
  return openQueryLog(environment, { retentionDays, onError, now }).catch(onError);
}
