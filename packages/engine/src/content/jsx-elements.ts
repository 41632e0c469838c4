/** Rewrites JSX that Markdown cannot contain: elements in attributes, and components that the page defines itself. Runs no code. */
import type { ReadInclude } from './includes.ts';
import { attributeText, readingBudget, readTag } from './jsx-parser.ts';
import type { JsxAttribute, JsxTag, ReadingBudget } from './jsx-parser.ts';
import { evaluate } from './mdx.ts';
import type { Scope } from './mdx.ts';
import type { Line, Report } from './source-lines.ts';
import { plainText } from './templates.ts';
import type { Template } from './templates.ts';

export interface ElementOptions {
  /** The components that the page defines, by name. */
  templates: ReadonlyMap<string, Template>;
  /** Whether the site maps a component itself. */
  isMapped(name: string): boolean;
  scope: Scope;
  read: ReadInclude;
  report: Report;
}

/** Maximum number of tags that are rewritten inside of rewritten ones. */
const MAX_DEPTH = 20;
/** Maximum number of characters that templates add to a page, because templates that use each other could grow exponentially. */
const MAX_TEMPLATE_CHARACTERS = 256 << 10;
/** Components whose attribute `children` is code. */
const CODE = new Set(['CodeBlock', 'Mermaid']);

/**
 * Moves elements in attributes, `code={<pre>…</pre>}`, and the text of the attribute `children` into the content of their component, and
 * replaces the components that the page defines with their elements.
 */
export function expandElements(lines: Line[], options: ElementOptions): Line[] {
  if (!lines.some(({ kind, text }) => kind === 'text' && text.includes('<'))) return lines;
  const result: Line[] = [];
  const added = { characters: 0, isReported: false };
  for (let index = 0; index < lines.length;) {
    let end = index;
    while (lines[end]?.kind === 'text') end += 1;
    if (end === index) result.push(lines[index++] as Line);
    else {
      const part = lines.slice(index, end);
      const text = part.map((line) => line.text).join('\n');
      if (!NEEDED.test(text) && options.templates.size === 0) for (const line of part) result.push(line);
      else {
        const output = new Output(part[0] as Line);
        const context = { ...options, output, budget: readingBudget(text.length), open: [], added };
        expand(text, (row) => part[row]?.number ?? part.at(-1)?.number ?? 1, context, 0);
        for (const line of output.finish()) result.push(line);
      }
      index = end;
    }
  }
  return result;
}

