import type { MiddlewareHandler } from 'hono';

export interface SecurityHeaderOptions {
  /** Hashes of the pages' inline scripts, `sha256-…`, from the manifest of the build. */
  scriptHashes: readonly string[];
  /** Whether visitors reach the site by https. */
  isHttpsSite: boolean;
  /** Other origins that the pages' scripts may ask, from the manifest of the build. */
  connectOrigins?: readonly string[];
}

const ONE_YEAR_SECONDS = 31_536_000;

/** The Content-Security-Policy: nothing from elsewhere, no inline script but those of the build. */
export function contentSecurityPolicy(scriptHashes: readonly string[], connectOrigins: readonly string[] = []): string {
  const scripts = ["'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' ');
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    "style-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...connectOrigins].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Puts the security headers on every response, errors included. */
export function securityHeaders({ scriptHashes, isHttpsSite, connectOrigins }: SecurityHeaderOptions): MiddlewareHandler {
  const headers = Object.entries({
    'Content-Security-Policy': contentSecurityPolicy(scriptHashes, connectOrigins),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
  return async (c, next) => {
    await next();
    for (const [name, value] of headers) c.res.headers.set(name, value);
    // Only the proxy knows whether the visitor came by TLS. Forging this is no use: browsers ignore the header otherwise.
    if (isHttpsSite && c.req.header('X-Forwarded-Proto')?.split(',')[0]?.trim() === 'https') {
      c.res.headers.set('Strict-Transport-Security', `max-age=${ONE_YEAR_SECONDS}`);
    }
  };
}
