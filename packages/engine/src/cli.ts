/** The engine's command line: `node packages/engine/src/cli.ts <command> [options]`. Each command loads only what it needs. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

import type { Command } from './commands/command.ts';

// Caching compiled modules saves half a second per command. If the folder is not writable, Node.js continues without the cache.
const compiled = join(import.meta.dirname, '../.cache');
enableCompileCache(compiled);
process.env['NODE_COMPILE_CACHE'] ??= compiled;

/** Commands are loaded on demand, because a build does not need the server, nor the server the compiler. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./commands/serve.ts')).startCommand,
  dev: async () => (await import('./commands/dev.ts')).devCommand,
  build: async () => (await import('./commands/build.ts')).buildCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  versions: async () => (await import('./commands/versions-and-translations.ts')).versionsCommand,
  translations: async () => (await import('./commands/versions-and-translations.ts')).translationsCommand,
};

const { runCli } = await import('./commands/command.ts');
await runCli(COMMANDS);
