/**
 * The steps of this folder work on the lines of a file before it is parsed, each a function from lines to lines.
 * A line keeps the number it has in the author's file, so that every message can name it.
 */
import type { Problem } from '#model/problem.ts';

/** What a fenced code block's opening line says. */
export interface Fence {
  language: string;
  /** Everything after the language: `title="recipe.yml" {1,3}`. */
  meta: string;
  /** 1-based line of the opening fence in the author's file. */
  line: number;
  /** The code without the indentation of its fence. */
  code: string;
}

export interface Line {
  text: string;
  /** 1-based, in the author's file. */
  number: number;
  /** Lines of fenced code are left alone by every step but the inline includes. */
  kind: 'text' | 'fence' | 'code';
}

/** A step's way to tell the author what is wrong. */
export type Report = (line: number, message: string, severity?: Problem['severity']) => void;

const FENCE = /^(?<indent>(?:[ \t]|>)*)(?<mark>`{3,}|~{3,})(?<info>[^\n]*)$/;

/** Splits Markdown into lines and tells prose from fenced code (CommonMark 4.5). */
export function readLines(markdown: string, firstLine: number): Line[] {
  const lines: Line[] = [];
  let open: string | null = null;
  markdown.split(/\r?\n/).forEach((text, index) => {
    const number = firstLine + index;
    const found = FENCE.exec(text)?.groups;
    const mark = found?.['mark'];
    const info = found?.['info'] ?? '';
    if (open === null) {
      const opens = mark !== undefined && !(mark.startsWith('`') && info.includes('`'));
      if (opens) open = mark;
      lines.push({ text, number, kind: opens ? 'fence' : 'text' });
    } else if (mark !== undefined && mark.startsWith(open) && info.trim() === '') {
      open = null;
      lines.push({ text, number, kind: 'fence' });
    } else lines.push({ text, number, kind: 'code' });
  });
  return lines;
}

/** Applies a change to the parts of a line that are not `inline code`. */
export function outsideCode(text: string, change: (part: string) => string): string {
  if (!text.includes('`')) return change(text);
  return text
    .split(/(`+[^`]*`+)/)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}
