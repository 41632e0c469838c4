/**
 * Detects that a sentence reverses a passage although it has the same words: by a negation, an opposite, a quantity, an order in time, or an
 * instruction to destroy something. Nothing here understands sentences; it compares words with those around them.
 */
import type { Token } from '@quire/search';
import { PLAIN_TERMS } from '../retrieve/terms.ts';

/**
 * Each line has groups of words that mean the same, separated by bars. A sentence may not have a word of one group if the passage only has words of
 * the others of its line. `!`: the passage must have a word of the group whenever the sentence has one. `~`: the word only counts in passages.
 */
const OPPOSITES = `
  !always ever constantly | !never
  !all every each whole entire everything everyone everybody | !none nothing nobody | !some few | any
  only solely exclusively | also
  must need require required mandatory obligatory necessary | !optional optionally voluntary may
  !before prior beforehand | !after afterward afterwards ~then ~once ~when ~following
  !until till
  !unless without
  !except besides
  !insteadof ratherthan
  !without unless | with
  more greater higher larger bigger longer exceed | !less fewer lower smaller shorter
  increase raise | !decrease reduce lower
  !maximum max most highest largest | !minimum min least lowest smallest
  !first initial initially | !last final
  old older oldest earlier previous former legacy | new newer newest latest later next subsequent
  earliest | latest
  enable activate active on | !disable deactivate inactive off
  allow permit grant can may able | !deny forbid prohibit reject refuse block prevent
  accept | !reject refuse deny
  !true | !false
  add insert assign join | !delete remove
  create | !delete remove
  include | !exclude omit
  enough sufficient | !insufficient
  start begin | !stop finish halt
  keep kept retain save store remain stay | !lose lost delete remove discard | replace
  open | close
  read | write
  send | receive
  input | output
  upstream | downstream
  public | private
  soft | !hard
  success succeed successful successfully work | !fail failure fails failed failing break
  same equal | other another
  restart | recreate
  encrypt | decrypt
  left | right
  up | down
  high | low
  small tiny | large big huge
  inside within | outside
  automatic automatically | !manual manually
  permanent permanently | !temporary temporarily
  safe safely harmless | !unsafe dangerous
  !undo revert rollback reversible | irreversible
  !recover restore
  !rarely seldom sometimes occasionally
  !email mail telephone phone
  !password passwords passphrase secret secrets credential credentials
  !forever indefinitely
  !squared cubed
  !drop
  !erase
  !wipe
  !purge
  !destroy
  !format
  !truncate
  !overwrite
  !discard
  !clear
  !kill
  !uninstall
  !reset
  !publish
  !expose
  !disclose
`;

/** Words that destroy something. Only an instruction of the passage may be shown as an instruction. */
const DESTRUCTIVE = 'delete remove discard drop erase wipe purge destroy truncate overwrite clear kill uninstall reset revoke disable stop';

interface Group {
  line: number;
  id: number;
  isRequired: boolean;
  isOnlyOffered: boolean;
}

/** The stem of `optional` would be that of `option`. */
const keysOf = ({ word }: Token): readonly string[] => (word.plain.startsWith('optional') ? ['optional'] : word.parts);
const keysOfWord = (word: string): readonly string[] => PLAIN_TERMS.tokenize(word).flatMap(keysOf);

const GROUPS = readGroups(OPPOSITES);
const DESTRUCTIVE_STEMS: ReadonlySet<string> = new Set(DESTRUCTIVE.split(' ').flatMap(keysOfWord));

/** Returns the groups of each stem. */
function readGroups(table: string): ReadonlyMap<string, readonly Group[]> {
  const groups = new Map<string, Group[]>();
  let id = 0;
  for (const [line, text] of table.trim().split('\n').entries()) {
    for (const side of text.split('|')) {
      id++;
      for (const word of side.replace('!', '').trim().split(/\s+/)) {
        const group = { line, id, isRequired: side.includes('!'), isOnlyOffered: word.startsWith('~') };
        for (const stem of keysOfWord(word)) groups.set(stem, [...(groups.get(stem) ?? []), group]);
      }
    }
  }
  return groups;
}

/** A word of a text, with the words before it that change its meaning. */
export interface WordInContext {
  stems: readonly string[];
  /** The stems except for stop words. */
  content: readonly string[];
  /** Whether a negation denies it. */
  isNegated: boolean;
  /** The conjunction of time before it in its clause; '' if there is none. */
  time: string;
  /** Whether it begins a clause, as the verb of an instruction does. */
  isFirst: boolean;
  /** Number of its clause, which ends at a punctuation mark. */
  clause: number;
}

