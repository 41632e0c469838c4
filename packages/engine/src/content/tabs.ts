import type { Element, ElementContent, Root } from 'hast';

import { createTranslate } from '#model/interface-words.ts';
import type { Problem } from '#model/problem.ts';

import { createElement, visitElements } from './html-tree.ts';
import type { DocSource, TransformContext } from './document.ts';
import { readLines } from './source-lines.ts';

/**
 * Turns `<x-tabs>` with `<x-tabitem>` children into an ARIA tab list. Without JavaScript, all panels are visible. Content outside of the
 * items is reported, and shown below the tabs.
 */
export function tabs(tree: Root, context: TransformContext): void {
  visitElements(tree, (node) => {
    if (node.tagName !== 'x-tabs') return;
    const { items, others } = contentOf(node);
    if (items.length === 0) {
      Object.assign(node, { tagName: 'div', properties: {}, children: others });
      return;
    }
    if (others.length > 0) reportOthers(node, context);
    applyValues(items, entriesOf(node.properties['dataValues']));
    addMissingLabels(items, entriesOf(node.properties['dataItems']));
    const wanted = node.properties['dataDefaultvalue'];
    const first = Math.max(
      0,
      items.findIndex((item) =>
        wanted === undefined ? item.properties['dataDefault'] !== undefined : item.properties['dataValue'] === wanted,
      ),
    );
    const group = node.properties['dataGroupid'];
    node.tagName = 'div';
    node.properties = { className: ['tabs'], ...(group === undefined ? {} : { dataGroup: group }) };
    const list: Element = createElement(
      'div',
      { role: 'tablist', ariaLabel: createTranslate(context.services)('Variants') },
      items.map((item, index) => tabButton(item, index === first)),
    );
    node.children = [list, ...items.map((item, index) => tabPanel(item, index === first)), ...others];
  });
}

/** Parses the list in an attribute. An author who writes the element itself can write anything into it. */
function entriesOf(json: unknown): unknown[] {
  try {
    const entries: unknown = JSON.parse(String(json));
    return Array.isArray(entries) ? entries : [];
  } catch {
    return [];
  }
}

/** Splits the content of `<x-tabs>` into its items, which may be nested in other elements, and everything else. */
function contentOf({ children }: Element): { items: Element[]; others: ElementContent[] } {
  const items: Element[] = [];
  const others: ElementContent[] = [];
  for (const child of children) {
    const inner = child.type === 'element' && !child.tagName.startsWith('x-tab') ? contentOf(child) : null;
    if (child.type === 'element' && child.tagName === 'x-tabitem') items.push(child);
    else if (inner !== null && inner.items.length > 0) {
      for (const item of inner.items) items.push(item);
      for (const other of inner.others) others.push(other);
    } else if (child.type === 'element' || (child.type === 'text' && child.value.trim() !== '')) others.push(child);
  }
  return { items, others };
}

/** Reports content outside of the items. `<Tabs>` has its line as an attribute; in `<x-tabs>`, an author can write anything or nothing there. */
function reportOthers({ properties }: Element, { doc, report }: TransformContext): void {
  const message = '<Tabs> has content that is not in a <TabItem>, which is shown below the tabs: check that each tag is complete';
  report(Number(properties['dataLine']) || doc.bodyLine, message, 'warning', 'content of tabs outside their items');
}

/** Adds missing labels and values: a label is the title, the entry of `items` at the same index, or the value; a value is the label in lower case. */
function addMissingLabels(items: readonly Element[], labels: readonly unknown[]): void {
  for (const [index, { properties }] of items.entries()) {
    const label = properties['dataLabel'] ?? properties['dataTitle'] ?? labels[index] ?? properties['dataValue'] ?? `Tab ${index + 1}`;
    properties['dataLabel'] ??= String(label);
    properties['dataValue'] ??= String(label).toLowerCase();
  }
}

/** Applies Docusaurus's `values`, which defines the label of each value, and the default tab. */
function applyValues(items: readonly Element[], values: readonly unknown[]): void {
  const byValue = new Map(items.toReversed().map((item) => [item.properties['dataValue'], item]));
  for (const value of values) {
    const each = Object(value) as { label?: unknown; value?: unknown; default?: unknown };
    const item = byValue.get(String(each.value));
    if (item !== undefined && each.label !== undefined) item.properties['dataLabel'] ??= String(each.label);
    if (item !== undefined && each.default === true) item.properties['dataDefault'] ??= '';
  }
}

const valueOf = (item: Element): string => String(item.properties['dataValue'] ?? '');
const labelOf = (item: Element): string => String(item.properties['dataLabel'] ?? valueOf(item));

function tabButton(item: Element, selected: boolean): Element {
  return createElement(
    'button',
    {
      type: 'button',
      role: 'tab',
      ariaSelected: String(selected),
      ...(selected ? {} : { tabIndex: -1 }),
      dataValue: valueOf(item),
    },
    [{ type: 'text', value: labelOf(item) }],
  );
}

/** Creates a panel. Its accessible name is its label, because ids would be a tenth of a long reference page. */
function tabPanel(item: Element, selected: boolean): Element {
  const properties = { role: 'tabpanel', ariaLabel: labelOf(item), dataValue: valueOf(item), tabIndex: 0 };
  return createElement('div', selected ? properties : { ...properties, className: ['inactive'] }, item.children);
}

type Source = Pick<DocSource, 'file' | 'body' | 'bodyLine'>;

interface TabSet {
  file: string;
  /** 1-based. */
  line: number;
  group: string;
  values: string[];
}

/** Reports tabs with a value that the largest set of tabs in their group does not have, because the reader's choice would not carry over. */
export function checkTabGroups(docs: readonly Source[]): Problem[] {
  const groups = Map.groupBy(docs.flatMap(tabSetsOf), ({ group }) => group);
  return [...groups].flatMap(([group, sets]) => {
    const largest = sets.reduce((best, set) => (set.values.length > best.values.length ? set : best));
    const offered = new Set(largest.values);
    return sets.flatMap(({ file, line, values }): Problem[] => {
      const others = values.filter((value) => !offered.has(value));
      if (others.length === 0) return [];
      const message = `the tabs of the group "${group}" offer ${quoted(others)}; those in ${largest.file}:${largest.line} offer ${quoted(largest.values)}, so the reader's choice does not carry over. Use the same values, or another groupId`;
      return [{ file, line, message, severity: 'warning', kind: 'tab groups whose values differ' }];
    });
  });
}

/** Maximum number of values in a message. */
const MAX_NAMED = 8;
const quoted = (values: readonly string[]): string =>
  [...values.slice(0, MAX_NAMED).map((value) => `"${value}"`), ...(values.length > MAX_NAMED ? ['…'] : [])].join(', ');

/** Returns the sets of tabs of a page that belong to a group. Reads the source line by line, and ignores tags inside code. */
function tabSetsOf({ file, body, bodyLine }: Source): TabSet[] {
  if (!body.includes('<Tabs')) return [];
  const sets: TabSet[] = [];
  const open: TabSet[] = [];
  for (const { text, number, kind } of readLines(body, bodyLine)) {
    if (kind !== 'text') continue;
    if (/^\s*<Tabs\b/.test(text)) open.push({ file, line: number, group: attribute(text, 'groupId'), values: [] });
    else if (/^\s*<TabItem\b/.test(text)) open.at(-1)?.values.push(attribute(text, 'value'));
    else if (/^\s*<\/Tabs>/.test(text)) {
      const set = open.pop();
      if (set !== undefined && set.group !== '') sets.push(set);
    }
  }
  return sets;
}

const attribute = (tag: string, name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
