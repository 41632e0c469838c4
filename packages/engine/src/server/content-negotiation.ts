/** Chooses the encoding and the format that the client prefers (RFC 9110, 12.5), and compares entity tags. */

export type Encoding = 'br' | 'gzip';

/** Parses `Accept` and `Accept-Encoding` into lowercase names with weights; ignores invalid entries. */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.split(',', MAX_ITEMS)) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parseWeight(parameters);
    if (/^[\w!#$%&'*+.^`|~/-]+$/.test(name) && weight !== null) weights.set(name, weight);
  }
  return weights;
}

// Maximum number of entries that are read. Real clients send fewer; an attacker may send thousands.
const MAX_ITEMS = 32;

function parseWeight(parameters: string[]): number | null {
  const written = parameters.find((parameter) => parameter.startsWith('q='));
  if (written === undefined) return 1;
  return /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(written) ? Number(written.slice(2)) : null;
}

/**
 * Returns the encodings that the client accepts, best first. With equal weights, Brotli comes first, because its files are
 * smaller. The identity encoding is always possible and not listed.
 */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  if (!header) return [];
  const weights = parseWeights(header);
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const plain = weights.get('identity') ?? 0;
  const weighted: { encoding: Encoding; weight: number }[] = [
    { encoding: 'br', weight: weightOf('br') },
    { encoding: 'gzip', weight: Math.max(weightOf('gzip'), weights.get('x-gzip') ?? 0) },
  ];
  return weighted
    .filter(({ weight }) => weight > 0 && weight >= plain)
    .sort((a, b) => b.weight - a.weight)
    .map(({ encoding }) => encoding);
}

/**
 * Whether the client prefers Markdown: it must accept Markdown explicitly and must not prefer HTML. Browsers never list
 * Markdown; agents list both and want Markdown.
 */
export function prefersMarkdown(header: string | undefined): boolean {
  if (!header?.toLowerCase().includes('text/markdown')) return false;
  const weights = parseWeights(header);
  const markdown = weights.get('text/markdown') ?? 0;
  return markdown > 0 && markdown >= (weights.get('text/html') ?? 0);
}

/** Whether the client asks for a page, as browsers do when they navigate; programs usually accept anything or JSON. */
export function prefersHtml(header: string | undefined): boolean {
  const weights = parseWeights(header ?? '');
  const html = weights.get('text/html') ?? 0;
  return html > 0 && html >= (weights.get('application/json') ?? 0);
}

/** Whether `If-None-Match` names this entity tag. The comparison is weak, as RFC 9110 (13.1.2) requires. */
export function matchesEntityTag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  return header.split(',', MAX_ITEMS).some((item) => item.trim().replace(/^W\//, '') === etag);
}
