/** Middleware for every request: access log, security headers, size limits, origin checks, error pages, and the handler of uncaught errors. */
import type { HttpBindings } from '@hono/node-server';
import type { Context, ErrorHandler, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { DEFAULT_SERVER_SETTINGS, securityHeaderList, type SecurityHeaderOptions } from '#config/security-headers.ts';
import { errorResponse } from './error-response.ts';
import { errorLogEntry, loggedPath, type AccessLogEntry, type ErrorLogEntry } from './log.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '@quire/search';
import { ERROR_PAGE, ERROR_PARTS } from '#config/build-folder.ts';
import { errorText } from '#model/interface-words.ts';
import { prefersHtml } from './content-negotiation.ts';

/** Logs each request after its response, without the client's address and the query string. */
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
      // Read the size from the header, because inspecting the body would make the adapter send the response in a slower way.
      bytes: c.req.method === 'HEAD' ? 0 : Number(c.res.headers.get('Content-Length') ?? 0),
    });
  };
}

/** Responds to an uncaught error. The details are only logged, not sent to the visitor. */
export function errorHandler(log: (entry: ErrorLogEntry) => void, now: () => number): ErrorHandler {
  return (error, c: Context) => {
    if (error instanceof HTTPException && error.status < 500) {
      return errorResponse(c, error.status as 400, 'bad_request', error.message || 'The request cannot be understood.');
    }
    log(errorLogEntry(error, now(), c.req));
    return errorResponse(c, 500, 'internal_error', 'Something went wrong on the server. Please try again.');
  };
}

/** Rejects URLs that are longer than `maxCharacters` before they are parsed. */
export function urlLimit(maxCharacters: number): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.url.length <= maxCharacters) return next();
    return errorResponse(c, 414, 'address_too_long', `The address is longer than ${maxCharacters} characters.`);
  };
}

const tooLarge = (c: Context, maxBytes: number): Response =>
  errorResponse(c, 413, 'body_too_large', `The request body is larger than ${maxBytes} bytes.`);

/** Rejects request bodies that are larger than `maxBytes`, with or without a Content-Length header. */
export function bodyLimit(maxBytes: number, reject = tooLarge): MiddlewareHandler {
  return async (c, next) => {
    const { method, raw } = c.req;
    // No handler reads the body of these methods, and a `Request` cannot be constructed for the last two.
    if (method === 'GET' || method === 'HEAD' || method === 'TRACE' || method === 'CONNECT') return next();
    const isChunked = c.req.header('Transfer-Encoding') !== undefined;
    const announced = c.req.header('Content-Length');
    if (announced !== undefined && !isChunked) return Number(announced) <= maxBytes ? next() : reject(c, maxBytes);
    // On an HTTP/1 connection a request with neither header has no body.
    const isConnection = (c.env as Partial<HttpBindings> | undefined)?.incoming !== undefined;
    if ((isConnection && !isChunked) || raw.body === null) return next();
    const body = await readAtMost(raw.body, maxBytes);
    if (body === null) return reject(c, maxBytes);
    // Hono's own body limit passes the adapter's lightweight request to the Request constructor, which rejects it.
    c.req.raw = new Request(c.req.url, { method, headers: [...raw.headers], body, signal: raw.signal });
    return next();
  };
}

/** Closes the connection of a request without completing its response. Does nothing in tests, in which there is no connection. */
export const closeConnection = ({ env }: Context): void => void (env as Partial<HttpBindings> | undefined)?.outgoing?.destroy();

