import type { Element, ElementContent, Root } from 'hast';

import { visitElements } from './html-tree.ts';

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
