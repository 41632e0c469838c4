import type { Element, Root } from 'hast';

import { visitElements } from './visit-elements.ts';

/** `<x-featureavailability>` → which editions have the feature. */
export function featureAvailability(tree: Root): void {
  visitElements(tree, (node) => {
    if (node.tagName !== 'x-featureavailability') return;
    const saasOnly = node.properties['dataSaasonly'] !== undefined;
    const ossOnly = node.properties['dataOssonly'] !== undefined;
    node.tagName = 'div';
    node.properties = { className: ['feature-availability'] };
    node.children = [
      {
        type: 'element',
        tagName: 'p',
        properties: { className: ['feature-availability-title'] },
        children: [{ type: 'text', value: 'Feature availability' }],
      },
      {
        type: 'element',
        tagName: 'ul',
        properties: {},
        children: [edition('Self-hosted DataHub', !saasOnly), edition('Managed DataHub', !ossOnly)],
      },
    ];
  });
}

function edition(label: string, available: boolean): Element {
  const state: Element = {
    type: 'element',
    tagName: 'span',
    properties: { className: ['visually-hidden'] },
    children: [{ type: 'text', value: available ? ': available' : ': not available' }],
  };
  return {
    type: 'element',
    tagName: 'li',
    properties: { className: [available ? 'available' : 'unavailable'] },
    children: [{ type: 'text', value: label }, state],
  };
}
