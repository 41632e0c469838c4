/** Expands expressions that show a list of data, `{birds.map((bird) => <li>{bird.name}</li>)}`. Runs no code. */
import { attributeText, endOfBraces, limitOf, readData, readingBudget } from './jsx-parser.ts';
import type { ReadingBudget } from './jsx-parser.ts';
import { ESCAPE_OR_CODE, lineBreaksOf, replaceExpressions } from './source-lines.ts';
import type { Line } from './source-lines.ts';
import { plainText, readTemplate } from './templates.ts';
import type { Template } from './templates.ts';

/** Maximum number of characters that lists add to a page. A longer list stays an expression, which the build reports. */
const MAX_ADDED_CHARACTERS = 256 << 10;

/** A brace before a name or a list, or text in which no expression starts. */
const START = new RegExp(String.raw`${ESCAPE_OR_CODE}|\{(?=\s{0,100}(?:[A-Za-z_$][\w$]{0,100}\s{0,100}\.map\(|\[))`, 'g');

/** Replaces expressions over lists with their elements. @param data values of exported constants and imported JSON files, by name */
export function expandLists(lines: Line[], data: ReadonlyMap<string, unknown>): Line[] {
  if (!lines.some(({ text }) => text.includes('.map('))) return lines;
  const budget = readingBudget(lines.reduce((sum, { text }) => sum + text.length, 0));
  let added = 0;
  return replaceExpressions(lines, START, (text, { index, 0: start }) => {
    const list = start === '{' ? readList(text, index, { data, budget, room: MAX_ADDED_CHARACTERS - added }) : null;
    if (list === null) return null;
    added += list.html.length;
    return { replacement: list.html + lineBreaksOf(text.slice(index, list.end)), end: list.end };
  });
}

interface ListOptions {
  data: ReadonlyMap<string, unknown>;
  budget: ReadingBudget;
  /** Number of characters that the list may have. */
  room: number;
}

/**
 * Returns the elements of the expression that starts at a brace, and its end; null if the list is too long, or if more than putting data into
 * JSX would have to run.
 */
function readList(text: string, at: number, { data, budget, room }: ListOptions): { html: string; end: number } | null {
  const limit = limitOf(text, at, budget);
  const end = endOfBraces(text, at, limit);
  const html = end === null ? null : elementsOf(text.slice(at + 1, end - 1).trim(), data, room);
  if (html === null) budget.characters -= (end ?? limit) - at;
  return html === null || end === null ? null : { html, end };
}

function elementsOf(code: string, data: ReadonlyMap<string, unknown>, room: number): string | null {
  const start = code.startsWith('[') ? code.search(/\]\s*\.map\(/) + 1 : code.search(/(?<!\s)\s*\.map\(/);
  const body = /^\s*\.map\(([^]*)\)$/.exec(code.slice(start))?.[1]?.trim();
  if (start <= 0 || body === undefined) return null;
  const source = code.slice(0, start);
  const items = source.startsWith('[') ? readData(source) : data.get(source);
  if (!Array.isArray(items)) return null;
  const [, parameters = '', jsx = ''] = /^(\([^()]*\)|[A-Za-z_$][\w$]*)\s*=>\s*([^]*)/.exec(body) ?? [];
  const own = parameters.startsWith('(') ? /^\(\s*([A-Za-z_$][\w$]*)/.exec(parameters)?.[1] : parameters;
  const isText = items.every((item) => typeof item !== 'object' || item === null);
  const template = readTemplate(`export const Item = ${isText && own !== undefined ? `({ ${own} })` : parameters} => ${jsx}`)?.[1];
  if (template === undefined) return null;
  let html = '';
  for (const item of items as unknown[]) {
    const written = filled(template, isText && own !== undefined ? { [own]: item } : item);
    if (written === null || html.length + written.length > room) return null;
    html += written;
  }
  return html;
}

/** Returns a template with the data of an item; null if it would show more than a text or a number. */
function filled({ parts, defaults }: Template, item: unknown): string | null {
  let result = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      result += part;
      continue;
    }
    const isOwn = typeof item === 'object' && item !== null && Object.hasOwn(item, part.property);
    const value = isOwn ? (item as Record<string, unknown>)[part.property] : defaults.get(part.property);
    if (typeof value === 'object' && value !== null) return null;
    // As in JSX, booleans are not shown.
    const text = value === undefined || value === null || typeof value === 'boolean' ? '' : String(value as string | number);
    result += part.place === 'attribute' ? attributeText(text) : plainText(text);
  }
  return result;
}
