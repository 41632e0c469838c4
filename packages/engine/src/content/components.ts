/**
 * Components of content: JSX tags that become HTML without running code. Some are built in; a site maps further ones to
 * HTML in its configuration.
 */
import { closest, distance } from 'fastest-levenshtein';

import { attributeText, endOfBraces, endSwallowing, limitOf, linesOf, readData, readingBudget, readTag } from './jsx.ts';
import type { JsxAttribute, JsxTag, ReadingBudget, TagLines } from './jsx.ts';
import { isMapped, themeOf } from './mapped-components.ts';
import type { Card, ComponentMap, ComponentMapping, ComponentUse } from './mapped-components.ts';
import { evaluate } from './mdx.ts';
import type { Scope } from './mdx.ts';
import type { ComponentAttributes } from '#config/schema/reading.ts';

import { keepsAttribute, losesContent, reportRemovedHtml, WITHOUT_CONTENT } from './sanitize.ts';
import { tagLines } from './source-lines.ts';
import type { Line, LineRange, Report } from './source-lines.ts';

interface BuiltIn {
  /** The element name for the parser, because HTML is case-insensitive; default: `x-` and the component's name. */
  element?: string;
  /** The type of each attribute. */
  attributes: Readonly<Record<string, 'text' | 'flag' | 'data'>>;
  required?: readonly string[];
  /** The component that it must be in. */
  parent?: string;
}

/** The tab of Nextra, Fumadocs, and Mintlify, whose labels can be in the `items` of the tabs. */
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

/** Whether a component is built in, so that it does not need a mapping. */
export const isBuiltIn = (name: string): boolean => Object.hasOwn(BUILT_IN, name) || isMapped(name);

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
 * Replaces component tags with `<x-…>` elements, and HTML tags in JSX syntax with HTML. A tag alone on its line gets blank
 * lines around it, so that the content between tags is parsed as Markdown. Fenced and inline code are unchanged.
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
        kind === 'text' && text.includes('</')
          ? [...text.matchAll(/<\/((?!x-)[a-z]\w*-[\w-]*|[A-Z][\w.]*)>/g)].map(([, name = '']) => name)
          : [],
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
  /** Names of components and hyphenated names that have a closing tag. Without one, it is most likely a placeholder or the parameter of a type. */
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
  /** The next text that is left out. */
  let skip = { from: Infinity, to: Infinity };
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
    if (at >= skip.from) {
      addLines(text.slice(at, skip.to).replace(/[^\n]/g, ''));
      at = Math.max(at, skip.to);
      skip = { from: Infinity, to: Infinity };
    } else if (character === '\n') {
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
      const tag = endSwallowing(readTag(text, at, page.budget), text);
      if (tag === null) {
        buffer += character;
        at += 1;
        continue;
      }
      // `Promise<Result>` in prose: the parameter of a type, not a component.
      if (/^[A-Z]/.test(tag.name) && !tag.isSelfClosing && /\w/.test(text[at - 1] ?? '') && !page.closed.has(tag.name)) {
        addLines(`&lt;${text.slice(at + 1, tag.end)}`);
        at = tag.end;
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
    } else if (
      character === '{' &&
      page.isMdx &&
      FUNCTION_CHILD.test(text.slice(at, at + 40)) &&
      page.open.at(-1)?.name === 'BrowserOnly'
    ) {
      // The function that returns the content of `<BrowserOnly>`: its content is that of the element.
      const end = endOfBraces(text, at, limitOf(text, at, page.budget)) ?? at;
      if (end === at) page.budget.characters -= limitOf(text, at, page.budget) - at;
      const last = /\s*\)?\s*\}$/.exec(text.slice(Math.max(at, end - 40), end))?.[0] ?? '';
      const start = at + (last === '' ? 1 : (FUNCTION_CHILD.exec(text.slice(at, at + 40))?.[0].length ?? 1));
      if (last !== '') skip = { from: end - last.length, to: end };
      addLines(last === '' ? character : text.slice(at, start).replace(/[^\n]/g, ''));
      at = start;
    } else if (character === '{' && text.startsWith('{{ $frontmatter.', at)) {
      // VitePress's expression for a value of the front matter.
      const [expression = '{', key = ''] = /^\{\{ \$(frontmatter\.[\w$]+) \}\}/.exec(text.slice(at, at + 100)) ?? [];
      buffer += (evaluate(key.replace('m', 'M'), page.scope) ?? expression).replaceAll('<', '&lt;');
      at += expression.length;
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
          `the expression {${(code ?? '').split('\n')[0]?.slice(0, 60) ?? ''}} is shown as text, because code in pages is not executed: write its value, or escape the brace as \\{`,
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
      const end = Math.min(at + length, skip.from);
      buffer += text.slice(at, end);
      at = end;
    }
  }
  endLine();
  return result;
}

/** Returns the end of an element that is removed with its content; 0 for other elements. */
function endOfRemoved({ name, isClosing, isSelfClosing, end }: JsxTag, text: string, neverClosed: Set<string>): number {
  if (!WITHOUT_CONTENT.has(name) || isClosing || isSelfClosing || neverClosed.has(name)) return 0;
  const closing = `</${name}>`;
  const found = text.indexOf(closing, end);
  if (found < 0) neverClosed.add(name);
  return found < 0 ? 0 : found + closing.length;
}

/** Returns the inline code that starts at a backtick, or only the backticks if they are not closed. */
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

