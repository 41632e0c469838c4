/**
 * Stores texts that are only lists of words, such as the stems of phrasings, in three quarters of the bytes that Brotli needs for the texts.
 * The words are numbered by frequency. A text becomes the ascending numbers of its words, each as the difference from the previous number, and
 * each difference becomes one character.
 */

/** The character of the difference 0. The characters before it separate values. */
const FIRST = 0x20;
/** Surrogates cannot be encoded in UTF-8 on their own, so the characters skip them. */
const [FIRST_SURROGATE, SURROGATES] = [0xd800, 0x800];

/** Whether a text is a list of distinct words in code-unit order, separated by single spaces. Only such texts can be restored. */
export function isWordList(text: string): boolean {
  let previous = '';
  for (const word of text.split(' ')) {
    if (word <= previous) return false;
    previous = word;
  }
  return true;
}

/** Encodes word lists. @returns the words in the order of their numbers, and a function that encodes one of the lists */
export function createWordListEncoder(lists: readonly string[]): { words: string[]; encode: (list: string) => string } {
  const counts = new Map<string, number>();
  for (const list of lists) for (const word of list.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = [...counts.keys()].sort((a, b) => (counts.get(b) as number) - (counts.get(a) as number) || (a < b ? -1 : 1));
  const numbers = new Map(words.map((word, number) => [word, number]));
  return {
    words,
    encode(list) {
      let next = 0;
      const encoded = Uint32Array.from(list.split(' '), (word) => numbers.get(word) as number)
        .sort()
        .map((number) => {
          const code = FIRST + number - next;
          next = number + 1;
          return code < FIRST_SURROGATE ? code : code + SURROGATES;
        });
      return Array.from(encoded, (code) => String.fromCodePoint(code)).join('');
    },
  };
}

/** Restores a word list. */
export function decodeWordList(encoded: string, words: readonly string[]): string {
  let next = 0;
  const list = Array.from(encoded, (character) => {
    const code = character.codePointAt(0) as number;
    const number = next + (code < FIRST_SURROGATE ? code : code - SURROGATES) - FIRST;
    next = number + 1;
    return words[number] as string;
  });
  return list.sort().join(' ');
}
