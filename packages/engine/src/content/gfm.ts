import type { Element, Root } from 'hast';

import { visitElements } from './html-tree.ts';

/** Puts each table into a region that scrolls by itself, so that a wide one never widens the page. */
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

/** A box of a task list says what it shows: it stands beside its text and has no label that would name it. */
export function taskLists(tree: Root): void {
  visitElements(tree, ({ tagName, properties }) => {
    if (tagName === 'input' && properties['type'] === 'checkbox') {
      properties['ariaLabel'] = properties['checked'] === true || properties['checked'] === '' ? 'Done' : 'Not done';
    }
  });
}
