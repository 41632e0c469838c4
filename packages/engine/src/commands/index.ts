import type { Command } from './command.ts';

/** Each is loaded when it is asked for: a build needs no server, and a server no compiler. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./start.ts')).startCommand,
  dev: async () => (await import('./dev.ts')).devCommand,
  build: async () => (await import('./build.ts')).buildCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  evaluate: async () => (await import('./evaluate.ts')).evaluateCommand,
  report: async () => (await import('./report.ts')).reportCommand,
  bench: async () => (await import('./bench.ts')).benchCommand,
};

/** What `npm run <name> -- --help` prints. */
export function help(name: string, command: Command): string {
  const options = Object.entries(command.options).map(
    ([option, { type, description }]) => `  --${option}${type === 'string' ? ' VALUE' : ''}`.padEnd(24) + description,
  );
  return `${command.summary}\n\n  npm ${name === 'start' ? 'start' : `run ${name}`} -- ${command.usage}\n\n${options.join('\n')}\n`;
}
