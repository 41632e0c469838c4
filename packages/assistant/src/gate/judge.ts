/** Decides whether a text is a question, and whether the retrieved sections answer it, with a small logistic regression (handbook/decisions/007). */
import { type Evidence, type QueryWord, STOP_WORDS, type Word } from '@quire/search';
import type { Verdict } from '#contract.ts';
import type { DetailedRetrieval } from '#retrieve/retrieve.ts';
import { DEFAULT_GATE } from '#fitted-weights.ts';
import { exactShare, isEveryday, isSmallTalk } from '#retrieve/analyze-question.ts';
import { bestWindowCoverage, coverageOf, matchingTermsOf, matchStrength, NO_MATCH, isSameQuestion } from '#retrieve/coverage.ts';
import { type TermReader, type TermSet, unionOf } from '#retrieve/terms.ts';

/** Weights of the gate. A site sets its own with the `gate` option; `npm run evaluate -- assistant --fit` fits them. */
export interface GateWeights {
  bias: number;
  features: Features;
  /**
   * Weights of the terms of a question, by how often judged questions contain them that the pages answer, and others: pages about data say nothing
   * about salaries, exams, or phones. A term that is not listed has no weight.
   */
  terms: Readonly<Record<string, number>>;
}

/**
 * The features of a retrieval, each from 0 to 1 except for `dispensable`. "Coverage" is the share of the question's weight (the rarity of
 * its words) that a text contains. "Best sections" are the first three of the evidence, and the "best page" is the page of the first one.
 */
export const FEATURES = [
  /** Highest coverage by 25 consecutive words of one of the best sections. */
  'together',
  /** Coverage by the names of the best page. */
  'inPageName',
  /** Highest coverage by the heading and the page names of one of the best sections. */
  'inHeading',
  /** Weight of the words that the first section contains, because any section contains a few common words (3 or more give 1). */
  'matchedWeight',
  /** Weight of the heaviest word that the first section contains. */
  'heaviestMatched',
  /** Weight of the heaviest word that no section of the evidence on the best page contains. */
  'missing',
  /** Share of the identifiers, commands, and quoted strings that one of the best sections contains verbatim. */
  'exact',
  /** Whether none of the best sections contains a capitalized name, so that it is probably another product's. */
  'foreignName',
  /** Average weight of the words. */
  'rarity',
  /** Number of words (8 or more give 1). Long questions ask for more. */
  'length',
  /** Whether the question asks for a person, a time, or a quantity that none of the best sections contains. */
  'lacksFact',
  /** Number of content words in the longest run of the question that one of the best sections contains verbatim (4 or more give 1). */
  'verbatim',
  /** Highest share of the heading of one of the best sections that the question contains. */
  'headingAsked',
  /** For the authored questions of the best sections: share of the most similar one that the question contains, squared. */
  'authoredAsked',
  /** That share, multiplied by the coverage by the authored question. */
  'authoredCovers',
  /** Score of the first section (20 or more give 1). */
  'score',
  /** Share of the content words that the index contains as they are written. */
  'known',
  /** Number of content words that are neither everyday English nor in the index (3 or more give 1). */
  'strange',
  /** Whether the product is named: readers name it when they are not sure that it can do something. */
  'namesProduct',
  /** The same as `missing` if the question has a story: a context, or more than 14 words. */
  'storyMissing',
  /** Coverage by the first section after document expansion: with the names and aliases of its page and its authored questions. */
  'expanded',
  /** Coverage by all candidates of the best page after document expansion. */
  'onPage',
  /** Number of subject words (content words other than small talk) in the names, aliases, and authored questions of the best page (12 or more give 1). */
  'wordsInPageQuestions',
  /** Share of the subject words that are not in them. */
  'notInPageQuestions',
  /** Number of pairs of subject words that are close to each other in the question (8 or more give 1). A page has some words of a long question by chance. */
  'subjectPairs',
  /** Number of words on the best page after document expansion (10 or more give 1). */
  'wordsOnPage',
  /** Weight of the heaviest word that is neither on that page nor everyday English. */
  'missingUncommon',
  /**
   * For the content words that the first section does not contain after document expansion: their average evidence for an answer, -1 to 1.
   * It is the logarithm of the odds that a section lacks the word although it answers a question with it.
   */
  'dispensable',
  /** How few sections have authored questions with the content word that is rarest in them, on a logarithmic scale. */
  'seldomAsked',
  /** Whether the question is about another tool itself (the `otherTools` option). */
  'otherTool',
] as const;
export type Features = Record<(typeof FEATURES)[number], number>;

