/** Detects that a sentence has other numbers and quantities than a passage: in figures, as words, and as letters that imitate figures. */
import type { Token } from '@quire/search';
import { PLAIN_TERMS } from '../retrieve/terms.ts';

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const LARGE = 'twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion dozen'.split(' ');
/** The figures of words for a number, or the word itself, so that a word is the same quantity as another one for the same number. */
const VALUES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(SMALL.map((word, i) => [word, String(i)])),
  ...{ a: '1', an: '1', single: '1', sole: '1', both: '2', pair: '2', trio: '3' },
  ...{ once: '1', twice: '2', thrice: '3' },
};
const NUMBER_WORD = new RegExp(`^(?:${[...SMALL, ...LARGE].join('|')}|and|-)+s?$`, 'i');
const TIMES_WORD = /^(?:once|twice|thrice)$/i;
/** Words that say how many of something there are. They may not count what the passage counts otherwise. */
const LOOSE =
  /^(?:an?|one|single|sole|both|pair|trio|couple|several|few|fewer|some|many|numerous|countless|multiple|various|handful|lots?|plenty|no)$/i;
/** Words before "of" that do not say how many. */
const MEASURE = new Set(
  ['number', 'amount', 'count', 'period', 'total', 'maximum', 'minimum', 'limit', 'interval', 'default', 'lifetime', 'window'].flatMap(
    stemsOfWord,
  ),
);
/** Units that only a number or a function word precedes. */
const UNITS = new Set(
  'millisecond second minute hour day week fortnight month year decade century byte kb mb gb tb pb kib mib gib tib kilobyte megabyte gigabyte terabyte percent time'
    .split(' ')
    .flatMap(stemsOfWord),
);
/** Units that a passage must have, because they also change a quantity. */
const LONG_UNITS = new Set('minute hour day week fortnight month year decade century'.split(' ').flatMap(stemsOfWord));
const ORDINAL = /^(?:second|third|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|\w+teen|\w+tie)th|other|alternate)$/i;
/** What precedes a period in which something happens that often: "three times a day". */
const RATE = /\b(?:once|twice|thrice|times|per)\s$/i;
/** Letters that look like figures, and Roman numerals. */
const IMITATED_FIGURES = /^(?:[IlOoSZB|]+|[IVXLCDM]+)$/;
/** Words that are a number before "of". */
const NUMBER_BEFORE_OF = /^(?:scores?|gross|myriads?|brace|quartet)$/i;
/** What precedes "once" or follows it where it means "one time" and not "as soon as". */
const BEFORE_ONCE = /\b(?:only|just|than|exactly|most|least)\s+$/i;
const AFTER_ONCE =
  /^(?:\s*(?:$|[.,;:!?)])|\s+(?:an?|per|every|each|daily|in|for|at|and|or|only|more|again|by|with|on|before|after|until)\b)/i;
/** How many words after a number it may count: "three large warm nodes". */
const MAX_COUNTED = 3;

function stemsOfWord(word: string): readonly string[] {
  return PLAIN_TERMS.tokenize(word).flatMap((token) => token.word.parts);
}

interface Quantity {
  /** In figures, or a word such as `several`. */
  value: string;
  sign: string;
  /** The stem or the symbol after it; '' if there is none. */
  unit: string;
  /** The stems of what it may count. */
  counted: readonly string[];
  /** Whether the passage must have it. Otherwise, it only must not contradict another quantity of the same thing. */
  isExact: boolean;
}

/** Separates "30-day" and "one-day", but not "twenty-two". */
const separate = (text: string): string =>
  text.replace(/(?<=[\p{L}\p{N}])-(\p{L}+)/gu, (whole, after: string) => (NUMBER_WORD.test(after) ? whole : ` ${after}`));

const isStop = ({ word }: Token): boolean => word.stops[0] === true;

