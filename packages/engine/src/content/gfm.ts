import type { Element, Root, ElementContent, Text } from 'hast';
import { toString } from 'hast-util-to-string';

import { createTranslate } from '#model/interface-words.ts';

import type { TransformContext } from './document.ts';
import { visitElements, type VisitResult } from './html-tree.ts';
import type { Line, Report } from './source-lines.ts';

const HEADING = /^h[1-6]$/;

/** Wraps each table in a region that scrolls, so that a wide table does not widen the page. The heading above gives it its name. */
export function tables(tree: Root, { services }: Pick<TransformContext, 'services'>): void {
  const say = createTranslate(services);
  let heading = '';
  visitElements(tree, (node, index, parent) => {
    if (HEADING.test(node.tagName)) heading = toString(node).trim();
    if (node.tagName !== 'table') return undefined;
    const region: Element = {
      type: 'element',
      tagName: 'div',
      properties: {
        className: ['table', ...(labelCells(node) ? ['cards'] : hasLongPairs(node) ? ['pairs'] : [])],
        role: 'group',
        ariaLabel: heading === '' ? say('Table') : say('Table: {heading}', { heading }),
        tabIndex: 0,
      },
      children: [node],
    };
    emptyHeadersToCells(node);
    parent.children[index] = region;
    return 'skip';
  });
}

/** Tables with fewer columns fit on a phone, unless one of three columns has long texts or the first one has names. */
const MIN_CARD_COLUMNS = 4;
/** Length in characters of a text that takes four lines or more in one of three columns on a phone. */
const MIN_SQUEEZED_TEXT = 48;

/** Length in characters of a text that takes several lines beside a name on a phone. */
const MIN_LONG_TEXT = 32;

/** Returns whether a table pairs names with long texts. Narrow screens show each text below its name. */
function hasLongPairs(table: Element): boolean {
  const [header, ...others] = rowsOf(table);
  if (header?.length !== 2 || header.some((cell) => cell.tagName !== 'th' || toString(cell).trim() === '')) return false;
  return others.some(([, text]) => text !== undefined && toString(text).length > MIN_LONG_TEXT);
}

/** The cells of each row. */
const rowsOf = (table: Element): Element[][] =>
  elementsOf(table)
    .flatMap((part) => (part.tagName === 'tr' ? [part] : elementsOf(part)))
    .map(elementsOf);

/**
 * Labels each cell of a wide table with the name of its column, because narrow screens show each row as a card. The first cell is the
 * title of the card. Returns whether the table is wide.
 */
function labelCells(table: Element): boolean {
  const [header, ...others] = rowsOf(table);
  if (header === undefined || header.some(({ tagName }) => tagName !== 'th')) return false;
  const isSqueezed =
    others.some((cells) => cells.slice(1).some((cell) => toString(cell).length >= MIN_SQUEEZED_TEXT)) ||
    others.every(([first]) => first?.children.some(isName) === true);
  if (header.length < (isSqueezed ? MIN_CARD_COLUMNS - 1 : MIN_CARD_COLUMNS)) return false;
  const names = header.map((cell) => toString(cell).trim());
  for (const cells of others)
    for (const [column, cell] of cells.entries()) if (column > 0) cell.properties['dataLabel'] = names[column] ?? '';
  return true;
}

/** A header cell without text names nothing, so screen readers would announce an empty column name. A header of only such cells is an empty row. */
function emptyHeadersToCells(table: Element): void {
  const isEmpty = ({ tagName, children }: Element): boolean => tagName === 'th' && children.length === 0;
  table.children = table.children.filter(
    (part) => part.type !== 'element' || part.tagName !== 'thead' || !elementsOf(part).flatMap(elementsOf).every(isEmpty),
  );
  for (const cell of rowsOf(table).flat()) if (isEmpty(cell)) cell.tagName = 'td';
}

const elementsOf = ({ children }: Element): Element[] => children.filter((child) => child.type === 'element');

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

/** Gives the checkboxes of task lists an accessible name, since the text beside them is not their label. */
export function taskLists(tree: Root, { services }: Pick<TransformContext, 'services'>): void {
  const say = createTranslate(services);
  visitElements(tree, ({ tagName, properties }) => {
    if (tagName === 'input' && properties['type'] === 'checkbox') {
      properties['ariaLabel'] = properties['checked'] === true || properties['checked'] === '' ? say('Done') : say('Not done');
    }
  });
}

const FOOTNOTE = /^(?:[ \t]|>)*\[\^([^\]\s]+)\]:/;

