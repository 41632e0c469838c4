import type { Element, Root } from 'hast';

/** `skip`: do not look inside. `removed`: the element has left its place, go on with what stands there now. */
export type VisitResult = 'skip' | 'removed' | undefined | void;

/**
 * Walks the elements of a tree in document order. Written here because every page goes through ten such walks:
 * unist-util-visit, which makes two closures and a name for each node, took a third of the whole compile.
 */
export function visitElements(tree: Root | Element, visit: (element: Element, index: number, parent: Root | Element) => VisitResult): void {
  for (let index = 0; index < tree.children.length; index++) {
    const child = tree.children[index];
    if (child?.type !== 'element') continue;
    const result = visit(child, index, tree);
    if (result === 'removed') index -= 1;
    else if (result !== 'skip') visitElements(child, visit);
  }
}
