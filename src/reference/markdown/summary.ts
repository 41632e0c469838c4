const LONGEST = 158;

/** A page's description of at most 158 characters: a lead and what it is about, cut at a word. Plain text, no Markdown. */
export function summaryOf(lead: string, about: string): string {
  const plain = about
    .replace(/\[([^\][]+)\]\([^()\s]+\)/g, '$1')
    .replaceAll('`', '')
    .replace(/\s+/g, ' ')
    .trim();
  const whole = `${lead}: ${plain}`;
  return whole.length <= LONGEST ? whole : `${whole.slice(0, whole.lastIndexOf(' ', LONGEST - 1)).replace(/[,;:.]$/, '')}…`;
}
