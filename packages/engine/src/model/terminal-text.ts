/** Formats texts of authors and visitors for a terminal, so that they cannot control it. */
import { INVISIBLE } from './invisible-characters.ts';

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
