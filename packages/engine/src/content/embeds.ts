import type { Element, Root } from 'hast';

import { type InterfaceWord, type Translate, createTranslate } from '#model/interface-words.ts';

import type { CompileServices } from './document.ts';
import { visitElements } from './html-tree.ts';

/** A service whose embedded frames can be loaded on a page. */
interface Player {
  name: string;
  /** Matches the address of a frame; the first group is the id of the video or project. */
  source: RegExp;
  label: InterfaceWord;
  /** Returns the address of the page of the video or project. */
  page: (id: string) => string;
  /** Returns the address of the frame, which is loaded when the reader clicks the link. */
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
    source: /^(?:https?:)?\/\/(?:www\.)?codesandbox\.io\/(?:embed|p\/sandbox|s)\/(github\/[\w./-]+|[\w-]+)/,
    label: 'Open the sandbox on CodeSandbox',
    page: (id) => `https://codesandbox.io/s/${id}`,
    frame: (id) => `https://codesandbox.io/embed/${id}`,
  },
  {
    name: 'StackBlitz',
    source: /^(?:https?:)?\/\/stackblitz\.com\/((?:edit|github)\/[\w./-]+)/,
    label: 'Open the project on StackBlitz',
    page: (id) => `https://stackblitz.com/${id}`,
    frame: (id) => `https://stackblitz.com/${id}?embed=1`,
  },
];

/** Addresses of frames that a page may load when the reader clicks their link. */
export const FRAME =
  /^https:\/\/(?:www\.youtube-nocookie\.com|www\.loom\.com|player\.vimeo\.com|codesandbox\.io|stackblitz\.com)\/[\w./?=-]+$/;

/** Matches a path with a segment of dots or a backslash, by which browsers leave the folder of a video or project: `github/../../x`. */
const LEAVES_FOLDER = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** Whether the path of an address can lead to another folder than the one that it names. Browsers ignore tabs and line breaks in addresses. */
const leavesFolder = (address: string): boolean => LEAVES_FOLDER.test(address.replace(/[\t\r\n]/g, '').replace(/[?#].*/s, ''));

/** Whether an address belongs to a player's frame, which a click loads on the page. Other frames become plain links. */
export const isPlayer = (source: string): boolean => playerOf(source) !== null;

/**
 * Turns embedded frames and videos into links, because a page loads nothing from other sites before the reader agrees. The link of a known
 * player carries the address of its frame, which replaces the link on a click. Only this function sets such an address.
 * @param refuse reports the address of a player's frame that could lead to another page of the player's site. It becomes a plain link
 * @returns the origins of these frames, which the Content-Security-Policy has to allow
 */
export function embeds(tree: Root, services: Pick<CompileServices, 'words'>, refuse: (address: string, player: string) => void): string[] {
  const translate = createTranslate(services);
  const origins = new Set<string>();
  visitElements(tree, (node) => {
    delete node.properties['dataEmbed'];
    if (node.tagName !== 'iframe' && node.tagName !== 'video' && node.tagName !== 'audio') return undefined;
    const title = String(node.properties['title'] ?? '').trim();
    const source = sourceOf(node);
    const found = playerOf(source);
    const player = leavesFolder(source) ? null : found;
    if (found !== null && player === null) refuse(source, found.name);
    if (player !== null) origins.add(new URL(player.frame).origin);
    node.properties = {
      ...((player !== null || node.tagName === 'video') && { className: ['video'] }),
      href: player?.page ?? source,
      ...(player !== null && { dataEmbed: player.frame }),
    };
    node.children = [{ type: 'text', value: labelOf(node.tagName, player, title, source, translate) }];
    node.tagName = 'a';
    return 'skip';
  });
  return [...origins];
}

function labelOf(
  tagName: string,
  player: Pick<Player, 'name' | 'label'> | null,
  title: string,
  source: string,
  translate: Translate,
): string {
  const host = tagName === 'iframe' && player === null ? (/^(?:https?:)?\/\/([\w.-]+)/.exec(source)?.[1] ?? '') : '';
  const own = { video: 'Watch the video', audio: 'Listen to the recording' } as const;
  const word = player?.label ?? (tagName === 'video' || tagName === 'audio' ? own[tagName] : 'Open the embedded page');
  // Ignore the title that a player gives to all of its frames, such as `YouTube video player`.
  const hasOwnTitle = title !== '' && !(player !== null && title.toLowerCase().startsWith(player.name.toLowerCase()));
  if (hasOwnTitle) return `${translate(word)}: ${title}`;
  return host === '' ? translate(word) : translate('Open the embedded page of {host}', { host });
}

function playerOf(source: string): (Pick<Player, 'name' | 'label'> & Record<'page' | 'frame', string>) | null {
  for (const { source: pattern, page, frame, ...player } of PLAYERS) {
    const id = pattern.exec(source)?.[1];
    if (id !== undefined) return { ...player, page: page(id), frame: frame(id) };
  }
  return null;
}

/** Returns the address of a frame, or of a video or its first `<source>`. */
function sourceOf(node: Element): string {
  const own = node.properties['src'];
  if (typeof own === 'string') return own;
  const inner = node.children.find((child): child is Element => child.type === 'element' && child.tagName === 'source');
  return String(inner?.properties['src'] ?? '');
}
