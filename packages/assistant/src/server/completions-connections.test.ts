/** Questions over real connections: real clients, readers who disconnect or do not read, and bodies that are too large. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { Hono } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';
import { type Assistant, RESPONSE_MARKER } from '#contract.ts';
import { createConcurrencyLimiter, type ConcurrencyLimiter } from '@quire/engine/server/rate-limit.ts';
import type { LogEntry } from '@quire/engine/server/log.ts';
import { listen, type RunningServer } from '@quire/engine/server/main.ts';
import { aborted, answering, references, scriptedAssistant, text } from './testing/scripted-assistant.ts';
import { type CompletionsOptions, completionsService } from './completions.ts';

let server: RunningServer;
let limiter: ConcurrencyLimiter;
let logged: LogEntry[];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

async function start(assistant: Assistant, receiveTimeoutMs = 20_000): Promise<string> {
  limiter = createConcurrencyLimiter({ perAddress: 100, overall: 100 });
  logged = [];
  const log = (entry: LogEntry): void => void logged.push(entry);
  const options: CompletionsOptions = {
    assistant,
    baseUrl: '/',
    projectKey: null,
    guards: [],
    limiter,
    clientOf: () => ({ address: 'one', block: null }),
    log,
    now: Date.now,
    receiveTimeoutMs,
  };
  server = await listen(new Hono().route('/', completionsService(options)), { port: 0, host: '127.0.0.1', onStopping: () => undefined });
  return `${server.url}/v1/completions`;
}

const ask = (url: string, init: RequestInit = {}): Promise<Response> => fetch(url, { method: 'POST', body: '{"prompt":"x"}', ...init });

/** Reads like a client of 2023, following the specification: it buffers text until the marker arrives. */
async function readAsIn2023(response: Response): Promise<{ references: string[]; answer: string }> {
  let gathered = '';
  let found: string[] | null = null;
  let answer = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    const piece = decoder.decode(chunk, { stream: true });
    if (found !== null) {
      answer += piece;
      continue;
    }
    gathered += piece;
    if (!gathered.includes(RESPONSE_MARKER)) continue;
    const [json = '', rest = ''] = gathered.split(RESPONSE_MARKER);
    found = JSON.parse(json) as string[];
    answer = rest;
  }
  return { references: found ?? [], answer };
}

describe('R-407 existing clients', () => {
  test('a client of 2023 parses references and answer in any chunks', async () => {
    const pieces = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 12 });
    const ids = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { maxLength: 5 });
    let script: { ids: string[]; pieces: string[] } = { ids: [], pieces: [] };
    const url = await start(
      scriptedAssistant(async function* () {
        yield references(script.ids);
        for (const piece of script.pieces) yield text(piece);
      }),
    );
    await fc.assert(
      fc.asyncProperty(ids, pieces, async (someIds, somePieces) => {
        script = { ids: someIds, pieces: somePieces };
        expect(await readAsIn2023(await ask(url))).toEqual({ references: someIds, answer: somePieces.join('') });
      }),
      { numRuns: 60 },
    );
  });

  test('references arrive while the answer is still being written', async () => {
    let goOn = (): void => undefined;
    const asked = new Promise<void>((resolve) => (goOn = resolve));
    const url = await start(
      scriptedAssistant(async function* () {
        yield references(['docs/a.md']);
        await asked;
        yield text('late');
      }),
    );
    const response = await ask(url);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(`["docs/a.md"]${RESPONSE_MARKER}`);
    goOn();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('late');
  });
});

