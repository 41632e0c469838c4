import type { Element, ElementContent, Root } from 'hast';
import { toString } from 'hast-util-to-string';
import { escapeHtml } from '@quire/search';

import { createTranslate } from '#model/interface-words.ts';

import type { Example, TransformContext } from './document.ts';
import { HighlightingError, type LineMark, type LineMarks } from './highlighter.ts';
import { createElement, replaceChild, visitElements } from './html-tree.ts';
import { columnsOf, indentOf } from './source-lines.ts';
import type { Line, Report } from './source-lines.ts';

/** The text after the language in the opening line of a fence. */
interface FenceMeta {
  title: string | null;
  /** 1-based lines to highlight. */
  lines: ReadonlySet<number>;
  /** The same lines as they are written: `40-50`. */
  ranges: readonly string[];
  /** The line number of the first line; null: no line numbers. */
  firstNumber: number | null;
}

/** In characters. The patterns that read the text after the language take quadratic time in the worst case. */
const MAX_META_LENGTH = 2000;

/**
 * Reads the words after the language: `title="recipe.yml" {1,4-6}`, and the forms of other engines, `filename=`, `fileName=`, `file="…"`,
 * `highlight="1,4-6"`, and `lines=[1,4-6]`. Other words have no effect here; plugins may read them.
 * @param length number of lines of the block
 */