/** Number of sections that are called the best ones. */
const BEST_SECTIONS = 3;
/** A question with more words, stop words included, has a story. */
const STORY_WORDS = 14;
/** Minimum match strength of a word that is on a page. */
const MIN_MATCH_ON_PAGE = 0.5;
/** A word whose spelling is less similar to a name than this is another name. */
const MIN_NAME_SIMILARITY = 0.75;

/** The values at which features reach 1. */
const MANY_WORDS = 8;
const MANY_VERBATIM_WORDS = 4;
const MUCH_WEIGHT = 3;
const MANY_STRANGE_WORDS = 3;
const MANY_WORDS_ON_PAGE = 10;
const MANY_SUBJECT_WORDS = 12;
const MANY_SUBJECT_PAIRS = 8;
const HIGH_SCORE = 20;

const sumOf = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const maxOf = (numbers: readonly number[]): number => Math.max(0, ...numbers);

/** Returns the share of a heading's content words that the question contains. Fewer than four words count less, because they may be there by accident. */
function headingAskedShare(words: readonly QueryWord[], heading: string, { tokenize }: TermReader): number {
  const all = [...new Set(tokenize(heading).flatMap(({ word }) => word.parts.filter((_, i) => word.stops[i] !== true)))];
  const asked = new Set(matchingTermsOf(words));
  const shared = all.filter((term) => asked.has(term)).length;
  return all.length === 0 ? 0 : Math.min(1, shared / MANY_VERBATIM_WORDS) * (shared / all.length);
}

/** Returns the texts of the best sections, from which an answer would be quoted. */
const bestTexts = (evidence: readonly Evidence[]): string[] => evidence.slice(0, BEST_SECTIONS).map(({ record }) => record.text);

