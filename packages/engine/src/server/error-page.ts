/** Shows errors to readers as a page of the site. Programs receive them as JSON. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MiddlewareHandler } from 'hono';
import { escapeHtml } from '@quire/search';
import { ERROR_PAGE, ERROR_PARTS } from '#model/build-folder.ts';
import { errorText } from '#model/interface-words.ts';
import { prefersHtml } from './static-site.ts';

/** The formats of errors that `error-response.ts` creates. */
interface JsonError {
  error?: { message?: string };
  message?: string;
}

/**
 * Replaces errors in JSON by the error page for clients that prefer HTML, such as a browser that opens an address. A build without
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
