/** A section → its paragraphs, lists, tables and blocks of code, each of which can be quoted whole or in parts. */
import { plainText } from '@quire/search';

import { RESPONSE_MARKER } from '../contract.ts';
import { codeBlock, quoteLine, quoteTable } from '../quote-markdown.ts';
import { listMarkdown, passageOf, readEntries } from './list-units.ts';
import type { Line } from './read-lines.ts';
import { passageOfLine } from './section-reading.ts';
import { splitSentences } from './sentences.ts';

/** A sentence of a paragraph, an entry of a list, a row of a table, or a whole block of code. */
export interface BlockPart {
  passage: string;
  /** What it takes of an answer's length. */
  words: number;
}

export interface SectionBlock {
  kind: 'paragraph' | 'list' | 'table' | 'code';
  parts: readonly BlockPart[];
  /** Whether it announces what follows: `Run:`. */
  leadsOn: boolean;
  /** Whether its parts make sense in their order alone, as steps do. */
  isNumbered: boolean;
  /** @param places of the parts, in rising order */
  markdown(places: readonly number[]): string;
}

/** Words that a line of code counts for. */
const WORDS_OF_CODE_LINE = 3;

const wordsIn = (text: string): number => text.split(/\s+/).length;
const isSafe = (text: string): boolean => !text.includes(RESPONSE_MARKER);

export function readBlocks(lines: readonly Line[]): SectionBlock[] {
  const blocks: SectionBlock[] = [];
  for (let at = 0; at < lines.length;) {
    const { block, end } = readBlock(lines, at);
    blocks.push(block);
    at = end;
  }
  return blocks;
}

/** Depth of the outermost list around a line, -1 outside of lists. */
export function listDepth({ within }: Line): number {
  return within.findIndex((holder) => holder !== 'admonition');
}

const block = (
  kind: SectionBlock['kind'],
  passages: readonly { passage: string; words?: number }[],
  markdown: (places: readonly number[]) => string,
  more: Partial<Pick<SectionBlock, 'leadsOn' | 'isNumbered'>> = {},
): SectionBlock => ({
  kind,
  parts: passages.map(({ passage, words = wordsIn(passage) }) => ({ passage, words })),
  leadsOn: false,
  isNumbered: false,
  markdown,
  ...more,
});

const NOTHING = block('paragraph', [], () => '');

function readBlock(lines: readonly Line[], at: number): { block: SectionBlock; end: number } {
  const line = lines[at] as Line;
  const depth = listDepth(line);
  if (depth >= 0) return listBlock(lines, at, depth);
  if (line.kind === 'row' || line.kind === 'header') return tableBlock(lines, at);
  if (line.kind === 'code') return { block: codeBlockOf(line.text), end: at + 1 };
  return { block: line.isLabel ? NOTHING : paragraphBlock(line.text), end: at + 1 };
}

function paragraphBlock(text: string): SectionBlock {
  const sentences = splitSentences(text).filter(isSafe);
  return block(
    'paragraph',
    sentences.map((sentence) => ({ passage: plainText(sentence) })),
    (places) => quoteLine(places.map((place) => sentences[place] ?? '').join(' ')),
    {
      leadsOn: plainText(sentences.at(-1) ?? '')
        .trimEnd()
        .endsWith(':'),
    },
  );
}

function codeBlockOf(code: string): SectionBlock {
  if (!isSafe(code) || code.trim() === '') return NOTHING;
  return block('code', [{ passage: code.trim(), words: WORDS_OF_CODE_LINE * code.split('\n').length }], () => codeBlock(code));
}

function listBlock(lines: readonly Line[], at: number, depth: number): { block: SectionBlock; end: number } {
  const { entries, end } = readEntries(lines, at, depth);
  const safe = entries.filter((entry) => entry.lines.every(({ text }) => isSafe(text)));
  const codeWords = (all: readonly Line[]): number =>
    all.reduce((sum, { kind, text }) => sum + (kind === 'code' ? WORDS_OF_CODE_LINE * text.split('\n').length : 0), 0);
  const parts = safe.map((entry) => {
    const passage = passageOf([entry]);
    return { passage, words: wordsIn(passage) + codeWords(entry.lines) };
  });
  const markdown = (places: readonly number[]): string => listMarkdown(safe.filter((_, place) => places.includes(place)));
  return { block: block('list', parts, markdown, { isNumbered: entries[0]?.mark !== '-' }), end };
}

function tableBlock(lines: readonly Line[], start: number): { block: SectionBlock; end: number } {
  let end = start;
  const header = lines[end]?.kind === 'header' ? lines[end++] : undefined;
  const rows: Line[] = [];
  for (let row = lines[end]; row?.kind === 'row' && listDepth(row) < 0; row = lines[++end]) if (isSafe(row.text)) rows.push(row);
  const parts = rows.map((row) => ({ passage: passageOfLine(row) }));
  const markdown = (places: readonly number[]): string =>
    quoteTable(
      header?.cells ?? [],
      rows.filter((_, place) => places.includes(place)).map(({ cells }) => cells),
    );
  return { block: block('table', parts, markdown), end: Math.max(end, start + 1) };
}
