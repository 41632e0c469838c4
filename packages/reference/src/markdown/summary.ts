const LONGEST = 158;

/** A text of the catalogue without its Markdown: the words of its links and code. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/\[([^\][]+)\]\([^()\s]+\)/g, '$1')
    .replaceAll('`', '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A page's description of at most 158 characters: a lead and what it is about, cut at a word. Plain text, no Markdown. */
export function summaryOf(lead: string, about: string): string {
  const whole = `${lead}: ${plainText(about)}`;
  return whole.length <= LONGEST ? whole : `${whole.slice(0, whole.lastIndexOf(' ', LONGEST - 1)).replace(/[,;:.]$/, '')}…`;
}
