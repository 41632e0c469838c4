/** Keeps the texts of visitors and of chat models from showing anything other than what they contain. */

/**
 * Control characters, formatting characters such as those that reverse the direction of text, private-use characters, and unpaired
 * surrogates. The two joiners are kept, because several scripts need them. White space is not matched.
 */
const INVISIBLE = /(?![\s\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
/** Symbols that readers see as letters, such as letters in circles, although they do not count as letters. */
const LETTERS_AS_SYMBOLS = /[\u249c-\u24e9\u{1f110}-\u{1f1ff}]/gu;
/** Marks beyond those that any script puts on one letter: they would cover the lines above and below. */
const STACKED_MARKS = /(?<=\p{M}{4})\p{M}+/gu;

/** Removes characters that would hide, reverse, imitate, or cover text. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, '').replace(LETTERS_AS_SYMBOLS, '').replace(STACKED_MARKS, '');
}
