/** Splits the streamed Markdown of a model into units that can be checked separately. */
import { codeSpan, escapeMarkdown, escapeStart } from '#citations.ts';
import { plainCharacters, visibleText } from '#visible-text.ts';

/** A sentence, or a whole block of code. */
export interface AnswerUnit {
  kind: 'sentence' | 'code';
  /** A sentence with its markup and the citations after it, or the lines between the fences of a code block. */
  text: string;
  /** Number of its paragraph or list item. */
  block: number;
  /** Marker of its list item with indentation, such as `- ` or `2. `; '' outside of lists. */
  listMarker: string;
  /** Number of its group: related paragraphs, lists, and code blocks, within which citations are inherited. */
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
const LIST_MARKER = /^( {0,6})([-*+]|\d{1,3}[.)])\s+/;
/** Matches headings, thematic breaks, and table rows, which are omitted because answers are short. */
const OMITTED_LINE = /^ {0,3}(?:#{1,6}(?:\s|$)|(?:[-*_=]\s*){3,}$|\|)/;
/** Matches the start of a line whose syntax is still unknown: it may become a list, a fence, or plain text. */
const AMBIGUOUS_LINE_START = /^\s*(?:[-*+_=]+\s*|\d{1,3}[.)]?\s*|`{1,3}|~{1,3}|#{1,6}|>\s*)?$/;
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|no|fig|dr|mr|ms|st|\p{L})\.$/iu;
const SENTENCE_END = /(?<![.!?…。！？])[.!?…。！？]+["'”’)*_]*(?=\s)/g;
const CITATIONS = /^(?:\s*\[\^?\d+(?:\s*[,;]\s*\^?\d+)*\][.,;]?)+/;
/** Maximum number of characters from a citation to the end of its sentence. Each end in an unfinished sentence is examined again with each piece of text. */
const MAX_PUNCTUATION = 20;
/** Maximum length of an unfinished sentence in UTF-16 units. Longer text is split, so that memory is bounded. */
const MAX_BUFFERED_CHARACTERS = 2000;
/** If the start of a line is longer than this and still ambiguous, the line is plain text. */
const MAX_AMBIGUOUS_CHARACTERS = 200;

/** Returns the index after the first sentence of a text and its citations; -1 if the sentence may not be complete. */
function sentenceEnd(text: string): number {
  // Full stops in code do not end a sentence; an open backtick may still be closed.
  const masked = text.replace(/(`{1,20})[^`]+\1/g, (code) => 'x'.repeat(code.length));
  const open = masked.indexOf('`');
  for (const match of masked.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length;
    if (open >= 0 && open < end) return -1;
    if (ABBREVIATION.test(masked.slice(0, match.index + 1))) continue;
    const cited = end + (CITATIONS.exec(text.slice(end))?.[0].length ?? 0);
    const next = text.slice(cited).trimStart();
    // The rest may be an incomplete citation.
    if (next === '' || (next.startsWith('[') && !next.includes(']'))) return -1;
    if (cited > end || !/^\p{Ll}/u.test(next) || /\][^\w\]]*\W$/.test(text.slice(Math.max(0, end - MAX_PUNCTUATION), end))) return cited;
  }
  return text.length > MAX_BUFFERED_CHARACTERS ? text.length : -1;
}

