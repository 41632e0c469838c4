/**
 * Replaces one tag without running code: a component tag becomes an `<x-…>` element, and an HTML tag in JSX syntax becomes HTML.
 * Some components are built in; a site can map others to HTML in its configuration.
 */

import { messageOf } from '@quire/search/error-message';

import { nearestName } from '#config/nearest-name.ts';
import type { ComponentAttributes } from '#config/schema.ts';

import { attributeText, readData } from '../jsx-parser.ts';
import type { JsxAttribute, JsxTag, ReadingBudget, TagLines } from '../jsx-parser.ts';
import { evaluate } from '../mdx.ts';
import type { Scope } from '../mdx.ts';
import { sizeAttributes, sizeOfStyle } from '../picture-size.ts';
import { alignmentOf, keepsAttribute, isHtmlElement, isRemovedWithContent, reportRemovedHtml } from '../sanitize.ts';
import type { LineRange, Report } from '../source-lines.ts';
import { isMapped, unknownComponent } from './built-in-components.ts';
import type { Card } from './built-in-components.ts';
import type { ComponentMap, ComponentMapping, ComponentUse } from './render-components.ts';

interface BuiltIn {
  /** Name of the element that replaces the component; default: `x-` and the component's name in lower case. */
  element?: string;
  /** Type of each attribute. An `unsupported` attribute has no effect and causes a warning. */
  attributes: Readonly<Record<string, 'text' | 'flag' | 'data' | 'unsupported'>>;
  required?: readonly string[];
  /** The component that must directly contain it. */
  parent?: string;
}

/** `<Tab>` of Nextra, Fumadocs, and Mintlify. Its label can be in the `items` of `<Tabs>`. */
const TAB: BuiltIn = {
  element: 'x-tabitem',
  attributes: { value: 'text', label: 'text', title: 'text', default: 'flag', className: 'text' },
  parent: 'Tabs',
};

const BUILT_IN: Readonly<Record<string, BuiltIn>> = {
  Tabs: {
    attributes: {
      groupId: 'text',
      defaultValue: 'text',
      queryString: 'unsupported',
      className: 'text',
      block: 'flag',
      lazy: 'flag',
      values: 'data',
      items: 'data',
    },
  },
  TabItem: {
    attributes: { value: 'text', label: 'text', default: 'flag', className: 'text', attributes: 'data' },
    required: ['value'],
    parent: 'Tabs',
  },
  Tab: TAB,
  'Tabs.Tab': TAB,
};

/** Whether a component is built in, so that it does not need a mapping. */
export const isBuiltIn = (name: string): boolean => Object.hasOwn(BUILT_IN, name) || isMapped(name) || name === 'Head';

export interface ComponentOptions {
  map: ComponentMap;
  /** The cards of `<DocCardList>`; absent: none. */
  cards?: readonly Card[] | undefined;
  /** Values of expressions. */
  scope: Scope;
  /** Whether braces in text are expressions, as in MDX; in Markdown they are text. */
  isMdx: boolean;
}

/** A component whose closing tag has not been read yet. */
interface OpenTag {
  name: string;
  line: number;
  /** The output for the closing tag; null for an unknown component, which may be a placeholder that is never closed. */
  closing: string | null;
  /** Its use, if it is a mapped component. */
  use?: ComponentUse;
}

/** The state of replacing the tags of one page. */
export interface TagContext extends ComponentOptions {
  /** Whether plain Markdown is written instead of elements, for the Markdown version of the page. */
  isPlain: boolean;
  report: Report;
  /** Reports that a function of a mapping fails, also while plain Markdown is written. */
  reportFailure: Report;
  /** The components around the current tag, innermost last. */
  open: OpenTag[];
  uses: ComponentUse[];
  /** Names of components and hyphenated names that have a closing tag on the page. A tag of another name is most likely a placeholder or a type parameter. */
  closed: ReadonlySet<string>;
  budget: ReadingBudget;
}

