import type { DocSource } from './document.ts';
import { outsideCode } from './source-lines.ts';
import type { Line } from './source-lines.ts';

const LINK = /(\]\(\s*<?)([^)\s>]+)/g;
const DEFINITION = /^(\s*\[[^\]]+\]:\s*<?)([^\s>]+)/;

/**
 * The page as Markdown for agents and for copying: the author's text with the title on top, includes resolved, links
 * absolute to the site, and components as plain Markdown. The questions that the page answers are at its end.
 * @param rewritten link targets as written → address on the site
 */
export function markdownTwin(doc: DocSource, lines: Line[], rewritten: ReadonlyMap<string, string>): string {
  const texts = lines.map((line) => (line.kind === 'text' ? plainMarkdown(line.text, rewritten) : line.text));
  // Removed comments and components leave blank lines; those inside code are the author's.
  const kept = texts.filter((text, index) => !isBlank(text, lines[index]) || !isBlank(texts[index - 1] ?? '', lines[index - 1]));
  const body = kept.join('\n').trim();
  const firstCode = lines.findIndex((line) => line.kind !== 'text');
  const hasTitle = texts.slice(0, firstCode < 0 ? texts.length : firstCode).some((text) => /^#\s/.test(text));
  return `${hasTitle ? body : `# ${doc.title}\n\n${body}`.trim()}\n${answeredQuestions(doc)}`;
}

function answeredQuestions({ frontMatter: { questions = [] } }: DocSource): string {
  if (questions.length === 0) return '';
  const lines = questions.map(({ ask, at }) => `- ${at === undefined ? ask : `[${ask.replaceAll(/[[\]]/g, '\\$&')}](#${at})`}\n`);
  return `\n## Questions this page answers\n\n${lines.join('')}`;
}

const isBlank = (text: string, line: Line | undefined): boolean => line?.kind === 'text' && text === '';

function plainMarkdown(text: string, rewritten: ReadonlyMap<string, string>): string {
  if (!/[\](<:]/.test(text)) return text;
  const linked = outsideCode(text, (part) =>
    part
      .replace(LINK, (_, before: string, target: string) => before + (rewritten.get(target) ?? target))
      .replace(DEFINITION, (_, before: string, target: string) => before + (rewritten.get(target) ?? target)),
  );
  return linked
    .replace(
      /^(\s*):::+\s*([a-z]+)\s*(?:\[(.*)\])?(.*)$/i,
      (_, indent: string, kind: string, label?: string, title = '') =>
        `${indent}**${kind.charAt(0).toUpperCase()}${kind.slice(1)}${(label ?? title) ? `: ${(label ?? title).trim()}` : ''}**`,
    )
    .replace(/^\s*:::+\s*$/, '');
}
