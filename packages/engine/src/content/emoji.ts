import type { Root } from 'hast';

import { createElement, visitElements } from './html-tree.ts';

/** A shortcode such as `:tada:`, but not the middle of `urn:li:tag`. */
const SHORTCODE = /(?<![\w:]):([a-z0-9_+-]+):(?![\w:])/g;

/** Replaces emoji shortcodes in text with emoji. Code and unknown shortcodes stay unchanged. */
export async function emoji(tree: Root): Promise<void> {
  const found: { value: string }[] = [];
  // Visit a wrapper of the page, so that text at the top level has a parent element, too.
  visitElements(createElement('div', {}, tree.children as never), (node) => {
    if (node.tagName === 'code' || node.tagName === 'pre') return 'skip';
    for (const child of node.children) if (child.type === 'text' && child.value.search(SHORTCODE) >= 0) found.push(child);
    return undefined;
  });
  if (found.length === 0) return;
  // Imported on demand, because few pages contain emoji shortcodes.
  const { get } = await import('node-emoji');
  for (const text of found) text.value = text.value.replace(SHORTCODE, (whole, name: string) => get(name) ?? whole);
}
