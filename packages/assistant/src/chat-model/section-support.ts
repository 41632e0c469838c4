/** Decides whether a section supports a sentence: its words by their stems, its names, numbers, and code verbatim, and nothing reversed. */
import { MARK, memoize, plainText, type SearchRecord, type Token } from '@quire/search';
import type { IndexedSection } from '#contract.ts';
import { PLAIN_TERMS } from '../retrieve/terms.ts';
import type { ParsedSentence } from './answer-units.ts';
import { affirms, imitatesDecisiveWord, isNegation, isOppositeForm, keepsNeighbors, readWords, reverses } from './meaning-words.ts';

/** Minimum share of a sentence's content words that its section, and a passage with its neighbors, must contain. */
const MIN_SHARE = 0.7;
/** The same for the passage without its neighbors. */
const MIN_IN_PASSAGE = 0.6;
/** A passage with a larger share of the words must not say the opposite, even if another one supports the sentence. */
const MAX_REVERSED = 0.85;
/** Number of sections whose passages are kept, because all sentences that cite a section are compared with them. */
const KEPT_SECTIONS = 100;
/** Number of characters of a section's text, and of its code, that are compared: up to the end of their line. The prompt has fewer of each section. */
const MAX_CHARACTERS = 6000;
/** Number of passages that are compared closely: those that have most of the words. */
const COMPARED = 6;
/** Maximum number of clauses that are compared separately, because a sentence may have a thousand. */
const MAX_CLAUSES = 6;
/** Function words, and generic verbs for the use of a name or a command. They need no support. */
const CONNECTIVES = new Set(
  `yes no also additionally first second third next then finally lastly however therefore thus instead note please following follow below
  above example e.g i.e etc via ensure step way able want allow let see refer more information detail section documentation
  specific simply typically usually generally include including provide various different run running execute open visit command call enter
  type go navigate`.split(/\s+/),
);
/**
 * Matches code, flags, versions, paths, and numbers, which must be in the section verbatim. A hyphen alone does not make a word code. A word that is longer
 * than usual ones may be a sentence without spaces. Phonetic letters and letters with hyphens between them can imitate words.
 */
const LITERAL_WORD =
  /[\p{N}_/:@=$\\]|\.\w|^--|\p{Ll}\p{Lu}|\p{L}{25}|(?!\p{Script=Latin})\p{L}|[\u0250-\u02af\u1d00-\u1dbf\ua720-\ua7ff]|^\p{L}(?:-\p{L})+$/u;
/** Matches a Latin letter that only looks like another one, such as `ø`, unlike a letter with an accent. Decompose the word first. */
const OTHER_LATIN = /(?![A-Za-z])\p{Script=Latin}/u;
/** Matches a letter by itself, also within a word. */
const SINGLE_LETTER = /(?<![\p{L}\p{N}\p{M}])\p{L}(?![\p{L}\p{N}\p{M}])/u;
/** Matches symbols such as crosses and emoji, which can deny a sentence, except for ASCII characters and the arrows of menus. */
const SYMBOL = /[\p{So}\p{Sm}](?<![ -~→⇒])/gu;
/** Matches a word that may be a part of a name. */
const NAME = /^\p{Lu}[\p{Ll}-]+$/u;

/** The words of a section, for all sentences that cite it. */
export interface SectionWords {
  evidence: IndexedSection;
  stems: ReadonlySet<string>;
  /** The lines of its text. */
  text: readonly string[];
  /** The lines of its text and of its code with normalized white space; a command that continues in the next line is one line. */
  lines: readonly string[];
  /** Whole code spans and lines of code. */
  code: ReadonlySet<string>;
}

const isLiteral = (word: string): boolean => LITERAL_WORD.test(word) || OTHER_LATIN.test(word.normalize('NFD'));

const normalize = (text: string): string => text.replace(/\s+/g, ' ').trim();

function stemsOf(text: string): Set<string> {
  return new Set(PLAIN_TERMS.tokenize(text).flatMap(({ word }) => [...word.parts, ...word.wholes]));
}

/** Joins a command that continues in the next line. */
export const joinContinued = (code: string): string => code.replace(/\\\r?\n\s*/g, ' ');

/** Returns the first lines of a text that together have the maximum number of characters. */
function firstLines(text: string): string[] {
  const end = text.length <= MAX_CHARACTERS ? -1 : text.indexOf('\n', MAX_CHARACTERS);
  return (end < 0 ? text : text.slice(0, end)).split('\n');
}

/** Returns the first blocks of code that together have the maximum number of characters. */
function firstBlocks(code: readonly string[]): readonly string[] {
  let length = 0;
  return code.filter((block) => (length += block.length) - block.length < MAX_CHARACTERS);
}

