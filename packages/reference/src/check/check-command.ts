import type { CliFacts, Command } from '../schema/cli.ts';
import { hint } from './finding.ts';
import type { Finding } from './finding.ts';
import type { ShellCommand } from './shell-words.ts';

/** Words that may stand before a program, and settings of variables. */
const BEFORE = /^(?:sudo|exec|time|nohup|env|if|then|do|else|!|\w+=.*)$/;

const NOT_OURS = /^[<[]|\.\.\.|…|^\$/;

interface Walk {
  cli: CliFacts;
  found: Command;
  findings: Finding[];
  line: number;
  given: Set<string>;
  positional: number;
}

/** Holds a `datahub …` command against the command tree: sub-commands, flags, what is required. Other programs pass. */
export function checkCommand({ words, line }: ShellCommand, cli: CliFacts, isPartial: boolean): Finding[] {
  const start = words.findIndex((word) => !BEFORE.test(word));
  const rest = programWords(words.slice(Math.max(0, start)), cli.program);
  const root = cli.commands.find((command) => command.command === cli.program);
  if (rest === null || root === undefined || rest.some((word) => NOT_OURS.test(word) && word.startsWith('['))) return [];
  const walk: Walk = { cli, found: root, findings: [], line, given: new Set(), positional: 0 };
  for (let at = 0; at < rest.length;) {
    const word = rest[at] ?? '';
    if (cli.external.includes(word) && walk.found === root) return walk.findings;
    if (word === '--help' || word === '--version' || word === '...' || word === '…') return walk.findings;
    if (word.startsWith('-') && word.length > 1 && !/^-\d/.test(word)) at += readFlag(word, rest[at + 1], walk);
    else {
      if (!enter(word, walk)) return walk.findings;
      at++;
    }
  }
  if (!isPartial) completeness(walk);
  return walk.findings;
}

/** The words after the program's name, also as `python -m datahub`. */
function programWords(words: readonly string[], program: string): string[] | null {
  if (words[0] === program) return words.slice(1);
  const module = /^python3?$/.test(words[0] ?? '') && words[1] === '-m' && words[2] === program;
  return module ? words.slice(3) : null;
}

/** A word that is no flag: a sub-command, or an argument. False where the rest cannot be understood. */
function enter(word: string, walk: Walk): boolean {
  const { cli, found } = walk;
  const inner = cli.commands.find((command) => command.command === `${found.command} ${word}`);
  if (inner !== undefined) {
    walk.found = inner;
    return true;
  }
  if (found.group && !NOT_OURS.test(word)) {
    const usual = defaultOf(walk);
    if (usual !== undefined && usual.arguments.length > 0) {
      walk.found = usual;
      return enter(word, walk);
    }
    const inside = `${found.command} `;
    const known = cli.commands
      .flatMap(({ command }) => (command.startsWith(inside) ? [command.slice(inside.length)] : []))
      .filter((name) => !name.includes(' '));
    walk.findings.push({ line: walk.line, message: `"${found.command}" has no sub-command "${word}"${hint(word, known)}` });
    return false;
  }
  if (found.group) return false;
  walk.positional++;
  if (walk.positional > found.arguments.length) {
    walk.findings.push({
      line: walk.line,
      message: `"${found.command}" takes ${found.arguments.length === 0 ? 'no' : found.arguments.length} argument${found.arguments.length === 1 ? '' : 's'}; "${word}" is one too many`,
    });
    return false;
  }
  return true;
}

/** @returns how many words the flag takes */
function readFlag(word: string, next: string | undefined, walk: Walk): number {
  const [name = '', value] = /^([^=]+)=([\s\S]*)$/.exec(word)?.slice(1) ?? [word];
  let option = optionOf(walk.found, name);
  const usual = option === undefined ? defaultOf(walk) : undefined;
  if (usual !== undefined) {
    walk.found = usual;
    option = optionOf(usual, name);
  }
  if (option === undefined) {
    const known = walk.found.options.flatMap((one) => one.flags.flatMap(spellings));
    walk.findings.push({ line: walk.line, message: `"${walk.found.command}" has no option ${name}${hint(name, known)}` });
    return 1;
  }
  walk.given.add(option.flags[0] ?? '');
  if (option.flag || value !== undefined) return 1;
  const choices = option.choices;
  if (next === undefined) walk.findings.push({ line: walk.line, message: `${name} of "${walk.found.command}" needs a value` });
  else if (choices !== undefined && !choices.includes(next) && !NOT_OURS.test(next)) {
    walk.findings.push({
      line: walk.line,
      message: `${name} of "${walk.found.command}" must be one of ${choices.join(', ')}; found "${next}"`,
    });
  }
  return 2;
}

const spellings = (flag: string): string[] => flag.split('/');

const optionOf = (command: Command, name: string) =>
  command.options.find((option) => option.flags.some((flag) => spellings(flag).includes(name)));

const defaultOf = ({ cli, found }: Walk): Command | undefined =>
  found.default === undefined ? undefined : cli.commands.find((command) => command.command === `${found.command} ${found.default}`);

function completeness(walk: Walk): void {
  const { found, given, positional, line } = walk;
  if (found.group) return;
  for (const option of found.options) {
    const name = option.flags[0] ?? '';
    if (option.required && !given.has(name))
      walk.findings.push({ line, message: `"${found.command}" needs the option ${option.flags.join(' or ')}` });
  }
  const wanted = found.arguments.filter((argument) => argument.required);
  if (positional < wanted.length)
    walk.findings.push({ line, message: `"${found.command}" needs the argument ${wanted[positional]?.name ?? ''}` });
}
