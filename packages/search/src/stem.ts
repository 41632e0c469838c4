/**
 * English stemming by the Porter2 algorithm (https://snowballstem.org/algorithms/english/stemmer.html), so that
 * `ingesting` and `ingestion` have the same stem. The tests compare it with the published vocabulary of the algorithm.
 */

const DOUBLE_CONSONANT = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
/**
 * A short syllable at the end of a word: a vowel and a consonant that begin the word, or a consonant, a vowel, and a
 * consonant other than w, x, and Y.
 */
const SHORT_SYLLABLE = /(?:^[aeiouy][^aeiouy]|[^aeiouy][aeiouy][^aeiouywxY])$/;

/** Words whose stem the rules would get wrong, with their stems. */
const IRREGULAR = new Map([
  ['skis', 'ski'],
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['idly', 'idl'],
  ['gently', 'gentl'],
  ['ugly', 'ugli'],
  ['early', 'earli'],
  ['only', 'onli'],
  ['singly', 'singl'],
  ...['sky', 'news', 'howe', 'atlas', 'cosmos', 'bias', 'andes'].map((word) => [word, word] as const),
]);
/** Words that are stems after step 1a, although they end in a suffix of a later step. */
const UNCHANGED_AFTER_STEP_1A = new Set(['inning', 'outing', 'canning', 'herring', 'earring', 'proceed', 'exceed', 'succeed']);

/** The suffixes of step 2 and their replacements, longest first. A suffix is replaced only if it is inside R1. */
const STEP_2: readonly (readonly [string, string])[] = [
  ['ization', 'ize'],
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['entli', 'ent'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ousli', 'ous'],
  ['iviti', 'ive'],
  ['fulli', 'ful'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['izer', 'ize'],
  ['ator', 'ate'],
  ['alli', 'al'],
  ['bli', 'ble'],
];
/** The same for step 3. */
const STEP_3: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];
/** The suffixes that step 4 deletes if they are inside R2, longest first. */
const STEP_4 = ['ement', 'ance', 'ence', 'able', 'ible', 'ment', 'ant', 'ent', 'ism', 'ate', 'iti', 'ous', 'ive', 'ize', 'al', 'er', 'ic'];

/** Returns the offset at which a region (R1 or R2) starts: after the first consonant that follows a vowel, searching from `start`. */
function regionAfter(word: string, start: number): number {
  const match = /[aeiouy][^aeiouy]/.exec(word.slice(start));
  return match === null ? word.length : start + match.index + 2;
}

/** Returns the offset of R1, which follows a fixed prefix in some words. */
function firstRegion(word: string): number {
  const prefix = /^(?:gener|commun|arsen)/.exec(word);
  return prefix === null ? regionAfter(word, 0) : prefix[0].length;
}

function step1a(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (/(?:ied|ies)$/.test(word)) return word.length > 4 ? word.slice(0, -2) : word.slice(0, -1);
  if (/(?:us|ss)$/.test(word)) return word;
  return /^[^aeiouy]*[aeiouy].+s$/.test(word) ? word.slice(0, -1) : word;
}

function step1b(word: string, r1: number): string {
  const eed = /(?:eedly|eed)$/.exec(word);
  if (eed !== null) return eed.index >= r1 ? `${word.slice(0, eed.index)}ee` : word;
  const suffix = /(?:ingly|edly|ing|ed)$/.exec(word);
  if (suffix === null) return word;
  const stem = word.slice(0, suffix.index);
  if (!/[aeiouy]/.test(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (DOUBLE_CONSONANT.test(stem)) return stem.slice(0, -1);
  return r1 >= stem.length && SHORT_SYLLABLE.test(stem) ? `${stem}e` : stem;
}

/** Replaces the longest suffix of the table; null if the word has none of them. */
function replaceSuffix(word: string, r1: number, table: readonly (readonly [string, string])[]): string | null {
  for (const [suffix, replacement] of table) {
    if (word.endsWith(suffix)) return word.length - suffix.length >= r1 ? word.slice(0, -suffix.length) + replacement : word;
  }
  return null;
}

function step2(word: string, r1: number): string {
  const replaced = replaceSuffix(word, r1, STEP_2);
  if (replaced !== null) return replaced;
  if (word.endsWith('logi') && word.length - 3 >= r1) return word.slice(0, -1);
  return /[cdeghkmnrt]li$/.test(word) && word.length - 2 >= r1 ? word.slice(0, -2) : word;
}

function step3(word: string, r1: number, r2: number): string {
  const replaced = replaceSuffix(word, r1, STEP_3);
  if (replaced !== null) return replaced;
  return word.endsWith('ative') && word.length - 5 >= r2 ? word.slice(0, -5) : word;
}

function step4(word: string, r2: number): string {
  const suffix = STEP_4.find((each) => word.endsWith(each));
  if (suffix !== undefined) return word.length - suffix.length >= r2 ? word.slice(0, -suffix.length) : word;
  return /[st]ion$/.test(word) && word.length - 3 >= r2 ? word.slice(0, -3) : word;
}

function step5(word: string, r1: number, r2: number): string {
  const last = word.length - 1;
  if (word.endsWith('e') && (last >= r2 || (last >= r1 && !SHORT_SYLLABLE.test(word.slice(0, -1))))) return word.slice(0, -1);
  return word.endsWith('ll') && last >= r2 ? word.slice(0, -1) : word;
}

/** Returns the stem of a lowercase English word. Words with characters other than a–z are returned unchanged. */
export function stem(input: string): string {
  if (input.length < 3 || !/^[a-z]+$/.test(input)) return input;
  const irregular = IRREGULAR.get(input);
  if (irregular !== undefined) return irregular;
  // Mark a y that is a consonant as Y until the last step.
  let word = input.replace(/^y|(?<=[aeiouy])y/g, 'Y');
  const r1 = firstRegion(word);
  const r2 = regionAfter(word, r1);
  word = step1a(word);
  if (UNCHANGED_AFTER_STEP_1A.has(word)) return word;
  word = step1b(word, r1);
  word = word.replace(/(?<=.[^aeiouy])[yY]$/, 'i');
  word = step5(step4(step3(step2(word, r1), r1, r2), r2), r1, r2);
  return word.toLowerCase();
}
