/** Shortens a text to a maximum number of characters, by whole words if possible, and adds an ellipsis. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const space = text.lastIndexOf(' ', maxLength);
  // A character of two code units is kept or left out as a whole.
  return `${text.slice(0, space > 0 ? space : maxLength).replace(/[\u{D800}-\u{DBFF}]$/u, '')}…`;
}
