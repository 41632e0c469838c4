import type { MiddlewareHandler } from 'hono';
import { errorResponse } from '../error-response.ts';

/** Refuses addresses above `maxCharacters` before anything is made of them. */
export function urlLimit(maxCharacters: number): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.url.length <= maxCharacters) return next();
    return errorResponse(c, 414, 'address_too_long', `The address is longer than ${maxCharacters} characters.`);
  };
}
