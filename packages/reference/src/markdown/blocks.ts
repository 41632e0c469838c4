/** Markdown blocks of generated pages. */

/** A fenced block that holds the code whatever marks are in it. @param meta words after the language */
export function fencedCode(language: string, code: string, meta = ''): string {
  const longest = Math.max(2, ...[...code.matchAll(/^\s*(`{3,})/gm)].map((match) => match[1]?.length ?? 0));
  const mark = '`'.repeat(longest + 1);
  return `${mark}${language}${meta === '' ? '' : ` ${meta}`}\n${code.replace(/\n+$/, '')}\n${mark}`;
}

/** A table of cells that are Markdown already. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Blocks with blank lines between them; empty ones are left out. */
export const blocks = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null && part !== '').join('\n\n');
