/**
 * Recognizes characters that readers do not see, so that texts contain nothing else than what they show, and formats texts of authors and visitors
 * for a terminal, so that they cannot control it.
 */

/** Joiners between letters, marks, or emoji of the scripts that need them; Latin letters do not. */
const JOINER = String.raw`(?<=(?![\0-\x7f]|\p{Script=Latin})[\p{L}\p{M}\p{Emoji}])[\u200c\u200d](?=(?![\0-\x7f]|\p{Script=Latin})[\p{L}\p{M}\p{Emoji}])`;
/** Selectors of a variant of the character before them, such as the one of an emoji in color or in a keycap. */
const SELECTOR = String.raw`(?<=(?!\p{Default_Ignorable_Code_Point})[^\0-\x7f\s])\p{Variation_Selector}|(?<=[\d#*])\ufe0f(?=\u20e3)`;
/** The name of a region in a flag, such as that of Scotland. */
const FLAG = String.raw`(?<=\u{1f3f4}[\u{e0020}-\u{e007f}]{0,6})[\u{e0020}-\u{e007f}]`;

/** Characters without a visible form (Unicode: default ignorable), except where they change the form of the characters beside them. */
export const INVISIBLE = new RegExp(String.raw`(?!${JOINER}|${SELECTOR}|${FLAG})\p{Default_Ignorable_Code_Point}`, 'gu');

/** Replaces control characters except for line breaks and tabs, and formatting characters that change the order of text or end a line. */
export const withoutControls = (text: string): string =>
  text.replace(/[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '\u{FFFD}');

/** Returns a text of several lines that is safe to print: it neither controls a terminal, nor does a CI service execute one of its lines as a workflow command. */
export const terminalText = (text: string): string => withoutControls(text.replace(/^(?=[^\S\n\r\u2028\u2029]*(?:::|##))/gm, '| '));

/** Control and bidirectional formatting characters that JSON does not escape, and with which a search could manipulate the terminal of an operator. */
const UNSAFE_IN_TERMINAL = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const escapeUnits = (characters: string): string =>
  characters.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Returns a value as one line of JSON that is safe to print to a terminal, and in which invisible characters are escaped. */
export const jsonLine = (value: unknown): string =>
  `${JSON.stringify(value).replace(UNSAFE_IN_TERMINAL, escapeUnits).replace(INVISIBLE, escapeUnits)}\n`;
