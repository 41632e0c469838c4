/** `npm run report`: what readers asked and did not find. */
import { runCli } from '@quire/engine/commands/command.ts';

await runCli({ report: async () => (await import('./report-command.ts')).reportCommand });
