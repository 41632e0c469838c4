/** Finds component tags and expressions in the lines of a context, and replaces them before the Markdown parser reads the lines. */
import { endOfBraces, closeUnclosedEmbed, limitOf, linesOf, readingBudget, readTag } from '../jsx-parser.ts';
import type { JsxTag } from '../jsx-parser.ts';
import { evaluate } from '../mdx.ts';
import { WITHOUT_CONTENT } from '../sanitize.ts';
import { tagLines } from '../source-lines.ts';
import type { Line, Report } from '../source-lines.ts';
import { builtInMappings } from './docusaurus-components.ts';
import type { ComponentUse } from './render-components.ts';
import { replaceTag } from './replace-tag.ts';
import type { ComponentOptions, TagContext } from './replace-tag.ts';

export interface TaggedLines {
  lines: Line[];
  /** The uses of mapped components: the n-th is `<x-component data-use="n">`. */
  uses: ComponentUse[];
}

/**
 * Replaces component tags with `<x-…>` elements, and HTML tags in JSX syntax with HTML. A tag alone on its line gets blank
 * lines around it, so that the content between tags is parsed as Markdown. Fenced and inline code are unchanged.
 * @param isPlain whether to write plain Markdown instead of elements, for the Markdown twin
 */
export function readComponentTags(lines: Line[], report: Report, options: ComponentOptions, isPlain = false): TaggedLines {
  const context: TagContext = {
    ...options,
    map: { ...builtInMappings(options.cards ?? []), ...options.map },
    isPlain,
    report,
    open: [],
    uses: [],
    closed: new Set(
      lines.flatMap(({ kind, text }) =>
        kind === 'text' && text.includes('</')
          ? [...text.matchAll(/<\/((?!x-)[a-z]\w*-[\w-]*|[A-Z][\w.]*|[a-z]\w*)>/g)].map(([, name = '']) => name)
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
    else for (const line of replaceTags(lines.slice(index, end), context)) result.push(line);
    index = Math.max(end, index);
  }
  for (const { name, line, closing } of context.open) if (closing !== null) report(line, `<${name}> is never closed: add </${name}>`);
  return { lines: result, uses: context.uses };
}

/**
 * Replaces the tags and expressions in the lines between two code blocks. It reads their text character by character, because
 * a tag or an expression can be longer than a line and can contain quotes, braces, and other tags.
 */
function replaceTags(lines: readonly Line[], context: TagContext): Line[] {
  if (!lines.some(({ text }) => /<|\{/.test(text))) return [...lines];
  const text = lines.map((line) => line.text).join('\n');
  const result: Line[] = [];
  let buffer = '';
  let first = 0;
  let row = 0;
  /** Lengths of backtick runs that have no closing run in the rest of the text. */
  const unclosed = new Set<number>();
  /** Names of elements without a closing tag in the rest of the text. */
  const neverClosed = new Set<string>();
  /** Offsets of text to leave out later: the end of a function around the content of `<BrowserOnly>`. */
  let skip = { from: Infinity, to: Infinity };
  /** Whether line breaks are shown. */
  let isInPre = false;
  const lineNumber = (): number => lines[row]?.number ?? 1;
  const endLine = (): void => {
    result.push(...putTagsOnOwnLines({ ...(lines[first] as Line), text: buffer }, context.uses));
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
    } else if (context.isMdx && (text.startsWith('<>', at) || text.startsWith('</>', at))) {
      // A fragment of JSX is its content.
      at = text.indexOf('>', at) + 1;
    } else if (character === '<' && /[A-Za-z/]/.test(text[at + 1] ?? '')) {
      const tag = closeUnclosedEmbed(readTag(text, at, context.budget), text);
      if (tag === null) {
        buffer += character;
        at += 1;
        continue;
      }
      // `<Result>` in `Promise<Result>` is a type parameter and not a component.
      if (/^[A-Z]/.test(tag.name) && !tag.isSelfClosing && /\w/.test(text[at - 1] ?? '') && !context.closed.has(tag.name)) {
        addLines(`&lt;${text.slice(at + 1, tag.end)}`);
        at = tag.end;
        continue;
      }
      if (tag.name === 'pre') isInPre = !tag.isClosing && !tag.isSelfClosing;
      const replacement = replaceTag(tag, linesOf(text, at, tag, lines, row), context);
      if (replacement === null) {
        addLines(text.slice(at, tag.end));
        at = tag.end;
        continue;
      }
      buffer += replacement;
      const end = Math.max(tag.end, context.isPlain && tag.name !== 'Head' ? 0 : endOfRemoved(tag, text, neverClosed));
      row += text.slice(at, end).split('\n').length - 1;
      at = end;
    } else if (
      character === '{' &&
      context.isMdx &&
      FUNCTION_CHILD.test(text.slice(at, at + 40)) &&
      context.open.at(-1)?.name === 'BrowserOnly'
    ) {
      // `<BrowserOnly>{() => <p>…</p>}</BrowserOnly>`: keep what the function returns, and leave out the function around it.
      const end = endOfBraces(text, at, limitOf(text, at, context.budget)) ?? at;
      if (end === at) context.budget.characters -= limitOf(text, at, context.budget) - at;
      const last = /\s*\)?\s*\}$/.exec(text.slice(Math.max(at, end - 40), end))?.[0] ?? '';
      const start = at + (last === '' ? 1 : (FUNCTION_CHILD.exec(text.slice(at, at + 40))?.[0].length ?? 1));
      if (last !== '') skip = { from: end - last.length, to: end };
      addLines(last === '' ? character : text.slice(at, start).replace(/[^\n]/g, ''));
      at = start;
    } else if (character === '{' && text.startsWith('{{ $frontmatter.', at)) {
      // VitePress's expression for a value of the front matter.
      const [expression = '{', key = ''] = /^\{\{ \$(frontmatter\.[\w$]+) \}\}/.exec(text.slice(at, at + 100)) ?? [];
      buffer += (evaluate(key.replace('m', 'M'), context.scope) ?? expression).replaceAll('<', '&lt;');
      at += expression.length;
    } else if (character === '{' && context.isMdx && text[at + 1] !== '#' && text[at + 1] !== '{') {
      const limit = limitOf(text, at, context.budget);
      const end = endOfBraces(text, at, limit);
      const code = end === null ? null : text.slice(at + 1, end - 1);
      const value = code === null ? null : evaluate(code, context.scope);
      if (value === null) {
        context.budget.characters -= (end ?? limit) - at;
        const rows = (code ?? '').split('\n').length - 1;
        context.report(
          [lineNumber(), lines[Math.min(row + rows, lines.length - 1)]?.number ?? lineNumber()],
          `the expression {${(code ?? '').split('\n')[0]?.slice(0, 60) ?? ''}} is shown as text, because code in pages is not executed: write its value, or escape the brace as \\{`,
          'warning',
          'expressions are shown as text',
        );
        buffer += character;
        at += 1;
        continue;
      }
      buffer += value.replaceAll('<', '&lt;').replaceAll('\n', isInPre ? '&#10;' : ' ');
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

/** Returns the inline code that starts at a backtick, or only its backticks if there is no closing run of the same length. */
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

/** The start of a function as the content of a component: `{() => (` or `{() =>`. */
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
function putTagsOnOwnLines(line: Line, uses: readonly ComponentUse[]): Line[] {
  if (!line.text.includes('x-')) return [line];
  const alone = /^(\s*)((?:<\/?x-[^>]*>\s*)+)$/.exec(line.text);
  // An indentation of four spaces would start a code block.
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
