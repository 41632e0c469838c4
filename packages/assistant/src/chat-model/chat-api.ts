/**
 * One request to an API of the OpenAI kind (`POST …/chat/completions`), streamed. Written on `fetch`: hundreds of
 * readers wait for a slow model at a time, and the layers of an SDK would cost twice the memory (handbook/decisions/014).
 */
import { z } from 'zod';
import type { ModelFields } from '#model-fields.ts';
import type { Deadline } from './deadline.ts';
import { readEvents } from './event-stream.ts';
import { ModelFailure, modelFailure, statusFailure } from './model-failure.ts';
import type { Prompt } from './prompt.ts';

/** What the configuration and the environment say of the model; a reader's request never changes it. */
export interface ModelSettings extends ModelFields {
  /** Up to the version, e.g. `http://localhost:11434/v1`. */
  baseUrl: string;
  apiKey: string | null;
}

/** How a response came to its end. */
export interface ResponseEnd {
  /** Tokens of prompt and answer; null where the API does not count. */
  tokens: number | null;
  /** Whether the model stopped by itself, not cut off at `maxTokens` or by a filter. */
  isComplete: boolean;
}

export interface ChatApi {
  /**
   * Yields the answer as it comes; ends early, without an error, when the deadline's signal aborts.
   * @param onEnd called when the model has come to its end
   * @throws ModelFailure
   */
  stream(prompt: Prompt, deadline: Deadline, onEnd: (end: ResponseEnd) => void): AsyncGenerator<string, void>;
}

/** Bytes of a response: an answer of 8,192 tokens has about 2 MB of events around it. */
const MOST_RESPONSE_BYTES = 4 * 1024 * 1024;

const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        /** A model that thinks aloud sends its thoughts in other fields of the delta. */
        delta: z.object({ content: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z.object({ total_tokens: z.number() }).nullish().catch(null),
  error: z.unknown().optional(),
});

export function createChatApi(settings: ModelSettings): ChatApi {
  async function request({ instructions, text }: Prompt, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const response = await fetch(`${settings.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(settings.apiKey !== null && { authorization: `Bearer ${settings.apiKey}` }),
      },
      body: JSON.stringify({
        ...parameters(settings),
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: text },
        ],
      }),
      // A redirect would take the key elsewhere.
      redirect: 'error',
      signal,
    });
    if (response.ok && response.body !== null) return response.body;
    await response.body?.cancel();
    throw statusFailure(response.status, response.headers.get('retry-after'));
  }

  async function* stream(prompt: Prompt, deadline: Deadline, onEnd: (end: ResponseEnd) => void): AsyncGenerator<string, void> {
    let reason: string | null = null;
    let tokens: number | null = null;
    try {
      for await (const data of readEvents(await request(prompt, deadline.signal), MOST_RESPONSE_BYTES)) {
        deadline.progress();
        if (data === '[DONE]') break;
        const { choices, usage, error } = chunkSchema.parse(JSON.parse(data));
        if (error !== undefined) throw new ModelFailure('The chat API reported an error in the middle of an answer.', { retryable: true });
        const [choice] = choices ?? [];
        if (choice?.delta?.content) yield choice.delta.content;
        reason = choice?.finish_reason ?? reason;
        tokens = usage?.total_tokens ?? tokens;
      }
      if (reason === null) throw new ModelFailure('The chat API broke off in the middle of an answer.', { retryable: true });
      onEnd({ tokens, isComplete: reason === 'stop' });
    } catch (error) {
      if (!deadline.signal.aborted) throw modelFailure(error);
      if (deadline.isOver()) throw new ModelFailure('The chat API took too long.', { retryable: false });
    }
  }

  return { stream };
}

function parameters({ model, maxTokens, temperature, topP, frequencyPenalty, presencePenalty }: ModelSettings): object {
  return {
    model,
    max_tokens: maxTokens,
    temperature,
    // Some servers know few parameters: what says nothing is not sent.
    ...(topP !== 1 && { top_p: topP }),
    ...(frequencyPenalty !== 0 && { frequency_penalty: frequencyPenalty }),
    ...(presencePenalty !== 0 && { presence_penalty: presencePenalty }),
    stream: true,
    stream_options: { include_usage: true },
  };
}
