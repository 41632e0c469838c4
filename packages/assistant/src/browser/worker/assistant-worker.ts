/** The assistant in the reader's browser, for hosts that only serve files: it answers from the same index as the search. */
import { createSearchEngine, loadOnce } from '@quire/search';
import { fetchIndex } from '@quire/search/fetch-index';
import { messageOf } from '@quire/search/error-message';
import type { AnswerSettings } from '../../contract.ts';
import { createAssistant } from '../../create-assistant.ts';
import type { WorkerReply, WorkerRequest } from './worker-source.ts';

const asked = new Map<number, AbortController>();

/** A failure is not cached: the next question retries, for example when the network is back. */
const openOnce = loadOnce(async (settings: AnswerSettings) => {
  const { index } = await fetchIndex(settings.baseUrl, settings.prefix);
  return createAssistant({ engine: createSearchEngine(index), settings });
});

const reply = (message: WorkerReply): void => postMessage(message);

async function answer({ id, settings, question }: Extract<WorkerRequest, { kind: 'ask' }>): Promise<void> {
  const abort = new AbortController();
  asked.set(id, abort);
  try {
    const assistant = await openOnce(settings);
    for await (const event of assistant.ask(question, abort.signal)) reply({ id, event });
    reply({ id, end: true });
  } catch (error) {
    reply({ id, error: messageOf(error) });
  } finally {
    asked.delete(id);
  }
}

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.kind === 'ask') void answer(data);
  else if (data.kind === 'abort') asked.get(data.id)?.abort();
  // A failure here is reported when the reader asks.
  else openOnce(data.settings).catch(() => undefined);
});
