import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ProtocolErrorBody } from '#search/protocol/types.ts';

/** The body of every error that is answered as JSON. `code` is for programs and never changes, `message` is for people. */
export interface ErrorBody {
  error: { code: string; message: string };
}

/** Clients of the query protocol read errors in its form alone, below the root and below a base URL. */
const PROTOCOL_PATH = /\/1\/indexes\/[^/]+\/(query|queries)$/;

/** Answers with an error as JSON. Nobody may keep it: the next request may well succeed. */
export function errorResponse(
  c: Context,
  status: ContentfulStatusCode,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  const body: ErrorBody | ProtocolErrorBody = PROTOCOL_PATH.test(c.req.path) ? { message, status } : { error: { code, message } };
  return c.json(body, status, { 'Cache-Control': 'no-store', ...headers });
}
