/** A question that leans on the turns before it, and the matter that it takes from them. */
import { STOP_WORDS } from '@quire/search/rank/stop-words.ts';
import { QUESTION_LIMITS, type Turn } from '../contract.ts';
import type { ProductTerms } from '../product.ts';

const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_.:/-]*/gu;
const COURTESY = /^(?:(?:ok(?:ay)?|so|then|thanks?(?: you)?|great|and then)[,.! ]+)+/i;
/** Beginnings that go on with what was said. */
const GOES_ON = /^(?:and|or|but|also|what about|how about|same (?:for|with)|what if)\b/i;
/** Words that stand for what was said; those of the second list often stand for something in the same sentence. */
const STANDS_FOR_IT = /\b(?:it|its|they|them|their)\b/i;
const POINTS_BACK = /\b(?:that|this|these|those|one|ones|the same|again|instead|else)\b/i;
/** Verbs and adverbs with which something is done to a matter that stands elsewhere. */
const MATTERLESS = new Set(
  `turn switch enable disable add remove delete change set make create work works see show example examples detail details explain
  why how what when where who which on off up down back first next before after default defaults possible required need needed
  give do does did happen happens mean means run start stop undo check verify test configure find list happens more less much many long often`.split(
    /\s+/,
  ),
);
/** What a name stands behind, where another name may take its place. */
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
