import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** A command of the command line. */
export interface Command {
  /** One sentence for the list of commands. */
  summary: string;
  /** The arguments, for `--help`: `[--port N]`. */
  usage: string;
  /** How to start the command if it has no npm script; default: `npm run <name> --`. */
  program?: string;
  /** Whether it accepts arguments that are not options, such as a folder; default false: they are an error. */
  acceptsPositionals?: boolean;
  options: Readonly<Record<string, { type: 'string' | 'boolean'; description: string }>>;
  /** @returns the exit status */
  run(values: OptionValues, positionals: readonly string[]): Promise<number>;
}

/** The values of the options that were given. */
export type OptionValues = Readonly<Record<string, string | boolean | undefined>>;

/** The option of the configuration file, for commands that read it with `configFileOf`. */
export const CONFIG_OPTION = { config: { type: 'string', description: 'configuration file (site.config.ts)' } } as const;

/** Returns the absolute path of the configuration file. */
export const configFileOf = (values: OptionValues): string => resolve(String(values['config'] ?? 'site.config.ts'));

/** The option of the cache folder, for commands that read it with `cacheDirOf`. */
export const CACHE_OPTION = { 'cache-dir': { type: 'string', description: 'cache folder (.cache)' } } as const;

/** Returns the absolute path of the cache folder. */
export const cacheDirOf = (values: OptionValues): string => resolve(String(values['cache-dir'] ?? '.cache'));

/** Parses the `--port` option. @throws Error if it is not a port number */
export function portOf(value: string | boolean | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`--port ${String(value)}: expected a whole number from 0 to 65535`);
}

/**
 * Runs the command that the command line names. Sets the exit status: the command's own, 1 after an error, and 2 for an unknown command.
 * Prints only the message of an error, without its stack trace.
 */
export async function runCli(commands: Readonly<Record<string, () => Promise<Command>>>): Promise<void> {
  const [name = 'help', ...rest] = process.argv.slice(2);
  process.stdout.off('error', endWithReader).on('error', endWithReader);
  if (['help', '--help', '-h'].includes(name)) {
    process.stdout.write(await overview(commands));
    return;
  }
  const load = commands[name];
  if (load === undefined) {
    const known = Object.keys(commands).join(', ');
    process.stderr.write(`There is no command "${name}". Commands: ${known}. Each accepts --help.\n`);
    process.exitCode = 2;
    return;
  }
  await runCommand(name, load, rest);
}

/** Runs one command, as `runCli` does. A script with only one command calls it directly. @param args its arguments */
export async function runCommand(name: string, load: () => Promise<Command> | Command, args = process.argv.slice(2)): Promise<void> {
  process.stdout.off('error', endWithReader).on('error', endWithReader);
  try {
    const command = await load();
    const given = args.filter((arg) => arg !== '--');
    const options = { ...command.options, help: { type: 'boolean' as const, description: 'describe the command' } };
    rejectUnknown(name, command, given, options);
    const { values, positionals } = parseArgs({ args: given, options, allowPositionals: true });
    if (values['help'] === true) process.stdout.write(help(name, command));
    else process.exitCode = await command.run(values, positionals);
  } catch (error) {
    // Only errors need it, and a build starts as soon as its own modules are loaded.
    const { terminalText } = await import('#model/invisible-characters.ts');
    process.stderr.write(`${terminalText(error instanceof Error ? error.message : String(error))}\n`);
    process.exitCode = 1;
  }
}

/** Ends the process without an error when nothing reads its output any more, as in `npm run report | head`. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}

/** @throws Error that names an unknown option, or an argument that the command does not accept */
function rejectUnknown(name: string, command: Command, args: string[], options: Command['options']): void {
  for (const token of parseArgs({ args, options, strict: false, tokens: true }).tokens) {
    if (token.kind === 'positional' && command.acceptsPositionals !== true)
      throw new Error(`${name} takes options only, but got "${token.value}".`);
    if (token.kind !== 'option' || Object.hasOwn(options, token.name)) continue;
    const known = Object.keys(options).map((option) => `--${option}`);
    throw new Error(`There is no option ${token.rawName}. Options: ${known.join(', ')}.`);
  }
}

/** Returns the list of commands, one on each line. */
async function overview(commands: Readonly<Record<string, () => Promise<Command>>>): Promise<string> {
  const entries = await Promise.all(Object.entries(commands).map(async ([name, load]) => [name, (await load()).summary] as const));
  return `Commands:\n\n${entries.map(([name, summary]) => `  ${name.padEnd(14)}${summary}`).join('\n')}\n\nEach accepts --help.\n`;
}

/** Returns how to start a command. If bin/quire.mjs was started, this is how, because npm scripts exist only in this repository. */
function commandLine(name: string, program = `npm ${name === 'start' ? 'start' : `run ${name}`} --`): string {
  const quire = process.env['QUIRE_PROGRAM'];
  return quire === undefined ? program : `${quire} ${name}`;
}

/** Returns the text of `--help`. */
function help(name: string, { summary, usage, options, program }: Command): string {
  const lines = Object.entries(options).map(
    ([option, { type, description }]) => `  --${option}${type === 'string' ? ' VALUE' : ''}`.padEnd(24) + description,
  );
  return `${summary}\n\n  ${`${commandLine(name, program)} ${usage}`.replace(/(?<![ -])[ -]+$/, '')}${lines.length === 0 ? '' : `\n\n${lines.join('\n')}`}\n`;
}