/** Reads a stream to its end; returns null if it has more than `maxBytes`. */
async function readAtMost(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * Lets pages of the configured origins use a service (CORS): handles their preflight requests and adds headers to responses.
 * @param origins `*` for all; without any, no headers are added
 */
export function crossOrigin(origins: readonly string[] = []): MiddlewareHandler {
  if (origins.length === 0) return (_, next) => next();
  return cors({
    origin: origins.includes('*') ? '*' : [...origins],
    allowMethods: ['POST', 'OPTIONS'],
    // A week in Firefox; other browsers cut it to a day or two hours.
    maxAge: 604_800,
  });
}

/**
 * Rejects requests that browsers send from pages of other sites, because those would use up the rate limits of their visitors. Programs
 * do not send an Origin header and are accepted.
 * @param siteUrl origin of the published site; behind a proxy, the Host header may differ from it
 * @param allowed other origins, from the configuration; `*` for all
 */
export function sameOrigin(siteUrl: string | undefined, allowed: readonly string[] = []): MiddlewareHandler {
  const isAny = allowed.includes('*');
  return async (c, next) => {
    const origin = c.req.header('Origin');
    const isAllowed = isAny || origin === undefined || origin === siteUrl || allowed.includes(origin);
    // The origin of a sandboxed frame is "null", and the header Host may be empty.
    if (isAllowed || (URL.parse(origin)?.host || null) === c.req.header('Host')) return next();
    return errorResponse(c, 403, 'foreign_origin', 'This service only accepts requests from the pages of its own site.');
  };
}

/** Names and addresses of this machine. A name that another site controls cannot be one of them. */
const LOCAL_NAME = /^(?:localhost|[\w-]+\.localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/i;

/**
 * Rejects requests to a server on this machine under another name. Otherwise, a page of another site could read all responses after its
 * name was changed to lead to this machine (DNS rebinding).
 * @param host on which the server listens; requests are rejected only if it belongs to this machine alone
 */
export function localName(host: string): MiddlewareHandler {
  const isLocal = /^(?:localhost|127\.|::1$)/i.test(host);
  return async (c, next) => {
    const { hostname } = new URL(c.req.url);
    if (!isLocal || LOCAL_NAME.test(hostname)) return next();
    const message = `This server only responds at localhost. To open it at ${hostname}, start it with --host ${hostname}, or --host 0.0.0.0.`;
    return errorResponse(c, 403, 'foreign_name', message);
  };
}

/** Adds the security headers to every response, including errors. @param isHttpsSite whether the published site uses https */
export function securityHeaders(options: SecurityHeaderOptions & { isHttpsSite: boolean }): MiddlewareHandler {
  const headers = Object.entries(securityHeaderList(options));
  const { strictTransportSecurity } = options.settings ?? DEFAULT_SERVER_SETTINGS;
  const hsts = options.isHttpsSite ? strictTransportSecurity : null;
  return async (c, next) => {
    await next();
    for (const [name, value] of headers) c.res.headers.set(name, value);
    // Only the proxy knows whether the visitor uses TLS. Forging the header is harmless, because browsers ignore HSTS without TLS.
    if (hsts !== null && c.req.header('X-Forwarded-Proto')?.split(',')[0]?.trim() === 'https') {
      c.res.headers.set('Strict-Transport-Security', hsts);
    }
  };
}

/** The formats of errors that `error-response.ts` creates. */
interface JsonError {
  error?: { message?: string };
  message?: string;
}

/**
 * Replaces errors in JSON by the error page of the site for clients that prefer HTML, such as a browser that opens an address. A build without
 * this page keeps JSON.
 * @param buildDirectory absolute folder of the build
 * @param words translations by their English text
 */
export function errorPages(buildDirectory: string, words: Readonly<Record<string, string>> = {}): MiddlewareHandler {
  let built: string | null | undefined;
  return async (c, next) => {
    await next();
    const { status, headers } = c.res;
    if (status < 400 || !prefersHtml(c.req.header('Accept')) || headers.get('Content-Type')?.startsWith('application/json') !== true)
      return;
    const { error, message = error?.message } = (await c.res.clone().json()) as JsonError;
    built ??= await readFile(join(buildDirectory, ERROR_PAGE), 'utf8').catch(() => null);
    if (message === undefined || built === null) return;
    const shown = words[errorText(status)] ?? message;
    const page = built.replace(ERROR_PARTS.status, String(status)).replace(ERROR_PARTS.message, () => escapeHtml(shown));
    c.res = new Response(c.req.method === 'HEAD' ? null : page, { status, headers });
    c.res.headers.set('Content-Type', 'text/html; charset=utf-8');
    c.res.headers.set('Content-Length', String(Buffer.byteLength(page)));
  };
}
