import type { Element, Root, RootContent } from 'hast';

import { MARK, type Section, plainText, withoutMarks } from '@quire/search';

const BLOCK = new Set([
  'p',
  'li',
  'tr',
  'div',
  'blockquote',
  'summary',
  'details',
  'ul',
  'ol',
  'table',
  'figure',
  'figcaption',
  'dt',
  'dd',
  'header',
  'br',
  'hr',
]);
const HIDDEN = new Set(['button', 'svg', 'script', 'style']);

/** A section that is being read. */
type Draft = Pick<Section, 'anchor' | 'heading' | 'level' | 'code'> & { lines: string[] };

/** Splits a page at its headings into the sections that the search and the assistant use. Call it after all transforms. */
export function readSections(tree: Root, title: string): Section[] {
  const drafts: Draft[] = [{ anchor: '', heading: title, level: 1, code: [], lines: [] }];
  const text = createMarkedText(() => (drafts.at(-1) as Draft).lines);
  for (const node of tree.children) readNode(node, drafts, text);
  text.endSection();
  return drafts
    .map(finish)
    .filter((section, index) => index === 0 || section.text !== '' || section.code.length > 0 || section.heading !== '');
}

function finish({ lines, anchor, heading, level, code }: Draft): Section {
  const marked = lines.join('\n');
  const text = plainText(marked);
  return { anchor, heading, level, text, ...(marked !== text && { marked }), code };
}

/** Whether the text of an element is not part of a section: controls, drawings, and repeated text, which is marked with `data-nosnippet`. */
function isExcluded({ tagName, properties }: Element): boolean {
  return HIDDEN.has(tagName) || properties['role'] === 'img' || properties['dataNosnippet'] !== undefined;
}

function readNode(node: RootContent, drafts: Draft[], text: MarkedText): void {
  if (node.type === 'text') text.write(node.value);
  if (node.type !== 'element' || isExcluded(node)) return;
  const level = /^h([1-6])$/.exec(node.tagName)?.[1];
  if (level === '1') return;
  if (level !== undefined) {
    text.endSection();
    drafts.push({
      anchor: String(node.properties['id'] ?? ''),
      heading: innerText(node).replace(/\s+/g, ' ').trim(),
      level: Number(level),
      code: [],
      lines: [],
    });
    return;
  }
  const code = (node.data as { code?: string } | undefined)?.code;
  if (code !== undefined) {
    (drafts.at(-1) as Draft).code.push(code);
    text.codeBlock();
    return;
  }
  const readChildren = (): void => node.children.forEach((child) => readNode(child, drafts, text));
  if (!BLOCK.has(node.tagName)) readInline(node, text, readChildren);
  else {
    text.endLine();
    readBlock(node, text, readChildren);
    text.endLine();
  }
}

const hasClass = (node: Element, name: string): boolean =>
  Array.isArray(node.properties['className']) && node.properties['className'].includes(name);

function readBlock(node: Element, text: MarkedText, readChildren: () => void): void {
  const { tagName } = node;
  if (tagName === 'ol') text.numbered(Number(node.properties['start'] ?? 1), readChildren);
  else if (tagName === 'ul') text.bulleted(readChildren);
  else if (tagName === 'li') text.item(readChildren);
  else if (tagName === 'tr') text.row(isHeaderRow(node), readChildren);
  else if (hasClass(node, 'admonition')) text.admonition(readChildren);
  else if (node.properties['role'] === 'tabpanel') text.tab(String(node.properties['ariaLabel'] ?? ''), readChildren);
  else if (tagName === 'summary' || tagName === 'figcaption' || hasClass(node, 'feature-availability')) text.label(readChildren);
  else readChildren();
}

function readInline({ tagName }: Element, text: MarkedText, readChildren: () => void): void {
  if (tagName === 'td' || tagName === 'th') text.cell(readChildren);
  else if (tagName === 'code') text.code(readChildren);
  else if (tagName === 'strong' || tagName === 'b') text.strong(readChildren);
  else if (tagName === 'a') text.link(readChildren);
  else readChildren();
}

/** Whether all cells of a row are headers, apart from empty ones, which are data cells (`emptyHeadersToCells`). */
function isHeaderRow(row: Element): boolean {
  const cells = row.children.filter((child): child is Element => child.type === 'element');
  const headers = cells.filter(({ tagName }) => tagName === 'th');
  return headers.length > 0 && cells.every((cell) => cell.tagName === 'th' || cell.children.length === 0);
}

function innerText(node: Element): string {
  return node.children.map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? innerText(child) : '')).join('');
}

/** Collects the text of a page in reading order as lines, each with marks (`MARK`) for its kind. Methods with `read` call it to read the content of the element. */
export interface MarkedText {
  write(text: string): void;
  /** Ends a line, except inside a table row or code. */
  endLine(): void;
  endSection(): void;
  codeBlock(): void;
  numbered(first: number, read: () => void): void;
  bulleted(read: () => void): void;
  item(read: () => void): void;
  admonition(read: () => void): void;
  label(read: () => void): void;
  tab(label: string, read: () => void): void;
  row(isHeader: boolean, read: () => void): void;
  cell(read: () => void): void;
  code(read: () => void): void;
  strong(read: () => void): void;
  link(read: () => void): void;
}

/** A list item, a step, or an admonition. */
interface MarkedBlock {
  /** Mark of its first line. Its other lines have `MARK.within`. */
  mark: string;
  /** Whether its first line is written. */
  isOpen: boolean;
}

interface Line {
  text: string;
  /** Whether all of its text, apart from white space, is in links. */
  isLinks: boolean;
}

const NO_LINE: Line = { text: '', isLinks: true };

