/** The engine in the reader's browser, for hosts that only serve files: a module worker, so that typing never waits for it. */
import { ProtocolError } from '../../protocol/protocol-error.ts';
import { createResponder, type Responder } from '../../protocol/responder.ts';
import { createSearchEngine } from '../../ranking/engine.ts';
import { fetchIndex } from './fetch-index.ts';
import type { WorkerAnswer, WorkerQuestion } from './worker-messages.ts';

let opening: Promise<Responder> | null = null;

async function open({ baseUrl, prefix }: WorkerQuestion): Promise<Responder> {
  const { index, indexName } = await fetchIndex(baseUrl, prefix);
  return createResponder({ engine: createSearchEngine(index), indexName, baseUrl, now: () => performance.now() });
}

/** A failure is not kept: the next question tries again, e.g. when the network is back. */
function openOnce(question: WorkerQuestion): Promise<Responder> {
  return (opening ??= open(question).catch((error: unknown) => {
    opening = null;
    throw error;
  }));
}

async function answer(question: WorkerQuestion): Promise<WorkerAnswer> {
  const { id, requests } = question;
  try {
    const responder = await openOnce(question);
    return { id, response: responder.answerAll(JSON.stringify({ requests })) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id, error: { message, status: error instanceof ProtocolError ? error.status : 0 } };
  }
}

addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => void answer(data).then((answered) => postMessage(answered)));
