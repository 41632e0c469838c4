import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Command } from '@quire/engine/commands/command.ts';

/** A benchmark prints a table and JSON, and returns whether it stayed within its budgets (bench/budgets.json). */
export interface Benchmark {
  summary: string;
  run(args: readonly string[]): Promise<boolean>;
}

const folder = import.meta.dirname;

/** `attack` has its own command, `npm run attack`. */
const names = (): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'attack')
    .map((entry) => entry.name)
    .sort();

export const benchCommand: Command = {
  summary: 'Measures the site against its budgets. The exit status is 1 if one is exceeded.',
  usage: `[${names().join(' | ')}] [options of the benchmark]`,
  acceptsPositionals: true,
  options: { json: { type: 'boolean', description: 'print only JSON' } },
  async run(values, [name, ...rest]) {
    if (name === undefined || !names().includes(name)) {
      process.stderr.write(`${name === undefined ? '' : `There is no benchmark "${name}". `}Benchmarks: ${names().join(', ')}\n`);
      return name === undefined ? 0 : 2;
    }
    const { benchmark } = (await import(pathToFileURL(join(folder, name, 'index.ts')).href)) as { benchmark: Benchmark };
    return (await benchmark.run([...rest, ...(values['json'] === true ? ['--json'] : [])])) ? 0 : 1;
  },
};
