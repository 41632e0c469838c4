/** Splits a section into paragraphs, lists, tables, and code blocks, each of which can be quoted completely or in parts. */
import { MARK, plainText, type Section } from '@quire/search';
import { RESPONSE_MARKER } from '../contract.ts';
import { codeBlock, quoteLine, quoteTable } from '../citations.ts';
import { splitSentences } from './sentences.ts';

// Splits the marked text of a section into lines with their kinds and the lists or admonitions around them.

type Container = 'item' | 'step' | 'admonition';

/** The content of a tab. Only one tab of each group is quoted, because they are alternatives. */
export interface Panel {
  label: string;
  /** Number of its group of tabs in the section. */
  group: number;
}

/** A line of a section, in reading order. */
export interface Line {
  kind: 'paragraph' | 'item' | 'step' | 'row' | 'header' | 'code';
  /** Whether the line makes no statement: a caption, the title of an admonition, or only a link. */
  isLabel: boolean;
  /** Text, including the marks around inline code; for a code block, the code. */
  text: string;
  /** Cells of a row; empty for other lines. */
  cells: readonly string[];
  /** Number of a step. */
  number: number;
  /** The list items, steps, and admonitions around the line, outermost first; an item or step includes itself. */
  containers: readonly Container[];
  /** Whether the line begins a list and not only its next item. */
  beginsList: boolean;
  /** The tab around the line, the outermost if they are nested; null outside of tabs. */
  panel: Panel | null;
}

const CONTAINER_BY_MARK: Readonly<Record<string, Container>> = {
  [MARK.item]: 'item',
  [MARK.step]: 'step',
  [MARK.admonition]: 'admonition',
};

/** Captures the number of the first step of a list. */
const FIRST_STEP = new RegExp(`^${MARK.step}(\\d+)${MARK.step}`);

/** The state while the lines of a section are read. */
interface ReadingState {
  lines: Line[];
  openContainers: Container[];
  /** Number of the last step at each depth. */
  numbers: number[];
  /** The code blocks of the section, in its order. */
  code: readonly string[];
  /** Number of code blocks that were already read. */
  codeRead: number;
  /** The tabs around the current line, outermost first. */
  panels: Panel[];
  /** The labels of the last group of tabs, and the number of lines at the end of its last tab. */
  group: { number: number; labels: string[]; end: number };
}

/** Returns the lines of a section of the index. Without marks, every line is a paragraph. */
export function readLines({ text, marked = text, code }: Pick<Section, 'text' | 'marked' | 'code'>): Line[] {
  const state: ReadingState = {
    lines: [],
    openContainers: [],
    numbers: [],
    code,
    codeRead: 0,
    panels: [],
    group: { number: -1, labels: [], end: -1 },
  };
  for (const line of marked.split('\n')) readLine(line, state);
  // Code blocks without a mark are at the end, outside of any list.
  while (state.codeRead < code.length) addCode(state, []);
  return state.lines;
}

/** Reads the marks of code blocks and tabs around a line, and the line itself. */
function readLine(line: string, state: ReadingState): void {
  const start = readMarks(line, 0, [], state);
  let end = line.length;
  for (let mark = end - 1; mark >= start; mark = end - 1) {
    if (line[mark] === MARK.tab) end = Math.max(start, line.lastIndexOf(MARK.tab, mark - 1));
    else if (line[mark] === MARK.codeBlock) end = mark;
    else break;
  }
  addLine(line.slice(start, end), state);
  readMarks(line, end, state.openContainers, state);
}

/** Reads consecutive marks of code blocks and tabs. Returns the position after them. */
function readMarks(line: string, start: number, containers: readonly Container[], state: ReadingState): number {
  let at = start;
  for (; line[at] === MARK.codeBlock || line[at] === MARK.tab; at++) {
    if (line[at] === MARK.codeBlock) addCode(state, containers);
    else {
      const end = line.indexOf(MARK.tab, at + 1);
      if (end < 0) break;
      readTab(line.slice(at + 1, end), state);
      at = end;
    }
  }
  return at;
}