/** Whether a word is capitalized although it does not begin a sentence. Up to four capitals are an abbreviation or emphasis, not a name. */
function isCapitalizedName(written: string, questionText: string): boolean {
  if (!/^\p{Lu}/u.test(written) || /^\p{Lu}{1,4}$/u.test(written) || !/\p{Ll}/u.test(questionText)) return false;
  const at = questionText.indexOf(written);
  return at > 0 && !/[.?!:"'“]\s*$/u.test(questionText.slice(0, at));
}

/** Returns the content words of a question; none if it contains only stop words. */
function contentWordsOf(words: readonly QueryWord[]): QueryWord[] {
  return words.filter(({ written }) => !STOP_WORDS.has(written.toLowerCase()));
}

/** Returns the average evidence for an answer of the words that the terms do not contain, -1 to 1. Words without evidence count as 0. */
function dispensability(words: readonly QueryWord[], terms: TermSet): number {
  const evidence = words.map((word) => (1 - matchStrength(word, terms)) * Math.log((1 - word.necessity) / word.necessity));
  return Math.max(-1, Math.min(1, sumOf(evidence) / Math.max(1, words.length)));
}

/** Maximum number of other words between two words that are close to each other. */
const MAX_WORDS_BETWEEN = 2;

/** Returns the number of pairs of subject words that follow each other within a clause, with at most two other words between them. */
function countSubjectPairs(text: string, { tokenize }: TermReader): number {
  let pairs = 0;
  let between = Infinity;
  let end = 0;
  for (const { start, end: next, word } of tokenize(text)) {
    if (/[.?!;:,\n]/.test(text.slice(end, start))) between = Infinity;
    end = next;
    const isSubject = isContentWord(word) && !isSmallTalk(text.slice(start, next));
    if (isSubject && between <= MAX_WORDS_BETWEEN) pairs++;
    between = isSubject ? 0 : between + 1;
  }
  return pairs;
}

/** Computes the features of a retrieval. Without evidence, all features in favor of an answer are 0. */
export function featuresOf(retrieval: DetailedRetrieval): Features {
  const { questionText, question, words, evidence, sectionsOfBestPage, authoredTermsOfBestPage, namesProduct, isAboutOtherTool } =
    retrieval;
  const { expandedTermsOf, headingTermsOf, pageNamesOf, tokenize, wordsOfSection } = retrieval.terms;
  const best = evidence.slice(0, BEST_SECTIONS);
  const texts = best.map(({ record }) => wordsOfSection(record));
  // The terms of each section and of the title and sidebar label of its page.
  const terms = evidence.map(({ record, contains }) => unionOf({ has: contains }, pageNamesOf(record.page).labels));
  const first = evidence[0];
  const evidenceOfBestPage = unionOf(...terms.filter((_, i) => evidence[i]?.record.page === first?.record.page));
  const totalWeight = sumOf(words.map((word) => word.weight));
  const matchedByFirst = words.map((word) => word.weight * matchStrength(word, terms[0] ?? new Set()));
  const isForeignName = (word: QueryWord): boolean =>
    isCapitalizedName(word.written, questionText) &&
    terms.slice(0, BEST_SECTIONS).every((section) => matchStrength(word, section) < MIN_NAME_SIMILARITY);
  const headingCoverages = best.map(({ record }) => coverageOf(words, unionOf(pageNamesOf(record.page).all, headingTermsOf(record))));
  const isStory = question.context !== '' || questionText.split(/\s+/, STORY_WORDS + 1).length > STORY_WORDS;
  const contentWords = contentWordsOf(words);
  const unusual = contentWords.filter(({ written }) => !isEveryday(written));
  const subjectWords = contentWords.filter(({ written }) => !isSmallTalk(written));
  const askedOnPage = subjectWords.filter((word) => matchStrength(word, authoredTermsOfBestPage) > MIN_MATCH_ON_PAGE).length;
  const expandedPage = unionOf(...sectionsOfBestPage.map(expandedTermsOf));
  const missing = maxOf(words.map((word) => word.weight * (1 - matchStrength(word, evidenceOfBestPage))));
  return {
    together: maxOf(texts.map((text) => bestWindowCoverage(words, text))),
    inPageName: first === undefined ? 0 : coverageOf(words, pageNamesOf(first.record.page).all),
    inHeading: maxOf(headingCoverages),
    matchedWeight: Math.min(1, sumOf(matchedByFirst) / MUCH_WEIGHT),
    heaviestMatched: maxOf(matchedByFirst),
    missing,
    exact: maxOf(best.map(({ record }) => exactShare(record, question.exactStrings))),
    foreignName: words.some(isForeignName) ? 1 : 0,
    rarity: words.length === 0 ? 0 : totalWeight / words.length,
    length: Math.min(1, words.length / MANY_WORDS),
    lacksFact: lackOfFact(questionText, bestTexts(evidence)),
    verbatim: Math.min(
      1,
      longestVerbatimRun(
        tokenize(questionText).map(({ word }) => word),
        texts,
      ) / MANY_VERBATIM_WORDS,
    ),
    authoredAsked: maxOf(best.map(({ authored = NO_MATCH }) => authored.authoredCoverage ** 2)),
    authoredCovers: maxOf(best.map(({ authored = NO_MATCH }) => authored.authoredCoverage * authored.questionCoverage)),
    score: first === undefined ? 0 : Math.min(1, first.score / HIGH_SCORE),
    known: contentWords.length === 0 ? 0 : contentWords.filter(({ match }) => match === 'exact').length / contentWords.length,
    strange: Math.min(1, unusual.filter(({ match }) => match === 'none').length / MANY_STRANGE_WORDS),
    namesProduct: namesProduct ? 1 : 0,
    otherTool: isAboutOtherTool ? 1 : 0,
    storyMissing: isStory ? missing : 0,
    expanded: first === undefined ? 0 : coverageOf(words, expandedTermsOf(first)),
    dispensable: first === undefined ? 0 : dispensability(contentWords, expandedTermsOf(first)),
    seldomAsked: maxOf(contentWords.map((word) => word.seldomAsked)),
    onPage: coverageOf(words, expandedPage),
    wordsInPageQuestions: Math.min(1, askedOnPage / MANY_SUBJECT_WORDS),
    notInPageQuestions: 1 - askedOnPage / Math.max(1, subjectWords.length),
    subjectPairs: Math.min(1, countSubjectPairs(questionText, retrieval.terms) / MANY_SUBJECT_PAIRS),
    wordsOnPage: Math.min(1, words.filter((word) => matchStrength(word, expandedPage) > MIN_MATCH_ON_PAGE).length / MANY_WORDS_ON_PAGE),
    missingUncommon: maxOf(
      words.filter(({ written }) => !isEveryday(written)).map((word) => word.weight * (1 - matchStrength(word, expandedPage))),
    ),
    headingAsked: maxOf(best.map(({ record }) => headingAskedShare(words, record.heading, retrieval.terms))),
  };
}

// The longest run of words that a question and a text have in common: pages repeat the error message that a reader pastes.

/** Maximum number of words of a question that are compared. */
const MAX_QUESTION_WORDS = 40;

/** Returns the string by which words are compared. */
function termKeyOf({ parts, wholes }: Word): string {
  return parts.length === 1 ? (parts[0] as string) : (parts.length > 0 ? parts : wholes).join(' ');
}

function isContentWord({ stops }: Word): boolean {
  return stops.length !== 1 || stops[0] === false;
}

const NO_RUNS: ReadonlyMap<number, number> = new Map();

/** Returns the number of content words in the longest run of the question that one of the texts contains verbatim. */
export function longestVerbatimRun(question: readonly Word[], texts: readonly (readonly Word[])[]): number {
  const asked = question.slice(0, MAX_QUESTION_WORDS);
  const positionsByTerm = new Map<string, number[]>();
  asked.forEach((word, i) => positionsByTerm.set(termKeyOf(word), [...(positionsByTerm.get(termKeyOf(word)) ?? []), i]));
  let longest = 0;
  for (const text of texts) {
    /** The runs that end at the previous word of the text: the position of their last word in the question → number of content words. */
    let runs: ReadonlyMap<number, number> = NO_RUNS;
    for (const word of text) {
      const positions = positionsByTerm.get(termKeyOf(word)) ?? [];
      const previous = runs;
      runs =
        positions.length === 0
          ? NO_RUNS
          : new Map(positions.map((i) => [i, (previous.get(i - 1) ?? 0) + (isContentWord(asked[i] as Word) ? 1 : 0)]));
      longest = Math.max(longest, ...runs.values());
    }
  }
  return longest;
}

// Questions for a person, a time, or a quantity, which documentation rarely answers.

/** Patterns of such questions, with patterns of texts that can answer them; null if no pattern can recognize an answer. */
const FACT_QUESTIONS: readonly (readonly [question: RegExp, answer: RegExp | null])[] = [
  [/^\s*who(?:se|m)?\b(?! (?:may|can|should|must|needs|has access|gets|sees)\b)/i, null],
  [
    /^\s*(?:when|since when|what (?:year|date|time)|(?:in )?which year)\b/i,
    /\b(?:19|20)\d\d\b|\b(?:(?:mon|tues|wednes|thurs|fri)day|monthly|weekly|daily|hourly|every \w+|once a \w+|\d+ ?[ap]\.?m)\b/i,
  ],
  [/^\s*(?:how (?:many|much|old|tall|far|fast|big|long|expensive)|what price)\b/i, /\d|\b(?:one|two|three|four|five|six|ten|unlimited)\b/i],
];

/** Returns 0 if a question asks for no such fact, 0.5 if it does and one of the texts contains one, and 1 if none of them does. */
export function lackOfFact(asked: string, texts: readonly string[]): number {
  const pair = FACT_QUESTIONS.find(([question]) => question.test(asked));
  if (pair === undefined) return 0;
  const [, answer] = pair;
  return answer !== null && texts.some((text) => answer.test(text)) ? 0.5 : 1;
}

const ASKS_PAST_DATE = /^\s*(?:when (?:was|were|did)|(?:in )?(?:what|which) year)\b/i;
const YEAR = /\b(?:19|20)\d\d\b/;

/** Whether a question asks for a date in the past although none of the texts contains a year. */
export function lacksPastDate(asked: string, texts: readonly string[]): boolean {
  return ASKS_PAST_DATE.test(asked) && !texts.some((text) => YEAR.test(text));
}

/** Returns the terms of a question that can have a weight, stop words included, each once. */
export const termsOfQuestion = (text: string, { tokenize }: Pick<TermReader, 'tokenize'>): string[] => [
  ...new Set(tokenize(text).flatMap(({ word }) => word.parts)),
];

/** Returns the probability that the sections contain an answer, 0 to 1: the logistic function of the weighted features and terms. */
export function probabilityOf(features: Features, terms: readonly string[], weights: GateWeights): number {
  const ofTerms = terms.map((term) => (Object.hasOwn(weights.terms, term) ? (weights.terms[term] ?? 0) : 0));
  const ofFeatures = FEATURES.map((name) => weights.features[name] * features[name]);
  return 1 / (1 + Math.exp(-(weights.bias + sumOf(ofFeatures) + sumOf(ofTerms))));
}

/** Whether the weights decide. If not, a rule refuses the question, for example because it is an attack or has no content words. */
export function isDecidedByWeights({ questionText, question, words, evidence }: DetailedRetrieval): boolean {
  if (evidence.length === 0 || contentWordsOf(words).length === 0 || isChatter(question.searchText)) return false;
  return intentOf(questionText) === 'question' && !lacksPastDate(questionText, bestTexts(evidence));
}

/** Probability for a question about a difference if the pages define both subjects, because the two definitions are an answer. */
const MIN_PROBABILITY_IF_BOTH_DEFINED = 0.6;

/**
 * Decides whether the retrieved sections answer the question. A probability of 0 is a refusal at any threshold. A question that
 * an author wrote for the best section is always answered.
 * @param threshold minimum probability of an answer: the `sectionsMatchThreshold` option
 */
export function judge(retrieval: DetailedRetrieval, threshold = 0.5, weights: GateWeights = DEFAULT_GATE): Verdict {
  const [best] = retrieval.evidence;
  if (best?.authored !== undefined && isSameQuestion(best.authored)) return { answerable: true, probability: 1 };
  const terms = termsOfQuestion(retrieval.questionText, retrieval.terms);
  const measured = isDecidedByWeights(retrieval) ? probabilityOf(featuresOf(retrieval), terms, weights) : 0;
  const probability = measured > 0 && retrieval.definitions !== undefined ? Math.max(measured, MIN_PROBABILITY_IF_BOTH_DEFINED) : measured;
  return { answerable: probability > 0 && probability >= threshold, probability };
}

// Texts that are not questions about the documentation. They are recognized by their wording, because the pages may contain the same words.

/** `attack`: asks for other rules or for internal text; `secret`: asks for credentials; `task`: asks for a text to be written. */
type Intent = 'question' | 'attack' | 'secret' | 'task';

const SECRET = String.raw`(?:passwords?|passphrase|api[ _-]?keys?|access tokens?|tokens?|secrets?|credentials?|private (?:\w+ )?keys?|\w+_(?:api_)?key)`;
/** Words of somebody who manages the secrets of others. */
const MANAGES = String.raw`(?:resets?|chang(?:es?|ing)|forgot(?:ten)?|lost|loses?|rotat(?:es?|ing)|revok(?:es?|ing)|renew|replace|remove|delete|disable|expires?|store[sd]?|update|invalidate|set)`;
const ORDERS = String.raw`(?:instructions?|rules|prompts?|guidelines|directions|messages?|orders|told|said|polic(?:y|ies)|restrictions|programming|template)`;

const ATTACKS = [
  // Attempts to replace the instructions
  String.raw`\b(?:ignore|disregard|forget|override|bypass|drop)\b.{0,40}\b(?:previous|prior|above|earlier|preceding|everything|all|any|your|safety|system)\b.{0,30}\b${ORDERS}\b`,
  String.raw`\bignore (?:the |all |your )?(?:docs|documentation|context|sections)\b`,
  String.raw`\b(?:translate|decode|repeat|read|take)\b.{0,20}\b(?:this|these|the following)\b.{0,20}\b(?:${ORDERS}|commands?)\b.{0,20}\b(?:execute|follow|obey|carry out|do what)\b`,
  String.raw`\byou are now\b|\bfrom now on\b|\bdo anything now\b|\b(?:developer|god|debug|dan) mode\b.{0,40}\b(?:ignore|enable|on)\b|\benable (?:developer|god|dan) mode\b|\bjailbreak`,
  String.raw`\b(?:pretend|imagine) (?:to be|that you|you)\b|\brole-?play\b|^(?:please )?act as (?:a|an|my|if)\b|\band act as (?:a|an|my|if)\b|\btalk like an?\b|\bstop being\b`,
  String.raw`\b(?:answer|respond|reply|say) (?:only|just|nothing but|to every)\b`,
  // Requests for internal text
  String.raw`\b(?:your|system|hidden|initial|original|secret) (?:\w+ )?(?:prompt|instructions?|rules|guidelines|template)\b`,
  String.raw`\b(?:words|text|lines?|everything|sentences?) (?:above|before this)\b|\b(?:template|text|prompt) (?:that )?you (?:were|are|have been) given\b`,
  // Text that imitates other input
  String.raw`_{2,}start_response_stream|<\/?(?:system|context|script|assistant|instructions?|sections?|iframe|img)\b|<\|\w+\|>|\[\/?inst\]|^\s*(?:system|assistant)\s*:`,
].map((source) => new RegExp(source, 'iu'));

const SECRETS = [
  String.raw`\b(?:reveal|leak|print|dump|(?:give|send|tell|hand|show|email) (?:me|us|out|over))\b(?: (?!(?:how|where|which|about|with|to)\b)\S+){0,6} ${SECRET}\b(?! (?:polic|manage|field|rotat|type))`,
  // A question such as "reset a user's password" does not ask for the secret itself.
  String.raw`^(?![^]*\b${MANAGES}\b)[^]*\b(?:your|his|her|their|\p{L}+['’]s|(?:other|all) (?:the )?(?:users|people)(?:['’]s?)?|admin|root|somebody else['’]s) (?:\w+ )?${SECRET}\b(?=[ ?.!]*$| (?:of|for) (?:this|your))`,
  String.raw`\b(?:${SECRET}|key|environment variables|configuration|files?) (?:of|on|for|from) (?:this|your) (?:\w+ )?(?:server|site|website|host|machine|computer|page|bot|assistant)\b`,
  String.raw`\b(?:what|which) ${SECRET} (?:do|does|did)\b.{0,60}\b(?:use|have|has|type|choose)\b|\b(?:valid|working|real|somebody['’]s) ${SECRET} (?:that|for me|to use)\b`,
  String.raw`\b(?:show|tell|give|print|send|list|dump|reveal)\b(?: me| us)? (?:all )?your (?:\w+ )?(?:environment|env|variables|configuration|config|logs?|database|source code|files?)\b`,
  String.raw`\/etc\/(?:passwd|shadow)\b|\bcredit card numbers? you\b|\be-?mail addresses of (?:all|your|other|the) (?:\w+ )?(?:customers|users|readers|visitors|people)\b`,
  String.raw`\b(?:last|other|previous|another) (?:visitor|reader|person|customer)s?\b.{0,20}\b(?:ask|say|said|want)`,
].map((source) => new RegExp(source, 'iu'));

const TASKS = [
  String.raw`\b(?:write|compose|make up|sing|tell|give|invent|create|recite)\b(?: (?:me|us))?(?: (?:a|an|some|the|short|funny|another|nice|little|long))* (?:\w+ )?(?:poems?|haikus?|songs?|limericks?|stor(?:y|ies)|jokes?|essays?|novels?|raps?|riddles?|sonnets?|cover letters?|speech|fairy tales?)\b`,
  String.raw`\btranslate\b(?! (?:the |its )?(?:\w+ )?(?:interface|ui|menus?|website)\b).{1,200}\b(?:in)?to (?:english|german|french|spanish|italian|chinese|japanese|russian|portuguese|dutch|klingon|latin|hindi|korean|polish|turkish|arabic)\b`,
].map((source) => new RegExp(source, 'iu'));

const CHATTER = new Set(
  `hi hello hey hallo yo thanks thank you thx ok okay yes no bye goodbye good morning evening day afternoon night test testing help please cool great
  nice sorry why what who how are there anyone bot welcome lol haha hmm so well done me can could i do it that sup up again 123`.split(
    /\s+/,
  ),
);

/** Whether a text consists only of greetings, thanks, and filler. */
export function isChatter(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 || (words.length < 8 && words.every((word) => CHATTER.has(word)));
}

/** The intent of a text, by its wording. Takes linear time for any text. */
export function intentOf(text: string): Intent {
  const matches = (patterns: readonly RegExp[]): boolean => patterns.some((pattern) => pattern.test(text));
  if (matches(ATTACKS)) return 'attack';
  if (matches(SECRETS) && !/\bdefault\b/i.test(text)) return 'secret';
  return matches(TASKS) ? 'task' : 'question';
}
