import { closest, distance } from 'fastest-levenshtein';
import type { Element, Root } from 'hast';

import { tag } from './admonitions.ts';
import { visitElements } from './html-tree.ts';
import { outsideCode } from './source-lines.ts';
import type { Line, Report } from './source-lines.ts';

const TAG = /<(?<slash>\/?)(?<name>[A-Z]\w*)(?<attributes>(?:\s+[^<>]*?)?)\s*(?<self>\/?)>/g;
const ATTRIBUTE =
  /(?<name>[\w-]+)(?:\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|\{\s*(?:"(?<text>[^"]*)"|'(?<quoted>[^']*)'|(?<literal>true|false))\s*\}|(?<code>\{.*\})))?/g;

interface Open {
  name: string;
  line: number;
}

/**
 * Checks the component tags of a page against the closed set and hands them on as `<x-…>` elements.
 * A tag that stands alone on its line is set off by blank lines, so that what stands between tags is Markdown.
 */
export function readComponentTags(lines: Line[], report: Report): Line[] {
  const open: Open[] = [];
  const result = lines.flatMap((line) => {
    if (line.kind !== 'text' || !/<\/?[A-Z]/.test(line.text)) return [line];
    const text = outsideCode(line.text, (part) => part.replace(TAG, (...match) => rewriteTag(match.at(-1), line.number, open, report)));
    const alone = /^(\s*)((?:<\/?x-[^>]*>\s*)+)$/.exec(text);
    if (alone === null) return [{ ...line, text }];
    // Four blanks would make it code; a component's own indent means nothing.
    const indent = (alone[1] ?? '').length >= 4 ? '' : (alone[1] ?? '');
    // One tag a line: only then does CommonMark read it as a block.
    return (alone[2] ?? '').match(/<[^>]*>/g)?.flatMap((one) => tag(line, indent, one)) ?? [];
  });
  for (const { name, line } of open) report(line, `<${name}> is never closed: add </${name}>`);
  return result;
}

function rewriteTag(groups: Record<string, string>, line: number, open: Open[], report: Report): string {
  const { slash = '', name = '', attributes = '', self = '' } = groups;
  const rule = COMPONENTS[name];
  if (rule === undefined) {
    const near = closest(name, Object.keys(COMPONENTS));
    const hint = distance(name, near) <= 3 ? `; did you mean <${near}>?` : `; known: ${Object.keys(COMPONENTS).join(', ')}`;
    if (slash === '') report(line, `there is no component <${name}>${hint}`);
    return '';
  }
  if (slash !== '') return closeTag(name, line, open, report);
  if (rule.parent !== undefined && open.at(-1)?.name !== rule.parent) report(line, `<${name}> must stand directly inside <${rule.parent}>`);
  const written = readAttributes(name, attributes, line, report);
  if (self !== '') return `<${elementName(name)}${written}></${elementName(name)}>`;
  open.push({ name, line });
  return `<${elementName(name)}${written}>`;
}

function closeTag(name: string, line: number, open: Open[], report: Report): string {
  const last = open.at(-1);
  if (last?.name !== name) {
    const opened = last === undefined ? 'none is open' : `<${last.name}> of line ${last.line} is open`;
    report(line, `</${name}> closes no <${name}>: ${opened}`);
    return '';
  }
  open.pop();
  return `</${elementName(name)}>`;
}

function readAttributes(component: string, source: string, line: number, report: Report): string {
  const rule = COMPONENTS[component];
  const given = new Map<string, string>();
  for (const { groups = {} } of source.matchAll(ATTRIBUTE)) {
    const name = groups['name'] ?? '';
    const kind = rule?.attributes[name];
    if (kind === undefined) {
      const known = Object.keys(rule?.attributes ?? {});
      const near = closest(name, known);
      report(
        line,
        `<${component}> has no attribute "${name}"${distance(name, near) <= 3 ? `; did you mean "${near}"?` : `; known: ${known.join(', ')}`}`,
      );
      continue;
    }
    if (groups['code'] !== undefined) {
      report(line, `<${component} ${name}=…> must be a literal: content runs no code`);
      continue;
    }
    const value = groups['double'] ?? groups['single'] ?? groups['text'] ?? groups['quoted'] ?? groups['literal'] ?? 'true';
    if (kind === 'text' || value !== 'false') given.set(name.toLowerCase(), value);
  }
  for (const name of rule?.required ?? []) {
    if (!given.has(name.toLowerCase())) report(line, `<${component}> needs the attribute "${name}"`);
  }
  return [...given].map(([name, value]) => ` data-${name}="${value.replaceAll('"', '&quot;')}"`).join('');
}

/** The closed set of components that content may use, written as tags whose attributes are literals (D10). */
export interface ComponentRule {
  /** Attribute name → what it holds. */
  attributes: Readonly<Record<string, 'text' | 'flag'>>;
  required?: readonly string[];
  /** The component it must stand in. */
  parent?: string;
}

export const COMPONENTS: Readonly<Record<string, ComponentRule>> = {
  Tabs: { attributes: { groupId: 'text', defaultValue: 'text', queryString: 'flag' } },
  TabItem: { attributes: { value: 'text', label: 'text', default: 'flag' }, required: ['value'], parent: 'Tabs' },
  FeatureAvailability: { attributes: { saasOnly: 'flag', ossOnly: 'flag' } },
};

/** The element a component is handed on as: HTML knows no capitals. */
export const elementName = (component: string): string => `x-${component.toLowerCase()}`;

/** `<x-featureavailability>` → which editions have the feature. */
export function featureAvailability(tree: Root): void {
  visitElements(tree, (node) => {
    if (node.tagName !== 'x-featureavailability') return;
    const saasOnly = node.properties['dataSaasonly'] !== undefined;
    const ossOnly = node.properties['dataOssonly'] !== undefined;
    node.tagName = 'div';
    node.properties = { className: ['feature-availability'] };
    node.children = [
      {
        type: 'element',
        tagName: 'p',
        properties: { className: ['feature-availability-title'] },
        children: [{ type: 'text', value: 'Feature availability' }],
      },
      {
        type: 'element',
        tagName: 'ul',
        properties: {},
        children: [edition('Self-hosted DataHub', !saasOnly), edition('Managed DataHub', !ossOnly)],
      },
    ];
  });
}

function edition(label: string, available: boolean): Element {
  const state: Element = {
    type: 'element',
    tagName: 'span',
    properties: { className: ['visually-hidden'] },
    children: [{ type: 'text', value: available ? ': available' : ': not available' }],
  };
  return {
    type: 'element',
    tagName: 'li',
    properties: { className: [available ? 'available' : 'unavailable'] },
    children: [{ type: 'text', value: label }, state],
  };
}
