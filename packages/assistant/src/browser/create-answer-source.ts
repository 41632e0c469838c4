/** Who answers on this site: its server where there is one, else a worker over the search index. */
import { withBase } from '@quire/engine/model/url.ts';
import { answerSettings } from '../answer-settings.ts';
import type { AnswerSettings } from '../contract.ts';
import type { AssistantFile } from '../protocol/assistant-file.ts';
import type { AnswerSource, SourceOutcome } from './answer-source.ts';
import type { AssistantSite } from './assistant-site.ts';
import { NETWORK_SENTENCE } from './failure-sentence.ts';
import { requestCompletion } from './request-completion.ts';

export interface AnswerSourceOptions {
  site: AssistantSite;
  /** Fetches `assistant.json`. */
  file: () => Promise<AssistantFile>;
  /** Brings the page's side of the worker; another one in tests. */
  loadWorker?: () => Promise<{ createWorkerSource(settings: AnswerSettings): AnswerSource }>;
}

/** What hosts that only serve files say to a POST. */
const NO_SERVICE = new Set([404, 405, 501]);

export function createAnswerSource(options: AnswerSourceOptions): AnswerSource {
  const { site, file, loadWorker = () => import('./worker/worker-source.ts') } = options;
  const server = createServerSource(site, file);
  let isServerless = site.assistant.provider === 'browser';
  let worker: Promise<AnswerSource> | null = null;

  function bringWorker(): Promise<AnswerSource> {
    return (worker ??= Promise.all([loadWorker(), file()]).then(
      ([{ createWorkerSource }, { answers }]) => createWorkerSource(answerSettings(answers, site)),
      (error: unknown) => {
        worker = null;
        throw error;
      },
    ));
  }

  const askWorker: AnswerSource['ask'] = async (question, handlers, signal) => {
    try {
      const source = await bringWorker();
      return await source.ask(question, handlers, signal);
    } catch (error) {
      signal.throwIfAborted();
      return { kind: 'unreachable', notice: NETWORK_SENTENCE, error };
    }
  };

  return {
    prepare() {
      // What fails here is told by the question.
      file().catch(() => undefined);
      if (isServerless)
        bringWorker()
          .then((source) => source.prepare?.())
          .catch(() => undefined);
    },
    async ask(...question) {
      if (isServerless) return askWorker(...question);
      const outcome = await server.ask(...question);
      if (!lacksService(outcome)) return outcome;
      const instead = await askWorker(...question);
      if (instead.kind === 'unreachable') return outcome;
      isServerless = true;
      return instead;
    },
  };
}

const lacksService = (outcome: SourceOutcome): boolean => outcome.kind === 'failed' && NO_SERVICE.has(outcome.status);

function createServerSource({ baseUrl, assistant }: AssistantSite, file: AnswerSourceOptions['file']): AnswerSource {
  const { provider: _provider, queryLogKey: _key, dialog: _dialog, ...configured } = assistant;
  return {
    async ask({ text, conversation }, handlers, signal) {
      const template = await file().then(
        ({ promptTemplate }) => promptTemplate,
        () => null,
      );
      signal.throwIfAborted();
      const fields = template === null ? configured : { ...configured, promptTemplate: template };
      const outcome = await requestCompletion(text, {
        address: withBase(baseUrl, '/v1/completions'),
        fields,
        conversation,
        handlers,
        signal,
      });
      return outcome ?? { kind: 'complete' };
    },
  };
}
