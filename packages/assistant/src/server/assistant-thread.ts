/** The thread of the assistant. It opens an index, warms up, and then answers questions one after another. */
import { parentPort, workerData } from 'node:worker_threads';
import { readIndex } from '@quire/engine/server/routes/search.ts';
import type { AnswerEvent, Question } from '#contract.ts';
import { answerSettings } from '#answer-settings.ts';
import { createAssistant } from '#create-assistant.ts';
import { type ThreadData, type ThreadReply, type ThreadRequest, warmUpAssistant } from './open-assistant.ts';

const { indexFile, manifest, config } = workerData as ThreadData;
const index = await readIndex(indexFile);
const assistant = createAssistant({ engine: index.engine, settings: answerSettings(config, { ...manifest, words: manifest.searchWords }) });
const { signal } = new AbortController();
const reply = (message: ThreadReply): void => parentPort?.postMessage(message);

async function eventsOf(question: Question): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = [];
  for await (const event of assistant.ask(question, signal)) events.push(event);
  return events;
}

await warmUpAssistant(index, assistant);
parentPort?.on('message', ({ id, question }: ThreadRequest) => {
  eventsOf(question).then(
    (events) => reply({ id, events }),
    (error: unknown) => reply({ id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
reply({ ready: true });
