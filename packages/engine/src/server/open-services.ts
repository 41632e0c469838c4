/** All that a server offers beside the pages of a build: search, tools for agents, and the services of plugins. */
import { join } from 'node:path';
import type { Hono } from 'hono';
import type { Environment } from '#config/env.ts';
import type { Plugin, PluginServices, ServiceContext } from '../plugin.ts';
import { createClientKey } from './limits/client-key.ts';
import { createMemoryCounters, type Counters } from './limits/counters.ts';
import { openPostgresCounters } from './limits/postgres-counters.ts';
import { rateLimit } from './limits/rate-limit.ts';
import { errorLogEntry, type LogEntry } from './log-entry.ts';
import type { Documentation } from './mcp/documentation.ts';
import { openDocumentation } from './mcp/open-documentation.ts';
import { sameOrigin } from './middleware/same-origin.ts';
import { openIndex } from './open-index.ts';
import { openSearch, warmUpSearch } from './open-search.ts';
import { mcpService } from './routes/mcp.ts';
import { siteDirectory, type SiteManifest } from './site-manifest.ts';

export interface OpenServicesOptions {
  /** Folder of the build, absolute. */
  buildDirectory: string;
  manifest: SiteManifest;
  environment: Environment;
  plugins: readonly Plugin[];
  /** Environment variables that plugins read. */
  env: Readonly<Record<string, string | undefined>>;
  log: (entry: LogEntry) => void;
  /** Milliseconds since the epoch. */
  now: () => number;
}

export interface OpenServices {
  services: Hono[];
  /** Closes files and databases after what was acknowledged is stored. */
  close(): Promise<void>;
}

/** @throws ConfigError when a plugin finds its environment variables wrong */
export async function openServices(options: OpenServicesOptions): Promise<OpenServices> {
  const { buildDirectory, manifest, environment, plugins, env, log, now } = options;
  const { trustedProxies, databaseUrl } = environment;
  const index = await openIndex(options);
  const counters = await openCounters(options);
  const context: ServiceContext = {
    manifest,
    index,
    indexFile: index === null || manifest.searchIndex === undefined ? null : join(buildDirectory, manifest.searchIndex),
    env,
    databaseUrl,
    isDevelopment: false,
    counters,
    keyOf: createClientKey(counters, trustedProxies),
    log,
    now,
  };
  // Plugins may warm up in threads of their own meanwhile.
  const opening = openPlugins(plugins, context);
  if (index !== null) warmUpSearch(index);
  const opened = await opening;
  return {
    services: [
      ...openSearch({
        buildDirectory,
        manifest,
        index,
        log,
        now,
        onSearch: (search) => {
          for (const plugin of opened) plugin.onSearch?.(search);
        },
      }),
      agentService(context, index && openDocumentation(index, manifest, siteDirectory(buildDirectory))),
      ...opened.flatMap(({ services }) => services),
    ],
    async close() {
      await Promise.all(opened.map((plugin) => plugin.close?.()));
      await counters.close();
    },
  };
}

/** Opens the plugins' services; closes what is open already when one of them fails. */
export async function openPlugins(plugins: readonly Plugin[], context: ServiceContext): Promise<PluginServices[]> {
  const settled = await Promise.allSettled(plugins.flatMap((plugin) => plugin.serve?.(context) ?? []));
  const opened = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failure = settled.find((result) => result.status === 'rejected');
  if (failure === undefined) return opened;
  await Promise.all(opened.map((plugin) => plugin.close?.()));
  throw failure.reason;
}

/** The endpoint for other agents. @param documentation null: the site has no index */
export function agentService({ manifest, counters, keyOf }: ServiceContext, documentation: Documentation | null): Hono {
  const { baseUrl, url, limits } = manifest;
  const points = limits?.agentRequestsPerMinute ?? DEFAULT_AGENT_REQUESTS;
  const limit = rateLimit({ counters, keyOf, perAddress: [{ name: 'agents', points, seconds: 60 }], what: 'requests' });
  return mcpService({ documentation, baseUrl, guards: [sameOrigin(url), limit] });
}

const DEFAULT_AGENT_REQUESTS = 120;

async function openCounters({ environment: { databaseUrl }, log, now }: OpenServicesOptions): Promise<Counters> {
  if (databaseUrl === null) return createMemoryCounters();
  return openPostgresCounters({ databaseUrl, onError: (error) => log(errorLogEntry(error, now(), null)) });
}
