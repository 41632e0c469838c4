import { outsideCode } from './source-lines.ts';
import type { Line, Report } from './source-lines.ts';

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

const IMPORT = /^import\s+(?:[\w*{}\s,]+\s+from\s+)?['"](?<from>[^'"]+)['"];?\s*$/;
const KNOWN = /^(@theme\/|@site\/|@docusaurus\/)/;

/**
 * Drops the import lines of Docusaurus trees: components are known by name here and nothing in content is run (D10).
 * An import of anything else is reported, since what it brings would be missing.
 */
export function removeImports(lines: Line[], report: Report): Line[] {
  return lines.map((line) => {
    if (line.kind !== 'text' || !line.text.startsWith('import ')) return line;
    const from = IMPORT.exec(line.text)?.groups?.['from'];
    if (from === undefined) return line;
    if (!KNOWN.test(from))
      report(line.number, `import of "${from}": content runs no code, so remove the line and use the built-in components`);
    return { ...line, text: '' };
  });
}
