/** Splits a paragraph into sentences. Intl.Segmenter is not used, because it ends sentences after dots such as those in `a.b`, `v0.10.4`, or `e.g.`. */
import { MARK } from '@quire/search';

/** Punctuation that may end a sentence in Latin, CJK, and Arabic script. */
const SENTENCE_END = /(?<![.!?…])[.!?…]+["'”’)\]\u008c]*\s+|(?<![。！？])[。！？]+["'”’）」』\u008c]*\s*|[؟۔]\u008c?\s+/gu;
const ABBREVIATION = /(?:^|[\s(\u0088\u008b])(?:e\.g|i\.e|vs|cf|ca|approx|resp|incl|excl|dr|mr|mrs|ms|prof)\.$/i;
/** Abbreviations if a number follows: "fig. 3". */
const BEFORE_NUMBER = /(?:^|[\s(])(?:no|nos|fig|figs|sec|ver|vol|p|pp)\.$/i;
/** Maximum number of characters at the end of a sentence that are checked, because a sentence may be as long as a page. */
const TAIL_CHARACTERS = 400;

/** Returns the sentences of a paragraph in order, including the marks of inline code. Apart from white space, no character is lost. */
export function splitSentences(paragraph: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  let inCode = false;
  let read = 0;
  for (const match of paragraph.matchAll(SENTENCE_END)) {
    const stop = match.index + match[0].trimEnd().length;
    const next = match.index + match[0].length;
    for (; read < stop; read++) if (paragraph[read] === MARK.code) inCode = !inCode;
    // A period in code is part of the code.
    const following = paragraph[paragraph[next] === MARK.strong ? next + 1 : next] ?? '';
    if (inCode || next >= paragraph.length || /\p{Ll}/u.test(following)) continue;
    if (continuesSentence(paragraph.slice(Math.max(start, stop - TAIL_CHARACTERS), stop), following)) continue;
    sentences.push(paragraph.slice(start, stop).trim());
    start = next;
  }
  const rest = paragraph.slice(start).trim();
  return rest === '' ? sentences : [...sentences, rest];
}

/** Whether a period does not end a sentence, because of an abbreviation, the number of a list item, or an open parenthesis. */
function continuesSentence(tail: string, next: string): boolean {
  const open = tail.lastIndexOf('(');
  return (
    ABBREVIATION.test(tail.slice(-24)) ||
    (BEFORE_NUMBER.test(tail.slice(-24)) && /\d/.test(next)) ||
    /^\d{1,3}\.$/.test(tail) ||
    (open >= 0 && !tail.includes(')', open))
  );
}
