import { defaultSchema } from 'hast-util-sanitize';

import { outsideCode } from './line.ts';
import type { Line } from './line.ts';

/** HTML that authors may write, beside the parser's own elements: what the sanitiser lets through or a step replaces. */
const KNOWN = new Set([
  ...(defaultSchema.tagNames ?? []),
  'iframe',
  'u',
  'small',
  'mark',
  'abbr',
  'figure',
  'figcaption',
  'video',
  'center',
  'font',
  'script',
  'style',
  'svg',
  'path',
  'admonition',
  'admonitiontitle',
]);

/**
 * Makes text of what looks like a tag but is none: `<my-dataset>` in a sentence is a placeholder that the reader
 * should see, where an HTML parser would swallow it.
 */
export function keepPlaceholders(lines: Line[]): Line[] {
  return lines.map((line) => {
    if (line.kind !== 'text' || !line.text.includes('<')) return line;
    const text = outsideCode(line.text, (part) =>
      part.replace(/<(\/?)([a-z][\w-]*)(?=[\s>/])/g, (whole, _slash: string, name: string) =>
        KNOWN.has(name) || name.startsWith('x-') ? whole : `&lt;${whole.slice(1)}`,
      ),
    );
    return { ...line, text };
  });
}
