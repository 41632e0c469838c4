import type { Element, Root } from 'hast';

import { visitElements } from './html-tree.ts';

/** Wraps each table in a region that scrolls, so that a wide table does not widen the page. */
export function tables(tree: Root): void {
  visitElements(tree, (node, index, parent) => {
    if (node.tagName !== 'table') return undefined;
    const region: Element = {
      type: 'element',
      tagName: 'div',
      properties: { className: ['table'], role: 'group', ariaLabel: 'Table', tabIndex: 0 },
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