/** Returns the output for a tag; null to leave it unchanged. */
export function replaceTag(tag: JsxTag, lines: TagLines, context: TagContext): string | null {
  const line = lines.first;
  const isComponent = /^[A-Z]|\./.test(tag.name) || Object.hasOwn(context.map, tag.name) || isOwnElement(tag, context);
  if (!isComponent || isHead(tag, context))
    return context.isPlain && !isRemovedWithContent(tag) ? null : replaceHtmlTag(tag, lines, context);
  const picture = tag.isClosing ? null : importedPicture(tag, context);
  if (picture !== null) return picture;
  if (context.isPlain) return plainTag(tag, line, context);
  if (tag.isClosing) return closeTag(tag.name, line, context);
  const builtIn = Object.hasOwn(BUILT_IN, tag.name) ? BUILT_IN[tag.name] : undefined;
  const mapping = mappingOf(tag, lines, context);
  let element: string;
  let written: string;
  if (mapping !== undefined) {
    element = 'x-component';
    written = ` data-use="${context.uses.length}"`;
    const places = Object.fromEntries(tag.attributes.map((attribute) => [attribute.name, lines.of(attribute)]));
    context.uses.push({
      name: tag.name,
      line,
      mapping,
      attributes: literalAttributes(tag, lines, context, mapping.ignored),
      lines: places,
    });
  } else if (builtIn !== undefined) {
    if (builtIn.parent !== undefined && context.open.at(-1)?.name !== builtIn.parent && !becomesTabs(context))
      context.report(line, `<${tag.name}> must be directly inside <${builtIn.parent}>`);
    element = builtIn.element ?? `x-${tag.name.toLowerCase()}`;
    written = builtInAttributes(tag, builtIn, lines, context) + (tag.name === 'Tabs' ? ` data-line="${line}"` : '');
  } else {
    reportUnknown(tag, lines.all, context);
    if (!tag.isSelfClosing) context.open.push({ name: tag.name, line, closing: null });
    return '';
  }
  if (tag.isSelfClosing) return `<${element}${written}></${element}>`;
  const use = mapping === undefined ? undefined : context.uses.at(-1);
  context.open.push({ name: tag.name, line, closing: `</${element}>`, ...(use !== undefined && { use }) });
  return `<${element}${written}>`;
}

/** Whether a tag is that of an element of the site's own that the wildcard mapping maps. A tag without an end is a placeholder. */
const isOwnElement = ({ name }: JsxTag, { closed, isMdx, map }: TagContext): boolean =>
  closed.has(name) && Object.hasOwn(map, WILDCARD) && (name.includes('-') || (isMdx && !isHtmlElement(name)));

/** A component that frames tabs, like `Tabs`. */
const TABS: ComponentMapping = { tag: 'div', render: () => '<x-tabs><slot></slot></x-tabs>' };

/** Makes the component around a tab the list of tabs, if its mapping only frames its content. */
function becomesTabs({ open }: TagContext): boolean {
  const use = open.at(-1)?.use;
  if (use === undefined || use.mapping.admonition !== undefined || (use.mapping.render !== undefined && use.mapping.render !== TABS.render))
    return false;
  use.mapping = { ...TABS, ignored: [...(use.mapping.ignored ?? []), 'groupId', 'defaultValue', 'queryString'] };
  return true;
}

/** The key of the mapping for all components without a mapping of their own. */
export const WILDCARD = '*';

/**
 * Returns the mapping of a component; undefined if it has none. With `tag: 'fragment'`, the wildcard mapping also shows titles, addresses, and
 * descriptions. A component that shows nothing is reported.
 */
function mappingOf(
  { name, isSelfClosing, attributes }: JsxTag,
  lines: TagLines,
  { map, report }: TagContext,
): ComponentMapping | undefined {
  const line = lines.first;
  if (Object.hasOwn(map, name)) return map[name];
  const others = Object.hasOwn(BUILT_IN, name) || !Object.hasOwn(map, WILDCARD) ? undefined : map[WILDCARD];
  if (others?.tag === 'fragment' && others.render === undefined) {
    const literal = attributes.filter((one) => one.kind === 'literal' && others.ignored?.includes(one.name) !== true);
    const shown = unknownComponent(new Map(literal.map((one) => [one.name, one.value])), !isSelfClosing && lines.startsLine);
    if (shown !== undefined) return { ...shown, ignored: others.ignored };
  }
  if (others !== undefined && isSelfClosing && others.render === undefined && others.text === undefined)
    report(
      line,
      `<${name}/> shows nothing, because it has no content: map it to HTML with \`components\` in the configuration`,
      'warning',
      'components show nothing',
    );
  return others;
}

/** Whether a tag is Docusaurus's `<Head>`, which contains metadata of a page. */
const isHead = ({ name, isClosing }: JsxTag, { map }: TagContext): boolean => name === 'Head' && !isClosing && !Object.hasOwn(map, name);

