/** Measures many concurrent answers over loopback: fast ones from quotations, and slow ones from a model. */
import { mkdtempSync, rmSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark } from '../commands.ts';
import { print, type Measured, percentile, round } from '../report.ts';
import { buildInto, memoryOf, startServer } from '../site-server.ts';
import { Agent, type IncomingMessage, request, createServer, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { RESPONSE_MARKER } from '@quire/assistant/contract.ts';
import { ANSWERABLE, parseAnswerable, parseUnanswerable, UNANSWERABLE } from './questions.ts';

const config = join(import.meta.dirname, '../../website/site.config.ts');

export const benchmark: Benchmark = {
  summary: 'Answers: times with 20 readers at a time, memory with 500 streams from a slow model.',
  async run(args) {
    const dir = mkdtempSync(join(tmpdir(), 'bench-assistant-'));
    try {
      const build = join(dir, 'build');
      await buildInto(build, config, 'bench-assistant');
      const env = { QUERY_LOG_FILE: join(dir, 'queries.sqlite') };
      const { measured, answered } = await measureReaders(build, env);
      return print('assistant', [...measured, ...(await measureStreams(build, answered, env))], args.includes('--json'));
    } finally {
      rmSync(dir, { recursive: true });
    }
  },
};

/** Concurrent readers of quotations, the number of questions that they ask together, and the number of rounds before. */
const READERS = 20;
const QUESTIONS = 600;
const WARM_UPS = 4;
/** Concurrent readers of a slow model, how long they read, and how long the server may need to notice that they left. */
const STREAMS = 500;
const STREAM_MS = 10_000;
const LEAVE_MS = 5000;

const allQuestions = (): string[] => parseAnswerable(readFileSync(ANSWERABLE, 'utf8'), ANSWERABLE).map(({ q }) => q);

const othersToWarmUp = (): string[] =>
  parseUnanswerable(readFileSync(UNANSWERABLE, 'utf8'), UNANSWERABLE)
    .slice(0, 5 * READERS)
    .map(({ q }) => q);

/** Keeps one connection open for each reader. */
const connections = (readers: number): Agent => new Agent({ keepAlive: true, maxSockets: readers });

/**
 * Asks from a separate client address for each reader, so that the rate limits of one address do not distort the result.
 * `fetch` would need half as much processor time for 20 readers as the server, and the readers would slow each other down.
 */
function ask(url: string, prompt: string, reader: number, options: { agent: Agent; signal?: AbortSignal }): Promise<IncomingMessage> {
  const body = JSON.stringify({ prompt });
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'X-Forwarded-For': `10.${reader >> 16}.${(reader >> 8) & 255}.${reader & 255}`,
  };
  return new Promise((resolve, reject) => {
    request(`${url}/v1/completions`, { method: 'POST', headers, ...options }, resolve)
      .on('error', reject)
      .end(body);
  });
}

interface Times {
  prompt: string;
  referencesMs: number;
  textMs: number;
  refused: boolean;
}

export interface ReadersResult {
  measured: Measured[];
  /** Questions that were not refused. The server sends only these to a model. */
  answered: string[];
}

