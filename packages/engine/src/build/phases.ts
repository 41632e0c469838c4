/** Reports the progress of a long command: phase, count and seconds; as plain lines where there is no terminal. */
export interface Phases {
  /** Runs one named phase and reports its time; `count` may be called with the progress. */
  run<T>(name: string, work: (count: (done: number, of: number) => void) => Promise<T>): Promise<T>;
  /** Milliseconds of each phase so far, in running order. */
  readonly times: Readonly<Record<string, number>>;
}

export interface PhaseSink {
  isTTY?: boolean | undefined;
  write(text: string): unknown;
}

const REDRAW_EVERY = 80;

/** @param sink where progress is written; null: nowhere */
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
      const result = await work((done, of) => {
        if (now() - drawn < REDRAW_EVERY) return;
        drawn = now();
        draw(`  ${name} ${done}/${of} · ${seconds(now() - start)}`);
      });
      times[name] = (times[name] ?? 0) + (now() - start);
      const line = `  ${name.padEnd(22)} ${seconds(now() - start)}\n`;
      if (sink?.isTTY === true) draw(line);
      else sink?.write(line);
      return result;
    },
  };
}

export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
