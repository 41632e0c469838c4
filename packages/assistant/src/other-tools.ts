/** Recognizes questions about another tool itself: the page about the connection to the tool has their words, but not the answer. */
import type { TermReader } from './retrieve/terms.ts';

/** A tool that the documented product works with. */
export interface OtherTool {
  /** As readers write it: "power bi", "powerbi". */
  names: readonly string[];
  /** What readers ask about the tool itself, in one to three words each: "warehouse size". */
  subjects: readonly string[];
}

/** Returns a function that says whether a question names one of the tools and contains all words of one of its subjects. */
export function otherToolMatcher(tools: readonly OtherTool[], { termListOf }: TermReader): (question: string) => boolean {
  const phrases = tools.map(({ names, subjects }) => ({ names: names.map(termListOf), subjects: subjects.map(termListOf) }));
  return (question) => {
    const asked = new Set(termListOf(question));
    const contains = (phrase: readonly string[]): boolean => phrase.length > 0 && phrase.every((term) => asked.has(term));
    return phrases.some(({ names, subjects }) => names.some(contains) && subjects.some(contains));
  };
}
