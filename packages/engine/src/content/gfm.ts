import type { Element, Root, ElementContent } from 'hast';
import { toString } from 'hast-util-to-string';

import { visitElements } from './html-tree.ts';
import type { Line, Report } from './source-lines.ts';

const HEADING = /^h[1-6]$/;

/** Wraps each table in a region that scrolls, so that a wide table does not widen the page. The heading above gives it its name. */
export function tables(tree: Root): void {
  let heading = '';
  visitElements(tree, (node, index, parent) => {
    if (HEADING.test(node.tagName)) heading = toString(node).trim();
    if (node.tagName !== 'table') return undefined;
    const region: Element = {
      type: 'element',
      tagName: 'div',
      properties: {
        className: labelCells(node) ? ['table', 'cards'] : ['table'],
        role: 'group',
        ariaLabel: heading === '' ? 'Table' : `Table: ${heading}`,
        tabIndex: 0,
      },
      children: [node],
    };
    parent.children[index] = region;
    return 'skip';
  });
}

/** Tables with fewer columns fit on a phone. */
const MIN_CARD_COLUMNS = 4;

/**
 * Labels each cell of a wide table with the name of its column, because narrow screens show each row as a card. The first cell is the
 * title of the card. Returns whether the table is wide.
 */
function labelCells(table: Element): boolean {
  const rows = elementsOf(table).flatMap((part) => (part.tagName === 'tr' ? [part] : elementsOf(part)));
  const [header, ...others] = rows.map(elementsOf);
  if (header === undefined || header.length < MIN_CARD_COLUMNS || header.some(({ tagName }) => tagName !== 'th')) return false;
  const names = header.map((cell) => toString(cell).trim());
  for (const cells of others)
    for (const [column, cell] of cells.entries()) if (column > 0) cell.properties['dataLabel'] = names[column] ?? '';
  return true;
}

const elementsOf = ({ children }: Element): Element[] => children.filter((child) => child.type === 'element');

/** Gives the checkboxes of task lists an accessible name, since the text beside them is not their label. */
export function taskLists(tree: Root): void {
  visitElements(tree, ({ tagName, properties }) => {
    if (tagName === 'input' && properties['type'] === 'checkbox') {
      properties['ariaLabel'] = properties['checked'] === true || properties['checked'] === '' ? 'Done' : 'Not done';
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
        `the footnote [^${label}] is left out: line ${first} has one of this label`,
        'warning',
        'footnotes of one label are left out',
      );
    else if (!wanted.has(label.toLowerCase()))
      report(
        number,
        `the footnote [^${label}] is left out: nothing on the page leads to it`,
        'warning',
        'footnotes that nothing leads to are left out',
      );
    if (first === undefined) defined.set(label.toLowerCase(), number);
  }
}

/** Shorter code fits into any column of a table, and into any line of a phone. */
const MIN_LENGTH = { table: 12, line: 32 };

/**
 * After `_`, `.` and `/` that follow a word, a bracket or a star, so that the first dot of `.example.com` stays with its word; after
 * `,`, `(` and `}`; and before an uppercase letter that follows a lowercase one.
 */
const BREAK_POINT = /(?<=[a-zA-Z\d>)\]}*][_./]+)(?=[a-zA-Z\d`<[])|(?<=[,(])(?=[\w`<])|(?<=\})(?=[\w[])|(?<=[a-z\d])(?=[A-Z])/;

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
    if (node.tagName === 'table') {
      breakCode({ type: 'root', children: node.children.filter((child) => child.type === 'element') }, MIN_LENGTH.table);
      return 'skip';
    }
    if (node.tagName !== 'code') return undefined;
    node.children = node.children.flatMap((child) => withBreaks(child, minLength));
    return 'skip';
  });
}

function withBreaks(node: ElementContent, minLength: number): ElementContent[] {
  if (node.type !== 'text' || node.value.length < minLength) return [node];
  return node.value
    .split(BREAK_POINT)
    .flatMap((value, index): ElementContent[] => [...(index === 0 ? [] : [wbr()]), { type: 'text', value }]);
}

const wbr = (): Element => ({ type: 'element', tagName: 'wbr', properties: {}, children: [] });
