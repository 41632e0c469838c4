/** Finds component tags and expressions in the lines of a page, and replaces them before the Markdown parser reads the lines. */
import { endOfBraces, endSwallowing, limitOf, linesOf, readingBudget, readTag } from '../jsx-parser.ts';
import type { JsxTag } from '../jsx-parser.ts';
import { evaluate } from '../mdx.ts';
import { WITHOUT_CONTENT } from '../sanitize.ts';
import { tagLines } from '../source-lines.ts';
import type { Line, Report } from '../source-lines.ts';
import { themeOf } from './docusaurus-components.ts';
import type { ComponentUse } from './render-components.ts';
import { replaceTag } from './replace-tag.ts';
import type { ComponentOptions, Page } from './replace-tag.ts';

export interface TaggedLines {
  lines: Line[];
  /** The n-th mapped component, `<x-component data-use="n">`. */
  uses: ComponentUse[];
}

/**
 * Replaces component tags with `<x-…>` elements, and HTML tags in JSX syntax with HTML. A tag alone on its line gets blank
 * lines around it, so that the content between tags is parsed as Markdown. Fenced and inline code are unchanged.
 * @param isPlain writes plain Markdown instead of elements, for the Markdown version of the page
 */
export function readComponentTags(lines: Line[], report: Report, options: ComponentOptions, isPlain = false): TaggedLines {
  const page: Page = {
    ...options,
    map: { ...themeOf(options.cards ?? []), ...options.map },
    isPlain,
    report,
    open: [],
    uses: [],
    closed: new Set(
      lines.flatMap(({ kind, text }) =>
        kind === 'text' && text.includes('</')
          ? [...text.matchAll(/<\/((?!x-)[a-z]\w*-[\w-]*|[A-Z][\w.]*)>/g)].map(([, name = '']) => name)
          : [],
      ),
    ),
    budget: readingBudget(lines.reduce((sum, { text }) => sum + text.length, 0)),
  };
  const result: Line[] = [];
  for (let index = 0; index < lines.length;) {
    let end = index;
    while (lines[end]?.kind === 'text') end += 1;
    if (end === index) result.push(lines[index++] as Line);
    else for (const line of readRun(lines.slice(index, end), page)) result.push(line);
    index = Math.max(end, index);
  }
  for (const { name, line, closing } of page.open) if (closing !== null) report(line, `<${name}> is never closed: add </${name}>`);
  return { lines: result, uses: page.uses };
}

/**
 * Replaces the tags and expressions in the lines between two code blocks. It reads their text character by character, because
 * a tag or an expression can be longer than a line and can contain quotes, braces, and other tags.
 */