/** Returns the output for a picture that the page imports and uses as a component; null for other tags. */
function importedPicture(tag: JsxTag, context: TagContext): string | null {
  const file = context.scope.constants.get(tag.name);
  if (file === undefined || Object.hasOwn(context.map, tag.name) || !/\.(?:svg|png|jpe?g|gif|webp|avif)$/i.test(file)) return null;
  const text = (wanted: string): string | null => {
    const attribute = tag.attributes.find(({ name }) => name === wanted);
    return attribute === undefined ? null : valueOf(attribute, context.scope);
  };
  const alt = text('alt') ?? text('title') ?? text('aria-label') ?? tag.name;
  const size = sizeAttributes({ width: text('width'), height: text('height'), style: styleOf(tag)?.value });
  return context.isPlain ? `![${alt}](${file})` : `<img src="${attributeText(file)}" alt="${attributeText(alt)}"${size}>`;
}

const styleOf = ({ attributes }: JsxTag): JsxAttribute | undefined => attributes.find(({ name }) => name === 'style');

/** Returns a component tag as plain Markdown. */
function plainTag(tag: JsxTag, line: number, { map, scope, reportFailure }: TagContext): string {
  if (tag.isClosing) return '';
  const attributes = new Map(tag.attributes.map((attribute) => [attribute.name, valueOf(attribute, scope) ?? dataOf(attribute, scope)]));
  if (tag.name === 'Tab' && attributes.has('title')) return `**${attributes.get('title')}**`;
  if (tag.name === 'TabItem' || tag.name === 'Tab') return attributes.has('label') ? `**${attributes.get('label')}**` : '';
  const mapping = Object.hasOwn(map, tag.name) ? map[tag.name] : map[WILDCARD];
  const title = mapping?.title === undefined ? null : attributes.get(mapping.title);
  if (mapping?.markdown === undefined) return title ? `**${title}**` : '';
  const literal = [...attributes].filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== 'false');
  try {
    return mapping.markdown(Object.fromEntries(literal.map(([name, value]) => [name, value === 'true' ? true : value])));
  } catch (error) {
    const message = messageOf(error);
    reportFailure(line, `\`components.${tag.name}.markdown\` of the configuration fails for <${tag.name}>: ${message}`);
    return '';
  }
}

function reportUnknown({ name, attributes }: JsxTag, line: LineRange, { map, report }: TagContext): void {
  const known = [...Object.keys(BUILT_IN), ...Object.keys(map)];
  const near = name.length > 2 ? nearestName(name, known, 2) : null;
  const hint = near === null ? '. Map it to HTML with `components` in the configuration.' : `; did you mean <${near}>?`;
  const lost = attributes.length === 0 ? '' : ' Its content is shown without its attributes';
  report(line, `there is no component <${name}>${hint}${lost}`, 'error', 'unknown components');
}

function closeTag(name: string, line: number, { open, map, report }: TagContext): string {
  const isKnown = Object.hasOwn(map, name) || Object.hasOwn(map, WILDCARD) || Object.hasOwn(BUILT_IN, name);
  if (isKnown) while (open.at(-1)?.closing === null) open.pop();
  const last = open.at(-1);
  if (last?.name === name) return open.pop()?.closing ?? '';
  // An unknown component is reported where it is opened.
  if (!isKnown) return '';
  const opened = last === undefined ? 'none is open' : `<${last.name}> of line ${last.line} is open`;
  report(line, `</${name}> does not match an opening tag: ${opened}`);
  return '';
}

/** Returns the attributes with a literal value, and reports those that would need code. */
function literalAttributes(tag: JsxTag, lines: TagLines, context: TagContext, ignored: readonly string[] = []): ComponentAttributes {
  const attributes: Record<string, string | true> = {};
  for (const attribute of tag.attributes) {
    if (ignored.includes(attribute.name)) continue;
    // Attributes with these expressions have the default value.
    if (attribute.kind === 'code' && /^(?:null|undefined|toc|useCurrentSidebarCategory\(\)(?:\.items)?)$/.test(attribute.value)) continue;
    const value = valueOf(attribute, context.scope) ?? dataOf(attribute, context.scope);
    if (value === null)
      context.report(
        lines.of(attribute),
        `the attribute ${attribute.name || `{${attribute.value.slice(0, 40)}}`} of <${tag.name}> is left out: code in pages is not executed, so write a literal value`,
        'warning',
        'attributes that need code are left out',
      );
    else if (value !== 'false') attributes[attribute.name] = value === 'true' ? true : value;
  }
  return attributes;
}

/** Returns the value of an attribute, `'true'` for a flag; null if code would have to run. */
function valueOf({ kind, value }: JsxAttribute, scope: Scope): string | null {
  if (kind !== 'code') return kind === 'flag' ? 'true' : value;
  return evaluate(value, scope);
}

