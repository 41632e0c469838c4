/**
 * Components of content: JSX tags that become HTML without running code. Some are built in; a site maps further ones to
 * HTML in its configuration.
 */
import { closest, distance } from 'fastest-levenshtein';

import { endOfBraces, limitOf, linesOf, readData, readingBudget, readTag } from './jsx.ts';
import type { JsxAttribute, JsxTag, ReadingBudget, TagLines } from './jsx.ts';
import { attributeText, THEME, themeOf } from './mapped-components.ts';
import type { Card, ComponentMap, ComponentUse } from './mapped-components.ts';
import { evaluate } from './mdx.ts';
import type { Scope } from './mdx.ts';
import type { ComponentAttributes } from '#config/schema/reading.ts';

import { keepsAttribute, losesContent, reportRemovedHtml, WITHOUT_CONTENT } from './sanitize.ts';
import { tagLines } from './source-lines.ts';
import type { Line, LineRange, Report } from './source-lines.ts';

interface BuiltIn {
  /** The element name for the parser, since HTML ignores case; default: `x-` and its name. */
  element?: string;
  /** The type of each attribute. */
  attributes: Readonly<Record<string, 'text' | 'flag' | 'data'>>;
  required?: readonly string[];
  /** The component that it must be in. */
  parent?: string;
}

/** A tab as Nextra, Fumadocs and Mintlify write it: the labels may be in `items` of the tabs. */
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
      queryString: 'flag',
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

/** Whether a component of this name needs no mapping. */
export const isBuiltIn = (name: string): boolean => Object.hasOwn(BUILT_IN, name) || Object.hasOwn(THEME, name);

export interface ComponentOptions {
  map: ComponentMap;
  /** The cards of `<DocCardList>`; absent: none. */
  cards?: readonly Card[] | undefined;
  /** Values of expressions. */
  scope: Scope;
  /** Whether braces in text are expressions, as in MDX; in Markdown they are text. */
  isMdx: boolean;
}

export interface TaggedLines {
  lines: Line[];
  /** The n-th mapped component, `<x-component data-use="n">`. */
  uses: ComponentUse[];
}

/**
 * Replaces component tags with `<x-…>` elements, and JSX of HTML tags with HTML. A tag alone on its line is set off by blank
 * lines, so that what is between tags is Markdown. Fenced and inline code stay as they are.
 * @param isPlain writes plain Markdown instead of elements, for the Markdown version of the page
 */
export function readComponentTags(lines: Line[], report: Report, options: ComponentOptions, isPlain = false): TaggedLines {
  const page: Page = {
    ...options,
    map: { ...themeOf(options.cards ?? []), ...options.map },
    isPlain,
    report,
    open: [],
    uses: [],
    closed: new Set(
      lines.flatMap(({ kind, text }) =>
        kind === 'text' && text.includes('</') ? [...text.matchAll(/<\/((?!x-)[a-z]\w*-[\w-]*)>/g)].map(([, name = '']) => name) : [],
      ),
    ),
    budget: readingBudget(lines.reduce((sum, { text }) => sum + text.length, 0)),
  };
  const result: Line[] = [];
  for (let index = 0; index < lines.length;) {
    let end = index;
    while (lines[end]?.kind === 'text') end += 1;
    if (end === index) result.push(lines[index++] as Line);
    else for (const line of readRun(lines.slice(index, end), page)) result.push(line);
    index = Math.max(end, index);
  }
  for (const { name, line, closing } of page.open) if (closing !== null) report(line, `<${name}> is never closed: add </${name}>`);
  return { lines: result, uses: page.uses };
}

interface Open {
  name: string;
  line: number;
  /** The output for the closing tag; null for an unknown component, which may be a placeholder that is never closed. */
  closing: string | null;
}

interface Page extends ComponentOptions {
  isPlain: boolean;
  report: Report;
  open: Open[];
  uses: ComponentUse[];
  /** Hyphenated names that have a closing tag. A hyphenated name without one is most likely a placeholder. */
  closed: ReadonlySet<string>;
  budget: ReadingBudget;
}

