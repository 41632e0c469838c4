/** The services of a server in addition to pages: search, tools for agents, and the services of plugins. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono, MiddlewareHandler } from 'hono';
import type { Environment } from '#config/env.ts';
import type { Plugin, PluginServices, ServiceContext } from '../plugin.ts';
import { errorLogEntry, type LogEntry } from './log.ts';
import { openDocumentation, type Documentation, mcpService, discoveryService } from './routes/mcp.ts';
import { crossOrigin, sameOrigin } from './middleware.ts';
import { openDocSetIndexes, openIndex, openSearchServices, warmUpSearch } from './routes/search.ts';
import { openPostgresCounters } from './postgres-counters.ts';
import { createClientOf } from './client-address.ts';
import { createMemoryCounters, createRateLimit, rateLimit, type Counters, type RateLimit } from './rate-limit.ts';
import { siteDirectory, type SiteManifest } from './site-manifest.ts';
import { takeTurns } from './turns.ts';

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
  /** Counters that the caller opened and will close; default: counters that `openServices` opens. */
  counters?: Counters;
}

export interface OpenServices {
  services: Hono[];
  /** Stores all acknowledged entries, then closes files and databases. */
  close(): Promise<void>;
}

/** Opens the services of a build. @throws ConfigError if environment variables of a plugin are invalid */
export async function openServices(options: OpenServicesOptions): Promise<OpenServices> {
  const { buildDirectory, manifest, environment, plugins, env, log, now } = options;
  const { trustedProxies } = environment;
  const index = await openIndex(options);
  const docSets = await openDocSetIndexes(options);
  const counters = options.counters ?? (await openCounters(options));
  const clientOf = createClientOf(counters, trustedProxies);
  const searches = searchLimit({ manifest, counters, clientOf });
  // Searches and requests of agents take turns together, because both search.
  const turns = takeTurns(clientOf);
  const context: ServiceContext = {
    manifest,
    index,
    docSets,
    indexFile: index === null || manifest.searchIndex === undefined ? null : join(buildDirectory, manifest.searchIndex),
    env,
    isDevelopment: false,
    counters,
    clientOf,
    log,
    now,
  };
  // Plugins may warm up in their own threads while the search warms up in this one.
  const opening = openPlugins(plugins, context);
  if (index !== null) warmUpSearch(index);
  const opened = await opening;
  return {
    services: [
      ...openSearchServices({
        buildDirectory,
        manifest,
        index,
        docSets,
        log,
        now,
        guards: [searches.middleware, turns],
        charge: searches.charge,
        onSearch: (search) => {
          for (const plugin of opened) plugin.onSearch?.(search);
        },
      }),
      ...(index === null ? [] : [discoveryService(manifest, (route) => existsSync(join(siteDirectory(buildDirectory), route)))]),
      agentService(context, index && openDocumentation(index, manifest, siteDirectory(buildDirectory)), turns),
      ...opened.flatMap(({ services }) => services),
    ],
    async close() {
      await Promise.all(opened.map((plugin) => plugin.close?.()));
      if (options.counters === undefined) await counters.close();
    },
  };
}

/** Opens the plugins' services. If one of them fails, closes the others and throws its error. */
export async function openPlugins(plugins: readonly Plugin[], context: ServiceContext): Promise<PluginServices[]> {
  const settled = await Promise.allSettled(plugins.flatMap((plugin) => plugin.serve?.(context) ?? []));
  const opened = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failure = settled.find((result) => result.status === 'rejected');
  if (failure === undefined) return opened;
  await Promise.all(opened.map((plugin) => plugin.close?.()));
  throw failure.reason;
}

/** Creates the MCP endpoint for agents. @param documentation null: the site has no index @param turns delays requests until their turn */
export function agentService(
  { manifest, counters, clientOf }: ServiceContext,
  documentation: Documentation | null,
  turns: MiddlewareHandler = takeTurns(clientOf),
): Hono {
  const { baseUrl, url, limits, server } = manifest;
  const points = limits?.agentRequestsPerMinute ?? DEFAULT_AGENT_REQUESTS;
  const limit = rateLimit({ counters, clientOf, perAddress: [{ name: 'agents', points, seconds: 60 }], what: 'requests' });
  const origins = server?.corsOrigins;
  return mcpService({ documentation, baseUrl, cors: crossOrigin(origins), guards: [sameOrigin(url, origins), limit, turns] });
}

const DEFAULT_AGENT_REQUESTS = 120;
const DEFAULT_SEARCHES = 3000;

/** Creates the rate limit of searches. It always counts in memory, because a search takes less time than a query to a database. */
function searchLimit({ manifest: { limits }, counters, clientOf }: Pick<ServiceContext, 'manifest' | 'counters' | 'clientOf'>): RateLimit {
  const perAddress = [{ name: 'searches', points: limits?.searchesPerMinute ?? DEFAULT_SEARCHES, seconds: 60 }];
  return createRateLimit({ counters: { open: counters.openLocal }, clientOf, perAddress, what: 'searches' });
}

/** Opens counters of requests: in the database that servers share, or in memory. */
export async function openCounters({
  environment: { databaseUrl },
  log,
  now,
}: Pick<OpenServicesOptions, 'environment' | 'log' | 'now'>): Promise<Counters> {
  if (databaseUrl === null) return createMemoryCounters();
  return openPostgresCounters({ databaseUrl, onError: (error) => log(errorLogEntry(error, now(), null)) });
}