export function readSection(evidence: IndexedSection): SectionWords {
  const { page, heading } = evidence.record;
  const text = firstLines(evidence.record.text);
  const code = firstBlocks(evidence.record.code);
  const { title, note = '' } = page;
  const codeLines = code.flatMap((block) => joinContinued(block).split('\n')).map(normalize);
  const spans = firstLines(evidence.record.marked ?? evidence.record.text).flatMap((line) =>
    line.split(MARK.code).filter((_, i) => i % 2 === 1),
  );
  return {
    evidence,
    stems: stemsOf([title, note, heading, ...text, ...code].join('\n')),
    text: text.map(normalize),
    lines: [...[title, note, heading, ...text].map(normalize), ...codeLines].filter((line) => line !== ''),
    code: new Set([
      ...codeLines,
      ...codeLines.map((line) => line.replace(/^[$>#] /, '')),
      ...spans.map((span) => normalize(plainText(span))),
    ]),
  };
}

/** A passage of a section: a sentence with its neighbors, a row of a table, or a line of code. */
interface Passage {
  text: string;
  stems: ReadonlySet<string>;
  around: readonly string[];
}

/** Returns the note about the page, the rows and sentences of the section, and the lines of its code. A line break also ends a sentence. Without any, returns the heading. */
const passagesOf = memoize(KEPT_SECTIONS, (record: SearchRecord): readonly Passage[] => {
  const rows: Omit<Passage, 'stems'>[] = [];
  const sentences: string[] = [];
  let header: string[] = [];
  for (const marked of [record.page.note ?? '', ...firstLines(record.marked ?? record.text)]) {
    const line = normalize(plainText(marked));
    if (line === '') continue;
    if (marked.includes(MARK.headerRow)) header = [line];
    else if (marked.includes(MARK.row)) rows.push({ text: line, around: header });
    else for (const sentence of line.split(/(?=\s)(?<!\s)(?<=[.!?]["')]*)\s+(?=\p{Lu})/u)) sentences.push(sentence);
  }
  const prose = sentences.map((text, i) => ({
    text,
    around: [...sentences.slice(Math.max(0, i - 1), i), ...sentences.slice(i + 1, i + 2)],
  }));
  const code = firstBlocks(record.code)
    .flatMap((block) => block.split('\n'))
    .map((line) => ({ text: normalize(line), around: [] }));
  const all = [...prose, ...rows, ...code].filter(({ text }) => text !== '');
  if (all.length === 0) all.push({ text: record.heading, around: [] });
  return all.map((passage) => ({ ...passage, stems: stemsOf(passage.text) }));
});

const ATTACHED_TO_NAME = /[\p{L}\p{N}_-]/u;
const ATTACHED_TO_PATH = /[^\s"'`()[\]{}<>,;|]/;

/** Whether a line contains a string that is not a part of a longer one. Punctuation after it belongs to the sentence. */
function containsApart(line: string, wanted: string, attached: RegExp): boolean {
  for (let at = line.indexOf(wanted); at >= 0; at = line.indexOf(wanted, at + 1)) {
    const rest = line.slice(at + wanted.length, at + wanted.length + 9).replace(/^[.:!?,;]+(?=\s|$)/, '');
    if (!attached.test(line[at - 1] ?? ' ') && !attached.test(rest[0] ?? ' ')) return true;
  }
  return false;
}

const containsWord = (line: string, word: string): boolean => containsApart(line, word, ATTACHED_TO_NAME);

/** Whether the section contains code: a name within a line; a path, an address, or an assignment as a whole; and a command as a whole line or code span. */
function containsCode(section: SectionWords, code: string): boolean {
  const wanted = normalize(code);
  if (wanted === '') return false;
  if (section.code.has(wanted)) return true;
  if (/\s/.test(wanted) && section.evidence.record.marked !== undefined) return false;
  const attached = /[\s/\\=:$~*]/.test(wanted) ? ATTACHED_TO_PATH : ATTACHED_TO_NAME;
  return section.lines.some((line) => containsApart(line, wanted, attached));
}

/** Returns the stems of the content words except for literals. A word with a hyphen has several stems. */
function contentStemsOf(words: string, tokens: readonly Token[]): string[] {
  return tokens.filter(({ start, end }) => !isLiteral(words.slice(start, end))).flatMap(({ word }) => contentOf(word));
}

function contentOf({ plain, parts, stops }: Token['word']): readonly string[] {
  if (CONNECTIVES.has(plain)) return [];
  // The parts lack single letters. Without this, a model could spell out words that no section contains.
  const spelled = parts.length !== 1 && SINGLE_LETTER.test(plain) ? [plain] : [];
  return [...spelled, ...parts.filter((_, i) => stops[i] !== true)];
}

function shareContained(stems: readonly string[], contained: ReadonlySet<string>): number {
  return stems.length === 0 ? 1 : stems.filter((stem) => contained.has(stem)).length / stems.length;
}

/**
 * Decides whether a section supports a sentence: as a whole, or each of its clauses. It contains all names, numbers, and code, and one of its passages has
 * enough of the other words and is not reversed.
 * @returns the sentence of the section that supports it best, for the citation; null if the section does not support it
 */
export function findSupport(section: SectionWords, { words, plain, literals }: ParsedSentence): string | null {
  const tokens = PLAIN_TERMS.tokenize(words);
  const written = tokens.map(({ start, end }) => words.slice(start, end)).filter(isLiteral);
  const has = (text: string): boolean => section.lines.some((line) => line.includes(text));
  if (!literals.every((literal) => containsCode(section, literal))) return null;
  if (!written.every((word) => section.lines.some((line) => containsWord(line, word)))) return null;
  if (!(plain.match(SYMBOL) ?? []).every(has) || repeatsCommand(section, words)) return null;
  if (tokens.some(({ word }) => word.parts.some((stem) => !section.stems.has(stem)) && imitatesDecisiveWord(word))) return null;
  const content = contentStemsOf(words, tokens);
  if (content.length + literals.length + written.length === 0) return null;
  if (shareContained(content, section.stems) < MIN_SHARE) return null;
  const passages = passagesOf(section.evidence.record);
  const whole = findPassage(section, passages, plain, literals);
  if (whole !== null) return whole.text;
  const clauses = clausesOf(plain);
  if (clauses.length < 2 || clauses.length > MAX_CLAUSES) return null;
  const found = clauses.flatMap((clause) => findPassage(section, passages, clause, literals) ?? []);
  return found.length < clauses.length ? null : (found[0]?.text ?? null);
}

/** Splits a sentence at its commas, colons, semicolons, and some conjunctions into clauses of at least two content words. */
function clausesOf(plain: string): string[] {
  const isLong = (text: string): boolean => contentStemsOf(text, PLAIN_TERMS.tokenize(text)).length >= 2;
  return plain.split(/(?<=[,;:]) | (?=(?:because|but|so) )/).reduce<string[]>((clauses, part) => {
    const last = clauses.at(-1);
    return last === undefined || (isLong(part) && isLong(last)) ? [...clauses, part] : [...clauses.slice(0, -1), `${last} ${part}`];
  }, []);
}

/**
 * Returns the passage that supports a text; null if there is none.
 * @param code code of the sentence to which the text belongs
 */
function findPassage(section: SectionWords, passages: readonly Passage[], plain: string, code: readonly string[]): Passage | null {
  const { heading, page } = section.evidence.record;
  const tokens = PLAIN_TERMS.tokenize(plain);
  const content = contentStemsOf(plain, tokens);
  const words = tokens.map(({ start, end }) => plain.slice(start, end));
  const literals = [...words.filter(isLiteral), ...code.map(normalize).filter((literal) => plain.includes(literal))];
  const names = tokens
    .filter(({ start }, i) => NAME.test(words[i] ?? '') && /[^.:!?\s]\s*$/.test(plain.slice(0, start)))
    .flatMap(({ word }) => word.parts.filter((_, i) => word.stops[i] !== true));
  const wanted = [...content, ...literals.flatMap((literal) => [...stemsOf(literal)])];
  const said = readWords(plain);
  const title = `${heading}\n${page.title}`;

  function supports({ text, around }: Passage): boolean {
    const texts = [text, ...around];
    const near = [...texts, heading, page.title];
    const stems = stemsOf(near.join('\n'));
    const nearest = stemsOf(`${text}\n${title}`);
    // Code does not have to be beside the words that introduce it.
    const isNear = (literal: string): boolean =>
      near.some((line) => containsWord(line, literal)) || !section.text.some((line) => containsWord(line, literal));
    return (
      shareContained(content, stems) >= MIN_SHARE &&
      shareContained(content, nearest) >= MIN_IN_PASSAGE &&
      names.every((name) => nearest.has(name)) &&
      literals.every(isNear) &&
      !content.some((stem) => !stems.has(stem) && isOppositeForm(stem, stems)) &&
      hasQuantities(near, plain) &&
      !isReversed({ text, around, stems }) &&
      keepsNeighbors(said, [around[0] ?? '', text, ...around.slice(1)].flatMap(readWords))
    );
  }

  const candidates = passages
    .map((passage) => ({ passage, share: shareContained(wanted, passage.stems) }))
    .toSorted((a, b) => b.share - a.share)
    .slice(0, COMPARED);
  const isReversed = ({ text, around }: Passage): boolean => reverses(said, [text, ...around].map(readWords), readWords(title));
  const best = candidates.filter(({ share }) => share > MAX_REVERSED && share === candidates[0]?.share);
  if (best.length > 0 && best.every(({ passage }) => isReversed(passage))) return null;
  // A denial of something special, such as tokens of one kind, does not support one of the whole.
  const stated = wanted.filter((stem) => !isNegation(stem));
  if (passages.some(({ text, stems }) => stated.every((stem) => stems.has(stem)) && affirms(readWords(text), said))) return null;
  return candidates.find(({ passage }) => supports(passage))?.passage ?? null;
}

/** Whether a sentence has a word of a command with a flag after it, but not as code: flags of the command could be missing. */
function repeatsCommand({ evidence }: SectionWords, words: string): boolean {
  const parts = words.match(/(?<![\w-])[\w-]{1,60}\s{1,9}--?[a-z][\w-]*/gi) ?? [];
  return parts.some((part) => evidence.record.code.some((block) => normalize(block).includes(normalize(part))));
}

// Quantities: a sentence must not have other numbers than a passage, whether in figures, as words, or as letters that imitate figures.

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
function hasQuantities(texts: readonly string[], sentence: string): boolean {
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
