import { resolve } from 'node:path';

import { createDevServer } from '#build/dev-server.ts';
import { readEnvironment } from '#config/env.ts';
import { listen } from '#server/http-server.ts';

import { portOf } from './command.ts';
import type { Command } from './command.ts';

export const devCommand: Command = {
  summary: 'Serves the site while you write: edits and errors appear in the browser at once.',
  usage: '[--config FILE] [--port N] [--host NAME]',
  options: {
    config: { type: 'string', description: 'configuration file (site.config.ts)' },
    port: { type: 'string', description: 'port (PORT, or 3000)' },
    host: { type: 'string', description: 'address to listen on (localhost)' },
    'cache-dir': { type: 'string', description: 'cache folder (.cache)' },
  },
  async run(values) {
    const environment = readEnvironment(process.env);
    const server = createDevServer({
      configFile: resolve(String(values['config'] ?? 'site.config.ts')),
      cacheDir: resolve(String(values['cache-dir'] ?? '.cache')),
      report: (message) => void process.stderr.write(`The site cannot be shown yet:\n${message}\n`),
    });
    const { url } = await listen(server.app, {
      port: portOf(values['port'], environment.port),
      host: String(values['host'] ?? 'localhost'),
      onStopping: () => void server.close(),
    });
    process.stdout.write(`Ready on ${url} in ${Math.round(performance.now())} ms\n`);
    await server.warmUp();
    return 0;
  },
};
