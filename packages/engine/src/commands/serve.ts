import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { loadConfig } from '#config/load.ts';
import { readEnvironment } from '#config/env.ts';
import { INTERRUPTED } from '#server/build-snapshot.ts';
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
    const dir = resolve(String(values['dir'] ?? 'build'));
    await finishPublishing(dir);
    const { url } = await serve({
      dir,
      port: portOf(values['port'], environment.port),
      host: String(values['host'] ?? environment.host),
      environment,
      plugins,
    });
    process.stdout.write(`Serving on ${url}\n`);
    return 0;
  },
};

/** Swaps in the rest of a build that was killed while it was published. What cannot be finished here, the server reports. */
async function finishPublishing(dir: string): Promise<void> {
  if (!existsSync(join(dir, INTERRUPTED))) return;
  const { resumePublishing } = await import('../build/output.ts');
  try {
    resumePublishing(dir);
  } catch (error) {
    process.stderr.write(
      `The build in ${dir} cannot be published to its end: ${error instanceof Error ? error.message : String(error)}.\n`,
    );
  }
}
