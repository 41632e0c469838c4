import { resolve } from 'node:path';

import { loadConfig } from '#config/load.ts';
import { readEnvironment } from '#config/env.ts';
import { serve } from '#server/main.ts';

import { portOf } from './command.ts';
import type { Command } from './command.ts';

export const serveCommand: Command = {
  summary: 'Serves a finished build.',
  usage: '[--config FILE] [--dir DIR] [--port N] [--host NAME]',
  options: {
    config: { type: 'string', description: 'configuration file whose plugins answer beside the pages (site.config.ts)' },
    dir: { type: 'string', description: 'output folder of a build (build)' },
    port: { type: 'string', description: 'port (PORT, or 3000)' },
    host: { type: 'string', description: 'address to listen on (HOST, or localhost)' },
  },
  async run(values) {
    const environment = readEnvironment(process.env);
    const { plugins } = await loadConfig(resolve(String(values['config'] ?? 'site.config.ts')));
    const { url } = await serve({
      dir: resolve(String(values['dir'] ?? 'build')),
      port: portOf(values['port'], environment.port),
      host: String(values['host'] ?? environment.host),
      environment,
      plugins,
    });
    process.stdout.write(`Serving on ${url}\n`);
    return 0;
  },
};
