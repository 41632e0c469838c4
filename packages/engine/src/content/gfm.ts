/** Tables, task lists, footnotes, and emoji of GitHub Flavored Markdown, and lists of links within a page. */
import type { Element, Root } from 'hast';
import { toString } from 'hast-util-to-string';

import { escapeHtml } from '@quire/search';

import { createTranslate } from '#model/interface-words.ts';

import { isIdentifier, longestUnbroken } from './break-identifiers.ts';
import type { TransformContext } from './document.ts';
import { shorten } from './excerpts.ts';
import { createElement, visitElements } from './html-tree.ts';
import type { Line, Report } from './source-lines.ts';

/** The row below the header of a table. */
const DELIMITER = /^[\s>]*(?:\|\s*)?:?-+:?\s*(?:\|\s*:?-+:?\s*)*(?:\|\s*)?$/;

/** The cells of a row. The escaped bar of `\|` is part of a text, also in code. */
const cellsIn = (row: string): string[] =>
  row
    .replace(/^[\s>]*\|?/, '')
    .replace(/(?<!\\)\|\s*$/, '')
    .split(/(?<!\\)\|/);

/** Reports the cells after the last column of a table, which Markdown leaves out. */
export function reportSurplusCells(lines: readonly Line[], report: Report): void {
  let columns = 0;
  for (const [index, { kind, text, number }] of lines.entries()) {
    if (kind !== 'text' || text.trim() === '') columns = 0;
    else if (columns > 0) {
      const surplus = cellsIn(text).slice(columns).join('|').trim();
      if (surplus === '') continue;
      report(
        number,
        `the row has more cells than the table has columns, so "${surplus.slice(0, 60)}" is left out: write \\| for a bar that is part of a text, also in code`,
        'warning',
        'cells after the last column are left out',
      );
    } else if (text.includes('|') && DELIMITER.test(text)) {
      const found = cellsIn(text).length;
      if (cellsIn(lines[index - 1]?.text ?? '').length === found) columns = found;
    }
  }
}

const HEADING = /^h[1-6]$/;
/** Maximum number of characters of a heading in the accessible names of the tables below it, because each of them repeats it. */
const MAX_HEADING = 120;

/**
 * Number of characters of headings and labels that the tables of a page may repeat: at the start, and more for each character of their cells and
 * the bars between them. Further tables have neither.
 */
const REPEATED_CHARACTERS = { start: 20_000, perCharacter: 20 };

interface Budget {
  characters: number;
}

/** Takes characters from a budget. @returns whether it has as many */
function isAffordable(characters: number, budget: Budget): boolean {
  if (characters > budget.characters) return false;
  budget.characters -= characters;
  return true;
}

/** Wraps each table in a scrollable region, so that a wide table does not widen the page. The heading above the table is its accessible name. */
export function tables(tree: Root, { services }: Pick<TransformContext, 'services'>): void {
  const translate = createTranslate(services);
  const budget = { characters: REPEATED_CHARACTERS.start };
  let heading = '';
  visitElements(tree, (node, index, parent) => {
    if (HEADING.test(node.tagName)) heading = shorten(toString(node).trim(), MAX_HEADING);
    if (node.tagName !== 'table') return undefined;
    for (const cell of rowsOf(node).flat()) budget.characters += (2 + toString(cell).length) * REPEATED_CHARACTERS.perCharacter;
    const isNamed = heading !== '' && isAffordable(escapeHtml(heading).length, budget);
    const region: Element = createElement(
      'div',
      {
        className: ['table', ...(labelCells(node, budget) ? ['cards'] : hasLongPairs(node) ? ['pairs'] : [])],
        role: 'group',
        ariaLabel: isNamed ? translate('Table: {heading}', { heading }) : translate('Table'),
        tabIndex: 0,
      },
      [node],
    );
    emptyHeadersToCells(node);
    parent.children[index] = region;
    return 'skip';
  });
}

/** Tables with fewer columns fit on a phone, except for three columns of which one has long texts, the first has identifiers, or the names are too wide. */
const MIN_CARD_COLUMNS = 4;
/** Length in characters of a text that takes four lines or more in one of three columns on a phone. */
const MIN_SQUEEZED_TEXT = 48;
/** Sum of the characters of the longest names of all columns that a phone shows without scrolling. */
const MAX_NAMES_IN_ROW = 42;

/** Length in characters of a text that takes several lines beside a name on a phone. */
const MIN_LONG_TEXT = 32;

/** Whether a table pairs names with long texts. Narrow screens show each text below its name. */
function hasLongPairs(table: Element): boolean {
  const [header, ...others] = rowsOf(table);
  if (header?.length !== 2 || header.some((cell) => cell.tagName !== 'th' || toString(cell).trim() === '')) return false;
  return others.some(([, text]) => text !== undefined && toString(text).length > MIN_LONG_TEXT);
}

/** Returns the cells of each row. */
const rowsOf = (table: Element): Element[][] =>
  elementsOf(table)
    .flatMap((part) => (part.tagName === 'tr' ? [part] : elementsOf(part)))
    .map(elementsOf);

/** Maximum number of characters of a label. Each cell of a column repeats it, and a phone shows about six lines of this length beside the cell. */
const MAX_LABEL = 80;

/**
 * Labels each cell of a wide table with the name of its column, because narrow screens show each row as a card, whose title is the first cell.
 * @returns whether the table is wide, and its labels are not too long for the page
 */
