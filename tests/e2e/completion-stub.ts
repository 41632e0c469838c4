/** A stub of the assistant's server whose answers and their timing a test controls. */
import { Hono } from 'hono';
import { RESPONSE_MARKER } from '@quire/assistant/contract.ts';

export interface StubbedAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Parts of the body in order. A promise delays the next part, and null interrupts the connection. */
  body?: readonly (string | Promise<void> | null)[];
}

export interface CompletionStub {
  service: Hono;
  /** Returns the response to a request. */
  answer: (body: Record<string, unknown>) => StubbedAnswer;
  /** Bodies of the received questions. */
  asked: Record<string, unknown>[];
  /** Bodies of the received query log entries, with their relevant headers. */
  logged: { body: unknown; prefer: string | undefined; key: string | undefined }[];
  /** Questions whose requests were aborted. */
  left: unknown[];
}

export const referencesOf = (...ids: string[]): string => JSON.stringify(ids) + RESPONSE_MARKER;

function stream(parts: NonNullable<StubbedAnswer['body']>, onLeave: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let hasLeft = false;
  return new ReadableStream({
    async start(controller) {
      for (const part of parts) {
        if (hasLeft) return;
        if (part === null) return controller.error(new Error('broken off'));
        if (typeof part === 'string') controller.enqueue(encoder.encode(part));
        else await part;
      }
      if (!hasLeft) controller.close();
    },
    cancel() {
      hasLeft = true;
      onLeave();
    },
  });
}

export function createCompletionStub(answer: CompletionStub['answer']): CompletionStub {
  const stub: CompletionStub = { service: new Hono(), answer, asked: [], logged: [], left: [] };
  stub.service.post('/v1/completions', async (c) => {
    const question = await c.req.json<Record<string, unknown>>();
    stub.asked.push(question);
    const { status = 200, headers = {}, body = [] } = stub.answer(question);
    const start = { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } };
    return new Response(body.length === 0 ? null : stream(body, () => stub.left.push(question['prompt'])), start);
  });
  stub.service.post('/rest/v1/queries', async (c) => {
    stub.logged.push({ body: await c.req.json(), prefer: c.req.header('Prefer'), key: c.req.header('apikey') });
    return c.body(null, 201);
  });
  return stub;
}
