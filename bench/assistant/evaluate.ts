/** Evaluates the quality of answers: answered and refused questions, the targets of citations, and whether they support the answer. */
import type { Assistant } from '@quire/assistant/contract.ts';
import { type SearchRecord, MARK, plainText } from '@quire/search';
import { ALSO_RELEVANT } from '@quire/assistant/extractive/answer-section.ts';
import { percentile } from '../report.ts';
import type { AnswerableQuestion, UnanswerableQuestion } from './questions.ts';

/** Required shares between 0 and 1: `answerableRefused` is a maximum, the others are minimums. */
export const GOALS = {
  unanswerableRefused: 0.9,
  answerableRefused: 0.1,
  relevantFirst: 0.85,
  groundedness: 1,
  citationsResolve: 1,
} as const;
export const CONCURRENT_READERS = 20;

export interface Failure {
  what: 'refused' | 'lacks a fact' | 'other page first' | 'not in its section' | 'leads nowhere' | 'answered';
  q: string;
  kind: string;
  detail: string;
}

export interface Rates {
  answerable: number;
  unanswerable: number;
  answerableRefused: number;
  unanswerableRefused: number;
  /** Share of the answers whose first citation leads to a relevant page. */
  relevantFirst: number;
  /** Share of the questions with facts whose answer contains all of the facts; refusals count as misses. */
  factsContained: number;
  withFacts: number;
  /** Shares of the citations that lead to a relevant page, and whose page and heading exist. */
  citationPrecision: number;
  citationsResolve: number;
  /** Share of the quoted sentences, steps, cells, and lines that are in the cited section word for word. */
  groundedness: number;
}

export interface Latency {
  referencesP50: number;
  referencesP95: number;
  firstTextP50: number;
  firstTextP95: number;
}

export interface AssistantReport {
  rates: Rates;
  /** Share of refused questions of each unanswerable kind. */
  refusedByKind: Record<string, number>;
  /** The rates of each kind of answerable question. */
  ratesByKind: Record<string, Pick<Rates, 'answerableRefused' | 'relevantFirst' | 'factsContained'>>;
  alone: Latency;
  together: Latency;
  failures: Failure[];
}

/** The judgment of one answer. */
interface JudgedAnswer {
  refused: boolean;
  relevantFirst: boolean;
  /** Whether the answer contains all facts of the question; null if the question has none. */
  factsContained: boolean | null;
  /** Number of citations, of those that lead to a relevant page, and of those whose section exists. */
  citations: number;
  relevant: number;
  resolved: number;
  /** Number of quoted texts, and of those that are in the cited section word for word. */
  quotations: number;
  grounded: number;
  failures: Failure[];
}

/** Whether an answer contains all facts, without bold type, the addresses of its citations, and the list of further relevant pages. */
function containsFacts(markdown: string, facts: readonly RegExp[]): boolean {
  const said = (markdown.split(`\n${ALSO_RELEVANT}\n`)[0] ?? '')
    .replace(/\]\([^)]*\)|\*\*/g, (found) => (found === '**' ? '' : ']'))
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '');
  return facts.every((fact) => fact.test(said));
}

const sectionKey = (path: string, anchor: string): string => `${path}#${anchor}`;

function judgeAnswer(
  asked: Asked,
  { q, kind, relevant, facts }: AnswerableQuestion,
  sections: ReadonlyMap<string, SearchRecord>,
  notes: ReadonlySet<string>,
): JudgedAnswer {
  const judged: JudgedAnswer = {
    refused: asked.refused,
    relevantFirst: false,
    factsContained: facts === undefined ? null : !asked.refused && containsFacts(asked.markdown, facts),
    citations: 0,
    relevant: 0,
    resolved: 0,
    quotations: 0,
    grounded: 0,
    failures: [],
  };
  const fail = (what: Failure['what'], detail: string): void => void judged.failures.push({ what, q, kind, detail });
  if (asked.refused) {
    fail('refused', `answered by ${relevant[0] ?? ''}`);
    return judged;
  }
  if (judged.factsContained === false) fail('lacks a fact', (facts ?? []).map(String).join(' '));
  const { cited } = readAnswer(asked.markdown, '/');
  judged.citations = cited.length;
  judged.relevant = cited.filter(({ path }) => relevant.includes(path)).length;
  judged.relevantFirst = cited[0] !== undefined && relevant.includes(cited[0].path);
  if (!judged.relevantFirst) fail('other page first', `expected ${relevant[0] ?? ''}, cited ${cited[0]?.path ?? 'nothing'}`);
  for (const text of cited) {
    const section = sections.get(sectionKey(text.path, text.anchor));
    if (section === undefined) {
      fail('leads nowhere', sectionKey(text.path, text.anchor));
      continue;
    }
    const { grounded, all } = countGrounded(text, section, notes);
    judged.resolved++;
    judged.quotations += all;
    judged.grounded += grounded;
    if (grounded < all) fail('not in its section', `${sectionKey(text.path, text.anchor)}: ${text.markdown.trim().slice(0, 120)}`);
  }
  return judged;
}

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;

