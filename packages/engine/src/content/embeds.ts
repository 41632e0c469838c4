import type { Root } from 'hast';

import { visitElements } from './html-tree.ts';

const YOUTUBE = /^(?:https?:)?\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com\/embed|youtu\.be)\/([\w-]+)/;
const LOOM = /^(?:https?:)?\/\/(?:www\.)?loom\.com\/embed\/([\w-]+)/;

/** Turns embedded players into links: a page loads nothing from other sites, and a link works everywhere. */
export function embeds(tree: Root): void {
  visitElements(tree, (node) => {
    if (node.tagName !== 'iframe') return;
    const source = String(node.properties['src'] ?? '');
    const title = String(node.properties['title'] ?? '').trim();
    const id = YOUTUBE.exec(source)?.[1];
    const loom = LOOM.exec(source)?.[1];
    const href =
      id !== undefined ? `https://www.youtube.com/watch?v=${id}` : loom !== undefined ? `https://www.loom.com/share/${loom}` : source;
    const named = title === '' || /^(youtube|loom)\b/i.test(title) ? '' : `: ${title}`;
    node.tagName = 'a';
    node.properties = { className: ['video'], href };
    node.children = [{ type: 'text', value: `Watch the video${named}` }];
  });
}