/** An element or a fragment in an attribute, or the attribute `children`. */
const NEEDED = /=\{\s*(?:\(\s*)?<|\schildren=|\{\s*\.\.\.\s*require\(/;

/** An escaped character, inline code, or the start of a tag. Code is tried only with whole runs of backticks, because shorter ones would take quadratic time. */
const ESCAPE_CODE_OR_TAG = /\\[^]|(?<!(?<!\\)`)(`+)(?!`)(?:(?!\n[ \t]*\n)[^])*?(?<!`)\1(?!`)|<\/?[A-Za-z]/g;

/** Collects text as lines. */
class Output {
  private readonly lines: Line[] = [];
  private text = '';
  private number: number;

  constructor({ number }: Line) {
    this.number = number;
  }

  /** Adds text. @param numberOf returns the number of a row of the text */
  add(text: string, numberOf: (row: number) => number): void {
    const [head = '', ...rest] = text.split('\n');
    this.text += head;
    for (const [index, row] of rest.entries()) this.startLine(row, numberOf(index + 1));
  }

  startLine(text: string, number: number): void {
    this.lines.push({ text: this.text, number: this.number, kind: 'text' });
    this.text = text;
    this.number = number;
  }

  finish(): Line[] {
    return [...this.lines, { text: this.text, number: this.number, kind: 'text' }];
  }
}

interface Context extends ElementOptions {
  output: Output;
  budget: ReadingBudget;
  /** The closing parts of open uses of templates. */
  open: { name: string; closing: string }[];
  /** Number of characters that templates have added to the page so far. */
  added: { characters: number; isReported: boolean };
}

function expand(text: string, numberOf: (row: number) => number, context: Context, depth: number): void {
  const { output, templates, budget } = context;
  let row = 0;
  const copy = (from: number, to: number): void => {
    const start = row;
    output.add(text.slice(from, to), (index) => numberOf(start + index));
    row += text.slice(from, to).split('\n').length - 1;
  };
  const closings = new Map<string, number>();
  const lastClosing = (name: string): number => {
    const last = closings.get(name) ?? text.lastIndexOf(`</${name}>`);
    closings.set(name, last);
    return last;
  };
  let copied = 0;
  for (const { index: at, 0: found } of text.matchAll(ESCAPE_CODE_OR_TAG)) {
    if (at < copied || !found.startsWith('<')) continue;
    const tag = readTag(text, at, budget);
    if (tag === null) continue;
    const own = context.isMapped(tag.name) ? undefined : templates.get(tag.name);
    const isWithinLimit = depth < MAX_DEPTH && context.added.characters < MAX_TEMPLATE_CHARACTERS;
    const template = isWithinLimit ? own : undefined;
    if (own !== undefined && !isWithinLimit) reportLimit(tag.name, numberOf(row), context);
    if (template !== undefined) {
      const written = tag.isClosing ? null : uses(template, tag, context.scope);
      const isClosed = tag.isSelfClosing || lastClosing(tag.name) >= tag.end;
      if (written !== null && isClosed) {
        copy(copied, at);
        context.added.characters += written.before.length + written.after.length;
        const number = numberOf(row);
        expand(written.before, () => number, context, depth + 1);
        if (tag.isSelfClosing) expand(written.after, () => number, context, depth + 1);
        else context.open.push({ name: tag.name, closing: written.after });
        row += text.slice(at, tag.end).split('\n').length - 1;
        copied = tag.end;
      } else if (tag.isClosing && context.open.at(-1)?.name === tag.name) {
        copy(copied, at);
        const number = numberOf(row);
        expand(context.open.pop()?.closing ?? '', () => number, context, depth + 1);
        copied = tag.end;
      }
      continue;
    }
    const moved = depth < MAX_DEPTH && !tag.isClosing ? tag.attributes.filter((attribute) => isMoved(tag, attribute)) : [];
    const isSpread = !tag.isClosing && tag.attributes.some((attribute) => spreadAttributes(attribute, context.read) !== null);
    if (moved.length === 0 && !isSpread) {
      // Tags in other attributes are not rewritten.
      copy(copied, tag.end);
      copied = tag.end;
      continue;
    }
    copy(copied, at);
    const start = row;
    const source = text.slice(at, tag.end);
    const rest = tag.attributes.filter((attribute) => !moved.includes(attribute));
    const kept = [...rest.flatMap((attribute) => attributeSource(attribute, context.read)), ...moved.flatMap(asText)];
    const inner = moved.filter((attribute) => asText(attribute).length === 0);
    const isBlock = source.includes('\n');
    const number = numberOf(row);
    const opening = `<${[tag.name, ...kept].join(' ')}${inner.length === 0 && tag.isSelfClosing ? ' />' : '>'}`;
    output.add(opening, () => number);
    for (const attribute of inner) {
      const content = attribute.kind === 'code' ? contentOf(attribute.value) : plainText(attribute.value);
      const before = source.slice(0, Math.max(0, source.indexOf(attribute.value))).split('\n').length - 1;
      if (isBlock) output.startLine('', numberOf(start + before));
      if (isBlock) output.startLine('', numberOf(start + before));
      const offset = attribute.value.slice(0, Math.max(0, attribute.value.indexOf(content.split('\n')[0] ?? ''))).split('\n').length - 1;
      expand(content, (index) => numberOf(start + before + offset + index), context, depth + 1);
    }
    row += source.split('\n').length - 1;
    if (isBlock && inner.length > 0) output.startLine('', numberOf(row));
    if (tag.isSelfClosing && inner.length > 0) output.add(`</${tag.name}>`, () => numberOf(row));
    if (isBlock && inner.length > 0) output.startLine('', numberOf(row));
    copied = tag.end;
  }
  copy(copied, text.length);
}

/** Reports, once for each page, that components which the page defines are not replaced any more. */
function reportLimit(name: string, line: number, { added, report }: Context): void {
  if (added.isReported) return;
  added.isReported = true;
  report(
    line,
    `<${name}> and the uses after it are left out: components that a page defines may add ${MAX_TEMPLATE_CHARACTERS} characters to it, and contain each other on ${MAX_DEPTH} levels. Write the content where it is shown`,
  );
}

const isMoved = (tag: JsxTag, { name, kind, value }: JsxAttribute): boolean =>
  (kind === 'code' && /^(?:\(\s*)?<[A-Za-z>]/.test(value) && /\w/.test(wordsOf(value))) ||
  (name === 'children' && kind === 'literal' && !CODE.has(tag.name));

/** Returns the text of JSX without its tags. */
const wordsOf = (jsx: string): string => jsx.replace(/<[^<>]*>/g, '').trim();

/** An element in an attribute that is only text becomes an attribute with this text; other elements become content. */
const asText = ({ name, kind, value }: JsxAttribute): string[] =>
  kind === 'code' && name !== 'children' && !/\n|<\/?[A-Z]|\{/.test(value) ? [`${name}="${attributeText(wordsOf(value))}"`] : [];

/** The data of a file as attributes: `{...require('./job.json')}`. */
const SPREAD = /^\.\.\.\s*require\(\s*(['"])([^'"]+\.json)\1\s*\)$/;

function attributeSource({ name, kind, value }: JsxAttribute, read: ReadInclude): string | string[] {
  if (kind === 'flag') return name;
  if (name === '') return spreadAttributes({ name, value }, read) ?? `{${value}}`;
  if (kind === 'code') return `${name}={${value}}`;
  return value.includes('"') ? `${name}={${JSON.stringify(value)}}` : `${name}="${value}"`;
}

/** Returns the data of a JSON file as attributes; null if it cannot be read. */
function spreadAttributes({ name: key, value: code }: Pick<JsxAttribute, 'name' | 'value'>, read: ReadInclude): string[] | null {
  const path = key === '' ? SPREAD.exec(code)?.[2] : undefined;
  const found = path === undefined ? null : read(path);
  if (typeof found !== 'object' || found === null) return null;
  try {
    const data = JSON.parse(found.text) as unknown;
    if (typeof data !== 'object' || data === null) return null;
    return Object.entries(data).flatMap(([name, value]) => (/^[A-Za-z_]\w*$/.test(name) ? `${name}={${JSON.stringify(value)}}` : []));
  } catch {
    return null;
  }
}

/** Returns the content of an attribute without the fragment or the parentheses around it, and without indentation outside of code. */
function contentOf(value: string): string {
  const jsx = (/^\(([\s\S]*)\)$/.exec(value)?.[1] ?? value).trim();
  const inner = /^<>([\s\S]*)<\/>$/.exec(jsx)?.[1] ?? jsx;
  return inner
    .trim()
    .split(/(`(?:[^`\\]|\\[^])*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/\n[ \t]+/g, '\n')))
    .join('');
}

/** Returns a template with the attributes of a use; null if one would have to be run. */
function uses({ parts, defaults }: Template, tag: JsxTag, scope: Scope): { before: string; after: string } | null {
  const values = new Map<string, { text: string; isElement: boolean }>();
  for (const { name, kind, value } of tag.attributes) {
    const isElement = kind === 'code' && /^<[A-Za-z>]/.test(value);
    const literal = isElement ? value : kind === 'code' ? evaluate(value, scope) : value;
    if (name === '' || literal === null) return null;
    values.set(name, { text: literal, isElement });
  }
  let before = '';
  let after: string | null = null;
  const add = (text: string): void => {
    if (after === null) before += text;
    else after += text;
  };
  for (const part of parts) {
    if (typeof part === 'string') add(part);
    else if (part.property === 'children' && !values.has('children')) after ??= '';
    else {
      const { text, isElement } = values.get(part.property) ?? { text: defaults.get(part.property) ?? '', isElement: false };
      add(isElement ? text : part.place === 'attribute' ? attributeText(text) : plainText(text));
    }
  }
  return { before, after: after ?? '' };
}
