/** What the model may cost: requests and tokens of a day, and requests at a time. Counted by each server for itself, in memory. */

export interface BudgetSettings {
  /** Requests in a day of UTC. */
  requestsPerDay: number;
  /** Tokens of prompts and answers in a day of UTC. */
  tokensPerDay: number;
  requestsAtATime: number;
}

/** A request that was let through. */
export interface Grant {
  /** Counts a second attempt like another request. @returns false when that is not left */
  retry(): boolean;
  /** Ends the request with the tokens that it took. Once is enough; later calls do nothing. */
  settle(tokens: number): void;
}

export interface ModelBudget {
  hasRoom(): boolean;
  /** @param tokens the most that the request may take: set aside until it is settled. @returns null when that is not left */
  take(tokens: number): Grant | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** @param now milliseconds since 1970 */
export function createModelBudget({ requestsPerDay, tokensPerDay, requestsAtATime }: BudgetSettings, now: () => number): ModelBudget {
  let day = -1;
  let requests = 0;
  let tokens = 0;
  let running = 0;

  function fits(wanted: number): boolean {
    const today = Math.floor(now() / DAY_MS);
    if (today !== day) {
      day = today;
      requests = 0;
      tokens = 0;
    }
    return requests < requestsPerDay && tokens + wanted <= tokensPerDay && running < requestsAtATime;
  }

  return {
    hasRoom: () => fits(1),
    take(wanted) {
      if (!fits(wanted)) return null;
      const taken = day;
      let reserved = wanted;
      requests++;
      tokens += wanted;
      running++;
      let isOpen = true;
      return {
        retry() {
          // A request of yesterday has been forgotten with its day, and so has its retry.
          if (!isOpen || taken !== Math.floor(now() / DAY_MS)) return isOpen;
          if (requests >= requestsPerDay || tokens + wanted > tokensPerDay) return false;
          requests++;
          tokens += wanted;
          reserved += wanted;
          return true;
        },
        settle(used) {
          if (!isOpen) return;
          isOpen = false;
          running--;
          // A request of yesterday has been forgotten with its day.
          if (taken === day) tokens += used - reserved;
        },
      };
    },
  };
}
