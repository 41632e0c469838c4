/** Files that a page includes: `{{ inline /path }}`, and Markdown files that MDX imports as components. */
import { removeComments, readModules } from './mdx.ts';
import { readLines } from './source-lines.ts';
import type { Line, Report } from './source-lines.ts';

/**
 * Reads a file of the content tree. Paths start at the root of the tree, or at the page if they start with a dot.
 * @returns its text; `outside` if the path leaves the tree; `absent`; `listed` if the configuration lists it as missing
 */
export type ReadInline = (path: string) => { text: string } | 'outside' | 'absent' | 'listed';

/**
 * Replaces a line `{{ inline /path/to/file }}` by the lines of the file, in prose and in code.
 * With `show_path_as_comment` the path comes first, as a comment.
 */
export function includeInlineFiles(lines: Line[], read: ReadInline, report: Report): Line[] {
  return lines.flatMap((line) => {
    const inline = parseInline(line.text);
    if (inline === null) return [line];
    const { indent, path, option } = inline;
    const found = read(path);
    const comment = option.includes('show_path_as_comment')
      ? [{ ...line, text: `${indent}${commentMark(path)} ${path.replace(/^\//, '')}` }]
      : [];
    if (typeof found === 'object') {
      const included = readLines(found.text.replace(/\r?\n$/, ''), line.number);
      const within = (text: string): string => (text === '' ? '' : indent + text);
      // In a code block the file is code, whatever it contains; in prose it may contain code blocks.
      return [
        ...comment,
        ...included.map(({ text, kind }) => ({ text: within(text), number: line.number, kind: line.kind === 'code' ? line.kind : kind })),
      ];
    }
    if (found === 'outside')
      report(line.number, `the inline path "${path}" leaves the content tree: only files inside of it can be included`);
    if (found === 'absent') report(line.number, `the inline path "${path}" names no file: paths start at the root of the content tree`);
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

/** Replaces a line `<Name />` by the lines of the Markdown file that the page imports under this name. */
export function includeImportedFiles(
  lines: Line[],
  includes: ReadonlyMap<string, string>,
  read: ReadInline,
  report: Report,
  depth = 1,
): Line[] {
  if (includes.size === 0) return lines;
  return lines.flatMap((line) => {
    const name = line.kind === 'text' ? /^\s*<([A-Z][\w$]*)\s*\/>\s*$/.exec(line.text)?.[1] : undefined;
    const path = name === undefined ? undefined : includes.get(name);
    if (path === undefined) return [line];
    const found = read(path);
    if (typeof found !== 'object' || depth > MAX_DEPTH) {
      if (found !== 'listed') report(line.number, `<${name}/> imports "${path}": ${reasonOf(found)}`);
      return [];
    }
    const body = found.text.replace(/^---[ \t]*\n[\s\S]*?\n---[ \t]*(?:\n|$)/, '').replace(/\n$/, '');
    const modules = readPart(body, line.number, (_, message, severity, kind) => report(line.number, `${path}: ${message}`, severity, kind));
    const included = includeImportedFiles(modules.lines, modules.includes, read, report, depth + 1);
    return included.map((one) => ({ ...one, number: line.number }));
  });
}

function readPart(body: string, line: number, report: Report): ReturnType<typeof readModules> {
  return readModules(removeComments(readLines(body, line), report), report);
}

function reasonOf(found: ReturnType<ReadInline>): string {
  if (found === 'outside') return 'the file is outside the content tree';
  return found === 'absent' ? 'there is no such file' : `includes are nested deeper than ${MAX_DEPTH} levels`;
}
