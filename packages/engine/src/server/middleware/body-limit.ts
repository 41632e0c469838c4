import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit as countingLimit } from 'hono/body-limit';
import { errorResponse } from '../error-response.ts';

const tooLarge = (c: Context, maxBytes: number): Response =>
  errorResponse(c, 413, 'body_too_large', `The request body is larger than ${maxBytes} bytes.`);

/** Refuses request bodies above `maxBytes`, announced or not. */
export function bodyLimit(maxBytes: number, refuse = tooLarge): MiddlewareHandler {
  const counting = countingLimit({ maxSize: maxBytes, onError: (c) => refuse(c, maxBytes) });
  return async (c, next) => {
    // To count a body the platform makes a request and a stream of its own: only for one that does not announce its length.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const announced = c.req.header('Content-Length');
    if (announced === undefined || c.req.header('Transfer-Encoding') !== undefined) return counting(c, next);
    return Number(announced) <= maxBytes ? next() : refuse(c, maxBytes);
  };
}
