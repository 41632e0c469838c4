/** What the evaluation of the assistant prints. */
import { READERS, type AssistantReport, type Latency } from './evaluate.ts';
import type { Fit } from './fit-gate.ts';

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
const ms = (value: number): string => `${value.toFixed(1)} ms`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

function latencyRow(readers: number, { referencesP50, referencesP95, firstTextP50, firstTextP95 }: Latency): string[] {
  return [String(readers), ...[referencesP50, referencesP95, firstTextP50, firstTextP95].map(ms)];
}

export function describeReport({ rates, refusedByKind, alone, together, failures }: AssistantReport): string {
  return [
    ...table(
      ['measure', 'value'],
      [
        [`answerable questions (${rates.answerable}) refused`, percent(rates.answerableRefused)],
        [`unanswerable questions (${rates.unanswerable}) refused`, percent(rates.unanswerableRefused)],
        ['answers that cite a relevant page first', percent(rates.relevantFirst)],
        [`answers that hold all facts (of ${rates.withFacts} questions)`, percent(rates.factsHeld)],
        ['citations that lead to a relevant page', percent(rates.citationPrecision)],
        ['citations that lead to a section', percent(rates.citationsResolve)],
        ['quoted word for word from the cited section', percent(rates.groundedness)],
      ],
    ),
    '',
    ...table(
      ['readers at once', 'references p50', 'p95', 'first sentence p50', 'p95'],
      [latencyRow(1, alone), latencyRow(READERS, together)],
    ),
    '',
    ...table(
      ['kind', 'refused'],
      Object.entries(refusedByKind).map(([kind, refused]) => [kind, percent(refused)]),
    ),
    '',
    ...failures.map(({ what, q, kind, detail }) => `  ${what} (${kind}): ${q}\n       ${detail}`),
    '',
  ].join('\n');
}

export function describeFit({ rates, weights }: Fit, file: string): string {
  const rows = rates.map(({ site, half, answerableRefused, unanswerableRefused }) => {
    return [site, String(half), percent(answerableRefused), percent(unanswerableRefused)];
  });
  return [
    ...table(['site', 'half, judged by the other', 'answerable refused', 'unanswerable refused'], rows),
    '',
    `Written to ${file}: bias ${weights.bias}, ${Object.entries(weights.features)
      .map(([name, weight]) => `${name} ${weight}`)
      .join(', ')}`,
    '',
  ].join('\n');
}
