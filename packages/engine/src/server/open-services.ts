import { join } from 'node:path';
import type { Hono } from 'hono';
import type { Environment } from '#config/env.ts';
import type { QueryLog } from '@quire/assistant/query-log/contract.ts';
import { openQueryLog } from '@quire/assistant/query-log/open-query-log.ts';
import { assistantServices, perMinute } from './assistant-services.ts';
import { createClientKey } from './limits/client-key.ts';
import { createMemoryCounters, type Counters } from './limits/counters.ts';
import { openPostgresCounters } from './limits/postgres-counters.ts';
import { rateLimit } from './limits/rate-limit.ts';
import { errorLogEntry, type LogEntry } from './log-entry.ts';
import { openDocumentation } from './mcp/open-documentation.ts';
import { openAssistantThread, type AssistantThread } from './open-assistant-thread.ts';
import { assistantConfigOf, openAssistant } from './open-assistant.ts';
import { openIndex } from './open-index.ts';
import { openSearch, warmUpSearch } from './open-search.ts';
import { sameOrigin } from './middleware/same-origin.ts';
import { createUnansweredSearches } from './query-log/unanswered-searches.ts';
import { queryLogService } from './routes/query-log.ts';
import { siteDirectory, type SiteManifest } from './site-manifest.ts';

export interface OpenServicesOptions {
  /** Folder of the build, absolute. */
  buildDirectory: string;
  manifest: SiteManifest;
  environment: Environment;
  log: (entry: LogEntry) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface OpenServices {
  services: Hono[];
  /** Lets go of files and databases, once what was acknowledged is kept. */
  close(): Promise<void>;
}

/** All that a server offers beside the pages of a build: search, assistant, tools for agents, query log. */
export async function openServices(options: OpenServicesOptions): Promise<OpenServices> {
  const { buildDirectory, manifest, environment, log, now } = options;
  const { trustedProxies, chatModel } = environment;
  const index = await openIndex(options);
  // A model's words are waited for, not worked for; and the memory is wanted for its streams.
  const opening = index === null || chatModel !== null ? null : openThread(options);
  if (index !== null && opening !== null) warmUpSearch(index);
  const thread = await opening;
  const counters = await openCounters(options);
  const queryLog = await openLog(options);
  const onError = (error: unknown): void => log(errorLogEntry(error, now(), null));
  const unanswered = queryLog && createUnansweredSearches({ queryLog, now, onError });
  const keyOf = createClientKey(counters, trustedProxies);
  const limit = rateLimit({
    counters,
    keyOf,
    perAddress: [perMinute('log-entries', assistantConfigOf(manifest).limits.logEntriesPerMinute)],
    what: 'entries',
  });
  const services = [
    ...openSearch({ buildDirectory, manifest, index, log, now, ...(unanswered && { onSearch: unanswered.notice }) }),
    ...assistantServices({
      manifest,
      assistant: index && (await openAssistant({ index, quoting: thread?.assistant ?? null, manifest, chatModel, log, now })),
      documentation: index && openDocumentation(index, manifest, siteDirectory(buildDirectory)),
      counters,
      keyOf,
      log,
      now,
      onRefused: (question) => keepRefused(queryLog, question, options),
    }),
    queryLogService({
      queryLog,
      baseUrl: manifest.baseUrl,
      key: manifest.queryLog?.key,
      log,
      now,
      guards: [sameOrigin(manifest.url), limit],
    }),
  ];
  return {
    services,
    async close() {
      await unanswered?.finish();
      await Promise.all([queryLog?.close(), counters.close(), thread?.close()]);
    },
  };
}

/** Without a thread the server answers all the same, between pages. */
async function openThread({ buildDirectory, manifest, log, now }: OpenServicesOptions): Promise<AssistantThread | null> {
  const indexFile = join(buildDirectory, manifest.searchIndex ?? '');
  return openAssistantThread({ indexFile, manifest }).catch((error: unknown) => {
    log(errorLogEntry(error, now(), null));
    return null;
  });
}

async function openCounters({ environment: { databaseUrl }, log, now }: OpenServicesOptions): Promise<Counters> {
  if (databaseUrl === null) return createMemoryCounters();
  return openPostgresCounters({ databaseUrl, onError: (error) => log(errorLogEntry(error, now(), null)) });
}

/** A log that cannot be opened is told and does without: readers come for the pages. */
async function openLog({ environment, manifest, log, now }: OpenServicesOptions): Promise<QueryLog | null> {
  const onError = (error: unknown): null => {
    log(errorLogEntry(error, now(), null));
    return null;
  };
  const retentionDays = manifest.queryLog?.retentionDays ?? DEFAULT_RETENTION_DAYS;
  return openQueryLog(environment, { retentionDays, onError, now }).catch(onError);
}

const DEFAULT_RETENTION_DAYS = 400;

/** The dialog sends every question to the log; that it was refused, only the server knows. */
function keepRefused(queryLog: QueryLog | null, query: string, { log, now }: OpenServicesOptions): void {
  queryLog
    ?.append({ time: now(), source: 'assistant', query, rating: null, outcome: 'refused' })
    .catch((error: unknown) => log(errorLogEntry(error, now(), null)));
}
