/** Reads shell commands in examples, and checks them against the command-line interface in the catalog. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { nearestName } from '@quire/engine/config/nearest-name.ts';

import { readYamlFile } from '../catalog-files.ts';
import type { CatalogLocation, ReadCatalog } from '../generator.ts';

/** Words that may precede the name of a program, and assignments of variables. */
const PREFIX_WORD = /^(?:sudo|exec|time|nohup|env|if|then|do|else|!|\w+=.*)$/;

/** Placeholders, which match any word: `<your-token>`, `[optional]`, `…`, and variables. */
const PLACEHOLDER = /^[<[]|\.\.\.|…|^\$/;

/** The state of the check of one command, which processes its words in order. */
interface CommandCheck {
  cli: CliFacts;
  /** The innermost sub-command of the words so far. */
  command: Command;
  findings: Finding[];
  line: number;
  /** The flags so far, each in its first spelling. */
  given: Set<string>;
  /** Number of arguments so far. */
  positional: number;
}

/** Reports unknown sub-commands, unknown flags, and missing arguments of the documented program. Other programs are skipped. */
export function checkCommand({ words, line }: ShellCommand, cli: CliFacts, isPartial: boolean): Finding[] {
  const start = words.findIndex((word) => !PREFIX_WORD.test(word));
  const rest = programWords(words.slice(Math.max(0, start)), cli.program);
  const root = cli.commands.find((command) => command.command === cli.program);
  if (rest === null || root === undefined || rest.some((word) => PLACEHOLDER.test(word) && word.startsWith('['))) return [];
  const check: CommandCheck = { cli, command: root, findings: [], line, given: new Set(), positional: 0 };
  for (let at = 0; at < rest.length;) {
    const word = rest[at] ?? '';
    if (cli.external.includes(word) && check.command === root) return check.findings;
    if (word === '--help' || word === '--version' || word === '...' || word === '…') return check.findings;
    if (word.startsWith('-') && word.length > 1 && !/^-\d/.test(word)) at += processFlag(word, rest[at + 1], check);
    else {
      if (!processWord(word, check)) return check.findings;
      at++;
    }
  }
  if (!isPartial) checkRequired(check);
  return check.findings;
}

/** Returns the words after the program's name, also for `python -m program`; null for other programs. */
function programWords(words: readonly string[], program: string): string[] | null {
  if (words[0] === program) return words.slice(1);
  const module = /^python3?$/.test(words[0] ?? '') && words[1] === '-m' && words[2] === program;
  return module ? words.slice(3) : null;
}

/** Processes a sub-command or an argument. @returns false if the rest of the command cannot be interpreted */
function processWord(word: string, check: CommandCheck): boolean {
  const { cli, command } = check;
  const inner = cli.commands.find((each) => each.command === `${command.command} ${word}`);
  if (inner !== undefined) {
    check.command = inner;
    return true;
  }
  if (command.group && !PLACEHOLDER.test(word)) {
    const fallback = defaultCommand(check);
    if (fallback !== undefined && fallback.arguments.length > 0) {
      check.command = fallback;
      return processWord(word, check);
    }
    const prefix = `${command.command} `;
    const known = cli.commands
      .flatMap((each) => (each.command.startsWith(prefix) ? [each.command.slice(prefix.length)] : []))
      .filter((name) => !name.includes(' '));
    check.findings.push({ line: check.line, message: `"${command.command}" has no sub-command "${word}"${hint(word, known)}` });
    return false;
  }
  if (command.group) return false;
  check.positional++;
  if (check.positional > command.arguments.length) {
    check.findings.push({
      line: check.line,
      message: `"${command.command}" takes ${command.arguments.length === 0 ? 'no' : command.arguments.length} argument${command.arguments.length === 1 ? '' : 's'}; "${word}" is unexpected`,
    });
    return false;
  }
  return true;
}

/** Processes a flag. @returns the number of words it consumes */
function processFlag(word: string, next: string | undefined, check: CommandCheck): number {
  const [name = '', value] = /^([^=]+)=([\s\S]*)$/.exec(word)?.slice(1) ?? [word];
  let option = optionOf(check.command, name);
  const fallback = option === undefined ? defaultCommand(check) : undefined;
  if (fallback !== undefined) {
    check.command = fallback;
    option = optionOf(fallback, name);
  }
  if (option === undefined) {
    const known = check.command.options.flatMap((one) => one.flags.flatMap(spellings));
    check.findings.push({ line: check.line, message: `"${check.command.command}" has no option ${name}${hint(name, known)}` });
    return 1;
  }
  check.given.add(option.flags[0] ?? '');
  if (option.flag || value !== undefined) return 1;
  const choices = option.choices;
  if (next === undefined) check.findings.push({ line: check.line, message: `${name} of "${check.command.command}" needs a value` });
  else if (choices !== undefined && !choices.includes(next) && !PLACEHOLDER.test(next)) {
    check.findings.push({
      line: check.line,
      message: `${name} of "${check.command.command}" must be one of ${choices.join(', ')}; found "${next}"`,
    });
  }
  return 2;
}

const spellings = (flag: string): string[] => flag.split('/');

const optionOf = (command: Command, name: string) =>
  command.options.find((option) => option.flags.some((flag) => spellings(flag).includes(name)));

const defaultCommand = ({ cli, command }: CommandCheck): Command | undefined =>
  command.default === undefined ? undefined : cli.commands.find((each) => each.command === `${command.command} ${command.default}`);

function checkRequired(check: CommandCheck): void {
  const { command, given, positional, line } = check;
  if (command.group) return;
  for (const option of command.options) {
    const name = option.flags[0] ?? '';
    if (option.required && !given.has(name))
      check.findings.push({ line, message: `"${command.command}" needs the option ${option.flags.join(' or ')}` });
  }
  const required = command.arguments.filter((argument) => argument.required);
  if (positional < required.length)
    check.findings.push({ line, message: `"${command.command}" needs the argument ${required[positional]?.name ?? ''}` });
}

/** A simple command. */
export interface ShellCommand {
  /** The words as the program receives them, without quotes. */
  words: string[];
  /** 1-based line in the example on which it starts. */
  line: number;
}

export interface ShellScript {
  commands: ShellCommand[];
  findings: Finding[];
}

const OPERATOR = /^(?:&&|\|\||;;|[;&|()]|\d?>>?(?:&\d)?|<<<|<(?![\w-]+>))/;
const REDIRECT = /[<>]/;

/**
 * Splits a shell script into commands. It understands quotes, comments, line continuations, here-documents, `$(…)` inside
 * words, redirection, and placeholders such as `<your-token>`. It does not parse loops and functions: their words are
 * read as commands.
 */
export function readShell(code: string): ShellScript {
  const script: ShellScript = { commands: [], findings: [] };
  let command: ShellCommand | null = null;
  let at = 0;
  let line = 1;
  let skipWord = false;
  const heredocs: string[] = [];
  const end = (): void => {
    if (command !== null && command.words.length > 0) script.commands.push(command);
    command = null;
  };
  while (at < code.length) {
    const rest = code.slice(at);
    const here = /^<<-?\s*(['"]?)(\w+)\1/.exec(rest);
    const blank =
      /^(?:[ \t]+|\\\r?\n|(?<![^\s;&|(])#[^\n]*)/.exec(rest) ??
      (/(?:^|[\s;&|(])$/.test(code.slice(Math.max(0, at - 1), at)) ? /^#[^\n]*/.exec(rest) : null);
    let length = 1;
    if (rest.startsWith('\n')) {
      end();
      length = 1 + heredocLength(code.slice(at + 1), heredocs.splice(0));
    } else if (here !== null) {
      heredocs.push(here[2] ?? '');
      length = here[0].length;
    } else if (blank !== null) length = blank[0].length;
    else if (OPERATOR.test(rest)) {
      const operator = OPERATOR.exec(rest)?.[0] ?? '';
      length = operator.length;
      if (!REDIRECT.test(operator)) end();
      else skipWord = !operator.includes('&');
    } else {
      const word = readWord(rest);
      length = word.length;
      if (word.open !== null) script.findings.push({ line, message: `the quote ${word.open} is not closed` });
      if (!skipWord) (command ??= { words: [], line }).words.push(word.text);
      skipWord = false;
    }
    line += code.slice(at, at + length).split('\n').length - 1;
    at += length;
  }
  end();
  return script;
}

/** Returns the total length of the here-documents at the start of a text, including their delimiters. @param marks the delimiters */
function heredocLength(text: string, marks: readonly string[]): number {
  let length = 0;
  for (const mark of marks) {
    const close = new RegExp(`^[ \\t]*${mark}[ \\t\\r]*$`, 'm').exec(text.slice(length));
    length = close === null ? text.length : length + close.index + close[0].length;
  }
  return length;
}

interface ShellWord {
  text: string;
  length: number;
  /** The unclosed quote; null if all quotes are closed. */
  open: string | null;
}

/** Matches a part of a word: a quoted string, an escaped character, a placeholder, a command substitution, or plain characters. */
const WORD_PART =
  /^(?:'(?<single>[^']*)'|"(?<double>(?:\\[\s\S]|[^"\\])*)"|\\(?<escaped>[\s\S])|(?<placeholder><[\w-][^<>\n]*>)|(?<command>\$\((?:[^()]|\([^()]*\))*\))|(?<plain>[^\s'"\\;&|()<>]+))/;

function readWord(source: string): ShellWord {
  let text = '';
  let length = 0;
  while (length < source.length) {
    const rest = source.slice(length);
    const found = WORD_PART.exec(rest);
    if (found === null) {
      const quote = /^["']/.exec(rest)?.[0];
      if (quote !== undefined) return { text, length: source.length, open: quote };
      break;
    }
    const { single, double, escaped, placeholder, command, plain } = found.groups ?? {};
    if (escaped === '\n') break;
    text += single ?? double ?? escaped ?? placeholder ?? command ?? plain ?? '';
    length += found[0].length;
  }
  return { text, length: Math.max(1, length), open: null };
}

/** Returns the commands of a session: the lines with a prompt, and their continuation lines. Lines of output become empty. */
export function sessionCommands(code: string): string {
  let continued = false;
  return code
    .split('\n')
    .map((line) => {
      const isCommand = continued || /^\s*[$#] /.test(line);
      const text = isCommand ? line.replace(/^\s*[$#] /, '') : '';
      continued = isCommand && line.endsWith('\\');
      return text;
    })
    .join('\n');
}

/** An error in an example. */
export interface Finding {
  /** 1-based line in the example's code. */
  line: number;
  message: string;
  severity?: 'error' | 'warning';
}

/** Returns `; did you mean "x"?` if a known name is similar, otherwise the known names if there are at most eight. */
export function hint(name: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const near = nearestName(name, known, Math.max(2, name.length / 3));
  if (near !== null) return `; did you mean "${near}"?`;
  return known.length <= 8 ? `; known: ${known.join(', ')}` : '';
}

const text = z.string().min(1, 'must not be empty');

const optionSchema = z.strictObject({
  /** As the program declares them: `--urn`, or `--soft/--hard` for the two states of a switch. */
  flags: z.array(z.string().regex(/^-[^\s,]+$/, 'must start with - or --')).min(1, 'must name at least one flag'),
  /** Whether it is a switch without a value. */
  flag: z.boolean().default(false),
  required: z.boolean().default(false),
  multiple: z.boolean().default(false),
  choices: z.array(text).optional(),
  /** The source types that support the option; absent if it does not depend on the source of the recipe. */
  sources: z.array(text).optional(),
});

const commandSchema = z.strictObject({
  /** The full command: `datahub ingest run`. */
  command: text,
  /** Whether it has sub-commands. */
  group: z.boolean().default(false),
  /** The sub-command that runs if none is given. */
  default: text.optional(),
  arguments: z.array(z.strictObject({ name: text, required: z.boolean().default(false) })).default([]),
  options: z.array(optionSchema).default([]),
});

export const cliSchema = z.strictObject({
  program: text,
  commands: z.array(commandSchema),
  /** Sub-commands of other packages, whose options are not known. */
  external: z.array(text).default([]),
  sinks: z.array(text),
  transformers: z.array(text),
});

const variableSchema = z.strictObject({
  name: z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'must be upper case'),
  default: z.string().optional(),
});

export const environmentVariablesSchema = z.strictObject({
  /** Read by the command-line tool. */
  cli: z.array(variableSchema),
  /** Documented on the page of deployment variables. */
  services: z.array(variableSchema.extend({ section: text, components: z.array(text).default([]) })),
  /** Other variables, read by one service or one container image. */
  others: z.array(text).default([]),
  /** Prefixes of variables that a service passes on to a library. Any suffix is valid. */
  prefixes: z.array(text).default([]),
});

export type CliFacts = z.output<typeof cliSchema>;
export type Command = CliFacts['commands'][number];
export type EnvironmentVariables = z.output<typeof environmentVariablesSchema>;

/** The facts that commands in examples are checked against; null if the catalog has no such file or it is invalid. */
export interface CommandFacts {
  cli: CliFacts | null;
  variables: EnvironmentVariables | null;
}

/** Reads `cli.yaml` and `environment-variables.yaml`. */
export async function readCommands({ dir, projectRoot }: CatalogLocation): Promise<ReadCatalog<CommandFacts>> {
  const [cli, variables] = await Promise.all([
    readIfExists(join(dir, 'cli.yaml'), (file) => readYamlFile(file, projectRoot, cliSchema)),
    readIfExists(join(dir, 'environment-variables.yaml'), (file) => readYamlFile(file, projectRoot, environmentVariablesSchema)),
  ]);
  return {
    catalog: {
      cli: cli !== null && 'read' in cli ? cli.read.data : null,
      variables: variables !== null && 'read' in variables ? variables.read.data : null,
    },
    problems: [cli, variables].flatMap((file) => (file !== null && 'problems' in file ? file.problems : [])),
  };
}

async function readIfExists<T>(file: string, read: (file: string) => Promise<T>): Promise<T | null> {
  return existsSync(file) ? read(file) : null;
}
