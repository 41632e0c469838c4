/** A model's sentence taken apart: what it says, what it cites, and Markdown in which nothing of its own is live. */
import { codeSpan, escapeMarkdown } from '../quote-markdown.ts';

export interface ReadSentence {
  /** Safe Markdown without the citations; '' when nothing is said. */
  markdown: string;
  /** The words of the sentence without markup, code and citations. */
  words: string;
  /** Code, addresses and tags: what must stand in the cited section letter by letter. */
  literals: string[];
  /** Numbers of the sections cited, in order. */
  citations: number[];
}

/** One alternative for each thing that means something; whatever is left over is plain text and escaped. */
const PARTS = new RegExp(
  [
    String.raw`(?<!\`)(?<bars>\`+)(?!\`)(?<code>.+?)(?<!\`)\k<bars>(?!\`)`,
    String.raw`\\(?<escaped>[!-/:-@[-\`{-~])`,
    String.raw`!\[(?<alt>[^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?`,
    String.raw`\s*[[【]\^?(?<cited>\d{1,3}(?:\s*[,;]\s*\^?\d{1,3})*)(?:†[^】\]]*)?[\]】](?:\((?:https?:|\/|#)[^)\s]*\))?`,
    String.raw`\[(?<label>[^\][]*)\]\(\s*<?(?<href>[^)\s>]*)>?[^)]*\)`,
    String.raw`<(?<auto>(?:https?|ftp|mailto):[^>\s]*)>`,
    String.raw`(?<tag><!--[^>]*-->|</?[A-Za-z!][^>]*>)`,
    String.raw`(?<address>(?:https?://|www\.)[^\s<>"'\`)\]*]*[^\s<>"'\`)\]*.,;:!?]|[\w.+-]+@[\w-]+\.[\w.-]*\w)`,
    String.raw`(?<emphasis>(?<![\s*])\*{1,3}|\*{1,3}(?![\s*]))`,
  ].join('|'),
  'g',
);
/** Tags that say nothing; others are placeholders such as `<token>`, or an attack. */
const FORMATTING = /^<\/?(?:b|br|i|em|strong|code|p|u|sub|sup|kbd|span)\s*\/?>$/i;

/** What would begin a heading, a list or a quotation does not at the start of a line. */
function escapeStart(markdown: string): string {
  return markdown.replace(/^(?:[#+=-]|\d{1,9}(?=[.)](?:\s|$)))/, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
}

/** @param linkTo address for a link's target, null where it must not be live */
export function readSentence(text: string, linkTo: (href: string) => string | null): ReadSentence {
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

/** A sentence may hold half of an emphasis that spans several: then it stands out nowhere. */
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
