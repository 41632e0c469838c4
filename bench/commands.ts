/** The commands of the benchmarks: `npm run bench` measures figures against their budgets, and `npm run evaluate` the quality of search and answers. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
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

// Evaluation of the quality of the search and of the assistant.

/** The exports of bench/{name}/evaluate-site.ts. */
interface Evaluation<Result extends { kept: boolean } = { kept: boolean }> {
  evaluateSite(options: Record<string, string | boolean>): Promise<Result>;
  describeEvaluation(result: Result): string;
}

/** Options of each subject, in addition to the common ones. */
const SUBJECTS = {
  search: { files: ['config', 'queries'], switches: ['compare'] },
  assistant: { files: ['config', 'questions', 'unanswerable'], switches: ['fit', 'fit-gate'] },
} as const;

const isSubject = (name: string): name is keyof typeof SUBJECTS => Object.hasOwn(SUBJECTS, name);

/** Returns the first given option that this subject does not accept. */
function unsupportedOption(
  values: Record<string, unknown>,
  { files, switches }: { files: readonly string[]; switches: readonly string[] },
): string | undefined {
  return Object.keys(values).find((name) => values[name] !== undefined && ![...files, ...switches, 'json', 'help'].includes(name));
}

export const evaluateCommand: Command = {
  summary: 'Measures the quality of the search or the assistant with judged questions. The exit status is 1 if a goal is missed.',
  usage:
    'search [--queries FILE] [--compare] | assistant [--questions FILE] [--unanswerable FILE] [--fit | --fit-gate]; both [--config FILE] [--json]',
  acceptsPositionals: true,
  options: {
    queries: { type: 'string', description: 'search: queries as JSON lines: q, kind, relevant (the development queries)' },
    compare: { type: 'boolean', description: 'search: compare with other engines' },
    questions: { type: 'string', description: 'assistant: questions as JSON lines: q, relevant (the development questions)' },
    unanswerable: { type: 'string', description: 'assistant: questions to be refused as JSON lines: q (the development questions)' },
    fit: { type: 'boolean', description: 'assistant: fit the weights on the development questions and write them to their files' },
    'fit-gate': { type: 'boolean', description: 'assistant: the same for the weights of the gate alone' },
    config: {
      type: 'string',
      description:
        'configuration of the site (search: the real tree beside the project, or website/site.config.ts; assistant: website/site.config.ts)',
    },
    json: { type: 'boolean', description: 'print only JSON' },
  },
  async run(values, [subject]) {
    if (subject === undefined || !isSubject(subject)) {
      const known = Object.keys(SUBJECTS).join(', ');
      process.stderr.write(`${subject === undefined ? '' : `There is no subject "${subject}". `}Subjects: ${known}\n`);
      return subject === undefined ? 0 : 2;
    }
    const { files, switches } = SUBJECTS[subject];
    const unsupported = unsupportedOption(values, SUBJECTS[subject]);
    if (unsupported !== undefined) {
      process.stderr.write(
        `--${unsupported} is not an option of "evaluate ${subject}". Options: ${[...files, ...switches].map((name) => `--${name}`).join(', ')}\n`,
      );
      return 2;
    }
    const file = join(import.meta.dirname, subject, 'evaluate-site.ts');
    const { evaluateSite, describeEvaluation } = (await import(pathToFileURL(file).href)) as Evaluation;
    const given = files.flatMap((name) => (typeof values[name] === 'string' ? [[name, resolve(values[name])] as const] : []));
    const set = switches.map((name) => [name, values[name] === true] as const);
    const result = await evaluateSite(Object.fromEntries([...given, ...set]));
    process.stdout.write(values['json'] === true ? `${JSON.stringify(result)}\n` : describeEvaluation(result));
    return result.kept ? 0 : 1;
  },
};
