/** Includes other files of the content tree in a page: `{{ inline /path }}`, imported Markdown files, and values of imported JSON files. */
import { posix } from 'node:path';
import { messageOf } from '@quire/search/error-message';

import { chooseBranches } from './jsx-expressions.ts';
import { attributeText, readExpression, readTag } from './jsx-parser.ts';
import type { JsxAttribute, JsxTag } from './jsx-parser.ts';
import { MAX_VALUE_CHARACTERS, readModules, removeComments } from './mdx.ts';
import type { DataFile, Modules } from './mdx.ts';
import { outsideCode, readLines } from './source-lines.ts';
import type { Includes, Line, Report } from './source-lines.ts';

/** An included file: its text, and its path relative to the project, for messages. */
interface IncludedFile {
  text: string;
  file: string;
}

/** Why a file cannot be included. A `silent` failure needs no message: the configuration lists the file as missing, or the page has already exceeded its limit. */
type IncludeFailure = 'outside' | 'missing' | 'hidden' | 'private' | 'too large' | 'repeated' | 'silent';

/** Reads a file of the content tree. Paths start at the root of the tree, or at the page if they start with a dot. */
export type ReadInclude = (path: string) => IncludedFile | IncludeFailure;

/**
 * Replaces a line `{{ inline /path/to/file }}` with the lines of the file, in prose and in code.
 * The option `show_path_as_comment` adds the path above them as a comment.
 */
export function includeInlineFiles(lines: Line[], read: ReadInclude, report: Report, includes: Includes): Line[] {
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
      // In a code block, the whole file is code; in prose, it may contain code blocks.
      return [
        ...comment,
        ...readLines(text, first).map((one) => ({ ...one, text: within(one.text), kind: line.kind === 'code' ? line.kind : one.kind })),
      ];
    }
    if (found === 'outside') report(line.number, `the inline path "${path}" leaves the content tree: only files inside it can be included`);
    if (found === 'missing') report(line.number, `the inline path "${path}" names no file: paths start at the root of the content tree`);
    if (found === 'hidden' || found === 'private' || found === 'too large' || found === 'repeated')
      report(line.number, `the inline path "${path}": ${describeFailure(found)}`);
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

/** Maximum nesting depth of included files. */
const MAX_DEPTH = 5;

interface IncludeOptions {
  read: ReadInclude;
  report: Report;
  includes: Includes;
}

/** Replaces a line `<Name />` with the lines of the Markdown file that the page imports as `Name`. Adds the file's own imports and constants to those of the page. */
export function includeImportedFiles(lines: Line[], { includes: imported, ...values }: Modules, options: IncludeOptions): Line[] {
  return includeFiles(lines, imported, { ...options, values, depth: 1, added: { characters: 0 } });
}

interface FileOptions extends IncludeOptions {
  /** The imports and constants of the page, to which those of included files are added. */
  values: Omit<Modules, 'lines' | 'includes'>;
  depth: number;
  /** What attributes have added to included files, which can repeat them. */
  added: { characters: number };
}

