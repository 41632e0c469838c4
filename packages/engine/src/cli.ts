/** The engine's command line: `node packages/engine/src/cli.ts <command> [options]`. Each command loads only what it needs. */
import { COMMANDS } from './commands/index.ts';
import { runCli } from './commands/run-cli.ts';

await runCli(COMMANDS);
