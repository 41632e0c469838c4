/**
 * Components of content: JSX tags that become HTML without running code. Some are built in; a site maps further ones to
 * HTML in its configuration.
 */
import { closest, distance } from 'fastest-levenshtein';

import { isPlayer } from './embeds.ts';
import { endOfBraces, limitOf, readData, readingBudget, readTag } from './jsx.ts';
import type { JsxAttribute, JsxTag, ReadingBudget } from './jsx.ts';
import { attributeText, THEME, themeOf } from './mapped-components.ts';
import type { Card, ComponentMap, ComponentUse } from './mapped-components.ts';
import { evaluate } from './mdx.ts';
import type { Scope } from './mdx.ts';
import type { ComponentAttributes } from '#config/schema/reading.ts';

import { isHtmlElement, keepsAttribute, keepsElement } from './sanitize.ts';
import { tagLines } from './source-lines.ts';
import type { Line, LineRange, Report } from './source-lines.ts';

interface BuiltIn {
  /** Attribute → what it contains. */
  attributes: Readonly<Record<string, 'text' | 'flag' | 'data'>>;
  required?: readonly string[];
  /** The component that it must be in. */
  parent?: string;
}

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
    },
  },
  TabItem: {
    attributes: { value: 'text', label: 'text', default: 'flag', className: 'text', attributes: 'data' },
    required: ['value'],
    parent: 'Tabs',
  },
};

/** Whether a component of this name needs no mapping. */
export const isBuiltIn = (name: string): boolean => Object.hasOwn(BUILT_IN, name) || Object.hasOwn(THEME, name);

