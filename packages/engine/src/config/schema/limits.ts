import { z } from 'zod';

const upTo = (most: number) => {
  const message = `a whole number from 1 to ${most}`;
  return z.int(message).min(1, message).max(most, message);
};

/** Rate limits of the server's own services. An address is an IPv4 address or a /64 network of IPv6. */
export const limitsSchema = z.strictObject({
  /** Requests of one address to the endpoint for other agents (`/mcp`) in a minute; default 120. */
  agentRequestsPerMinute: upTo(100_000).default(120),
});

export type Limits = z.output<typeof limitsSchema>;
