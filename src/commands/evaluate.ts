import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { PROJECT_ROOT } from './command.ts';
import type { Command } from './command.ts';

/** What bench/{name}/evaluate-site.ts exports. */
interface Evaluation<Result extends { kept: boolean } = { kept: boolean }> {
  evaluateSite(options: { config?: string; queries?: string; compare: boolean }): Promise<Result>;
  describeEvaluation(result: Result): string;
}

const SUBJECTS = ['search'];

export const evaluateCommand: Command = {
  summary: 'Measures how good the answers are over judged queries; exit status 1 where the goal is not reached.',
  usage: 'search [--queries FILE] [--config FILE] [--compare] [--json]',
  options: {
    queries: { type: 'string', description: 'queries as JSON lines: q, kind, relevant (the development queries)' },
    config: { type: 'string', description: 'site to ask (the real tree beside the project, or site.config.ts)' },
    compare: { type: 'boolean', description: 'other engines beside our own' },
    json: { type: 'boolean', description: 'print JSON, and nothing else' },
  },
  async run(values, [subject]) {
    if (subject === undefined || !SUBJECTS.includes(subject)) {
      process.stderr.write(`${subject === undefined ? '' : `"${subject}" cannot be evaluated. `}What can be: ${SUBJECTS.join(', ')}\n`);
      return subject === undefined ? 0 : 2;
    }
    const file = join(PROJECT_ROOT, 'bench', subject, 'evaluate-site.ts');
    const { evaluateSite, describeEvaluation } = (await import(pathToFileURL(file).href)) as Evaluation;
    const path = (name: string): object => (typeof values[name] === 'string' ? { [name]: resolve(values[name]) } : {});
    const result = await evaluateSite({ ...path('config'), ...path('queries'), compare: values['compare'] === true });
    process.stdout.write(values['json'] === true ? `${JSON.stringify(result)}\n` : describeEvaluation(result));
    return result.kept ? 0 : 1;
  },
};
