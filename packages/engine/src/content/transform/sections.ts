import type { Element, Root, RootContent } from 'hast';

import type { Section } from '#model/page.ts';
import { plainText } from '#model/text-marks.ts';

import { createMarkedText, type MarkedText } from './marked-text.ts';

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

/** A section while it is read. */
type Draft = Pick<Section, 'anchor' | 'heading' | 'level' | 'code'> & { lines: string[] };

/** Cuts the page at its headings into the sections that search and the assistant work on. Call it on the finished tree. */
export function readSections(tree: Root, title: string): Section[] {
  const drafts: Draft[] = [{ anchor: '', heading: title, level: 1, code: [], lines: [] }];
  const text = createMarkedText(() => (drafts.at(-1) as Draft).lines);
  for (const node of tree.children) readNode(node, drafts, text);
  text.endLine();
  return drafts
    .map(finish)
    .filter((section, index) => index === 0 || section.text !== '' || section.code.length > 0 || section.heading !== '');
}

function finish({ lines, anchor, heading, level, code }: Draft): Section {
  const marked = lines.join('\n');
  const text = plainText(marked);
  return { anchor, heading, level, text, ...(marked !== text && { marked }), code };
}

function readNode(node: RootContent, drafts: Draft[], text: MarkedText): void {
  if (node.type === 'text') text.write(node.value);
  if (node.type !== 'element' || HIDDEN.has(node.tagName)) return;
  const level = /^h([1-6])$/.exec(node.tagName)?.[1];
  if (level === '1') return;
  if (level !== undefined) {
    text.endLine();
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
  else if (tagName === 'summary' || tagName === 'figcaption' || hasClass(node, 'feature-availability')) text.label(readChildren);
  else readChildren();
}

function readInline({ tagName }: Element, text: MarkedText, readChildren: () => void): void {
  if (tagName === 'td' || tagName === 'th') text.cell(readChildren);
  else if (tagName === 'code') text.code(readChildren);
  else if (tagName === 'a') text.link(readChildren);
  else readChildren();
}

function isHeaderRow(row: Element): boolean {
  const cells = row.children.filter((child): child is Element => child.type === 'element');
  return cells.length > 0 && cells.every(({ tagName }) => tagName === 'th');
}

function innerText(node: Element): string {
  return node.children.map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? innerText(child) : '')).join('');
}
