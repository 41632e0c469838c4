/** Reports the progress of a long command: phase, count, and seconds. Without a terminal, it prints one line per phase. */
export interface Phases {
  /** Runs a phase and reports its duration. `work` can call `reportProgress`, for example with the number of compiled pages. */
  run<T>(name: string, work: (reportProgress: (done: number, total: number) => void) => Promise<T>): Promise<T>;
  /** Duration of each phase so far in milliseconds, in order of execution. */
  readonly times: Readonly<Record<string, number>>;
}

interface PhaseSink {
  isTTY?: boolean | undefined;
  write(text: string): unknown;
}

const REDRAW_INTERVAL_MS = 80;

/** @param sink output for the progress; null: none @param now clock in milliseconds */
export function createPhases(sink: PhaseSink | null, now: () => number = () => performance.now()): Phases {
  const times: Record<string, number> = {};
  return {
    times,
    async run(name, work) {
      const start = now();
      let drawn = -Infinity;
      const draw = (text: string): void => {
        if (sink?.isTTY === true) sink.write(`\r\u001b[2K${text}`);
      };
      draw(`  ${name} …`);
      const result = await work((done, total) => {
        if (now() - drawn < REDRAW_INTERVAL_MS) return;
        drawn = now();
        draw(`  ${name} ${done}/${total} · ${formatSeconds(now() - start)}`);
      });
      times[name] = (times[name] ?? 0) + (now() - start);
      const line = `  ${name.padEnd(22)} ${formatSeconds(now() - start)}\n`;
      if (sink?.isTTY === true) draw(line);
      else sink?.write(line);
      return result;
    },
  };
}

export const formatSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
