/** A paragraph → its sentences. Written here because a dot in `a.b`, `v0.10.4` or `e.g.` ends nothing in documentation. */
import { MARK } from '@quire/search';

/** What may end a sentence, in Latin, CJK and Arabic script. */
const END = /(?<![.!?…])[.!?…]+["'”’)\]]*\s+|(?<![。！？])[。！？]+["'”’）」』]*\s*|[؟۔]\s+/gu;
const ABBREVIATION = /(?:^|[\s(\u0088])(?:e\.g|i\.e|vs|cf|ca|approx|resp|incl|excl|dr|mr|mrs|ms|prof)\.$/i;
/** These are short for something only where a number follows. */
const BEFORE_NUMBER = /(?:^|[\s(])(?:no|nos|fig|figs|sec|ver|vol|p|pp)\.$/i;
/** Only the end of a sentence is looked at: it may be as long as a page. */
const TAIL = 400;

/** Sentences in order, each with the marks of its inline code; joined by a space they are the paragraph again. */
export function splitSentences(paragraph: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  let inCode = false;
  let read = 0;
  for (const match of paragraph.matchAll(END)) {
    const stop = match.index + match[0].trimEnd().length;
    const next = match.index + match[0].length;
    for (; read < stop; read++) if (paragraph[read] === MARK.code) inCode = !inCode;
    // A full stop in code is part of the code.
    if (inCode || next >= paragraph.length || /\p{Ll}/u.test(paragraph[next] ?? '')) continue;
    if (goesOn(paragraph.slice(Math.max(start, stop - TAIL), stop), paragraph[next] ?? '')) continue;
    sentences.push(paragraph.slice(start, stop).trim());
    start = next;
  }
  const rest = paragraph.slice(start).trim();
  return rest === '' ? sentences : [...sentences, rest];
}

/** Whether a full stop ends no sentence: an abbreviation, the number of a list, a bracket that is still open. */
function goesOn(tail: string, next: string): boolean {
  const open = tail.lastIndexOf('(');
  return (
    ABBREVIATION.test(tail.slice(-24)) ||
    (BEFORE_NUMBER.test(tail.slice(-24)) && /\d/.test(next)) ||
    /^\d{1,3}\.$/.test(tail) ||
    (open >= 0 && !tail.includes(')', open))
  );
}
