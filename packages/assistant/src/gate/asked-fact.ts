/** Questions after a person, a time or a quantity: documentation tells how and what, seldom who, when and how many. */

/** What is asked for, and what a text must hold to have it; null where no pattern tells. */
const FACTS: readonly (readonly [question: RegExp, answer: RegExp | null])[] = [
  [/^\s*who(?:se|m)?\b(?! (?:may|can|should|must|needs|has access|gets|sees)\b)/i, null],
  [
    /^\s*(?:when|since when|what (?:year|date|time)|(?:in )?which year)\b/i,
    /\b(?:19|20)\d\d\b|\b(?:(?:mon|tues|wednes|thurs|fri)day|monthly|weekly|daily|hourly|every \w+|once a \w+|\d+ ?[ap]\.?m)\b/i,
  ],
  [/^\s*(?:how (?:many|much|old|tall|far|fast|big|long|expensive)|what price)\b/i, /\d|\b(?:one|two|three|four|five|six|ten|unlimited)\b/i],
];

/** 0 when no such thing is asked for, 1 when it is and none of the texts holds one, between them when one does. */
export function lackOfFact(asked: string, texts: readonly string[]): number {
  const fact = FACTS.find(([question]) => question.test(asked));
  if (fact === undefined) return 0;
  const [, answer] = fact;
  return answer !== null && texts.some((text) => answer.test(text)) ? 0.5 : 1;
}

const PAST = /^\s*(?:when (?:was|were|did)|(?:in )?(?:what|which) year)\b/i;
const YEAR = /\b(?:19|20)\d\d\b/;

/** Whether a date in the past is asked for and no text holds a year: whatever it says, it cannot be the answer. */
export function lacksPastDate(asked: string, texts: readonly string[]): boolean {
  return PAST.test(asked) && !texts.some((text) => YEAR.test(text));
}
