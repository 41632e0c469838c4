/** Asks an assistant as a reader does, and measures the time until it answers. */
import type { Assistant } from '@quire/assistant/contract.ts';

export interface Asked {
  refused: boolean;
  /** Ids of the documents, in the order in which the assistant sent them. */
  references: string[];
  markdown: string;
  /** Milliseconds until the references and until the first text. */
  referencesMs: number;
  firstTextMs: number;
}

/** @param start time at which the reader asked, from `performance.now()` */
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

/** Asks all texts with `readers` concurrent readers. Each reader asks the next text as soon as an answer is complete. */
export async function askTogether(assistant: Assistant, texts: readonly string[], readers: number): Promise<Asked[]> {
  const asked: Asked[] = [];
  const waiting = [...texts];
  async function read(): Promise<void> {
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
      const start = performance.now();
      // Like a request from a socket, each question waits for earlier ones in the event loop. The measured time includes that wait.
      await new Promise((resolve) => setImmediate(resolve));
      asked.push(await ask(assistant, text, start));
    }
  }
  await Promise.all(Array.from({ length: readers }, read));
  return asked;
}
