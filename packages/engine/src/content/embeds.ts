import type { Element, Root } from 'hast';

import { type InterfaceWord, type Translate, createTranslate } from '#model/interface-words.ts';

import type { CompileServices } from './document.ts';
import { visitElements } from './html-tree.ts';

interface Player {
  name: string;
  source: RegExp;
  label: InterfaceWord;
  /** Address of the video's page. */
  page: (id: string) => string;
  /** Address of the frame, which is loaded when the reader asks for it. */
  frame: (id: string) => string;
}

const PLAYERS: readonly Player[] = [
  {
    name: 'YouTube',
    source: /^(?:https?:)?\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com\/embed|youtu\.be)\/([\w-]+)/,
    label: 'Watch the video on YouTube',
    page: (id) => `https://www.youtube.com/watch?v=${id}`,
    frame: (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  },
  {
    name: 'Loom',
    source: /^(?:https?:)?\/\/(?:www\.)?loom\.com\/embed\/([\w-]+)/,
    label: 'Watch the video on Loom',
    page: (id) => `https://www.loom.com/share/${id}`,
    frame: (id) => `https://www.loom.com/embed/${id}`,
  },
  {
    name: 'Vimeo',
    source: /^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d+)/,
    label: 'Watch the video on Vimeo',
    page: (id) => `https://vimeo.com/${id}`,
    frame: (id) => `https://player.vimeo.com/video/${id}?dnt=1`,
  },
  {
    name: 'CodeSandbox',
    source: /^(?:https?:)?\/\/(?:www\.)?codesandbox\.io\/(?:embed|p\/sandbox|s)\/([\w-]+)/,
    label: 'Open the sandbox on CodeSandbox',
    page: (id) => `https://codesandbox.io/s/${id}`,
    frame: (id) => `https://codesandbox.io/embed/${id}`,
  },
  {
    name: 'StackBlitz',
    source: /^(?:https?:)?\/\/stackblitz\.com\/edit\/([\w-]+)/,
    label: 'Open the project on StackBlitz',
    page: (id) => `https://stackblitz.com/edit/${id}`,
    frame: (id) => `https://stackblitz.com/edit/${id}?embed=1`,
  },
];

/** Addresses of frames that a page may load when the reader asks for them. */
export const FRAME =
  /^https:\/\/(?:www\.youtube-nocookie\.com|www\.loom\.com|player\.vimeo\.com|codesandbox\.io|stackblitz\.com)\/[\w/?=-]+$/;

/** Whether a frame with this address is loaded when the reader asks for it; other frames are links. */
export const isPlayer = (source: string): boolean => playerOf(source) !== null;

/**
 * Turns embedded frames and videos into links: a page loads nothing from other sites, and a link works everywhere. Those of
 * known players carry the address of their frame, which replaces the link on a click.
 * @returns the origins of these frames, which the Content-Security-Policy has to allow
 */
export function embeds(tree: Root, services: Pick<CompileServices, 'words'>): string[] {
  const say = createTranslate(services);
  const origins = new Set<string>();
  visitElements(tree, (node) => {
    if (node.tagName !== 'iframe' && node.tagName !== 'video' && node.tagName !== 'audio') return undefined;
    const title = String(node.properties['title'] ?? '').trim();
    const source = sourceOf(node);
    const player = playerOf(source);
    if (player !== null) origins.add(new URL(player.frame).origin);
    node.properties = {
      ...((player !== null || node.tagName === 'video') && { className: ['video'] }),
      href: player?.page ?? source,
      ...(player !== null && { dataEmbed: player.frame }),
    };
    node.children = [{ type: 'text', value: labelOf(node.tagName, player, title, source, say) }];
    node.tagName = 'a';
    return 'skip';
  });
  return [...origins];
}

function labelOf(tagName: string, player: Pick<Player, 'name' | 'label'> | null, title: string, source: string, say: Translate): string {
  const host = tagName === 'iframe' && player === null ? (/^(?:https?:)?\/\/([\w.-]+)/.exec(source)?.[1] ?? '') : '';
  const own = { video: 'Watch the video', audio: 'Listen to the recording' } as const;
  const word = player?.label ?? (tagName === 'video' || tagName === 'audio' ? own[tagName] : 'Open the embedded page');
  // Players give all of their frames one title, such as `YouTube video player`.
  const isOwn = title !== '' && !(player !== null && title.toLowerCase().startsWith(player.name.toLowerCase()));
  if (isOwn) return `${say(word)}: ${title}`;
  return host === '' ? say(word) : say('Open the embedded page of {host}', { host });
}

function playerOf(source: string): (Pick<Player, 'name' | 'label'> & Record<'page' | 'frame', string>) | null {
  for (const { source: pattern, page, frame, ...player } of PLAYERS) {
    const id = pattern.exec(source)?.[1];
    if (id !== undefined) return { ...player, page: page(id), frame: frame(id) };
  }
  return null;
}

/** The address of a frame, or of the first source of a video. */
function sourceOf(node: Element): string {
  const own = node.properties['src'];
  if (typeof own === 'string') return own;
  const inner = node.children.find((child): child is Element => child.type === 'element' && child.tagName === 'source');
  return String(inner?.properties['src'] ?? '');
}