function quantitiesOf(written: string): Quantity[] {
  const text = separate(written);
  const tokens = PLAIN_TERMS.tokenize(text);
  const isBeside = (i: number): boolean => /^[\s-]{1,2}$/.test(text.slice(tokens[i - 1]?.end, tokens[i]?.start));

  /** Returns the stems of the words after a number: up to the first function word. */
  function counted(from: number): string[] {
    let i = from;
    if (isBeside(i) && tokens[i]?.word.plain === 'of') i++;
    const stems: string[] = [];
    for (; i < tokens.length && i < from + MAX_COUNTED; i++) {
      const token = tokens[i];
      if (token === undefined || !isBeside(i) || isStop(token)) break;
      stems.push(token.word.parts[0] ?? '');
    }
    return stems;
  }

  return tokens.flatMap((token, i): Quantity[] => {
    const word = text.slice(token.start, token.end).toLowerCase();
    const before = text.slice(Math.max(0, token.start - 10), token.start);
    const sign = /[-−<>≤≥=±~+]?(?=\s{0,9}$)/.exec(before)?.[0] ?? '';
    if (TIMES_WORD.test(word)) {
      const isNumber = word !== 'once' || BEFORE_ONCE.test(before) || AFTER_ONCE.test(text.slice(token.end));
      return isNumber && !/\bat\s$/i.test(before)
        ? [{ value: VALUES[word] ?? '', sign, unit: 'time', counted: ['time'], isExact: true }]
        : [];
    }
    const isExact = /^\d[\d.,]*$/.test(word) || /^(?:double|half)$/.test(word) || (NUMBER_WORD.test(word) && !/^(?:one|and)$/.test(word));
    if (!isExact && (!LOOSE.test(word) || (/^an?$/.test(word) && RATE.test(before)))) return [];
    const stems = counted(i + 1);
    const symbol = /^\s?([%°])/.exec(text.slice(token.end, token.end + 2))?.[1];
    const isUnit = tokens[i + 1]?.word.plain !== 'of';
    return [
      {
        value: VALUES[word] ?? word.replace(/[-\s]|and/g, ''),
        sign,
        unit: symbol ?? (isUnit ? (stems[0] ?? '') : ''),
        counted: stems,
        isExact,
      },
    ];
  });
}

/**
 * Whether a sentence has only quantities that the texts have: each number with the same sign before it and the same word after it, and nothing that the
 * texts count with a number has another quantity.
 */
export function hasQuantities(texts: readonly string[], sentence: string): boolean {
  const known = texts.flatMap(quantitiesOf);
  const stems = new Set(texts.flatMap((text) => PLAIN_TERMS.tokenize(text).flatMap(({ word }) => word.parts)));
  const words = new Set(texts.flatMap((text) => PLAIN_TERMS.tokenize(text).map(({ start, end }) => text.slice(start, end))));
  return (
    quantitiesOf(sentence).every((quantity) => (quantity.isExact ? isKnown(quantity, known) : !contradicts(quantity, known))) &&
    hasUnits(sentence, known, stems, words)
  );
}

const isKnown = ({ value, sign, unit }: Quantity, known: readonly Quantity[]): boolean =>
  known.some((other) => other.value === value && other.sign === sign && (unit === '' || other.unit === unit));

/** Whether the texts count the same thing, but with other quantities only. */
function contradicts({ value, counted }: Quantity, known: readonly Quantity[]): boolean {
  return counted.some((stem) => {
    const others = known.filter((other) => other.counted.includes(stem));
    return others.some(({ isExact }) => isExact) && others.every((other) => other.value !== value);
  });
}

/** Whether before each unit, and each thing that the texts count, there is nothing that could be a number that no text has. */
function hasUnits(sentence: string, known: readonly Quantity[], stems: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  const text = separate(sentence);
  const tokens = PLAIN_TERMS.tokenize(text);
  const countedStems = new Set(known.filter(({ isExact }) => isExact).flatMap(({ counted }) => counted));
  return tokens.every(({ start, end, word: { parts, plain } }, i) => {
    const [unit = ''] = parts;
    if (LONG_UNITS.has(unit) && !stems.has(unit)) return false;
    const previous = text.slice(tokens[i - 1]?.start, tokens[i - 1]?.end);
    const isEvery = ['every', 'each'].includes(tokens[i - 2]?.word.plain ?? '');
    if (i > 0 && (LONG_UNITS.has(unit) || isEvery) && ORDINAL.test(previous) && !words.has(previous)) return false;
    // "The last day" is one day.
    const isSingular = UNITS.has(unit) && unit !== 'time' && !plain.endsWith('s');
    if (isSingular && countedStems.has(unit) && !words.has(text.slice(start, end)) && !/\d$/.test(previous) && !NUMBER_WORD.test(previous))
      return false;
    const isOf = tokens[i - 1]?.word.plain === 'of';
    const before = tokens[isOf ? i - 2 : i - 1];
    if (!countedStems.has(unit) || before === undefined || !/^[\s-]+(?:of\s+)?$/.test(text.slice(before.end, start))) return true;
    const word = text.slice(before.start, before.end);
    if (words.has(word)) return true;
    if (IMITATED_FIGURES.test(word) || (isOf && NUMBER_BEFORE_OF.test(word))) return false;
    const isQuantity = LOOSE.test(word) || NUMBER_WORD.test(word) || /^\d/.test(word);
    const isHarmless = isQuantity || isStop(before) || before.word.parts.some((stem) => stems.has(stem) || MEASURE.has(stem));
    return isHarmless || !UNITS.has(unit);
  });
}
