import type { Element, ElementContent, Root } from 'hast';
import { toString } from 'hast-util-to-string';

import type { Example, TransformContext } from './document.ts';
import { visitElements } from './html-tree.ts';
import type { Line } from './source-lines.ts';

/** What stands after the language in a fence's opening line. */
export interface FenceMeta {
  title: string | null;
  /** 1-based lines to highlight. */
  lines: ReadonlySet<number>;
}

/** Reads `title="recipe.yml" {1,4-6}`. Other words are for the checks of examples and mean nothing here. */
export function readFenceMeta(meta: string): FenceMeta {
  const title = /title=(?:"([^"]*)"|'([^']*)'|(\S+))/.exec(meta);
  const lines = new Set<number>();
  for (const part of /\{([\d,\s-]+)\}/.exec(meta)?.[1]?.split(',') ?? []) {
    const [from = 0, to = from] = part.split('-').map(Number);
    // A slip of the keyboard ({1-99999999}) must not cost the build its memory.
    for (let line = from; line <= Math.min(to, from + 10_000); line++) lines.add(line);
  }
  return { title: title?.[1] ?? title?.[2] ?? title?.[3] ?? null, lines };
}

/** Highlights the code blocks and gives them their title and buttons. */
export async function codeBlocks(tree: Root, context: TransformContext): Promise<void> {
  const blocks: Element[] = [];
  visitElements(tree, (node) => {
    if (node.tagName !== 'pre') return undefined;
    blocks.push(node);
    return 'skip';
  });
  for (const pre of blocks) await renderBlock(pre, context);
  context.codeBlocks = blocks.length;
}

async function renderBlock(pre: Element, context: TransformContext): Promise<void> {
  const inner = pre.children.find((child) => child.type === 'element' && child.tagName === 'code') as Element | undefined;
  const number = /^language-(\d+)$/.exec(String((inner?.properties['className'] as string[] | undefined)?.[0] ?? ''))?.[1];
  const fence = number === undefined ? undefined : context.fences[Number(number)];
  const language = fence?.language ?? '';
  const { title, lines } = readFenceMeta(fence?.meta ?? '');
  const code = toString(inner ?? pre).replace(/\n$/, '');
  const html = await context.services.highlight(code, language, lines);
  const caption: ElementContent[] = title === null ? [] : [element('figcaption', {}, [{ type: 'text', value: title }])];
  const tools = element('div', { className: ['code-tools'] }, [
    element('button', { type: 'button', className: ['code-wrap'], ariaPressed: 'false', ariaLabel: 'Wrap long lines' }),
    element('button', { type: 'button', className: ['code-copy'], ariaLabel: 'Copy code' }),
  ]);
  pre.tagName = 'figure';
  pre.properties = { className: ['code'], ...(language === '' ? {} : { dataLanguage: language }) };
  const body = element('pre', { tabIndex: 0 }, [element('code', {}, [{ type: 'raw', value: html } as ElementContent])]);
  pre.children = [...caption, tools, body];
  // The sections need the plain code, which the highlighted HTML hides.
  body.data = { code } as Element['data'];
}

function element(tagName: string, properties: Element['properties'], children: ElementContent[] = []): Element {
  return { type: 'element', tagName, properties, children };
}

/**
 * Puts the number of each code block where its language stands, so that what the opening line says
 * is found again after parsing, when only a class name is left of it.
 */
export function numberFences(lines: Line[]): { lines: Line[]; fences: Example[] } {
  const fences: Example[] = [];
  let open: { fence: Example; code: string[]; indent: number } | null = null;
  const numbered = lines.map((line) => {
    if (line.kind === 'code') open?.code.push(withoutIndent(line.text, open.indent));
    if (line.kind !== 'fence') return line;
    if (open !== null) {
      open.fence.code = open.code.join('\n');
      open = null;
      return line;
    }
    const { before = '', info = '' } = /^(?<before>(?:[ \t]|>)*(?:`{3,}|~{3,}))\s*(?<info>.*)$/.exec(line.text)?.groups ?? {};
    const { language = '', meta = '' } = /^(?<language>[^\s{]*)\s*(?<meta>.*)$/.exec(info.trim())?.groups ?? {};
    const fence = { language: language.toLowerCase(), meta, line: line.number, code: '' };
    fences.push(fence);
    open = { fence, code: [], indent: before.search(/[`~]/) };
    return { ...line, text: `${before}${fences.length - 1}` };
  });
  return { lines: numbered, fences };
}

/** Code in a list or a quotation starts where its fence starts: what stands before that is not code (CommonMark 4.5). */
function withoutIndent(text: string, indent: number): string {
  const before = /^(?:[ \t]|>)*/.exec(text.slice(0, indent))?.[0].length ?? 0;
  return text.slice(before);
}
