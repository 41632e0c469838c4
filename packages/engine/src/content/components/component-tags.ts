/** Finds component tags and expressions in the lines of a context, and replaces them before the Markdown parser reads the lines. */
import { elementsWithoutEffect, isHeadTag } from '../head-metadata.ts';
import { endOfBraces, limitOf, linesOf, readingBudget, readTag, wholeEmbed } from '../jsx-parser.ts';
import type { JsxTag } from '../jsx-parser.ts';
import { evaluate } from '../mdx.ts';
import { WITHOUT_CONTENT } from '../sanitize.ts';
import { lineBreaksOf, replaceTextRuns, tagLines } from '../source-lines.ts';
import type { Line, Report } from '../source-lines.ts';
import { builtInMappings } from './built-in-components.ts';
import type { ComponentUse } from './render-components.ts';
import { replaceTag } from './replace-tag.ts';
import type { ComponentOptions, TagContext } from './replace-tag.ts';

interface TaggedLines {
  lines: Line[];
  /** The uses of mapped components: the n-th is `<x-component data-use="n">`. */
  uses: ComponentUse[];
}

/**
 * Replaces component tags with `<x-…>` elements, and HTML tags in JSX syntax with HTML. A tag alone on its line gets blank
 * lines around it, so that the content between tags is parsed as Markdown. Fenced and inline code are unchanged.
 * @param isPlain whether to write plain Markdown instead of elements, for the Markdown twin. Then only failures of `markdown` are reported.
 */
