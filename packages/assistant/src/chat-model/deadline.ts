/** When a request to a model has taken too long, or its reader has left. */

export interface ModelTimeouts {
  /** Until the first token; a small machine reads a long prompt for a while. */
  firstTokenMs: number;
  /** Between two tokens. */
  betweenTokensMs: number;
  /** All in all, a second attempt included. */
  totalMs: number;
}

export const MODEL_TIMEOUTS: ModelTimeouts = { firstTokenMs: 30_000, betweenTokensMs: 15_000, totalMs: 60_000 };

export interface Deadline {
  /** Aborts when time is up, when the reader leaves, and at the end. */
  signal: AbortSignal;
  /** Whether time was up. */
  isOver(): boolean;
  /** No token is waited for between two attempts. */
  pause(): void;
  /** A new attempt: its first token is waited for. */
  restart(): void;
  /** A token came. */
  progress(): void;
  /** Must be called at last: clears the timers and closes whatever hangs on the signal. */
  end(): void;
}

/** @param reader aborts when the reader leaves */
export function createDeadline(reader: AbortSignal, { firstTokenMs, betweenTokensMs, totalMs }: ModelTimeouts): Deadline {
  const controller = new AbortController();
  let over = false;
  const expire = (): void => {
    over = true;
    controller.abort();
  };
  const total = setTimeout(expire, totalMs);
  let next = setTimeout(expire, firstTokenMs);
  let waitsForFirst = true;
  const leave = (): void => controller.abort();
  reader.addEventListener('abort', leave, { once: true });
  if (reader.aborted) leave();

  function wait(ms: number): void {
    clearTimeout(next);
    next = setTimeout(expire, ms);
  }

  return {
    signal: controller.signal,
    isOver: () => over,
    pause: () => clearTimeout(next),
    restart() {
      waitsForFirst = true;
      wait(firstTokenMs);
    },
    progress() {
      if (waitsForFirst) wait(betweenTokensMs);
      else next.refresh();
      waitsForFirst = false;
    },
    end() {
      clearTimeout(total);
      clearTimeout(next);
      reader.removeEventListener('abort', leave);
      controller.abort();
    },
  };
}