export interface ComponentOptions {
  map: ComponentMap;
  /** What `<DocCardList>` lists; absent: nothing. */
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

/** The element that a built-in component is for the parser: HTML knows no capitals. */
const elementName = (component: string): string => `x-${component.toLowerCase()}`;

/**
 * Replaces component tags by `<x-…>` elements, and JSX of HTML tags by HTML. A tag alone on its line is set off by blank
 * lines, so that what is between tags is Markdown. Fenced and inline code stay as they are.
 * @param isPlain writes plain Markdown in place of elements, for the page's Markdown twin
 */
export function readComponentTags(lines: Line[], report: Report, options: ComponentOptions, isPlain = false): TaggedLines {
  const page: Page = {
    ...options,
    map: { ...themeOf(options.cards ?? []), ...options.map },
    isPlain,
    report,
    open: [],
    uses: [],
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
  /** What the closing tag becomes; null for an unknown component, which may be a placeholder that nobody closes. */
  closing: string | null;
}

interface Page extends ComponentOptions {
  isPlain: boolean;
  report: Report;
  open: Open[];
  uses: ComponentUse[];
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
  const lineNumber = (): number => lines[row]?.number ?? 1;
  const endLine = (): void => {
    result.push(...setOff({ ...(lines[first] as Line), text: buffer }));
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
      const end = Math.max(tag.end, page.isPlain && tag.name !== 'Head' ? 0 : endOfRemoved(tag, text));
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

/** Where an element ends whose content is left out with it; 0 for others. */
function endOfRemoved({ name, isClosing, isSelfClosing, end }: JsxTag, text: string): number {
  if (!WITHOUT_CONTENT.has(name) || isClosing || isSelfClosing) return 0;
  const closing = `</${name}>`;
  const found = text.indexOf(closing, end);
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

/** Tags alone on a line get lines of their own: only then does CommonMark read them as blocks. */
function setOff(line: Line): Line[] {
  const alone = /^(\s*)((?:<\/?x-[^>]*>\s*)+)$/.exec(line.text);
  if (alone === null) return [line];
  // Four spaces would make it code; the indent of a component means nothing.
  const indent = (alone[1] ?? '').length >= 4 ? '' : (alone[1] ?? '');
  return (alone[2] ?? '').match(/<[^>]*>/g)?.flatMap((tag) => tagLines(line, indent, tag)) ?? [];
}

/** The lines of a tag in the author's file. */
interface TagLines {
  first: number;
  all: LineRange;
  /** With what is between the tag and the one that closes it. */
  element(): LineRange;
  of(attribute: JsxAttribute): LineRange;
}

function linesOf(text: string, at: number, tag: JsxTag, lines: readonly Line[], row: number): TagLines {
  const numberOf = (offset: number): number => lines[Math.min(row + offset, lines.length - 1)]?.number ?? 1;
  const rowsTo = (end: number): number => text.slice(at, end).split('\n').length - 1;
  const range = (from: number, to: number): LineRange => [numberOf(from), numberOf(to)];
  return {
    first: numberOf(0),
    get all() {
      return range(0, rowsTo(tag.end));
    },
    element() {
      const end = tag.isSelfClosing ? -1 : text.indexOf(`</${tag.name}`, tag.end);
      return range(0, rowsTo(Math.max(end, tag.end)));
    },
    of: ({ rows }) => range(...rows),
  };
}

/** What a tag becomes; null leaves it as it is. */
function replaceTag(tag: JsxTag, lines: TagLines, page: Page): string | null {
  const line = lines.first;
  if (!/^[A-Z]|\./.test(tag.name) || isHead(tag, page))
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
    element = elementName(tag.name);
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

/** Metadata of a page, as of Docusaurus. */
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
  if (tag.name === 'TabItem') return attributes.has('label') ? `**${attributes.get('label')}**` : '';
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
    // What it would be without the attribute.
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
    // As if it were not there.
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
  if (tag.name.includes('-') || tag.isClosing) return null;
  reportRemovedHtml(tag, lines, page);
  // The sanitizer would make a box to check of a field.
  if (WITHOUT_CONTENT.has(tag.name) || isField(tag)) return '';
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

/** Elements that are shown as something else, and those that are not shown. Others that HTML knows lose their tag alone. */
const REPLACED: Readonly<Record<string, string>> = {
  iframe: 'shown as a link, since pages load nothing from other sites',
  video: 'shown as a link, since pages load nothing from other sites',
  audio: 'shown as a link, since pages load nothing from other sites',
  script: 'left out, since content runs no code',
  style: 'left out: put the rules into a stylesheet of the site',
  svg: 'left out: put the drawing into a file beside the page and show it as a picture',
  form: 'left out but for its text: pages have no forms',
  Head: 'left out: what it says of the page goes into its front matter',
};
/** Elements that are left out with all that is in them. */
const WITHOUT_CONTENT = new Set(['script', 'style', 'svg', 'Head']);
const isField = ({ name, attributes }: JsxTag): boolean =>
  name === 'input' && !attributes.some((attribute) => attribute.name === 'type' && attribute.value === 'checkbox');

/** Attributes for browsers and scripts, which no reader sees the lack of. */
const WITHOUT_MEANING = /^(?:key|ref|target|rel|loading|decoding|fetchpriority|crossorigin|referrerpolicy|data-[\w-]+)$/i;

/** Says what of an HTML tag is not on the page. */
function reportRemovedHtml(tag: JsxTag, lines: TagLines, { report }: Page): void {
  const replaced = Object.hasOwn(REPLACED, tag.name) ? REPLACED[tag.name] : undefined;
  if (isField(tag)) return report(lines.all, '<input> is left out: pages have no forms', 'warning', '<input> is left out');
  if (tag.name === 'iframe' && isPlayer(tag.attributes.find(({ name }) => name === 'src')?.value ?? '')) return;
  if (replaced !== undefined)
    return report(lines.element(), `<${tag.name}> is ${replaced}`, 'warning', `<${tag.name}> is not shown as such`);
  if (!keepsElement(tag.name)) {
    // A name that HTML does not know is a placeholder, and shown as it is written.
    if (isHtmlElement(tag.name))
      report(
        lines.all,
        `<${tag.name}> is left out but for its content: pages have no such element`,
        'warning',
        'HTML elements are left out',
      );
    return;
  }
  for (const attribute of tag.attributes) {
    if (attribute.name === '' || WITHOUT_MEANING.test(attribute.name) || keepsAttribute(tag.name, attribute.name, attribute.value))
      continue;
    const message = `the attribute ${attribute.name} of <${tag.name}> is left out: pages take their look from the site's stylesheets`;
    report(lines.of(attribute), message, 'warning', 'HTML attributes are left out');
  }
}