/** Reports footnotes that are not on the page because nothing refers to them or another one has the same label. */
export function reportFootnotes(lines: readonly Line[], report: Report): void {
  const prose = lines.filter(({ kind, text }) => kind === 'text' && text.includes('[^'));
  if (prose.length === 0) return;
  const wanted = new Set(
    prose.flatMap(({ text }) => [...text.replace(FOOTNOTE, '').matchAll(/\[\^([^\]\s]+)\]/g)].map(([, label = '']) => label.toLowerCase())),
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

/** Shorter code fits into a column of a table, into a column of a list, and into any line of a phone. */
const MIN_LENGTH = { table: 24, column: 16, line: 32 };

/**
 * After `_`, `.`, and `/` that follow a word, a bracket, or a star, so that the first dot of `.example.com` stays with its word, but
 * not inside a number such as `0.10.4`; after `,`, `(`, and `}`; and before an uppercase letter that follows a lowercase one. The
 * words of a URN stay whole; a line breaks after its entity type instead. All lookbehinds are bounded, so that a long name takes linear time.
 */
const BREAK_POINT =
  /(?<=[a-zA-Z\d>)\]}*][_./]{1,8})(?!(?<=\d\.)\d)(?=[a-zA-Z\d`<[])|(?<=[,(])(?=[\w`<])|(?<=\})(?=[\w[])|(?<=urn:li:\w+:)(?=\w)|(?<=[a-z\d])(?=[A-Z])(?<!urn:\S{0,200})/;

/**
 * Adds break opportunities (`<wbr>`) to long identifiers, so that a narrow column or screen breaks them between words:
 * `include_<wbr>operational_<wbr>stats`. Runs last, since the text of other steps must not be split.
 */
export function breakIdentifiers(tree: Root): void {
  breakCode(tree, MIN_LENGTH.line);
}

function breakCode(tree: Root, minLength: number): void {
  visitElements(tree, (node) => {
    if (node.tagName === 'pre') return 'skip';
    if (HEADING.test(node.tagName)) {
      breakCode({ type: 'root', children: node.children.filter((child) => child.type === 'element') }, MIN_LENGTH.column);
      return 'skip';
    }
    if (node.tagName === 'table') {
      const table: Root = { type: 'root', children: node.children.filter((child) => child.type === 'element') };
      breakCode(table, MIN_LENGTH.table);
      visitElements(table, keepPunctuation);
      return 'skip';
    }
    if (isMoved(node)) {
      breakCode({ type: 'root', children: node.children.filter((child) => child.type === 'element') }, MIN_LENGTH.column);
      return 'skip';
    }
    if (node.tagName !== 'code') return undefined;
    const parts = minLength === MIN_LENGTH.table ? node.children : node.children.flatMap(keepHyphenated);
    node.children = parts.flatMap((part) => withBreaks(part, minLength));
    return 'skip';
  });
}

/** A name with hyphens that fits into a line of a phone, such as `--end-time`. Browsers break lines after each hyphen. */
const HYPHENATED = /(?<=^|\s)(?=\w*-)([\w-]{4,28})(?=\s|$)/;

/** Puts names with hyphens into elements that do not break. Not in tables, where columns are narrow and names are inline blocks. */
function keepHyphenated(node: ElementContent): ElementContent[] {
  if (node.type !== 'text') return [node];
  return node.value
    .split(HYPHENATED)
    .map((value, index): ElementContent => {
      const text: ElementContent = { type: 'text', value };
      return index % 2 === 0 ? text : { type: 'element', tagName: 'span', properties: { className: ['whole'] }, children: [text] };
    })
    .filter((part) => part.type !== 'text' || part.value !== '');
}

/** Returns whether an element links to an entry that moved to another page. Lists of such links are set in columns. */
const isMoved = ({ tagName, properties }: Element): boolean =>
  tagName === 'a' && Array.isArray(properties['className']) && properties['className'].includes('moved');

function withBreaks(node: ElementContent, minLength: number): ElementContent[] {
  if (node.type !== 'text' || node.value.length < minLength) return [node];
  return node.value
    .split(BREAK_POINT)
    .flatMap((value, index): ElementContent[] => [...(index === 0 ? [] : [wbr()]), { type: 'text', value }]);
}

/**
 * Names in cells are inline blocks, which keeps a name on one line but permits a break on both sides. So the punctuation beside a name
 * is put into one element with it. Code of several words breaks like text.
 */
function keepPunctuation(parent: Element): VisitResult {
  if (parent.properties['className'] === NAME) return 'skip';
  for (const [index, child] of parent.children.entries()) {
    if (!isName(child)) continue;
    if (toString(child).includes(' ')) {
      (child.tagName === 'code' ? child : (child.children[0] as Element)).properties['className'] = ['phrase'];
      continue;
    }
    const before = takeText(parent.children[index - 1], /\($/);
    const after = takeText(parent.children[index + 1], /^[.,;:!?)]+/);
    if (before.length + after.length === 0) continue;
    parent.children[index] = { type: 'element', tagName: 'span', properties: { className: NAME }, children: [...before, child, ...after] };
  }
  return undefined;
}

/** The class of an identifier with its punctuation. One list for all of them, because the walk recognizes by it what it has added. */
const NAME = ['name'];

/** Returns whether an element is inline code or a link that contains only code. */
const isName = (node: ElementContent): node is Element =>
  node.type === 'element' && (node.tagName === 'code' || (node.tagName === 'a' && node.children.length === 1 && isName(node.children[0]!)));

/** Removes the text that a pattern matches from a node and returns it as a node. */
function takeText(node: ElementContent | undefined, pattern: RegExp): Text[] {
  const value = node?.type === 'text' ? (pattern.exec(node.value)?.[0] ?? '') : '';
  if (node?.type !== 'text' || value === '') return [];
  node.value = node.value.replace(pattern, '');
  return [{ type: 'text', value }];
}

const wbr = (): Element => ({ type: 'element', tagName: 'wbr', properties: {}, children: [] });
