import type { Element, Root } from 'hast';

import { visitElements } from './html-tree.ts';
import { tagLines } from './source-lines.ts';
import type { Line, Report } from './source-lines.ts';

/** The kinds an admonition may have, with the kind it is shown as. */
export const ADMONITIONS: Readonly<Record<string, string>> = {
  note: 'note',
  tip: 'tip',
  info: 'info',
  important: 'info',
  warning: 'warning',
  caution: 'warning',
  danger: 'danger',
};

/** The kind that an admonition is shown as; undefined for an unknown name. */
function kindOf(name: string): string | undefined {
  const lower = name.toLowerCase();
  return Object.hasOwn(ADMONITIONS, lower) ? ADMONITIONS[lower] : undefined;
}

const DIRECTIVE = /^(?<indent>(?:[ \t]|>)*)(?<colons>:{3,})\s*(?<name>[a-z]*)\s*(?:\[(?<label>.*)\])?\s*(?<title>.*)$/i;

/**
 * Turns `:::note[Title]` … `:::` into `<admonition>` tags, which the Markdown parser nests.
 * `:::note Title`, as Docusaurus 2 has it, means the same.
 */
export function readDirectives(lines: Line[], report: Report): Line[] {
  const open: { colons: number; name: string; line: number; indent: string }[] = [];
  const result = lines.flatMap((line) => {
    if (line.kind !== 'text' || !line.text.includes(':::')) return [line];
    const match = DIRECTIVE.exec(line.text)?.groups;
    if (match === undefined) return [line];
    const { indent = '', colons = '', name = '', label, title = '' } = match;
    if (name === '') {
      const closed = open.pop();
      if (closed === undefined) report(line.number, '":::" closes nothing here: no directive is open');
      return closed === undefined ? [line] : tagLines(line, indent, '</admonition>');
    }
    const kind = kindOf(name);
    if (kind === undefined) {
      report(line.number, `there is no directive ":::${name}"; known: ${Object.keys(ADMONITIONS).join(', ')}`);
      return [line];
    }
    open.push({ colons: colons.length, name, line: line.number, indent });
    const heading = (label ?? title).trim();
    const start = tagLines(line, indent, `<admonition data-kind="${kind}">`);
    return heading === ''
      ? start
      : [
          ...start,
          ...tagLines(line, indent, '<admonitiontitle>'),
          { ...line, text: indent + heading },
          ...tagLines(line, indent, '</admonitiontitle>'),
        ];
  });
  for (const { name, line } of open) report(line, `":::${name}" is never closed: end it with a line of ":::"`);
  return result;
}

/** `<admonition data-kind="note">` → the markup of handbook/markup.md. */
export function admonitions(tree: Root): void {
  visitElements(tree, (node) => {
    if (node.tagName !== 'admonition') return;
    const written = String(node.properties['dataKind'] ?? 'note');
    const kind = kindOf(written) ?? 'note';
    const named = String(node.properties['dataTitle'] ?? '');
    const given = node.children.find((child): child is Element => child.type === 'element' && child.tagName === 'admonitiontitle');
    const inline = given?.children.flatMap((child) => (child.type === 'element' && child.tagName === 'p' ? child.children : []));
    const title: Element = {
      type: 'element',
      tagName: 'p',
      properties: { className: ['admonition-title'] },
      children: inline?.length ? inline : [{ type: 'text', value: named || kind.charAt(0).toUpperCase() + kind.slice(1) }],
    };
    node.tagName = 'div';
    node.properties = { className: ['admonition', kind], role: 'note' };
    node.children = [title, ...node.children.filter((child) => child !== given)];
  });
}
