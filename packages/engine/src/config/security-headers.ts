/** The security headers of all responses, on the server and on static hosts. */
import { serverSchema, type ServerSettings } from './schema.ts';

export interface SecurityHeaderOptions {
  /** Hashes of inline scripts, `sha256-…`, from the manifest of the build. */
  scriptHashes: readonly string[];
  /** Other origins to which scripts can send requests, from the manifest of the build. */
  connectOrigins?: readonly string[] | undefined;
  /** Origins of scripts from the configuration. */
  scriptOrigins?: readonly string[] | undefined;
  /** Origins of stylesheets from the configuration. */
  styleOrigins?: readonly string[] | undefined;
  /** Origins of frames that pages load at the reader's request. */
  frameOrigins?: readonly string[] | undefined;
  settings?: ServerSettings | undefined;
}

export const DEFAULT_SERVER_SETTINGS: ServerSettings = serverSchema.parse({});

/** Returns the Content-Security-Policy, which permits only the site's own files, the configured origins, and the inline scripts of the build. */
export function contentSecurityPolicy({
  scriptHashes,
  connectOrigins = [],
  scriptOrigins = [],
  styleOrigins = [],
  frameOrigins = [],
}: SecurityHeaderOptions): string {
  const scripts = ["'self'", ...scriptHashes.map((hash) => `'${hash}'`), ...scriptOrigins].join(' ');
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    ["style-src 'self'", ...styleOrigins].join(' '),
    // Stylesheets of font services load fonts from other hosts, which are not known in advance.
    ...(styleOrigins.length > 0 ? ["font-src 'self' https:"] : []),
    "img-src 'self' data:",
    ["connect-src 'self'", ...connectOrigins].join(' '),
    ...(frameOrigins.length > 0 ? [['frame-src', ...frameOrigins].join(' ')] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Returns the headers that every response has, on the server and on static hosts, except for Strict-Transport-Security, which depends on the request. */
export function securityHeaderList(options: SecurityHeaderOptions): Record<string, string> {
  const { crossOriginResourcePolicy } = options.settings ?? DEFAULT_SERVER_SETTINGS;
  return {
    'Content-Security-Policy': contentSecurityPolicy(options),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(crossOriginResourcePolicy !== null && { 'Cross-Origin-Resource-Policy': crossOriginResourcePolicy }),
  };
}
