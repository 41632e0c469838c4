import type { LogEntry } from './log-entry.ts';

/**
 * A log of one JSON line to each entry. What is reported in one turn of the event loop is written at its end in one piece, and
 * at the latest when the process ends: to write takes longer than to make the lines.
 */
export function createLogWriter(out: { write(text: string): unknown }): (entry: LogEntry) => void {
  let lines = '';
  function flush(): void {
    const text = lines;
    lines = '';
    if (text !== '') out.write(text);
  }
  process.once('exit', flush);
  return (entry) => {
    if (lines === '') setImmediate(flush);
    lines += `${JSON.stringify(entry)}\n`;
  };
}
