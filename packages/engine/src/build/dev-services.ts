import { readFileSync } from 'node:fs';

import { Hono } from 'hono';

import type { Environment } from '#config/env.ts';
import type { CompiledPage } from '#content/document.ts';
import type { QueryLog } from '@quire/assistant/query-log/contract.ts';
import { encodeIndex } from '@quire/search/index/index.ts';
import { parseSynonyms } from '@quire/search/index/parse-synonyms.ts';
import { assistantServices } from '#server/assistant-services.ts';
import { createClientKey } from '#server/limits/client-key.ts';
import { createMemoryCounters } from '#server/limits/counters.ts';
import type { LogEntry } from '#server/log-entry.ts';
import type { Documentation } from '#server/mcp/documentation.ts';
import { openAssistant } from '#server/open-assistant.ts';
import { indexOf } from '#server/open-index.ts';
import type { OpenIndex } from '#server/open-index.ts';
import { queryLogService } from '#server/routes/query-log.ts';
import type { SiteManifest } from '#server/site-manifest.ts';

import { createDevSearch, DEV_INDEX_URL } from './dev-search.ts';
import { siteRecords } from './search-records.ts';
import type { Site } from './site.ts';

const SERVICE_PATH = /\/(1\/indexes\/[^/]+\/quer(y|ies)|v1\/completions|rest\/v1\/queries|mcp|search-index\.json)$/;

/** Whether a path is one that the services of the development server answer. */
export const isServicePath = (path: string): boolean => SERVICE_PATH.test(path) || path.endsWith(DEV_INDEX_URL);

/**
 * What a server offers beside the pages, from memory: search, assistant, tools for agents. Questions are not kept, and
 * synonyms that are wrong are left out. @param pages all of the site
 */
export async function createDevServices(site: Site, pages: readonly CompiledPage[], chatModel: Environment['chatModel']): Promise<Hono> {
  const { search } = site.config;
  const records = siteRecords(site, pages);
  const synonyms = search.synonyms === null ? [] : parseSynonyms(readFileSync(search.synonyms, 'utf8')).rules;
  const bytes = encodeIndex(records, { synonyms, minimumRecords: 0 }).slice();
  const index = indexOf(bytes);
  const manifest = devManifest(site);
  const options = { manifest, log: tell, now: Date.now };
  const counters = createMemoryCounters();
  const services = [
    createDevSearch(site, index, bytes, records.length),
    ...assistantServices({
      ...options,
      assistant: await openAssistant({ ...options, index, quoting: null, chatModel }),
      documentation: devDocumentation(site, pages, index),
      counters,
      keyOf: createClientKey(counters, 0),
    }),
    queryLogService({ ...options, queryLog: FORGETFUL, baseUrl: manifest.baseUrl, key: manifest.queryLog?.key }),
  ];
  const app = new Hono();
  for (const service of services) app.route('/', service);
  return app;
}

const FORGETFUL: QueryLog = {
  append: () => Promise.resolve(),
  read: null,
  deleteBefore: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

function devManifest({ data, config }: Site): SiteManifest {
  const { baseUrl, title } = data;
  const { assistantProjectKey } = config.customFields;
  return {
    build: 'dev',
    baseUrl,
    title,
    scriptHashes: [],
    assistant: config.assistant,
    ...(assistantProjectKey !== undefined && { assistantProjectKey }),
    queryLog: config.queryLog,
  };
}

function devDocumentation({ data }: Site, pages: readonly CompiledPage[], { engine, pages: known }: OpenIndex): Documentation {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return {
    title: data.title,
    engine,
    pages: known,
    baseUrl: data.baseUrl,
    readMarkdown: ({ path }) => Promise.resolve(new TextDecoder().decode(byPath.get(path)?.markdown)),
  };
}

/** Only what went wrong: whoever writes looks at the page. */
function tell(entry: LogEntry): void {
  if (entry.kind === 'error') process.stderr.write(`${entry.message}\n`);
}