function includeFiles(lines: Line[], imported: ReadonlyMap<string, string>, options: FileOptions): Line[] {
  if (imported.size === 0) return lines;
  const { read, report, includes, values, depth, added } = options;
  let end = 0;
  return lines.flatMap((line, index) => {
    if (index < end) return [];
    const name = line.kind === 'text' ? /^\s*<([A-Z][\w$]*)(?=[\s/>]|$)/.exec(line.text)?.[1] : undefined;
    const path = name === undefined ? undefined : imported.get(name);
    const tag = name === undefined || path === undefined ? null : readWholeTag(lines, index, name);
    if (tag === null || path === undefined) return [line];
    end = index + tag.length;
    reportCode(tag.attributes, name ?? '', values.constants, line.number, report);
    const found = read(path);
    if (typeof found !== 'object' || depth > MAX_DEPTH) {
      if (found !== 'silent')
        report(line.number, `<${name}/> imports "${path}": ${describeFailure(typeof found === 'object' ? 'too deep' : found)}`);
      return [];
    }
    const front = /^---[ \t]*\n[\s\S]*?\n---[ \t]*(?:\n|$)/.exec(found.text)?.[0] ?? '';
    const isLimited = added.characters > MAX_VALUE_CHARACTERS;
    const body = withProps(found.text.slice(front.length).replace(/\n$/, ''), tag.attributes, values.constants, added);
    if (!isLimited && added.characters > MAX_VALUE_CHARACTERS)
      report(line.number, `the attributes of <${name}/> are too long for the number of their uses in "${path}": shorten them`);
    const first = includes.add({ file: found.file, line: front.split('\n').length, at: line.number }, body.split('\n').length);
    const part = readModules(removeComments(readLines(body, first), report), report);
    for (const key of ['constants', 'files', 'textFiles'] as const)
      for (const [own, value] of part[key])
        if (!values[key].has(own)) values[key].set(own, key === 'constants' ? value : rebasePath(path, value));
    for (const [own, value] of part.data) if (!values.data.has(own)) values.data.set(own, value);
    for (const [own, template] of part.templates) if (!values.templates.has(own)) values.templates.set(own, template);
    for (const [own, file] of part.dataFiles)
      if (!values.dataFiles.has(own)) values.dataFiles.set(own, { ...file, path: rebasePath(path, file.path) });
    const inner = new Map([...part.includes].map(([own, file]) => [own, rebasePath(path, file)]));
    const folder = posix.dirname(path);
    const chosen = body.includes('props.')
      ? chooseBranches(part.lines, (name) => valueOfProp(name, tag.attributes, values.constants))
      : part.lines;
    const moved = chosen.map((one) => (one.kind === 'text' ? { ...one, text: rebasePaths(one.text, folder) } : one));
    return includeFiles(moved, inner, { ...options, depth: depth + 1 });
  });
}

/** A longer tag does not include a file. */
const MAX_TAG_LINES = 100;

/** Returns the attributes and the number of lines of a tag that is alone on its lines and has no content; null for other tags. */
function readWholeTag(lines: readonly Line[], index: number, name: string): (Pick<JsxTag, 'attributes'> & { length: number }) | null {
  const source = lines
    .slice(index, index + MAX_TAG_LINES)
    .map(({ kind, text }) => (kind === 'text' ? text : ''))
    .join('\n');
  const tag = readTag(source, source.indexOf('<'));
  if (tag === null) return null;
  const rest = source.slice(tag.end, (source.indexOf('\n', tag.end) + 1 || source.length + 1) - 1).trim();
  if (rest !== (tag.isSelfClosing ? '' : `</${name}>`)) return null;
  return { attributes: tag.attributes, length: source.slice(0, tag.end).split('\n').length };
}

/** Reports the attributes of an included file that would need code. */
function reportCode(
  attributes: readonly JsxAttribute[],
  name: string,
  constants: ReadonlyMap<string, string>,
  first: number,
  report: Report,
): void {
  for (const { name: attribute, kind, value, rows } of attributes)
    if (kind === 'code' && readExpression(value).kind === 'code' && !constants.has(value))
      report(
        [first + rows[0], first + rows[1]],
        `the attribute ${attribute || `{${value.slice(0, 40)}}`} of <${name}> is left out: code in pages is not executed, so write a literal value`,
        'warning',
        'attributes that need code are left out',
      );
}

/** Rebases a path that is relative to an included file, so that it is relative to the page. */
const rebasePath = (included: string, path: string): string => (path.startsWith('.') ? joinRelative(posix.dirname(included), path) : path);

