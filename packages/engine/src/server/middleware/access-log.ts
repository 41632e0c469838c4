import type { MiddlewareHandler } from 'hono';
import { loggedPath, type AccessLogEntry } from '../log-entry.ts';

/** Logs each request once it is answered; never who asked, nor what stands after the question mark. */
export function accessLog(log: (entry: AccessLogEntry) => void, now: () => number): MiddlewareHandler {
  return async (c, next) => {
    const start = performance.now();
    await next();
    log({
      kind: 'access',
      time: new Date(now()).toISOString(),
      method: c.req.method,
      path: loggedPath(c.req.url),
      status: c.res.status,
      ms: Math.round((performance.now() - start) * 10) / 10,
      // Not asked of the body itself: a response whose body was looked at is sent in a slower way.
      bytes: c.req.method === 'HEAD' ? 0 : Number(c.res.headers.get('Content-Length') ?? 0),
    });
  };
}
