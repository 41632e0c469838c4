/** Rewrites JSX that Markdown cannot contain: elements in attributes, and components that the page defines itself. Runs no code. */
import type { ReadInclude } from './includes.ts';
import { attributeText, readingBudget, readTag } from './jsx-parser.ts';
import type { JsxAttribute, JsxTag, ReadingBudget } from './jsx-parser.ts';
import { evaluate } from './mdx.ts';
import type { Scope } from './mdx.ts';
import { ESCAPE_OR_CODE, replaceTextRuns } from './source-lines.ts';
import type { Line, Report } from './source-lines.ts';
import { plainText } from './jsx-expressions.ts';
import type { Template } from './jsx-expressions.ts';

interface ElementOptions {
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
  const added = { characters: 0, isReported: false };
  return replaceTextRuns(lines, (run) => {
    const text = run.map((line) => line.text).join('\n');
    if (!NEEDED.test(text) && options.templates.size === 0) return run;
    const output = new Output(run[0] as Line);
    const context = { ...options, output, budget: readingBudget(text.length), open: [], added };
    expand(text, (row) => run[row]?.number ?? run.at(-1)?.number ?? 1, context, 0);
    return output.finish();
  });
}

/** An element or a fragment in an attribute, or the attribute `children`. */
const NEEDED = /=\{\s*(?:\(\s*)?<|\schildren=|\{\s*\.\.\.\s*require\(/;

/** An escaped character, inline code, or the start of a tag. Code is tried only with whole runs of backticks, because shorter ones would take quadratic time. */
const ESCAPE_CODE_OR_TAG = new RegExp(String.raw`${ESCAPE_OR_CODE}|<\/?[A-Za-z]`, 'g');

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

/**
 * Rewrites a text and adds it to the output.
 * @param numberOf returns the number of a row of the text @param depth number of rewritten tags around the text
 */
function expand(text: string, numberOf: (row: number) => number, context: Context, depth: number): void {
  const { output, budget } = context;
  /** Offset up to which the text was copied or replaced, and its row. */
  let done = 0;
  let row = 0;
  const skipTo = (end: number): void => {
    row += text.slice(done, end).split('\n').length - 1;
    done = end;
  };
  const copyTo = (end: number): void => {
    const start = row;
    output.add(text.slice(done, end), (index) => numberOf(start + index));
    skipTo(end);
  };
  const lastClosing = new Map<string, number>();
  const isClosed = ({ name, isSelfClosing, end }: JsxTag): boolean => {
    if (isSelfClosing) return true;
    const last = lastClosing.get(name) ?? text.lastIndexOf(`</${name}>`);
    lastClosing.set(name, last);
    return last >= end;
  };
  for (const { index: at, 0: found } of text.matchAll(ESCAPE_CODE_OR_TAG)) {
    if (at < done || !found.startsWith('<')) continue;
    const tag = readTag(text, at, budget);
    if (tag === null) continue;
    const template = templateOf(tag, numberOf(row), context, depth);
    if (template !== undefined) {
      const use = tag.isClosing ? closeUse(tag, context) : openUse(tag, template, isClosed(tag), context);
      if (use === null) continue;
      copyTo(at);
      const number = numberOf(row);
      for (const part of use.parts) expand(part, () => number, context, depth + 1);
      if (use.closing !== null) context.open.push({ name: tag.name, closing: use.closing });
      skipTo(tag.end);
      continue;
    }
    const moved = depth < MAX_DEPTH && !tag.isClosing ? tag.attributes.filter((attribute) => isMoved(tag, attribute)) : [];
    const isSpread = !tag.isClosing && tag.attributes.some((attribute) => spreadAttributes(attribute, context.read) !== null);
    if (moved.length === 0 && !isSpread) {
      // Tags in other attributes are not rewritten.
      copyTo(tag.end);
      continue;
    }
    copyTo(at);
    const start = row;
    moveAttributes(tag, moved, { text: text.slice(at, tag.end), numberOf: (index) => numberOf(start + index) }, context, depth);
    skipTo(tag.end);
  }
  copyTo(text.length);
}

/** Returns the template of a tag; undefined for other tags, and if the page has reached a limit, which is reported. */
function templateOf({ name }: JsxTag, line: number, context: Context, depth: number): Template | undefined {
  const template = context.isMapped(name) ? undefined : context.templates.get(name);
  if (template === undefined || (depth < MAX_DEPTH && context.added.characters < MAX_TEMPLATE_CHARACTERS)) return template;
  reportLimit(name, line, context);
  return undefined;
}

/** The replacement of a tag of a template. */
interface TemplateUse {
  parts: readonly string[];
  /** The replacement of the closing tag; null if there is none. */
  closing: string | null;
}

/** Starts the use of a template; null if the tag has to stay, because an attribute would have to be run or the tag is not closed. */
function openUse(tag: JsxTag, template: Template, isClosed: boolean, { scope, added }: Context): TemplateUse | null {
  const written = isClosed ? uses(template, tag, scope) : null;
  if (written === null) return null;
  if (written === 'too long') {
    added.characters = MAX_TEMPLATE_CHARACTERS;
    return null;
  }
  const { before, after } = written;
  added.characters += before.length + after.length;
  return tag.isSelfClosing ? { parts: [before, after], closing: null } : { parts: [before], closing: after };
}

/** Ends the use of a template; null if the tag does not close the last one that is open. */
function closeUse({ name }: JsxTag, { open }: Context): TemplateUse | null {
  return open.at(-1)?.name === name ? { parts: [open.pop()?.closing ?? ''], closing: null } : null;
}

/** The source of a tag. */
interface TagSource {
  text: string;
  /** Returns the number of a row of the tag. */
  numberOf: (row: number) => number;
}

/** Writes a tag whose attributes become its content, or that spreads the data of a file. @param moved the attributes that become content */
function moveAttributes(tag: JsxTag, moved: readonly JsxAttribute[], { text, numberOf }: TagSource, context: Context, depth: number): void {
  const { output, read } = context;
  const rest = tag.attributes.filter((attribute) => !moved.includes(attribute));
  const kept = [...rest.flatMap((attribute) => attributeSource(attribute, read)), ...moved.flatMap(asText)];
  const inner = moved.filter((attribute) => asText(attribute).length === 0);
  const rowsOf = (part: string): number => part.split('\n').length - 1;
  const isBlock = text.includes('\n');
  output.add(`<${[tag.name, ...kept].join(' ')}${inner.length === 0 && tag.isSelfClosing ? ' />' : '>'}`, () => numberOf(0));
  for (const attribute of inner) {
    const content = attribute.kind === 'code' ? contentOf(attribute.value) : plainText(attribute.value);
    const first = rowsOf(text.slice(0, Math.max(0, text.indexOf(attribute.value))));
    if (isBlock) output.startLine('', numberOf(first));
    if (isBlock) output.startLine('', numberOf(first));
    const offset = rowsOf(attribute.value.slice(0, Math.max(0, attribute.value.indexOf(content.split('\n')[0] ?? ''))));
    expand(content, (index) => numberOf(first + offset + index), context, depth + 1);
  }
  if (inner.length === 0) return;
  const last = numberOf(rowsOf(text));
  if (isBlock) output.startLine('', last);
  if (tag.isSelfClosing) output.add(`</${tag.name}>`, () => last);
  if (isBlock) output.startLine('', last);
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

/** Returns a template with the attributes of a use; null if one would have to be run. A template can repeat an attribute. */
function uses({ parts, defaults }: Template, tag: JsxTag, scope: Scope): { before: string; after: string } | 'too long' | null {
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
    if (before.length + String(after).length > MAX_TEMPLATE_CHARACTERS) return 'too long';
    if (typeof part === 'string') add(part);
    else if (part.property === 'children' && !values.has('children')) after ??= '';
    else {
      const { text, isElement } = values.get(part.property) ?? { text: defaults.get(part.property) ?? '', isElement: false };
      add(isElement ? text : part.place === 'attribute' ? attributeText(text) : plainText(text));
    }
  }
  return { before, after: after ?? '' };
}
