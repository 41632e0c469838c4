/** A command of the command line. */
export interface Command {
  summary: string;
  /** Words after `--`, as in `[--port N]`. */
  usage: string;
  options: Readonly<Record<string, { type: 'string' | 'boolean'; description: string }>>;
  /** @returns the exit status */
  run(values: Readonly<Record<string, string | boolean | undefined>>, positionals: readonly string[]): Promise<number>;
}

/** A port from an option; throws a sentence when it is none. */
export function portOf(value: string | boolean | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`--port ${String(value)}: expected a whole number from 0 to 65535`);
}
