/** Search as you type: debounces input, cancels outdated requests, and retries failed ones with backoff. */

export interface LatestState<Answer> {
  /** `settled`: the answer is for the latest input. */
  status: 'idle' | 'loading' | 'settled' | 'failed';
  /** The latest answer, which stays until a newer one arrives. */
  answer: Answer | null;
  /** HTTP status of the last failure; 0 if there was no answer. */
  errorStatus: number;
}

export interface LatestSearch<Input, Answer> {
  getState(): LatestState<Answer>;
  subscribe(listener: () => void): () => void;
  /** Searches at once, or (debounced, the default) after a short pause in typing. */
  ask(input: Input, when?: 'debounced' | 'now'): void;
  /** Discards input and answer. */
  clear(): void;
  /** Sends a pending search at once; resolves when it is settled, failed or cleared. */
  settle(): Promise<void>;
  /** Suspends automatic retries. */
  pause(): void;
  /** Resumes automatic retries, and repeats a failed search. */
  resume(): void;
}

/** Long enough to skip the intermediate queries of a fast typist, and too short to be noticeable. */
const DEBOUNCE_MS = 40;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;

const statusOf = (reason: unknown): number => (reason instanceof Error && 'status' in reason ? Number(reason.status) : 0);

/** Client errors are permanent, except for rate limits and timeouts. */
function isWorthRetrying(status: number): boolean {
  return status < 400 || status >= 500 || status === 408 || status === 429;
}

export function createLatestSearch<Input, Answer>(
  answerTo: (input: Input, signal: AbortSignal) => Promise<Answer>,
  network: EventTarget = window,
): LatestSearch<Input, Answer> {
  const listeners = new Set<() => void>();
  let state: LatestState<Answer> = { status: 'idle', answer: null, errorStatus: 0 };
  let latest: { input: Input } | null = null;
  let running: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isPaused = false;

  function update(change: Partial<LatestState<Answer>>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function stop(): void {
    clearTimeout(timer);
    network.removeEventListener('online', onOnline);
    running?.abort();
    running = null;
  }

  const onOnline = (): void => void run();

  function waitForRetry(): void {
    if (isPaused) return;
    timer = setTimeout(() => void run(), Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS));
    network.addEventListener('online', onOnline);
  }

  async function run(): Promise<void> {
    stop();
    if (latest === null) return;
    const request = new AbortController();
    running = request;
    try {
      const answer = await answerTo(latest.input, request.signal);
      // A transport that ignores the signal may still answer late.
      if (running !== request) return;
      failures = 0;
      running = null;
      update({ status: 'settled', answer });
    } catch (reason) {
      if (running !== request) return;
      failures += 1;
      running = null;
      const errorStatus = statusOf(reason);
      if (isWorthRetrying(errorStatus)) waitForRetry();
      update({ status: 'failed', errorStatus });
    }
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    getState: () => state,
    subscribe,
    ask(input, when = 'debounced') {
      stop();
      latest = { input };
      failures = 0;
      if (when === 'debounced') timer = setTimeout(() => void run(), DEBOUNCE_MS);
      else void run();
      update({ status: 'loading' });
    },
    clear() {
      stop();
      latest = null;
      update({ status: 'idle', answer: null });
    },
    settle() {
      if (state.status !== 'loading') return Promise.resolve();
      if (running === null) void run();
      return new Promise((resolve) => {
        const end = subscribe(() => state.status !== 'loading' && (end(), resolve()));
      });
    },
    pause() {
      isPaused = true;
      if (state.status === 'failed') stop();
    },
    resume() {
      isPaused = false;
      if (state.status === 'failed') void run();
    },
  };
}