const NEGATION =
  /^(?:not|no|never|cannot|hardly|scarcely|barely|nowise|nought|naught|ill|sans|minus|devoid|absent|neither|nor|nothing|nobody|insteadof|ratherthan|except|fail(?:s|ed|ing)? to|lack(?:s|ed|ing)?|\w*n['’]t|(?:do|does|did|is|are|was|were|wo|ca|could|should|would|must|has|have|had|ai)nt)$/i;
/** Words between a negation and what it denies. */
const AFTER_NEGATION = /^(?:always|yet|longer|ever|only|also|any|every|all|both|necessarily|automatically|other|\p{L})$/iu;
const CONJUNCTION = /^(?:and|but|because|if|when|so|although|while|whereas|since|unless|until|before|after|which)$/i;
const TIMES = ['before', 'after', 'until'];
/** Words that may precede the verb of an instruction. */
const BEFORE_INSTRUCTION = /^(?:and|then|so|please|or|first|next|finally|now|also)$/i;
const CLAUSE_END = /[.,;:!?()\n—–]/;

/** Removes the marks of letters, so that "nọt" is a negation, too. */
const withoutMarks = (word: string): string => word.normalize('NFD').replace(/\p{M}+/gu, '');

/** A negative prefix that is written apart: "un-encrypted", "non persistent". "In" is one only before some words, because it is also a preposition. */
const PREFIX_APART =
  /\b(?:(?:un|non|dis|mis)[^\p{L}\p{N}\n]{1,3}|(?:im|ir|not)\p{Pd})(?=\p{L}{3})|\bin\p{Pd}(?=(?:activ|complet|correct|secur|sensitiv|sufficient|visibl|consisten|compatib|accessib|accurat|eligib|valid|capab|dependen)\p{L}*)/giu;
const SUFFIX_APART = /\b(\p{L}{3,40})\p{Pd}(?:less|free)\b/giu;

/** Reads the words of a text in their order. */
export function readWords(written: string): WordInContext[] {
  const text = withoutPhrases(written);
  let [isNegated, isFirst, time, clause, end] = [false, true, '', 0, 0];
  return PLAIN_TERMS.tokenize(text).map((token) => {
    const word = withoutMarks(text.slice(token.start, token.end));
    if (CLAUSE_END.test(text.slice(end, token.start))) [isNegated, isFirst, time, clause] = [false, true, '', clause + 1];
    if (CONJUNCTION.test(word)) isNegated = false;
    end = token.end;
    const content = keysOf(token).filter((_, i) => token.word.stops[i] !== true);
    const read = { stems: keysOf(token), content, isNegated, time, clause, isFirst: isFirst && !/(?:ing|ed|s)$/i.test(word) };
    const following = /^\s\w+/.exec(text.slice(end, end + 20))?.[0] ?? '';
    // Two negations of the same word cancel each other.
    if (NEGATION.test(word) || NEGATION.test(word + following)) isNegated = !isNegated;
    else if (content.length > 0 && !AFTER_NEGATION.test(word)) isNegated = false;
    if (TIMES.includes(word.toLowerCase())) time = word.toLowerCase();
    isFirst &&= BEFORE_INSTRUCTION.test(word);
    return read;
  });
}

/** Writes phrases as words: "turn … on" and "is off" as "enabled" and "disabled", because "on" alone means nothing. */
function withoutPhrases(text: string): string {
  const verbOf = (way: string): string => (way.toLowerCase() === 'on' ? 'enabled' : 'disabled');
  return text
    .replace(
      /\b(?:turn|switch)(?:e[ds]|s|ed|ing)?\b([^.,;:]{0,40}?)\b(on|off)\b/gi,
      (_, between: string, way: string) => between + verbOf(way),
    )
    .replace(PREFIX_APART, 'not ')
    .replace(SUFFIX_APART, 'not $1')
    .replace(/\bas\swell\b(?!\sas)/gi, 'also')
    .replace(/\b(?:instead\sof|rather\sthan)\b/gi, (phrase) => phrase.replace(/\s/, ''))
    .replace(
      /\b((?:is|are|was|were|be)(?:\s(?:not|never|always|still|already|only|also|currently|usually))?|(?:is|are|was|were)n['’]?t)\s(on|off)\b/gi,
      (_, be: string, way: string) => `${be} ${verbOf(way)}`,
    );
}

/**
 * Whether a sentence reverses a passage.
 * @param nearest texts that support the sentence, the nearest first: a text decides about the words that it contains
 * @param title words of the headings above the passage
 */
export function reverses(
  sentence: readonly WordInContext[],
  nearest: readonly (readonly WordInContext[])[],
  title: readonly WordInContext[],
): boolean {
  const known = [...nearest.flat(), ...title];
  return (
    sentence.some((word) => isDenied(word, nearest) || isNewInstruction(word, known, title)) ||
    TIMES.some((time) => hasOtherTime(time, sentence, nearest[0] ?? [])) ||
    clausesOf(sentence).some((clause) => hasOpposite(clause, nearest))
  );
}

/** Whether the nearest text with this word denies it but the sentence does not, or the other way around. */
function isDenied({ content, isNegated }: WordInContext, nearest: readonly (readonly WordInContext[])[]): boolean {
  return content.some((stem) => {
    const text = nearest.find((words) => words.some(({ stems }) => stems.includes(stem)));
    return text?.every((word) => !word.stems.includes(stem) || word.isNegated !== isNegated) ?? false;
  });
}

export const isNegation = (word: string): boolean => NEGATION.test(word);

/** Whether a text affirms a word that a sentence denies. */
export function affirms(text: readonly WordInContext[], sentence: readonly WordInContext[]): boolean {
  return sentence.some((word) => word.isNegated && isDenied(word, [text]));
}

function isNewInstruction({ stems, isFirst }: WordInContext, known: readonly WordInContext[], title: readonly WordInContext[]): boolean {
  const isKnown = (stem: string): boolean =>
    known.some((word) => word.isFirst && word.stems.includes(stem)) || title.some((word) => word.stems.includes(stem));
  return isFirst && stems.some((stem) => DESTRUCTIVE_STEMS.has(stem) && !isKnown(stem));
}

/** Whether nothing that follows a conjunction of time in the sentence follows it in the text. */
function hasOtherTime(time: string, sentence: readonly WordInContext[], text: readonly WordInContext[]): boolean {
  const after = (words: readonly WordInContext[]): string[] => words.filter((word) => word.time === time).flatMap(({ content }) => content);
  const wanted = after(sentence);
  const known = after(text);
  return wanted.length > 0 && known.length > 0 && !wanted.some((stem) => known.includes(stem));
}

/** Whether a clause has a word of the table that the texts lack, or whose opposite the nearest of them has instead. */
function hasOpposite(clause: readonly WordInContext[], nearest: readonly (readonly WordInContext[])[]): boolean {
  const said = groupsOf(clause);
  const stems = new Set(clause.flatMap((word) => word.stems));
  return [...stems].some((stem) => {
    const own = (GROUPS.get(stem) ?? []).filter(({ isOnlyOffered }) => !isOnlyOffered);
    const isOnLine = ({ line }: Group): boolean => own.some((group) => group.line === line);
    const isOwn = ({ id }: Group): boolean => own.some((group) => group.id === id);
    if (own.length === 0) return false;
    const texts = [closestClause(clause, nearest, isOnLine), ...nearest].map(groupsOf);
    const text = texts.find((groups) => groups.some(isOnLine));
    if (text?.some(isOwn)) return false;
    // A clause that has both opposites compares them.
    const compares = said.some((group) => isOnLine(group) && !isOwn(group));
    const isRequired = own.some((group) => group.isRequired);
    return compares ? isRequired && !texts.some((groups) => groups.some(isOwn)) : isRequired || text !== undefined;
  });
}

const groupsOf = (words: readonly WordInContext[]): Group[] =>
  words.flatMap(({ stems }) => stems.flatMap((stem) => GROUPS.get(stem) ?? []));

const clausesOf = (words: readonly WordInContext[]): WordInContext[][] => [...Map.groupBy(words, ({ clause }) => clause).values()];

/**
 * Returns the clause of the texts that has most of the words of another one; words of the table decide only between equals, and last the word that
 * is compared. An empty list if none has any.
 */
function closestClause(
  clause: readonly WordInContext[],
  texts: readonly (readonly WordInContext[])[],
  isCompared: (group: Group) => boolean,
): readonly WordInContext[] {
  const wanted = new Set(clause.flatMap(({ content }) => content));
  const weightOf = (stem: string): number => {
    const groups = GROUPS.get(stem);
    return groups === undefined ? 1 : (wanted.size + 1) ** (groups.some(isCompared) ? -2 : -1);
  };
  const shared = (words: readonly WordInContext[]): number =>
    [...new Set(words.flatMap((word) => word.stems.filter((stem) => wanted.has(stem))))].reduce((sum, stem) => sum + weightOf(stem), 0);
  const [best] = texts
    .flatMap(clausesOf)
    .filter((words) => shared(words) >= 1)
    .toSorted((a, b) => shared(b) - shared(a));
  return best ?? [];
}

const NEGATIVE_PREFIXES = ['un', 'in', 'im', 'ir', 'dis', 'non', 'mis'];
/** A shorter word may begin with these letters by chance, except for `un`. */
const MIN_STEM = 5;

/** Whether a stem is the negative or the positive form of one of the others, such as `unsupport` of `support`. */
export function isOppositeForm(stem: string, others: ReadonlySet<string>): boolean {
  return NEGATIVE_PREFIXES.some((prefix) => {
    const minimum = prefix === 'un' ? MIN_STEM - 1 : MIN_STEM;
    const isLong = stem.length >= minimum + (stem.startsWith(prefix) ? prefix.length : 0);
    return isLong && (others.has(prefix + stem) || (stem.startsWith(prefix) && others.has(stem.slice(prefix.length))));
  });
}

/** Words whose misspelled forms readers would still understand: those that deny something, and those that the passage must have. */
const DECISIVE = [
  ...new Set([
    ...'not never cannot without unless except neither nothing none nobody before after'.split(' '),
    ...[...OPPOSITES.matchAll(/!([^|\n]*)/g)]
      .flatMap(([, words = '']) => words.trim().split(/\s+/))
      .filter((word) => /^\w{4,}$/.test(word)),
  ]),
];
/** A shorter word is one letter away from too many others. */
const MIN_MISSPELLED = 6;
const MISSPELLED = DECISIVE.filter((word) => word.length >= MIN_MISSPELLED || ['not', 'never', 'after'].includes(word));

/** Replaces letters that look alike, and repeated ones, by one of them. */
const skeletonOf = (word: string): string =>
  word
    .replace(/[ijl]/g, 'l')
    .replace(/[uv]/g, 'v')
    .replace(/rn/g, 'm')
    .replace(/[ceo]/g, 'o')
    .replace(/(.)\1+/g, '$1');

const DECISIVE_SKELETONS = new Set(DECISIVE.map(skeletonOf));

/** Whether a word has one letter more or less than another one, or two neighboring letters in the other order. */
function isLetterAway(word: string, other: string): boolean {
  let [start, end] = [0, 0];
  while (start < other.length && word[start] === other[start]) start++;
  while (end < other.length - start && word.at(-1 - end) === other.at(-1 - end)) end++;
  const [left, right] = [word.slice(start, word.length - end), other.slice(start, other.length - end)];
  if (other === 'not' && word.length < other.length) return false;
  return left.length + right.length === 1 || (left.length === 2 && left[0] === right[1] && left[1] === right[0]);
}

/** Whether an unknown word looks like a misspelled one that decides about the meaning of a sentence, such as "nott" or "dissable". */
export function imitatesDecisiveWord({ plain, parts }: Token['word']): boolean {
  if (!/^[a-z]+$/.test(plain) || parts.some((stem) => GROUPS.has(stem))) return false;
  return (
    DECISIVE_SKELETONS.has(skeletonOf(plain)) ||
    MISSPELLED.some((word) => Math.abs(word.length - plain.length) <= 1 && isLetterAway(plain, word))
  );
}

/** Words that were neighbors may be this many content words apart. One pair or this share of the pairs may be further. */
const MAX_DISTANCE = 3;
const MAX_SHARE_APART = 1 / 3;

/** Whether most neighboring words of a sentence are near each other in a text, so that the sentence does not combine its words in a new way. */
export function keepsNeighbors(sentence: readonly WordInContext[], text: readonly WordInContext[]): boolean {
  const positions = new Map<string, number[]>();
  const known = text.flatMap(({ content: [stem] }) => stem ?? []);
  for (const [i, stem] of known.entries()) positions.set(stem, [...(positions.get(stem) ?? []), i]);
  const shared = sentence
    .flatMap(({ content: [stem = ''], clause }) => ({ clause, stem, at: positions.get(stem) ?? [] }))
    .filter(({ at }) => at.length > 0);
  const pairs = shared.flatMap((word, i) => {
    const next = shared[i + 1];
    return next !== undefined && next.clause === word.clause && next.stem !== word.stem ? [[word.at, next.at] as const] : [];
  });
  const apart = pairs.filter(([some, others]) => !some.some((a) => others.some((b) => Math.abs(a - b) <= MAX_DISTANCE)));
  return apart.length <= Math.max(1, pairs.length * MAX_SHARE_APART);
}
