/** Reads and validates files of judged questions. */
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** A question that the pages answer. `relevant` lists routes, the best first; a complete answer matches all patterns of `facts`. */
export interface AnswerableQuestion {
  q: string;
  kind: string;
  relevant: string[];
  facts?: RegExp[];
}

/** A question that the assistant must refuse. */
export interface UnanswerableQuestion {
  q: string;
  kind: string;
}

export const ANSWERABLE = join(import.meta.dirname, 'answerable.dev.jsonl');
export const UNANSWERABLE = join(import.meta.dirname, 'unanswerable.dev.jsonl');

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function readLines<Question>(
  jsonl: string,
  file: string,
  expected: string,
  read: (value: Record<string, unknown>) => Question | null,
): Question[] {
  return jsonl.split('\n').flatMap((line, i): Question[] => {
    if (line.trim() === '') return [];
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      value = null;
    }
    const question = isRecord(value) ? read(value) : null;
    if (question === null) throw new Error(`${file}:${i + 1}: expected ${expected}.`);
    return [question];
  });
}

const textOf = ({ q, question }: Record<string, unknown>): string | null => {
  const text = q ?? question;
  return typeof text === 'string' ? text : null;
};
const kindOf = ({ kind }: Record<string, unknown>): string => (typeof kind === 'string' ? kind : 'any');

/** Returns case-insensitive patterns, or null if one of them is not a valid regular expression. */
function factsOf({ facts = [] }: Record<string, unknown>): RegExp[] | null {
  if (!Array.isArray(facts)) return null;
  try {
    return facts.map((fact) => new RegExp(String(fact), 'i'));
  } catch {
    return null;
  }
}

/** @throws Error with the file and line of the first entry that is not a question with routes */
export function parseAnswerable(jsonl: string, file: string): AnswerableQuestion[] {
  return readLines(
    jsonl,
    file,
    '{"q": text, "relevant": [routes, best first], "kind": text, "facts": [patterns]}, at least one route',
    (value) => {
      const q = textOf(value);
      const { relevant } = value;
      const routes = Array.isArray(relevant) ? relevant.filter((route) => typeof route === 'string') : [];
      const facts = factsOf(value);
      if (q === null || routes.length === 0 || facts === null) return null;
      return { q, kind: kindOf(value), relevant: routes, ...(facts.length > 0 && { facts }) };
    },
  );
}

/** @throws Error with the file and line of the first entry that is not a question */
export function parseUnanswerable(jsonl: string, file: string): UnanswerableQuestion[] {
  return readLines(jsonl, file, '{"q": text, "kind": text}', (value) => {
    const q = textOf(value);
    return q === null ? null : { q, kind: kindOf(value) };
  });
}

/** @throws Error if the file cannot be read; the message says what the option expects */
export async function readQuestions<Question>(
  file: string,
  option: string,
  parse: (jsonl: string, file: string) => Question[],
): Promise<Question[]> {
  const jsonl = await readFile(file, 'utf8').catch((error: unknown) => {
    const reason = (error as { code?: string }).code === 'ENOENT' ? 'there is no such file' : String(error);
    const example = relative(process.cwd(), option === '--questions' ? ANSWERABLE : UNANSWERABLE);
    throw new Error(`${file} cannot be read: ${reason}. ${option} takes a file of JSON lines such as ${example}.`);
  });
  return parse(jsonl, file);
}

/** Selects about half of the questions by a hash of their text, so that the selection does not depend on the site or on the rest of the file. */
function isHeldBack(text: string): boolean {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return ((hash >>> 8) & 1) === 1;
}

/** Splits the questions into one half to fit weights on and one half to evaluate them on. */
export function splitQuestions<Question extends { q: string }>(
  questions: readonly Question[],
): { fitting: Question[]; heldBack: Question[] } {
  return { fitting: questions.filter(({ q }) => !isHeldBack(q)), heldBack: questions.filter(({ q }) => isHeldBack(q)) };
}