/** Creates a reader of one answer. */
export function createUnitReader(): UnitReader {
  let buffer = '';
  let isMidLine = false;
  let followsBlankLine = false;
  let block = 0;
  let group = 0;
  let listMarker = '';
  let endsWithColon = false;
  let fence: { close: RegExp; language: string; lines: string[] } | null = null;

  const unit = (kind: AnswerUnit['kind'], text: string, language = ''): AnswerUnit => ({ kind, text, block, listMarker, group, language });

  /** Adds the complete sentences of a text, and the rest if it ends a line. @returns the unfinished rest */
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
    if (OMITTED_LINE.test(line)) return false;
    const item = LIST_MARKER.exec(buffer);
    const continues = item === null && !followsBlankLine;
    if (!continues) block++;
    if (item === null && followsBlankLine && !endsWithColon) group++;
    if (!continues) listMarker = item === null ? '' : `${item[1]}${item[2]} `;
    buffer = buffer.slice(item?.[0].length ?? 0);
    followsBlankLine = false;
    return true;
  }

  function takeFenced(line: string, units: AnswerUnit[]): void {
    if (fence === null) return;
    if (!fence.close.test(line)) {
      fence.lines.push(line);
      return;
    }
    block++;
    listMarker = '';
    units.push(unit('code', fence.lines.join('\n'), fence.language));
    fence = null;
    followsBlankLine = true;
  }

  function takeLine(line: string, units: AnswerUnit[]): void {
    if (fence !== null) return takeFenced(line, units);
    if (!isMidLine && line.trim() === '') {
      followsBlankLine = true;
      return;
    }
    buffer = line;
    if (isMidLine || beginLine(line)) sentences(buffer, true, units);
    else if (fence === null) followsBlankLine = true;
  }

  function pushPiece(text: string): AnswerUnit[] {
    const units: AnswerUnit[] = [];
    buffer += text;
    for (let at = buffer.indexOf('\n'); at >= 0; at = buffer.indexOf('\n')) {
      const rest = buffer.slice(at + 1);
      takeLine(buffer.slice(0, at).replace(/\r$/, ''), units);
      buffer = rest;
      isMidLine = false;
    }
    if (
      fence !== null ||
      (!isMidLine &&
        buffer.length <= MAX_AMBIGUOUS_CHARACTERS &&
        (AMBIGUOUS_LINE_START.test(buffer) || OMITTED_LINE.test(buffer) || FENCE.test(buffer)))
    )
      return units;
    if (!isMidLine) isMidLine = beginLine(buffer);
    buffer = sentences(buffer, false, units);
    return units;
  }

  return {
    push(text) {
      // Split the text, because a model may send its whole answer at once and each piece is scanned together with the unfinished text.
      const units: AnswerUnit[] = [];
      for (let start = 0; start < text.length; start += MAX_BUFFERED_CHARACTERS)
        units.push(...pushPiece(text.slice(start, start + MAX_BUFFERED_CHARACTERS)));
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

export interface ParsedSentence {
  /** Safe Markdown without the citations; '' if the sentence has no text. */
  markdown: string;
  /** The words of the sentence without markup, code, and citations. */
  words: string;
  /** The sentence with its code, but without markup and citations. */
  plain: string;
  /** Code, addresses, and tags, which the cited section must contain verbatim. */
  literals: string[];
  /** Numbers of the cited sections, in order. */
  citations: number[];
}

/** One alternative with a named group for each inline element of Markdown. Text between the matches is plain. */
const INLINE_SYNTAX = new RegExp(
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
/** Matches formatting tags, which are dropped. Other tags are shown as code: they are placeholders such as `<token>`, or an attack. */
const FORMATTING_TAG = /^<\/?(?:b|br|i|em|strong|code|p|u|sub|sup|kbd|span)\s*\/?>$/i;

/** Maximum length of a sentence, because the patterns above would take too long on a longer text. */
const MAX_SENTENCE_CHARACTERS = 4000;

/** Parses a sentence with inline Markdown. @param linkTo returns the address for the target of a link, or null if it must not be a link */
export function parseSentence(whole: string, linkTo: (href: string) => string | null): ParsedSentence {
  const text = visibleText(plainCharacters(whole.slice(0, MAX_SENTENCE_CHARACTERS)));
  const pieces: { markdown: string; isEmphasis?: true }[] = [];
  const literals: string[] = [];
  const citations: number[] = [];
  let words = '';
  let said = '';

  const plain = (part: string): void => {
    words += part;
    said += part;
    if (part !== '') pieces.push({ markdown: escapeMarkdown(part) });
  };
  const literal = (code: string): void => {
    const trimmed = code.trim();
    literals.push(trimmed);
    words += ' ';
    said += trimmed;
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
    else if (tag !== undefined && !FORMATTING_TAG.test(tag)) literal(tag);
    else if (emphasis !== undefined) pieces.push({ markdown: emphasis, isEmphasis: true });
  }

  function link(label: string, href: string): void {
    const target = linkTo(href);
    const inner = parseSentence(label, () => null);
    words += inner.words;
    said += inner.plain;
    literals.push(...inner.literals);
    pieces.push({ markdown: target === null || inner.markdown === '' ? inner.markdown : `[${inner.markdown}](${target})` });
  }

  let at = 0;
  for (const match of text.matchAll(INLINE_SYNTAX)) {
    plain(text.slice(at, match.index));
    take(match.groups ?? {});
    at = match.index + match[0].length;
  }
  plain(text.slice(at));
  return {
    markdown: escapeStart(joinPieces(pieces)),
    words: words.replace(/\s+/g, ' ').trim(),
    plain: said.replace(/\s+/g, ' ').trim(),
    literals,
    citations,
  };
}

/** Separates two code spans. Otherwise, their backticks would join, and Markdown would read the code as text. */
const separatorOf = (before: string, after: string): string =>
  before.endsWith('`') && !before.endsWith('\\`') && after.startsWith('`') ? ' ' : '';

/** Joins pieces. Drops all emphasis marks if one is unmatched, because the emphasis spans several sentences. */
function joinPieces(pieces: readonly { markdown: string; isEmphasis?: true }[]): string {
  const marks = pieces.filter((piece) => piece.isEmphasis).map((piece) => piece.markdown);
  const isPaired = marks.every((mark, i) => mark === marks[i % 2 === 0 ? i + 1 : i - 1]);
  const kept = isPaired ? pieces : pieces.filter((piece) => !piece.isEmphasis);
  return kept
    .reduce((text, { markdown }) => text + separatorOf(text, markdown) + markdown, '')
    .replace(/\s+/g, ' ')
    .trim();
}
