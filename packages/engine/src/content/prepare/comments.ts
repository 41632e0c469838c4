import { outsideCode } from './line.ts';
import type { Line } from './line.ts';

/** Removes HTML comments, which may run over lines, and `{/* … *\/}` comments; the lines stay. */
export function removeComments(lines: Line[]): Line[] {
  let inside = false;
  return lines.map((line) => {
    if (line.kind !== 'text' && !inside) return line;
    if (!inside && !line.text.includes('<!--') && !line.text.includes('{/*')) return line;
    let text = line.text;
    if (inside) {
      const end = text.indexOf('-->');
      if (end < 0) return { ...line, text: '', kind: 'text' };
      text = text.slice(end + 3);
      inside = false;
    }
    const kept = outsideCode(text, (part) => part.replace(/<!--[\s\S]*?-->/g, '').replace(/\{\/\*[\s\S]*?\*\/\}/g, ''));
    const start = kept.search(/<!--(?!.*`.*-->)/);
    if (start < 0) return { ...line, text: kept, kind: 'text' };
    inside = true;
    return { ...line, text: kept.slice(0, start), kind: 'text' };
  });
}
