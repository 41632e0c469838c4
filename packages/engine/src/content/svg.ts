/** Checks SVG files that are published as they are, because a browser that opens one runs the code in it with the rights of the site. */

/** Elements that run code, load documents, or are HTML, with any prefix. */
const ACTIVE_ELEMENT = /<(?:[\w.-]+:)?(?:script|foreignObject|iframe|object|embed|handler|listener|link|meta|base)\b/i;
const ACTIVE_ATTRIBUTE = /[\s"'/](?:[\w.-]+:)?on[a-z]+\s*=/i;
/** Addresses that stay inside of the file, or lead to pages and pictures. */
const SAFE_ADDRESS = /^(?:#|https?:\/\/|data:image\/(?:png|jpeg|gif|webp)[;,]|(?![a-z][a-z\d+.-]*:))/i;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Returns why an SVG file cannot be published, or null. An XML parser would not make the check stricter: without entities and with one encoding, the
 * names of elements and attributes are in the file as they are.
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
  const plain = withoutReferences(text);
  const active = ACTIVE_ELEMENT.exec(text)?.[0] ?? ACTIVE_ATTRIBUTE.exec(text)?.[0];
  if (active !== undefined) return refuse(`"${active.trim()}"`);
  if (/1999\/xhtml/i.test(plain)) return refuse('HTML');
  for (const [, , address = ''] of plain.matchAll(/\bhref\s*=\s*(["'])([^"']*)\1/gi))
    // oxlint-disable-next-line no-control-regex
    if (!SAFE_ADDRESS.test(address.replace(/[\u0000-\u0020]/g, ''))) return refuse(`the address "${address.slice(0, 40)}"`);
  if (/\battributeName\s*=\s*["']\s*(?:[\w.-]+:)?(?:href|on[a-z]+)/i.test(plain)) return refuse('an animation of an address');
  return null;
}

/** The text with numeric character references as characters. */
function withoutReferences(text: string): string {
  return text.replace(/&#(x[\da-f]{1,6}|\d{1,7});/gi, (whole, code: string) => {
    const point = Number(/^x/i.test(code) ? `0${code}` : code);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/**
 * Returns a drawing whose labels are text of SVG. draw.io writes each label as HTML, with a shortened text for programs that do not show HTML
 * in drawings, and a note for those that show neither.
 */
export const withTextLabels = (svg: string): string =>
  svg
    .split('<switch>')
    .map((part, index) => {
      const end = index === 0 ? -1 : part.indexOf('</switch>');
      return end < 0 ? `${index === 0 ? '' : '<switch>'}${part}` : textOf(part.slice(0, end)) + part.slice(end + '</switch>'.length);
    })
    .join('');

/** The alternative of a switch that is text, with all words of the label; '' for a note about the program. */
function textOf(alternatives: string): string {
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
    .flatMap((line) => wrapped(line.trim(), width))
    .filter((line) => line !== '');
  const x = /\sx="([^"]*)"/.exec(start)?.[1] ?? '0';
  const rows = lines.map(
    (line, index) => `<tspan x="${x}" dy="${index === 0 ? (-LINE * (lines.length - 1)) / 2 : LINE}em">${line}</tspan>`,
  );
  return `${start}${rows.join('')}</text>`;
}

/** Height of a line of a label. */
const LINE = 1.2;
/** Pixels that a character of a label takes, on average. */
const CHARACTER = 6.5;

/** Divides a line between words. @param width pixels; a label whose lines are not divided has a width of 1 */
function wrapped(line: string, width: number): string[] {
  if (width <= 1) return [line];
  const rows: string[] = [];
  for (const word of line.split(' ')) {
    const last = rows.at(-1);
    if (last !== undefined && (last.length + 1 + word.length) * CHARACTER <= width) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}
