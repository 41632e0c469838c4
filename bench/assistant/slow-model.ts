/** A slow OpenAI-compatible chat API: it repeats the first section word by word, for 30 seconds or until the client disconnects. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface SlowModel {
  /** Value for LLM_BASE_URL. */
  url: string;
  /** Number of running requests. */
  running(): number;
  /** Number of requests since the start. */
  asked(): number;
  close(): void;
}

/** Interval between two words, and number of words of an answer. */
const WORD_MS = 100;
const WORDS = 300;

export async function startSlowModel(): Promise<SlowModel> {
  let running = 0;
  let asked = 0;
  const server: Server = createServer((request, response) => {
    running += 1;
    asked += 1;
    response.once('close', () => (running -= 1));
    void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/v1`, running: () => running, asked: () => asked, close };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const words = wordsOf(await bodyOf(request));
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (let i = 0; i < WORDS && !response.destroyed; i++) {
    const delta = { content: `${words[i % words.length]} ` };
    response.write(
      `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', model: 'slow', choices: [{ index: 0, delta }] })}\n\n`,
    );
    await wait(WORD_MS);
  }
  response.end('data: [DONE]\n\n');
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Returns the words of the first section with a citation after each sentence, as a model that follows its instructions would write them. */
function wordsOf(body: string): string[] {
  const { messages } = JSON.parse(body) as { messages: { content: string | { text: string }[] }[] };
  const content = messages.at(-1)?.content ?? '';
  const prompt = typeof content === 'string' ? content : content.map(({ text }) => text).join('');
  const section = /<<section 1 [^>]*>>\n([^]*?)\n<<end/.exec(prompt)?.[1] ?? 'Nothing was found.';
  return section.replaceAll('. ', ' [1]. ').split(/\s+/);
}
