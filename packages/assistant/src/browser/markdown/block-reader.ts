/** Markdown that grows at its end, read block by block: what is finished is parsed once, only the last block again. */
import type { RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

const SYNTAX = { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] };

/** The blocks of a text. Those that are finished are the same objects each time, as long as the text only grows. */
export type BlockReader = (text: string) => readonly RootContent[];

const parseBlocks: BlockReader = (text) => fromMarkdown(text, SYNTAX).children;

/**
 * More text can change the last block alone, with one exception that answers have no use for: definitions of links count
 * for their own block only.
 */
export function createBlockReader(parse: BlockReader = parseBlocks): BlockReader {
  let finished: RootContent[] = [];
  /** Text of the finished blocks, to the start of the line where the last one begins. */
  let read = '';

  return (text) => {
    if (!text.startsWith(read)) {
      finished = [];
      read = '';
    }
    const tail = text.slice(read.length);
    const blocks = parse(tail);
    const last = blocks.at(-1);
    const start = last?.position?.start.offset ?? 0;
    const shown = [...finished, ...blocks];
    // What begins in a line that is not complete may turn out to belong to the block before it.
    const lineStart = tail.lastIndexOf('\n', start - 1) + 1;
    const isApart = tail.slice(0, lineStart).endsWith('\n\n') && blocks.at(-2)?.type !== 'list';
    if (isApart || tail.includes('\n', start)) {
      read += tail.slice(0, lineStart);
      finished.push(...blocks.slice(0, -1));
    }
    return shown;
  };
}

/** What a block says, without its markup and without citations. */
export function plainText(node: RootContent): string {
  if ('value' in node) return node.value;
  if (node.type === 'break') return ' ';
  if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? '';
  if (!('children' in node) || isCitationLink(node)) return '';
  const parts = node.children.map(plainText);
  const isContainer = ['list', 'listItem', 'blockquote', 'table', 'tableRow'].includes(node.type);
  return parts.join(isContainer ? '\n' : '');
}

/** `[1](…)`: a link whose text is a number. */
export function isCitationLink(node: RootContent): boolean {
  const [only, ...others] = node.type === 'link' ? node.children : [];
  return only?.type === 'text' && others.length === 0 && /^\d{1,3}$/.test(only.value);
}
