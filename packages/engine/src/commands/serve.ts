import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { messageOf } from '@quire/search/error-message';

import { INTERRUPTED } from '#config/build-folder.ts';

import { type Command, CONFIG_OPTION, configFileOf, portOf } from './command.ts';

export const serveCommand: Command = {
  summary: 'Serves a finished build.',
  usage: '[--config FILE] [--dir DIR] [--port N] [--host NAME]',
  options: {
    config: { type: 'string', description: 'configuration file, for its plugins (site.config.ts)' },
    dir: { type: 'string', description: 'output folder of a build (build)' },
    port: { type: 'string', description: 'port (PORT, or 3000)' },
    host: { type: 'string', description: 'address to listen on (HOST, or localhost)' },
  },
  async run(values) {
    // Import the server only now: `start` runs a build first, which needs the memory.
    const [{ loadConfig }, { readEnvironment }, { serve }] = await Promise.all([
      import('#config/load.ts'),
      import('#config/env.ts'),
      import('#server/main.ts'),
    ]);
    const environment = readEnvironment(process.env);
    const { plugins } = await loadConfig(configFileOf(values));
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

/** Completes a publish that was interrupted, for example because the build was killed. Prints a message if that fails. */
export async function finishPublishing(dir: string): Promise<void> {
  if (!existsSync(join(dir, INTERRUPTED))) return;
  const { resumePublishing, rejectTracked } = await import('#build/publish.ts');
  try {
    await rejectTracked([dir]);
    resumePublishing(dir);
  } catch (error) {
    process.stderr.write(`The interrupted publish in ${dir} could not be completed: ${messageOf(error)}. Run the build again.\n`);
  }
}

export const startCommand: Command = {
  summary: 'Builds the site, and serves it on http://localhost:3000.',
  usage: '[--config FILE] [--port N] [--host NAME]',
  options: {
    ...CONFIG_OPTION,
    port: { type: 'string', description: 'port (PORT, or 3000)' },
    host: { type: 'string', description: 'address to listen on (HOST, or localhost)' },
  },
  async run(values) {
    const status = await build(values['config']);
    if (status !== 0) return status;
    return serveCommand.run(values, []);
  },
};

/** Runs a build in a child process, so that its memory is released before the server starts. @returns the exit status */
async function build(config: string | boolean | undefined): Promise<number> {
  const choice = config === undefined ? [] : ['--config', String(config)];
  const child = spawn(process.execPath, [join(import.meta.dirname, '../cli.ts'), 'build', ...choice], { stdio: 'inherit' });
  const stop = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on('SIGTERM', stop).on('SIGINT', stop);
  const [status] = (await once(child, 'exit')) as [number | null];
  process.off('SIGTERM', stop).off('SIGINT', stop);
  return status ?? 1;
}