/** Describes the goals that were missed. */
export function missedGoals(rates: Rates): string[] {
  const checkMinimum = (name: keyof Rates & keyof typeof GOALS, what: string): string[] =>
    rates[name] >= GOALS[name] ? [] : [`${percent(rates[name])} ${what}, at least ${percent(GOALS[name])} are required`];
  const { answerableRefused: refused } = rates;
  return [
    ...checkMinimum('unanswerableRefused', 'of the unanswerable questions are refused'),
    ...(refused <= GOALS.answerableRefused
      ? []
      : [`${percent(refused)} of the answerable questions are refused, at most ${percent(GOALS.answerableRefused)} may be`]),
    ...checkMinimum('relevantFirst', 'of the answers cite a relevant page first'),
    ...checkMinimum('groundedness', 'of the quotations are in their sections'),
    ...checkMinimum('citationsResolve', 'of the citations lead to a section'),
  ];
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

function latencyOf(asked: readonly Asked[]): Latency {
  const references = asked.map(({ referencesMs }) => referencesMs);
  const firstTexts = asked.map(({ firstTextMs }) => firstTextMs);
  return {
    referencesP50: percentile(references, 0.5),
    referencesP95: percentile(references, 0.95),
    firstTextP50: percentile(firstTexts, 0.5),
    firstTextP95: percentile(firstTexts, 0.95),
  };
}

function ratesOf(answers: readonly JudgedAnswer[], refused: readonly boolean[]): Rates {
  const sum = (value: (answer: JudgedAnswer) => number): number => answers.reduce((total, answer) => total + value(answer), 0);
  const answered = answers.filter((answer) => !answer.refused);
  const withFacts = answers.filter(({ factsContained }) => factsContained !== null).length;
  const citations = sum((answer) => answer.citations);
  return {
    answerable: answers.length,
    unanswerable: refused.length,
    answerableRefused: answers.length === 0 ? 0 : 1 - answered.length / answers.length,
    unanswerableRefused: share(refused.filter(Boolean).length, refused.length),
    relevantFirst: share(answered.filter(({ relevantFirst }) => relevantFirst).length, answered.length),
    factsContained: share(answers.filter(({ factsContained }) => factsContained === true).length, withFacts),
    withFacts,
    citationPrecision: share(
      sum(({ relevant }) => relevant),
      citations,
    ),
    citationsResolve: share(
      sum(({ resolved }) => resolved),
      citations,
    ),
    groundedness: share(
      sum(({ grounded }) => grounded),
      sum(({ quotations }) => quotations),
    ),
  };
}

function refusedByKind(outcomes: readonly { kind: string; refused: boolean }[]): Record<string, number> {
  const kinds = Map.groupBy(outcomes, ({ kind }) => kind);
  return Object.fromEntries(Array.from(kinds, ([kind, all]) => [kind, all.filter(({ refused }) => refused).length / all.length]));
}

function ratesByKind(questions: readonly AnswerableQuestion[], answers: readonly JudgedAnswer[]): AssistantReport['ratesByKind'] {
  const kinds = Map.groupBy(answers, (_, i) => (questions[i] as AnswerableQuestion).kind);
  return Object.fromEntries(Array.from(kinds, ([kind, ofKind]) => [kind, ratesOf(ofKind, [])]));
}

/** Asks all questions three times: once to warm up, once one after the other to judge the answers, and once with 20 concurrent readers. */
export async function evaluateAssistant(
  assistant: Assistant,
  records: readonly SearchRecord[],
  answerable: readonly AnswerableQuestion[],
  unanswerable: readonly UnanswerableQuestion[],
): Promise<AssistantReport> {
  const sections = new Map(records.map((record) => [sectionKey(record.page.path, record.anchor), record]));
  // An answer begins with the notes of the pages that it quotes.
  const notes = new Set(records.flatMap(({ page: { title, note } }) => (note ? [wordRow(note), wordRow(`${title}: ${note}`)] : [])));
  const all = [...answerable, ...unanswerable];
  for (const { q } of all) await ask(assistant, q);
  const asked: Asked[] = [];
  for (const { q } of all) asked.push(await ask(assistant, q));
  const together = await askTogether(
    assistant,
    all.map(({ q }) => q),
    CONCURRENT_READERS,
  );
  const answers = answerable.map((question, i) => judgeAnswer(asked[i] as Asked, question, sections, notes));
  const rest = unanswerable.map(({ q, kind }, i) => ({ q, kind, ...(asked[answerable.length + i] as Asked) }));
  const answered = rest
    .filter(({ refused }) => !refused)
    .map(({ q, kind, markdown }): Failure => ({ what: 'answered', q, kind, detail: markdown.replace(/\s+/g, ' ').slice(0, 120) }));
  return {
    rates: ratesOf(
      answers,
      rest.map(({ refused }) => refused),
    ),
    refusedByKind: refusedByKind(rest),
    ratesByKind: ratesByKind(answerable, answers),
    alone: latencyOf(asked),
    together: latencyOf(together),
    failures: [...answers.flatMap(({ failures }) => failures), ...answered],
  };
}

// Extracts the citations of an answer, and the text that each of them must contain.

export interface CitedText {
  path: string;
  anchor: string;
  /** The Markdown that the citation supports. */
  markdown: string;
}

const CITATION = /\[\d+\]\(([^()\s]+)\)/g;
const FRAGMENT = /:~:.*$/;
/** A line that is only a link: to the step or section with which a quotation continues, or to its other tabs. */
const LINK_LINE = /^\[.+\]\([^()\s]+\)$/;
/** A further relevant section: captures its title and the sentence that describes it. */
const LINKED_SECTION = /^- \*\*(.+?)\*\* – (.+)$/;

/** Splits an answer into pieces that end with a citation. The text after the last citation is uncited. */
export function readAnswer(markdown: string, baseUrl: string): { cited: CitedText[]; uncited: string } {
  const cited: CitedText[] = [];
  let at = 0;
  for (const match of markdown.matchAll(CITATION)) {
    const [address = '', hash = ''] = (match[1] ?? '').split('#');
    const path = `/${decodeURI(address).slice(baseUrl.length)}`;
    cited.push({ path, anchor: decodeURIComponent(hash.replace(FRAGMENT, '')), markdown: markdown.slice(at, match.index) });
    at = match.index + match[0].length;
  }
  return { cited, uncited: markdown.slice(at).trim() };
}

/** Joins the words of a text with single spaces and removes punctuation and Markdown syntax. A code span may be part of a word. */
const wordRow = (text: string): string => ` ${(text.replaceAll('`', '').match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;

/** Returns the texts that must each be in the section as one run of words: lines of prose, lists, and code, and cells of tables. */
function quotations(markdown: string): string[] {
  return markdown
    .split('\n')
    .filter((line) => line !== ALSO_RELEVANT && !LINK_LINE.test(line))
    .flatMap((line) => {
      if (line.startsWith('|')) return line.split(/(?<!\\)\|/);
      return LINKED_SECTION.exec(line)?.slice(1) ?? [line.replace(/^\s*(?:\d+[.)]|[-*])\s+/, '')];
    })
    .filter((text) => /[\p{L}\p{N}]/u.test(text));
}

