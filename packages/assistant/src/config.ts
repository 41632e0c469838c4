import { z } from 'zod';
import { text } from '@quire/engine/config/schema/rules.ts';
import { DEFAULT_GATE } from '#fitted-weights.ts';
import { FEATURES, type Features } from './gate/judge.ts';

const atLeastOne = (most: number) => {
  const message = `a whole number from 1 to ${most}`;
  return z.int(message).min(1, message).max(most, message);
};

/**
 * How much of the assistant a client may use. An address is an IPv4 address or a /64 network of IPv6; a /48 network may use
 * four times as much. Servers that share a database count together, but each counts the answers under way for itself. The
 * defaults let 200 people behind one address ask 25 questions a day each, all of them at once within a minute.
 */
export const limitsSchema = z.strictObject({
  /** Questions of one address in a minute; default 240. */
  questionsPerMinute: atLeastOne(100_000).default(240),
  /** Questions of one address in a day; default 5000. */
  questionsPerDay: atLeastOne(1_000_000).default(5000),
  /** Answered questions of all clients in a minute; default 6000. */
  questionsPerMinuteOverall: atLeastOne(1_000_000).default(6000),
  /** Answers to one address that are written at a time; default 80. */
  answersAtATime: atLeastOne(10_000).default(80),
  /** Answers to all clients that are written at a time; default 600. */
  answersAtATimeOverall: atLeastOne(10_000).default(600),
  /** Entries of one address in a minute to the query log; default 240: as many as questions. */
  logEntriesPerMinute: atLeastOne(100_000).default(240),
});

export type Limits = z.output<typeof limitsSchema>;

const DAYS = 'a whole number of days from 1 to 3650';

/** The log of readers' questions. The server's environment determines where it is stored. */
const queryLogSchema = z.strictObject({
  /** Public key that the site's pages send with each entry; without one the site's own server takes any. */
  key: text.optional(),
  /** Days after which entries are deleted; default 400, a year and a month to compare with. */
  retentionDays: z.int(DAYS).min(1, DAYS).max(3650, DAYS).default(400),
});

const between = (low: number, high: number) => {
  const message = `a number from ${low} to ${high}`;
  return z.number(message).min(low, message).max(high, message);
};
const wholeBetween = (low: number, high: number) => {
  const message = `a whole number from ${low} to ${high}`;
  return z.int(message).min(low, message).max(high, message);
};

/** Weights of the refusal gate, as `npm run evaluate -- assistant --fit` writes them. */
const gateSchema = z.strictObject({
  bias: z.number(),
  features: z.strictObject(Object.fromEntries(FEATURES.map((name) => [name, z.number()])) as Record<keyof Features, z.ZodNumber>),
});

/** The words of the dialog. `{title}` is replaced by the title of the site. */
const dialogSchema = z.strictObject({
  /** Title of the dialog, and the button that opens it. */
  name: text.default('Ask our AI'),
  placeholder: text.default('Ask me anything about {title}!'),
  /** Shown before anything was asked. */
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
  /** And after a no. */
  whatIsMissing: text.default('What is missing or wrong? (optional)'),
  send: text.default('Send'),
  thanks: text.default('Thank you. Your rating helps to improve this page.'),
  failed: text.default('Your rating could not be kept. Please try again.'),
});

/** The options of the assistant. Those that are fields of a completion request are the defaults of these fields. */
export const assistantSchema = z.strictObject({
  /** The answer if the documentation does not contain one. */
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
  /** Maximum number of sections for an answer; default 10. */
  sectionsMatchCount: wholeBetween(1, 50).default(10),
  /** Least match of a section, 0 to 1; default 0.5. */
  sectionsMatchThreshold: between(0, 1).default(0.5),
  /** Requests to the chat model in a day of UTC, counted by each server for itself; then answers are quotations. Default 5000. */
  dailyModelRequests: wholeBetween(0, 100_000_000).default(5000),
  /** Tokens of prompts and answers in a day of UTC, counted by each server for itself; default 20 million. */
  dailyModelTokens: wholeBetween(0, 1_000_000_000_000).default(20_000_000),
  /** Requests to the chat model at a time; further readers get quotations. Default 600. */
  modelRequestsAtATime: wholeBetween(1, 10_000).default(600),
  /** How much of it one client may use. */
  limits: limitsSchema.prefault({}),
  dialog: dialogSchema.prefault({}),
  /** Names of the product, as prose writes them; null: the title of the site. Every page is about the product, so its name does not distinguish pages. */
  productNames: z.array(text, 'a list of names').nullable().default(null),
  /** Names in mixed case that are not identifiers, beside well-known ones such as GitHub. */
  brands: z.array(text, 'a list of names').default([]),
  /** How commands of the product begin: `git commit`. Readers' questions are searched for them. */
  commands: z.array(text, 'a list of commands').default([]),
  /** Weights of the refusal gate; the default was fitted to two documentation sites. */
  gate: gateSchema.default(DEFAULT_GATE),
  /** The log of readers' questions. */
  queryLog: queryLogSchema.prefault({}),
  /** Readers rate docs pages, where a server keeps the ratings in its query log; null: they are not asked. */
  pageRatings: pageRatingsSchema.nullable().prefault({}),
});

export type AssistantConfig = z.output<typeof assistantSchema>;

/** The configuration as a site writes it: what has a default may be left out. */
export type AssistantOptions = z.input<typeof assistantSchema>;
