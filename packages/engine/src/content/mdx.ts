/** Reads the MDX additions to Markdown: comments in braces, imports, exports, and expressions. It never runs code of the content. */
import { endOfBraces, fromBaseUrl, readData, readExpression, readTag, withoutEscapes } from './jsx-parser.ts';
import type { Line, LineRange, Report } from './source-lines.ts';
import { readTemplate } from './jsx-expressions.ts';
import type { Template } from './jsx-expressions.ts';

const COMMENTS = [
  ['<!--', '-->'],
  ['{/*', '*/}'],
] as const;

/** Removes HTML comments and MDX comments, which can span several lines. The lines themselves stay, so that line numbers do not change. */
export function removeComments(lines: Line[], report: Report): Line[] {
  let closing: string | null = null;
  let opened = 0;
  const result = lines.map((line) => {
    if (line.kind !== 'text' && closing === null) return line;
    const text = closing === null ? withHeadingId(line.text) : line.text;
    if (closing === null && !COMMENTS.some(([opening]) => text.includes(opening))) return text === line.text ? line : { ...line, text };
    let rest = text;
    let kept = '';
    while (rest !== '') {
      if (closing !== null) {
        const end = rest.indexOf(closing);
        rest = end < 0 ? '' : rest.slice(end + closing.length);
        closing = end < 0 ? closing : null;
        continue;
      }
      const start = firstOpening(rest);
      kept += start === null ? rest : rest.slice(0, start.at);
      rest = start === null ? '' : rest.slice(start.at + start.opening.length);
      closing = start?.closing ?? null;
      if (start !== null) opened = line.number;
    }
    return { ...line, text: kept, kind: 'text' as const };
  });
  if (closing !== null)
    report(
      [opened, lines.at(-1)?.number ?? opened],
      `the comment is never closed, so the rest of the page is part of it: end it with ${closing}`,
    );
  return result;
}

