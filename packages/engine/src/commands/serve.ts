import { resolve } from 'node:path';

import { readEnvironment } from '#config/env.ts';
import { serve } from '#server/main.ts';

import { portOf } from './command.ts';
import type { Command } from './command.ts';

export const serveCommand: Command = {
  summary: 'Serves a finished build.',
  usage: '[--dir DIR] [--port N] [--host NAME]',
  options: {
    dir: { type: 'string', description: 'output folder of a build (build)' },
    port: { type: 'string', description: 'port (PORT, or 3000)' },
    host: { type: 'string', description: 'address to listen on (HOST, or all)' },
  },
  async run(values) {
    const environment = readEnvironment(process.env);
    const { url } = await serve({
      dir: resolve(String(values['dir'] ?? 'build')),
      port: portOf(values['port'], environment.port),
      host: String(values['host'] ?? environment.host),
      environment,
    });
    process.stdout.write(`Serving on ${url}\n`);
    return 0;
  },
};
