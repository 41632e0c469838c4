/** Leaves out of the texts of authors what readers cannot see, because search, answers, and agents would read it nevertheless. */
import type { Root, RootContent } from 'hast';

import { INVISIBLE } from '#model/invisible-characters.ts';
import type { Problem } from '#model/problem.ts';

/**
 * All invisible characters, and others that begin with the same surrogates. Most texts have none, so look for one of them first. A class of code
 * units takes half as long as `\p{Default_Ignorable_Code_Point}`.
 */
const CANDIDATE =
  /[\u034f\xad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufff8\ud82f\ud834\udb40-\udb43]|[\ufe00-\ufe0f]/;
/** Letters of the scripts that are written from right to left. */
const RIGHT_TO_LEFT = /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** Marks and isolates that order a text of both directions. Unlike overrides, they do not reverse letters. */
const DIRECTION = /[\u061c\u200e\u200f\u2066-\u2069]/;
/** A place between words of a script without spaces. */
const WORD_BREAK = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]\u200b$/u;

/** Calls a function for each invisible character that no script needs at its place, and replaces it with the result. */
function replaceInvisible(text: string, replace: (character: string, offset: number) => string): string {
  if (!CANDIDATE.test(text)) return text;
  const isRightToLeft = RIGHT_TO_LEFT.test(text);
  return text.replace(INVISIBLE, (character, offset: number) => {
    if (isRightToLeft && DIRECTION.test(character)) return character;
    return WORD_BREAK.test(text.slice(offset - 1, offset + 1)) ? character : replace(character, offset);
  });
}

/** Returns a text without invisible characters. */
export const withoutInvisible = (text: string): string => replaceInvisible(text, () => '');

const nameOf = (character: string): string => `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Returns the text of a file without invisible characters.
 * @param firstLine 1-based line of the text in its file @param problems receives a warning that names the first of them
 */
export function withoutInvisibleIn(file: string, text: string, firstLine: number, problems: Problem[]): string {
  const found: { character: string; offset: number }[] = [];
  const visible = replaceInvisible(text, (character, offset) => (found.push({ character, offset }), ''));
  const [first] = found;
  if (first === undefined) return text;
  const more = found.length === 1 ? '' : `, and so are ${found.length - 1} more in this file`;
  problems.push({
    file,
    line: firstLine + text.slice(0, first.offset).split('\n').length - 1,
    message: `an invisible character (${nameOf(first.character)}) is left out, because readers would not see what search and agents read${more}: delete it`,
    severity: 'warning',
    kind: 'invisible characters are left out',
  });
  return visible;
}

/** Whether the Markdown of a page can have invisible characters once it is parsed: from a reference, such as `&#xE0041;`, or an expression with an escape. */
export const canHideText = (markdown: string): boolean => /&[#a-z]/i.test(markdown) || CANDIDATE.test(markdown);

/** Marks of places where a line can or cannot break, which an author who names them means, and the operators in formulas. */
const LAYOUT = /^[\u00ad\u200b\u2060-\u2064]$/;

/** Returns HTML without invisible characters that could be text: without those that do not change the layout. @param onRemoved called for each of them */
export const withoutHiddenText = (html: string, onRemoved?: (character: string) => void): string =>
  replaceInvisible(html, (character) => {
    if (LAYOUT.test(character)) return character;
    onRemoved?.(character);
    return '';
  });

/** Removes the hidden text of a parsed page. @param onFirst called with the first character, such as `U+E0041` */
export function removeInvisible(tree: Root, onFirst: (name: string) => void): void {
  let isFound = false;
  const visible = (text: string): string =>
    withoutHiddenText(text, (character) => {
      if (!isFound) onFirst(nameOf(character));
      isFound = true;
    });
  const clean = (node: RootContent | Root): void => {
    if (node.type === 'text') node.value = visible(node.value);
    if (node.type === 'element')
      for (const [name, value] of Object.entries(node.properties)) if (typeof value === 'string') node.properties[name] = visible(value);
    if ('children' in node) node.children.forEach(clean);
  };
  clean(tree);
}
