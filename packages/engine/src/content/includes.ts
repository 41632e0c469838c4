/** Includes other files of the content tree in a page: `{{ inline /path }}`, imported Markdown files, and values of imported JSON files. */
import { posix } from 'node:path';

import { readExpression, readTag } from './jsx-parser.ts';
import { readModules, removeComments } from './mdx.ts';
import type { DataFile, Modules } from './mdx.ts';
import { rebasePaths } from './relative-paths.ts';
import { readLines } from './source-lines.ts';
import type { Includes, Line, Report } from './source-lines.ts';

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
