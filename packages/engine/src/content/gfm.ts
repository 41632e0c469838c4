import type { Element, Root } from 'hast';
import { toString } from 'hast-util-to-string';

import { visitElements } from './html-tree.ts';

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
      properties: { className: ['table'], role: 'group', ariaLabel: heading === '' ? 'Table' : `Table: ${heading}`, tabIndex: 0 },
      children: [node],
    };
    parent.children[index] = region;
    return 'skip';
  });
}

/** Gives the checkboxes of task lists an accessible name, since the text beside them is not their label. */
export function taskLists(tree: Root): void {
  visitElements(tree, ({ tagName, properties }) => {
    if (tagName === 'input' && properties['type'] === 'checkbox') {
      properties['ariaLabel'] = properties['checked'] === true || properties['checked'] === '' ? 'Done' : 'Not done';
    }
  });
}
