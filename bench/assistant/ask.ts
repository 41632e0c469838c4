/** Asks an assistant as a reader does, and takes the time. */
import type { Assistant } from '@quire/assistant/contract.ts';

export interface Asked {
  refused: boolean;
  /** Ids of the documents, as sent. */
  references: string[];
  markdown: string;
  /** Milliseconds until the references, and until the first of the text. */
  referencesMs: number;
  firstTextMs: number;
}

/** @param start when the reader asked, by the clock of `performance.now()` */
export async function ask(assistant: Assistant, text: string, start = performance.now()): Promise<Asked> {
  const asked: Asked = { refused: true, references: [], markdown: '', referencesMs: 0, firstTextMs: 0 };
  for await (const event of assistant.ask({ text, conversation: [] }, new AbortController().signal)) {
    const ms = performance.now() - start;
    if (event.kind === 'references') Object.assign(asked, { refused: event.refused, references: event.ids, referencesMs: ms });
    else {
      if (asked.markdown === '') asked.firstTextMs = ms;
      asked.markdown += event.text;
    }
  }
  return asked;
}

/** Number at a share of a list in order, 0 for an empty one. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Readers at the same time, each of whom asks again as soon as there is an answer: no thinking in between. */
export async function askTogether(assistant: Assistant, texts: readonly string[], readers: number): Promise<Asked[]> {
  const asked: Asked[] = [];
  const waiting = [...texts];
  async function read(): Promise<void> {
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
      const start = performance.now();
      // As from a socket: every request waits its turn behind those that came before, and the wait counts.
      await new Promise((resolve) => setImmediate(resolve));
      asked.push(await ask(assistant, text, start));
    }
  }
  await Promise.all(Array.from({ length: readers }, read));
  return asked;
}
