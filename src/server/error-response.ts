import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** The body of every error that is answered as JSON. `code` is for programs and never changes, `message` is for people. */
export interface ErrorBody {
  error: { code: string; message: string };
}

/** Answers with an error as JSON. Nobody may keep it: the next request may well succeed. */
export function errorResponse(
  c: Context,
  status: ContentfulStatusCode,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  const body: ErrorBody = { error: { code, message } };
  return c.json(body, status, { 'Cache-Control': 'no-store', ...headers });
}
