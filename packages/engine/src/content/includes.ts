import { readLines } from './source-lines.ts';
import type { Line, Report } from './source-lines.ts';

const INLINE = /^(?<indent>\s*)\{\{\s*inline\s+(?<path>\S+?)(?:\s+(?<option>[^}]*?))?\s*\}\}\s*$/;

/** Reads a file of the tree: its text; `outside` when the path leaves the tree, `absent`, or `listed` as lacking on purpose. */
export type ReadInline = (path: string) => { text: string } | 'outside' | 'absent' | 'listed';

/**
 * Replaces a line `{{ inline /path/to/file }}` by the file's lines, in prose and in code.
 * With `show_path_as_comment` the path comes first, as a comment.
 */
export function includeInlineFiles(lines: Line[], read: ReadInline, report: Report): Line[] {
  return lines.flatMap((line) => {
    if (!line.text.includes('{{')) return [line];
    const match = INLINE.exec(line.text)?.groups;
    if (match === undefined) return [line];
    const { indent = '', path = '', option = '' } = match;
    const found = read(path);
    const comment = option.includes('show_path_as_comment')
      ? [{ ...line, text: `${indent}${commentMark(path)} ${path.replace(/^\//, '')}` }]
      : [];
    if (typeof found === 'object') {
      const included = readLines(found.text.replace(/\r?\n$/, ''), line.number);
      const within = (text: string): string => (text === '' ? '' : indent + text);
      // Inside a code block the file is code, whatever it holds; in prose it may hold code blocks of its own.
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

function commentMark(path: string): string {
  return /\.(java|js|ts|tsx|go|scala|kt|graphql)$/.test(path) && !path.endsWith('.graphql') ? '//' : '#';
}
