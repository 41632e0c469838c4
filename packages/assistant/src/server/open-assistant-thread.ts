import { Worker } from 'node:worker_threads';
import type { AnswerEvent, Assistant, Question } from '#contract.ts';
import type { AssistantConfig } from '#config.ts';
import pLimit from 'p-limit';
import type { SiteManifest } from '@quire/engine/server/site-manifest.ts';

/** What the thread is told when it starts. */
export interface ThreadData {
  /** Absolute. */
  indexFile: string;
  manifest: SiteManifest;
  config: AssistantConfig;
}

export interface AnswerTask {
  id: number;
  question: Question;
}

/** The first says that the thread is ready. */
export type ThreadReply = { ready: true } | { id: number; events: AnswerEvent[] } | { id: number; problem: string };

export interface AssistantThread {
  assistant: Assistant;
  close(): Promise<void>;
}

/** Questions that the thread has at a time, so that it need not wait for the next one; the others wait here, where readers may still leave. */
const IN_HAND = 2;

/**
 * An assistant that quotes, in a thread of its own: an answer takes some milliseconds of a processor, and neither pages nor
 * other requests wait for it. A thread that ends by an error is started again by the next question.
 * @throws when the thread does not get ready
 */
export async function openAssistantThread(data: ThreadData): Promise<AssistantThread> {
  let thread: Promise<Thread> | null = startThread(data, forget);
  await thread;
  const inHand = pLimit(IN_HAND);

  function forget(): void {
    thread = null;
  }

  function eventsOf(question: Question, signal: AbortSignal): Promise<AnswerEvent[]> {
    return inHand(async () => {
      // Nothing is made for a reader who has left meanwhile.
      if (signal.aborted) return [];
      thread ??= startThread(data, forget);
      return (await thread).answer(question);
    });
  }

  return {
    assistant: {
      async *ask(question, signal) {
        for (const event of await eventsOf(question, signal)) {
          if (signal.aborted) return;
          yield event;
        }
      },
    },
    async close() {
      const running = await thread?.catch(() => null);
      await running?.end();
    },
  };
}

interface Thread {
  answer(question: Question): Promise<AnswerEvent[]>;
  end(): Promise<unknown>;
}

interface Waiting {
  resolve: (events: AnswerEvent[]) => void;
  reject: (error: Error) => void;
}

/** Resolves when the thread is ready. @param onEnd called when it has ended, however that came */
function startThread(workerData: ThreadData, onEnd: () => void): Promise<Thread> {
  const worker = new Worker(new URL('assistant-thread.ts', import.meta.url), { workerData });
  const waiting = new Map<number, Waiting>();
  let latest = 0;

  function answer(question: Question): Promise<AnswerEvent[]> {
    return new Promise((resolve, reject) => {
      const id = latest++;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, question } satisfies AnswerTask);
    });
  }

  return new Promise((resolve, reject) => {
    let failure = new Error('The thread that answers has ended.');
    worker.on('message', (reply: ThreadReply) => {
      if ('ready' in reply) {
        // The server's connections keep the process alive, not this.
        worker.unref();
        resolve({ answer, end: () => worker.terminate() });
        return;
      }
      const asked = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ('events' in reply) asked?.resolve(reply.events);
      else asked?.reject(new Error(reply.problem));
    });
    worker.on('error', (error) => {
      failure = new Error('The thread that answers has ended by an error.', { cause: error });
    });
    worker.on('exit', () => {
      onEnd();
      reject(failure);
      for (const asked of waiting.values()) asked.reject(failure);
    });
  });
}
