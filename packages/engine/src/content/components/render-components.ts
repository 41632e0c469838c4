/** Renders the uses of mapped components as the HTML that their mappings define. No code of components runs in the browser. */
import type { Element, ElementContent, Root } from 'hast';
import { htmlToHast } from 'satteri';
import { messageOf } from '@quire/search/error-message';

import type { ComponentAttributes, SiteConfig } from '#config/schema.ts';
import { isSafeTarget } from '#model/url.ts';

import { ADMONITIONS } from '../admonitions.ts';
import type { TransformContext } from '../document.ts';
import { unwrapParagraphs } from '../html-blocks.ts';
import { createElement, replaceChild, visitElements } from '../html-tree.ts';
import type { LineRange, Report } from '../source-lines.ts';

/** A mapping of a component to HTML, from the configuration. */
export type ComponentMapping = Exclude<SiteConfig['components'][string], string> & {
  /** Whether `render` renders a React component, none of whose code reaches a browser. */
  isReact?: true;
  /** Returns the HTML of a use with content, if it differs from that of `render`. */
  renderFrame?: (attributes: ComponentAttributes) => string;
};
export type ComponentMap = Readonly<Record<string, ComponentMapping>>;

/** A use of a mapped component on a page. */
export interface ComponentUse {
  name: string;
  mapping: ComponentMapping;
  attributes: ComponentAttributes;
  line: number;
  /** Lines of each attribute. */
  lines: Readonly<Record<string, LineRange>>;
}

/** Replaces the placeholders of mapped components with their HTML. The configuration defines this HTML, so it is trusted and not sanitized. */
export function components(tree: Root, { uses, report }: Pick<TransformContext, 'uses' | 'report'>): void {
  // An author who writes placeholders could repeat a long component without limit, so each use is rendered once.
  const remaining = new Map(uses.entries());
  visitElements(tree, (node, index, parent) => {
    const number = node.tagName === 'x-component' ? Number(node.properties['dataUse']) : -1;
    const use = remaining.get(number);
    if (use === undefined) return undefined;
    remaining.delete(number);
    const made = renderUse(use, node.children, report);
    replaceChild(parent, index, made);
    return 'removed';
  });
}

/** Renders a component, and reports its attributes that neither the mapping nor `render` reads. */
function renderUse(use: ComponentUse, content: ElementContent[], report: Report): ElementContent[] {
  const read = new Set<string>();
  const attributes = new Proxy(use.attributes, {
    get: (given, name: string) => (read.add(name), given[name]),
  });
  const made = renderOrReport(use, attributes, content, report);
  for (const name of Object.keys(use.attributes)) {
    if (read.has(name)) continue;
    const message = `the attribute ${name} of <${use.name}> is left out: name it in \`attributes\`, \`title\`, or \`ignored\` of \`components.${use.name}\` in the configuration`;
    report(use.lines[name] ?? 1, message, 'warning', 'attributes that the configuration does not name are left out');
  }
  return made;
}

/** Returns the first sentence that a component of the page says about all of it; '' if none does. */
export function pageNote(uses: readonly ComponentUse[], report: Report): string {
  for (const { name, mapping, attributes, line } of uses) {
    try {
      const note = mapping.pageNote?.(attributes) ?? '';
      if (note !== '') return note;
    } catch (error) {
      report(line, `\`components.${name}.pageNote\` of the configuration fails for <${name}>: ${messageOf(error)}`);
    }
  }
  return '';
}

function renderOrReport(use: ComponentUse, attributes: ComponentAttributes, content: ElementContent[], report: Report): ElementContent[] {
  try {
    const { isReact, renderFrame = use.mapping.render } = use.mapping;
    const render = isShown(content) ? renderFrame : use.mapping.render;
    if (render === undefined) return renderMapping(use, attributes, content, report);
    const html = render(attributes);
    if (isReact === true) reportControls(html, use, report);
    else if (addsHtml(use.attributes, html, render))
      throw new Error('it returns the value of an attribute as HTML: escape `&`, `<`, and `"` in values');
    else if (endsUnquotedValue(use.attributes, html, render))
      throw new Error('it returns a value with white space or `>` without quotation marks: put them around each value in its HTML');
    const made = renderHtml(html, content, use, report);
    // A React component decides which content it shows; the content of other components must not get lost.
    return made.hasSlot || isReact === true ? made.children : [...made.children, ...content];
  } catch (error) {
    report(use.line, `\`components.${use.name}.render\` of the configuration fails for <${use.name}>: ${messageOf(error)}`);
    return content;
  }
}

