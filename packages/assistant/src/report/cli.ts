/** `npm run report`: what readers asked and did not find. */
import { runCli } from '@quire/engine/commands/run-cli.ts';

await runCli({ report: async () => (await import('./command.ts')).reportCommand });
