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
 * Gives each cell of a wide table the name of its column, with which narrow screens show each row as a card. The first cell is the
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

/** Says which footnotes are not on the page: nothing leads to them, or another one has their label. */
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

/** Shorter code fits into any column. */
const MIN_LENGTH = 12;

/** After `_`, `.`, `/`, `,` and `(`, and before an uppercase letter that follows a lowercase one. */
const BREAK_POINT = /(?<=[_./,(])(?=[\w`<])|(?<=[a-z\d])(?=[A-Z])/;

/**
 * Adds break opportunities (`<wbr>`) to long identifiers in table cells, so that a narrow column breaks them between
 * words: `include_<wbr>operational_<wbr>stats`. Runs last, since the text of other steps must not be split.
 */
export function breakIdentifiers(tree: Root): void {
  visitElements(tree, (table) => {
    if (table.tagName !== 'table') return undefined;
    visitElements({ type: 'root', children: [table] }, (node) => {
      if (node.tagName !== 'code') return undefined;
      node.children = node.children.flatMap(withBreaks);
      return 'skip';
    });
    return 'skip';
  });
}

function withBreaks(node: ElementContent): ElementContent[] {
  if (node.type !== 'text' || node.value.length < MIN_LENGTH) return [node];
  return node.value
    .split(BREAK_POINT)
    .flatMap((value, index): ElementContent[] => [...(index === 0 ? [] : [wbr()]), { type: 'text', value }]);
}

const wbr = (): Element => ({ type: 'element', tagName: 'wbr', properties: {}, children: [] });
