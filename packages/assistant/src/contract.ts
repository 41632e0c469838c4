/** The types of the assistant, shared by retrieval, gate, both answerers, the server and the dialog. */
import type { Evidence } from '@quire/search';
import type { GateWeights } from '#gate/judge.ts';
import type { Product } from '#product.ts';

/** Separates the references from the answer in the stream. The server never sends it anywhere else. */
export const RESPONSE_MARKER = '___START_RESPONSE_STREAM___';

/** Bounds of what a reader may send. Characters are UTF-16 units. */
export const QUESTION_LIMITS = { promptCharacters: 2000, turns: 8, bodyBytes: 16 * 1024 } as const;

/** A question and its answer, earlier in the same dialog. */
export interface Turn {
  question: string;
  /** Markdown, as it was shown. */
  answer: string;
}

/** Body of `POST /v1/completions`: the twelve fields of the protocol, and what our own dialog adds. */
export interface CompletionRequest extends ModelFields {
  prompt: string;
  projectKey: string;
  iDontKnowMessage: string;
  promptTemplate: string;
  sectionsMatchCount: number;
  sectionsMatchThreshold: number;
  /** Oldest first; absent in requests of other clients. */
  conversation?: Turn[];
}

/** What the reader wants to know. */
export interface Question {
  text: string;
  /** Oldest first, at most `QUESTION_LIMITS.turns`. */
  conversation: readonly Turn[];
}

/** What kind of answer a question asks for; decides which pieces of a section are worth quoting. */
export type QuestionKind = 'how-to' | 'what-is' | 'why' | 'which' | 'yes-no' | 'list' | 'other';

/** An analyzed question: the search terms and the expected kind of answer. */
export interface ReadQuestion {
  kind: QuestionKind;
  /** The search query: the question, and for a follow-up the topic of the previous turn. */
  searchText: string;
  /** What the reader wrote around the question; '' for nothing. Its words count less than those of the question. */
  context: string;
  /** Whether the question refers to its context ("how do I build it again?"). */
  leansOnContext: boolean;
  /** Identifiers and quoted strings, as written: `AUTH_OIDC_ENABLED`, `git commit`. */
  exact: string[];
  /** The two things whose difference is asked for; absent for any other question. */
  compared?: readonly [string, string];
}

/** Similarity of a question to the most similar authored question of a section. */
export interface AuthoredMatch {
  /** 0 to 1: share of what is asked that the authored question asks too. */
  covers: number;
  /** 0 to 1: share of the authored question that is asked. Readers write more than they ask, so this is the better sign of the two. */
  isAsked: number;
}

/** A section in the order in which it serves the question. */
export interface RankedEvidence extends Evidence {
  /** Absent where no authored question was compared. */
  authored?: AuthoredMatch;
}

/** A question with the sections found for it, best first. */
export interface Retrieval {
  question: ReadQuestion;
  evidence: RankedEvidence[];
  /** For a question about a difference: the section that defines the one thing, and the section that defines the other. */
  definitions?: RankedEvidence[];
}

/** The gate's verdict on a retrieval (D7). */
export interface Verdict {
  answerable: boolean;
  /** 0 to 1: the probability that the sections contain an answer. */
  probability: number;
}

/** The source of a piece of an answer. */
export interface Citation {
  /** Number of the section in the index. */
  recordNumber: number;
  /** Route without base URL. */
  path: string;
  /** Id of the section's heading, '' for the start of the page. */
  anchor: string;
  heading: string;
  /** The exact words on the page that support the piece. */
  passage: string;
}

/** A statement of an answer with its source. A piece without one is our own words, e.g. a line that says the model is away. */
export interface AnswerPiece {
  kind: 'section' | 'item' | 'sentence' | 'steps' | 'table' | 'code' | 'notice';
  /** Markdown, without the citation's mark. */
  markdown: string;
  citation: Citation | null;
}

/** What a question is answered with, in order: the references once, then text as it comes. */
export type AnswerEvent =
  | {
      kind: 'references';
      /** Ids of documents with their extension, in the order of the answer. */ ids: string[];
      refused: boolean;
    }
  | {
      kind: 'text';
      /** Markdown, citations included as links. */ text: string;
      /** The answerer refused only after the stream had started; the answer counts as refused. */
      refused?: true;
    };

/** The part of the configuration that decides how questions are answered; a request never changes it. */
export interface AnswerSettings {
  iDontKnowMessage: string;
  sectionsMatchCount: number;
  /** Minimum probability of the gate for an answer. */
  sectionsMatchThreshold: number;
  /** Path of the site's root, from slash to slash. */
  baseUrl: string;
  /** Route below which the index lies that answers, where the site has several versions or languages; absent: the site's own. */
  prefix?: string;
  product: Product;
  gate: GateWeights;
}

declare global {
  /** What Node, browsers and workers have in common; declared because this zone is typed without any of them. */
  interface AbortSignal {
    readonly aborted: boolean;
  }
}

/** Answers questions. Both the server's and the static host's assistant are one. */
export interface Assistant {
  /** Ends early, without an error, when `signal` aborts. Never throws on any question. */
  ask(question: Question, signal: AbortSignal): AsyncIterable<AnswerEvent>;
}

/** The interface of answerers that write their own text from retrieved sections, such as a chat model. */

/** What an answer is made from. */
export interface AnswerTask {
  question: Question;
  /** The sections that the gate let through, best first. */
  evidence: readonly Evidence[];
  /** Routes of the pages in the order of the references: a citation's number is its page's place in here, from 1. */
  paths: readonly string[];
}

/**
 * How it ended: `refused` if the answerer does not know, `empty` if the sections support none of its sentences,
 * `spent` if its daily budget is used up, `unavailable` if it failed before the first text,
 * `interrupted` if it failed later.
 */
export type AnswerOutcome = 'answered' | 'refused' | 'empty' | 'spent' | 'unavailable' | 'interrupted';

export type TextEvent = Extract<AnswerEvent, { kind: 'text' }>;

export interface Answerer {
  /** Whether it would accept a question now. This check is free. */
  hasRoom(): boolean;
  /**
   * Yields finished Markdown with its citations and returns how it ended; only an answer that is whole or interrupted
   * has yielded anything. Never throws; ends early when `signal` aborts, whatever it then returns.
   */
  answer(task: AnswerTask, signal: AbortSignal): AsyncGenerator<TextEvent, AnswerOutcome>;
}

/** The parameters of a request to a chat model. */
export interface ModelFields {
  model: string;
  temperature: number;
  topP: number;
  frequencyPenalty: number;
  presencePenalty: number;
  /** Length of an answer, at most. */
  maxTokens: number;
}
