/** Reads the MDX additions to Markdown (comments in braces, imports, exports, expressions) and included files. It never runs code of the content. */
import { posix } from 'node:path';

import { endOfBraces, readExpression, readTag } from './jsx.ts';
import { rebasePaths } from './relative-paths.ts';
import { readLines } from './source-lines.ts';
import type { Includes, Line, LineRange, Report } from './source-lines.ts';

const COMMENTS = [
  ['<!--', '-->'],
  ['{/*', '*/}'],
] as const;

/** Removes HTML comments and MDX comments, which may be several lines long. The lines stay, so that line numbers do not change. */
export function removeComments(lines: Line[], report: Report): Line[] {
  let closing: string | null = null;
  let opened = 0;
  const result = lines.map((line) => {
    if (line.kind !== 'text' && closing === null) return line;
    if (closing === null && !COMMENTS.some(([opening]) => line.text.includes(opening))) return line;
    let rest = closing === null ? withHeadingId(line.text) : line.text;
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

// In MDX, the id of a heading is a comment at its end, because braces are expressions. The parser reads `{#id}`.
const withHeadingId = (line: string): string =>
  line.startsWith('#') ? line.replace(/^(#{1,6}[ \t].*)\{\/\*\s*(#[\w.:-]+)\s*\*\/\}[ \t]*$/, '$1{$2}') : line;

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
  text.split(/(`+[^`]*`+)/).forEach((part, index) => read(part, index % 2 === 1));
}

const IMPORT = /^import\s+(?:(?<names>[\w*{}\s,$]+?)\s+from\s+)?['"](?<from>[^'"]+)['"];?\s*$/;
const EXPORT = /^export\s+(?:default\b|(?:const|let|var|function|class|async)\s)/;
const CONSTANT = /^export\s+(?:const|let|var)\s+(?<name>[\w$]+)\s*=\s*(?<value>[\s\S]*?);?\s*$/;
/** Imports of Docusaurus that are ignored, since the engine has these components built in. */
const KNOWN_IMPORT = /^(?:@theme\/|@theme-original\/|@docusaurus\/)/;
/** Maximum number of lines of a statement. A longer one is text. */
const MAX_STATEMENT = 200;

interface DataFile {
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
}

/** Removes imports and exports. Collects their values if no code has to run for them; otherwise reports them. */
export function readModules(lines: Line[], report: Report, isComponent: (name: string) => boolean = () => false): Modules {
  const includes = new Map<string, string>();
  const files = new Map<string, string>();
  const textFiles = new Map<string, string>();
  const dataFiles = new Map<string, DataFile>();
  const constants = new Map<string, string>();
  const result: Line[] = [];
  let tagEnd = 0;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as Line;
    // A template in an attribute may have lines that look like statements.
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
    result.push(...statement.map((one) => ({ ...one, text: '' })));
    index += length - 1;
    if (imported === undefined) readExport(source, [line.number, line.number + length - 1], constants, report);
    else readImport(imported, line.number, { includes, files, textFiles, dataFiles, isComponent }, report);
  }
  return { lines: result, includes, files, textFiles, dataFiles, constants };
}

/** Lines of the tag that starts on a line; 0 if there is none. */
function tagLength(lines: readonly Line[], index: number): number {
  const source = lines
    .slice(index, index + MAX_STATEMENT)
    .map(({ text }) => text)
    .join('\n');
  const tag = readTag(source, source.indexOf('<'));
  return tag === null ? 0 : source.slice(0, tag.end).split('\n').length;
}

/** Returns the number of lines of a statement. As in MDX, an export ends at a blank line outside braces; an import ends at its file name. */
function statementLength(lines: readonly Line[], index: number): number {
  const following = lines.slice(index, index + MAX_STATEMENT);
  const text = following.map((line) => line.text).join('\n');
  const isImport = text.startsWith('import');
  // Constants may be on consecutive lines.
  const value = CONSTANT.exec(following[0]?.text ?? '')?.groups?.['value'];
  if (value !== undefined && readExpression(value).kind === 'literal') return 1;
  const ends = isImport
    ? following.findIndex((line) => /['"];?\s*$/.test(line.text)) + 1
    : following.findIndex((line) => line.text.trim() === '');
  const length = ends > 0 ? ends : isImport ? 1 : following.length;
  const open = text.indexOf('{');
  const end = open < 0 || open > textLength(following, length) ? null : endOfBraces(text, open, text.length);
  if (end === null) return length;
  return Math.max(length, text.slice(0, end).split('\n').length);
}

const textLength = (lines: readonly Line[], length: number): number =>
  lines.slice(0, length).reduce((sum, { text }) => sum + text.length + 1, 0);

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
  const { from = '', names } = groups;
  const name = /^[\w$]+$/.exec(names?.trim() ?? '')?.[0];
  if (KNOWN_IMPORT.test(from)) return;
  const raw = /^!!raw-loader!(.+)$|^(.+)\?raw$/.exec(from);
  if (name !== undefined && raw !== null) textFiles.set(name, raw[1] ?? raw[2] ?? '');
  else if (name !== undefined && /\.mdx?$/.test(from)) includes.set(name, from);
  else if (name !== undefined && from.endsWith('.json')) dataFiles.set(name, { path: from, line });
  else if (name !== undefined && /\.(?:png|jpe?g|gif|svg|webp|avif|ico|pdf)(?:\?.*)?$/i.test(from)) files.set(name, from);
  // An unmapped component is reported where it is used, not where it is imported.
  else if (names === undefined || !names.match(/[\w$]+/g)?.every((each) => each === 'as' || isComponent(each) || /^[A-Z]/.test(each)))
    report(
      line,
      `import of "${from}": code in pages is not executed, so it has no effect. If the page uses it as a component, map that to HTML with \`components\` in the configuration`,
      'warning',
      'imports that need code have no effect',
    );
}

function readExport(source: string, line: LineRange, constants: Map<string, string>, report: Report): void {
  const { name, value } = CONSTANT.exec(source)?.groups ?? {};
  const literal = value === undefined ? null : readExpression(value);
  if (name !== undefined && literal?.kind === 'literal') constants.set(name, literal.value);
  else
    report(
      line,
      `"${source.split('\n')[0]?.slice(0, 60)}": code in pages is not executed. Only exported strings, numbers, and booleans are used; this export is left out`,
      'warning',
      'exports that need code are left out',
    );
}

/** Number of lines in which the end of a tag is searched. */
const TAG_LINES = 20;

/**
 * Removes the indentation inside components. It has no meaning in MDX, but in Markdown four spaces make it code.
 * @param isMdx whether to do the same for HTML elements
 */
export function withoutIndents(lines: readonly Line[], isMdx: boolean): Line[] {
  const opens = isMdx ? /^\s*<[A-Za-z]/ : /^\s*<[A-Z]/;
  /** The enclosing components: the column in which their content starts, and the columns that are kept. */
  const open: { name: string; column: number | null; kept: number }[] = [];
  let tagEnd = 0;
  return lines.map((line, index) => {
    const { text } = line;
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
      const following = lines.slice(index, index + TAG_LINES);
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

/** The names by which expressions use the texts and numbers of imported JSON files, such as `data.version`. */
export function dataConstants(dataFiles: ReadonlyMap<string, DataFile>, read: ReadInline, report: Report): Map<string, string> {
  const constants = new Map<string, string>();
  const add = (name: string, value: unknown): void => {
    if (typeof value === 'string' || typeof value === 'number') constants.set(name, String(value));
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) add(Array.isArray(value) ? `${name}[${key}]` : `${name}.${key}`, inner);
  };
  for (const [name, { path, line }] of dataFiles) {
    const found = read(path);
    try {
      if (typeof found === 'object') add(name, JSON.parse(found.text));
      else if (found !== 'listed') report(line, `import of "${path}": ${reasonOf(found)}`);
    } catch (error) {
      report(line, `import of "${path}": the file is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return constants;
}

/** Values that expressions of a page can refer to. */
export interface Scope {
  constants: ReadonlyMap<string, string>;
  frontMatter: Readonly<Record<string, unknown>>;
}

/** Returns the value of the expression in `{…}`; null if code would have to run. */
export function evaluate(source: string, { constants, frontMatter }: Scope): string | null {
  const code = source.trim();
  if (code === '' || /^(?:\/\*[\s\S]*\*\/|(?:\s*\/\/.*)+)$/.test(code)) return '';
  // `useBaseUrl('file')` and `require('file')` evaluate to the name of the file.
  const file = /^(?:useBaseUrl\(\s*(['"])([^'"]*)\1\s*\)|require\(\s*(['"])([^'"]*)\3\s*\)(?:\.default)?)$/.exec(code);
  if (file !== null) return file[2] ?? file[4] ?? '';
  const message = /^translate\(\s*\{[^{}]*?\bmessage:\s*(?:'([^'\\]*)'|"([^"\\]*)")[^{}]*\}\s*\)$/.exec(code);
  if (message !== null) return message[1] ?? message[2] ?? '';
  const key = /^(?:props\.|metadata\.)?frontMatter\.([\w$]+)$/.exec(code)?.[1];
  const value = key === undefined ? constants.get(code) : Object.hasOwn(frontMatter, key) ? frontMatter[key] : undefined;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  const literal = readExpression(code);
  return literal.kind === 'literal' && literal.value !== 'true' && literal.value !== 'false' ? literal.value : null;
}

/**
 * Reads a file of the content tree. Paths start at the root of the tree, or at the page if they start with a dot.
 * @returns its text, and its name in messages; `outside` if the path leaves the tree; `absent`; `hidden`; `too much` if the page
 * includes more than it may; `listed` if this needs no message, because the configuration lists the file as missing or there was
 * one before
 */
export type ReadInline = (path: string) => { text: string; file: string } | 'outside' | 'absent' | 'hidden' | 'too much' | 'listed';

/**
 * Replaces a line `{{ inline /path/to/file }}` with the lines of the file, in prose and in code.
 * With `show_path_as_comment` the path comes first, as a comment.
 */
export function includeInlineFiles(lines: Line[], read: ReadInline, report: Report, includes: Includes): Line[] {
  return lines.flatMap((line) => {
    const inline = parseInline(line.text);
    if (inline === null) return [line];
    const { indent, path, option } = inline;
    const found = read(path);
    const comment = option.includes('show_path_as_comment')
      ? [{ ...line, text: `${indent}${commentMark(path)} ${path.replace(/^\//, '')}` }]
      : [];
    if (typeof found === 'object') {
      const text = found.text.replace(/\r?\n$/, '');
      const first = includes.add({ file: found.file, line: 1, at: line.number }, text.split('\n').length);
      const within = (text: string): string => (text === '' ? '' : indent + text);
      // In a code block the file is code, whatever it contains; in prose it may contain code blocks.
      return [
        ...comment,
        ...readLines(text, first).map((one) => ({ ...one, text: within(one.text), kind: line.kind === 'code' ? line.kind : one.kind })),
      ];
    }
    if (found === 'outside') report(line.number, `the inline path "${path}" leaves the content tree: only files inside it can be included`);
    if (found === 'absent') report(line.number, `the inline path "${path}" names no file: paths start at the root of the content tree`);
    if (found === 'hidden' || found === 'too much') report(line.number, `the inline path "${path}": ${reasonOf(found)}`);
    return comment;
  });
}

function parseInline(text: string): { indent: string; path: string; option: string } | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{{') || !trimmed.endsWith('}}')) return null;
  const [keyword, path, ...options] = trimmed.slice(2, -2).trim().split(/\s+/);
  if (keyword !== 'inline' || path === undefined) return null;
  return { indent: text.slice(0, text.length - text.trimStart().length), path, option: options.join(' ') };
}

function commentMark(path: string): string {
  return /\.(java|js|ts|tsx|go|scala|kt)$/.test(path) ? '//' : '#';
}

/** Includes may include others, up to this depth. */
const MAX_DEPTH = 5;

/** How files are included in a page. */
export interface IncludeOptions {
  read: ReadInline;
  report: Report;
  includes: Includes;
}

/** Replaces a line `<Name />` with the lines of the Markdown file that the page imports under this name. The page can use the values of that file. */
export function includeImportedFiles(lines: Line[], { includes: imported, ...values }: Modules, options: IncludeOptions): Line[] {
  return includeFiles(lines, imported, { ...options, values, depth: 1 });
}

interface FileOptions extends IncludeOptions {
  /** The values of the page, to which those of included files are added. */
  values: Omit<Modules, 'lines' | 'includes'>;
  depth: number;
}

function includeFiles(lines: Line[], imported: ReadonlyMap<string, string>, options: FileOptions): Line[] {
  if (imported.size === 0) return lines;
  const { read, report, includes, values, depth } = options;
  return lines.flatMap((line) => {
    const name = line.kind === 'text' ? /^\s*<([A-Z][\w$]*)(?:\s[^>]*)?\/>\s*$/.exec(line.text)?.[1] : undefined;
    const path = name === undefined ? undefined : imported.get(name);
    if (path === undefined) return [line];
    const found = read(path);
    if (typeof found !== 'object' || depth > MAX_DEPTH) {
      if (found !== 'listed') report(line.number, `<${name}/> imports "${path}": ${reasonOf(found)}`);
      return [];
    }
    const front = /^---[ \t]*\n[\s\S]*?\n---[ \t]*(?:\n|$)/.exec(found.text)?.[0] ?? '';
    const body = withProps(found.text.slice(front.length).replace(/\n$/, ''), line.text);
    const first = includes.add({ file: found.file, line: front.split('\n').length, at: line.number }, body.split('\n').length);
    const part = readModules(removeComments(readLines(body, first), report), report);
    for (const key of ['constants', 'files', 'textFiles'] as const)
      for (const [own, value] of part[key])
        if (!values[key].has(own)) values[key].set(own, key === 'constants' ? value : beside(path, value));
    for (const [own, file] of part.dataFiles)
      if (!values.dataFiles.has(own)) values.dataFiles.set(own, { ...file, path: beside(path, file.path) });
    const inner = new Map([...part.includes].map(([own, file]) => [own, beside(path, file)]));
    const folder = posix.dirname(path);
    const moved = part.lines.map((one) => (one.kind === 'text' ? { ...one, text: rebasePaths(one.text, folder) } : one));
    return includeFiles(moved, inner, { ...options, depth: depth + 1 });
  });
}

/** Returns a path that is relative to an included file as one that is relative to the page. */
function beside(included: string, path: string): string {
  if (!path.startsWith('.')) return path;
  const joined = posix.join(posix.dirname(included), path);
  return /^[./@]/.test(joined) ? joined : `./${joined}`;
}

/** An included text with the attributes of the tag that includes it instead of `{props.name}`. */
function withProps(body: string, tag: string): string {
  if (!body.includes('{props.')) return body;
  const attributes = new Map(
    readTag(tag, tag.indexOf('<'))?.attributes.flatMap(({ name, kind, value }) => {
      const literal = kind === 'code' ? readExpression(value) : { kind, value };
      return literal.kind === 'literal' ? [[name, literal.value] as const] : [];
    }),
  );
  return body.replace(/\{props\.([\w$]+)\}/g, (expression, name: string) => attributes.get(name) ?? expression);
}

export function reasonOf(found: ReturnType<ReadInline>): string {
  if (found === 'outside') return 'the file is outside the content tree';
  if (found === 'hidden') return 'the file is hidden: rename it without the dot';
  if (found === 'too much') return 'the page includes more than 4 million characters: divide it';
  return found === 'absent' ? 'there is no such file' : `includes are nested deeper than ${MAX_DEPTH} levels`;
}
