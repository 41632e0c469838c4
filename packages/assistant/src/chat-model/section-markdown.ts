/** A section as the model reads it: Markdown, with its steps, rows and code in their places. */
import type { Section } from '@quire/engine/model/page.ts';
import { MARK, plainText } from '@quire/engine/model/text-marks.ts';

const STEP = new RegExp(`^${MARK.step}(?:(\\d+)${MARK.step})?`);
const HOLDERS = new RegExp(`[${MARK.item}${MARK.step}${MARK.admonition}${MARK.within}]`);

const fenced = (code: string): string => `\n\`\`\`\n${code}\n\`\`\`\n`;

/** A section's text and code. Without marks, code follows the text. */
export function sectionMarkdown({ text, marked = text, code }: Pick<Section, 'text' | 'marked' | 'code'>): string {
  const blocks = [...code];
  let step = 0;

  function line(written: string): string {
    const start = STEP.exec(written);
    if (start !== null) step = start[1] === undefined ? step + 1 : Number(start[1]);
    const lead = start !== null ? `${step}. ` : written.startsWith(MARK.item) ? '- ' : HOLDERS.test(written[0] ?? '') ? '  ' : '';
    const inline = written.replaceAll(MARK.code, '`').replaceAll(MARK.cell, '| ');
    return lead + plainText(inline);
  }

  const lines = marked.split('\n').map((written) =>
    written
      .split(MARK.codeBlock)
      .map((part, i) => (i === 0 ? line(part) : fenced(blocks.shift() ?? '') + line(part)))
      .join(''),
  );
  return [...lines, ...blocks.map(fenced)].join('\n').trim();
}
