/** The configuration of the assistant: the options of a site, and the environment variables of its server. */
import { z } from 'zod';
import { text, wholeNumber } from '@quire/engine/config/schema/values.ts';
import { createVariableReader, type Reader, readPostgresUrl, readServiceUrl } from '@quire/engine/config/env.ts';
import { DEFAULT_GATE } from '#fitted-weights.ts';
import type { QueryLogLocation } from '#query-log/open-query-log.ts';
import { FEATURES, type Features } from './gate/judge.ts';

/**
 * Limits of the use of the assistant. An address is an IPv4 address or an IPv6 /64 network; the limit of a /48 network is four
 * times as high. Servers that share a database share their counts, except for the number of concurrent answers. With the
 * defaults, 200 people behind one address can each ask 25 questions a day, all of them within the same minute.
 */
export const limitsSchema = z.strictObject({
  /** Questions per minute from one address; default 240. */
  questionsPerMinute: wholeNumber(1, 100_000).default(240),
  /** Questions per day from one address; default 5000. */
  questionsPerDay: wholeNumber(1, 1_000_000).default(5000),
  /** Answered questions per minute from all clients; default 6000. */
  questionsPerMinuteOverall: wholeNumber(1, 1_000_000).default(6000),
  /** Concurrent answers to one address; default 80. */
  answersAtATime: wholeNumber(1, 10_000).default(80),
  /** Concurrent answers to all clients; default 600. */
  answersAtATimeOverall: wholeNumber(1, 10_000).default(600),
  /** Entries per minute to the query log from one address; default 240, which is the limit of questions. */
  logEntriesPerMinute: wholeNumber(1, 100_000).default(240),
  /** Entries per day to the query log from one address; default 10,000: a question and its rating for each of the questions of a day. */
  logEntriesPerDay: wholeNumber(1, 10_000_000).default(10_000),
});

export type Limits = z.output<typeof limitsSchema>;

const DAYS = 'a whole number of days from 1 to 3650';

/** The log of readers' questions. The server's environment determines where it is stored. */
const queryLogSchema = z.strictObject({
  /** Public key that the pages of the site send with each entry. Without it, the server of the site accepts any entry. */
  key: text.optional(),
  /** Days after which entries are deleted; default 400, so that the same month of the previous year can be compared. */
  retentionDays: z.int(DAYS).min(1, DAYS).max(3650, DAYS).default(400),
});

const between = (low: number, high: number) => {
  const message = `a number from ${low} to ${high}`;
  return z.number(message).min(low, message).max(high, message);
};

/** Weights of the refusal gate, as `npm run evaluate -- assistant --fit` writes them. */
const gateSchema = z.strictObject({
  bias: z.number(),
  features: z.strictObject(Object.fromEntries(FEATURES.map((name) => [name, z.number()])) as Record<keyof Features, z.ZodNumber>),
  terms: z.record(z.string(), z.number()).default({}),
});

const otherToolSchema = z.strictObject({
  names: z.array(text, 'a list of names').min(1, 'at least one name'),
  subjects: z.array(text, 'a list of subjects'),
});

/** The words of the dialog. `{title}` is replaced by the title of the site. */
const dialogSchema = z.strictObject({
  /** Title of the dialog, and the button that opens it. */
  name: text.default('Ask our AI'),
  placeholder: text.default('Ask me anything about {title}!'),
  /** Shown before the first question. */
  introduction: text.default('Ask in your own words. Each answer quotes the documentation and links to its sources.'),
  /** Above questions that the open page answers. */
  questionsAboutPage: text.default('Questions about this page'),
  /** Above questions that many readers have. */
  commonQuestions: text.default('Common questions'),
  disclaimer: text.default('This bot is experimental and may be wrong.'),
  /** Link to the documentation at the end of the dialog, after "Powered by". */
  poweredBy: text.default('{title} documentation'),
});

/** The words of "Was this page helpful?" at the end of docs pages. */
const pageRatingsSchema = z.strictObject({
  question: text.default('Was this page helpful?'),
  yes: text.default('Yes'),
  no: text.default('No'),
  /** Label of the optional sentence after a yes. */
  whatHelped: text.default('What helped you? (optional)'),
  /** Label of the optional sentence after a no. */
  whatIsMissing: text.default('What is missing or wrong? (optional)'),
  send: text.default('Send'),
  thanks: text.default('Thank you. Your rating helps to improve this page.'),
  failed: text.default('Your rating could not be saved. Please try again.'),
});

