import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Command } from '@quire/engine/commands/command.ts';

/** A benchmark prints a table and JSON, and answers whether it kept its budgets (bench/budgets.json). */
export interface Benchmark {
  summary: string;
  run(args: readonly string[]): Promise<boolean>;
}

const folder = import.meta.dirname;

const names = (): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

export const benchCommand: Command = {
  summary: 'Measures the site against its budgets; exit status 1 where one is not kept.',
  usage: '[name] [options of the benchmark]',
  options: { json: { type: 'boolean', description: 'print JSON, and nothing else' } },
  async run(values, [name, ...rest]) {
    if (name === undefined || !names().includes(name)) {
      process.stderr.write(`${name === undefined ? '' : `There is no benchmark "${name}". `}Benchmarks: ${names().join(', ')}\n`);
      return name === undefined ? 0 : 2;
    }
    const { benchmark } = (await import(pathToFileURL(join(folder, name, 'index.ts')).href)) as { benchmark: Benchmark };
    return (await benchmark.run([...rest, ...(values['json'] === true ? ['--json'] : [])])) ? 0 : 1;
  },
};
