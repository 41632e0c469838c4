import type { Element, Root } from 'hast';

import { visitElements } from './html-tree.ts';

const PLAYERS: readonly { source: RegExp; page: (id: string) => string }[] = [
  {
    source: /^(?:https?:)?\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com\/embed|youtu\.be)\/([\w-]+)/,
    page: (id) => `https://www.youtube.com/watch?v=${id}`,
  },
  { source: /^(?:https?:)?\/\/(?:www\.)?loom\.com\/embed\/([\w-]+)/, page: (id) => `https://www.loom.com/share/${id}` },
  { source: /^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d+)/, page: (id) => `https://vimeo.com/${id}` },
];

/** Turns embedded frames and videos into links: a page loads nothing from other sites, and a link works everywhere. */
export function embeds(tree: Root): void {
  visitElements(tree, (node) => {
    if (node.tagName !== 'iframe' && node.tagName !== 'video' && node.tagName !== 'audio') return undefined;
    const title = String(node.properties['title'] ?? '').trim();
    const source = sourceOf(node);
    const [player, id] = playerOf(source);
    const isVideo = player !== undefined || node.tagName === 'video';
    const label = isVideo ? 'Watch the video' : node.tagName === 'audio' ? 'Listen to the recording' : 'Open the embedded page';
    const named = title === '' || /^(youtube|loom)\b/i.test(title) ? '' : `: ${title}`;
    node.tagName = 'a';
    node.properties = { ...(isVideo && { className: ['video'] }), href: player?.page(id) ?? source };
    node.children = [{ type: 'text', value: label + named }];
    return 'skip';
  });
}

function playerOf(source: string): [(typeof PLAYERS)[number] | undefined, string] {
  for (const player of PLAYERS) {
    const id = player.source.exec(source)?.[1];
    if (id !== undefined) return [player, id];
  }
  return [undefined, ''];
}

/** The address of a frame, or of the first source of a video. */
function sourceOf(node: Element): string {
  const own = node.properties['src'];
  if (typeof own === 'string') return own;
  const inner = node.children.find((child): child is Element => child.type === 'element' && child.tagName === 'source');
  return String(inner?.properties['src'] ?? '');
}
