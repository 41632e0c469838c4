/** An invalid configuration. The message lists all problems, each with its key, the value found, and the value expected. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** One sentence each, e.g. `navbar.items[2].position: found "top", expected "left" or "right"`. */
  readonly problems: readonly string[];

  /** @param source file that contains the problems, or `environment` */
  constructor(source: string, problems: readonly string[]) {
    const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
    super(`${source}: ${count}\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Describes a value in a few words on one line, for an error message. */
export function describeFound(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 79)}…` : value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

/** Joins alternatives for an error message: `"left" or "right"`, `"a", "b", or "c"`. */
export function alternatives(values: readonly string[]): string {
  const last = values.at(-1) ?? '';
  if (values.length < 3) return values.join(' or ');
  return `${values.slice(0, -1).join(', ')}, or ${last}`;
}
