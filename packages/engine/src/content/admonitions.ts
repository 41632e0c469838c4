import type { Element, Root } from 'hast';

import { wordFor } from '#model/interface-words.ts';

import type { CompileServices } from './document.ts';
import { escapeText } from './escape-text.ts';
import { createElement, visitElements } from './html-tree.ts';
import { MAX_NESTING } from './parser-limits.ts';
import { tagLines } from './source-lines.ts';
import type { Line, Report } from './source-lines.ts';

/** The kind as which each name of an admonition is shown. */
export const ADMONITIONS: Readonly<Record<string, string>> = {
  note: 'note',
  secondary: 'note',
  tip: 'tip',
  success: 'tip',
  info: 'info',
  important: 'info',
  warning: 'warning',
  caution: 'warning',
  danger: 'danger',
};

/** Returns the kind that an admonition is shown as; undefined for an unknown name. @param own names that the site adds */
function kindOf(name: string, own: readonly string[] = []): string | undefined {
  const lower = name.toLowerCase();
  // As in Docusaurus, a name that has no design of its own looks like `info`.
  return Object.hasOwn(ADMONITIONS, lower) ? ADMONITIONS[lower] : own.includes(name) ? 'info' : undefined;
}

/** Returns the title of an admonition whose name the site adds: `new-feature` is "New feature". */
const nameAsTitle = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[-_]/g, ' ');

/** The elements of directives of VitePress and VuePress that are not admonitions. */
const BLOCKS: Readonly<Record<string, string>> = { details: 'details', 'code-group': 'x-codegroup', tabs: 'Tabs', tab: 'TabItem' };