function readRun(lines: readonly Line[], page: Page): Line[] {
  if (!lines.some(({ text }) => /<|\{/.test(text))) return [...lines];
  const text = lines.map((line) => line.text).join('\n');
  const result: Line[] = [];
  let buffer = '';
  let first = 0;
  let row = 0;
  /** Lengths of backtick runs without a closing run, with the offset from which that is known. */
  const unclosed = new Set<number>();
  const neverClosed = new Set<string>();
  /** The next text that is left out, such as the end of a function around content. */
  let skip = { from: Infinity, to: Infinity };
  const lineNumber = (): number => lines[row]?.number ?? 1;
  const endLine = (): void => {
    result.push(...setOff({ ...(lines[first] as Line), text: buffer }, page.uses));
    buffer = '';
    row += 1;
    first = row;
  };
  const addLines = (part: string): void => {
    const [head = '', ...rest] = part.split('\n');
    buffer += head;
    for (const line of rest) {
      endLine();
      buffer += line;
    }
  };
  for (let at = 0; at < text.length;) {
    const character = text[at];
    if (at >= skip.from) {
      addLines(text.slice(at, skip.to).replace(/[^\n]/g, ''));
      at = Math.max(at, skip.to);
      skip = { from: Infinity, to: Infinity };
    } else if (character === '\n') {
      endLine();
      at += 1;
    } else if (character === '\\') {
      buffer += text.slice(at, at + 2).replace('\n', '');
      at += text[at + 1] === '\n' ? 1 : 2;
    } else if (character === '`') {
      const code = inlineCode(text, at, unclosed);
      addLines(code);
      at += code.length;
    } else if (page.isMdx && (text.startsWith('<>', at) || text.startsWith('</>', at))) {
      // A fragment of JSX is its content.
      at = text.indexOf('>', at) + 1;
    } else if (character === '<' && /[A-Za-z/]/.test(text[at + 1] ?? '')) {
      const tag = endSwallowing(readTag(text, at, page.budget), text);
      if (tag === null) {
        buffer += character;
        at += 1;
        continue;
      }
      // `Promise<Result>` in prose: the parameter of a type, not a component.
      if (/^[A-Z]/.test(tag.name) && !tag.isSelfClosing && /\w/.test(text[at - 1] ?? '') && !page.closed.has(tag.name)) {
        addLines(`&lt;${text.slice(at + 1, tag.end)}`);
        at = tag.end;
        continue;
      }
      const replacement = replaceTag(tag, linesOf(text, at, tag, lines, row), page);
      if (replacement === null) {
        addLines(text.slice(at, tag.end));
        at = tag.end;
        continue;
      }
      buffer += replacement;
      const end = Math.max(tag.end, page.isPlain && tag.name !== 'Head' ? 0 : endOfRemoved(tag, text, neverClosed));
      row += text.slice(at, end).split('\n').length - 1;
      at = end;
    } else if (
      character === '{' &&
      page.isMdx &&
      FUNCTION_CHILD.test(text.slice(at, at + 40)) &&
      page.open.at(-1)?.name === 'BrowserOnly'
    ) {
      // The function that returns the content of `<BrowserOnly>`: its content is that of the element.
      const end = endOfBraces(text, at, limitOf(text, at, page.budget)) ?? at;
      if (end === at) page.budget.characters -= limitOf(text, at, page.budget) - at;
      const last = /\s*\)?\s*\}$/.exec(text.slice(Math.max(at, end - 40), end))?.[0] ?? '';
      const start = at + (last === '' ? 1 : (FUNCTION_CHILD.exec(text.slice(at, at + 40))?.[0].length ?? 1));
      if (last !== '') skip = { from: end - last.length, to: end };
      addLines(last === '' ? character : text.slice(at, start).replace(/[^\n]/g, ''));
      at = start;
    } else if (character === '{' && text.startsWith('{{ $frontmatter.', at)) {
      // VitePress's expression for a value of the front matter.
      const [expression = '{', key = ''] = /^\{\{ \$(frontmatter\.[\w$]+) \}\}/.exec(text.slice(at, at + 100)) ?? [];
      buffer += (evaluate(key.replace('m', 'M'), page.scope) ?? expression).replaceAll('<', '&lt;');
      at += expression.length;
    } else if (character === '{' && page.isMdx && text[at + 1] !== '#' && text[at + 1] !== '{') {
      const limit = limitOf(text, at, page.budget);
      const end = endOfBraces(text, at, limit);
      const code = end === null ? null : text.slice(at + 1, end - 1);
      const value = code === null ? null : evaluate(code, page.scope);
      if (value === null) {
        page.budget.characters -= (end ?? limit) - at;
        const rows = (code ?? '').split('\n').length - 1;
        page.report(
          [lineNumber(), lines[Math.min(row + rows, lines.length - 1)]?.number ?? lineNumber()],
          `the expression {${(code ?? '').split('\n')[0]?.slice(0, 60) ?? ''}} is shown as text, because code in pages is not executed: write its value, or escape the brace as \\{`,
          'warning',
          'expressions are shown as text',
        );
        buffer += character;
        at += 1;
        continue;
      }
      buffer += value.replaceAll('\n', ' ').replaceAll('<', '&lt;');
      row += (code ?? '').split('\n').length - 1;
      at = end ?? at + 1;
    } else {
      const next = text.slice(at).search(/[\n\\`<{]/);
      const length = next <= 0 ? (next < 0 ? text.length - at : 1) : next;
      const end = Math.min(at + length, skip.from);
      buffer += text.slice(at, end);
      at = end;
    }
  }
  endLine();
  return result;
}

/** Returns the end of an element that is removed with its content; 0 for other elements. */
function endOfRemoved({ name, isClosing, isSelfClosing, end }: JsxTag, text: string, neverClosed: Set<string>): number {
  if (!WITHOUT_CONTENT.has(name) || isClosing || isSelfClosing || neverClosed.has(name)) return 0;
  const closing = `</${name}>`;
  const found = text.indexOf(closing, end);
  if (found < 0) neverClosed.add(name);
  return found < 0 ? 0 : found + closing.length;
}

/** Returns the inline code that starts at a backtick, or only the backticks if they are not closed. */
function inlineCode(text: string, at: number, unclosed: Set<number>): string {
  let length = 1;
  while (text[at + length] === '`') length += 1;
  const marks = '`'.repeat(length);
  if (unclosed.has(length)) return marks;
  for (let end = text.indexOf(marks, at + length); end >= 0; end = text.indexOf(marks, end)) {
    let run = length;
    while (text[end + run] === '`') run += 1;
    if (run === length) {
      const code = text.slice(at, end + length);
      // A blank line ends the paragraph and with it the code.
      return /\n[ \t]*\n/.test(code) ? marks : code;
    }
    end += run;
  }
  unclosed.add(length);
  return marks;
}

/** `{() => (` or `{() =>` */
const FUNCTION_CHILD = /^\{\s*\(\)\s*=>\s*\(?\s*(?=<)/;

const INLINE = new Set(['a', 'abbr', 'b', 'code', 'em', 'fragment', 'i', 'kbd', 'mark', 'small', 'span', 'strong', 'sub', 'sup', 'u']);

/** Whether a component is a block even if its content is on the same line as its tags. */
function isBlock(use: ComponentUse | undefined): boolean {
  if (use === undefined) return true;
  const { admonition, render, tag = render === undefined ? 'div' : 'span' } = use.mapping;
  return admonition !== undefined || !INLINE.has(tag);
}

/**
 * Puts each tag on its own line, because CommonMark only then parses it as a block: tags that are alone on a line, and
 * the tags of a block that starts a line and has its content on the same line.
 */
function setOff(line: Line, uses: readonly ComponentUse[]): Line[] {
  if (!line.text.includes('x-')) return [line];
  const alone = /^(\s*)((?:<\/?x-[^>]*>\s*)+)$/.exec(line.text);
  // An indent of four spaces would make it code.
  const indentOf = (spaces = ''): string => (spaces.length >= 4 ? '' : spaces);
  if (alone !== null) return (alone[2] ?? '').match(/<[^>]*>/g)?.flatMap((tag) => tagLines(line, indentOf(alone[1]), tag)) ?? [];
  const [, spaces, opening = '', number, rest = line.text] =
    /^(\s*)(<x-(?:component data-use="(\d+)"|tabitem[^>]*)>)(.*)$/.exec(line.text) ?? [];
  const opened = (rest.match(/<x-/g) ?? []).length;
  const closed = (rest.match(/<\/x-/g) ?? []).length;
  const last = /^(.*?)\s*(<\/x-[^>]*>)\s*$/.exec(rest);
  const endsBlock = closed > opened && last !== null;
  const startsBlock =
    opening !== '' && isBlock(number === undefined ? undefined : uses[Number(number)]) && (closed === opened || endsBlock);
  if (!startsBlock && !(endsBlock && opening === '')) return [line];
  const indent = indentOf(spaces);
  return [
    ...(startsBlock ? tagLines(line, indent, opening) : []),
    { ...line, text: indent + (endsBlock ? (last[1] ?? '') : rest).trimStart() },
    ...(endsBlock ? tagLines(line, indent, last[2] ?? '') : []),
  ];
}
