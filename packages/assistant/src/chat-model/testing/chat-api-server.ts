/** A local chat API in the style of OpenAI, whose behavior a test sets. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

export interface ChatRequest {
  headers: IncomingMessage['headers'];
  body: { model: string; messages: { role: string; content: string }[]; [name: string]: unknown };
  /** Resolves when the connection is closed or the response has ended: true if the client disconnected first. */
  left: Promise<boolean>;
}

export type ChatBehavior = (response: ServerResponse, request: ChatRequest) => Promise<void> | void;

export interface ChatApiServer {
  /** The value for LLM_BASE_URL. */
  url: string;
  requests: ChatRequest[];
  /** Number of open responses. */
  open(): number;
  behave(behavior: ChatBehavior): void;
  close(): Promise<void>;
}

export async function startChatApi(first: ChatBehavior = saying('')): Promise<ChatApiServer> {
  let behavior = first;
  const requests: ChatRequest[] = [];
  let open = 0;
  const server = createServer((message, response) => {
    open++;
    const left = new Promise<boolean>((resolve) => {
      response.once('close', () => {
        open--;
        resolve(!response.writableEnded);
      });
    });
    void readText(message).then((body) => {
      const request = { headers: message.headers, body: JSON.parse(body) as ChatRequest['body'], left };
      requests.push(request);
      return behavior(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    open: () => open,
    behave(next) {
      behavior = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** An event of the stream with a part of the text. */
export function textEvent(content: string): string {
  return event({ choices: [{ index: 0, delta: { content } }] });
}

function event(data: unknown): string {
  return `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', ...(data as object) })}\n\n`;
}

export function lastEvents(finishReason = 'stop', tokens = 120): string {
  const usage = { prompt_tokens: tokens - 20, completion_tokens: 20, total_tokens: tokens };
  return `${event({ choices: [{ index: 0, delta: {}, finish_reason: finishReason }] })}${event({ choices: [], usage })}data: [DONE]\n\n`;
}

export function beginStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
}

/** Streams a text word by word, and ends. */
export function saying(answer: string, { everyMs = 0, finishReason = 'stop' } = {}): ChatBehavior {
  return async (response) => {
    beginStream(response);
    for (const word of answer.match(/\s*\S+\s*/g) ?? []) {
      response.write(textEvent(word));
      if (everyMs > 0) await wait(everyMs);
    }
    response.end(lastEvents(finishReason));
  };
}

/** Sends the bytes of a whole response in chunks of this size, which can split events and characters. */
export function sayingInChunks(answer: string, size: number): ChatBehavior {
  return async (response) => {
    beginStream(response);
    const bytes = Buffer.from((answer.match(/\S+\s*/g) ?? []).map(textEvent).join('') + lastEvents());
    for (let at = 0; at < bytes.length; at += size) {
      response.write(bytes.subarray(at, at + size));
      if (at % 64 === 0) await wait(0);
    }
    response.end();
  };
}

/** Streams a text and breaks the connection. */
export function breakingAfter(answer: string): ChatBehavior {
  return async (response) => {
    beginStream(response);
    response.write(textEvent(answer));
    await wait(20);
    response.destroy();
  };
}

/** Streams a text and then hangs. */
export function hangingAfter(answer: string): ChatBehavior {
  return (response) => {
    beginStream(response);
    if (answer !== '') response.write(textEvent(answer));
  };
}

export function failing(status: number, headers: Record<string, string> = {}, message = 'no'): ChatBehavior {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message, type: 'x', code: null } }));
  };
}

/** Each request gets the next behavior; later requests get the last one. */
export function inTurn(...behaviors: ChatBehavior[]): ChatBehavior {
  let at = 0;
  return (response, request) => (behaviors[Math.min(at++, behaviors.length - 1)] as ChatBehavior)(response, request);
}
