import type { Context, ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { errorResponse } from '../error-response.ts';
import { errorLogEntry, type ErrorLogEntry } from '../log-entry.ts';

/** Answers an error that nobody caught. The log gets all of it, the visitor nothing of what went wrong inside. */
export function errorHandler(log: (entry: ErrorLogEntry) => void, now: () => number): ErrorHandler {
  return (error, c: Context) => {
    if (error instanceof HTTPException && error.status < 500) {
      return errorResponse(c, error.status as 400, 'bad_request', error.message || 'The request cannot be understood.');
    }
    log(errorLogEntry(error, now(), c.req));
    return errorResponse(c, 500, 'internal_error', 'Something went wrong on the server. Please try again.');
  };
}
