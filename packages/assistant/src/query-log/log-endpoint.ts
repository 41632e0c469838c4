/** What the endpoints of the query log have in common. */
import type { Context, Hono, MiddlewareHandler } from 'hono';

import { errorResponse, methodNotAllowed } from '@quire/engine/server/error-response.ts';
import type { LogEntry } from '@quire/engine/server/log.ts';
import { bodyLimit } from '@quire/engine/server/middleware.ts';

import type { QueryLog } from './store.ts';

export interface QueryLogServiceOptions {
  /** Null if it could not be opened; entries are then rejected with an error message. */
  queryLog: QueryLog | null;
  /** Starts and ends with `/`. */
  baseUrl: string;
  /** Public key that each entry must carry. Without it, entries with any key or none are accepted. */
  key?: string | undefined;
  log: (entry: LogEntry) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Middleware that runs before the entry is read and may reject it, such as rate limits. */
  guards?: readonly MiddlewareHandler[];
}

export const NO_STORE = { 'Cache-Control': 'no-store' };

/** Adds an endpoint for requests that the pages of the site send with POST. @param maxBytes maximum size of a request */
export function addPostEndpoint(
  service: Hono,
  path: string,
  { guards = [], maxBytes }: { guards?: readonly MiddlewareHandler[] | undefined; maxBytes: number },
  handle: (c: Context) => Promise<Response>,
): void {
  for (const guard of guards) service.post(path, guard);
  const sizeLimit = bodyLimit(maxBytes, (c) => errorResponse(c, 413, 'too_large', `The request body is larger than ${maxBytes} bytes.`));
  service.post(path, sizeLimit, handle);
  service.all(path, (c) => methodNotAllowed(c, 'POST'));
}
