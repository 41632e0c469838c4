import type { Hono } from 'hono';
import type { Assistant } from '@quire/assistant/assistant.ts';
import type { ClientKey } from './limits/client-key.ts';
import type { Allowance, Counters } from './limits/counters.ts';
import { createPlaces } from './limits/places.ts';
import { rateLimit } from './limits/rate-limit.ts';
import type { LogEntry } from './log-entry.ts';
import type { Documentation } from './mcp/documentation.ts';
import { sameOrigin } from './middleware/same-origin.ts';
import { assistantConfigOf } from './open-assistant.ts';
import { completionsService } from './routes/completions.ts';
import { mcpService } from './routes/mcp.ts';
import type { SiteManifest } from './site-manifest.ts';

export interface AssistantServicesOptions {
  manifest: SiteManifest;
  /** Both null where the site has no index. */
  assistant: Assistant | null;
  documentation: Documentation | null;
  counters: Counters;
  /** Whom a request counts for. */
  keyOf: ClientKey;
  log: (entry: LogEntry) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Told of every question that was refused. */
  onRefused?: (question: string) => void;
}

/** What answers questions, each service with the limits that a public endpoint needs: of people, and of other agents. */
export function assistantServices(options: AssistantServicesOptions): Hono[] {
  const { manifest, assistant, documentation, counters, keyOf, log, now, onRefused } = options;
  const { baseUrl, url, assistantProjectKey: projectKey = null } = manifest;
  const { limits } = assistantConfigOf(manifest);
  const limit = (what: string, perAddress: readonly Allowance[], overall?: Allowance) =>
    rateLimit({ counters, keyOf, perAddress, what, ...(overall && { overall }) });
  const questions = limit(
    'questions',
    [perMinute('questions', limits.questionsPerMinute), { name: 'questions-day', points: limits.questionsPerDay, seconds: 86_400 }],
    perMinute('questions-overall', limits.questionsPerMinuteOverall),
  );
  return [
    completionsService({
      assistant,
      baseUrl,
      projectKey,
      guards: [sameOrigin(url), questions],
      places: createPlaces({ perAddress: limits.answersAtATime, overall: limits.answersAtATimeOverall }),
      placeKey: keyOf,
      log,
      now,
      ...(onRefused && { onRefused }),
    }),
    mcpService({
      documentation,
      baseUrl,
      guards: [sameOrigin(url), limit('requests', [perMinute('agents', limits.agentRequestsPerMinute)])],
    }),
  ];
}

/** So many in a minute. */
export function perMinute(name: string, points: number): Allowance {
  return { name, points, seconds: 60 };
}
