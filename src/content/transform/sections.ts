import type { Element, Root, RootContent } from 'hast';

import type { Section } from '#model/page.ts';

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

/** Cuts the page at its headings into the sections that search and the assistant work on. Call it on the finished tree. */
export function readSections(tree: Root, title: string): Section[] {
  const sections: Section[] = [{ anchor: '', heading: title, level: 1, text: '', code: [] }];
  for (const node of tree.children) readNode(node, sections);
  for (const section of sections) section.text = tidy(section.text);
  return sections.filter((section, index) => index === 0 || section.text !== '' || section.code.length > 0 || section.heading !== '');
}

function readNode(node: RootContent, sections: Section[]): void {
  const current = sections.at(-1);
  if (current === undefined) return;
  if (node.type === 'text') current.text += node.value;
  if (node.type !== 'element' || HIDDEN.has(node.tagName)) return;
  const level = /^h([1-6])$/.exec(node.tagName)?.[1];
  if (level === '1') return;
  if (level !== undefined) {
    sections.push({
      anchor: String(node.properties['id'] ?? ''),
      heading: tidy(innerText(node)),
      level: Number(level),
      text: '',
      code: [],
    });
    return;
  }
  const code = (node.data as { code?: string } | undefined)?.code;
  if (code !== undefined) {
    current.code.push(code);
    return;
  }
  if (node.tagName === 'td' || node.tagName === 'th') current.text += ' ';
  if (BLOCK.has(node.tagName)) current.text += '\n';
  for (const child of node.children) readNode(child, sections);
  const last = sections.at(-1);
  if (BLOCK.has(node.tagName) && last !== undefined) last.text += '\n';
}

function innerText(node: Element): string {
  return node.children.map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? innerText(child) : '')).join('');
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
