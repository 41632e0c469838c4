import { z } from 'zod';

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