/** @param currentLines returns the lines of the section that is being read */
function createMarkedText(currentLines: () => string[]): MarkedText {
  let line = { ...NO_LINE };
  let row: { mark: string; cells: string[] } | null = null;
  /** The lines of the current section, the nesting depth of its last line, and the marks of code blocks and tabs that belong before the next line. */
  let position = { lines: currentLines(), depth: 0, pending: '' };
  const openBlocks: MarkedBlock[] = [];
  const lists: { next: string }[] = [];
  const inside = { code: 0, link: 0, label: 0 };

  function currentPosition(): typeof position {
    const lines = currentLines();
    if (position.lines !== lines) position = { lines, depth: 0, pending: '' };
    return position;
  }

  function push(text: string): void {
    const current = currentPosition();
    const marks = openBlocks.map((block) => (block.isOpen ? MARK.within : block.mark));
    for (const block of openBlocks) block.isOpen = true;
    current.lines.push(current.pending + marks.join('') + text);
    position = { ...current, depth: openBlocks.length, pending: '' };
  }

  function endLine(): void {
    if (row !== null || inside.code > 0) {
      line.text += ' ';
      return;
    }
    const text = collapseSpace(line.text);
    const isLabel = inside.label > 0 || line.isLinks;
    line = { ...NO_LINE };
    if (plainText(text).trim() !== '') push((isLabel ? MARK.label : '') + text);
  }

  /** Writes a mark between two lines. */
  function writeMark(mark: string): void {
    endLine();
    const current = currentPosition();
    // After a list, the mark belongs to the next line.
    if (current.lines.length === 0 || openBlocks.length < current.depth) current.pending += mark;
    else current.lines.push(`${current.lines.pop()}${mark}`);
  }

  function writeBlock(mark: string, read: () => void): void {
    if (row !== null) return read();
    openBlocks.push({ mark, isOpen: false });
    read();
    endLine();
    openBlocks.pop();
  }

  function trackInside(what: keyof typeof inside, read: () => void): void {
    inside[what]++;
    read();
    // End the line while it still counts as inside of the label.
    if (what === 'label') endLine();
    inside[what]--;
  }

  function list(next: string, read: () => void): void {
    lists.push({ next });
    read();
    lists.pop();
  }

  return {
    write(text) {
      line.text += withoutMarks(text);
      if (inside.link === 0 && /\S/.test(text)) line.isLinks = false;
    },
    endLine,
    endSection() {
      endLine();
      const { lines, pending } = currentPosition();
      // At the end of a section, no line follows, so only code blocks in tabs need marks.
      if (pending.includes(MARK.tab) && pending.includes(MARK.codeBlock)) lines.push(pending);
    },
    codeBlock: () => writeMark(MARK.codeBlock),
    numbered: (first, read) => list(`${MARK.step}${Number.isSafeInteger(first) ? Math.max(first, 0) : 1}${MARK.step}`, read),
    bulleted: (read) => list(MARK.item, read),
    item(read) {
      const above = lists.at(-1);
      writeBlock(above?.next ?? MARK.item, read);
      if (above !== undefined && above.next !== MARK.item) above.next = MARK.step;
    },
    admonition: (read) => writeBlock(MARK.admonition, read),
    label: (read) => trackInside('label', read),
    tab(label, read) {
      if (row !== null) return read();
      writeMark(MARK.tab + collapseSpace(withoutMarks(label)) + MARK.tab);
      read();
      writeMark(MARK.tab + MARK.tab);
    },
    row(isHeader, read) {
      if (row !== null) return read();
      row = { mark: isHeader ? MARK.headerRow : MARK.row, cells: [] };
      read();
      const { mark, cells } = row;
      row = null;
      line = { ...NO_LINE };
      if (cells.some((cell) => cell !== '')) push(mark + joinCells(cells));
    },
    cell(read) {
      if (row === null || row.cells.length > 0) line.text += ' ';
      const before = line.text;
      line = { ...NO_LINE };
      read();
      if (row === null) line.text = before + line.text;
      else {
        const text = collapseSpace(line.text);
        row.cells.push((text !== '' && line.isLinks ? MARK.label : '') + text);
        line = { ...NO_LINE };
      }
    },
    code(read) {
      if (inside.code > 0) return read();
      const before = line.text;
      line.text = '';
      trackInside('code', read);
      line.text = before + markCode(line.text);
    },
    strong(read) {
      if (inside.code > 0) return read();
      line.text += MARK.strong;
      read();
      if (line.text !== '') line.text += MARK.strongEnd;
    },
    link: (read) => trackInside('link', read),
  };
}

/** Collapses white space, also beside the marks of bold text. */
function collapseSpace(text: string): string {
  const collapsed = (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
  return collapsed.includes(MARK.strong) ? collapsed.replace(SPACE_AT_BOLD_START, '$1').replace(SPACE_BEFORE_BOLD_END, '') : collapsed;
}

const SPACE_AT_BOLD_START = /((?:^| )[\u008b\u008c]+) /g;
const SPACE_BEFORE_BOLD_END = / (?=[\u008b\u008c]+(?: |$))/g;

/** Puts marks around inline code, and moves white space at its ends out of the marks. */
function markCode(text: string): string {
  const code = collapseSpace(text);
  if (code === '') return ' ';
  return `${/^\s/.test(text) ? ' ' : ''}${MARK.code}${code}${MARK.code}${/\s$/.test(text) ? ' ' : ''}`;
}

/** Joins the cells of a row. A space between two cells with text keeps their words apart when the marks are removed. */
function joinCells(cells: readonly string[]): string {
  let hasText = false;
  return cells
    .map((cell, index) => {
      const space = hasText && cell !== '' ? ' ' : '';
      hasText ||= cell.replaceAll(MARK.cell, '') !== '';
      return index === 0 ? cell : `${space}${MARK.cell}${cell}`;
    })
    .join('');
}
