/**
 * The marks by which a section's text keeps what its lines are: steps, items, rows, code. They are control characters
 * that no text has, so that taking them out gives the text as a reader sees it.
 */
export const MARK = {
  /** Begins the first line of an item of a bulleted list. */
  item: '\u0080',
  /** Begins the first line of a numbered step. Step one of a list carries its number: mark, digits, mark. */
  step: '\u0081',
  /** Begins the first line of an admonition: its title. */
  admonition: '\u0082',
  /** Begins the further lines of an item, a step or an admonition. */
  within: '\u0083',
  /** Begins a row of a table, or the row of its headings. */
  row: '\u0084',
  headerRow: '\u0086',
  /** Between two cells of a row. */
  cell: '\u0087',
  /** Before and after code in a line. */
  code: '\u0088',
  /** Here stands the next of the section's code blocks. */
  codeBlock: '\u0089',
  /** Begins a line, or a cell of a row, that states nothing: a caption, or a link alone. */
  label: '\u008a',
} as const;

// oxlint-disable-next-line no-control-regex
const ALL = /\u0081\d+\u0081|[\u0080-\u008a]/g;

/** A text without its marks. */
export function plainText(marked: string): string {
  return marked.replace(ALL, '');
}

/** The text of an author without characters that could be taken for marks. */
export function withoutMarks(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0080-\u009f]/g, '');
}
