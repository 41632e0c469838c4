import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ProtocolErrorBody } from '@quire/search/docsearch';
import { errorFormatOf } from '#model/service-paths.ts';

/** An error in the format of PostgREST, which clients of the query log expect. */
export interface PostgrestErrorBody {
  code: string;
  message: string;
  details: string | null;
  hint: string | null;
}

/** The body of every JSON error. `code` is for programs and stable; `message` is for people. */
export interface ErrorBody {
  error: { code: string; message: string };
}

/** Returns an error response as JSON. It must not be cached, because the next request may succeed. */
export function errorResponse(
  c: Context,
  status: ContentfulStatusCode,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return c.json(errorBody(c.req.path, status, code, message), status, { 'Cache-Control': 'no-store', ...headers });
}

function errorBody(path: string, status: number, code: string, message: string): ErrorBody | ProtocolErrorBody | PostgrestErrorBody {
  const format = errorFormatOf(path);
  if (format === 'docsearch') return { message, status };
  return format === 'postgrest' ? { code, details: null, hint: null, message } : { error: { code, message } };
}

/** Returns the error response for a method that an address does not support. @param allowed value of the `Allow` header: `GET, HEAD` */
export function methodNotAllowed(c: Context, allowed: string): Response {
  return errorResponse(c, 405, 'method_not_allowed', `This address only supports ${allowed}.`, { Allow: allowed });
}
