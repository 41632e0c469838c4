/** The commands of the project: `node packages/engine/src/cli.ts <command> [options]`. Each loads only what it needs. */
import { parseArgs } from 'node:util';

import { COMMANDS, help } from './commands/index.ts';

const [name = 'help', ...rest] = process.argv.slice(2);
const load = COMMANDS[name];
if (load === undefined) {
  const known = Object.keys(COMMANDS).join(', ');
  process.stderr.write(`${name === 'help' ? '' : `There is no command "${name}". `}Commands: ${known}. Each takes --help.\n`);
  process.exit(name === 'help' ? 0 : 2);
}
try {
  const command = await load();
  const { values, positionals } = parseArgs({
    args: rest.filter((word) => word !== '--'),
    options: { ...command.options, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (values['help'] === true) process.stdout.write(help(name, command));
  else process.exitCode = await command.run(values, positionals);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
