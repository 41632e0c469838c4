import { z } from 'zod';

const atLeastOne = (most: number) => {
  const message = `a whole number from 1 to ${most}`;
  return z.int(message).min(1, message).max(most, message);
};

/**
 * How much of the assistant anybody may use. An address is an IPv4 address or a /64 network of IPv6. Where
 * several servers share a database they count together; what goes on at a time, each counts for itself.
 */
export const limitsSchema = z.strictObject({
  /** Questions of one address in a minute; default 120. A company often has but one address. */
  questionsPerMinute: atLeastOne(100_000).default(120),
  /** Questions of one address in a day; default 2000. */
  questionsPerDay: atLeastOne(1_000_000).default(2000),
  /** Questions of everybody in a minute; default 6000. */
  questionsPerMinuteOverall: atLeastOne(1_000_000).default(6000),
  /** Answers that one address is sent at a time; default 40. */
  answersAtATime: atLeastOne(10_000).default(40),
  /** Answers that everybody is sent at a time; default 600. */
  answersAtATimeOverall: atLeastOne(10_000).default(600),
  /** Entries of one address in a minute to the query log; default 60. */
  logEntriesPerMinute: atLeastOne(100_000).default(60),
});

export type Limits = z.output<typeof limitsSchema>;
