import { z } from 'zod';

import { text } from '@quire/engine/config/schema/address.ts';
import { limitsSchema } from './limits.ts';
import { queryLogSchema } from './query-log/config.ts';

const between = (low: number, high: number) => {
  const message = `a number from ${low} to ${high}`;
  return z.number(message).min(low, message).max(high, message);
};
const wholeBetween = (low: number, high: number) => {
  const message = `a whole number from ${low} to ${high}`;
  return z.int(message).min(low, message).max(high, message);
};

/** "Ask our AI": the defaults of a request's fields; the prompt is the reader's, the key stands in customFields. */
export const assistantSchema = z.strictObject({
  /** The answer where the documentation holds none. */
  iDontKnowMessage: text.default('Sorry, I am not sure how to answer that.'),
  /** Chat model; default `gpt-4`. Used only where a chat API is configured. */
  model: text.default('gpt-4'),
  /** Instruction of the model; null: the built-in one. `{{I_DONT_KNOW}}`, `{{CONTEXT}}` and `{{PROMPT}}` are filled in. */
  promptTemplate: text
    .refine(
      (template) => ['{{CONTEXT}}', '{{PROMPT}}'].every((place) => template.includes(place)),
      'a text with {{CONTEXT}} and {{PROMPT}} in it',
    )
    .nullable()
    .default(null),
  /** 0 to 2; default 0.1. */
  temperature: between(0, 2).default(0.1),
  /** 0 to 1; default 1. */
  topP: between(0, 1).default(1),
  /** -2 to 2; default 0. */
  frequencyPenalty: between(-2, 2).default(0),
  /** -2 to 2; default 0. */
  presencePenalty: between(-2, 2).default(0),
  /** Tokens of the answer; default 500. */
  maxTokens: wholeBetween(1, 8192).default(500),
  /** Most sections an answer draws on; default 10. */
  sectionsMatchCount: wholeBetween(1, 50).default(10),
  /** Least match of a section, 0 to 1; default 0.5. */
  sectionsMatchThreshold: between(0, 1).default(0.5),
  /** Requests to the chat model in a day of UTC, counted by each server for itself; then answers are quotations. Default 5000. */
  dailyModelRequests: wholeBetween(0, 100_000_000).default(5000),
  /** Tokens of prompts and answers in a day of UTC, counted by each server for itself; default 20 million. */
  dailyModelTokens: wholeBetween(0, 1_000_000_000_000).default(20_000_000),
  /** Requests to the chat model at a time; who comes on top of them is answered in quotations. Default 600. */
  modelRequestsAtATime: wholeBetween(1, 10_000).default(600),
  /** How much of it one client may use. */
  limits: limitsSchema.prefault({}),
  /** What is kept of the questions that readers ask. */
  queryLog: queryLogSchema.prefault({}),
});

export type AssistantConfig = z.output<typeof assistantSchema>;

/** The configuration as a site writes it: what has a default may be left out. */
export type AssistantOptions = z.input<typeof assistantSchema>;