/** Reads the mark at the start of a tab, or at its end if the label is empty. Tabs without text between them are one group. */
function readTab(label: string, { lines, panels, group }: ReadingState): void {
  if (label === '') {
    panels.pop();
    if (panels.length === 0) group.end = lines.length;
    return;
  }
  if (panels.length === 0) {
    if (group.end !== lines.length || group.labels.includes(label)) Object.assign(group, { number: group.number + 1, labels: [] });
    group.labels.push(label);
  }
  panels.push({ label, group: group.number });
}

const panelOf = ({ panels }: ReadingState): Panel | null => panels[0] ?? null;

function addCode(state: ReadingState, containers: readonly Container[]): void {
  const text = state.code[state.codeRead++];
  if (text === undefined) return;
  const panel = panelOf(state);
  state.lines.push({ kind: 'code', isLabel: false, text, cells: [], number: 0, containers: [...containers], beginsList: false, panel });
}

/** Reads the marks at the start of a line: one for each item, step, or admonition around it, and then the kind of the line. */
function addLine(line: string, state: ReadingState): void {
  const { openContainers } = state;
  let rest = line;
  let depth = 0;
  let started: StartedContainer = { container: null, beginsList: false };
  for (; ; depth++) {
    if (rest.startsWith(MARK.within)) started = { container: null, beginsList: false };
    else {
      const container = CONTAINER_BY_MARK[rest[0] ?? ''];
      if (container === undefined) break;
      started = startContainer(container, depth, FIRST_STEP.exec(rest)?.[1], state);
    }
    rest = rest.replace(FIRST_STEP, MARK.step).slice(1);
  }
  openContainers.length = Math.min(openContainers.length, depth);
  const number = started.container === 'step' ? (state.numbers[depth - 1] ?? 1) : 0;
  pushLine(rest, started.container, { number, beginsList: started.beginsList, containers: [...openContainers] }, state);
}

/** The result of reading a mark of a container. */
interface StartedContainer {
  /** The item, step, or admonition that begins at the line; null for its further lines. */
  container: Container | null;
  beginsList: boolean;
}

/** @param first number of the first step if the mark begins a numbered list */
function startContainer(
  container: Container,
  depth: number,
  first: string | undefined,
  { openContainers, numbers }: ReadingState,
): StartedContainer {
  const beginsList = first !== undefined || openContainers[depth] !== container;
  openContainers.length = Math.min(openContainers.length, depth);
  openContainers[depth] = container;
  numbers[depth] = first === undefined ? (numbers[depth] ?? 0) + 1 : Number(first);
  return { container, beginsList };
}

function pushLine(
  rest: string,
  container: Container | null,
  more: Pick<Line, 'number' | 'containers' | 'beginsList'>,
  state: ReadingState,
): void {
  const mark = rest[0];
  const isRow = mark === MARK.row || mark === MARK.headerRow;
  const body = isRow || mark === MARK.label ? rest.slice(1) : rest;
  const cells = isRow ? body.split(MARK.cell).map((cell) => cell.trim()) : [];
  const text = isRow ? cells.filter((cell) => cell !== '').join(' ') : body;
  if (plainText(text).trim() === '') return;
  const kind =
    mark === MARK.row ? 'row' : mark === MARK.headerRow ? 'header' : container === 'item' || container === 'step' ? container : 'paragraph';
  state.lines.push({ kind, isLabel: mark === MARK.label || container === 'admonition', text, cells, panel: panelOf(state), ...more });
}

// Lists: their entries, and the Markdown of these.

/** An item or step of a list with all of its lines. */
export interface Entry {
  marker: string;
  lines: Line[];
  wordCount: number;
  codeBlockCount: number;
}