/** Returns the tags at the start of such an element. */
function startOf(element: string, heading: string): string[] {
  const text = escapeText(heading);
  if (element === 'details') return ['<details>', `<summary>${text === '' ? 'Details' : text}</summary>`];
  const label = heading.replace(/^(["'])(.*)\1$/, '$2').replaceAll('"', "'");
  return [element === 'TabItem' ? `<TabItem value="${label}" label="${label}">` : `<${element}>`];
}

/** Starts a tab within `:::tabs` of VitePress's plugin. */
const TAB = /^(?<indent>(?:[ \t]|>)*)==\s+(?:tab\s+)?(?<label>\S.*)$/;

// The title may have any characters: if it could fail to match, the time would be cubic in the number of spaces before it.
const DIRECTIVE = /^(?<indent>(?:[ \t]|>)*)(?<colons>:{3,})\s*(?<name>(?:[a-z][\w-]*)?)\s*(?:\[(?<label>[^]*)\])?\s*(?<title>[^]*)/i;

/** Returns the title of a directive whose attributes, such as `{#id .class title="Title"}`, are in braces. */
const withoutAttributes = (title: string): string =>
  /^\{[^{}]*\}$/.test(title.trim()) ? (/\btitle="([^"]*)"/.exec(title)?.[1] ?? '') : title;

/** A directive that is not closed yet. */
interface OpenDirective {
  name: string;
  line: number;
  /** The tags that close its element; '' for a directive that is shown as text. */
  closing: string;
}

/**
 * Turns `:::note[Title]` … `:::` into `<admonition>` tags, which the Markdown parser nests.
 * `:::note Title`, the syntax of Docusaurus 2, and `:::note{title="Title"}` mean the same.
 * @param own names of admonitions that the site adds
 */
export function readDirectives(lines: Line[], report: Report, own: readonly string[] = []): Line[] {
  const open: OpenDirective[] = [];
  const result = lines.flatMap((line) => {
    const tabs = open.at(-1);
    const tab = line.kind === 'text' && tabs?.name === 'tabs' ? TAB.exec(line.text)?.groups : undefined;
    if (tab !== undefined && tabs !== undefined) return startTab(line, tab, tabs);
    const match = line.kind === 'text' && line.text.includes(':::') ? DIRECTIVE.exec(line.text)?.groups : undefined;
    if (match === undefined) return [line];
    return match['name'] === '' ? endDirective(line, match['indent'] ?? '', open, report) : startDirective(line, match, open, report, own);
  });
  for (const { name, line } of open) report(line, `":::${name}" is never closed: end it with a line of ":::"`);
  return result;
}

/** Starts a tab within `:::tabs`, and ends the tab before it. */
function startTab(line: Line, { indent = '', label = '' }: Readonly<Record<string, string>>, tabs: OpenDirective): Line[] {
  const before = tabs.closing === '</Tabs>' ? [] : tagLines(line, indent, '</TabItem>');
  tabs.closing = '</TabItem></Tabs>';
  return [...before, ...startOf('TabItem', label.trim()).flatMap((tag) => tagLines(line, indent, tag))];
}

function endDirective(line: Line, indent: string, open: OpenDirective[], report: Report): Line[] {
  const closed = open.pop();
  if (closed === undefined) {
    report(line.number, '":::" has no directive to close: remove it, or open a directive above');
    return [line];
  }
  // oxlint-disable-next-line regexp/no-super-linear-move -- The closing tags are constants of this file.
  const tags = closed.closing.match(/<[^>]+>/g) ?? [];
  return tags.length === 0 ? [{ ...line, text: indent }] : tags.flatMap((tag) => tagLines(line, indent, tag));
}

function startDirective(
  line: Line,
  { indent = '', name = '', label, title = '' }: Readonly<Record<string, string>>,
  open: OpenDirective[],
  report: Report,
  own: readonly string[],
): Line[] {
  const depth = open.length;
  const directive: OpenDirective = { name, line: line.number, closing: '' };
  open.push(directive);
  // The time of the parser is quadratic in the depth of HTML.
  if (depth >= MAX_NESTING) {
    if (depth === MAX_NESTING)
      report(line.number, `":::${name}" is nested more than ${MAX_NESTING} levels deep: close the directives above that are left open`);
    return [line];
  }
  const written = (label ?? withoutAttributes(title)).trim();
  const isOwn = own.includes(name) && !Object.hasOwn(ADMONITIONS, name.toLowerCase());
  const heading = written === '' && isOwn ? nameAsTitle(name) : written;
  const element = Object.hasOwn(BLOCKS, name) ? BLOCKS[name] : undefined;
  if (element !== undefined) {
    directive.closing = `</${element}>`;
    return startOf(element, heading).flatMap((tag) => tagLines(line, indent, tag));
  }
  const kind = kindOf(name, own);
  if (kind === undefined) {
    const known = [...Object.keys(ADMONITIONS), ...own, ...Object.keys(BLOCKS)];
    report(line.number, `there is no directive ":::${name}"; known: ${known.join(', ')}`);
    return [line];
  }
  directive.closing = '</admonition>';
  const start = tagLines(line, indent, `<admonition data-kind="${isOwn ? kind : name.toLowerCase()}">`);
  if (heading === '') return start;
  return [
    ...start,
    ...tagLines(line, indent, '<admonitiontitle>'),
    { ...line, text: indent + heading },
    ...tagLines(line, indent, '</admonitiontitle>'),
  ];
}

/** GitHub's kinds of alerts: `> [!NOTE]`. */
const ALERT = /^\s*\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

/** Turns a block quote that starts with `[!NOTE]` into the element of an admonition. */
function readAlert(quote: Element): void {
  const first = quote.children.find((child): child is Element => child.type === 'element');
  const text = first?.tagName === 'p' ? first.children[0] : undefined;
  if (first === undefined || text?.type !== 'text') return;
  const kind = ALERT.exec(text.value)?.[1];
  if (kind === undefined) return;
  text.value = text.value.replace(ALERT, '');
  if (first.children.length === 1 && text.value === '') quote.children.splice(quote.children.indexOf(first), 1);
  quote.tagName = 'admonition';
  // On GitHub, caution is the strongest alert.
  quote.properties = {
    dataKind: kind.toLowerCase() === 'caution' ? 'danger' : kind.toLowerCase(),
    dataTitle: kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase(),
  };
}

/** Turns `<admonition data-kind="note">` and GitHub's alerts into the markup of handbook/markup.md. */
export function admonitions(tree: Root, { services: { words } }: { services: Pick<CompileServices, 'words'> }): void {
  visitElements(tree, (node) => {
    if (node.tagName === 'blockquote') readAlert(node);
    if (node.tagName !== 'admonition') return;
    const written = String(node.properties['dataKind'] ?? 'note').toLowerCase();
    const kind = kindOf(written) ?? 'note';
    // As in Docusaurus, a name without a design of its own is the title: `:::caution` looks like a warning.
    const name = nameAsTitle(Object.hasOwn(ADMONITIONS, written) ? written : kind);
    const named = String(node.properties['dataTitle'] ?? '');
    const given = node.children.find((child): child is Element => child.type === 'element' && child.tagName === 'admonitiontitle');
    const inline = given?.children.flatMap((child) => (child.type === 'element' && child.tagName === 'p' ? child.children : []));
    const title: Element = createElement(
      'p',
      { className: ['admonition-title'] },
      inline?.length ? inline : [{ type: 'text', value: wordFor(named || name, words) }],
    );
    node.tagName = 'div';
    node.properties = { className: ['admonition', kind], role: 'note' };
    node.children = [title, ...node.children.filter((child) => child !== given)];
  });
}
