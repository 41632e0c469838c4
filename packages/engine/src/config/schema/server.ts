/** Settings of the server, of the security contact, and of analytics. */
import { z } from 'zod';
import { origin, filePath, webAddress, wholeNumber } from './values.ts';

/** Settings of the server's responses. */
export const serverSchema = z.strictObject({
  /** Other origins whose pages can call the search and `/mcp`; `*` allows all. Default none. */
  corsOrigins: z.array(z.union([z.literal('*'), origin])).default([]),
  /** Value of Strict-Transport-Security, sent over TLS only; null: never. Default one year. */
  strictTransportSecurity: z
    .string()
    .regex(/^max-age=\d+(; *includeSubDomains)?(; *preload)?$/i, 'a value such as max-age=31536000; includeSubDomains')
    .nullable()
    .default('max-age=31536000'),
  /** Value of Cross-Origin-Resource-Policy, which limits the sites that can embed files; null: no header. Default `same-origin`. */
  crossOriginResourcePolicy: z.enum(['same-origin', 'same-site', 'cross-origin']).nullable().default('same-origin'),
});

export type ServerSettings = z.output<typeof serverSchema>;

/**
 * Rate limits of the engine's own services. A client is an IPv4 address or an IPv6 /64 network. The limit of an IPv6 /48 network is four times
 * as high.
 */
export const limitsSchema = z.strictObject({
  /** Requests per minute from one client to `/mcp`; default 120. */
  agentRequestsPerMinute: wholeNumber(1, 100_000).default(120),
  /** Searches per minute from one client; default 3000. Each key press is a search, so this is enough for about 200 people behind one address. */
  searchesPerMinute: wholeNumber(1, 1_000_000).default(3000),
});

export type Limits = z.output<typeof limitsSchema>;

/** The contact for reports of vulnerabilities, published as `/.well-known/security.txt` (RFC 9116). */
export const securityContactSchema = z.strictObject({
  /** Addresses, the preferred one first: `mailto:`, `tel:` or `https:`. */
  contact: z
    .array(z.string().regex(/^(mailto:[^\s@]+@[^\s@]+|tel:\+?[\d-]+|https:\/\/\S+)$/, 'an address such as mailto:security@example.org'))
    .min(1, 'at least one address'),
  /** The day on which the file stops being valid, within a year. The build warns when it has passed. */
  expires: z.iso.date('a day such as 2027-03-01'),
  /** The page with the rules for reports; default none. */
  policy: webAddress.nullable().default(null),
  /** The key for confidential reports; default none. */
  encryption: webAddress.nullable().default(null),
  /** The page that thanks those who reported something; default none. */
  acknowledgments: webAddress.nullable().default(null),
  /** Languages of reports, such as `en`; default: any. */
  preferredLanguages: z.array(z.string().regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'a language such as en')).default([]),
});

/** Web analytics: the script of a service, or a module of the site that receives each event. */
export const analyticsSchema = z
  .strictObject({
    /** Address of a service's script, which every page loads after its own scripts; default none. */
    script: webAddress.nullable().default(null),
    /** Attributes of the script's element, such as `data-domain`. */
    attributes: z.record(z.string().regex(/^data-[a-z-]+$/, 'an attribute that begins with data-'), z.string()).default({}),
    /** Module whose default export is called with each event; default none. */
    module: filePath.nullable().default(null),
    /** Origins to which the script or the module sends requests. The script's own origin is included. */
    origins: z.array(origin).default([]),
  })
  .refine(({ script, module }) => script !== null || module !== null, 'a script, a module, or both')
  .refine(({ script, attributes }) => script !== null || Object.keys(attributes).length === 0, {
    message: 'no attributes without a script',
    path: ['attributes'],
  });