/** Returns a literal list or object as JSON; null if code would have to run. */
function dataOf({ kind, value }: JsxAttribute, { constants, data: known }: Scope): string | null {
  if (kind === 'code' && known?.has(value) === true) return JSON.stringify(known.get(value));
  const data = kind === 'code' && /^[[{]/.test(value) ? readData(value, constants) : undefined;
  return data === undefined ? null : JSON.stringify(data);
}

function builtInAttributes(tag: JsxTag, rule: BuiltIn, lines: TagLines, context: TagContext): string {
  const given = new Map<string, string>();
  for (const attribute of tag.attributes) {
    const { name } = attribute;
    const kind = Object.hasOwn(rule.attributes, name) ? rule.attributes[name] : undefined;
    if (kind === undefined) {
      const known = Object.keys(rule.attributes);
      const near = nearestName(name, known, 3);
      const hint = near === null ? `known: ${known.join(', ')}` : `did you mean "${near}"?`;
      context.report(lines.of(attribute), `<${tag.name}> has no attribute "${name}"; ${hint}`);
      continue;
    }
    // Null and undefined are the same as no attribute.
    if (attribute.kind === 'code' && /^(?:null|undefined)$/.test(attribute.value)) continue;
    const value = kind === 'data' ? dataOf(attribute, context.scope) : valueOf(attribute, context.scope);
    if (kind === 'unsupported') {
      const message = `the attribute ${name} of <${tag.name}> has no effect: addresses do not contain the choice of a tab`;
      if (value !== 'false') context.report(lines.of(attribute), message, 'warning', 'attributes of tabs have no effect');
      continue;
    }
    if (value === null) context.report(lines.of(attribute), `<${tag.name} ${name}=…> must be a literal: code in pages is not executed`);
    else if (kind !== 'flag' || value !== 'false') given.set(name.toLowerCase(), value);
  }
  for (const name of rule.required ?? [])
    if (!given.has(name.toLowerCase())) context.report(lines.first, `<${tag.name}> needs the attribute "${name}"`);
  return [...given].map(([name, value]) => ` data-${name}="${attributeText(value)}"`).join('');
}

const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr']);
const HTML_NAMES: Readonly<Record<string, string>> = {
  className: 'class',
  htmlFor: 'for',
  allowFullScreen: 'allowfullscreen',
  frameBorder: 'frameborder',
};

/** Returns the attributes that replace the style of an element. */
function attributesOfStyle(tag: string, style: string): Record<string, string> {
  if (tag === 'img') return sizeOfStyle(style);
  const align = alignmentOf(style);
  return align === undefined ? {} : { align };
}

/** Converts an HTML tag in JSX syntax, which can be self-closing (`<iframe … />`) and have expressions as attributes; null for plain HTML. */
function replaceHtmlTag(tag: JsxTag, lines: TagLines, context: TagContext): string | null {
  if (context.isMdx && !context.isPlain && /^[a-z]\w*$/.test(tag.name) && !isHtmlElement(tag.name) && context.closed.has(tag.name)) {
    if (!tag.isClosing) reportUnknown(tag, lines.all, context);
    return '';
  }
  if (tag.isClosing) return null;
  if (tag.name.includes('-')) {
    const message = `there is no element <${tag.name}>, so its tags are shown as they are written: map it to HTML with \`components\` in the configuration`;
    if (context.closed.has(tag.name))
      context.report(lines.all, message, 'warning', 'tags of unknown elements are shown as they are written');
    return null;
  }
  reportRemovedHtml(tag, lines, context.report);
  if (isRemovedWithContent(tag)) return '';
  const style = styleOf(tag);
  const ofStyle = attributesOfStyle(tag.name, style?.value ?? '');
  const isJsx =
    Object.keys(ofStyle).length > 0 ||
    tag.attributes.some(({ name, kind, isBraced }) => kind === 'code' || isBraced || Object.hasOwn(HTML_NAMES, name));
  const needsEndTag = tag.isSelfClosing && !VOID.has(tag.name);
  if (!isJsx && !needsEndTag) return null;
  const attributes = tag.attributes.filter(
    (attribute) => attribute !== style && (attribute.name === '' || keepsAttribute(tag.name, attribute.name, attribute.value)),
  );
  const literal = { ...literalAttributes({ ...tag, attributes }, lines, context), ...ofStyle };
  const written = Object.entries(literal).map(([name, value]) => {
    const html = HTML_NAMES[name] ?? name;
    return value === true ? ` ${html}` : ` ${html}="${attributeText(value)}"`;
  });
  return `<${tag.name}${written.join('')}>${needsEndTag ? `</${tag.name}>` : ''}`;
}
