import type { Finding } from './finding.ts';

/** Parses JSON; the message tells the line on which reading failed. */
export function checkJson(code: string): Finding[] {
  try {
    JSON.parse(code);
    return [];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = Number(/at position (\d+)/.exec(message)?.[1] ?? Number.NaN);
    const line = Number.isNaN(position) ? code.trimEnd().split('\n').length : code.slice(0, position).split('\n').length;
    return [{ line, message: `is no valid JSON: ${message.replace(/ in JSON at position.*$| \(line.*$/, '')}` }];
  }
}
