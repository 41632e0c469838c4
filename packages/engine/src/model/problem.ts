/** A mistake in the content or the configuration. The message says what is wrong and how to fix it. */
export interface Problem {
  /** Path relative to the project. */
  file: string;
  /** 1-based line; absent if the message is about the whole file. */
  line?: number;
  /** 1-based last line, if the message is about several lines. */
  endLine?: number;
  message: string;
  severity: 'error' | 'warning';
  /** Short name of the kind of problem, by which warnings are counted. Default: derived from the message by `kindOf`. */
  kind?: string;
}

/** Formats a problem as `content/docs/x.md:12: message`, which terminals and editors turn into a link. */
export function formatProblem({ file, line, message }: Problem): string {
  const cut = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}… (${message.length} characters)` : message;
  return printable(`${file}${line === undefined ? '' : `:${line}`}: ${cut}`);
}

/** Maximum length of a message in characters, because it may repeat a value of the content. */
const MAX_MESSAGE = 2000;
/** Maximum number of errors that are printed, because a short file can contain thousands. */
const MAX_ERRORS = 500;

/** Formats errors as lines, with the number of those beyond the maximum. @param all whether to print each of them */
export function listErrors(errors: readonly Problem[], all = false): string[] {
  const listed = all ? errors : errors.slice(0, MAX_ERRORS);
  const rest = errors.length - listed.length;
  return [...listed.map(formatProblem), ...(rest > 0 ? [`further errors: ${rest}. --verbose prints all of them`] : [])];
}

/**
 * Replaces control characters, which could hide lines in a terminal. Further lines start with a bar, so that a CI service does not execute
 * them as workflow commands.
 */
function printable(text: string): string {
  return text.replace(/\n/g, '\n  | ').replace(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu, '\u{FFFD}');
}

/** Whether a problem stops the build. */
export const isError = ({ severity }: Problem): boolean => severity === 'error';

/** Returns the kind of a problem; by default, its message with placeholders for names, addresses, and numbers. */
export function kindOf({ kind, message }: Problem): string {
  return kind ?? message.replace(/"[^"]*"|<[^<>]*>|\{[^{}]*\}|(?<![\w.])(?:https?:\/)?\/[^\s,;:]*|\b\d+\b/g, '…');
}

/** Severity of a finding; null: it is not reported. */
export type Severity = Problem['severity'] | null;

/** Returns the severity for a reaction in the configuration. */
export function severityOf(reaction: 'throw' | 'warn' | 'ignore'): Severity {
  if (reaction === 'throw') return 'error';
  return reaction === 'warn' ? 'warning' : null;
}

/** Maximum number of examples per kind of warning. */
const MAX_EXAMPLES = 3;

/** Formats warnings as lines, grouped by kind with counts and a few examples. @param all whether to print each warning on its own line instead */
export function summarizeWarnings(warnings: readonly Problem[], all = false): string[] {
  if (all) return warnings.map((warning) => `warning: ${formatProblem(warning)}`);
  const groups = Map.groupBy(warnings, kindOf);
  const lines = [...groups].flatMap(([kind, group]) => {
    const [first] = group;
    if (group.length <= MAX_EXAMPLES || first === undefined) return group.map((warning) => `warning: ${formatProblem(warning)}`);
    const files = new Set(group.map(({ file }) => file)).size;
    const examples = group.slice(0, MAX_EXAMPLES).map((warning) => `  ${formatProblem(warning)}`);
    return [`warning: ${kind}: ${group.length} times in ${files} ${files === 1 ? 'file' : 'files'}, for example`, ...examples];
  });
  return lines;
}
