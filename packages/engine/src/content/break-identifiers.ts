/** Controls where browsers break long identifiers in inline code. */
import type { Element, ElementContent, Root, Text } from 'hast';
import { toString } from 'hast-util-to-string';

import { createElement, visitElements, type VisitResult } from './html-tree.ts';

const HEADING = /^h[1-6]$/;

/**
 * Minimum length in characters of code that may need a break: in a table cell, in the narrow column of defaults, in a heading or a
 * multi-column list, and elsewhere on a phone.
 */
const MIN_LENGTH = { table: 24, default: 14, column: 16, line: 32 };

/**
 * Positions at which a long identifier may break:
 * - after `_`, `.`, and `/` that follow a word, a bracket, or a star, but not after the first dot of `.example.com` or in numbers such as `0.10.4`
 * - after `,`, `(`, and `}`
 * - before an uppercase letter that follows a lowercase one, except in a URN
 * - after the entity type of a URN
 * All lookbehinds are bounded, so that a long name takes linear time.
 */
const BREAK_POINT =
  /(?<=[a-zA-Z\d>)\]}*][_./]{1,8})(?!(?<=\d\.)\d)(?=[a-zA-Z\d`<[])|(?<=[,(])(?=[\w`<])|(?<=\})(?=[\w[])|(?<=urn:li:\w+:)(?=\w)|(?<=[a-z\d])(?=[A-Z])(?<!urn:\S{0,200})/;

/**
 * Adds break opportunities (`<wbr>`) to long identifiers, so that a narrow column or screen breaks them between words:
 * `include_<wbr>operational_<wbr>stats`. Run it last, because other steps need the whole text.
 */
export function breakIdentifiers(tree: Root): void {
  breakCode(tree, MIN_LENGTH.line);
}

function breakCode(tree: Root, minLength: number): void {
  visitElements(tree, (node) => {
    if (node.tagName === 'pre') return 'skip';
    if (HEADING.test(node.tagName) || isMoved(node)) {
      breakCode(elementsOf(node), MIN_LENGTH.column);
      return 'skip';
    }
    if (node.tagName === 'table') {
      const table = elementsOf(node);
      breakCode(table, MIN_LENGTH.table);
      visitElements(table, keepPunctuation);
      return 'skip';
    }
    if (node.properties['dataLabel'] === 'Default') {
      breakCode(elementsOf(node), MIN_LENGTH.default);
      return 'skip';
    }
    if (node.tagName !== 'code') return undefined;
    const isInCell = minLength === MIN_LENGTH.table || minLength === MIN_LENGTH.default;
    const isNameInCell = isInCell && !toString(node).includes(' ');
    const parts = isNameInCell ? node.children : node.children.flatMap(keepHyphenated);
    node.children = parts.flatMap((part) => withBreaks(part, minLength));
    return 'skip';
  });
}

/** Returns a tree of the elements in an element. */
const elementsOf = ({ children }: Element): Root => ({ type: 'root', children: children.filter((child) => child.type === 'element') });

/**
 * A name with hyphens that fits into one line on a phone, such as `--end-time`, a setting such as `name=site-server`, or a package with an
 * extra such as `'my-package[kafka]'`.
 */
const HYPHENATED = /(?<=^|\s)(?=[\w=']*-)([\w=[\]'-]{4,30})(?=\s|$)/;

/**
 * Wraps names with hyphens in elements that do not break, because browsers break lines after hyphens. A table cell that contains only a
 * name needs none, because the name is an inline block, and narrow columns have to break long ones.
 */
function keepHyphenated(node: ElementContent): ElementContent[] {
  if (node.type !== 'text') return [node];
  return node.value
    .split(HYPHENATED)
    .map((value, index): ElementContent => {
      const text: ElementContent = { type: 'text', value };
      return index % 2 === 0 ? text : createElement('span', { className: ['whole'] }, [text]);
    })
    .filter((part) => part.type !== 'text' || part.value !== '');
}

/** Whether an element links to an entry that moved to another page. Lists of such links have several columns. */
const isMoved = ({ tagName, properties }: Element): boolean =>
  tagName === 'a' && Array.isArray(properties['className']) && properties['className'].includes('moved');

function withBreaks(node: ElementContent, minLength: number): ElementContent[] {
  if (node.type !== 'text' || node.value.length < minLength) return [node];
  return node.value
    .split(BREAK_POINT)
    .flatMap((value, index): ElementContent[] => [...(index === 0 ? [] : [wbr()]), { type: 'text', value }]);
}

/** Returns the length in characters of the longest part of a table cell in which no line breaks. */
export function longestUnbroken(node: ElementContent, isCode = false): number {
  if (node.type === 'text') {
    const breaksInside = isCode && node.value.length >= MIN_LENGTH.table;
    const parts = node.value.split(/\s+/).flatMap((word) => (breaksInside ? word.split(BREAK_POINT) : [word]));
    return parts.reduce((longest, { length }) => Math.max(longest, length), 0);
  }
  if (node.type !== 'element') return 0;
  return node.children.reduce((longest, child) => Math.max(longest, longestUnbroken(child, isCode || node.tagName === 'code')), 0);
}

/**
 * Wraps each identifier in a table cell together with the punctuation beside it. Identifiers in cells are inline blocks, so a line could
 * otherwise break between the two. Code of several words breaks like text.
 */
function keepPunctuation(parent: Element): VisitResult {
  if (parent.properties['className'] === NAME) return 'skip';
  for (const [index, child] of parent.children.entries()) {
    if (!isIdentifier(child)) continue;
    if (toString(child).includes(' ')) {
      (child.tagName === 'code' ? child : (child.children[0] as Element)).properties['className'] = ['phrase'];
      continue;
    }
    const before = takeText(parent.children[index - 1], /\($/);
    const after = takeText(parent.children[index + 1], /^[.,;:!?)]+/);
    if (before.length + after.length === 0) continue;
    parent.children[index] = createElement('span', { className: NAME }, [...before, child, ...after]);
  }
  return undefined;
}

/** The class of an identifier with its punctuation. All such elements share this array, by whose identity the traversal recognizes them. */
const NAME = ['name'];

/** Whether an element is inline code, or a link that contains only inline code. */
export const isIdentifier = (node: ElementContent): node is Element =>
  node.type === 'element' &&
  (node.tagName === 'code' || (node.tagName === 'a' && node.children.length === 1 && isIdentifier(node.children[0]!)));

/** Removes the text that a pattern matches from a node and returns it as a node. */
function takeText(node: ElementContent | undefined, pattern: RegExp): Text[] {
  const value = node?.type === 'text' ? (pattern.exec(node.value)?.[0] ?? '') : '';
  if (node?.type !== 'text' || value === '') return [];
  node.value = node.value.replace(pattern, '');
  return [{ type: 'text', value }];
}

const wbr = (): Element => createElement('wbr');
