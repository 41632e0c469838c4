/** Converts TeX formulas, `$…$` and `$$…$$`, to MathML, which browsers render without extra fonts or scripts. */
import type { Element, Root } from 'hast';
import { toString } from 'hast-util-to-string';
import { htmlToHast } from 'satteri';
import { messageOf } from '@quire/search/error-message';

import type { TransformContext } from './document.ts';
import { createElement, visitElements } from './html-tree.ts';
import { removeInvisible } from './invisible-text.ts';
import { isNestedTooDeeply } from './parser-limits.ts';
import { outsideCode } from './source-lines.ts';
import type { Line, Report } from './source-lines.ts';

/** The language of a fence that contains a formula. */
const LANGUAGE = 'math';
/** Starts inline code that contains a formula, followed by its line number and a colon. It is a private-use character, which authors do not write. */
const MARK = '\u{E000}';
/** Separates a formula from inline code beside it, because both are written in backticks. It is removed afterwards. */
const SEPARATOR = '\u{E001}';
/** An inline formula. As in Pandoc, there is no space inside the dollar signs and no digit after them, so that `$5 and $10` are prices. */
const INLINE = /(?<![\\$])(\${1,2})(?![\s$])([^$]*?[^\s$\\])\1(?![\d$])/g;

/** Rewrites formulas as code, which other steps leave unchanged: a block formula becomes a fence, an inline formula becomes inline code. */
export function mathAsCode(source: readonly Line[]): Line[] {
  const lines = [...source];
  const result: Line[] = [];
  let open: Line | null = null;
  for (const [index, line] of lines.entries()) {
    const text = line.text.trim();
    if (line.kind !== 'text') result.push(line);
    else if (open !== null) {
      const isEnd = text.endsWith('$$');
      if (isEnd && text !== '$$') result.push({ ...line, text: line.text.replace(/\$\$\s*$/, ''), kind: 'code' });
      result.push(isEnd ? { ...line, text: '```', kind: 'fence' } : { ...line, kind: 'code' });
      if (isEnd) open = null;
    } else if (/^\$\$[^$]+\$\$$/.test(text)) {
      result.push({ ...line, text: `\`\`\`${LANGUAGE}`, kind: 'fence' });
      result.push({ ...line, text: text.slice(2, -2), kind: 'code' }, { ...line, text: '```', kind: 'fence' });
    } else if (/^\$\$[^$]*$/.test(text) && isClosed(lines, index + 1)) {
      open = line;
      result.push({ ...line, text: `\`\`\`${LANGUAGE}`, kind: 'fence' });
      if (text !== '$$') result.push({ ...line, text: text.slice(2), kind: 'code' });
    } else {
      const shown = outsideCode(line.text, (part, isFirst, isLast) =>
        part.replace(INLINE, (whole, _mark, tex: string, at: number) => {
          const before = at === 0 && !isFirst ? SEPARATOR : '';
          const after = at + whole.length === part.length && !isLast ? SEPARATOR : '';
          return before + inline(tex, line) + after;
        }),
      );
      const next = lines[index + 1];
      const start = FORMULA_START.exec(shown);
      const end = start === null || next?.kind !== 'text' ? null : FORMULA_END.exec(next.text.trimStart());
      if (start !== null && end !== null && next !== undefined) {
        lines[index + 1] = { ...next, text: next.text.trimStart().slice(end[0].length) };
        result.push({ ...line, text: shown.slice(0, start.index) + inline(`${start[1]} ${end[1]}`, line) });
      } else result.push({ ...line, text: shown });
    }
  }
  return result;
}

/** An inline formula that ends on the next line. */
const FORMULA_START = /(?<![\\$\w])\$(?![\s$\d])([^$`]*)$/;
const FORMULA_END = /^([^$`]*)(?<![\s\\])\$(?![\d$])/;