/** Reads the lines between two code blocks. */
function readRun(lines: readonly Line[], page: Page): Line[] {
  if (!lines.some(({ text }) => /<|\{/.test(text))) return [...lines];
  const text = lines.map((line) => line.text).join('\n');
  const result: Line[] = [];
  let buffer = '';
  let first = 0;
  let row = 0;
  /** Lengths of backtick runs without a closing run, with the offset from which that is known. */
  const unclosed = new Set<number>();
  const neverClosed = new Set<string>();
  const lineNumber = (): number => lines[row]?.number ?? 1;
  const endLine = (): void => {
    result.push(...setOff({ ...(lines[first] as Line), text: buffer }, page.uses));
    buffer = '';
    row += 1;
    first = row;
  };
  const addLines = (part: string): void => {
    const [head = '', ...rest] = part.split('\n');
    buffer += head;
    for (const line of rest) {
      endLine();
      buffer += line;
    }
  };
  for (let at = 0; at < text.length;) {
    const character = text[at];
    if (character === '\n') {
      endLine();
      at += 1;
    } else if (character === '\\') {
      buffer += text.slice(at, at + 2).replace('\n', '');
      at += text[at + 1] === '\n' ? 1 : 2;
    } else if (character === '`') {
      const code = inlineCode(text, at, unclosed);
      addLines(code);
      at += code.length;
    } else if (character === '<' && /[A-Za-z/]/.test(text[at + 1] ?? '')) {
      const tag = readTag(text, at, page.budget);
      if (tag === null) {
        buffer += character;
        at += 1;
        continue;
      }
      const replacement = replaceTag(tag, linesOf(text, at, tag, lines, row), page);
      if (replacement === null) {
        addLines(text.slice(at, tag.end));
        at = tag.end;
        continue;
      }
      buffer += replacement;
      const end = Math.max(tag.end, page.isPlain && tag.name !== 'Head' ? 0 : endOfRemoved(tag, text, neverClosed));
      row += text.slice(at, end).split('\n').length - 1;
      at = end;
    } else if (character === '{' && page.isMdx && text[at + 1] !== '#' && text[at + 1] !== '{') {
      const limit = limitOf(text, at, page.budget);
      const end = endOfBraces(text, at, limit);
      const code = end === null ? null : text.slice(at + 1, end - 1);
      const value = code === null ? null : evaluate(code, page.scope);
      if (value === null) {
        page.budget.characters -= (end ?? limit) - at;
        const rows = (code ?? '').split('\n').length - 1;
        page.report(
          [lineNumber(), lines[Math.min(row + rows, lines.length - 1)]?.number ?? lineNumber()],
          `the expression {${(code ?? '').split('\n')[0]?.slice(0, 60) ?? ''}} is shown as text, since content runs no code: write its value, or escape the brace as \\{`,
          'warning',
          'expressions are shown as text',
        );
        buffer += character;
        at += 1;
        continue;
      }
      buffer += value.replaceAll('\n', ' ').replaceAll('<', '&lt;');
      row += (code ?? '').split('\n').length - 1;
      at = end ?? at + 1;
    } else {
      const next = text.slice(at).search(/[\n\\`<{]/);
      const length = next <= 0 ? (next < 0 ? text.length - at : 1) : next;
      buffer += text.slice(at, at + length);
      at += length;
    }
  }
  endLine();
  return result;
}

/** The end of an element that is removed with its content; 0 for others. */
function endOfRemoved({ name, isClosing, isSelfClosing, end }: JsxTag, text: string, neverClosed: Set<string>): number {
  if (!WITHOUT_CONTENT.has(name) || isClosing || isSelfClosing || neverClosed.has(name)) return 0;
  const closing = `</${name}>`;
  const found = text.indexOf(closing, end);
  if (found < 0) neverClosed.add(name);
  return found < 0 ? 0 : found + closing.length;
}

/** Inline code at a backtick, or the backticks alone if nothing closes them. */
function inlineCode(text: string, at: number, unclosed: Set<number>): string {
  let length = 1;
  while (text[at + length] === '`') length += 1;
  const marks = '`'.repeat(length);
  if (unclosed.has(length)) return marks;
  for (let end = text.indexOf(marks, at + length); end >= 0; end = text.indexOf(marks, end)) {
    let run = length;
    while (text[end + run] === '`') run += 1;
    if (run === length) {
      const code = text.slice(at, end + length);
      // A blank line ends the paragraph and with it the code.
      return /\n[ \t]*\n/.test(code) ? marks : code;
    }
    end += run;
  }
  unclosed.add(length);
  return marks;
}

const INLINE = new Set(['a', 'abbr', 'b', 'code', 'em', 'fragment', 'i', 'kbd', 'mark', 'small', 'span', 'strong', 'sub', 'sup', 'u']);

/** Whether a component is a block also where its content is on the line of its tags. */
function isBlock(use: ComponentUse | undefined): boolean {
  if (use === undefined) return true;
  const { tag = 'div', admonition, render } = use.mapping;
  return admonition !== undefined || (render === undefined && !INLINE.has(tag));
}

/**
 * Tags alone on a line get lines of their own: only then does CommonMark read them as blocks. So do those of a block that
 * starts a line and whose content is on it.
 */
function setOff(line: Line, uses: readonly ComponentUse[]): Line[] {
  if (!line.text.includes('x-')) return [line];
  const alone = /^(\s*)((?:<\/?x-[^>]*>\s*)+)$/.exec(line.text);
  // Four spaces would make it code; the indent of a component means nothing.
  const indentOf = (spaces = ''): string => (spaces.length >= 4 ? '' : spaces);
  if (alone !== null) return (alone[2] ?? '').match(/<[^>]*>/g)?.flatMap((tag) => tagLines(line, indentOf(alone[1]), tag)) ?? [];
  const [, spaces, opening = '', number, rest = line.text] =
    /^(\s*)(<x-(?:component data-use="(\d+)"|tabitem[^>]*)>)(.*)$/.exec(line.text) ?? [];
  const opened = (rest.match(/<x-/g) ?? []).length;
  const closed = (rest.match(/<\/x-/g) ?? []).length;
  const last = /^(.*?)\s*(<\/x-[^>]*>)\s*$/.exec(rest);
  const endsBlock = closed > opened && last !== null;
  const startsBlock =
    opening !== '' && isBlock(number === undefined ? undefined : uses[Number(number)]) && (closed === opened || endsBlock);
  if (!startsBlock && !(endsBlock && opening === '')) return [line];
  const indent = indentOf(spaces);
  return [
    ...(startsBlock ? tagLines(line, indent, opening) : []),
    { ...line, text: indent + (endsBlock ? (last[1] ?? '') : rest).trimStart() },
    ...(endsBlock ? tagLines(line, indent, last[2] ?? '') : []),
  ];
}

/** The output for a tag; null leaves it unchanged. */
function replaceTag(tag: JsxTag, lines: TagLines, page: Page): string | null {
  const line = lines.first;
  if ((!/^[A-Z]|\./.test(tag.name) && !Object.hasOwn(page.map, tag.name)) || isHead(tag, page))
    return page.isPlain && tag.name !== 'Head' ? null : replaceHtmlTag(tag, lines, page);
  const picture = tag.isClosing ? null : importedPicture(tag, page);
  if (picture !== null) return picture;
  if (page.isPlain) return plainTag(tag, page);
  if (tag.isClosing) return closeTag(tag.name, line, page);
  const builtIn = Object.hasOwn(BUILT_IN, tag.name) ? BUILT_IN[tag.name] : undefined;
  const mapping = Object.hasOwn(page.map, tag.name) ? page.map[tag.name] : undefined;
  let element: string;
  let written: string;
  if (mapping !== undefined) {
    element = 'x-component';
    written = ` data-use="${page.uses.length}"`;
    const places = Object.fromEntries(tag.attributes.map((attribute) => [attribute.name, lines.of(attribute)]));
    page.uses.push({ name: tag.name, line, mapping, attributes: literalAttributes(tag, lines, page, mapping.ignored), lines: places });
  } else if (builtIn !== undefined) {
    if (builtIn.parent !== undefined && page.open.at(-1)?.name !== builtIn.parent)
      page.report(line, `<${tag.name}> must be directly inside <${builtIn.parent}>`);
    element = builtIn.element ?? `x-${tag.name.toLowerCase()}`;
    written = builtInAttributes(tag, builtIn, lines, page);
  } else {
    reportUnknown(tag, lines.all, page);
    if (!tag.isSelfClosing) page.open.push({ name: tag.name, line, closing: null });
    return '';
  }
  if (tag.isSelfClosing) return `<${element}${written}></${element}>`;
  page.open.push({ name: tag.name, line, closing: `</${element}>` });
  return `<${element}${written}>`;
}

/** `<Head>` of Docusaurus: metadata of a page. */
const isHead = ({ name, isClosing }: JsxTag, { map }: Page): boolean => name === 'Head' && !isClosing && !Object.hasOwn(map, name);

/** A picture that the page imports and uses as a component. */
function importedPicture(tag: JsxTag, page: Page): string | null {
  const file = page.scope.constants.get(tag.name);
  if (file === undefined || Object.hasOwn(page.map, tag.name) || !/\.(?:svg|png|jpe?g|gif|webp|avif)$/i.test(file)) return null;
  const text = (wanted: string): string | null => {
    const attribute = tag.attributes.find(({ name }) => name === wanted);
    return attribute === undefined ? null : valueOf(attribute, page.scope);
  };
  const alt = text('alt') ?? text('title') ?? text('aria-label') ?? tag.name;
  return page.isPlain ? `![${alt}](${file})` : `<img src="${attributeText(file)}" alt="${attributeText(alt)}">`;
}

/** A component tag as plain Markdown. */
function plainTag(tag: JsxTag, { map, scope }: Page): string {
  if (tag.isClosing) return '';
  const attributes = new Map(tag.attributes.map((attribute) => [attribute.name, valueOf(attribute, scope)]));
  if (tag.name === 'Tab' && attributes.has('title')) return `**${attributes.get('title')}**`;
  if (tag.name === 'TabItem' || tag.name === 'Tab') return attributes.has('label') ? `**${attributes.get('label')}**` : '';
  const mapping = Object.hasOwn(map, tag.name) ? map[tag.name] : undefined;
  const title = mapping?.title === undefined ? null : attributes.get(mapping.title);
  if (mapping?.markdown === undefined) return title ? `**${title}**` : '';
  const literal = [...attributes].filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== 'false');
  return mapping.markdown(Object.fromEntries(literal.map(([name, value]) => [name, value === 'true' ? true : value])));
}

function reportUnknown({ name, attributes }: JsxTag, line: LineRange, { map, report }: Page): void {
  const known = [...Object.keys(BUILT_IN), ...Object.keys(map)];
  const near = closest(name, known);
  const hint =
    distance(name, near) <= 2
      ? `; did you mean <${near}>?`
      : `. Map it to HTML with \`components\` in the configuration. Known: ${known.join(', ')}.`;
  const lost = attributes.length === 0 ? '' : ' Its content is shown without its attributes';
  report(line, `there is no component <${name}>${hint}${lost}`, 'error', 'unknown components');
}

function closeTag(name: string, line: number, { open, map, report }: Page): string {
  const isKnown = Object.hasOwn(map, name) || Object.hasOwn(BUILT_IN, name);
  if (isKnown) while (open.at(-1)?.closing === null) open.pop();
  const last = open.at(-1);
  if (last?.name === name) return open.pop()?.closing ?? '';
  // An unknown component is reported where it is opened.
  if (!isKnown) return '';
  const opened = last === undefined ? 'none is open' : `<${last.name}> of line ${last.line} is open`;
  report(line, `</${name}> closes no <${name}>: ${opened}`);
  return '';
}

/** The attributes whose values are known without running code; others are reported. */
function literalAttributes(tag: JsxTag, lines: TagLines, page: Page, ignored: readonly string[] = []): ComponentAttributes {
  const attributes: Record<string, string | true> = {};
  for (const attribute of tag.attributes) {
    if (ignored.includes(attribute.name)) continue;
    // These expressions are the default, so the attribute changes nothing.
    if (attribute.kind === 'code' && /^(?:toc|useCurrentSidebarCategory\(\)(?:\.items)?)$/.test(attribute.value)) continue;
    const value = valueOf(attribute, page.scope) ?? dataOf(attribute, page.scope);
    if (value === null)
      page.report(
        lines.of(attribute),
        `the attribute ${attribute.name || `{${attribute.value.slice(0, 40)}}`} of <${tag.name}> is left out: content runs no code, so write a literal value`,
        'warning',
        'attributes that need code are left out',
      );
    else if (value !== 'false') attributes[attribute.name] = value === 'true' ? true : value;
  }
  return attributes;
}

/** `true` for a flag; null where code would have to run. */
function valueOf({ kind, value }: JsxAttribute, scope: Scope): string | null {
  if (kind !== 'code') return kind === 'flag' ? 'true' : value;
  return evaluate(value, scope);
}

/** The JSON of a list or an object that is written out; null where code would have to run. */
function dataOf({ kind, value }: JsxAttribute, { constants }: Scope): string | null {
  const data = kind === 'code' && /^[[{]/.test(value) ? readData(value, constants) : undefined;
  return data === undefined ? null : JSON.stringify(data);
}

function builtInAttributes(tag: JsxTag, rule: BuiltIn, lines: TagLines, page: Page): string {
  const given = new Map<string, string>();
  for (const attribute of tag.attributes) {
    const { name } = attribute;
    const kind = Object.hasOwn(rule.attributes, name) ? rule.attributes[name] : undefined;
    if (kind === undefined) {
      const known = Object.keys(rule.attributes);
      const near = closest(name, known);
      page.report(
        lines.of(attribute),
        `<${tag.name}> has no attribute "${name}"${distance(name, near) <= 3 ? `; did you mean "${near}"?` : `; known: ${known.join(', ')}`}`,
      );
      continue;
    }
    // An attribute of null or undefined is the same as none.
    if (attribute.kind === 'code' && /^(?:null|undefined)$/.test(attribute.value)) continue;
    const value = kind === 'data' ? dataOf(attribute, page.scope) : valueOf(attribute, page.scope);
    if (value === null) page.report(lines.of(attribute), `<${tag.name} ${name}=…> must be a literal: content runs no code`);
    else if (kind !== 'flag' || value !== 'false') given.set(name.toLowerCase(), value);
  }
  for (const name of rule.required ?? [])
    if (!given.has(name.toLowerCase())) page.report(lines.first, `<${tag.name}> needs the attribute "${name}"`);
  return [...given].map(([name, value]) => ` data-${name}="${attributeText(value)}"`).join('');
}

const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr']);
const HTML_NAMES: Readonly<Record<string, string>> = {
  className: 'class',
  htmlFor: 'for',
  allowFullScreen: 'allowfullscreen',
  frameBorder: 'frameborder',
};

/** An HTML tag as JSX: `<iframe … />` ends itself, and attributes may be expressions. HTML proper stays as it is. */
function replaceHtmlTag(tag: JsxTag, lines: TagLines, page: Page): string | null {
  if (tag.isClosing) return null;
  if (tag.name.includes('-')) {
    const message = `there is no element <${tag.name}>, so its tags are shown as they are written: map it to HTML with \`components\` in the configuration`;
    if (page.closed.has(tag.name)) page.report(lines.all, message, 'warning', 'tags of unknown elements are shown as they are written');
    return null;
  }
  reportRemovedHtml(tag, lines, page.report);
  if (losesContent(tag)) return '';
  const isJsx = tag.attributes.some(({ name, kind }) => kind === 'code' || Object.hasOwn(HTML_NAMES, name));
  const endsItself = tag.isSelfClosing && !VOID.has(tag.name);
  if (!isJsx && !endsItself) return null;
  const attributes = tag.attributes.filter(({ name, value }) => name === '' || keepsAttribute(tag.name, name, value));
  const literal = literalAttributes({ ...tag, attributes }, lines, page);
  const written = Object.entries(literal).map(([name, value]) => {
    const html = HTML_NAMES[name] ?? name;
    return value === true ? ` ${html}` : ` ${html}="${attributeText(value)}"`;
  });
  return `<${tag.name}${written.join('')}>${endsItself ? `</${tag.name}>` : ''}`;
}