/** The options of the assistant. Options with the name of a field of completion requests are the defaults of that field. */
export const assistantSchema = z.strictObject({
  /** The answer if the documentation does not contain one. */
  iDontKnowMessage: text.default('Sorry, I am not sure how to answer that.'),
  /** Chat model; default `gpt-4`. It is used only if a chat API is configured. */
  model: text.default('gpt-4'),
  /** Instruction of the model; null: the built-in one. `{{I_DONT_KNOW}}`, `{{CONTEXT}}`, and `{{PROMPT}}` are replaced. */
  promptTemplate: text
    .refine(
      (template) => ['{{CONTEXT}}', '{{PROMPT}}'].every((place) => template.includes(place)),
      'a text that contains {{CONTEXT}} and {{PROMPT}}',
    )
    .nullable()
    .default(null),
  /** Sampling temperature of the model, 0 to 2; default 0.1. */
  temperature: between(0, 2).default(0.1),
  /** Nucleus sampling of the model, 0 to 1; default 1. */
  topP: between(0, 1).default(1),
  /** Frequency penalty of the model, -2 to 2; default 0. */
  frequencyPenalty: between(-2, 2).default(0),
  /** Presence penalty of the model, -2 to 2; default 0. */
  presencePenalty: between(-2, 2).default(0),
  /** Maximum number of tokens of an answer; default 500. */
  maxTokens: wholeNumber(1, 8192).default(500),
  /** Maximum number of sections for an answer; default 10. */
  sectionsMatchCount: wholeNumber(1, 50).default(10),
  /** Minimum probability of the gate at which a question is answered, 0 to 1; default 0.5. */
  sectionsMatchThreshold: between(0, 1).default(0.5),
  /** Requests to the chat model per UTC day and server; when they are used up, answers are quotations. Default 5000. */
  dailyModelRequests: wholeNumber(0, 100_000_000).default(5000),
  /** Tokens of prompts and answers per UTC day and server; default 20 million. */
  dailyModelTokens: wholeNumber(0, 1_000_000_000_000).default(20_000_000),
  /** Concurrent requests to the chat model; further readers get quotations. Default 600. */
  modelRequestsAtATime: wholeNumber(1, 10_000).default(600),
  /** Rate limits and concurrency limits. */
  limits: limitsSchema.prefault({}),
  dialog: dialogSchema.prefault({}),
  /** Names of the product as written in prose; null: the title of the site. Every page is about the product, so its name does not distinguish pages. */
  productNames: z.array(text, 'a list of names').nullable().default(null),
  /** Names in mixed case that are not identifiers, in addition to well-known ones such as GitHub. */
  brands: z.array(text, 'a list of names').default([]),
  /** The beginnings of the commands of the product, such as `git commit`, which are recognized in questions. */
  commands: z.array(text, 'a list of commands').default([]),
  /** Other tools that the documentation mentions, and what it does not say about them. The gate refuses most questions about these subjects. */
  otherTools: z.array(otherToolSchema, 'a list of tools').default([]),
  /** Weights of the refusal gate; the default was fitted to two documentation sites. */
  gate: gateSchema.default(DEFAULT_GATE),
  /** The log of readers' questions. */
  queryLog: queryLogSchema.prefault({}),
  /** Whether readers can rate documentation pages. A server stores the ratings in its query log; null: readers are not asked. */
  pageRatings: pageRatingsSchema.nullable().prefault({}),
});

export type AssistantConfig = z.output<typeof assistantSchema>;

/** The options as a site writes them. Options with a default may be omitted. */
export type AssistantOptions = z.input<typeof assistantSchema>;

// The environment variables of the assistant and its query log, which are read once when a server starts.

export interface AssistantEnvironment extends QueryLogLocation {
  /** An OpenAI-compatible chat API; null: answers are quotations. If its model is null, the configuration names the model. */
  chatModel: { baseUrl: string; apiKey: string | null; model: string | null } | null;
}

/** Variables that require another one. */
const DEPENDENT_VARIABLES: readonly (readonly [name: string, needs: string])[] = [
  ['LLM_API_KEY', 'LLM_BASE_URL'],
  ['LLM_MODEL', 'LLM_BASE_URL'],
  ['QUERY_LOG_URL', 'QUERY_LOG_KEY'],
  ['QUERY_LOG_KEY', 'QUERY_LOG_URL'],
];

const anyText: Reader<string> = (value) => ({ value });

/** @throws ConfigError with all problems; values that may contain a password are never printed */
export function readAssistantEnvironment(env: Readonly<Record<string, string | undefined>>): AssistantEnvironment {
  const { read, report, finish } = createVariableReader(env);
  const llmUrl = read('LLM_BASE_URL', readServiceUrl, null, true);
  const llmKey = read('LLM_API_KEY', anyText, null, true);
  const llmModel = read('LLM_MODEL', anyText, null);
  const logUrl = read('QUERY_LOG_URL', readServiceUrl, null, true);
  const logKey = read('QUERY_LOG_KEY', anyText, null, true);
  const environment: AssistantEnvironment = {
    chatModel: llmUrl === null ? null : { baseUrl: llmUrl, apiKey: llmKey, model: llmModel },
    databaseUrl: read('DATABASE_URL', readPostgresUrl, null, true),
    queryLogFile: read('QUERY_LOG_FILE', anyText, 'data/query-log.sqlite'),
    queryLogForward: logUrl === null || logKey === null ? null : { url: logUrl, key: logKey },
  };
  const isSet = (name: string): boolean => (env[name] ?? '').trim() !== '';
  for (const [name, needs] of DEPENDENT_VARIABLES) {
    if (isSet(name) && !isSet(needs)) report(`${needs}: found nothing, expected a value because ${name} is set`);
  }
  finish();
  return environment;
}
