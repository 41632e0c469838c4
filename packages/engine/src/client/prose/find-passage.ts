/** Finds the words that a text fragment (`:~:text=start,end`) names in the section that its anchor names. */

export interface PassageAddress {
  /** Id of the section's heading; '' for the start of the page. */
  anchor: string;
  start: string;
  /** Null where `start` is all of it. */
  end: string | null;
}

const DIRECTIVE = ':~:';

/** Reads the hash of an address; null where it names no words, or is malformed. */
export function readPassageAddress(hash: string): PassageAddress | null {
  const [anchor = '', directives = ''] = hash.replace(/^#/, '').split(DIRECTIVE, 2);
  const text = /(?:^|&)text=([^&]*)/.exec(directives)?.[1];
  if (text === undefined) return null;
  // Context, `prefix-,` and `,-suffix`, is left out: the section is context enough.
  const [start, end] = text.split(',').filter((term) => !term.startsWith('-') && !term.endsWith('-'));
  try {
    const plain = (term: string | undefined): string => foldText(decodeURIComponent(term ?? ''));
    return plain(start) === '' ? null : { anchor: decodeURIComponent(anchor), start: plain(start), end: plain(end) || null };
  } catch {
    return null;
  }
}

/** An address without its directive: what the router and the history are given. */
export function withoutPassage(href: string): string {
  return href.replace(/:~:.*$/s, '').replace(/#$/, '');
}

const foldText = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

const BLOCK = 'p, li, dt, dd, td, th, pre, h1, h2, h3, h4, h5, h6, summary, figcaption';
/** Shown beside the text, or instead of it for some readers. */
const ASIDE = '.anchor, .code-tools, .visually-hidden';

/** The words of a section as one text, and where each character stands in the document. */
interface SectionText {
  text: string;
  places: { node: Text; offset: number }[];
}

function readSection(nodes: readonly Text[]): SectionText {
  let text = '';
  const places: SectionText['places'] = [];
  const add = (character: string, node: Text, offset: number): void => {
    text += character;
    for (let unit = 0; unit < character.length; unit += 1) places.push({ node, offset });
  };
  let block: Element | null = null;
  for (const node of nodes) {
    const own = node.parentElement?.closest(BLOCK) ?? null;
    if (own !== block && !text.endsWith(' ')) add(' ', node, 0);
    block = own;
    for (const [offset, character] of Array.from(node.data).entries()) {
      if (!/\s/.test(character)) add(character.toLowerCase(), node, offset);
      else if (!text.endsWith(' ')) add(' ', node, offset);
    }
  }
  return { text, places };
}

function textNodes(root: Element, heading: Element | null): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node instanceof Element && node.matches(ASIDE) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
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

/** The passage in its section, else anywhere below `root`; null where it is not. @param root holds the page's body */
export function findPassage(root: Element, { anchor, start, end }: PassageAddress): Range | null {
  const heading = anchor === '' ? null : root.querySelector(`[id="${CSS.escape(anchor)}"]`)?.closest('h1, h2, h3, h4, h5, h6');
  const inSection = heading === null || heading === undefined ? null : rangeIn(textNodes(root, heading), start, end);
  return inSection ?? rangeIn(textNodes(root, null), start, end);
}

function rangeIn(nodes: readonly Text[], start: string, end: string | null): Range | null {
  const { text, places } = readSection(nodes);
  const from = text.indexOf(start);
  const last = end === null ? from : text.indexOf(end, from + start.length);
  if (from < 0 || last < 0) return null;
  const first = places[from];
  const final = places[last + (end ?? start).length - 1];
  if (first === undefined || final === undefined) return null;
  const range = document.createRange();
  range.setStart(first.node, first.offset);
  range.setEnd(final.node, Math.min(final.offset + 1, final.node.length));
  return range;
}
