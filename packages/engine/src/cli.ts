/** The engine's command line: `node packages/engine/src/cli.ts <command> [options]`. Each command loads only what it needs. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Node.js keeps the compiled form of all modules: half a second of each command. It goes on without, where it may not write.
const compiled = join(import.meta.dirname, '../.cache');
enableCompileCache(compiled);
process.env['NODE_COMPILE_CACHE'] ??= compiled;

const { COMMANDS } = await import('./commands/index.ts');
const { runCli } = await import('./commands/run-cli.ts');
await runCli(COMMANDS);
