import type { MiddlewareHandler } from 'hono';
import { errorResponse } from '../error-response.ts';
import type { ClientKey } from './client-key.ts';
import type { Allowance, Counters } from './counters.ts';

export interface RateLimitOptions {
  counters: Counters;
  /** Whom a request counts for. */
  keyOf: ClientKey;
  /** What one address may do; asked before the overall one, so that one client cannot use up what is everybody's. */
  perAddress: readonly Allowance[];
  overall?: Allowance;
  /** What is counted, as the sentence to the reader names it: `questions`. */
  what: string;
}

const EVERYBODY = 'everybody';

/** Refuses with 429, Retry-After and a sentence what goes beyond an allowance. */
export function rateLimit({ counters, keyOf, perAddress, overall, what }: RateLimitOptions): MiddlewareHandler {
  const own = perAddress.map((allowance) => counters.open(allowance));
  const shared = overall && counters.open(overall);

  async function waitFor(key: string): Promise<{ seconds: number; reason: string } | null> {
    for (const counter of own) {
      const seconds = await counter.take(key);
      if (seconds !== null) return { seconds, reason: `Too many ${what} came from your address.` };
    }
    const seconds = (await shared?.take(EVERYBODY)) ?? null;
    return seconds === null ? null : { seconds, reason: `Too many ${what} are coming in at the moment.` };
  }

  return async (c, next) => {
    const wait = await waitFor(keyOf(c));
    if (wait === null) return next();
    const { seconds, reason } = wait;
    return errorResponse(c, 429, 'too_many_requests', `${reason} Please try again in ${inWords(seconds)}.`, {
      'Retry-After': String(seconds),
    });
  };
}

/** A time to wait, as people say it: never less than it is. */
export function inWords(seconds: number): string {
  const [amount, unit] = seconds < 100 ? [seconds, 'second'] : seconds < 6000 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  const whole = Math.ceil(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}
