import { z } from 'zod';
import { QUESTION_LIMITS, type CompletionRequest, type Question, type Turn } from '#contract.ts';

/** A request that is not answered. The message is for whoever reads the dialog or writes a client. */
export class RefusedRequest extends Error {
  override name = 'RefusedRequest';
  readonly status: 400 | 401 | 413 | 415;
  readonly code: string;

  constructor(status: RefusedRequest['status'], code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const text = z.string('text').nullish();
const number = z.number('a number').nullish();
const turns = 'a list of turns, each with "question" and "answer"';

// The configuration decides how is answered: of all fields but prompt, key and conversation only the type
// is looked at, so that whoever writes a client learns of mistakes.
const bodySchema = z.object(
  {
    prompt: text,
    projectKey: text,
    iDontKnowMessage: text,
    model: text,
    promptTemplate: text,
    temperature: number,
    topP: number,
    frequencyPenalty: number,
    presencePenalty: number,
    maxTokens: number,
    sectionsMatchCount: number,
    sectionsMatchThreshold: number,
    conversation: z.array(z.object({ question: z.string(turns), answer: z.string(turns) }, turns), turns).nullish(),
  } satisfies Record<keyof CompletionRequest, z.ZodType>,
  'an object',
);

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$|^text\/plain$/i;

/** @throws RefusedRequest when the header names anything but JSON; clients that call JSON plain text, or nothing, are let through */
export function checkContentType(header: string | undefined): void {
  const type = header?.split(';')[0]?.trim() ?? '';
  if (type === '' || JSON_TYPE.test(type)) return;
  throw new RefusedRequest(415, 'unsupported_media_type', 'Send the request as JSON, with "Content-Type: application/json".');
}

/**
 * Reads the body of a completion request.
 * @param projectKey the key that this site asks for; null: any that is not empty, or none
 * @throws RefusedRequest
 */
export function readCompletionRequest(body: string, projectKey: string | null): Question {
  const { prompt, projectKey: givenKey, conversation } = parse(body);
  checkKey(givenKey, projectKey);
  const question = prompt?.trim() ?? '';
  if (question === '') throw new RefusedRequest(400, 'prompt_missing', 'There is no question: "prompt" is missing or empty.');
  const { promptCharacters } = QUESTION_LIMITS;
  if (question.length > promptCharacters) {
    const message = `The question has ${question.length} characters, at most ${promptCharacters} are read. Please shorten it.`;
    throw new RefusedRequest(413, 'prompt_too_long', message);
  }
  return { text: question, conversation: boundTurns(conversation ?? []) };
}

function parse(body: string): z.infer<typeof bodySchema> {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw new RefusedRequest(400, 'not_json', 'The body is not JSON.');
  }
  const result = bodySchema.safeParse(json);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path[0];
  const what = field === undefined ? 'The body' : `"${String(field)}"`;
  throw new RefusedRequest(400, 'wrong_type', `${what} must be ${issue?.message ?? 'written otherwise'}.`);
}

function checkKey(given: string | null | undefined, expected: string | null): void {
  if (given === '' || (expected !== null && (given ?? '') === '')) {
    throw new RefusedRequest(401, 'project_key_missing', 'A projectKey is required.');
  }
  if (expected !== null && given !== expected) {
    throw new RefusedRequest(401, 'project_key_unknown', 'The projectKey is not that of this site.');
  }
}

/** The last turns, cut where they are longer than a question or an answer of ours would be. */
function boundTurns(conversation: readonly Turn[]): Turn[] {
  const { promptCharacters, turns: most } = QUESTION_LIMITS;
  return conversation
    .slice(-most)
    .map(({ question, answer }) => ({ question: question.slice(0, promptCharacters), answer: answer.slice(0, 2 * promptCharacters) }));
}
