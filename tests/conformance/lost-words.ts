/** The check that nothing is lost: each word and each picture of an author is on the built page, or in lines that the build reports. */
import type { Root as HastRoot } from 'hast';
import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { htmlToHast } from 'satteri';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';

import type { CompiledPage, DocSource } from '@quire/engine/content/document.ts';

interface Word {
  text: string;
  line: number;
  /** Whether the word is in a paragraph, heading, list, or table, so that it must not be in a code block on the page. */
  isProse?: boolean;
}

const wordsIn = (text: string): string[] =>
  text
    .normalize()
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Attributes without text for readers. */
const TECHNICAL = new Set(
  'align allowFullScreen as action border class className colspan color context controls default defaultValue for frameBorder frameborder groupId height href icon id key language lazy open poster queryString rel rowspan sandbox size src srcDark style target to type valign value variant viewBox width'.split(
    ' ',
  ),
);

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** A file's body without code, and without the syntax that Docusaurus removes before MDX: HTML comments and heading ids. */
const readable = (body: string): string =>
  body
    // Fences whose content is MDX.
    .replace(/^(`{3,})mdx-code-block\n([\s\S]*?)^\1$/gm, (_, __, inside: string) => `\n${inside}`)
    // Fences are matched first, because code may start with these words, as may templates in attributes.
    .replace(/^([ \t]*)(`{3,}|~{3,})[\s\S]*?^\1\2[ \t]*$|^(?:import|export)\s[\s\S]*?(?=\n\n|$(?![\s\S]))/gm, (text, _, fence) =>
      fence === undefined && !text.includes('`}') ? blank(text) : text,
    )
    .replace(/^(?!\s{4}).*\{#[\w-]+\}\s*$/gm, (line) => line.replace(/\{#[\w-]+\}\s*$/, blank))
    .replace(/<!--[\s\S]*?-->/g, blank)
    // Metadata of the page, which is not part of its body.
    .replace(/^<(head|Head)>[\s\S]*?^<\/\1>/gm, (head) => head.replace(/<title>[^<{]*<\/title>|<meta name="description"[^>]*>/g, blank))
    .replace(/^\s*(?:\{\{ inline|<<<) .*$/gm, blank)
    .replace(/\{\{ \$frontmatter\.\w+ \}\}/g, blank)
    // Names of emoji, which are replaced by emoji.
    .replace(/:(?:tada|rocket):/g, blank)
    .replace(/\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/g, blank)
    // Attributes of a directive, of which readers see only the title.
    .replace(/^(\s*:::.*)\{([^{}]*)\}$/gm, (_, start: string, inside: string) => `${start} ${/title="([^"]*)"/.exec(inside)?.[1] ?? ''}`)
    .replace(/^(\s*:::+) ?[a-z-]+/gm, blank);

/** Returns the words of a file's body except for code and syntax. */
function sourceWords(body: string, isMdx: boolean): Word[] {
  const source = readable(body);
  const rows = source.split('\n');
  const words: Word[] = [];
  const add = (text: string | null | undefined, line: number, isProse = false): void => {
    for (const [row, part] of (text ?? '').split('\n').entries())
      for (const word of wordsIn(part)) words.push({ text: word, line: line + row, ...(isProse && { isProse }) });
  };
  const tree = parse(source, isMdx);
  const inComponents = new Set<unknown>();
  visit(tree, (node) => {
    if (node.type.startsWith('mdxJsx')) visit(node, 'text', (text) => void inComponents.add(text));
  });
  visit(tree, (node) => {
    const line = node.position?.start.line ?? 1;
    // The content of a component may be code, and so are indented lines of a file that is Markdown instead of MDX.
    const mayBeCode = inComponents.has(node) || (!isMdx && /^(?: {4}|\t)/.test(rows[line - 1] ?? ''));
    if (node.type === 'text') add(node.value, line, !mayBeCode);
    else if (node.type === 'inlineCode') add(node.value, line);
    else if (node.type === 'math' || node.type === 'inlineMath') add(node.value, line);
    else if (node.type === 'code') {
      // The first word of a fence is its language.
      add(withoutMarks(node.meta ?? ''), line);
      add(
        node.value.replace(/^.*highlight-(?:next-line|start|end).*$|\[!code [^\]]*\]/gm, ''),
        line + (node.lang !== null || /^\s*[`~]/.test(rows[line - 1] ?? '') ? 1 : 0),
      );
    } else if (node.type === 'html') addHtml(node.value, line, add);
    else if (node.type === 'image' || node.type === 'imageReference') add(node.alt, line);
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') add(node.title, line);
    // An identifier is replaced by its value.
    if ('value' in node && node.type.startsWith('mdx') && /^[\w.[\]]+$/.test(node.value)) return;
    if (node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression')
      add(
        node.value
          .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, blank)
          .replace(/^translate\(.*message: '([^']*)'.*\)$/, '$1')
          // A mapped list is rendered as its elements, with data instead of the expressions in braces.
          .replace(/^[\w.]+\.map\([^=]*=>[^]*$/, (list) => list.replace(/^[^=]*=>|\{[^{}]*\}/g, blank))
          .replace(/<[^>]*>/g, blank),
        line,
      );
    if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement')
      for (const attribute of node.attributes) {
        if (attribute.type === 'mdxJsxAttribute' && TECHNICAL.has(attribute.name)) continue;
        const at = attribute.position?.start.line ?? line;
        if (attribute.type === 'mdxJsxExpressionAttribute') continue;
        if (typeof attribute.value === 'string') add(attribute.value, at);
        else if (attribute.value) addCode(attribute.value.value, at, add);
      }
  });
  return words;
}

/** Returns the texts in the code of an attribute: strings, except for those of technical attributes, and the text of elements. */
function addCode(code: string, line: number, add: (text: string, line: number) => void): void {
  for (const { index, 1: name = '', 2: text = '', 3: inside = '' } of code.matchAll(
    /(?:([\w-]+)=)?['"`]([^'"`]*)['"`](?!\s*:)|>([^<>{}]+)</g,
  ))
    // A string that starts like a path is an address.
    if (!TECHNICAL.has(name) && !/^[./]/.test(text)) add(text + inside, line + code.slice(0, index).split('\n').length - 1);
}

/** Words that affect only how the code is shown. */
const withoutMarks = (meta: string): string =>
  meta
    .replace(/\{[\d,\s-]+\}/g, '')
    .replace(/\b(?:title|file[nN]ame|tab)=/g, '')
    .replace(/\b(?:npm2yarn|switcher|live|noInline|copy|(?:showLineN|lineN)umbers(?:=\d+)?)\b/g, '');

function addHtml(html: string, line: number, add: (text: string, line: number) => void): void {
  const shown = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, (text) => text.replace(/[^\n]/g, ' '));
  for (const match of shown.matchAll(/([\w-]+)="([^"]*)"/g))
    if (!TECHNICAL.has(match[1] ?? '') && match[1]?.startsWith('on') !== true)
      add(match[2] ?? '', line + shown.slice(0, match.index).split('\n').length - 1);
  add(
    shown.replace(/<[^>]*>/g, (text) => text.replace(/[^\n]/g, ' ')),
    line,
  );
}

/** Parses a body as MDX, or as Markdown if it is not valid MDX, for example because of placeholders in angle brackets. */
function parse(source: string, isMdx: boolean): Nodes {
  const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkMath);
  try {
    return markdown().use(remarkMdx).parse(source);
  } catch (error) {
    if (isMdx) throw error;
    return markdown().parse(source);
  }
}

/**
 * Returns the texts of a page, including those for screen readers, and the targets of its links.
 * @param withCode whether to count code blocks
 */
function pageWords(page: CompiledPage, withCode = true): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (text: string): void => {
    for (const word of wordsIn(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  };
  visit(htmlToHast(Buffer.from(page.html).toString().replaceAll('<wbr>', ''), { fragment: true }) as HastRoot, (node) => {
    if (!withCode && node.type === 'element' && node.tagName === 'pre') return SKIP;
    if (node.type === 'text') add(node.value);
    if (node.type === 'element')
      for (const name of ['alt', 'title', 'ariaLabel', 'dataLabel', 'href', 'alttext']) {
        const value = node.properties[name];
        if (typeof value === 'string') add(value);
      }
    return undefined;
  });
  return counts;
}

/** Whether a line of the body is in a range that the build reports. */
function reportedIn(doc: DocSource, page: CompiledPage): (line: number) => boolean {
  const ranges = page.problems.map(({ line = 1, endLine = line }) => [line - doc.bodyLine + 1, endLine - doc.bodyLine + 1] as const);
  return (line) => ranges.some(([from, to]) => line >= from && line <= to);
}

/** @returns the lines of pictures in Markdown and HTML that are neither on the page of a file nor in a reported range, as `file:line` */
export function lostPictures(doc: DocSource, page: CompiledPage): string[] {
  const lines: number[] = [];
  visit(parse(readable(doc.body), doc.file.endsWith('.mdx')), (node) => {
    const line = node.position?.start.line ?? 1;
    const inHtml = node.type === 'html' ? [...node.value.matchAll(/<img\b/gi)] : [];
    const isPicture = node.type === 'image' || node.type === 'imageReference' || ('name' in node && node.name === 'img');
    lines.push(
      ...(isPicture ? [line] : []),
      ...inHtml.map(
        ({ index }) =>
          line +
          String('value' in node && node.value)
            .slice(0, index)
            .split('\n').length -
          1,
      ),
    );
  });
  // A drawing in the page, a link to a picture of another host, or the picture itself.
  const shown =
    Buffer.from(page.html)
      .toString()
      .match(/<img\b|<svg[^>]*role="img"|class="[^"]*image-link/g)?.length ?? 0;
  const isReported = reportedIn(doc, page);
  return lines
    .filter((line) => !isReported(line))
    .slice(shown)
    .map((line) => `${doc.file}:${line + doc.bodyLine - 1}`);
}

/** @returns the words of a file that are neither on its page nor in a reported range, and its prose that is only in code blocks, as `file:line: word` */
export function lostWords(doc: DocSource, page: CompiledPage): string[] {
  const isReported = reportedIn(doc, page);
  const words = sourceWords(doc.body, doc.file.endsWith('.mdx')).filter(({ line }) => !isReported(line));
  const missingFrom = (shown: Map<string, number>, wanted: readonly Word[]): Word[] =>
    wanted.filter(({ text }) => {
      const left = shown.get(text) ?? 0;
      shown.set(text, left - 1);
      return left <= 0;
    });
  const lost = missingFrom(pageWords(page), words);
  const inCode = missingFrom(
    pageWords(page, false),
    words.filter(({ isProse }) => isProse),
  );
  return [...new Set([...lost, ...inCode])].map(({ text, line }) => `${doc.file}:${line + doc.bodyLine - 1}: ${text}`);
}
