import type { Problem } from '#model/problem.ts';

/** What a finding is to the build; null: nothing is said of it. */
export type Severity = Problem['severity'] | null;

/** From the configuration's word. */
export function severityOf(reaction: 'throw' | 'warn' | 'ignore'): Severity {
  if (reaction === 'throw') return 'error';
  return reaction === 'warn' ? 'warning' : null;
}
