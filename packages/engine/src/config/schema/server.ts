/** What the server may do, how a site counts its readers, and the headers that follow, for the server and for the files that static hosts read. */
import { z } from 'zod';
import { origin, filePath, webAddress } from './rules.ts';

/** How the server answers. */
export const serverSchema = z.strictObject({
  /** Other origins whose pages may ask the search and the endpoint for other agents; `*` allows all. Default none. */
  corsOrigins: z.array(z.union([z.literal('*'), origin])).default([]),
  /** Value of Strict-Transport-Security, sent to visitors of an https site who came by TLS; null: never. Default one year. */
  strictTransportSecurity: z
    .string()
    .regex(/^max-age=\d+(; *includeSubDomains)?(; *preload)?$/i, 'a value such as max-age=31536000; includeSubDomains')
    .nullable()
    .default('max-age=31536000'),
  /** Value of Cross-Origin-Resource-Policy: which sites may embed files of this one; null: all. Default `same-origin`. */
  crossOriginResourcePolicy: z.enum(['same-origin', 'same-site', 'cross-origin']).nullable().default('same-origin'),
});

export type ServerSettings = z.output<typeof serverSchema>;

const upTo = (most: number) => {
  const message = `a whole number from 1 to ${most}`;
  return z.int(message).min(1, message).max(most, message);
};

/** Rate limits of the server's own services. An address is an IPv4 address or a /64 network of
 * IPv6; a /48 network of IPv6 may ask four times as much. */
export const limitsSchema = z.strictObject({
  /** Requests of one address to the endpoint for other agents (`/mcp`) in a minute; default 120. */
  agentRequestsPerMinute: upTo(100_000).default(120),
  /** Searches of one address in a minute, each key typed being one; default 3000: two hundred people who each search once. */
  searchesPerMinute: upTo(1_000_000).default(3000),
});

export type Limits = z.output<typeof limitsSchema>;

/** How the site counts what readers do: with the script of a service, or with a module of its own that receives each event. */
export const analyticsSchema = z
  .strictObject({
    /** Address of a service's script, which every page loads after its own; default none. */
    script: webAddress.nullable().default(null),
    /** Attributes of the script's element, such as `data-domain`. */
    attributes: z.record(z.string().regex(/^data-[a-z-]+$/, 'an attribute that begins with data-'), z.string()).default({}),
    /** Module of the site whose default export is called with each event; default none. */
    module: filePath.nullable().default(null),
    /** Origins that the script or the module sends to; the script's own need not be named. */
    origins: z.array(origin).default([]),
  })
  .refine(({ script, module }) => script !== null || module !== null, 'must name a script or a module')
  .refine(({ script, attributes }) => script !== null || Object.keys(attributes).length === 0, {
    message: 'belong to a script, and there is none',
    path: ['attributes'],
  });

export interface SecurityHeaderOptions {
  /** Hashes of the pages' inline scripts, `sha256-…`, from the manifest of the build. */
  scriptHashes: readonly string[];
  /** Other origins that the pages' scripts may ask, from the manifest of the build. */
  connectOrigins?: readonly string[] | undefined;
  /** Origins of scripts that the configuration adds. */
  scriptOrigins?: readonly string[] | undefined;
  /** Origins of stylesheets that the configuration adds. */
  styleOrigins?: readonly string[] | undefined;
  /** Origins of frames that pages load when their readers ask for them. */
  frameOrigins?: readonly string[] | undefined;
  settings?: ServerSettings | undefined;
}

export const DEFAULT_SETTINGS: ServerSettings = serverSchema.parse({});

/** The Content-Security-Policy: nothing from elsewhere, no inline script but those of the build. */
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
    // Stylesheets of font services load their fonts from where they like.
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
