import type { MiddlewareHandler } from 'hono';
import { errorResponse } from '../error-response.ts';

/**
 * Refuses what the pages of other sites have a browser send: their visitors would use up our limits unknowingly. Programs,
 * which send no Origin, are let through. @param siteUrl origin of the public site, which a proxy may hide from Host
 */
export function sameOrigin(siteUrl: string | undefined): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('Origin');
    const isOwn = origin === undefined || origin === siteUrl || (URL.parse(origin)?.host ?? '') === c.req.header('Host');
    if (isOwn) return next();
    return errorResponse(c, 403, 'foreign_origin', 'This service answers the pages of its own site, not those of others.');
  };
}