// Rewrites the heading ids of MDX, `## Title {/* #id */}` and `## Title \{#id\}`, to `## Title {#id}`, which the parser reads.
const withHeadingId = (line: string): string =>
  line.startsWith('#') ? line.replace(/^(#{1,6}[ \t].*?)(?:\{\/\*\s*(#[\w.:-]+)\s*\*\/\}|\\\{(#[\w.:-]+)\\?\})[ \t]*$/, '$1{$2$3}') : line;

function firstOpening(text: string): { at: number; opening: string; closing: string } | null {
  let found: { at: number; opening: string; closing: string } | null = null;
  let offset = 0;
  // Inline code cannot start a comment.
  outsideCodeParts(text, (part, isCode) => {
    if (!isCode && found === null)
      for (const [opening, closing] of COMMENTS) {
        const at = part.indexOf(opening);
        if (at >= 0 && (found === null || offset + at < found.at)) found = { at: offset + at, opening, closing };
      }
    offset += part.length;
  });
  return found;
}

function outsideCodeParts(text: string, read: (part: string, isCode: boolean) => void): void {
  if (!text.includes('`')) return read(text, false);
  // oxlint-disable-next-line regexp/no-super-linear-move -- Two backticks always match.
  text.split(/(`+[^`]*`+)/).forEach((part, index) => read(part, index % 2 === 1));
}

const IMPORT =
  /^import\s+(?:(?<names>[\w*{},$]+(?:\s+[\w*{},$]+)*?)\s+from\s+)?['"](?<from>[^'"]+)['"](?<attributes>\s+with\s*\{[^{}]*\})?;?\s*$/;
const EXPORT = /^export\s+(?:default\b|(?:const|let|var|function|class|async)\s)/;
const CONSTANT = /^export\s+(?:const|let|var)\s+(?<name>[\w$]+)\s*=\s*(?<value>[^]*)/;

/** Returns the name of an exported constant and the code of its value, without the semicolon after it. */
function readConstant(statement: string): { name?: string; value?: string } {
  const { name, value } = CONSTANT.exec(statement.trimEnd())?.groups ?? {};
  return name === undefined || value === undefined ? {} : { name, value: value.replace(/;$/, '') };
}

/** Imports of Docusaurus that are ignored, since the engine has these components built in. */
const KNOWN_IMPORT = /^(?:@theme\/|@theme-original\/|@docusaurus\/)/;
/** A longer statement is text. */
const MAX_STATEMENT_LINES = 200;

export interface DataFile {
  path: string;
  line: number;
}

export interface Modules {
  lines: Line[];
  /** Imported Markdown files by the name of their component. */
  includes: ReadonlyMap<string, string>;
  /** Files that are imported as text, by name. */
  textFiles: Map<string, string>;
  /** Imported JSON files and the lines that import them, by name. */
  dataFiles: Map<string, DataFile>;
  /** Imported images, by name. */
  files: Map<string, string>;
  /** Exported constants with a literal value. */
  constants: Map<string, string>;
  /** Exported lists and objects of literal values. */
  data: Map<string, unknown>;
  /** Exported components that are only JSX, by name. */
  templates: Map<string, Template>;
}

/** Removes imports and exports, and collects their values. Reports those whose values would require running code. */
export function readModules(source: Line[], report: Report, isComponent: (name: string) => boolean = () => false): Modules {
  const includes = new Map<string, string>();
  const files = new Map<string, string>();
  const textFiles = new Map<string, string>();
  const dataFiles = new Map<string, DataFile>();
  const constants = new Map<string, string>();
  const templates = new Map<string, Template>();
  const data = new Map<string, unknown>();
  const result: Line[] = [];
  const lines = source.flatMap(divideImports);
  let tagEnd = 0;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as Line;
    // Lines of a template literal in an attribute may look like statements.
    if (index >= tagEnd && /^\s*<[A-Z][^>]*$/.test(line.text) && line.kind === 'text') tagEnd = index + tagLength(lines, index);
    const isModule = line.kind === 'text' && index >= tagEnd && /^(?:import|export)\s/.test(line.text);
    const length = isModule ? statementLength(lines, index) : 0;
    const statement = lines.slice(index, index + length);
    const source = statement.map(({ text }) => text).join('\n');
    const imported = IMPORT.exec(source)?.groups;
    const isStatement = imported !== undefined || EXPORT.test(source);
    if (length === 0 || !isStatement) {
      result.push(line);
      continue;
    }
    for (const line of statement.map((one) => ({ ...one, text: '' }))) result.push(line);
    index += length - 1;
    if (imported === undefined) readExport(source, [line.number, line.number + length - 1], { constants, data, templates }, report);
    else readImport(imported, line.number, { includes, files, textFiles, dataFiles, isComponent }, report);
  }
  return { lines: result, includes, files, textFiles, dataFiles, constants, data, templates };
}

/** Puts imports that share a line on lines of their own. */
const divideImports = (line: Line): Line[] =>
  line.kind === 'text' && /^import\s[^'"]{1,500}['"][^'"]{1,500}['"];\s*import\s/.test(line.text)
    ? line.text.split(/(?<=['"];)\s*(?=import\s)/).map((text) => ({ ...line, text }))
    : [line];

/** Returns the number of lines of the tag that starts on a line; 0 if there is none. */
function tagLength(lines: readonly Line[], index: number): number {
  const source = lines
    .slice(index, index + MAX_STATEMENT_LINES)
    .map(({ text }) => text)
    .join('\n');
  const tag = readTag(source, source.indexOf('<'));
  return tag === null ? 0 : source.slice(0, tag.end).split('\n').length;
}

/**
 * Returns the number of lines of a statement. As in MDX, an export ends at a blank line outside braces; an import ends at its file name. None
 * contains a code block.
 */
function statementLength(lines: readonly Line[], index: number): number {
  const limited = lines.slice(index, index + MAX_STATEMENT_LINES);
  const codeBlock = limited.findIndex(({ kind }) => kind !== 'text');
  const following = codeBlock < 0 ? limited : limited.slice(0, codeBlock);
  const text = following.map((line) => line.text).join('\n');
  const isImport = text.startsWith('import');
  // Constants may be on consecutive lines.
  const { value } = readConstant(following[0]?.text ?? '');
  if (value !== undefined && readExpression(value).kind === 'literal') return 1;
  if (!isImport) return text.slice(0, endOfStatement(text)).split('\n').length;
  const ends = following.findIndex((line) => /['"](?:\s+with\s*\{[^{}]*\})?;?\s*$/.test(line.text)) + 1;
  const length = Math.max(1, ends);
  const open = text.indexOf('{');
  const end = open < 0 || open > text.split('\n').slice(0, length).join('\n').length ? null : endOfBraces(text, open, text.length);
  return end === null ? length : Math.max(length, text.slice(0, end).split('\n').length);
}

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/**
 * Returns the offset at which an export ends: before a blank line or another statement that is not in brackets or in a template literal. If
 * the brackets do not match, it ends at the first blank line.
 */
function endOfStatement(text: string): number {
  /** The closing characters of the open brackets and template literals. */
  const open: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '\\') at += 1;
    else if (open.at(-1) === '`') {
      if (character === '`') open.pop();
      else if (character === '$' && text[at + 1] === '{') {
        open.push('}');
        at += 1;
      }
    } else if (character === '`') open.push('`');
    else if (character in PAIRS) open.push(PAIRS[character] as string);
    else if (character === open.at(-1)) open.pop();
    else if (character === '"' || character === "'") {
      const end = text.slice(at + 1).search(/["'\n]/);
      // Without a closing quote on its line, this is an apostrophe in text.
      if (text[at + 1 + end] === character) at += 1 + end;
    } else if (character === '\n' && open.length === 0 && /^[ \t]*(?:\n|$)|^(?:export|import)\s/.test(text.slice(at + 1, at + 200)))
      return at;
  }
  const blank = text.search(/\n[ \t]*(?:\n|$)/);
  return open.length === 0 || blank < 0 ? text.length : blank;
}

type ImportedFiles = Record<'includes' | 'files' | 'textFiles', Map<string, string>> & {
  dataFiles: Map<string, DataFile>;
  isComponent: (name: string) => boolean;
};

function readImport(
  groups: Record<string, string | undefined>,
  line: number,
  { includes, files, textFiles, dataFiles, isComponent }: ImportedFiles,
  report: Report,
): void {
  const { names, attributes = '' } = groups;
  // Formatters escape the underscore at the start of a file name.
  const from = withoutEscapes(groups['from'] ?? '');
  const name = /^[\w$]+$/.exec(names?.trim() ?? '')?.[0];
  if (KNOWN_IMPORT.test(from)) return;
  const raw = /^!!raw-loader!(.+)$|^(.+)\?raw$/.exec(from);
  if (name !== undefined && raw !== null) textFiles.set(name, raw[1] ?? raw[2] ?? '');
  else if (name !== undefined && /\btype:\s*['"]text['"]/.test(attributes)) textFiles.set(name, from);
  else if (name !== undefined && /\.mdx?$/.test(from)) includes.set(name, from);
  else if (name !== undefined && from.endsWith('.json')) dataFiles.set(name, { path: from, line });
  else if (name !== undefined && /\.(?:png|jpe?g|gif|svg|webp|avif|ico|pdf)(?:\?.*)?$/i.test(from)) files.set(name, from);
  // An unmapped component is reported where it is used, not where it is imported.
  else if (names === undefined || !names.match(/[\w$]+/g)?.every((each) => each === 'as' || isComponent(each) || /^[A-Z]/.test(each)))
    report(
      line,
      /\.(?:css|s[ac]ss|less)$/i.test(from)
        ? `import of "${from}": only the site's stylesheets define the design of pages, so it has no effect`
        : `import of "${from}": code in pages is not executed, so it has no effect. If the page uses it as a component, map that to HTML with \`components\` in the configuration`,
      'warning',
      'imports that need code have no effect',
    );
}

function readExport(
  source: string,
  line: LineRange,
  { constants, data, templates }: Pick<Modules, 'constants' | 'data' | 'templates'>,
  report: Report,
): void {
  const { name, value } = readConstant(source);
  const literal = value === undefined ? null : readExpression(value);
  const template = readTemplate(source);
  const list = value !== undefined && /^[[{]/.test(value) ? readData(value.replace(/;\s*$/, '')) : undefined;
  if (name !== undefined && literal?.kind === 'literal') constants.set(name, literal.value);
  else if (name !== undefined && list !== undefined) data.set(name, list);
  else if (template !== null) templates.set(...template);
  else
    report(
      line,
      `"${source.split('\n')[0]?.slice(0, 60)}": code in pages is not executed. Only exported strings, numbers, booleans, and components that are only JSX are used; this export is left out`,
      'warning',
      'exports that need code are left out',
    );
}

/** A tag with more lines does not count as the start of an element. */
const MAX_TAG_LINES = 20;

/**
 * Removes the indentation inside components. It has no meaning in MDX, whereas in Markdown four spaces start a code block. The text
 * in the inner tag here gets no indentation, and the list item below it keeps the two spaces that it has in relation to the text:
 *
 *     <Tabs>
 *       <TabItem value="a">
 *         Text
 *           - item
 *
 * @param isMdx whether to remove it inside HTML elements, too
 */
export function dedentComponents(lines: readonly Line[], isMdx: boolean): Line[] {
  const opens = isMdx ? /^\s*<[A-Za-z]/ : /^\s*<[A-Z]/;
  /** The open components: the column in which their content starts (null until it is known), and the columns of indentation that stay. */
  const open: { name: string; column: number | null; kept: number }[] = [];
  let tagEnd = 0;
  const endsTemplate = ({ kind, text }: Line): boolean => kind === 'text' && /`\s*[},]/.test(text);
  /** Index of the last line that can end a template literal. */
  const lastEnd = lines.findLastIndex(endsTemplate);
  let isInTemplate = false;
  return lines.map((line, index) => {
    const { text } = line;
    // The indentation in a template literal is part of its text.
    if (isInTemplate) {
      isInTemplate = line.kind === 'text' && !endsTemplate(line);
      return line;
    }
    isInTemplate = line.kind === 'text' && index < lastEnd && startsTemplate(text);
    const column = text.length - text.trimStart().length;
    const around = open.at(-1);
    if (text.trim() === '') return line;
    const closing = line.kind === 'text' ? /^\s*<\/([A-Za-z][\w.-]*)>\s*$/.exec(text)?.[1] : undefined;
    if (closing !== undefined && around?.name === closing) {
      open.pop();
      return around.kept < column ? { ...line, text: ' '.repeat(around.kept) + text.trimStart() } : line;
    }
    if (around !== undefined && around.column === null && index >= tagEnd) around.column = column;
    const removed = around === undefined ? 0 : Math.max(0, Math.min(column, around.column ?? column) - around.kept);
    const kept = column - removed;
    if (line.kind === 'text' && index >= tagEnd && opens.test(text)) {
      const following = lines.slice(index, index + MAX_TAG_LINES);
      const source = following.map((one) => (one.kind === 'text' ? one.text : '')).join('\n');
      const tag = readTag(source, column);
      const rest = tag === null ? '' : source.slice(tag.end, source.indexOf('\n', tag.end) + 1 || undefined);
      if (tag !== null && !tag.isSelfClosing && !tag.isClosing && rest.trim() === '') {
        open.push({ name: tag.name, column: null, kept });
        tagEnd = index + source.slice(0, tag.end).split('\n').length;
      }
    }
    return removed === 0 ? line : { ...line, text: text.slice(removed) };
  });
}

/** Whether a template literal starts in a line and continues on the next one: directly in braces, or as the value of a property. */
const startsTemplate = (text: string): boolean =>
  text.includes('`') &&
  /\{\s*`[^`]*$|^\s*(?:['"]?[\w-]+['"]?\s*:|[[,])\s*`[^`]*$/.test(
    text.replace(/(?<!`)(`+)(?!`)[^`]*\1(?!`)/g, (code) => ' '.repeat(code.length)),
  );

/** Values that expressions of a page can refer to. */
export interface Scope {
  constants: ReadonlyMap<string, string>;
  /** Lists and objects by name; absent: none. */
  data?: ReadonlyMap<string, unknown>;
  frontMatter: Readonly<Record<string, unknown>>;
  /** Whether a value of the front matter may be added to the page; absent: all of them may. */
  allows?: (value: unknown) => boolean;
}

/** Maximum number of characters that constants, data, and front matter add to a page and its Markdown version. Without it, a page that repeats a long value could fill the memory. */
export const MAX_VALUE_CHARACTERS = 1 << 22;

/** Returns a scope whose values have no effect once they have added too many characters to the page, which is reported once. */
export function limitedScope(scope: Scope, report: () => void): Scope {
  let left = MAX_VALUE_CHARACTERS;
  const allows = (value: unknown): boolean => {
    if (left < 0) return false;
    left -= typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0);
    if (left < 0) report();
    return left >= 0;
  };
  const limited = <Value>(values: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> => {
    const copy = new Map(values);
    copy.get = (name) => {
      const value = values.get(name);
      return value !== undefined && allows(value) ? value : undefined;
    };
    return copy;
  };
  return { ...scope, constants: limited(scope.constants), ...(scope.data !== undefined && { data: limited(scope.data) }), allows };
}

const ownValue = (object: unknown, key: string): unknown =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined;

/** Returns the keys of an expression such as `frontMatter.a.b`; undefined for other expressions. */
const frontMatterKeys = (code: string): string[] | undefined =>
  /^(?:props\.|metadata\.)?frontMatter\.([\w$]+(?:\.[\w$]+)*)$/.exec(code)?.[1]?.split('.');

/** Returns the value of a name for a condition, as text; null: it has none; undefined: it is not known. */
export function knownValue(name: string, { constants, frontMatter }: Scope): string | null | undefined {
  const keys = frontMatterKeys(name);
  if (keys === undefined) return constants.get(name);
  const value = keys.reduce<unknown>(ownValue, frontMatter) ?? null;
  return value === null ? null : typeof value === 'object' ? undefined : String(value as string | number | boolean);
}

/** Returns the value of the expression in `{…}`; null if code would have to run. */
export function evaluate(source: string, { constants, frontMatter, allows }: Scope): string | null {
  const code = source.trim();
  const isComment = /^\/\*[\s\S]*\*\/$/.test(code) || code.split('\n').every((line) => /^\s*(?:\/\/|$)/.test(line));
  if (isComment) return '';
  // `useBaseUrl('file')` and `require('file')` evaluate to the name of the file.
  const file = /^(?:useBaseUrl\(\s*(['"])([^'"]*)\1\s*\)|require\(\s*(['"])([^'"]*)\3\s*\)(?:\.default)?)$/.exec(code);
  if (file !== null) return file[2] === undefined ? (file[4] ?? '') : fromBaseUrl(file[2]);
  const message = /^translate\(\s*\{[^{}]*?\bmessage:\s*(?:'([^'\\]*)'|"([^"\\]*)")[^{}]*\}\s*\)$/.exec(code);
  if (message !== null) return message[1] ?? message[2] ?? '';
  const keys = frontMatterKeys(code);
  const value = keys === undefined ? constants.get(code) : keys.reduce<unknown>(ownValue, frontMatter);
  if (typeof value === 'string' || typeof value === 'number') return keys === undefined || allows?.(value) !== false ? String(value) : '';
  const literal = readExpression(code);
  return literal.kind === 'literal' && literal.value !== 'true' && literal.value !== 'false' ? literal.value : null;
}
