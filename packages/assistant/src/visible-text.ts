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

/** Letters and digits in other forms, and full-width ASCII characters. Fractions and Roman numerals stay, because as letters they would not count as numbers. */
const OTHER_FORMS = /(?:(?![\u2150-\u218f])[\p{L}\p{N}\uff01-\uff5e])+/gu;
/** Invisible characters that are not formatting characters, such as variation selectors. */
const IGNORABLE = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;
/** The two joiners beside ASCII characters or each other, where no script needs them. */
const NEEDLESS_JOINER = /[\u200c\u200d]{2,}|(?<![^ -~])[\u200c\u200d]|[\u200c\u200d](?![^ -~])/g;
/** Marks that strike out, enclose, or join characters, or draw a line above or below them. */
const OVERLAY = /[\u0305\u0332-\u0338\u033f\u035c-\u0362\u20d0-\u20ff]/g;

/** Writes letters and digits in their usual form, so that text cannot say with look-alikes (`９０`, `ⁿᵒᵗ`) what a comparison would not notice. */
export function plainCharacters(text: string): string {
  return text
    .replace(OTHER_FORMS, (run) => run.normalize('NFKC'))
    .replace(IGNORABLE, '')
    .replace(NEEDLESS_JOINER, '')
    .replace(OVERLAY, '');
}

/** Removes characters that would hide, reverse, imitate, or cover text. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, '').replace(LETTERS_AS_SYMBOLS, '').replace(STACKED_MARKS, '');
}
