import { createDevServer } from '#build/dev-server.ts';
import { readEnvironment } from '#config/env.ts';
import { terminalText } from '#model/invisible-characters.ts';
import { listen } from '#server/http-server.ts';

import { CACHE_OPTION, cacheDirOf, type Command, CONFIG_OPTION, configFileOf, portOf } from './command.ts';

export const devCommand: Command = {
  summary: 'Serves the site while you write: edits and errors appear in the browser at once.',
  usage: '[--config FILE] [--port N] [--host NAME]',
  options: {
    ...CONFIG_OPTION,
    port: { type: 'string', description: 'port (PORT, or 3000)' },
    host: { type: 'string', description: 'address to listen on (localhost)' },
    ...CACHE_OPTION,
  },
  async run(values) {
    const environment = readEnvironment(process.env);
    const host = String(values['host'] ?? 'localhost');
    const server = createDevServer({
      host,
      configFile: configFileOf(values),
      cacheDir: cacheDirOf(values),
      report: (message) => void process.stderr.write(`The site cannot be shown yet:\n${terminalText(message)}\n`),
    });
    const { url } = await listen(server.app, {
      port: portOf(values['port'], environment.port),
      host,
      onStopping: () => void server.close(),
    });
    process.stdout.write(`Ready on ${url} in ${Math.round(performance.now())} ms\n`);
    await server.warmUp();
    return 0;
  },
};