/** Reads a list to its end. Further lines and nested lists belong to their item. `end` is the index of the line after the list. */
function readEntries(lines: readonly Line[], start: number, depth: number): { entries: Entry[]; end: number } {
  const entries: Entry[] = [];
  const panel = lines[start]?.panel ?? null;
  let at = start;
  for (; at < lines.length; at++) {
    const line = lines[at] as Line;
    if (at > start && (line.containers.length <= depth || (line.beginsList && line.containers.length === depth + 1))) break;
    if (panel !== null && line.panel !== panel) break;
    const marker = line.kind === 'step' ? `${line.number}.` : '-';
    if (line.containers.length === depth + 1 && (line.kind === 'item' || line.kind === 'step'))
      entries.push({ marker, lines: [], wordCount: 0, codeBlockCount: 0 });
    if (entries.length === 0) entries.push({ marker: '-', lines: [], wordCount: 0, codeBlockCount: 0 });
    entries.at(-1)?.lines.push(line);
  }
  for (const entry of entries) {
    entry.wordCount = passageOf([entry]).split(/\s+/).length;
    entry.codeBlockCount = entry.lines.filter(({ kind }) => kind === 'code').length;
  }
  return { entries, end: at };
}

/** Returns the plain text of list entries without their code, with one line for each of their lines. */
export function passageOf(entries: readonly Entry[]): string {
  return entries
    .flatMap(({ lines }) => lines.filter(({ kind }) => kind !== 'code'))
    .map(passageOfLine)
    .join('\n');
}

const markerOf = ({ kind, number }: Line): string => (kind === 'step' ? `${number}. ` : kind === 'item' ? '- ' : '');

/** Returns the Markdown of an item; without its bullet if the item has only one line. */
export function itemMarkdown(entry: Entry): string {
  const [first] = entry.lines;
  return first !== undefined && entry.lines.length === 1 ? quoteLine(first.text) : listMarkdown([entry]);
}

/** Returns the Markdown of list entries. Labels are omitted unless an entry begins with one. */
export const listMarkdown = (entries: readonly Entry[]): string => entries.map(entryMarkdown).join('\n');

/** Returns the Markdown of an entry with its paragraphs, code, tables, and nested lists. */
function entryMarkdown({ marker, lines }: Entry): string {
  const [first, ...more] = lines.filter((line, i) => i === 0 || !line.isLabel);
  if (first === undefined) return `${marker} `;
  const start = depthOf(first);
  /** The indentation of the content of an item at each level. */
  const indents = [marker.length + 1];
  let markdown = `${marker} ${indented(contentMarkdown([first]), indents[0] ?? 0)}`;
  let before = first;
  for (let at = 0; at < more.length;) {
    const line = more[at] as Line;
    const end = isRow(line) ? more.findIndex((one, i) => i > at && !isRow(one)) : at + 1;
    const content = more.slice(at, end < 0 ? undefined : end);
    const level = Math.max(0, depthOf(line) - start);
    const own = markerOf(line);
    const outer = indents[own === '' ? level : level - 1] ?? indents.at(-1) ?? 0;
    if (own !== '') indents[level] = outer + own.length;
    const isTight = own !== '' || (line.kind === 'code' && before.kind !== 'code');
    markdown += `${isTight ? '\n' : '\n\n'}${' '.repeat(outer)}${own}${indented(contentMarkdown(content), outer + own.length)}`;
    before = line;
    at += content.length;
  }
  return markdown;
}

const isRow = ({ kind }: Line): boolean => kind === 'row' || kind === 'header';

/** Returns the number of lists around a line. */
const depthOf = ({ containers }: Line): number => containers.filter((container) => container !== 'admonition').length;

const indented = (markdown: string, columns: number): string => markdown.replaceAll(/\n(?!\n)/g, `\n${' '.repeat(columns)}`);

/** Returns the Markdown of one line, or of the rows of a table. */
function contentMarkdown(lines: readonly Line[]): string {
  const [first] = lines;
  if (first === undefined) return '';
  if (!isRow(first)) return first.kind === 'code' ? codeBlock(first.text) : quoteLine(first.text);
  const [headers, rows] = first.kind === 'header' ? [first.cells, lines.slice(1)] : [[], lines];
  return quoteTable(
    headers,
    rows.map(({ cells }) => cells),
  );
}

/** A sentence of a paragraph, an entry of a list, a row of a table, or a whole block of code. */
export interface BlockPart {
  passage: string;
  /** Length in words. A line of code counts as three. */
  words: number;
  /** Number of a step. */
  number?: number;
}

