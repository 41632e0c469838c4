/** `npm run bench` and `npm run evaluate`. */
import { runCli } from '@quire/engine/commands/command.ts';

await runCli({
  bench: async () => (await import('./bench-command.ts')).benchCommand,
  evaluate: async () => (await import('./evaluate-command.ts')).evaluateCommand,
});
