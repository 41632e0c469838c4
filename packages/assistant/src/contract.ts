/** The types of the assistant, shared by retrieval, gate, both answerers, the server and the dialog. */
import type { Evidence } from '@quire/search';
import type { GateWeights } from '#gate/judge.ts';
import type { Product } from '#product.ts';

/** Separates the references from the answer in the stream. The server does not send it anywhere else. */
export const RESPONSE_MARKER = '___START_RESPONSE_STREAM___';

/** Limits of a question. Characters are UTF-16 units. */
export const QUESTION_LIMITS = { promptCharacters: 2000, turns: 8, bodyBytes: 16 * 1024 } as const;
/** Maximum length of the sentence that a reader adds to the rating of a page, in UTF-16 units. */
export const MAX_RATING_CHARACTERS = 500;

/** An earlier question in the same dialog, with its answer. */
export interface Turn {
  question: string;
  /** The Markdown that was shown. */
  answer: string;
}

/** Body of `POST /v1/completions`: the twelve fields of the protocol, and one of our own dialog. */
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

/** A question of a reader. */
export interface Question {
  text: string;
  /** Oldest first, at most `QUESTION_LIMITS.turns`. */
  conversation: readonly Turn[];
  /** Keys of the reader's address and of its IPv6 /48 network, which do not reveal them; absent where nobody else waits. */
  client?: { address: string; block: string | null };
}

/** The kind of answer that a question asks for. It determines which parts of a section are worth quoting. */
export type QuestionKind = 'how-to' | 'what-is' | 'why' | 'which' | 'yes-no' | 'list' | 'other';

/** The result of analyzing a question: what to search for, and the expected kind of answer. */
export interface AnalyzedQuestion {
  kind: QuestionKind;
  /** The search query: the question, and for a follow-up the topic of the previous turn. */
  searchText: string;
  /** The clauses around the question; '' if there are none. Their words have less weight in the search. */
  context: string;
  /** Whether the question refers to its context ("how do I build it again?"). */
  refersToContext: boolean;
  /** Identifiers, commands, and quoted strings, as written: `AUTH_OIDC_ENABLED`, `git commit`. */
  exactStrings: string[];
  /** The names of two subjects if the question asks for their difference; absent for other questions. */
  comparedNames?: readonly [string, string];
}

/** Similarity of a question to the most similar authored question of a section. */
export interface AuthoredMatch {
  /** 0 to 1: share of the reader's question that the authored question contains. */
  questionCoverage: number;
  /** 0 to 1: share of the authored question that the reader's question contains. This is the better indicator, because readers write more than they ask. */
  authoredCoverage: number;
}

/** A section, with its number in the index. */
export type IndexedSection = Pick<Evidence, 'record' | 'recordNumber'>;

/** A section in a list that is ordered by how well the sections answer the question. */
export interface RankedEvidence extends Evidence {
  /** Absent if no authored question was compared. */
  authored?: AuthoredMatch;
}

/** A question with the sections found for it, best first. */
export interface Retrieval {
  question: AnalyzedQuestion;
  evidence: RankedEvidence[];
  /** For a question about a difference: the sections that define the two subjects. */
  definitions?: RankedEvidence[];
  /**
   * If the best section is the introduction of its page: further sections of the page without supplements, first those in the evidence, then those
   * that follow the introduction. An introduction says what a page is about, but not how to do it.
   */
  continuation?: IndexedSection[];
  /** If the question asks for a setting: the sections of the best pages, whose tables may contain it. */
  pagesWithSettings?: IndexedSection[][];
}

/** The gate's verdict on a retrieval. */
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
  /** Id of the heading of the section; '' for the start of the page. */
  anchor: string;
  heading: string;
  /** The exact words on the page that support the piece. */
  passage: string;
}

/** A statement of an answer with its source. A piece without a source is our own text, such as the notice that the model did not answer. */
export interface AnswerPiece {
  kind: 'section' | 'item' | 'sentence' | 'steps' | 'table' | 'code' | 'continue' | 'notice';
  /** Markdown, without the citation. If the kind is `continue`, it is the text of a link to the passage. */
  markdown: string;
  citation: Citation | null;
}

/** A part of the response to a question: first the references, once, and then text as it arrives. */
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
  /** Starts and ends with `/`. */
  baseUrl: string;
  /** Route prefix of the doc set whose index answers; absent: the default one. */
  prefix?: string;
  product: Product;
  gate: GateWeights;
  /** Translations of the texts around an answer, by the English texts. */
  words?: Readonly<Record<string, string>> | undefined;
}

declare global {
  /** The common part of Node, browsers, and workers; declared here because this zone is typed without any of them. */
  interface AbortSignal {
    readonly aborted: boolean;
  }
}

/** Answers questions. The server and the worker on static hosts implement it. */
export interface Assistant {
  /** Ends early, without an error, if `signal` aborts. Never throws because of a question. */
  ask(question: Question, signal: AbortSignal): AsyncIterable<AnswerEvent>;
}

// The interface of answerers that write their own text from retrieved sections, such as a chat model.

/** The data from which an answerer writes an answer. */
export interface AnswerTask {
  question: Question;
  /** The retrieved sections, best first. */
  evidence: readonly IndexedSection[];
  /** Routes of the pages in the order of the references. The number of a citation is the 1-based position of its page. */
  paths: readonly string[];
}

/**
 * The outcome of an answer: `refused` if the answerer does not know, `empty` if the sections support none of its sentences,
 * `over-budget` if its daily budget is used up, `unavailable` if it failed before the first text,
 * `interrupted` if it failed later.
 */
export type AnswerOutcome = 'answered' | 'refused' | 'empty' | 'over-budget' | 'unavailable' | 'interrupted';

export type TextEvent = Extract<AnswerEvent, { kind: 'text' }>;

export interface Answerer {
  /** Whether the answerer would accept a question now. The check does not count as a request. */
  hasCapacity(): boolean;
  /**
   * Yields finished Markdown with its citations, and returns the outcome. Only complete and interrupted answers yield text.
   * Never throws. Ends early if `signal` aborts; the outcome is then undefined.
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
  /** Maximum length of an answer in tokens. */
  maxTokens: number;
}