/** A paragraph, list, table, or code block of a section. */
export interface SectionBlock {
  kind: 'paragraph' | 'list' | 'table' | 'code';
  parts: readonly BlockPart[];
  /** Whether the block introduces the next one: `Run:`. */
  introducesNext: boolean;
  /** Whether its parts only make sense in their order, such as steps. */
  isNumbered: boolean;
  /** Whether it is a paragraph of an admonition. */
  isInAdmonition: boolean;
  /** The tabs around the block or in it. */
  tabs: readonly Panel[];
  /** Returns the Markdown of some of the parts. @param positions indexes of the parts in ascending order */
  markdown(positions: readonly number[]): string;
}

/** Length of a line of code in words. */
const WORDS_OF_CODE_LINE = 3;

const wordsIn = (text: string): number => text.split(/\s+/).length;
/** Whether a text can be part of an answer: it does not contain the marker of the stream. */
const isSafe = (text: string): boolean => !text.includes(RESPONSE_MARKER);

/** The lines of a block, with the tab around it. */
export type BlockLines = { panel: Panel | null } & BlockContent;

type BlockContent =
  | { kind: 'paragraph'; text: string; isInAdmonition: boolean }
  | { kind: 'list'; entries: readonly Entry[] }
  | { kind: 'table'; headers: readonly string[]; rows: readonly Line[] }
  | { kind: 'code'; text: string }
  | { kind: 'label' };

/** Splits the lines of a section into blocks. */
export function splitBlocks(lines: readonly Line[]): BlockLines[] {
  const blocks: BlockLines[] = [];
  for (let at = 0; at < lines.length;) {
    const { block, end } = blockAt(lines, at);
    blocks.push({ ...block, panel: lines[at]?.panel ?? null });
    at = end;
  }
  return blocks;
}

function blockAt(lines: readonly Line[], at: number): { block: BlockContent; end: number } {
  const line = lines[at] as Line;
  const depth = listDepth(line);
  if (depth >= 0) {
    const { entries, end } = readEntries(lines, at, depth);
    return { block: { kind: 'list', entries }, end };
  }
  if (line.kind === 'row' || line.kind === 'header') return tableAt(lines, at);
  const { kind, isLabel, text } = line;
  const end = at + 1;
  if (isLabel) return { block: { kind: 'label' }, end };
  if (kind === 'code') return { block: { kind, text }, end };
  return { block: { kind: 'paragraph', text, isInAdmonition: line.containers.includes('admonition') }, end };
}

function tableAt(lines: readonly Line[], start: number): { block: BlockContent; end: number } {
  const header = lines[start]?.kind === 'header' ? lines[start] : undefined;
  const first = header === undefined ? start : start + 1;
  let end = first;
  for (let row = lines[end]; row?.kind === 'row' && row.panel === lines[start]?.panel && listDepth(row) < 0; row = lines[++end]);
  return { block: { kind: 'table', headers: header?.cells ?? [], rows: lines.slice(first, end) }, end };
}

/** Returns the depth of the outermost list around a line; -1 outside of lists. */
function listDepth({ containers }: Line): number {
  return containers.findIndex((container) => container !== 'admonition');
}

const createBlock = (
  kind: SectionBlock['kind'],
  passages: readonly (Pick<BlockPart, 'passage' | 'number'> & Partial<Pick<BlockPart, 'words'>>)[],
  markdown: (positions: readonly number[]) => string,
  more: Partial<Pick<SectionBlock, 'introducesNext' | 'isNumbered' | 'isInAdmonition' | 'tabs'>> = {},
): SectionBlock => ({
  kind,
  parts: passages.map((part) => ({ words: wordsIn(part.passage), ...part })),
  introducesNext: false,
  isNumbered: false,
  isInAdmonition: false,
  tabs: [],
  markdown,
  ...more,
});

/** A block that is not quoted. */
export const EMPTY_BLOCK = createBlock('paragraph', [], () => '');

