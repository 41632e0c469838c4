import type { Element, Root } from 'hast';

import { visitElements } from './visit-elements.ts';

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
