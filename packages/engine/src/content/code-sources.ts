/** Converts code that is not in a fence: turns `<CodeBlock>` and `<Mermaid>` of Docusaurus and `<<< @/file.js` of VitePress into fences, line by line. */
import { describeFailure } from './includes.ts';
import type { ReadInclude } from './includes.ts';
import { limitOf, readingBudget, readTag, withoutEscapes } from './jsx-parser.ts';
import type { JsxTag, ReadingBudget } from './jsx-parser.ts';
import { evaluate } from './mdx.ts';
import type { Scope } from './mdx.ts';
import { LIST_ITEM } from './source-lines.ts';
import type { Line, Report } from './source-lines.ts';

/** A component that shows code, or that may show code. */
const CODE_COMPONENT = /<([A-Z]\w*)\b/;
/** Components whose content is always code. */
const CODE_NAMES = new Set(['CodeBlock', 'Mermaid']);
/** A template of several lines. In other components, its line breaks would be lost. */
const TEMPLATE = /^\s*\{\s*`[^`\n]*\n/;

/** Whether a component shows its content as code: a template of several lines, or text in a component for code that names a language. @param content start of the text after the tag */
export const isCodeComponent = ({ name, isClosing, isSelfClosing, attributes }: JsxTag, content: string): boolean =>
  CODE_NAMES.has(name) ||
  (!isClosing &&
    !isSelfClosing &&
    (TEMPLATE.test(content) ||
      (/code|snippet/i.test(name) &&
        attributes.some((one) => /^lang(?:uage)?$/.test(one.name)) &&
        /^\s*[^\s<`]/.test(content) &&
        !/^\s*\{(?!`)/.test(content))));
/** Attributes that can contain the code; without them, it is between the tags. */
const CODE_ATTRIBUTES = ['value', 'chart', 'children'];

/** A component with more lines is not converted. */
const MAX_COMPONENT_LINES = 1000;

interface CodeSourceOptions {
  /** Whether the site has a mapping of its own for a component. */
  isMapped(name: string): boolean;
  /** Values that a `<CodeBlock>` may show by name. */
  scope: Scope;
  /** Files that the page imports as text, by name. */
  textFiles: ReadonlyMap<string, string>;
  read: ReadInclude;
}

/** Replaces components that show code, and snippets (`<<<`), with fences. A component that the site maps itself stays. */
export function readCodeSources(lines: Line[], report: Report, options: CodeSourceOptions): Line[] {
  if (!lines.some(({ kind, text }) => kind === 'text' && /<(?:CodeBlock|Mermaid)\b|^\s*<<<|<[A-Z]/.test(text))) return lines;
  const page = joinLines(lines, 0);
  const budget = readingBudget(page.text.length);
  const quotes = new Map<number, Passage>();
  const result: Line[] = [];
  // One by one, because a file may have more lines than a call may have arguments.
  const add = (added: readonly Line[]): void => added.forEach((line) => result.push(line));
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as Line;
    if (line.kind === 'text' && /^\s*<<<\s/.test(line.text)) add(snippet(line, itemColumn(lines, index), report, options.read));
    else if (line.kind === 'text' && CODE_COMPONENT.test(line.text) && !options.isMapped(CODE_COMPONENT.exec(line.text)?.[1] ?? '')) {
      const mark = QUOTE.exec(line.text)?.[0];
      const passage = mark === undefined ? page : quoteAround(lines, index, mark, quotes);
      const read = readBlock(passage, index - passage.first, report, options, budget);
      const block =
        mark === undefined || read === null ? read : { ...read, lines: read.lines.map((one) => ({ ...one, text: mark + one.text })) };
      add(block?.lines ?? [line]);
      index += (block?.length ?? 1) - 1;
    } else result.push(line);
  }
  return result;
}

/** Returns the column in which the content of the list item around a line starts; 0 if the line is not in a list. */
function itemColumn(lines: readonly Line[], index: number): number {
  let column = Infinity;
  for (let at = index; at >= Math.max(0, index - MAX_COMPONENT_LINES); at--) {
    const { kind, text } = lines[at] as Line;
    if (kind !== 'text' || text.trim() === '') continue;
    const item = LIST_ITEM.exec(text)?.[0].length;
    if (item !== undefined && item <= column) return item;
    column = Math.min(column, text.length - text.trimStart().length);
    if (column === 0) return 0;
  }
  return 0;
}

