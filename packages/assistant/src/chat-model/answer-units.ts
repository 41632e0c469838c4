/** Splits the streamed Markdown of a model into units that can be checked separately. */
import { codeSpan, escapeMarkdown } from '#citations.ts';

/** A sentence, or a whole block of code. */
export interface AnswerUnit {
  kind: 'sentence' | 'code';
  /** A sentence with its markup and the citations after it, or the lines between the fences of a code block. */
  text: string;
  /** Number of the paragraph or list item to which it belongs. */
  block: number;
  /** Marker of the list item to which it belongs, such as `- ` or `2. ` with its indentation; '' outside of lists. */
  mark: string;
  /** Number that related paragraphs, lists, and code share. Citations are inherited within a group. */
  group: number;
  /** Language of a code block; '' if it has none. */
  language: string;
}

export interface UnitReader {
  /** Adds text. @returns the units that are now complete */
  push(text: string): AnswerUnit[];
  /** Ends the text. @returns the remaining units; an unfinished sentence is included only if the text is `complete` */
  end(complete: boolean): AnswerUnit[];
}

const FENCE = /^ {0,12}(`{3,}|~{3,})\s*([\w+#.-]{0,20})/;
const LIST_MARK = /^( {0,6})([-*+]|\d{1,3}[.)])\s+/;
/** Headings, thematic breaks, and table rows, which are left out because answers are short. */
const LEFT_OUT = /^ {0,3}(?:#{1,6}(?:\s|$)|(?:[-*_=]\s*){3,}$|\|)/;
/** The start of a line that may not be plain text. */
const UNDECIDED = /^\s*(?:[-*+_=]*\s*|\d{1,3}[.)]?\s*|`{1,3}|~{1,3}|#{1,6}|>\s*)$/;
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|no|fig|dr|mr|ms|st|\p{L})\.$/iu;
const SENTENCE_END = /(?<![.!?…。！？])[.!?…。！？]+["'”’)*_]*(?=\s)/g;
const CITATIONS = /^(?:\s*\[\^?\d+(?:\s*[,;]\s*\^?\d+)*\][.,;]?)+/;
/** Maximum length of a sentence in UTF-16 units. Longer text is split, so that memory is bounded. */
const LONGEST_SENTENCE = 2000;
/** A line whose undecided start is longer than this is plain text. */
const LONGEST_UNDECIDED = 200;

/** Returns the end of the first sentence of a text, including the citations after it, or -1 while the end is unknown. */
function sentenceEnd(text: string): number {
  // Full stops in code do not end a sentence; an open backtick may still be closed.
  const masked = text.replace(/(`+)[^`]+\1/g, (code) => 'x'.repeat(code.length));
  const open = masked.indexOf('`');
  for (const match of masked.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length;
    if (open >= 0 && open < end) return -1;
    if (ABBREVIATION.test(masked.slice(0, match.index + 1))) continue;
    const cited = end + (CITATIONS.exec(text.slice(end))?.[0].length ?? 0);
    const next = text.slice(cited).trimStart();
    // The rest may be an incomplete citation.
    if (next === '' || (next.startsWith('[') && !next.includes(']'))) return -1;
    if (cited > end || /\]\W+$/.test(text.slice(0, end)) || !/^\p{Ll}/u.test(next)) return cited;
  }
  return text.length > LONGEST_SENTENCE ? text.length : -1;
}

