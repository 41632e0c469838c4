import { withoutControls } from './invisible-characters.ts';

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
  return printable(`${file}${line === undefined ? '' : `:${line}`}: ${cutMessage(message)}`);
}

/** Maximum length of a message in characters, because it may repeat a value of the content. */
const MAX_MESSAGE = 2000;
/** Maximum length of the note at the end of a message that is cut. */
const MAX_NOTE = 40;
/** Maximum number of errors that are printed, and of the errors and of the warnings of a file, because a short file can contain thousands. */
const MAX_ERRORS = 500;

/** Cuts a message that is too long. One that was cut before stays the same. */
const cutMessage = (message: string): string =>
  message.length > MAX_MESSAGE + MAX_NOTE ? `${message.slice(0, MAX_MESSAGE)}… (${message.length} characters)` : message;

/**
 * Returns the first errors and the first warnings of each file, and the number of the others. They are kept until the end of a build, so their
 * messages are also cut here.
 * @param max maximum number for a file and severity
 */
export function limitPerFile(problems: readonly Problem[], max = MAX_ERRORS): Problem[] {
  const groups = Map.groupBy(problems, ({ file, severity }) => `${severity} ${file}`);
  return [...groups.values()].flatMap((all) => {
    const [{ file, severity }] = all as [Problem, ...Problem[]];
    const rest = all.length - max;
    // A single further problem is listed, because it may itself be the number of those that were left out before.
    const listed = rest > 1 ? all.slice(0, max) : all;
    const message = `further problems: ${rest}. They are listed once these are corrected`;
    return [...listed.map(withShortMessage), ...(rest > 1 ? [{ file, message, severity }] : [])];
  });
}

function withShortMessage(problem: Problem): Problem {
  const message = cutMessage(problem.message);
  // A part of a string keeps the whole string in memory, so copy it.
  return message === problem.message ? problem : { ...problem, message: JSON.parse(JSON.stringify(message)) as string };
}

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
const printable = (text: string): string => withoutControls(text.replace(/\n/g, '\n  | '));

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