export function readComponentTags(lines: Line[], report: Report, options: ComponentOptions, isPlain = false): TaggedLines {
  const context: TagContext = {
    ...options,
    map: { ...builtInMappings(options.cards ?? []), ...options.map },
    isPlain,
    report: isPlain ? () => undefined : report,
    reportFailure: report,
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
  const result = replaceTextRuns(lines, (run) => replaceTags(run, context));
  for (const { name, line, closing } of context.open)
    if (closing !== null) context.report(line, `<${name}> is never closed: add </${name}>`);
  return { lines: result, uses: context.uses };
}

/** Replaces the tags and expressions in the lines between two code blocks. */
function replaceTags(lines: readonly Line[], context: TagContext): Line[] {
  return lines.some(({ text }) => /<|\{/.test(text)) ? new TagReplacer(lines, context).run() : [...lines];
}

/** A range of offsets that the text never reaches. */
const NO_RANGE = { from: Infinity, to: Infinity };

/**
 * Reads text character by character, because a tag or an expression can be longer than a line and can contain quotes, braces, and other tags.
 * Each method reads one piece of text at the current offset, writes its output, and moves the offset to its end.
 */
class TagReplacer {
  private readonly lines: readonly Line[];
  private readonly context: TagContext;
  private readonly text: string;
  private at = 0;
  /** Index of the line at the current offset. */
  private row = 0;
  private readonly result: Line[] = [];
  /** The output since the end of the last line, and the index of the line at which it started. */
  private output = '';
  private firstRow = 0;
  /** Lengths of backtick runs that have no closing run in the rest of the text. */
  private readonly unclosed = new Set<number>();
  /** Names of elements without a closing tag in the rest of the text. */
  private readonly neverClosed = new Set<string>();
  /** Offsets of text to leave out later: the end of a function around the content of `<BrowserOnly>`. */
  private skipped = NO_RANGE;
  /** Whether line breaks are shown. */
  private isInPre = false;

  constructor(lines: readonly Line[], context: TagContext) {
    this.lines = lines;
    this.context = context;
    this.text = lines.map((line) => line.text).join('\n');
  }

  run(): Line[] {
    while (this.at < this.text.length) this.readNext();
    this.endLine();
    return this.result;
  }

  private readNext(): void {
    const { text, at, context } = this;
    const character = text[at];
    if (at >= this.skipped.from) this.skip();
    else if (character === '\n') {
      this.endLine();
      this.at += 1;
    } else if (character === '\\') this.copyEscape();
    else if (character === '`') this.copy(at + inlineCode(text, at, this.unclosed).length);
    // A fragment of JSX is its content.
    else if (context.isMdx && (text.startsWith('<>', at) || text.startsWith('</>', at))) this.at = text.indexOf('>', at) + 1;
    else if (character === '<' && /[A-Za-z/]/.test(text[at + 1] ?? '')) this.readTag();
    else if (character === '{') this.readBrace();
    else this.copyText();
  }

  private endLine(): void {
    for (const line of putTagsOnOwnLines({ ...(this.lines[this.firstRow] as Line), text: this.output }, this.context.uses))
      this.result.push(line);
    this.output = '';
    this.row += 1;
    this.firstRow = this.row;
  }

  private write(text: string): void {
    const [head = '', ...rest] = text.split('\n');
    this.output += head;
    for (const line of rest) {
      this.endLine();
      this.output += line;
    }
  }

  /** Copies the text up to an offset. */
  private copy(end: number): void {
    this.write(this.text.slice(this.at, end));
    this.at = end;
  }

  /** Writes only the line breaks of the text up to an offset. */
  private leaveOut(end: number): void {
    this.write(lineBreaksOf(this.text.slice(this.at, end)));
    this.at = end;
  }

  private copyCharacter(): void {
    this.output += this.text[this.at];
    this.at += 1;
  }

  /** Writes a replacement, which is on one line, for the text up to an offset. */
  private replace(end: number, replacement: string): void {
    this.output += replacement;
    this.row += this.text.slice(this.at, end).split('\n').length - 1;
    this.at = end;
  }

  private skip(): void {
    this.leaveOut(Math.max(this.at, this.skipped.to));
    this.skipped = NO_RANGE;
  }

  private copyEscape(): void {
    this.output += this.text.slice(this.at, this.at + 2).replace('\n', '');
    this.at += this.text[this.at + 1] === '\n' ? 1 : 2;
  }

  /** Copies text that contains nothing to replace. */
  private copyText(): void {
    const next = this.text.slice(this.at).search(/[\n\\`<{]/);
    const length = next <= 0 ? (next < 0 ? this.text.length - this.at : 1) : next;
    const end = Math.min(this.at + length, this.skipped.from);
    this.output += this.text.slice(this.at, end);
    this.at = end;
  }

  private readTag(): void {
    const { text, at, context } = this;
    const tag = wholeEmbed(readTag(text, at, context.budget), text);
    if (tag === null) return this.copyCharacter();
    // `<Result>` in `Promise<Result>` is a type parameter and not a component.
    if (/^[A-Z]/.test(tag.name) && !tag.isSelfClosing && /\w/.test(text[at - 1] ?? '') && !context.closed.has(tag.name)) {
      this.write('&lt;');
      this.at += 1;
      return this.copy(tag.end);
    }
    if (tag.name === 'pre') this.isInPre = !tag.isClosing && !tag.isSelfClosing;
    const replacement = replaceTag(tag, linesOf(text, at, tag, this.lines, this.row), context);
    if (replacement === null) return this.copy(tag.end);
    const end = Math.max(tag.end, endOfRemoved(tag, text, this.neverClosed));
    if (isHeadTag(tag) && !tag.isClosing && !context.isPlain) this.reportHead(tag, text.slice(tag.end, end));
    this.replace(end, replacement);
  }

  /** Reports the elements of `<head>` that have no effect. @param content text to its end tag */
  private reportHead({ name, isSelfClosing, end }: JsxTag, content: string): void {
    const { context, lines, row, text, at } = this;
    if (content === '' && !isSelfClosing)
      context.report(lines[row]?.number ?? 1, `<${name}> is empty or never closed: add </${name}> after its elements`, 'warning');
    const first = row + text.slice(at, end).split('\n').length - 1;
    for (const { label, row: offset } of elementsWithoutEffect(content, context.scope.frontMatter))
      context.report(
        lines[first + offset]?.number ?? 1,
        `${label} in <${name}> is left out: pages take only a title, a description, keywords, and a picture from there, all written as text`,
        'warning',
        `elements of <${name}> are left out`,
      );
  }

  /** Reads an expression, if the brace starts one. */
  private readBrace(): void {
    const { text, at, context } = this;
    const next = text[at + 1];
    if (context.isMdx && FUNCTION_CHILD.test(text.slice(at, at + 40)) && context.open.at(-1)?.name === 'BrowserOnly')
      this.readFunctionChild();
    else if (text.startsWith('{{ $frontmatter.', at)) this.readFrontMatterValue();
    else if (context.isMdx && next !== '#' && next !== '{') this.readExpression();
    else this.copyText();
  }

  /** `<BrowserOnly>{() => <p>…</p>}</BrowserOnly>`: keeps what the function returns, and leaves out the function around it. */
  private readFunctionChild(): void {
    const { text, at, context } = this;
    const limit = limitOf(text, at, context.budget);
    const end = endOfBraces(text, at, limit);
    if (end === null) context.budget.characters -= limit - at;
    // oxlint-disable-next-line regexp/no-super-linear-backtracking, regexp/no-super-linear-move -- The text has at most 40 characters.
    const last = /\s*\)?\s*\}$/.exec(text.slice(Math.max(at, (end ?? at) - 40), end ?? at))?.[0] ?? '';
    if (end === null || last === '') return this.copyCharacter();
    this.skipped = { from: end - last.length, to: end };
    this.leaveOut(at + (FUNCTION_CHILD.exec(text.slice(at, at + 40))?.[0].length ?? 1));
  }

  /** Replaces VitePress's expression for a value of the front matter. */
  private readFrontMatterValue(): void {
    const { text, at, context } = this;
    const [expression = '{', key = ''] = /^\{\{ \$(frontmatter\.[\w$]+) \}\}/.exec(text.slice(at, at + 100)) ?? [];
    this.output += (evaluate(key.replace('m', 'M'), context.scope) ?? expression).replaceAll('<', '&lt;');
    this.at += expression.length;
  }

  private readExpression(): void {
    const { text, at, context } = this;
    const limit = limitOf(text, at, context.budget);
    const end = endOfBraces(text, at, limit);
    const code = end === null ? '' : text.slice(at + 1, end - 1);
    const value = end === null ? null : evaluate(code, context.scope);
    if (end !== null && value !== null)
      return this.replace(end, value.replaceAll('<', '&lt;').replaceAll('\n', this.isInPre ? '&#10;' : ' '));
    context.budget.characters -= (end ?? limit) - at;
    this.reportExpression(code);
    this.copyCharacter();
  }

  private reportExpression(code: string): void {
    const rows = code.split('\n');
    const first = this.lines[this.row]?.number ?? 1;
    const last = this.lines[Math.min(this.row + rows.length - 1, this.lines.length - 1)]?.number ?? first;
    this.context.report(
      [first, last],
      `the expression {${rows[0]?.slice(0, 60) ?? ''}} is shown as text, because code in pages is not executed: write its value, or escape the brace as \\{`,
      'warning',
      'expressions are shown as text',
    );
  }
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
const FUNCTION_CHILD = /^\{\s*\(\)\s*=>\s*(?:\(\s*)?(?=<)/;

const INLINE = new Set(['a', 'abbr', 'b', 'code', 'em', 'fragment', 'i', 'kbd', 'mark', 'small', 'span', 'strong', 'sub', 'sup', 'u']);

/** Whether a component is a block even if its content is on the same line as its tags. */
function isBlock(use: ComponentUse | undefined): boolean {
  if (use === undefined) return true;
  const { admonition, render, tag = render === undefined ? 'div' : 'span' } = use.mapping;
  return admonition !== undefined || !INLINE.has(tag);
}

/**
 * Puts each tag on its own line, because CommonMark only then parses it as a block: tags that are alone on a line, and
 * the tags of a block that starts a line and has its content on the same line. For example, `<x-tabitem>Text</x-tabitem>` becomes three lines.
 */
function putTagsOnOwnLines(line: Line, uses: readonly ComponentUse[]): Line[] {
  if (!line.text.includes('x-')) return [line];
  const alone = /^(\s*)((?:<\/?x-[^>]*>\s*)+)$/.exec(line.text);
  // An indentation of four spaces would start a code block.
  const indentOf = (spaces = ''): string => (spaces.length >= 4 ? '' : spaces);
  // oxlint-disable-next-line regexp/no-super-linear-move -- In this part of the line, each `<` starts a tag that ends.
  if (alone !== null) return (alone[2] ?? '').match(/<[^>]*>/g)?.flatMap((tag) => tagLines(line, indentOf(alone[1]), tag)) ?? [];
  const [, spaces, opening = '', number, rest = line.text] =
    /^(\s*)(<x-(?:component data-use="(\d+)"|tabitem[^>]*)>)(.*)$/.exec(line.text) ?? [];
  const opened = (rest.match(/<x-/g) ?? []).length;
  const closed = (rest.match(/<\/x-/g) ?? []).length;
  const lastAt = rest.lastIndexOf('</x-');
  const lastTag = rest.slice(lastAt).trimEnd();
  const endsBlock = closed > opened && lastTag.indexOf('>') === lastTag.length - 1;
  const startsBlock =
    opening !== '' && isBlock(number === undefined ? undefined : uses[Number(number)]) && (closed === opened || endsBlock);
  if (!startsBlock && !(endsBlock && opening === '')) return [line];
  const indent = indentOf(spaces);
  return [
    ...(startsBlock ? tagLines(line, indent, opening) : []),
    { ...line, text: indent + (endsBlock ? rest.slice(0, lastAt).trim() : rest.trimStart()) },
    ...(endsBlock ? tagLines(line, indent, lastTag) : []),
  ];
}
