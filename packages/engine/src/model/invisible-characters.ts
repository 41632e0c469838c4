/** Recognizes characters that readers do not see, so that texts of visitors contain nothing else than what they show. */

/** Joiners between letters, marks, or emoji of the scripts that need them; Latin letters do not. */
const JOINER = String.raw`(?<=(?![\0-\x7f]|\p{Script=Latin})[\p{L}\p{M}\p{Emoji}])[\u200c\u200d](?=(?![\0-\x7f]|\p{Script=Latin})[\p{L}\p{M}\p{Emoji}])`;
/** Selectors of a variant of the character before them, such as the one of an emoji in color or in a keycap. */
const SELECTOR = String.raw`(?<=(?!\p{Default_Ignorable_Code_Point})[^\0-\x7f\s])\p{Variation_Selector}|(?<=[\d#*])\ufe0f(?=\u20e3)`;
/** The name of a region in a flag, such as that of Scotland. */
const FLAG = String.raw`(?<=\u{1f3f4}[\u{e0020}-\u{e007f}]{0,6})[\u{e0020}-\u{e007f}]`;

/** Characters without a visible form (Unicode: default ignorable), except where they change the form of the characters beside them. */
export const INVISIBLE = new RegExp(String.raw`(?!${JOINER}|${SELECTOR}|${FLAG})\p{Default_Ignorable_Code_Point}`, 'gu');
