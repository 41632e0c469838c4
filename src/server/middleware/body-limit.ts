import type { MiddlewareHandler } from 'hono';
import { bodyLimit as honoBodyLimit } from 'hono/body-limit';
import { errorResponse } from '../error-response.ts';

/** Refuses request bodies above `maxBytes`, announced or not. */
export function bodyLimit(maxBytes: number): MiddlewareHandler {
  return honoBodyLimit({
    maxSize: maxBytes,
    onError: (c) => errorResponse(c, 413, 'body_too_large', `The request body is larger than ${maxBytes} bytes.`),
  });
}
