/** Follows a citation to its page, finds the cited passage, and highlights it for some seconds. */
import { PAGE_SHOWN } from '../page-events.ts';
import { moveFocusTo } from '../router/after-navigation.ts';
import { hashTarget, reveal } from './reveal.ts';

/** Names of the highlights in the stylesheet: while the passage is shown, and while the highlight fades out. */
const HIGHLIGHT = 'passage';
const FADING_HIGHLIGHT = 'passage-leaving';
const SHOWN_MS = 7000;
const FADING_MS = 700;

let timer: ReturnType<typeof setTimeout> | undefined;

function removeHighlight(): void {
  clearTimeout(timer);
  for (const name of [HIGHLIGHT, FADING_HIGHLIGHT]) CSS.highlights?.delete(name);
}

/** Highlights a range without changing the document. Without the Highlight API the passage is only scrolled to. */
function highlight(range: Range): void {
  removeHighlight();
  if (CSS.highlights === undefined) return;
  const highlight = new Highlight(range);
  CSS.highlights.set(HIGHLIGHT, highlight);
  timer = setTimeout(() => {
    CSS.highlights.delete(HIGHLIGHT);
    CSS.highlights.set(FADING_HIGHLIGHT, highlight);
    timer = setTimeout(removeHighlight, FADING_MS);
  }, SHOWN_MS);
  document.addEventListener(PAGE_SHOWN, removeHighlight, { once: true });
}

/** Scrolls to the passage on the current page and highlights it; does nothing if the page does not contain it. */
function showPassage(address: PassageAddress): void {
  const body = document.querySelector('.page-body');
  const range = body === null ? null : findPassage(body, address);
  const element = range?.startContainer.parentElement;
  if (!range || !element) return;
  reveal(element);
  element.scrollIntoView({ block: 'center' });
  highlight(range);
}

/**
 * Navigates to the page and section of an address and shows the passage that it names. Returns false if it does not name a
 * passage, or if links load documents; the browser then finds the passage itself.
 */
export function followCitation(href: string): boolean {
  const url = new URL(href, location.href);
  const address = parsePassageAddress(url.hash);
  const navigation = (window as { navigation?: Navigation }).navigation;
  if (address === null || navigation === undefined) return false;
  void navigateAndShow(navigation, withoutPassage(url.href), address);
  return true;
}

async function navigateAndShow(navigation: Navigation, href: string, address: PassageAddress): Promise<void> {
  if (!(await navigate(navigation, href))) return;
  const target = hashTarget(location.hash);
  if (target) moveFocusTo(target);
  showPassage(address);
}

/** Returns false if another navigation replaced this one, or if it failed, which the router has shown. */
async function navigate(navigation: Navigation, href: string): Promise<boolean> {
  const { committed, finished } = navigation.navigate(href);
  // If this promise rejects, so does the other.
  committed?.catch(() => undefined);
  try {
    await finished;
  } catch {
    // An overlay with a history entry replaces the navigation by one to the same address (`closeOnLeave`).
    if (location.href !== href) return false;
    await navigation.transition?.finished.catch(() => undefined);
    return location.href === href;
  }
  return true;
}

export interface PassageAddress {
  /** Id of the section's heading; '' for the start of the page. */
  anchor: string;
  start: string;
  /** Null if `start` is the whole passage. */
  end: string | null;
}

const DIRECTIVE = ':~:';

/** Parses the hash of an address; null if it does not name a passage or is malformed. */
export function parsePassageAddress(hash: string): PassageAddress | null {
  const [anchor = '', directives = ''] = hash.replace(/^#/, '').split(DIRECTIVE, 2);
  const text = /(?:^|&)text=([^&]*)/.exec(directives)?.[1];
  if (text === undefined) return null;
  // Ignore the context terms of the text fragment (`prefix-,` and `,-suffix`), because the section is sufficient context.
  const [start, end] = text.split(',').filter((term) => !term.startsWith('-') && !term.endsWith('-'));
  try {
    const plain = (term: string | undefined): string => foldText(decodeURIComponent(term ?? ''));
    return plain(start) === '' ? null : { anchor: decodeURIComponent(anchor), start: plain(start), end: plain(end) || null };
  } catch {
    return null;
  }
}

/** Removes the text directive from an address, for the router and the history. */
export function withoutPassage(href: string): string {
  return href.replace(/:~:.*$/s, '').replace(/#$/, '');
}

const foldText = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

const BLOCK = 'p, li, dt, dd, td, th, pre, h1, h2, h3, h4, h5, h6, summary, figcaption';
/** Elements inside a section whose text is not part of its content. */
const EXCLUDED = '.anchor, .code-tools, .visually-hidden';

/** The normalized text of a section, and the position of each of its UTF-16 code units in the document. */
interface SectionText {
  text: string;
  positions: { node: Text; offset: number }[];
}

function readSection(nodes: readonly Text[]): SectionText {
  let text = '';
  const positions: SectionText['positions'] = [];
  const add = (character: string, node: Text, offset: number): void => {
    text += character;
    for (let unit = 0; unit < character.length; unit += 1) positions.push({ node, offset });
  };
  let block: Element | null = null;
  for (const node of nodes) {
    const own = node.parentElement?.closest(BLOCK) ?? null;
    if (own !== block && !text.endsWith(' ')) add(' ', node, 0);
    block = own;
    // Offsets of a range are UTF-16 code units, while a string is iterated by code points.
    let offset = 0;
    for (const character of node.data) {
      if (!/\s/.test(character)) add(character.toLowerCase(), node, offset);
      else if (!text.endsWith(' ')) add(' ', node, offset);
      offset += character.length;
    }
  }
  return { text, positions };
}

function textNodes(root: Element, heading: Element | null): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node instanceof Element && node.matches(EXCLUDED) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const nodes: Text[] = [];
  let isInside = heading === null;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node === heading) isInside = true;
    else if (isInside && heading !== null && node instanceof Element && /^H[1-6]$/.test(node.tagName)) break;
    if (isInside && node instanceof Text) nodes.push(node);
  }
  return nodes;
}

/** Finds the passage in its section, otherwise anywhere in the body; null if there is none. @param root the page's body */
export function findPassage(root: Element, { anchor, start, end }: PassageAddress): Range | null {
  const heading = anchor === '' ? null : root.querySelector(`[id="${CSS.escape(anchor)}"]`)?.closest('h1, h2, h3, h4, h5, h6');
  const inSection = heading === null || heading === undefined ? null : rangeIn(textNodes(root, heading), start, end);
  return inSection ?? rangeIn(textNodes(root, null), start, end);
}

function rangeIn(nodes: readonly Text[], start: string, end: string | null): Range | null {
  const { text, positions } = readSection(nodes);
  const from = text.indexOf(start);
  const last = end === null ? from : text.indexOf(end, from + start.length);
  if (from < 0 || last < 0) return null;
  const first = positions[from];
  const final = positions[last + (end ?? start).length - 1];
  if (first === undefined || final === undefined) return null;
  const range = document.createRange();
  range.setStart(first.node, first.offset);
  const isPair = (final.node.data.codePointAt(final.offset) ?? 0) > 0xffff;
  range.setEnd(final.node, Math.min(final.offset + (isPair ? 2 : 1), final.node.length));
  return range;
}
