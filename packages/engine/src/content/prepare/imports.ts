import type { Line, Report } from './line.ts';

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
