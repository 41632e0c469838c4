/** The first heading and the description of a page, read from its Markdown before it is compiled, and the function that shortens such texts. */
import type { DocEntry } from './sidebar/resolve-sidebar.ts';

const FENCE = /^[ \t]*(`{3,}|~{3,})/;

/** In UTF-16 units. Longer headings and paragraphs are cut. */
const MAX_TEXT_LENGTH = 300;
/** Maximum length of titles and labels in UTF-16 units. Other pages repeat them, so long ones would make all of these pages long. */
export const MAX_LABEL_LENGTH = 500;

/** Yields the lines outside fenced code blocks, and an empty line for each block. */
function* linesOutsideFences(markdown: string): Generator<string> {
  let fence: string | null = null;
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (mark === undefined) {
      if (fence === null) yield line;
    } else if (fence === null) {
      fence = mark;
      yield '';
    } else if (mark.startsWith(fence)) fence = null;
  }
}

/** Returns the plain text of the first level-one heading outside code; null if there is none. */
export function firstHeading(markdown: string): string | null {
  for (const line of linesOutsideFences(markdown)) {
    if (!/^#[ \t]/.test(line)) continue;
    const heading = line.slice(1, MAX_TEXT_LENGTH).trim();
    // Closing number signs are not part of the heading (CommonMark 4.2).
    const text = heading.replace(/(^|[ \t])#+$/, '').trimEnd();
    if (text !== '') return plainText(text);
  }
  return null;
}

/** Maximum length of a description, in UTF-16 units. */
const MAX_DESCRIPTION_LENGTH = 160;
/** Only this many UTF-16 units at the start of a page are searched for its first paragraph. */
const MAX_SEARCHED_LENGTH = 20_000;

/** Lines that do not start a sentence: headings, tags, imports, tables, pictures, quotations, and directives. */
const NOT_PROSE = /^\s*(?:[#<|>!{]|:::|---|(?:import|export)\s|\[!\w+\]|$)/;

const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/;

/** The line below a setext heading (CommonMark 4.3). */
const UNDERLINE = /^(?:=+|-+)\s*$/;

/** Returns the first paragraph of a text or its first list item, with its Markdown. A longer one is cut. */
function firstParagraph(body: string): string {
  let paragraph = '';
  for (const line of linesOutsideFences(body.slice(0, MAX_SEARCHED_LENGTH))) {
    if (UNDERLINE.test(line)) paragraph = '';
    else if (paragraph === '') {
      // A line that contains only a picture or a tag has no plain text.
      if (!NOT_PROSE.test(line) && plainText(line) !== '') paragraph = line.replace(LIST_ITEM, '');
    } else if (NOT_PROSE.test(line) || LIST_ITEM.test(line) || paragraph.length > MAX_TEXT_LENGTH) break;
    else paragraph += ` ${line.trim()}`;
  }
  // Replace a link that was cut in the middle with its text.
  // oxlint-disable-next-line regexp/no-super-linear-move -- The text has at most MAX_TEXT_LENGTH characters.
  return paragraph.slice(0, MAX_TEXT_LENGTH).replace(/!?\[([^\]]*)(?:\]\([^)]*)?$/, '$1');
}

/** Returns the description of a page for lists of pages: the one in the front matter, or the first paragraph of its text, cut between words. */
export function descriptionOf({ frontMatter, body = '' }: Pick<DocEntry, 'frontMatter' | 'body'>): string {
  const given = frontMatter?.description?.trim();
  if (given) return shorten(given, MAX_LABEL_LENGTH);
  return shorten(plainText(firstParagraph(body)), MAX_DESCRIPTION_LENGTH);
}

/** Removes the Markdown of a heading: emphasis, code marks, link targets, and `{#id}`. */
export function plainText(inline: string): string {
  return (
    inline
      .slice(0, MAX_TEXT_LENGTH)
      .replace(/(?<!\s)\s*\{(?:#[^}]*|\/\*\s*#[^}]*\*\/)\}\s*$/, '')
      // oxlint-disable-next-line regexp/no-super-linear-move -- The text has at most MAX_TEXT_LENGTH characters.
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      // Directly after a word, brackets are an index: `rows[0][1]`.
      // oxlint-disable-next-line regexp/no-super-linear-move -- The text has at most MAX_TEXT_LENGTH characters.
      .replace(/(?<![\w\])])!?\[([^\]]+)\]\[[^\]]*\]/g, '$1')
      // oxlint-disable-next-line regexp/no-super-linear-move -- The text has at most MAX_TEXT_LENGTH characters.
      .replace(/<[^>]+>/g, '')
      .replace(/[*`]|(?<!\w)_|_(?!\w)/g, '')
      .trim()
  );
}

/** Shortens a text to a maximum number of characters, by whole words if possible, and adds an ellipsis. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const space = text.lastIndexOf(' ', maxLength);
  // A character of two code units is kept or left out as a whole.
  return `${text.slice(0, space > 0 ? space : maxLength).replace(/[\u{D800}-\u{DBFF}]$/u, '')}…`;
}