/** Creates a reader of one answer. */
export function createUnitReader(): UnitReader {
  let buffer = '';
  let midLine = false;
  let gap = false;
  let block = 0;
  let group = 0;
  let mark = '';
  let endsWithColon = false;
  let fence: { close: RegExp; language: string; lines: string[] } | null = null;

  const unit = (kind: AnswerUnit['kind'], text: string, language = ''): AnswerUnit => ({ kind, text, block, mark, group, language });

  function sentences(text: string, isLine: boolean, units: AnswerUnit[]): string {
    let rest = text;
    for (let end = sentenceEnd(rest); end >= 0; end = sentenceEnd(rest)) {
      units.push(unit('sentence', rest.slice(0, end).trim()));
      rest = rest.slice(end).trimStart();
    }
    if (!isLine) return rest;
    if (rest.trim() !== '') units.push(unit('sentence', rest.trim()));
    endsWithColon = /:\**\s*$/.test(rest);
    return '';
  }

  /** Reads the beginning of a line. @returns whether the buffer now contains text of a sentence */
  function beginLine(line: string): boolean {
    buffer = buffer.replace(/^\s*(?:>\s?)+/, '');
    const opening = FENCE.exec(line);
    if (opening !== null) {
      const [, bars = '', language = ''] = opening;
      fence = { close: new RegExp(`^\\s*${bars[0]}{${bars.length},}\\s*$`), language, lines: [] };
      return false;
    }
    if (LEFT_OUT.test(line)) return false;
    const item = LIST_MARK.exec(buffer);
    const continues = item === null && !gap;
    if (!continues) block++;
    if (item === null && gap && !endsWithColon) group++;
    if (!continues) mark = item === null ? '' : `${item[1]}${item[2]} `;
    buffer = buffer.slice(item?.[0].length ?? 0);
    gap = false;
    return true;
  }

  function takeFenced(line: string, units: AnswerUnit[]): void {
    if (fence === null) return;
    if (!fence.close.test(line)) {
      fence.lines.push(line);
      return;
    }
    block++;
    mark = '';
    units.push(unit('code', fence.lines.join('\n'), fence.language));
    fence = null;
    gap = true;
  }

  function takeLine(line: string, units: AnswerUnit[]): void {
    if (fence !== null) return takeFenced(line, units);
    if (!midLine && line.trim() === '') {
      gap = true;
      return;
    }
    buffer = line;
    if (midLine || beginLine(line)) sentences(buffer, true, units);
    else if (fence === null) gap = true;
  }

  function pushPiece(text: string): AnswerUnit[] {
    const units: AnswerUnit[] = [];
    buffer += text;
    for (let at = buffer.indexOf('\n'); at >= 0; at = buffer.indexOf('\n')) {
      const rest = buffer.slice(at + 1);
      takeLine(buffer.slice(0, at).replace(/\r$/, ''), units);
      buffer = rest;
      midLine = false;
    }
    if (
      fence !== null ||
      (!midLine && buffer.length <= LONGEST_UNDECIDED && (UNDECIDED.test(buffer) || LEFT_OUT.test(buffer) || FENCE.test(buffer)))
    )
      return units;
    if (!midLine) midLine = beginLine(buffer);
    buffer = sentences(buffer, false, units);
    return units;
  }

  return {
    push(text) {
      // Split the text, because a model may send its whole answer at once and each piece is scanned together with the unfinished text.
      const units: AnswerUnit[] = [];
      for (let start = 0; start < text.length; start += LONGEST_SENTENCE)
        units.push(...pushPiece(text.slice(start, start + LONGEST_SENTENCE)));
      return units;
    },
    end(complete) {
      const units: AnswerUnit[] = [];
      const line = buffer;
      buffer = '';
      const isWhole = complete || /[.!?…](?:\s*\[[\d,;\s]+\])*\s*$/.test(line);
      if (line.trim() !== '' && (isWhole || fence !== null)) takeLine(line, units);
      return units;
    },
  };
}

// A parsed sentence of a model: its words, its citations, and safe Markdown.

export interface ReadSentence {
  /** Safe Markdown without the citations; '' if the sentence has no text. */
  markdown: string;
  /** The words of the sentence without markup, code, and citations. */
  words: string;
  /** Code, addresses, and tags, which the cited section must contain verbatim. */
  literals: string[];
  /** Numbers of the cited sections, in order. */
  citations: number[];
}