/**
 * Returns the lines of a fence with code.
 * @param info language and the words after it
 * @param column column in which the content of the enclosing list item starts
 * @param line line of the author's file that the fence replaces
 * @param numberOf returns the line number in the author's file of a row of the code (0-based)
 */
function fence(info: string, code: string, column: number, line: Line, numberOf: (row: number) => number): Line[] {
  const longest = [...code.matchAll(/^[ \t]*(`{3,})/gm)].reduce((length, [, mark = '']) => Math.max(length, mark.length), 2);
  const indent = ' '.repeat(column);
  const mark = indent + '`'.repeat(longest + 1);
  const rows = code.split('\n').map((text, row): Line => ({ text: indent + text, number: numberOf(row), kind: 'code' }));
  const last = rows.at(-1)?.number ?? line.number;
  return [
    { text: mark + info, number: line.number, kind: 'fence' },
    ...rows,
    { text: mark, number: last, kind: 'fence' },
    { text: '', number: last, kind: 'text' },
  ];
}

/** `<<< @/path/file.js#region{2,4-5 js:line-numbers} [label]`, without spaces around it. */
const SNIPPET = /^<<<\s+(?<path>[^\s{#[]+)(?:#(?<region>[\w-]+))?(?:\s*\{(?<braces>[^}]*)\})?(?:\s*(?<label>\[[^\]]*\]))?$/;

function snippet(line: Line, column: number, report: Report, read: ReadInclude): Line[] {
  const { path = '', region, braces = '', label = '' } = SNIPPET.exec(line.text.trim())?.groups ?? {};
  const found = path === '' ? 'missing' : read(path.startsWith('@/') ? path.slice(1) : path.startsWith('.') ? path : `./${path}`);
  if (typeof found !== 'object') {
    if (found !== 'silent')
      report(line.number, `the snippet "${line.text.trim()}": ${describeFailure(found)}; @/ starts at the root of the content tree`);
    return [{ ...line, text: '' }];
  }
  const code = region === undefined ? found.text : regionOf(found.text, region);
  if (code === null)
    report(line.number, `the snippet "${path}" has no region "${region}": mark it with "#region ${region}" and "#endregion"`);
  const marked = /^[\d,\s-]+/.exec(braces)?.[0].trim() ?? '';
  const language = braces.slice(/^[\d,\s-]*/.exec(braces)?.[0].length ?? 0).trim() || (path.split('.').at(-1) ?? '');
  const info = `${language}${marked === '' ? '' : ` {${marked}}`}${label === '' ? '' : ` ${label}`}`;
  return [{ ...line, text: '' }, ...fence(info, (code ?? found.text).replace(/\n$/, ''), column, line, () => line.number)];
}

/** Returns the lines between `#region name` and `#endregion` without their common indent; null if there is no such region. */
function regionOf(text: string, name: string): string | null {
  const lines = text.split('\n');
  const start = lines.findIndex(
    (line) =>
      /#?region\s/.test(line) &&
      line
        .trim()
        .replace(/(?:-->|\*\/)$/, '')
        .trimEnd()
        .endsWith(` ${name}`),
  );
  if (start < 0) return null;
  const length = lines.slice(start + 1).findIndex((line) => /#?endregion\b/.test(line));
  const inside = lines.slice(start + 1, length < 0 ? undefined : start + 1 + length);
  const indent = inside.reduce(
    (least, line) => (line.trim() === '' ? least : Math.min(least, line.length - line.trimStart().length)),
    Infinity,
  );
  return inside.map((line) => line.slice(indent)).join('\n');
}

/** The marks of a block quote before the text of a line. */
const QUOTE = /^[ \t]*>(?:[ \t]*>)*[ \t]?/;

/** Lines and their text, which is joined only once, because each of many components may continue to its end. */
interface Passage {
  lines: readonly Line[];
  /** Index of the first line in the page. */
  first: number;
  text: string;
  /** Where each line starts in the text, and its end. */
  offsets: number[];
}

function joinLines(lines: readonly Line[], first: number): Passage {
  const offsets = [0];
  let offset = 0;
  for (const { text } of lines) offsets.push((offset += text.length + 1));
  return { lines, first, text: lines.map(({ text }) => text).join('\n'), offsets };
}

/**
 * Returns the block quote around a line without its marks, so that components in it are like any other.
 * @param mark the marks of the line @param known the last quote of each depth, whose lines are read only once
 */
function quoteAround(lines: readonly Line[], index: number, mark: string, known: Map<number, Passage>): Passage {
  const depth = mark.split('>').length - 1;
  const last = known.get(depth);
  if (last !== undefined && index < last.first + last.lines.length) return last;
  const quote = new RegExp(`^(?:[ \\t]*>){${depth}}[ \\t]?`);
  const isQuoted = (at: number): boolean => quote.test(lines[at]?.text ?? '');
  let [first, end] = [index, index + 1];
  while (isQuoted(first - 1)) first--;
  while (isQuoted(end)) end++;
  const inside = lines.slice(first, end).map((line) => ({ ...line, text: line.text.replace(quote, '') }));
  const quoted = joinLines(inside, first);
  known.set(depth, quoted);
  return quoted;
}

/** @param budget of the page, from which components that are not converted take what was read of them */
function readBlock(
  { lines, text: whole, offsets }: Passage,
  index: number,
  report: Report,
  options: CodeSourceOptions,
  budget: ReadingBudget,
): { lines: Line[]; length: number } | null {
  const first = lines[index] as Line;
  const start = first.text.search(CODE_COMPONENT);
  const name = CODE_COMPONENT.exec(first.text)?.[1] ?? '';
  const closing = `</${name}>`;
  const text = whole.slice(offsets[index], offsets[index + MAX_COMPONENT_LINES]);
  const tag = readTag(text, start, budget);
  if (tag === null || !isCodeComponent(tag, text.slice(tag.end, tag.end + 200))) return null;
  const limit = limitOf(text, tag.end, budget);
  const length = tag.isSelfClosing ? 0 : text.slice(tag.end, limit).indexOf(closing);
  if (length < 0) budget.characters -= limit - tag.end;
  if (length < 0) return null;
  const close = tag.end + length;
  const last = tag.isSelfClosing ? close : close + closing.length;
  const source = tag.attributes.find((attribute) => CODE_ATTRIBUTES.includes(attribute.name));
  const content = source === undefined ? text.slice(tag.end, close) : source.kind === 'code' ? `{${source.value}}` : source.value;
  const code = codeOf(content, name, report, first.number, options);
  if (code === null) budget.characters -= last;
  if (code === null) return null;
  const height = text.slice(0, last).split('\n').length;
  const at = text.indexOf(code.written, source === undefined ? tag.end : start);
  const rowsBefore = text.slice(0, Math.max(at, start)).split('\n').length - 1;
  const lineAt = (row: number): number => lines[index + Math.min(rowsBefore + row, height - 1)]?.number ?? first.number;
  const rest = /[^\n]*/.exec(text.slice(last))?.[0] ?? '';
  const column = itemColumn(lines, index);
  const indent = ' '.repeat(column);
  const before = text.slice(0, start);
  // A blank line after the mark of an item would end the item.
  const isFirst = before.trim() !== '' && before.replace(LIST_ITEM, '').trim() === '';
  const shown = code.isOwn && column > 0 ? code.shown.replace(new RegExp(`^ {1,${column}}`, 'gm'), '') : code.shown;
  const end = lines[index + height - 1] as Line;
  const after = { ...end, text: rest.trim() === '' ? '' : indent + rest.trimStart() };
  if (code.written === '') {
    const message = `<${name}> shows nothing, because it has no code: map it to HTML with \`components\` in the configuration`;
    report([first.number, end.number], message, 'warning', 'components show nothing');
    return { length: height, lines: [{ ...first, text: before }, after] };
  }
  const info = infoOf(tag, options.scope, report, first.number);
  return {
    length: height,
    lines: [
      { ...first, text: before },
      ...(isFirst ? [] : [{ ...first, text: '' }]),
      ...fence(info, shown, column, first, code.isOwn ? lineAt : () => first.number),
      after,
    ],
  };
}

/** Extensions that the path of an imported file can omit. */
const ENDINGS = ['', '.tsx', '.ts', '.jsx', '.js'];

/** The code of a component. */
interface ElementCode {
  /** The code as the page shows it. */
  shown: string;
  /** The part of the component's source that contains the code. */
  written: string;
  /** Whether the lines of the code are lines of the page, and do not come from a file or a constant. */
  isOwn: boolean;
}

/** Returns the code of a component. If code would have to run for it, reports this and returns its source; null for a diagram. */
function codeOf(
  content: string,
  name: string,
  report: Report,
  line: number,
  { scope, textFiles, read }: CodeSourceOptions,
): ElementCode | null {
  const trimmed = content.trim();
  const inner = /^\{([\s\S]*)\}$/.exec(trimmed)?.[1]?.trim();
  if (inner === undefined) {
    const code = content.replace(/^\s*\n/, '').trimEnd();
    return { shown: code, written: code, isOwn: true };
  }
  const file = textFiles.get(inner);
  const found = file === undefined ? undefined : ENDINGS.map((ending) => read(file + ending)).find((one) => typeof one === 'object');
  if (found !== undefined) return { shown: found.text.replace(/\n$/, ''), written: trimmed, isOwn: false };
  const value = templateOf(inner) ?? evaluate(inner, scope);
  if (value !== null)
    return { shown: value.replace(/^\n/, '').trimEnd(), written: value.replace(/^\n/, ''), isOwn: !scope.constants.has(inner) };
  const reason =
    file === undefined
      ? 'code in pages is not executed, so write the code as text or as a template without ${…}'
      : `the file "${file}" does not exist`;
  report(
    line,
    `<${name}> shows {${inner.split('\n')[0]?.slice(0, 60)}}: ${reason}`,
    'warning',
    'code blocks that need code are shown as their source',
  );
  if (name === 'Mermaid') return null;
  const source = /^`([^`]*)`$/.exec(inner)?.[1] ?? trimmed;
  return { shown: source.replace(/^\n/, '').trimEnd(), written: source.replace(/^\n/, ''), isOwn: true };
}

/** Returns the text of a template literal without expressions; null for other code. */
function templateOf(code: string): string | null {
  const text = /^`((?:[^`\\$]|\\[\s\S]|\$(?!\{))*)`$/.exec(code)?.[1];
  return text === undefined ? null : withoutEscapes(text);
}

/** Returns the info string of the fence for the attributes of a component. */
function infoOf({ name: element, attributes }: JsxTag, scope: Scope, report: Report, line: number): string {
  let language = element === 'Mermaid' ? 'mermaid' : '';
  const meta: string[] = [];
  for (const { name, kind, value } of attributes) {
    const literal = kind === 'code' ? evaluate(value, scope) : value;
    if (CODE_ATTRIBUTES.includes(name)) continue;
    if (/^lang(?:uage)?$/.test(name) && literal !== null) language = literal;
    else if (name === 'className' && literal?.startsWith('language-')) language ||= literal.slice('language-'.length);
    else if (name === 'title' && literal !== null) meta.push(`title="${literal.replaceAll('"', "'")}"`);
    else if (name === 'showLineNumbers')
      meta.push(/^\d+$/.test(value) ? `showLineNumbers=${value}` : value === 'false' ? '' : 'showLineNumbers');
    else if (name === 'metastring' && literal !== null) meta.push(literal);
    else if (name !== 'className')
      report(line, `the attribute ${name} of <${element}> has no effect`, 'warning', 'attributes of code blocks have no effect');
  }
  const words = meta.filter(Boolean);
  // The first word of a fence is its language.
  return [language || (words.length > 0 ? 'text' : ''), ...words].join(' ');
}
