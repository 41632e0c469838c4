/** `npm run attack`, `npm run bench`, and `npm run evaluate`. */
import { runCli } from '@quire/engine/commands/command.ts';

await runCli({
  attack: async () => (await import('./attack/index.ts')).attackCommand,
  bench: async () => (await import('./commands.ts')).benchCommand,
  evaluate: async () => (await import('./commands.ts')).evaluateCommand,
});