/** `{() => (` or `{() =>` */
const FUNCTION_CHILD = /^\{\s*\(\)\s*=>\s*\(?\s*(?=<)/;

const INLINE = new Set(['a', 'abbr', 'b', 'code', 'em', 'fragment', 'i', 'kbd', 'mark', 'small', 'span', 'strong', 'sub', 'sup', 'u']);

/** Whether a component is a block even if its content is on the same line as its tags. */
function isBlock(use: ComponentUse | undefined): boolean {
  if (use === undefined) return true;
  const { admonition, render, tag = render === undefined ? 'div' : 'span' } = use.mapping;
  return admonition !== undefined || !INLINE.has(tag);
}

/**
 * Puts each tag on its own line, because CommonMark only then parses it as a block: tags that are alone on a line, and
 * the tags of a block that starts a line and has its content on the same line.
 */
function setOff(line: Line, uses: readonly ComponentUse[]): Line[] {
  if (!line.text.includes('x-')) return [line];
  const alone = /^(\s*)((?:<\/?x-[^>]*>\s*)+)$/.exec(line.text);
  // An indent of four spaces would make it code.
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

/** Returns the output for a tag; null to leave it unchanged. */
function replaceTag(tag: JsxTag, lines: TagLines, page: Page): string | null {
  const line = lines.first;
  if ((!/^[A-Z]|\./.test(tag.name) && !Object.hasOwn(page.map, tag.name)) || isHead(tag, page))
    return page.isPlain && tag.name !== 'Head' ? null : replaceHtmlTag(tag, lines, page);
  const picture = tag.isClosing ? null : importedPicture(tag, page);
  if (picture !== null) return picture;
  if (page.isPlain) return plainTag(tag, page);
  if (tag.isClosing) return closeTag(tag.name, line, page);
  const builtIn = Object.hasOwn(BUILT_IN, tag.name) ? BUILT_IN[tag.name] : undefined;
  const mapping = mappingOf(tag, line, page);
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

/** Maps every component that has no mapping of its own. */
export const OTHERS = '*';

/** The mapping of a component. One that only the mapping of all others knows is reported if it shows nothing. */
function mappingOf({ name, isSelfClosing }: JsxTag, line: number, { map, report }: Page): ComponentMapping | undefined {
  if (Object.hasOwn(map, name)) return map[name];
  const others = Object.hasOwn(BUILT_IN, name) || !Object.hasOwn(map, OTHERS) ? undefined : map[OTHERS];
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
const isHead = ({ name, isClosing }: JsxTag, { map }: Page): boolean => name === 'Head' && !isClosing && !Object.hasOwn(map, name);

/** Returns the output for a picture that the page imports and uses as a component; null for other tags. */
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

/** Returns a component tag as plain Markdown. */
function plainTag(tag: JsxTag, { map, scope }: Page): string {
  if (tag.isClosing) return '';
  const attributes = new Map(tag.attributes.map((attribute) => [attribute.name, valueOf(attribute, scope)]));
  if (tag.name === 'Tab' && attributes.has('title')) return `**${attributes.get('title')}**`;
  if (tag.name === 'TabItem' || tag.name === 'Tab') return attributes.has('label') ? `**${attributes.get('label')}**` : '';
  const mapping = Object.hasOwn(map, tag.name) ? map[tag.name] : map[OTHERS];
  const title = mapping?.title === undefined ? null : attributes.get(mapping.title);
  if (mapping?.markdown === undefined) return title ? `**${title}**` : '';
  const literal = [...attributes].filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== 'false');
  return mapping.markdown(Object.fromEntries(literal.map(([name, value]) => [name, value === 'true' ? true : value])));
}

function reportUnknown({ name, attributes }: JsxTag, line: LineRange, { map, report }: Page): void {
  const known = [...Object.keys(BUILT_IN), ...Object.keys(map)];
  const near = closest(name, known);
  const hint =
    name.length > 2 && distance(name, near) <= 2 ? `; did you mean <${near}>?` : '. Map it to HTML with `components` in the configuration.';
  const lost = attributes.length === 0 ? '' : ' Its content is shown without its attributes';
  report(line, `there is no component <${name}>${hint}${lost}`, 'error', 'unknown components');
}

function closeTag(name: string, line: number, { open, map, report }: Page): string {
  const isKnown = Object.hasOwn(map, name) || Object.hasOwn(map, OTHERS) || Object.hasOwn(BUILT_IN, name);
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
    // Null and undefined are the same as no attribute.
    if (attribute.kind === 'code' && /^(?:null|undefined)$/.test(attribute.value)) continue;
    const value = kind === 'data' ? dataOf(attribute, page.scope) : valueOf(attribute, page.scope);
    if (value === null) page.report(lines.of(attribute), `<${tag.name} ${name}=…> must be a literal: code in pages is not executed`);
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

/** Converts an HTML tag in JSX syntax, which can be self-closing (`<iframe … />`) and have expressions as attributes; null for plain HTML. */
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
  const needsEndTag = tag.isSelfClosing && !VOID.has(tag.name);
  if (!isJsx && !needsEndTag) return null;
  const attributes = tag.attributes.filter(({ name, value }) => name === '' || keepsAttribute(tag.name, name, value));
  const literal = literalAttributes({ ...tag, attributes }, lines, page);
  const written = Object.entries(literal).map(([name, value]) => {
    const html = HTML_NAMES[name] ?? name;
    return value === true ? ` ${html}` : ` ${html}="${attributeText(value)}"`;
  });
  return `<${tag.name}${written.join('')}>${needsEndTag ? `</${tag.name}>` : ''}`;
}
