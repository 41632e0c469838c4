/** The headers of every response, for the server and for files that static hosts read. */
import { serverSchema, type ServerSettings } from './schema/server.ts';

export interface SecurityHeaderOptions {
  /** Hashes of the pages' inline scripts, `sha256-…`, from the manifest of the build. */
  scriptHashes: readonly string[];
  /** Other origins that the pages' scripts may ask, from the manifest of the build. */
  connectOrigins?: readonly string[] | undefined;
  /** Origins of scripts that the configuration adds. */
  scriptOrigins?: readonly string[] | undefined;
  /** Origins of stylesheets that the configuration adds. */
  styleOrigins?: readonly string[] | undefined;
  settings?: ServerSettings | undefined;
}

export const DEFAULT_SETTINGS: ServerSettings = serverSchema.parse({});

/** The Content-Security-Policy: nothing from elsewhere, no inline script but those of the build. */
export function contentSecurityPolicy({
  scriptHashes,
  connectOrigins = [],
  scriptOrigins = [],
  styleOrigins = [],
}: SecurityHeaderOptions): string {
  const scripts = ["'self'", ...scriptHashes.map((hash) => `'${hash}'`), ...scriptOrigins].join(' ');
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    ["style-src 'self'", ...styleOrigins].join(' '),
    // Stylesheets of font services load their fonts from where they like.
    ...(styleOrigins.length > 0 ? ["font-src 'self' https:"] : []),
    "img-src 'self' data:",
    ["connect-src 'self'", ...connectOrigins].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The headers that every response has, those of static hosts included. Strict-Transport-Security is separate. */
export function securityHeaderList(options: SecurityHeaderOptions): Record<string, string> {
  const { crossOriginResourcePolicy } = options.settings ?? DEFAULT_SETTINGS;
  return {
    'Content-Security-Policy': contentSecurityPolicy(options),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(crossOriginResourcePolicy !== null && { 'Cross-Origin-Resource-Policy': crossOriginResourcePolicy }),
  };
}