/** Restores inline formulas for the Markdown twin. Block formulas stay fences, which are common in Markdown. */
export function mathAsText(lines: Line[]): Line[] {
  return lines.map((line) => {
    if (line.kind !== 'text' || !line.text.includes(MARK)) return line;
    // Before the marks of a formula, there is at most one backtick that is never closed.
    const text = line.text.replace(new RegExp(`(?<!\`\`)(\`{1,3})${MARK}\\d+:(.*?)\\1`, 'g'), (_, _mark, tex: string) => `$${tex}$`);
    return { ...line, text: text.replaceAll(SEPARATOR, '') };
  });
}

/** A longer formula is text. */
const MAX_FORMULA_LINES = 200;

/** Whether a block formula ends within the maximum number of lines. */
const isClosed = (lines: readonly Line[], from: number): boolean =>
  lines.slice(from, from + MAX_FORMULA_LINES).some(({ kind, text }) => kind === 'text' && text.trim().endsWith('$$'));

/** Returns an inline formula as inline code. */
function inline(tex: string, { number }: Line): string {
  const marks = tex.includes('`') ? '``' : '`';
  return `${marks}${MARK}${number}:${tex}${marks}`;
}

/** Reports formulas on a site that does not enable math. */
export function reportMath(lines: readonly Line[], report: Report): void {
  const marks = lines.filter(({ kind, text }) => kind === 'text' && text.trim() === '$$');
  for (const [index, { number }] of marks.entries())
    if (index % 2 === 0)
      report(
        number,
        'the formula is shown as its source: set `math: true` in the configuration',
        'warning',
        'formulas are shown as their source',
      );
}

/** Defines a macro, which a formula can repeat: two hundred characters could become millions. */
const DEFINITION = /\\(?:[gex]?def|(?:re)?newcommand|providecommand)(?![a-z])/i;
/**
 * Maximum number of characters to which macros can expand a formula, of which each character of the formula adds 100. An expansion is at most as long as the formula, or, with a parameter, as long
 * once for each place of a parameter.
 */
const MAX_EXPANDED_CHARACTERS = 200_000;
const MIN_EXPANDED_CHARACTERS = 20_000;
/** Maximum number of characters of a formula. Real formulas have a few hundred. */
const MAX_SOURCE_CHARACTERS = 20_000;
/** Maximum depth of the elements of a formula. Browsers measure the content of some elements several times at each level, so a deep formula freezes the reader's tab. */
const MAX_FORMULA_DEPTH = 50;
/** Maximum number of characters of MathML on a page, after which further formulas are reported and shown as their source. */
const MAX_FORMULA_CHARACTERS = 1 << 22;
/**
 * Maximum number of characters of MathML on a page in relation to its formulas: a start, and more for each formula and each of its characters. A
 * formula without macros adds at most 90 for each character, and 200 in addition.
 */
const ALLOWED_CHARACTERS = { start: 20_000, perFormula: 300, perCharacter: 100 };

