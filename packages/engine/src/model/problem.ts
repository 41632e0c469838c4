/** Something an author got wrong, told so that it can be mended: where, what, and what was probably meant. */
export interface Problem {
  /** File as the author knows it, relative to the project. */
  file: string;
  /** 1-based; absent where the whole file is meant. */
  line?: number;
  message: string;
  severity: 'error' | 'warning';
}

/** `content/docs/x.md:12: message`, the form that editors make a link of. */
export function formatProblem({ file, line, message }: Problem): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${message}`;
}

/** What a finding is to the build; null: nothing is said of it. */
export type Severity = Problem['severity'] | null;

/** From the configuration's word. */
export function severityOf(reaction: 'throw' | 'warn' | 'ignore'): Severity {
  if (reaction === 'throw') return 'error';
  return reaction === 'warn' ? 'warning' : null;
}