/** The path of a file in a link, a link reference definition, or an attribute. Paths without an extension are routes and stay unchanged. */
const FILE_PATH = /(\]\(\s*<?|^\s*\[[^\]]+\]:\s*<?|\s(?:src|href)=["'])((?![/@#])[^\s()"'<>#?:]+\.[a-z\d]+)(?=[\s)"'>#?]|$)/gi;

/**
 * Returns a line with its paths rebased, so that they start at the page instead of at the file that contains the line.
 * @param folder path from the folder of the page to the folder of the file: `../shared`, `@site/shared`
 * @param otherFolder the same for paths of files that are not pages; default: `folder`
 */
export const rebasePaths = (line: string, folder: string, otherFolder = folder): string =>
  outsideCode(line, (part) =>
    part.replace(FILE_PATH, (_, before: string, path: string) => before + joinRelative(/\.mdx?$/i.test(path) ? folder : otherFolder, path)),
  );

/** Joins two paths. A result without a leading dot, slash, or `@` gets `./`, which marks it as relative. */
function joinRelative(folder: string, path: string): string {
  const whole = posix.join(folder, path);
  return /^[./@]/.test(whole) ? whole : `./${whole}`;
}

/** Replaces `{props.name}` in an included text with the attributes of the tag that includes it. As in MDX, one that the tag does not have is empty. */
function withProps(
  body: string,
  written: readonly JsxAttribute[],
  constants: ReadonlyMap<string, string>,
  added: FileOptions['added'],
): string {
  if (!body.includes('{props.')) return body;
  const attributes = new Map(
    written.flatMap((attribute) => {
      const text = textOf(attribute, constants);
      return text === undefined ? [] : [[attribute.name, text] as const];
    }),
  );
  const given = new Set(written.map(({ name }) => name));
  return body.replace(/(=?)\{props\.([\w$]+)\}/g, (expression, sign: string, name: string) => {
    const value = attributes.get(name);
    if (value === undefined) return given.has(name) || name === 'children' ? expression : `${sign}${sign && '""'}`;
    added.characters += value.length;
    if (added.characters > MAX_VALUE_CHARACTERS) return expression;
    return sign === '' ? value : `="${attributeText(value)}"`;
  });
}

/** Returns the value of `props.name` in a file that a tag includes; null: the tag does not have it; undefined: it is not known. */
function valueOfProp(name: string, written: readonly JsxAttribute[], constants: ReadonlyMap<string, string>): string | null | undefined {
  const own = /^props\.([\w$]+)$/.exec(name)?.[1];
  if (own === undefined || own === 'children') return undefined;
  const attribute = written.find((one) => one.name === own);
  if (attribute === undefined) return written.some((one) => one.name === '') ? undefined : null;
  return attribute.kind === 'flag' ? 'true' : textOf(attribute, constants);
}

/** Returns the value of an attribute as text; undefined if it is not known. */
function textOf({ kind, value }: JsxAttribute, constants: ReadonlyMap<string, string>): string | undefined {
  const literal = kind === 'code' ? readExpression(value) : { kind, value };
  return literal.kind === 'literal' ? literal.value : constants.get(value);
}

/** Returns the reason for a failure, with the fix if there is one, for a message to the author. */
export function describeFailure(failure: Exclude<IncludeFailure, 'silent'> | 'too deep'): string {
  switch (failure) {
    case 'outside':
      return 'the file is outside the content tree';
    case 'missing':
      return 'there is no such file';
    case 'hidden':
      return 'the file is hidden: rename it without the dot';
    case 'private':
      return 'the file is a database or contains a private key, so it is not published';
    case 'too large':
      return 'the page includes more than 2 million characters: divide it';
    case 'repeated':
      return 'the pages of the site repeat included files too often: link to a page with their content instead';
    case 'too deep':
      return `includes are nested deeper than ${MAX_DEPTH} levels`;
  }
}

/**
 * Returns the strings and numbers of imported JSON files, by the expression for each, such as `data.version` or `data.names[0]`.
 * @param whole where the content of each file is added, by its name
 */
export function dataConstants(
  dataFiles: ReadonlyMap<string, DataFile>,
  read: ReadInclude,
  report: Report,
  whole: Map<string, unknown>,
): Map<string, string> {
  const constants = new Map<string, string>();
  const add = (name: string, value: unknown): void => {
    if (typeof value === 'string' || typeof value === 'number') constants.set(name, String(value));
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) add(Array.isArray(value) ? `${name}[${key}]` : `${name}.${key}`, inner);
  };
  for (const [name, { path, line }] of dataFiles) {
    const found = read(path);
    try {
      if (typeof found === 'object') {
        const content: unknown = JSON.parse(found.text);
        add(name, content);
        whole.set(name, content);
      } else if (found !== 'silent') report(line, `import of "${path}": ${describeFailure(found)}`);
    } catch (error) {
      report(line, `import of "${path}": the file is not valid JSON: ${messageOf(error)}`);
    }
  }
  return constants;
}
