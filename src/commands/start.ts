import { runBuild } from './build.ts';
import type { Command } from './command.ts';
import { serveCommand } from './serve.ts';

export const startCommand: Command = {
  summary: 'Installs what is missing, builds the site and serves it on http://localhost:3000.',
  usage: '[--port N] [--host NAME]',
  options: {
    port: { type: 'string', description: 'port (PORT, or 3000)' },
    host: { type: 'string', description: 'address to listen on (HOST, or all)' },
  },
  async run(values) {
    const status = await runBuild({});
    return status === 0 ? serveCommand.run(values, []) : status;
  },
};
