import type { DocSource } from './document.ts';
import { outsideCode } from './source-lines.ts';
import type { Line } from './source-lines.ts';

const LINK = /(\]\(\s*<?)([^)\s>]+)/g;
const DEFINITION = /^(\s*\[[^\]]+\]:\s*<?)([^\s>]+)/;

/**
 * The page as Markdown for agents and for copying: the author's text with the title on top, files included, links
 * made absolute to the site, and components as plain Markdown.
 * @param rewritten link targets as written → address on the site
 */
export function markdownTwin(doc: DocSource, lines: Line[], rewritten: ReadonlyMap<string, string>): string {
  const body = lines.map((line) => (line.kind === 'text' ? plainMarkdown(line.text, rewritten) : line.text)).join('\n');
  const titled = /^#\s/m.test(body.split(/^(?:```|~~~)/m)[0] ?? '') ? body : `# ${doc.title}\n\n${body}`;
  return `${titled.replace(/\n{3,}/g, '\n\n').trim()}\n`;
}

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
    .replace(/^\s*:::+\s*$/, '')
    .replace(/<TabItem[^>]*?label=(?:"([^"]*)"|'([^']*)')[^>]*>/g, (_, double?: string, single?: string) => `**${double ?? single}**`)
    .replace(/<\/?(?:Tabs|TabItem)[^>]*>/g, '')
    .replace(/<FeatureAvailability([^>]*)>(?:<\/FeatureAvailability>)?/g, (_, attributes: string) => availability(attributes));
}

function availability(attributes: string): string {
  if (attributes.includes('saasOnly')) return '*Available in Managed DataHub only.*';
  if (attributes.includes('ossOnly')) return '*Available in self-hosted DataHub only.*';
  return '*Available in self-hosted and Managed DataHub.*';
}
