import { QUESTION_LIMITS, type Question, type ReadQuestion } from '../contract.ts';
import { UNKNOWN_PRODUCT, type ProductTerms } from '../product.ts';
import { exactStrings } from './exact-strings.ts';
import { withMatter } from './follow-up.ts';
import { questionKind } from './question-kind.ts';

/** Ways of asking that say nothing of the matter, yet are rare in the pages and would weigh much there. */
const FILLER =
  /\b(?:(?:can|could|would|will) you (?:please )?|please |tell me |explain (?:to me )?|show me |i(?: would|['’]d) like to |i (?:want|need|try|am trying) to |is there (?:a|any|some) way (?:to|of) |is it possible (?:to|for) |what is the (?:best |right |easiest |recommended )?way (?:to|of) |what is the purpose of |what does (?=.* (?:mean|do|look like)\b)|(?:good|made|used) (?:for|of)\b|look(?:s)? like\b|what happens (?:to|when|if) |how come |\b(?:list|name|enumerate) (?:me )?(?:all )?(?:of )?(?:the )?|(?: that| which)? (?:do )?exist\b|(?: that| which)? are (?:there|available)\b|\binstead of\b)/gi;

/** The wish alone is no question: where nothing but filler was said, it stays. */
function withoutFiller(text: string): string {
  const rest = text.replace(FILLER, ' ').replace(/\s+/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text;
}

/** Reads a question: what to look for and what sort of answer is wanted. Text beyond the limits is not read. Never throws. */
export function readQuestion({ text, conversation }: Question, product: ProductTerms = UNKNOWN_PRODUCT): ReadQuestion {
  const own = text.slice(0, QUESTION_LIMITS.promptCharacters).trim();
  const searchText = withMatter(withoutFiller(own), conversation, product);
  const kind = questionKind(own);
  return { kind: kind === 'other' ? questionKind(searchText) : kind, searchText, exact: exactStrings(own, product) };
}
