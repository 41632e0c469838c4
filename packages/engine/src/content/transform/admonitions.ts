import type { Element, Root } from 'hast';

import { visitElements } from './visit-elements.ts';

/** `<admonition data-kind="note">` → the markup of handbook/markup.md. */
export function admonitions(tree: Root): void {
  visitElements(tree, (node) => {
    if (node.tagName !== 'admonition') return;
    const kind = String(node.properties['dataKind'] ?? 'note');
    const given = node.children.find((child): child is Element => child.type === 'element' && child.tagName === 'admonitiontitle');
    const inline = given?.children.flatMap((child) => (child.type === 'element' && child.tagName === 'p' ? child.children : []));
    const title: Element = {
      type: 'element',
      tagName: 'p',
      properties: { className: ['admonition-title'] },
      children: inline?.length ? inline : [{ type: 'text', value: kind.charAt(0).toUpperCase() + kind.slice(1) }],
    };
    node.tagName = 'div';
    node.properties = { className: ['admonition', kind], role: 'note' };
    node.children = [title, ...node.children.filter((child) => child !== given)];
  });
}
