/** Checks SVG files that are published unchanged: a browser that opens one runs its scripts with the origin of the site. Also converts labels of draw.io. */

/** Elements that run code, load documents, or contain HTML, with any namespace prefix. */
const ACTIVE_ELEMENT = /<(?:[\w.-]+:)?(?:script|foreignObject|iframe|object|embed|handler|listener|link|meta|base)\b/i;
const ACTIVE_ATTRIBUTE = /[\s"'/](?:[\w.-]+:)?on[a-z]+\s*=/i;
/** Links within the file, links to pages, embedded pictures, and relative paths. */
const SAFE_ADDRESS = /^(?:#|https?:\/\/|data:image\/(?:png|jpeg|gif|webp)[;,]|(?![a-z][a-z\d+.-]*:))/i;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Returns the reason why an SVG file cannot be published, for the author; null if it is safe. No XML parser is needed, because files with entities or
 * other encodings are rejected: in all others, names of elements and attributes cannot be disguised.
 */
export function dangerInSvg(bytes: Uint8Array): string | null {
  const refuse = (what: string): string => `the drawing contains ${what}, so it is not published: export it without that`;
  let text;
  try {
    text = decoder.decode(bytes);
  } catch {
    return refuse('text that is not UTF-8');
  }
  const encoding = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']*)/i.exec(text)?.[1] ?? 'utf-8';
  if (!/^(?:utf-8|us-ascii|ascii|iso-8859-1)$/i.test(encoding)) return refuse(`text in ${encoding}`);
  if (/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(text)) return refuse('definitions of entities');
  if (/<\?(?!xml\s)/i.test(text)) return refuse('processing instructions');
  const plain = decodeReferences(text);
  const active = ACTIVE_ELEMENT.exec(text)?.[0] ?? ACTIVE_ATTRIBUTE.exec(text)?.[0];
  if (active !== undefined) return refuse(`"${active.trim()}"`);
  if (/1999\/xhtml/i.test(plain)) return refuse('HTML');
  for (const [, , address = ''] of plain.matchAll(/\bhref\s*=\s*(["'])([^"']*)\1/gi))
    // oxlint-disable-next-line no-control-regex
    if (!SAFE_ADDRESS.test(address.replace(/[\u0000-\u0020]/g, ''))) return refuse(`the address "${address.slice(0, 40)}"`);
  if (/\battributeName\s*=\s*["']\s*(?:[\w.-]+:)?(?:href|on[a-z]+)/i.test(plain)) return refuse('an animation of an address');
  return null;
}

/** Replaces numeric character references with their characters. */
function decodeReferences(text: string): string {
  return text.replace(/&#(x[\da-f]{1,6}|\d{1,7});/gi, (whole, code: string) => {
    const point = Number(/^x/i.test(code) ? `0${code}` : code);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/**
 * Replaces the HTML labels of a draw.io drawing with SVG text, because `<foreignObject>` is not published. draw.io writes each label as a
 * `<switch>` of HTML and a shortened text, and adds a note for programs that support neither.
 */
export const withTextLabels = (svg: string): string =>
  svg
    .split('<switch>')
    .map((part, index) => {
      const end = index === 0 ? -1 : part.indexOf('</switch>');
      return end < 0 ? `${index === 0 ? '' : '<switch>'}${part}` : labelAsText(part.slice(0, end)) + part.slice(end + '</switch>'.length);
    })
    .join('');

/** Returns the text alternative of a `<switch>` with all words of its HTML label; '' for the note about the program. */
function labelAsText(alternatives: string): string {
  if (/^\s*<g\s[^>]*requiredFeatures=/.test(alternatives)) return '';
  const html = alternatives.indexOf('>', alternatives.indexOf('<foreignObject')) + 1;
  const end = alternatives.lastIndexOf('</foreignObject>');
  const start = /<text\b[^<>]*>/.exec(alternatives.slice(Math.max(0, end)))?.[0];
  if (!alternatives.trimStart().startsWith('<foreignObject') || end < 0 || start === undefined) return `<switch>${alternatives}</switch>`;
  const label = alternatives.slice(html, end);
  const width = Number(/\bwidth:\s*(\d+)px/.exec(label)?.[1] ?? 0);
  const lines = label
    .replace(/<br\b[^<>]*>|<\/(?:div|p|li|h\d)>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&nbsp;|[ \t]+/g, ' ')
    .split('\n')
    .flatMap((line) => wrapLine(line.trim(), width))
    .filter((line) => line !== '');
  const x = /\sx="([^"]*)"/.exec(start)?.[1] ?? '0';
  const rows = lines.map(
    (line, index) => `<tspan x="${x}" dy="${index === 0 ? (-LINE_HEIGHT_EM * (lines.length - 1)) / 2 : LINE_HEIGHT_EM}em">${line}</tspan>`,
  );
  return `${start}${rows.join('')}</text>`;
}

/** Line height of a label. */
const LINE_HEIGHT_EM = 1.2;
/** Average width of a character of a label. */
const CHARACTER_WIDTH_PX = 6.5;

/** Wraps a line between words. @param width in pixels; 1 (by draw.io) or 0: do not wrap */
function wrapLine(line: string, width: number): string[] {
  if (width <= 1) return [line];
  const rows: string[] = [];
  for (const word of line.split(' ')) {
    const last = rows.at(-1);
    if (last !== undefined && (last.length + 1 + word.length) * CHARACTER_WIDTH_PX <= width) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}
