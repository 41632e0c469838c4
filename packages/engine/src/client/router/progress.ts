/** The state of the progress bar. The value only indicates activity, because the actual progress is unknown. */
export interface Progress {
  visible: boolean;
  /** 0 to 1. */
  value: number;
}

export interface ProgressStore {
  getState(): Progress;
  subscribe(listener: () => void): () => void;
  start(): void;
  done(): void;
}

interface Timers {
  set(run: () => void, ms: number): number;
  clear(timer: number): void;
}

const SHOW_DELAY_MS = 200;
const INITIAL_VALUE = 0.08;
const HIDE_DELAY_MS = 200;
const TRICKLE_STEP = 0.02;
const TRICKLE_INTERVAL_MS = 800;
/** Maximum value until `done` is called. */
const MAX_TRICKLE_VALUE = 0.994;

const IDLE: Progress = { visible: false, value: 0 };
const windowTimers: Timers = { set: (run, ms) => window.setTimeout(run, ms), clear: (timer) => window.clearTimeout(timer) };

/** `start` shows the bar after 200 ms at 0.08, adds 0.02 every 800 ms; `done` fills it and hides it 200 ms later. */
export function createProgress(timers: Timers = windowTimers): ProgressStore {
  const listeners = new Set<() => void>();
  let state = IDLE;
  let timer: number | undefined;

  function show(next: Progress): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function schedule(run: () => void, ms: number): void {
    if (timer !== undefined) timers.clear(timer);
    timer = timers.set(run, ms);
  }

  function trickle(): void {
    show({ visible: true, value: Math.min(MAX_TRICKLE_VALUE, state.value === 0 ? INITIAL_VALUE : state.value + TRICKLE_STEP) });
    schedule(trickle, TRICKLE_INTERVAL_MS);
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      if (state.visible) show({ visible: true, value: INITIAL_VALUE });
      schedule(trickle, state.visible ? TRICKLE_INTERVAL_MS : SHOW_DELAY_MS);
    },
    done() {
      if (state.visible) show({ visible: true, value: 1 });
      schedule(() => state.visible && show(IDLE), HIDE_DELAY_MS);
    },
  };
}