/** Characters that start a tag, or end the value of an attribute. */
const MARKS = /[<"']/g;

/**
 * Whether a function returns values as HTML: if the values contain no such characters, it returns other elements or attributes. A function may parse
 * an object or a list, which is JSON, so its quotation marks may be necessary.
 */
function addsHtml(attributes: ComponentAttributes, html: string, render: (attributes: ComponentAttributes) => string): boolean {
  if (!Object.values(attributes).some((value) => typeof value === 'string' && value.search(MARKS) >= 0)) return false;
  const names = namesIn(html);
  const addsWithout = (change: (value: string) => string): boolean => {
    const changed = Object.entries(attributes).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]);
    const without = namesIn(render(Object.fromEntries(changed)));
    // If JSON ends the value of an attribute, its last quotation mark is part of a name.
    return without !== names || /["']/.test(without);
  };
  try {
    if (!addsWithout(withoutMarks)) return false;
  } catch {
    // The function parses a value.
  }
  try {
    return addsWithout(withoutMarksInJson);
  } catch {
    // The value decides whether the function fails, so it cannot be compared.
    return true;
  }
}

const withoutMarks = (text: string): string => text.replaceAll(MARKS, '(');

/** Removes the characters from the texts in JSON, and also `=`, because the quotation marks around each text remain. */
const withoutMarksInJson = (value: string): string => changeTexts(value, withoutMarks, (text) => withoutMarks(text).replaceAll('=', '('));

/** Changes a value, or the texts in it if it is an object or a list in JSON. */
function changeTexts(value: string, change: (text: string) => string, changeInJson = change): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    return change(value);
  }
  if (typeof parsed !== 'object' || parsed === null) return change(value);
  return JSON.stringify(changeIn(parsed, changeInJson));
}

function changeIn(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((inner) => changeIn(inner, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [change(key), changeIn(inner, change)]));
}