function maxExpansions(tex: string): number {
  const places = Math.max(1, tex.match(/#[1-9]/g)?.length ?? 0);
  const characters = Math.min(MAX_EXPANDED_CHARACTERS, MIN_EXPANDED_CHARACTERS + tex.length * ALLOWED_CHARACTERS.perCharacter);
  return Math.min(1000, Math.floor(characters / (tex.length * places)));
}

/** Macros with which KaTeX writes to the log of the build, where a continuous integration service may take a line for a command. Here, they only read their argument. */
const LOGGING_MACROS = Object.fromEntries(['\\message', '\\errmessage', '\\show'].map((name) => [name, '\\@firstoftwo{}{#1}']));

/** A formula is valid, but too large. */
class FormulaLimitError extends Error {}

/** Replaces the code of formulas with MathML. KaTeX is loaded for the first page with a formula. */
export async function math(tree: Root, context: TransformContext): Promise<void> {
  const found: { node: Element; tex: string; line: number; isBlock: boolean }[] = [];
  visitElements(tree, (node) => {
    for (const child of node.children) if (child.type === 'text') child.value = child.value.replaceAll(SEPARATOR, '');
    const fence = context.fences[Number(/^language-(\d+)$/.exec(String((codeOf(node)?.properties['className'] as string[])?.[0]))?.[1])];
    if (fence?.language === LANGUAGE && context.services.math) found.push({ node, tex: fence.code, line: fence.line, isBlock: true });
    if (node.tagName === 'pre') return 'skip';
    const { line, tex } = (node.tagName === 'code' ? FORMULA.exec(toString(node)) : null)?.groups ?? {};
    if (tex !== undefined) found.push({ node, tex, line: Number(line), isBlock: false });
    return undefined;
  });
  if (found.length === 0) return;
  const { default: katex } = await import('katex');
  let written = 0;
  let allowed = ALLOWED_CHARACTERS.start;
  for (const { node, tex, line, isBlock } of found) {
    try {
      if (tex.length > MAX_SOURCE_CHARACTERS)
        throw new FormulaLimitError(`it is longer than ${MAX_SOURCE_CHARACTERS} characters, so divide it`);
      allowed += ALLOWED_CHARACTERS.perFormula + tex.length * ALLOWED_CHARACTERS.perCharacter;
      const html = katex.renderToString(tex, {
        output: 'mathml',
        displayMode: isBlock,
        throwOnError: true,
        strict: 'ignore',
        trust: false,
        macros: { ...LOGGING_MACROS },
        ...(DEFINITION.test(tex) && { maxExpand: maxExpansions(tex) }),
      });
      if (written + html.length > MAX_FORMULA_CHARACTERS)
        throw new FormulaLimitError('the formulas of the page add more than 4 million characters to it, so divide the page');
      if (written + html.length > allowed)
        throw new FormulaLimitError(
          `the formulas of the page up to here would become ${written + html.length} characters, which is more than ${ALLOWED_CHARACTERS.perCharacter} for each of theirs, so use macros that repeat less`,
        );
      const root = htmlToHast(html, { fragment: true }) as Root;
      if (isNestedTooDeeply(root, MAX_FORMULA_DEPTH))
        throw new FormulaLimitError(`its parts are nested more than ${MAX_FORMULA_DEPTH} levels deep, so divide it`);
      written += html.length;
      removeInvisible(root, (character) =>
        context.report(
          line,
          `an invisible character (${character}) that the formula "${tex.trim().slice(0, 60)}" names is left out: delete it`,
          'warning',
          'invisible characters are left out',
        ),
      );
      Object.assign(node, formula(root, tex, isBlock));
    } catch (error) {
      const problem = error instanceof FormulaLimitError ? 'is shown as its source' : 'is not valid TeX';
      const reason = messageOf(error);
      const remedy = reason.includes('Too many expansions') ? ' (use macros that repeat less)' : '';
      context.report(line, `the formula "${tex.trim().slice(0, 60)}" ${problem}: ${reason}${remedy}`);
      if (!isBlock) node.children = [{ type: 'text', value: tex }];
    }
  }
}

/** An inline formula with at most this many characters fits on any screen. */
const MAX_FIXED_CHARACTERS = 20;

const FORMULA = new RegExp(`^${MARK}(?<line>\\d+):(?<tex>[\\s\\S]*)$`);

const codeOf = (node: Element): Element | undefined =>
  node.tagName === 'pre'
    ? node.children.find((child): child is Element => child.type === 'element' && child.tagName === 'code')
    : undefined;

/** Returns KaTeX's `<math>` element without the annotation that repeats the source; the source becomes the alternative text. */
function formula(root: Root, tex: string, isBlock: boolean): Pick<Element, 'tagName' | 'properties' | 'children'> {
  let made: Element = createElement('math');
  visitElements(root, (node) => {
    if (node.tagName === 'math') made = node;
    node.children = node.children.filter((child) => child.type !== 'element' || child.tagName !== 'annotation');
  });
  // A formula that can be wider than a phone scrolls, so that a reader needs to focus it.
  const scrolls = isBlock || toString(made).length > MAX_FIXED_CHARACTERS;
  const properties = { alttext: tex.trim(), ...(isBlock && { display: 'block' }), ...(scrolls && { tabIndex: 0 }) };
  return { tagName: 'math', properties, children: made.children };
}
