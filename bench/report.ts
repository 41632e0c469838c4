/** Prints the figures of a benchmark and their budgets, as a table and as JSON. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Measured {
  /** Key in bench/budgets.json under the benchmark's name. */
  key: string;
  what: string;
  value: number;
  unit: string;
}

export interface Report {
  rows: (Measured & { budget: number | null; kept: boolean })[];
  kept: boolean;
}

const folder = import.meta.dirname;

/** Compares figures with the budgets of a benchmark. Figures without a budget always pass. */
export function compare(benchmark: string, measured: readonly Measured[]): Report {
  const budgets =
    (JSON.parse(readFileSync(join(folder, 'budgets.json'), 'utf8')) as Record<string, Record<string, number>>)[benchmark] ?? {};
  const rows = measured.map((one) => {
    const budget = budgets[one.key] ?? null;
    return { ...one, budget, kept: budget === null || one.value <= budget };
  });
  return { rows, kept: rows.every((row) => row.kept) };
}

/** @param json whether to print only JSON @returns whether all figures are within their budgets */
export function print(benchmark: string, measured: readonly Measured[], json: boolean): boolean {
  const report = compare(benchmark, measured);
  const data = {
    benchmark,
    kept: report.kept,
    rows: report.rows.map(({ key, value, unit, budget, kept }) => ({ key, value, unit, budget, kept })),
  };
  if (!json) {
    const width = Math.max(...report.rows.map((row) => row.what.length));
    for (const row of report.rows) {
      const budget = row.budget === null ? '' : `${row.kept ? '≤' : '>'} ${row.budget} ${row.unit}${row.kept ? '' : '  OVER BUDGET'}`;
      process.stdout.write(`${row.what.padEnd(width)}  ${`${row.value} ${row.unit}`.padStart(12)}  ${budget}\n`);
    }
  }
  process.stdout.write(`${JSON.stringify(data)}\n`);
  return report.kept;
}

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** Returns the median of an odd number of values. */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Returns the percentile for a share between 0 and 1, or 0 for an empty list. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
