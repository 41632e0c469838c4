import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Command } from './command.ts';

export const startCommand: Command = {
  summary: 'Installs what is missing, builds the site and serves it on http://localhost:3000.',
  usage: '[--config FILE] [--port N] [--host NAME]',
  options: {
    config: { type: 'string', description: 'configuration file (site.config.ts)' },
    port: { type: 'string', description: 'port (PORT, or 3000)' },
    host: { type: 'string', description: 'address to listen on (HOST, or localhost)' },
  },
  async run(values) {
    const status = await build(values['config']);
    if (status !== 0) return status;
    // Only now: the build needs the memory.
    const { serveCommand } = await import('./serve.ts');
    return serveCommand.run(values, []);
  },
};

/** In a process of its own: the server would keep the memory that a build takes for as long as it runs. @returns the exit status */
async function build(config: string | boolean | undefined): Promise<number> {
  const choice = config === undefined ? [] : ['--config', String(config)];
  const child = spawn(process.execPath, [join(import.meta.dirname, '../cli.ts'), 'build', ...choice], { stdio: 'inherit' });
  const stop = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on('SIGTERM', stop).on('SIGINT', stop);
  const [status] = (await once(child, 'exit')) as [number | null];
  process.off('SIGTERM', stop).off('SIGINT', stop);
  return status ?? 1;
}