function readFenceMeta(meta: string, length: number): FenceMeta {
  const title = /(?:(?:title|file[nN]ame)=|\bfile=(?=["']))(?:"([^"]*)"|'([^']*)'|(\S+))/.exec(meta);
  const lines = new Set<number>();
  // Limit the number of lines, so that a typo such as {1-99999999} does not exhaust the memory, and many blocks with {1-9999} not the time.
  let budget = 10_000;
  const written = /(?:\{|(?:^|\s)(?:highlight|lines)=(?:\{?["']|\[))([\d,\s-]+)[}"'\]]/.exec(meta)?.[1] ?? '';
  const ranges = written.split(',').flatMap((range) => range.trim() || []);
  for (const range of ranges) {
    const [from, to] = limitsOf(range);
    for (let line = from; line <= Math.min(to, length) && budget > 0; line++, budget--) lines.add(line);
  }
  // VitePress's label of a block in a group; other blocks have it as their title.
  const label = /(?:^|\s)\[([^\]]+)\]/.exec(meta)?.[1];
  return { title: title?.[1] ?? title?.[2] ?? title?.[3] ?? label ?? null, lines, ranges, firstNumber: firstNumberOf(meta) };
}

/** Returns the first and the last line of a range as it is written: `4`, `4-6`. */
function limitsOf(range: string): [from: number, to: number] {
  const [from = 0, to = from] = range.split('-').map(Number);
  return [from, to];
}

/** Reports the ranges of a fence that name lines that the code does not have. */
function reportRanges(ranges: readonly string[], code: string, fence: Example, report: Report): void {
  const { length } = code.split('\n');
  const wrong = ranges.filter((range) => {
    const [from, to] = limitsOf(range);
    return !(from >= 1 && from <= to && to <= length);
  });
  if (wrong.length > 0)
    report(
      fence.line,
      `{${wrong.join(',')}} after the language of the code block names lines that the block does not have: it has ${length} ${length === 1 ? 'line' : 'lines'}. Correct the numbers`,
      'warning',
      'highlighted lines that code blocks do not have',
    );
}

/** Returns the first line number for `showLineNumbers`, `lineNumbers`, or `:line-numbers`, each also with `=5`; null: no line numbers. */
function firstNumberOf(meta: string): number | null {
  const numbers = /(?:^|\s)(?:showLineNumbers|lineNumbers|:line-numbers)(?:=(\d{1,6}))?(?=\s|$)/.exec(meta);
  return numbers === null ? null : Number(numbers[1] ?? 1);
}

/** Patterns of the words of a fence that need no warning. A new word needs a pattern here, and a reader in this file or in a plugin. */
const FENCE_WORDS = new RegExp(
  // oxlint-disable-next-line regexp/no-super-linear-move -- The words after a language have at most MAX_META_LENGTH characters.
  [
    String.raw`(?:title|file[nN]ame)=(?:"[^"]*"|'[^']*'|\S+)`,
    String.raw`\bfile=(?:"[^"]*"|'[^']*')`,
    String.raw`(?:^|\s)(?:highlight|lines)=(?:\{?"[\d,\s-]*"\}?|\{?'[\d,\s-]*'\}?|\[[\d,\s-]*\])`,
    String.raw`\{[\d,\s-]+\}`,
    String.raw`(?:^|\s)(?:showLineNumbers|lineNumbers|:line-numbers)(?:=\d+)?(?=\s|$)`,
    String.raw`(?:^|\s)tab(?:=(?:"[^"]*"|'[^']*'|\{[^}]*\}))?(?=\s|$)`,
    String.raw`(?:^|\s)package="[\w-]+"`,
    String.raw`(?:^|\s)(?:npm2yarn|switcher)(?=\s|$)`,
    // The label of a block in a group.
    String.raw`\[[^\]]*\]`,
    // Words that have no effect here: `live` runs the code in other engines, and `copy` adds a button that every block has.
    String.raw`(?:^|\s)(?:live|noInline|copy|mdx-code-block|:no-line-numbers)(?=\s|$)`,
  ].join('|'),
  'g',
);

/** Reports the words of a fence that have no effect. */
function reportFenceWords({ meta, line }: Example, report: Report, known: ReadonlySet<string>): void {
  if (meta === '') return;
  const words = meta.replace(FENCE_WORDS, ' ').match(/(?:"[^"]*"|\S)+/g) ?? [];
  const unknown = words.filter((word) => !known.has(word));
  if (unknown.length > 0)
    report(
      line,
      `"${unknown.join(' ')}" after the language of the code block has no effect`,
      'warning',
      'words of code blocks have no effect',
    );
}

/** A comment on its own line, in the languages that Docusaurus supports. */
const COMMENT_LINE = /^\s*(?:\/\/|#|--|;|%|'|!|\*>|rem(?=\s)|\/\*|\(\*|<!--|\{\/\*)\s*(\S(?:.*?\S)?)\s*(?:(?:\*\/\}|\*\/|\*\)|-->)\s*)?$/i;
/** VitePress's comment at the end of a line, such as `// [!code ++]`, or `// [!code highlight:3]` for three lines. */
const MAGIC_END =
  /(?<![ \t])[ \t]*(?:\/\/|["#%']|--|;|\/\*|<!--|\{\/\*)[ \t]*\[!code (?<word>highlight|hl|focus|warning|error|\+\+|--)(?::(?<count>\d{1,4}))?\][ \t]*(?:(?:\*\/\}?|-->)[ \t]*)?$/;
const MARKS: Readonly<Record<string, LineMark>> = { '++': 'added', '--': 'removed' };

/** A comment that highlights the next line, or two comments that highlight the lines between them. */
export interface MagicComment {
  line?: string | undefined;
  block?: { start: string; end: string } | undefined;
}

const HIGHLIGHT: MagicComment = { line: 'highlight-next-line', block: { start: 'highlight-start', end: 'highlight-end' } };

/**
 * Removes the comments that mark lines in Docusaurus and VitePress (`// highlight-next-line`, `// [!code highlight]`, `// [!code ++]`).
 * @param lines 1-based lines that the fence highlights, counted without these comments
 * @param own comments from the configuration
 * @returns the code without the comments, and all marked lines
 */
export function readMagicComments(
  code: string,
  lines: ReadonlySet<number>,
  own: readonly MagicComment[] = [],
): { code: string; marks: LineMarks } {
  const kinds = [HIGHLIGHT, ...own];
  const words = kinds.flatMap(({ line, block }) => [line, block?.start, block?.end]).filter((word) => word !== undefined);
  const isMarked = (text: string): boolean => words.some((word) => text.includes(word));
  const marks = new Map<number, LineMark>(Array.from(lines, (line) => [line, 'highlighted']));
  if (!code.includes('[!code ') && !isMarked(code)) return { code, marks };
  const kept: string[] = [];
  const open = new Set<string>();
  let isNext = false;
  const all = code.split('\n');
  for (const line of all) {
    const comment = line.length < 200 && isMarked(line) ? COMMENT_LINE.exec(line)?.[1] : undefined;
    if (comment !== undefined && words.includes(comment)) {
      if (kinds.some((one) => one.line === comment)) isNext = true;
      for (const { block } of kinds) {
        if (block?.start === comment) open.add(block.end);
        if (block?.end === comment) open.delete(block.end);
      }
      continue;
    }
    const end = line.includes('[!code ') && line.length < 2000 ? MAGIC_END.exec(line) : null;
    const text = end === null ? line : line.slice(0, end.index);
    const mark = MARKS[end?.groups?.['word'] ?? ''];
    const last = Math.min(all.length, kept.length + (end === null ? 0 : Number(end.groups?.['count'] ?? 1)));
    if (open.size > 0 || isNext) marks.set(kept.length + 1, 'highlighted');
    for (let number = kept.length + 1; number <= last; number++)
      if (mark !== undefined || !marks.has(number)) marks.set(number, mark ?? 'highlighted');
    // A comment without code before it marks the lines after it.
    if (end !== null && text.trim() === '') continue;
    kept.push(text);
    isNext = false;
  }
  return { code: kept.join('\n'), marks };
}

/** Names of languages, which label tabs. */
const LANGUAGE_LABELS: Readonly<Record<string, string>> = {
  js: 'JavaScript',
  javascript: 'JavaScript',
  jsx: 'JavaScript',
  ts: 'TypeScript',
  typescript: 'TypeScript',
  tsx: 'TypeScript',
  py: 'Python',
  python: 'Python',
};

const languageLabel = ({ language, languageLabel: written = language }: Example): string => LANGUAGE_LABELS[language] ?? written;

/** Returns the label of a code block whose fence makes it a tab: `js tab`, `js tab="Name"`, `js switcher`, `sh package="npm"`; null for others. */
function tabLabel(fence: Example): string | null {
  const { meta } = fence;
  const other = /(?:^|\s)(?:(switcher)|package="([\w-]+)")(?=\s|$)/.exec(meta);
  if (other !== null) return other[1] === undefined ? (other[2] ?? null) : languageLabel(fence);
  const tab = /(?:^|\s)tab(?:=(?:"([^"]*)"|'([^']*)'|\{\s*"label"\s*:\s*"([^"]*)"\s*\}))?(?=\s|$)/.exec(meta);
  if (tab === null) return null;
  return tab[1] ?? tab[2] ?? tab[3] ?? languageLabel(fence);
}

/** Returns the label of a code block in `:::code-group`: its `[label]`, or the name of its language. */
// oxlint-disable-next-line regexp/no-super-linear-move -- The words after a language have at most MAX_META_LENGTH characters.
const groupLabel = (fence: Example): string => /\[([^\]]*)\]/.exec(fence.meta)?.[1] ?? languageLabel(fence);

/** Returns the fence of a `pre`, by the number that `numberFences` put into its class name; undefined for other elements. */
export function fenceOf(node: Element, fences: readonly Example[]): Example | undefined {
  const inner = node.tagName === 'pre' ? node.children.find((child): child is Element => child.type === 'element') : undefined;
  const number = /^language-(\d+)$/.exec(String((inner?.properties['className'] as string[] | undefined)?.[0] ?? ''))?.[1];
  return number === undefined ? undefined : fences[Number(number)];
}

/** Turns consecutive code blocks with tab labels, `:::code-group`, and `npm2yarn` blocks into tabs. */
export function codeGroups(tree: Root, { fences }: TransformContext): void {
  const isWanted = fences.some(({ meta }) => /(?:^|\s)(?:tab(?:[=\s]|$)|npm2yarn|switcher|package=)|\[/.test(meta));
  if (!isWanted) return unwrapGroups(tree);
  /** Tabs that are finished, in which no further blocks are grouped. */
  const made = new Set<Element>();
  // Visit a wrapper of the page, so that blocks at the top level have a parent element, too.
  const page = createElement('div', {}, tree.children as ElementContent[]);
  visitElements({ type: 'root', children: [page] }, (parent) => {
    if (parent.tagName === 'pre' || made.has(parent)) return 'skip';
    const isGroup = parent.tagName === 'x-codegroup';
    const result: ElementContent[] = [];
    let tabs: Element | null = null;
    for (const child of parent.children) {
      const fence = child.type === 'element' ? fenceOf(child, fences) : undefined;
      const label = fence === undefined ? null : isGroup ? groupLabel(fence) : tabLabel(fence);
      if (fence !== undefined && child.type === 'element' && /(?:^|\s)npm2yarn(?:\s|$)/.test(fence.meta)) {
        tabs = null;
        const managers = packageManagers(child);
        made.add(managers);
        result.push(managers);
      } else if (label !== null) {
        if (tabs === null) result.push((tabs = createElement('x-tabs', {})));
        const item = createElement('x-tabitem', { dataValue: label.toLowerCase(), dataLabel: label }, [child]);
        // The label of the tab is not repeated above the code.
        if (isGroup) child.data = { ...child.data, isLabeled: true } as Element['data'];
        made.add(item);
        tabs.children.push(item);
      } else {
        // White space between two blocks does not end a group.
        if (child.type === 'text' && child.value.trim() === '' && tabs !== null) continue;
        tabs = null;
        result.push(child);
      }
    }
    parent.children = result;
    return undefined;
  });
  tree.children = page.children;
  unwrapGroups(tree);
}

/** Replaces each code group element with its content, which is tabs by now. */
function unwrapGroups(tree: Root): void {
  visitElements(tree, (node, index, parent) => {
    if (node.tagName !== 'x-codegroup') return undefined;
    replaceChild(parent, index, node.children);
    return 'removed';
  });
}

const PACKAGE_MANAGERS: readonly { label: string; convert: (command: string) => string }[] = [
  { label: 'npm', convert: (command) => command },
  {
    label: 'Yarn',
    convert: (command) => convertCommand(command, 'yarn', { install: 'install', add: 'add', dev: '--dev', run: 'yarn', exec: 'yarn' }),
  },
  {
    label: 'pnpm',
    convert: (command) =>
      convertCommand(command, 'pnpm', { install: 'install', add: 'add', dev: '--save-dev', run: 'pnpm run', exec: 'pnpm dlx' }),
  },
];

function convertCommand(
  command: string,
  name: string,
  words: { install: string; add: string; dev: string; run: string; exec: string },
): string {
  return command
    .replace(/^([ \t]*)npm (?:install|i|ci)(?=\s*$)/gm, `$1${name} ${words.install}`)
    .replace(
      /^([ \t]*)npm (?:install|i|add)(?= )(.*)$/gm,
      (_, space: string, rest: string) =>
        `${space}${name} ${words.add}${rest.replace(/ (?:--save-dev|-D)(?=\s|$)/, ` ${words.dev}`).replace(/ (?:--save|-S)(?=\s|$)/, '')}`,
    )
    .replace(/^([ \t]*)npm (?:uninstall|remove|rm)(?= )/gm, `$1${name} remove`)
    .replace(/^([ \t]*)npm run(?: |-script )/gm, `$1${words.run} `)
    .replace(/^([ \t]*)npm (start|test)\b/gm, `$1${name} $2`)
    .replace(/^([ \t]*)npx /gm, `$1${words.exec} `)
    .replace(/^([ \t]*)npm init /gm, `$1${name} create `);
}

/** Turns a block of npm commands into tabs with the commands of other package managers. */
function packageManagers(pre: Element): Element {
  const inner = pre.children.find((child): child is Element => child.type === 'element');
  const items = PACKAGE_MANAGERS.map(({ label, convert }) => {
    const code = createElement('code', { ...inner?.properties }, [{ type: 'text', value: convert(toString(inner ?? pre)) }]);
    return createElement('x-tabitem', { dataValue: label.toLowerCase(), dataLabel: label }, [createElement('pre', {}, [code])]);
  });
  return createElement('x-tabs', { dataGroupid: 'package-manager' }, items);
}

/** Highlights the code blocks and gives them their title and buttons. */
export async function codeBlocks(tree: Root, context: TransformContext): Promise<void> {
  const blocks: Element[] = [];
  visitElements(tree, (node) => {
    if (node.tagName !== 'pre') return undefined;
    blocks.push(node);
    return 'skip';
  });
  await Promise.all(blocks.map((pre) => renderBlock(pre, context)));
  context.codeBlocks = blocks.length;
}

async function renderBlock(pre: Element, context: TransformContext): Promise<void> {
  const inner = pre.children.find((child) => child.type === 'element' && child.tagName === 'code') as Element | undefined;
  const fence = fenceOf(pre, context.fences);
  const language = fence?.language ?? '';
  const isLabeled = pre.data !== undefined && 'isLabeled' in pre.data;
  const written = withFenceMarks(toString(inner ?? pre).replace(/\n$/, ''), fence, context.fences);
  const { title, lines, ranges, firstNumber } = readFenceMeta(
    // oxlint-disable-next-line regexp/no-super-linear-move -- The words after a language have at most MAX_META_LENGTH characters.
    isLabeled ? (fence?.meta ?? '').replace(/\[[^\]]*\]/, '') : (fence?.meta ?? ''),
    written.split('\n').length,
  );
  const { code, marks } = readMagicComments(written, lines, context.services.magicComments);
  if (fence !== undefined) reportRanges(ranges, code, fence, context.report);
  const html = await context.services.highlight(code, language, marks).catch((error: unknown) => {
    if (!(error instanceof HighlightingError)) throw error;
    context.report(fence?.line ?? 1, error.message);
    return escapeHtml(code);
  });
  const caption: ElementContent[] = title === null ? [] : [createElement('figcaption', {}, [{ type: 'text', value: title }])];
  const translate = createTranslate(context.services);
  const tools = createElement('div', { className: ['code-tools'] }, [
    createElement('button', { type: 'button', className: ['code-wrap'], ariaPressed: 'false', ariaLabel: translate('Wrap long lines') }),
    createElement('button', { type: 'button', className: ['code-copy'], ariaLabel: translate('Copy code') }),
  ]);
  pre.tagName = 'figure';
  // On touch screens, the copy button of a single line is beside the line instead of above it.
  const isShort = title === null && !code.includes('\n');
  pre.properties = { className: ['code'], ...(language !== '' && { dataLanguage: language }), ...(isShort && { dataShort: '' }) };
  const body = createElement('pre', { tabIndex: 0 }, [
    createElement('code', lineNumberAttributes(code, firstNumber), [
      { type: 'raw', value: isShort ? breakAtSlashes(html) : html } as ElementContent,
    ]),
  ]);
  pre.children = [...caption, tools, body];
  // `readSections` needs the plain code, which the raw HTML does not contain as text nodes.
  body.data = { code } as unknown as Element['data'];
}

/** Permits breaks after the slashes of paths and addresses, because a single line wraps on touch screens, and browsers would break words. */
const breakAtSlashes = (html: string): string =>
  // oxlint-disable-next-line regexp/no-super-linear-move -- In highlighted code, each `<` starts a tag that ends.
  html.replace(/<[^>]*>|(?<=[\w.$}])\/(?=[\w$])/g, (part) => (part === '/' ? '/<wbr>' : part));

/** Restores the words after the marks of fences that are indented so far that Markdown shows them as code. */
const withFenceMarks = (code: string, fence: Example | undefined, fences: readonly Example[]): string =>
  fence !== undefined
    ? code
    : code.replace(/^([ \t]*(?:`{3,}|~{3,}))(\d+)$/gm, (whole, mark: string, number: string) => {
        const shown = fences[Number(number)];
        return shown === undefined ? whole : `${mark}${shown.language}${shown.meta === '' ? '' : ` ${shown.meta}`}`;
      });

/** Returns the line numbers as an attribute, so that neither the search nor copied code contains them. */
function lineNumberAttributes(code: string, first: number | null): Element['properties'] {
  if (first === null) return {};
  return { dataLines: Array.from(code.split('\n'), (_, row) => first + row).join('\n') };
}

/**
 * Replaces the language of each code block with the number of its fence. The parser keeps only this word of the opening line, as a class
 * name, by which `fenceOf` finds the fence.
 * @returns the changed lines, and the fences in order
 */
export function numberFences(
  lines: Line[],
  report: Report = () => undefined,
  knownWords: ReadonlySet<string> = new Set(),
): { lines: Line[]; fences: Example[] } {
  const fences: Example[] = [];
  let open: { fence: Example; code: string[]; indent: string } | null = null;
  const numbered = lines.map((line) => {
    if (line.kind === 'code') open?.code.push(removeIndent(line.text, open.indent.length));
    if (line.kind !== 'fence') return line;
    if (open !== null) {
      const { fence, code, indent } = open;
      fence.code = code.join('\n');
      open = null;
      // In MDX the indentation of a closing fence is not limited; in CommonMark it is at most three spaces.
      return indentOf(line.text) <= columnsOf(indent) ? line : { ...line, text: indent + line.text.trimStart() };
    }
    const { before = '', info = '' } = /^(?<before>(?:[ \t]|>)*(?:`{3,}|~{3,}))\s*(?<info>[^]*)/.exec(line.text)?.groups ?? {};
    const { language = '', meta = '' } =
      /^(?<language>[^\s{]*)\s*(?<meta>[^]*)/.exec(info.trim().replace(/^([^\s:]*)(:(?:no-)?line-numbers\S*)/, '$1 $2'))?.groups ?? {};
    if (meta.length > MAX_META_LENGTH)
      report(line.number, `The text after the language of the code block is longer than ${MAX_META_LENGTH} characters.`);
    const fence = {
      language: language.toLowerCase(),
      languageLabel: language,
      meta: meta.slice(0, MAX_META_LENGTH),
      line: line.number,
      code: '',
    };
    fences.push(fence);
    reportFenceWords(fence, report, knownWords);
    open = { fence, code: [], indent: before.replace(/(?<![`~])[`~]+$/, '') };
    return { ...line, text: `${before}${fences.length - 1}` };
  });
  return { lines: numbered, fences };
}

/** Removes the indentation of a list item or a block quote: code starts in the column of its fence (CommonMark 4.5). */
function removeIndent(text: string, indent: number): string {
  const before = /^(?:[ \t]|>)*/.exec(text.slice(0, indent))?.[0].length ?? 0;
  return text.slice(before);
}