/**
 * Returns the blocks of a section. The block of a label or of a tab that is not shown has no parts.
 * @param isShown whether the content of a tab is shown; default: of each tab
 */
export function readBlocks(lines: readonly Line[], isShown: (panel: Panel) => boolean = () => true): SectionBlock[] {
  const isVisible = ({ panel }: Pick<Line, 'panel'>): boolean => panel === null || isShown(panel);
  return splitBlocks(lines).map((block) => {
    return isVisible(block) ? { ...readBlock(block, isVisible), tabs: tabsOf(block) } : EMPTY_BLOCK;
  });
}

function readBlock(block: BlockLines, isVisible: (line: Line) => boolean): SectionBlock {
  switch (block.kind) {
    case 'paragraph':
      return paragraphBlock(block);
    case 'list':
      return listBlock(block.entries.map((entry) => ({ ...entry, lines: entry.lines.filter(isVisible) })));
    case 'table':
      return tableBlock(block.headers, block.rows);
    case 'code':
      return codeBlockOf(block.text);
    case 'label':
      return EMPTY_BLOCK;
  }
}

/** Returns the tab around a block, or the tabs in a list. */
function tabsOf(block: BlockLines): Panel[] {
  if (block.panel !== null) return [block.panel];
  return block.kind === 'list' ? block.entries.flatMap(({ lines }) => lines.flatMap(({ panel }) => panel ?? [])) : [];
}

/** Returns the groups of tabs in a section, each with its tabs in their order. */
export function tabGroupsOf(lines: readonly Line[]): Panel[][] {
  const panels = new Set(lines.flatMap(({ panel }) => panel ?? []));
  return [...Map.groupBy(panels, ({ group }) => group).values()];
}

function paragraphBlock({ text, isInAdmonition }: Extract<BlockContent, { kind: 'paragraph' }>): SectionBlock {
  const sentences = splitSentences(text).filter(isSafe);
  return createBlock(
    'paragraph',
    sentences.map((sentence) => ({ passage: plainText(sentence) })),
    (positions) => quoteLine(positions.map((position) => sentences[position] ?? '').join(' ')),
    {
      introducesNext: plainText(sentences.at(-1) ?? '')
        .trimEnd()
        .endsWith(':'),
      isInAdmonition,
    },
  );
}

function codeBlockOf(code: string): SectionBlock {
  if (!isSafe(code) || code.trim() === '') return EMPTY_BLOCK;
  return createBlock('code', [{ passage: code.trim(), words: WORDS_OF_CODE_LINE * code.split('\n').length }], () => codeBlock(code));
}

function listBlock(entries: readonly Entry[]): SectionBlock {
  const safe = entries.filter((entry) => entry.lines.every(({ text }) => isSafe(text)));
  const codeWords = (all: readonly Line[]): number =>
    all.reduce((sum, { kind, text }) => sum + (kind === 'code' ? WORDS_OF_CODE_LINE * text.split('\n').length : 0), 0);
  const parts = safe.map((entry) => {
    const passage = passageOf([entry]);
    const number = entry.lines[0]?.kind === 'step' ? { number: entry.lines[0].number } : {};
    return { passage, words: wordsIn(passage) + codeWords(entry.lines), ...number };
  });
  const markdown = (positions: readonly number[]): string => listMarkdown(safe.filter((_, position) => positions.includes(position)));
  return createBlock('list', parts, markdown, { isNumbered: entries[0]?.marker !== '-' });
}

function tableBlock(headers: readonly string[], rows: readonly Line[]): SectionBlock {
  const safe = rows.filter(({ text }) => isSafe(text));
  const parts = safe.map((row) => ({ passage: passageOfLine(row) }));
  return createBlock('table', parts, (positions) =>
    quoteTable(
      headers,
      safe.filter((_, position) => positions.includes(position)).map(({ cells }) => cells),
    ),
  );
}

/** Returns the plain text of a line, with tabs between the cells of a row. */
export function passageOfLine({ cells, text }: Line): string {
  return cells.length === 0
    ? plainText(text)
    : cells
        .map(plainText)
        .filter((cell) => cell !== '')
        .join('\t');
}
