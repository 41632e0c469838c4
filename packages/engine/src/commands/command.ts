import { parseArgs } from 'node:util';

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

/**
 * Runs the command that the command line names, and sets the exit status: 0 when it succeeded, 1 when it failed, 2 when
 * there is no such command. Errors are printed as their message alone.
 */
export async function runCli(commands: Readonly<Record<string, () => Promise<Command>>>): Promise<void> {
  const [name = 'help', ...rest] = process.argv.slice(2);
  const load = commands[name];
  if (load === undefined) {
    const known = Object.keys(commands).join(', ');
    process.stderr.write(`${name === 'help' ? '' : `There is no command "${name}". `}Commands: ${known}. Each accepts --help.\n`);
    process.exitCode = name === 'help' ? 0 : 2;
    return;
  }
  try {
    const command = await load();
    const { values, positionals } = parseArgs({
      args: rest.filter((word) => word !== '--'),
      options: { ...command.options, help: { type: 'boolean' } },
      allowPositionals: true,
    });
    if (values['help'] === true) process.stdout.write(help(name, command));
    else process.exitCode = await command.run(values, positionals);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** The text of `npm run <name> -- --help`. */
function help(name: string, { summary, usage, options }: Command): string {
  const lines = Object.entries(options).map(
    ([option, { type, description }]) => `  --${option}${type === 'string' ? ' VALUE' : ''}`.padEnd(24) + description,
  );
  return `${summary}\n\n  npm ${name === 'start' ? 'start' : `run ${name}`} -- ${usage}\n\n${lines.join('\n')}\n`;
}