/** One alternative for each syntax element. All other text is plain and escaped. */
const PARTS = new RegExp(
  [
    String.raw`(?<!\`)(?<bars>\`+)(?!\`)(?<code>.{1,1000}?)(?<!\`)\k<bars>(?!\`)`,
    String.raw`\\(?<escaped>[!-/:-@[-\`{-~])`,
    String.raw`!\[(?<alt>[^\]]{0,300})\](?:\([^)]{0,1000}\)|\[[^\]]{0,300}\])?`,
    String.raw`(?<!\s)\s{0,20}[[【]\^?(?<cited>\d{1,3}(?:\s*[,;]\s*\^?\d{1,3})*)(?:†[^】\]]{0,300})?[\]】](?:\((?:https?:|\/|#)[^)\s]{0,1000}\))?`,
    String.raw`\[(?<label>[^\][]{0,300})\]\(\s{0,9}<?(?<href>[^)\s>]{0,1000})(?:[\s>][^)]{0,300})?\)`,
    String.raw`<(?<auto>(?:https?|ftp|mailto):[^>\s]{0,1000})>`,
    String.raw`(?<tag><!--[^>]{0,1000}-->|</?[A-Za-z!][^>]{0,1000}>)`,
    String.raw`(?<address>(?:https?://|www\.)[^\s<>"'\`)\]*]{0,1000}[^\s<>"'\`)\]*.,;:!?]|(?<![\w.+-])[\w.+-]{1,100}@[\w-]{1,63}\.[\w.-]{0,200}\w)`,
    String.raw`(?<emphasis>(?<![\s*])\*{1,3}|\*{1,3}(?![\s*]))`,
  ].join('|'),
  'g',
);
/** Formatting tags, which are dropped; other tags are placeholders such as `<token>`, or an attack. */
const FORMATTING = /^<\/?(?:b|br|i|em|strong|code|p|u|sub|sup|kbd|span)\s*\/?>$/i;

/** Escapes the start of a line, so that it does not begin a heading, a list, or a block quote. */
function escapeStart(markdown: string): string {
  return markdown.replace(/^(?:[#+=-]|\d{1,9}(?=[.)](?:\s|$)))/, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
}

/** Maximum length of a sentence, because the patterns above would take too long on a longer text. */
const MAX_SENTENCE_CHARACTERS = 4000;

/** @param linkTo returns the address for the target of a link, or null if it must not be a link */
export function readSentence(whole: string, linkTo: (href: string) => string | null): ReadSentence {
  const text = whole.slice(0, MAX_SENTENCE_CHARACTERS);
  const pieces: { markdown: string; isEmphasis?: true }[] = [];
  const literals: string[] = [];
  const citations: number[] = [];
  let words = '';

  const plain = (part: string): void => {
    words += part;
    if (part !== '') pieces.push({ markdown: escapeMarkdown(part) });
  };
  const literal = (code: string): void => {
    const trimmed = code.trim();
    literals.push(trimmed);
    words += ' ';
    pieces.push({ markdown: codeSpan(trimmed) });
  };

  function take(groups: Record<string, string | undefined>): void {
    const { code, escaped, alt, cited, label, href = '', auto, tag, address, emphasis } = groups;
    if (code !== undefined && code.trim() !== '') literal(code);
    else if (escaped !== undefined) plain(escaped);
    else if (alt !== undefined) plain(alt);
    else if (cited !== undefined) citations.push(...(cited.match(/\d+/g) ?? []).map(Number));
    else if (label !== undefined) link(label, href);
    else if (auto !== undefined || address !== undefined) literal(auto ?? address ?? '');
    else if (tag !== undefined && !FORMATTING.test(tag)) literal(tag);
    else if (emphasis !== undefined) pieces.push({ markdown: emphasis, isEmphasis: true });
  }

  function link(label: string, href: string): void {
    const target = linkTo(href);
    const inner = readSentence(label, () => null);
    words += inner.words;
    literals.push(...inner.literals);
    pieces.push({ markdown: target === null || inner.markdown === '' ? inner.markdown : `[${inner.markdown}](${target})` });
  }

  let at = 0;
  for (const match of text.matchAll(PARTS)) {
    plain(text.slice(at, match.index));
    take(match.groups ?? {});
    at = match.index + match[0].length;
  }
  plain(text.slice(at));
  return { markdown: escapeStart(joinPieces(pieces)), words: words.replace(/\s+/g, ' ').trim(), literals, citations };
}

/** Joins pieces. If an emphasis spans several sentences, its unmatched half is dropped. */
function joinPieces(pieces: readonly { markdown: string; isEmphasis?: true }[]): string {
  const marks = pieces.filter((piece) => piece.isEmphasis).map((piece) => piece.markdown);
  const isPaired = marks.every((mark, i) => mark === marks[i % 2 === 0 ? i + 1 : i - 1]);
  const kept = isPaired ? pieces : pieces.filter((piece) => !piece.isEmphasis);
  return kept
    .map((piece) => piece.markdown)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}
