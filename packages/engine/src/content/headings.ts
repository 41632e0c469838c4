import GithubSlugger from 'github-slugger';
import type { Element, Root } from 'hast';
import { toString } from 'hast-util-to-string';

import type { TransformContext } from './document.ts';
import { visitElements } from './html-tree.ts';

const LEVEL = /^h([1-6])$/;

/**
 * Gives every heading a stable id (GitHub's rule, or the author's `{#id}`) and a link to itself.
 * A page has one h1: the first one is the title and is taken out of the body, later ones count as h2.
 */
export function headings(tree: Root, context: TransformContext): void {
  const slugger = new GithubSlugger();
  let title: Element | null = null;
  visitElements(tree, (node, index, parent) => {
    const level = LEVEL.exec(node.tagName)?.[1];
    if (level === undefined) return undefined;
    if (level === '1' && title === null) {
      title = node;
      parent.children.splice(index, 1);
      return 'removed';
    }
    if (level === '1') node.tagName = 'h2';
    const text = toString(node).trim();
    const own = node.properties['id'];
    const id = typeof own === 'string' && own !== '' ? own : slugger.slug(text) || slugger.slug('section');
    if (id === own) slugger.slug(id);
    node.properties = { id };
    node.children.push(anchorLink(id, text));
    return 'skip';
  });
  tree.children.unshift({ type: 'element', tagName: 'header', properties: {}, children: [titleHeading(title, context)] });
}

function titleHeading(found: Element | null, context: TransformContext): Element {
  const children = found?.children ?? [{ type: 'text' as const, value: context.doc.title }];
  return { type: 'element', tagName: 'h1', properties: {}, children };
}

function anchorLink(id: string, text: string): Element {
  return {
    type: 'element',
    tagName: 'a',
    properties: { className: ['anchor'], href: `#${id}`, ariaLabel: `Link to this section: ${text}` },
    children: [],
  };
}