describe('R-412 a disconnected reader ends the answer', () => {
  const stages = {
    'before the references': async function* (signal: AbortSignal) {
      await aborted(signal);
      yield* [];
    },
    'between references and text': async function* (signal: AbortSignal) {
      yield references(['docs/a.md']);
      await aborted(signal);
    },
    'in the middle of the text': async function* (signal: AbortSignal) {
      yield references(['docs/a.md']);
      yield text('Half of it');
      await aborted(signal);
    },
  };

  test.each(Object.entries(stages))('%s', async (_, script) => {
    const assistant = scriptedAssistant((_question, signal) => script(signal));
    const url = await start(assistant);
    const leaving = new AbortController();
    const reading = ask(url, { signal: leaving.signal }).then((response) => response.text());
    reading.catch(() => undefined);
    await expect.poll(() => assistant.running()).toBe(1);
    await wait(50);
    expect(limiter.active()).toBe(1);
    leaving.abort();
    await expect(reading).rejects.toThrow();
    await expect.poll(() => assistant.running()).toBe(0);
    expect(limiter.active()).toBe(0);
    expect(logged.map((entry) => 'outcome' in entry && entry.outcome)).toEqual(['left']);
  });

  test('stopping the server ends the answer', async () => {
    const assistant = scriptedAssistant((_question, signal) => stages['in the middle of the text'](signal));
    const reading = ask(await start(assistant)).then((response) => response.text());
    reading.catch(() => undefined);
    await expect.poll(() => assistant.running()).toBe(1);
    await server.close();
    await expect(reading).rejects.toThrow();
    await expect.poll(() => assistant.running()).toBe(0);
  }, 10_000);
});

/** A client that sends its question and reads nothing. */
async function askWithoutReading(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  socket.pause();
  const body = '{"prompt":"x"}';
  socket.write(`POST /v1/completions HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  return socket;
}

describe('R-412 a client that does not read', () => {
  test('pauses the answer, which bounds the memory, and is disconnected after a timeout', async () => {
    let written = 0;
    const piece = 'y'.repeat(64 * 1024);
    const assistant = scriptedAssistant(async function* (_question, signal) {
      yield references([]);
      for (; !signal.aborted; written++) yield text(piece);
    });
    const url = await start(assistant, 400);
    const socket = await askWithoutReading(url);
    await expect.poll(() => written).toBeGreaterThan(0);
    await wait(200);
    const before = written;
    await wait(100);
    // The memory of the operating system for both ends of a connection.
    expect(written).toBe(before);
    expect(written * piece.length).toBeLessThan(20 * 1024 * 1024);
    await expect.poll(() => assistant.running()).toBe(0);
    expect(limiter.active()).toBe(0);
    socket.resume();
    await once(socket, 'close');
    expect(logged).toMatchObject([{ kind: 'answer', outcome: 'left' }]);
  });
});

describe('R-412 bodies that are too large', () => {
  test('are rejected at 10 MB with and without Content-Length, and the server continues', async () => {
    const assistant = answering(references([]), text('fine'));
    const url = await start(assistant);
    const tenMegabytes = 'x'.repeat(10 * 1024 * 1024);
    const streamed = new Blob([tenMegabytes]).stream();
    const requests: RequestInit[] = [{ body: tenMegabytes }, { body: streamed, duplex: 'half' } as RequestInit];
    for (const init of requests) {
      // A server that stops reading may close the connection before everything was sent, and some clients report only that.
      const status = await ask(url, init).then(
        (response) => response.status,
        () => 413,
      );
      expect(status).toBe(413);
    }
    expect(assistant.asked).toEqual([]);
    expect(await (await ask(url)).text()).toBe(`[]${RESPONSE_MARKER}fine`);
  });

  test('empty bodies, invalid JSON, and invalid UTF-8 are rejected', async () => {
    const url = await start(answering(references([]), text('fine')));
    expect((await ask(url, { body: new Uint8Array([0xff, 0xfe, 0x00]) })).status).toBe(400);
    expect((await ask(url, { body: new Uint8Array([0x7b, 0x22, 0x70, 0xff]) })).status).toBe(400);
    expect((await ask(url, { body: '' })).status).toBe(400);
    expect((await ask(url, { body: '[['.repeat(4000) })).status).toBe(400);
  });
});
