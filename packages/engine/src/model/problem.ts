/** A mistake in the content or the configuration: where it is, what is wrong, and how to fix it. */
export interface Problem {
  /** Path relative to the project. */
  file: string;
  /** 1-based; absent where the whole file is meant. */
  line?: number;
  /** 1-based last line of what the message is about, where that is several lines long. */
  endLine?: number;
  message: string;
  severity: 'error' | 'warning';
  /** Short name of what is wrong, the same for all problems of this kind: warnings are counted by it. Default: the message. */
  kind?: string;
}

/** `content/docs/x.md:12: message`, a form that terminals and editors turn into a link. */
export function formatProblem({ file, line, message }: Problem): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${message}`;
}

/** Whether a problem stops the build. */
export const isError = ({ severity }: Problem): boolean => severity === 'error';

/** Short name of what is wrong: where a check gives none, its message without names and numbers. */
export function kindOf({ kind, message }: Problem): string {
  return kind ?? message.replace(/"[^"]*"|<[^<>]*>|\{[^{}]*\}|(?<![\w.])(?:https?:\/)?\/[^\s,;:]*|\b\d+\b/g, '…');
}

/** Severity of a finding; null: it is not reported. */
export type Severity = Problem['severity'] | null;

/** From the configuration's word. */
export function severityOf(reaction: 'throw' | 'warn' | 'ignore'): Severity {
  if (reaction === 'throw') return 'error';
  return reaction === 'warn' ? 'warning' : null;
}

/** Examples that are shown of each kind of warning. */
const MAX_EXAMPLES = 3;

/** Warnings as lines of text, grouped by kind with their counts and a few examples. @param all shows each warning on a line of its own */
export function summarizeWarnings(warnings: readonly Problem[], all = false): string[] {
  if (all) return warnings.map((warning) => `warning: ${formatProblem(warning)}`);
  const groups = new Map<string, Problem[]>();
  for (const warning of warnings) {
    const kind = kindOf(warning);
    groups.set(kind, [...(groups.get(kind) ?? []), warning]);
  }
  const lines = [...groups].flatMap(([kind, group]) => {
    const [first] = group;
    if (group.length <= MAX_EXAMPLES || first === undefined) return group.map((warning) => `warning: ${formatProblem(warning)}`);
    const files = new Set(group.map(({ file }) => file)).size;
    const examples = group.slice(0, MAX_EXAMPLES).map((warning) => `  ${formatProblem(warning)}`);
    return [`warning: ${kind}: ${group.length} times in ${files} ${files === 1 ? 'file' : 'files'}, for example`, ...examples];
  });
  return lines;
}
