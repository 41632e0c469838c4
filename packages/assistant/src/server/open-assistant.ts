/** Opens the assistant of a build in this process or in a thread, and warms it up. */
import { createFairQueue, waitForConnections } from '@quire/engine/server/turns.ts';
import { errorLogEntry, type LogEntry } from '@quire/engine/server/log.ts';
import type { OpenIndex } from '@quire/engine/server/routes/search.ts';
import type { Counters } from '@quire/engine/server/rate-limit.ts';
import type { SiteManifest } from '@quire/engine/server/site-manifest.ts';
import { Worker } from 'node:worker_threads';
import { createAnswerCache, withAnswerCache } from '#answer-cache.ts';
import { answerSettings } from '#answer-settings.ts';
import type { Answerer, AnswerEvent, Assistant, Question } from '#contract.ts';
import type { AssistantConfig, AssistantEnvironment } from '#config.ts';
import { createAssistant, type IndexAssistant } from '#create-assistant.ts';

export interface OpenAssistantOptions {
  index: OpenIndex;
  /** An assistant that quotes in another thread; null: this thread quotes. */
  quoting: Assistant | null;
  manifest: SiteManifest;
  config: AssistantConfig;
  /** From the environment; null: answers are quotations. */
  chatModel: AssistantEnvironment['chatModel'];
  /** The counters of the server, to which the budget of the model belongs. */
  counters: Counters;
  log: (entry: LogEntry) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Opens the assistant of a site. It quotes from the index, or uses a chat model if the environment names one. */
export async function openAssistant(options: OpenAssistantOptions): Promise<Assistant> {
  const { index, manifest, config } = options;
  const settings = answerSettings(config, { ...manifest, words: manifest.searchWords });
  const answerer = await openAnswerer(options);
  if (answerer !== null) return inTurns(createAssistant({ engine: index.engine, settings, answerer }));
  const cached = (quoting: Assistant): Assistant => withAnswerCache(quoting, createAnswerCache(manifest.searchIndex ?? manifest.build));
  if (options.quoting !== null) return cached(options.quoting);
  // Cached answers take turns too, because a client that requests them without a pause would starve all others.
  return inTurns(cached(createAssistant({ engine: index.engine, settings })));
}

const MAX_WARM_UP_QUESTIONS = 200;
/** Questions of all kinds, so that the code for each kind is compiled. */
const WARM_UP_TEMPLATES: readonly ((title: string) => string)[] = [
  (title) => `How do I use ${title}?`,
  (title) => `What is ${title}?`,
  (title) => `Which options does ${title} have?`,
  (title) => `Why does ${title} fail with an error?`,
  (title) => `Can I delete ${title}?`,
  (title) => `list all fields of ${title}`,
  (title) => title.toLowerCase(),
  (title) => `How do I use ${misspelled(title)}?`,
  (title) => `Where is \`${title}\` set, and why is "${title}" refused?`,
];

/** Swaps the first two letters of each word. */
function misspelled(text: string): string {
  return text.replace(/(?<!\p{L})(\p{L})(\p{L})(?=\p{L}{2})/gu, '$2$1');
}

/** Time limit for preprocessing sections. The remaining ones are preprocessed when a question finds them; all of them at once would add 60 MB. */
const READ_AHEAD_MS = 300;
/** Time limit for all of the warm-up. The server starts to listen after it. */
const WARM_UP_MS = 1000;

/**
 * Preprocesses sections and asks about some of the pages, so that the first reader does not wait while the code is compiled.
 * It does not call a model and logs nothing. It takes about a second, regardless of the size of the site and the speed of the machine.
 */
export async function warmUpAssistant({ engine, pages }: OpenIndex, assistant: IndexAssistant): Promise<void> {
  const start = performance.now();
  for (const record of engine.sections()) {
    if (performance.now() - start > READ_AHEAD_MS) break;
    assistant.readAhead(record);
  }
  const step = Math.max(1, Math.ceil(pages.length / MAX_WARM_UP_QUESTIONS));
  const { signal } = new AbortController();
  for (let i = 0; i * step < pages.length && performance.now() - start < WARM_UP_MS; i++) {
    const form = WARM_UP_TEMPLATES[i % WARM_UP_TEMPLATES.length] as (typeof WARM_UP_TEMPLATES)[number];
    const question = { text: form(pages[i * step]?.title ?? ''), conversation: [] };
    for await (const event of assistant.ask(question, signal)) if (event.kind === 'text') break;
  }
}

/** Creates a function that logs a problem. The budget keeps it, so it must not keep anything of a build. */
const problemReporter =
  (log: (entry: LogEntry) => void, now: () => number) =>
  (message: string): void =>
    log(errorLogEntry(new Error(message), now(), null));

async function openAnswerer({ index, manifest, config, chatModel, counters, log, now }: OpenAssistantOptions): Promise<Answerer | null> {
  if (chatModel === null) return null;
  // Load this module only if there is a model.
  const { createChatAnswerer, modelBudgetOf } = await import('#chat-model/chat-answerer.ts');
  const onProblem = problemReporter(log, now);
  const budgetSettings = {
    requestsPerDay: config.dailyModelRequests,
    tokensPerDay: config.dailyModelTokens,
    requestsAtATime: config.modelRequestsAtATime,
  };
  const paths = new Set(index.pages.map(({ path }) => path));
  return createChatAnswerer({
    model: { ...config, ...chatModel, model: chatModel.model ?? config.model },
    budget: modelBudgetOf(counters, budgetSettings, now, onProblem),
    promptTemplate: config.promptTemplate,
    iDontKnowMessage: config.iDontKnowMessage,
    baseUrl: manifest.baseUrl,
    hasPage: (path) => paths.has(path),
    build: manifest.searchIndex ?? manifest.build,
    onProblem,
    now,
  });
}

/** Questions of the server itself share one turn. */
const UNKNOWN_CLIENT = { address: '', block: null };

/**
 * Starts one answer after another, the networks of the readers in turn, and accepts other connections before each, because an answer takes
 * several milliseconds of synchronous work. Without this, the server would write all pending answers before it handles other events.
 */
export function inTurns(assistant: Assistant): Assistant {
  const waiting = createFairQueue<() => void>();
  let isGranting = false;
  async function grantTurns(): Promise<void> {
    isGranting = true;
    for (;;) {
      await waitForConnections();
      const grant = waiting.next();
      if (grant === undefined) break;
      grant();
    }
    isGranting = false;
  }
  const nextTurn = ({ client }: Question): Promise<void> =>
    new Promise((resolve) => {
      waiting.add(client ?? UNKNOWN_CLIENT, resolve);
      if (!isGranting) void grantTurns();
    });
  return {
    async *ask(question, signal) {
      await nextTurn(question);
      // Do not answer a reader who has left.
      if (!signal.aborted) yield* assistant.ask(question, signal);
    },
  };
}

/** The `workerData` of the thread. */
export interface ThreadData {
  /** Absolute path. */
  indexFile: string;
  manifest: SiteManifest;
  config: AssistantConfig;
}

/** A request to the thread. The reply has the same id. */
export interface ThreadRequest {
  id: number;
  question: Question;
}

/** The first reply reports that the thread is ready. */
export type ThreadReply = { ready: true } | { id: number; events: AnswerEvent[] } | { id: number; problem: string };

export interface AssistantThread {
  assistant: Assistant;
  close(): Promise<void>;
}

/**
 * Number of questions that are sent to the thread at a time: the current one, and the next one. The others wait here, where they can be
 * canceled and the networks of their readers take turns.
 */
const MAX_QUEUED = 2;

/**
 * Opens an assistant that quotes in its own thread, so that pages and other requests do not wait for the milliseconds of processor
 * time of an answer. If the thread ends with an error, the next question starts it again.
 * @throws Error if the thread cannot be started
 */
export async function openAssistantThread(data: ThreadData): Promise<AssistantThread> {
  let thread: Promise<Thread> | null = startThread(data, forget);
  await thread;
  const waiting = createFairQueue<() => Promise<void>>();
  let queued = 0;

  function forget(): void {
    thread = null;
  }

  async function answer(question: Question, signal: AbortSignal): Promise<AnswerEvent[]> {
    // Do not answer a reader who has left.
    if (signal.aborted) return [];
    thread ??= startThread(data, forget);
    return (await thread).answer(question);
  }

  function sendNext(): void {
    const send = queued < MAX_QUEUED ? waiting.next() : undefined;
    if (send === undefined) return;
    queued += 1;
    void send().finally(() => {
      queued -= 1;
      sendNext();
    });
  }

  function eventsOf(question: Question, signal: AbortSignal): Promise<AnswerEvent[]> {
    return new Promise((resolve, reject) => {
      waiting.add(question.client ?? UNKNOWN_CLIENT, () => answer(question, signal).then(resolve, reject));
      sendNext();
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

interface PendingAnswer {
  resolve: (events: AnswerEvent[]) => void;
  reject: (error: Error) => void;
}

/** Resolves when the thread is ready. @param onEnd called when the thread has ended for any reason */
function startThread(workerData: ThreadData, onEnd: () => void): Promise<Thread> {
  const worker = new Worker(new URL('assistant-thread.ts', import.meta.url), { workerData });
  const waiting = new Map<number, PendingAnswer>();
  let latest = 0;

  function answer(question: Question): Promise<AnswerEvent[]> {
    return new Promise((resolve, reject) => {
      const id = latest++;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, question } satisfies ThreadRequest);
    });
  }

  return new Promise((resolve, reject) => {
    let failure = new Error('The thread of the assistant has ended.');
    worker.on('message', (reply: ThreadReply) => {
      if ('ready' in reply) {
        // The connections of the server keep the process alive, so this thread does not need to.
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
      failure = new Error('The thread of the assistant has ended with an error.', { cause: error });
    });
    worker.on('exit', () => {
      onEnd();
      reject(failure);
      for (const asked of waiting.values()) asked.reject(failure);
    });
  });
}
