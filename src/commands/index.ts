import { benchCommand } from './bench.ts';
import { buildCommand } from './build.ts';
import type { Command } from './command.ts';
import { devCommand } from './dev.ts';
import { evaluateCommand } from './evaluate.ts';
import { reportCommand } from './report.ts';
import { serveCommand } from './serve.ts';
import { startCommand } from './start.ts';

export const COMMANDS: Readonly<Record<string, Command>> = {
  start: startCommand,

  dev: devCommand,
  build: buildCommand,
  serve: serveCommand,
  evaluate: evaluateCommand,
  report: reportCommand,
  bench: benchCommand,
};

/** What `npm run <name> -- --help` prints. */
export function help(name: string, command: Command): string {
  const options = Object.entries(command.options).map(
    ([option, { type, description }]) => `  --${option}${type === 'string' ? ' VALUE' : ''}`.padEnd(24) + description,
  );
  return `${command.summary}\n\n  npm ${name === 'start' ? 'start' : `run ${name}`} -- ${command.usage}\n\n${options.join('\n')}\n`;
}
