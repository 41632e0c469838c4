import { z } from 'zod';
import { origin } from './rules.ts';

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