/** A start tag, also one that ends nowhere. */
const START_TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^"'<>])*>?/gi;
const UNQUOTED_VALUE = /=[\t\n\f\r ]*[^\t\n\f\r "'>]+/g;

const unquotedValues = (html: string): string[] =>
  (html.match(START_TAG) ?? []).flatMap((tag) => tag.replaceAll(/"[^"]*"|'[^']*'/g, '""').match(UNQUOTED_VALUE) ?? []);

/** White space in JavaScript, so that a function divides and trims texts with it in the same way, but not in HTML. */
const MARKER = '\uFEFF';

/** Whether a function returns a value without quotation marks although it contains a character that ends it, so that attributes could follow. */
function endsUnquotedValue(attributes: ComponentAttributes, html: string, render: (attributes: ComponentAttributes) => string): boolean {
  if (unquotedValues(html).length === 0) return false;
  const marked = (text: string): string => text.replaceAll(/[\s<>"']/g, MARKER);
  const changed = Object.entries(attributes).map(([name, value]) => [name, typeof value === 'string' ? changeTexts(value, marked) : value]);
  try {
    return unquotedValues(render(Object.fromEntries(changed))).some((value) => value.includes(MARKER));
  } catch {
    // The value decides whether the function fails, so it cannot be compared.
    return true;
  }
}

/** Returns the names of all elements and attributes in HTML. */
function namesIn(html: string): string {
  const names: string[] = [];
  visitElements(htmlToHast(html, { fragment: true }) as Root, ({ tagName, properties }) => {
    names.push(`${tagName} ${Object.keys(properties).join(' ')}`);
  });
  return names.join(' ');
}

/** Interactive controls, which have no effect without code. */
const CONTROL = /<(button|input|select|textarea)\b(?![^>]*\sdisabled[\s=>])/g;

function reportControls(html: string, { name, line }: ComponentUse, report: Report): void {
  const controls = [...new Set([...html.matchAll(CONTROL)].map(([, control]) => `<${control}>`))];
  if (controls.length === 0) return;
  const message = `<${name}> shows ${controls.join(', ')}, which does nothing, because the code of components does not run in the browser: show text or a link instead`;
  report(line, message, 'warning', 'controls of components do nothing');
}

/** Attributes whose value a browser opens. */
const ADDRESS = /^(?:href|src|action|formAction|data|poster|xlink:?href)$/i;

function renderMapping(
  { name, mapping, line, lines }: ComponentUse,
  attributes: ComponentAttributes,
  content: ElementContent[],
  report: Report,
): ElementContent[] {
  const tagName = mapping.tag ?? 'div';
  const title = mapping.title === undefined ? undefined : attributes[mapping.title];
  if (mapping.admonition !== undefined) {
    const named = KIND_ATTRIBUTES.map((name) => kindOfCallout(attributes[name])).find(isAdmonition);
    const properties = { dataKind: named ?? mapping.admonition, ...(typeof title === 'string' && { dataTitle: title }) };
    return [createElement('admonition', properties, content)];
  }
  const list = mapping.list === undefined ? undefined : attributes[mapping.list];
  const fallback = mapping.fallback === undefined ? undefined : attributes[mapping.fallback];
  const before: ElementContent[] = [
    ...(mapping.text === undefined ? [] : [textNode(mapping.text)]),
    ...(typeof fallback === 'string' && !isShown(content) ? [textNode(fallback)] : []),
    ...(typeof list === 'string' ? listOf(JSON.parse(list) as unknown) : []),
  ];
  // If the content is a Markdown list, do not wrap it in a second list.
  const isListed = tagName === 'ul' && content.some((child) => child.type === 'element' && child.tagName === 'ul');
  if (tagName === 'fragment' || isListed) return [...before, ...content];
  const properties: Element['properties'] = mapping.class === undefined ? {} : { className: mapping.class.split(' ') };
  for (const [from, to] of Object.entries(mapping.attributes ?? {})) {
    const value = attributes[from];
    if (value === undefined) continue;
    if (/^(?:on|srcdoc$)/i.test(to) || (ADDRESS.test(to) && typeof value === 'string' && !isSafeTarget(value)))
      report(
        lines[from] ?? line,
        `the attribute ${from} of <${name}> is left out, because a browser could run its value: write a route, or an address that starts with https: or mailto:`,
      );
    else properties[to] = value;
  }
  const heading: Element[] =
    typeof title === 'string'
      ? [
          createElement(
            tagName === 'details' ? 'summary' : tagName === 'span' ? 'span' : 'p',
            tagName === 'details' ? {} : { className: ['component-title'] },
            [{ type: 'text', value: title }],
          ),
        ]
      : [];
  const children = [...heading, ...before, ...content];
  // A picture cannot contain anything, so its content follows it.
  if (tagName === 'img') return [createElement(tagName, properties), ...children];
  return [createElement(tagName, properties, children)];
}

/** Attributes that name the kind of a callout in the components of various engines. */
const KIND_ATTRIBUTES = ['type', 'kind', 'variant', 'appearance', 'severity', 'status', 'intent'];

const isAdmonition = (kind: string | true | undefined): kind is string => typeof kind === 'string' && Object.hasOwn(ADMONITIONS, kind);

/** Kinds of callouts in other engines, and the kind of admonition for each. */
const CALLOUT_KINDS: Readonly<Record<string, string>> = {
  check: 'tip',
  critical: 'danger',
  error: 'danger',
  idea: 'tip',
  information: 'info',
  notice: 'note',
  success: 'tip',
  warn: 'warning',
};
const kindOfCallout = (kind: string | true | undefined): string | true | undefined =>
  typeof kind === 'string' ? (CALLOUT_KINDS[kind.toLowerCase()] ?? kind.toLowerCase()) : kind;

const textNode = (value: string): ElementContent => ({ type: 'text', value });

/** Keys of a list entry that contain its name. */
const NAMES = ['name', 'title', 'label'];
const ADDRESSES = ['href', 'to', 'link', 'url'];
/** Keys whose values are shown without the name of the key. */
const PLAIN_KEYS = ['description', 'text', 'content', 'summary'];

/** A table with more columns does not fit on a page. */
const MAX_COLUMNS = 7;

/** Renders the data of an attribute as a table or as nested lists, so that none of it is lost. */
function listOf(data: unknown): Element[] {
  const entries = Array.isArray(data) ? (data as unknown[]) : [data];
  const table = tableOf(entries);
  if (table !== null) return [table];
  return entries.length === 0
    ? []
    : [
        createElement(
          'ul',
          {},
          entries.flatMap((entry) => toListItems(entryOf(entry))),
        ),
      ];
}

/** Returns the text of a cell; null if it is neither a value nor an object with one value or two texts. */
function cellOf(value: unknown): string | null {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'object') return String(value as string | number | boolean);
  const inner: unknown[] = Object.values(value);
  const isText = inner.length === 2 && inner.every((one) => typeof one === 'string');
  const isValue = inner.length === 1 && typeof inner[0] !== 'object';
  return !Array.isArray(value) && (isValue || isText) ? inner.join(', ') : null;
}

/** Renders objects as the rows of a table if they have the same keys, each of which has a value, and no name; otherwise returns null. */
function tableOf(entries: readonly unknown[]): Element | null {
  const rows = entries.filter(
    (entry): entry is Record<string, unknown> => typeof entry === 'object' && entry !== null && !Array.isArray(entry),
  );
  const [first] = rows;
  if (first === undefined || rows.length < 2 || rows.length < entries.length) return null;
  const columns = Object.keys(first).filter((key) => !ADDRESSES.includes(key));
  const isRow = (row: Record<string, unknown>): boolean => {
    const keys = Object.keys(row).filter((key) => !ADDRESSES.includes(key));
    return keys.length === columns.length && keys.every((key) => columns.includes(key) && cellOf(row[key]) !== null);
  };
  const isNamed = columns.some((key) => NAMES.includes(key) || PLAIN_KEYS.includes(key));
  if (columns.length < 2 || columns.length > MAX_COLUMNS || isNamed || !rows.every(isRow)) return null;
  const cell = (row: Record<string, unknown>, key: string, index: number): Element => {
    const text = textNode(cellOf(row[key]) ?? '');
    const address =
      index === 0 ? Object.entries(row).find(([one, value]) => ADDRESSES.includes(one) && typeof value === 'string') : undefined;
    return createElement('td', {}, [address === undefined ? text : createElement('a', { href: String(address[1]) }, [text])]);
  };
  const head = columns.map((key) => createElement('th', {}, [textNode(key)]));
  const body = rows.map((row) =>
    createElement(
      'tr',
      {},
      columns.map((key, index) => cell(row, key, index)),
    ),
  );
  return createElement('table', {}, [createElement('thead', {}, [createElement('tr', {}, head)]), createElement('tbody', {}, body)]);
}

/** Wraps content in a list item. Content that consists only of lists is replaced by the items of these lists. */
const toListItems = (content: ElementContent[]): ElementContent[] =>
  content.length > 0 && content.every((child) => child.type === 'element' && child.tagName === 'ul')
    ? content.flatMap((child) => (child as Element).children)
    : [createElement('li', {}, content)];

function entryOf(entry: unknown): ElementContent[] {
  if (Array.isArray(entry)) return listOf(entry);
  if (typeof entry !== 'object' || entry === null) return [textNode(String(entry))];
  const values = Object.entries(entry as Record<string, unknown>).filter(([, value]) => value !== null && value !== '');
  const name = values.find(([key]) => NAMES.includes(key));
  const address = values.find(([key, value]) => ADDRESSES.includes(key) && typeof value === 'string');
  const shown: ElementContent[] = [];
  const inner: Element[] = [];
  if (name !== undefined || address !== undefined) {
    const label = textNode(String((name ?? address)?.[1]));
    shown.push(address === undefined ? createElement('code', {}, [label]) : createElement('a', { href: String(address[1]) }, [label]));
  }
  for (const [key, value] of values) {
    if (key === name?.[0] || key === address?.[0]) continue;
    if (typeof value === 'object') {
      // The keys of an object of objects are names, such as the names of properties.
      if (Array.isArray(value)) for (const element of listOf(value)) inner.push(element);
      else
        inner.push(
          createElement('ul', {}, [
            createElement('li', {}, [createElement('code', {}, [textNode(key)]), textNode(' '), ...entryOf(value)]),
          ]),
        );
      continue;
    }
    if (key === 'type') {
      if (shown.length > 0) shown.push(textNode(': '));
      shown.push(createElement('code', {}, [textNode(String(value))]));
      continue;
    }
    const phrase = PLAIN_KEYS.includes(key) ? String(value) : value === true ? key : `${key} ${String(value)}`;
    const before = shown.at(-1);
    const isSentence = before?.type === 'text' && before.value.endsWith('.');
    shown.push(textNode(shown.length === 0 ? phrase : `${isSentence ? ' ' : shown.length === 1 ? ': ' : '; '}${phrase}`));
  }
  return [...shown, ...inner];
}

/** Whether readers see anything of the content. */
const isShown = (content: readonly ElementContent[]): boolean =>
  content.some((child) => child.type === 'element' || (child.type === 'text' && child.value.trim() !== ''));

/** Attributes that contain code. A browser runs it unless the web server sends a Content-Security-Policy. */
const CODE_ATTRIBUTE = /^(?:on|srcdoc$)/i;

/** Elements that show a picture, sound, or video, which runs no code, so its data may be in its address. */
const MEDIA = /^(?:img|image|input|source|video|audio|track)$/;
const MEDIA_DATA = /^\s*data:(?:image|audio|video|font|text\/vtt)\b/i;
const isUnsafe = (address: string): boolean => !isSafeTarget(address);
/** Animations of SVG can replace the address of a link. */
const ANIMATION = /^(?:set|animate)/;
const ANIMATED_VALUE = /^(?:to|from|by|values)$/;
/** Removes attributes that contain code from the HTML of a component, and those that a browser could run as code, and reports them. */
function removeCode(root: Root, { name: component, attributes, line, lines }: ComponentUse, report: Report): void {
  const withCode = new Set<string>();
  visitElements(root, ({ tagName, properties }) => {
    for (const [name, value] of Object.entries(properties)) {
      const text = String(value);
      if (CODE_ATTRIBUTE.test(name)) withCode.add(name);
      else if (
        ADDRESS.test(name) ? isUnsafe(text) : ANIMATION.test(tagName) && ANIMATED_VALUE.test(name) && text.split(';').some(isUnsafe)
      ) {
        if ((MEDIA.test(tagName) || name === 'poster') && MEDIA_DATA.test(text)) continue;
        const [from = ''] = Object.entries(attributes).find(([, written]) => written === value) ?? [];
        report(
          lines[from] ?? line,
          `the attribute ${name} in the HTML of <${component}> is left out, because a browser could run its value: write a route, or an address that starts with https: or mailto:`,
        );
      } else continue;
      delete properties[name];
    }
  });
  if (withCode.size === 0) return;
  const message = `<${component}> has ${[...withCode].join(', ')}, which is left out, because it would run code: use an island for code that runs in the browser`;
  report(line, message, 'warning', 'code in the HTML of components is left out');
}

function renderHtml(
  html: string,
  content: ElementContent[],
  use: ComponentUse,
  report: Report,
): { children: ElementContent[]; hasSlot: boolean } {
  const root = htmlToHast(html.trim(), { fragment: true }) as Root;
  let hasSlot = false;
  removeCode(root, use, report);
  visitElements(root, (node, index, parent) => {
    if (node.tagName !== 'slot') return undefined;
    hasSlot = true;
    replaceChild(parent, index, content);
    return 'skip';
  });
  unwrapParagraphs(root);
  return { children: root.children.filter((child): child is ElementContent => child.type !== 'doctype'), hasSlot };
}
