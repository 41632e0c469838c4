import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Command } from '@quire/engine/commands/command.ts';

/** The exports of bench/{name}/evaluate-site.ts. */
interface Evaluation<Result extends { kept: boolean } = { kept: boolean }> {
  evaluateSite(options: Record<string, string | boolean>): Promise<Result>;
  describeEvaluation(result: Result): string;
}

/** Options of each subject, beside those that all have. */
const SUBJECTS = {
  search: { files: ['config', 'queries'], switches: ['compare'] },
  assistant: { files: ['config', 'questions', 'unanswerable'], switches: ['fit'] },
} as const;

const isSubject = (name: string): name is keyof typeof SUBJECTS => Object.hasOwn(SUBJECTS, name);

/** An option that was given although this subject does not know it. */
function foreignOption(
  values: Record<string, unknown>,
  { files, switches }: { files: readonly string[]; switches: readonly string[] },
): string | undefined {
  return Object.keys(values).find((name) => values[name] !== undefined && ![...files, ...switches, 'json', 'help'].includes(name));
}

export const evaluateCommand: Command = {
  summary: 'Measures how good search or the assistant is over judged questions; exit status 1 where a goal is not reached.',
  usage: 'search [--queries FILE] [--compare] | assistant [--questions FILE] [--unanswerable FILE] [--fit]; both [--config FILE] [--json]',
  options: {
    queries: { type: 'string', description: 'search: queries as JSON lines: q, kind, relevant (the development queries)' },
    compare: { type: 'boolean', description: 'search: other engines beside our own' },
    questions: { type: 'string', description: 'assistant: questions as JSON lines: q, relevant (the development questions)' },
    unanswerable: { type: 'string', description: 'assistant: questions to be refused as JSON lines: q (the development questions)' },
    fit: { type: 'boolean', description: "assistant: fits the gate's weights on the development questions, and writes them" },
    config: {
      type: 'string',
      description: 'site to ask (search: the real tree beside the project, or site.config.ts; assistant: site.config.ts)',
    },
    json: { type: 'boolean', description: 'print JSON, and nothing else' },
  },
  async run(values, [subject]) {
    if (subject === undefined || !isSubject(subject)) {
      const known = Object.keys(SUBJECTS).join(', ');
      process.stderr.write(`${subject === undefined ? '' : `"${subject}" cannot be evaluated. `}What can be: ${known}\n`);
      return subject === undefined ? 0 : 2;
    }
    const { files, switches } = SUBJECTS[subject];
    const foreign = foreignOption(values, SUBJECTS[subject]);
    if (foreign !== undefined) {
      process.stderr.write(
        `--${foreign} is no option of "evaluate ${subject}"; that takes ${[...files, ...switches].map((name) => `--${name}`).join(', ')}\n`,
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