/** @throws Error if the status of the response is not 200 */
async function timeOne(url: string, prompt: string, reader: number, agent: Agent): Promise<Times> {
  const start = performance.now();
  const response = (await ask(url, prompt, reader, { agent })).setEncoding('utf8');
  const times: Times = { prompt, referencesMs: 0, textMs: 0, refused: false };
  let text = '';
  for await (const chunk of response as AsyncIterable<string>) {
    text += chunk;
    if (times.referencesMs === 0 && text.includes(RESPONSE_MARKER)) times.referencesMs = performance.now() - start;
    if (times.textMs === 0 && text.length > text.indexOf(RESPONSE_MARKER) + RESPONSE_MARKER.length)
      times.textMs = performance.now() - start;
  }
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${text}`);
  return { ...times, refused: text.startsWith('[]') };
}

/** Asks all prompts with 20 concurrent readers. Each reader asks the next prompt as soon as an answer is complete. */
async function askTogether(url: string, prompts: readonly string[]): Promise<Times[]> {
  const times: Times[] = [];
  const agent = connections(READERS);
  let next = 0;
  const read = async (): Promise<void> => {
    for (let place = next++; place < prompts.length; place = next++) times.push(await timeOne(url, prompts[place] ?? '', place, agent));
  };
  await Promise.all(Array.from({ length: READERS }, read));
  agent.destroy();
  return times;
}

/** @param dir folder of a build */
async function measureReaders(dir: string, env: Readonly<Record<string, string>>): Promise<ReadersResult> {
  const server = await startServer(dir, { ...env, TRUST_PROXY: '1' });
  try {
    const asked = allQuestions();
    // Warm up this process and its sockets with the same number of readers. The measured questions differ from these, so the server
    // has not answered them before.
    for (let time = 0; time < WARM_UPS; time++) await askTogether(server.url, othersToWarmUp());
    const times = await askTogether(
      server.url,
      Array.from({ length: QUESTIONS }, (_, i) => asked[i % asked.length] ?? ''),
    );
    const p95 = (key: 'referencesMs' | 'textMs'): number =>
      round(
        percentile(
          times.map((one) => one[key]),
          0.95,
        ),
        1,
      );
    const measured = [
      { key: 'referencesP95Ms', what: `${READERS} readers at a time: references, p95`, value: p95('referencesMs'), unit: 'ms' },
      { key: 'firstTextP95Ms', what: `${READERS} readers at a time: first text, p95`, value: p95('textMs'), unit: 'ms' },
    ];
    return { measured, answered: [...new Set(times.filter(({ refused }) => !refused).map(({ prompt }) => prompt))] };
  } finally {
    await server.stop();
  }
}

/** @param dir folder of a build @param asked questions that the assistant does not refuse */
async function measureStreams(dir: string, asked: readonly string[], env: Readonly<Record<string, string>>): Promise<Measured[]> {
  const model = await startSlowModel();
  const server = await startServer(dir, { ...env, TRUST_PROXY: '1', LLM_BASE_URL: model.url, LLM_MODEL: 'slow' });
  try {
    const leaving = new AbortController();
    const options = { agent: connections(STREAMS), signal: leaving.signal };
    let bytes = 0;
    const readers = Array.from({ length: STREAMS }, async (_, reader) => {
      const response = await ask(server.url, asked[reader % asked.length] ?? '', reader, options);
      for await (const chunk of response as AsyncIterable<Buffer>) bytes += chunk.length;
    });
    const done = Promise.allSettled(readers);
    const watch = { peakMiB: 0, together: 0 };
    for (let waited = 0; waited < STREAM_MS; waited += 250) {
      await wait(250);
      watch.peakMiB = Math.max(watch.peakMiB, memoryOf(server.pid));
      watch.together = Math.max(watch.together, model.running());
    }
    leaving.abort();
    await done;
    await wait(LEAVE_MS);
    return [
      { key: 'streams', what: 'answers at a time from a slow model', value: watch.together, unit: '' },
      { key: 'streamsMissing', what: `questions of ${STREAMS} that did not reach it`, value: STREAMS - model.asked(), unit: '' },
      { key: 'streamsMiB', what: 'memory of the server meanwhile', value: round(watch.peakMiB, 0), unit: 'MiB' },
      { key: 'streamedKB', what: 'sent to all readers', value: round(bytes / 1000, 0), unit: 'kB' },
      { key: 'upstreamLeft', what: 'requests to the model left after all readers went', value: model.running(), unit: '' },
    ];
  } finally {
    await server.stop();
    model.close();
  }
}

// A slow OpenAI-compatible chat API: it repeats the first section word by word, for 30 seconds or until the client disconnects.

interface SlowModel {
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

async function startSlowModel(): Promise<SlowModel> {
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