/**
 * Counts the sentences, steps, cells, and lines of code before a citation, and how many of them are in the cited section word for word.
 * @param notes rows of words of the notes about pages, which are not quotations
 */
function countGrounded({ markdown }: CitedText, section: SearchRecord, notes: ReadonlySet<string>): { grounded: number; all: number } {
  const title = section.heading === section.page.title ? '' : section.page.title;
  const row = wordRow([title, section.heading, plainText(section.text.replaceAll(MARK.cell, ' ')), ...section.code].join('\n'));
  const quoted = quotations(markdown).filter((text) => !notes.has(wordRow(text)));
  return { grounded: quoted.filter((text) => row.includes(wordRow(text))).length, all: quoted.length };
}

// Asking an assistant as a reader does, with the time until it answers.

interface Asked {
  refused: boolean;
  /** Ids of the documents, in the order in which the assistant sent them. */
  references: string[];
  markdown: string;
  /** Milliseconds until the references and until the first text. */
  referencesMs: number;
  firstTextMs: number;
}

/** @param start time at which the reader asked, from `performance.now()` */
async function ask(assistant: Assistant, text: string, start = performance.now()): Promise<Asked> {
  const asked: Asked = { refused: true, references: [], markdown: '', referencesMs: 0, firstTextMs: 0 };
  for await (const event of assistant.ask({ text, conversation: [] }, new AbortController().signal)) {
    const ms = performance.now() - start;
    if (event.kind === 'references') Object.assign(asked, { refused: event.refused, references: event.ids, referencesMs: ms });
    else {
      if (asked.markdown === '') asked.firstTextMs = ms;
      asked.markdown += event.text;
    }
  }
  return asked;
}

/** Asks all texts with `readers` concurrent readers. Each reader asks the next text as soon as an answer is complete. */
async function askTogether(assistant: Assistant, texts: readonly string[], readers: number): Promise<Asked[]> {
  const asked: Asked[] = [];
  const waiting = [...texts];
  async function read(): Promise<void> {
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
      const start = performance.now();
      // Like a request from a socket, each question waits for earlier ones in the event loop. The measured time includes that wait.
      await new Promise((resolve) => setImmediate(resolve));
      asked.push(await ask(assistant, text, start));
    }
  }
  await Promise.all(Array.from({ length: readers }, read));
  return asked;
}
