/** Pure rules of content negotiation (RFC 9110, 12.5): what of the forms that we have the client likes best. */

export type Encoding = 'br' | 'gzip';

/** Reads `Accept` and `Accept-Encoding`: lower-case names with their weights; what cannot be read is left out. */
function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.split(',', MAX_ITEMS)) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = readWeight(parameters);
    if (/^[\w!#$%&'*+.^`|~/-]+$/.test(name) && weight !== null) weights.set(name, weight);
  }
  return weights;
}

// No client has more to say; an attacker may send thousands.
const MAX_ITEMS = 32;

function readWeight(parameters: string[]): number | null {
  const written = parameters.find((parameter) => parameter.startsWith('q='));
  if (written === undefined) return 1;
  return /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(written) ? Number(written.slice(2)) : null;
}

/**
 * The encodings that the client takes, best first; at the same weight Brotli, the smaller one, goes first.
 * Not encoded at all is always possible, and is not listed.
 */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  if (!header) return [];
  const weights = readWeights(header);
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
 * Whether Markdown is asked for: it must be named, and HTML not be liked better. Browsers never name it;
 * agents name both and mean Markdown.
 */
export function prefersMarkdown(header: string | undefined): boolean {
  if (!header?.toLowerCase().includes('text/markdown')) return false;
  const weights = readWeights(header);
  const markdown = weights.get('text/markdown') ?? 0;
  return markdown > 0 && markdown >= (weights.get('text/html') ?? 0);
}

/** Whether `If-None-Match` names this entity tag; compared weakly, as RFC 9110 (13.1.2) wants it. */
export function matchesEntityTag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  return header.split(',', MAX_ITEMS).some((item) => item.trim().replace(/^W\//, '') === etag);
}
