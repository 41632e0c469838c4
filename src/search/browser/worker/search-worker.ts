/** The engine in the reader's browser, for hosts that only serve files: a module worker, so that typing never waits for it. */
import { withBase } from '#model/url.ts';
import { ProtocolError } from '../../protocol/protocol-error.ts';
import { createResponder, type Responder } from '../../protocol/responder.ts';
import { createSearchEngine, decodeIndex } from '../../rank/index.ts';
import type { WorkerAnswer, WorkerQuestion } from './worker-messages.ts';

let opening: Promise<Responder> | null = null;

async function fetchFile(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered with status ${response.status}.`);
  return response;
}

/** Finds the index of the build that is published now, and fetches it: the browser keeps that one, its name is its content's. */
async function open(baseUrl: string): Promise<Responder> {
  const pointer = (await (await fetchFile(withBase(baseUrl, '/search-index.json'))).json()) as { url: string; indexName: string };
  const bytes = new Uint8Array(await (await fetchFile(withBase(baseUrl, pointer.url))).arrayBuffer());
  const engine = createSearchEngine(decodeIndex(bytes));
  return createResponder({ engine, indexName: pointer.indexName, baseUrl, now: () => performance.now() });
}

/** A failure is not kept: the next question tries again, e.g. when the network is back. */
function openOnce(baseUrl: string): Promise<Responder> {
  return (opening ??= open(baseUrl).catch((error: unknown) => {
    opening = null;
    throw error;
  }));
}

async function answer({ id, baseUrl, requests }: WorkerQuestion): Promise<WorkerAnswer> {
  try {
    const responder = await openOnce(baseUrl);
    return { id, response: responder.answerAll(JSON.stringify({ requests })) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id, error: { message, status: error instanceof ProtocolError ? error.status : 0 } };
  }
}

addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => void answer(data).then((answered) => postMessage(answered)));