function labelCells(table: Element, budget: Budget): boolean {
  const rows = rowsOf(table);
  const [header, ...others] = rows;
  if (header === undefined || header.some(({ tagName }) => tagName !== 'th')) return false;
  const isSqueezed =
    others.some((cells) => cells.slice(1).some((cell) => toString(cell).length >= MIN_SQUEEZED_TEXT)) ||
    others.every(([first]) => first?.children.some(isIdentifier) === true) ||
    header.reduce((sum, _, column) => sum + longestIn(rows, column), 0) > MAX_NAMES_IN_ROW;
  if (header.length < (isSqueezed ? MIN_CARD_COLUMNS - 1 : MIN_CARD_COLUMNS)) return false;
  const names = header.map((cell) => shorten(toString(cell).trim(), MAX_LABEL));
  const lengths = names.map((name) => escapeHtml(name).length);
  const repeated = others.reduce(
    (sum, cells) => sum + cells.reduce((own, _, column) => own + (column === 0 ? 0 : (lengths[column] ?? 0)), 0),
    0,
  );
  if (!isAffordable(repeated, budget)) return false;
  for (const cells of others)
    for (const [column, cell] of cells.entries()) if (column > 0) cell.properties['dataLabel'] = names[column] ?? '';
  return true;
}

const longestIn = (rows: readonly Element[][], column: number): number =>
  rows.reduce((longest, { [column]: cell }) => (cell === undefined ? longest : Math.max(longest, longestUnbroken(cell))), 0);

/** Turns header cells without text into data cells, because screen readers would announce an empty name. Removes a header in which all cells are empty. */
function emptyHeadersToCells(table: Element): void {
  const isEmpty = ({ tagName, children }: Element): boolean => tagName === 'th' && children.length === 0;
  table.children = table.children.filter(
    (part) => part.type !== 'element' || part.tagName !== 'thead' || !elementsOf(part).flatMap(elementsOf).every(isEmpty),
  );
  for (const cell of rowsOf(table).flat()) if (isEmpty(cell)) cell.tagName = 'td';
}

const elementsOf = ({ children }: Element): Element[] => children.filter((child) => child.type === 'element');

/** Minimum number of links of a jump list. */
const MIN_JUMPS = 3;

/** Marks lists that contain only links to sections of the page. They are shown as a row of links instead of one link on each line. */
export function jumpLists(tree: Root): void {
  visitElements(tree, (list) => {
    const items = list.tagName === 'ul' ? elementsOf(list) : [];
    if (items.length >= MIN_JUMPS && items.every(isJump)) list.properties['className'] = ['jumps'];
  });
}

function isJump(item: Element): boolean {
  const [link, ...others] = item.children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  return link?.type === 'element' && link.tagName === 'a' && String(link.properties['href']).startsWith('#') && others.length === 0;
}

/** Gives the checkboxes of task lists an accessible name, because the text beside them is not their label. */
export function taskLists(tree: Root, { services }: Pick<TransformContext, 'services'>): void {
  const translate = createTranslate(services);
  visitElements(tree, ({ tagName, properties }) => {
    if (tagName === 'input' && properties['type'] === 'checkbox') {
      properties['ariaLabel'] = properties['checked'] === true || properties['checked'] === '' ? translate('Done') : translate('Not done');
    }
  });
}

const FOOTNOTE = /^(?:[ \t]|>)*\[\^([^\]\s]+)\]:/;

/** Reports footnotes that the parser leaves out, because nothing refers to them or another one has the same label. */
export function reportFootnotes(lines: readonly Line[], report: Report): void {
  const prose = lines.filter(({ kind, text }) => kind === 'text' && text.includes('[^'));
  if (prose.length === 0) return;
  const wanted = new Set(
    prose.flatMap(({ text }) =>
      [...text.replace(FOOTNOTE, '').matchAll(/\[\^([^[\]\s]+)\]/g)].map(([, label = '']) => label.toLowerCase()),
    ),
  );
  const defined = new Map<string, number>();
  for (const { text, number } of prose) {
    const label = FOOTNOTE.exec(text)?.[1];
    if (label === undefined) continue;
    const first = defined.get(label.toLowerCase());
    if (first !== undefined)
      report(
        number,
        `the footnote [^${label}] is left out: line ${first} already defines this label`,
        'warning',
        'footnotes with the same label are left out',
      );
    else if (!wanted.has(label.toLowerCase()))
      report(
        number,
        `the footnote [^${label}] is left out: nothing on the page refers to it`,
        'warning',
        'footnotes without a reference are left out',
      );
    if (first === undefined) defined.set(label.toLowerCase(), number);
  }
}

/** A shortcode such as `:tada:`, but not the middle of `urn:li:tag`. */
const SHORTCODE = /(?<![\w:]):([a-z0-9_+-]+):(?![\w:])/g;

/** Replaces emoji shortcodes in text with emoji. Code and unknown shortcodes stay unchanged. */
export async function emoji(tree: Root): Promise<void> {
  const found: { value: string }[] = [];
  // Visit a wrapper of the page, so that text at the top level has a parent element, too.
  visitElements(createElement('div', {}, tree.children as never), (node) => {
    if (node.tagName === 'code' || node.tagName === 'pre') return 'skip';
    for (const child of node.children) if (child.type === 'text' && child.value.search(SHORTCODE) >= 0) found.push(child);
    return undefined;
  });
  if (found.length === 0) return;
  // Imported on demand, because few pages contain emoji shortcodes.
  const { get } = await import('node-emoji');
  for (const text of found) text.value = text.value.replace(SHORTCODE, (whole, name: string) => get(name) ?? whole);
}
