import { z } from 'zod';

const atLeastOne = (most: number) => {
  const message = `a whole number from 1 to ${most}`;
  return z.int(message).min(1, message).max(most, message);
};

/**
 * How much of the assistant a client may use. An address is an IPv4 address or a /64 network of IPv6; a /48 network may use
 * four times as much. Servers that share a database count together, but each counts the answers under way for itself. The
 * defaults let 200 people behind one address ask 25 questions a day each, all of them at once within a minute.
 */
export const limitsSchema = z.strictObject({
  /** Questions of one address in a minute; default 240. */
  questionsPerMinute: atLeastOne(100_000).default(240),
  /** Questions of one address in a day; default 5000. */
  questionsPerDay: atLeastOne(1_000_000).default(5000),
  /** Answered questions of all clients in a minute; default 6000. */
  questionsPerMinuteOverall: atLeastOne(1_000_000).default(6000),
  /** Answers to one address that are written at a time; default 80. */
  answersAtATime: atLeastOne(10_000).default(80),
  /** Answers to all clients that are written at a time; default 600. */
  answersAtATimeOverall: atLeastOne(10_000).default(600),
  /** Entries of one address in a minute to the query log; default 240: as many as questions. */
  logEntriesPerMinute: atLeastOne(100_000).default(240),
});

export type Limits = z.output<typeof limitsSchema>;
