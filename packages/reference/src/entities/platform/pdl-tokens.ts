/** A word, a mark or a literal of a PDL file. */
export interface PdlToken {
  kind: 'name' | 'string' | 'number' | 'mark' | 'doc' | 'end';
  /** As written; for strings and documentation what is inside. */
  text: string;
  /** 1-based. */
  line: number;
}

/** What is wrong with a PDL text, and on which line. */
export class PdlError extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

const PATTERNS = [
  ['space', /\s+|\/\/[^\n]*|\/\*(?!\*)[\s\S]*?\*\//y],
  ['doc', /\/\*\*[\s\S]*?\*\//y],
  ['string', /"(?:[^"\\\n]|\\.)*"/y],
  ['number', /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y],
  ['name', /`?[A-Za-z_]\w*`?(?:\.`?[A-Za-z_*/][\w/*-]*`?)*/y],
  ['mark', /[{}[\](),:=@]/y],
] as const;

/** Throws a PdlError at a character that means nothing. */
export function readPdlTokens(source: string): PdlToken[] {
  const tokens: PdlToken[] = [];
  let [offset, line] = [0, 1];
  while (offset < source.length) {
    const found = match(source, offset);
    if (found === null) throw new PdlError(`${JSON.stringify(source[offset])} is no part of PDL`, line);
    const { kind, text } = found;
    if (kind !== 'space') tokens.push({ kind, text: contentOf(kind, text, line), line });
    line += text.split('\n').length - 1;
    offset += text.length;
  }
  return [...tokens, { kind: 'end', text: 'the end of the file', line }];
}

function match(source: string, offset: number) {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = offset;
    const text = pattern.exec(source)?.[0];
    if (text !== undefined) return { kind, text };
  }
  return null;
}

function contentOf(kind: PdlToken['kind'], text: string, line: number): string {
  if (kind === 'name') return text.replaceAll('`', '');
  if (kind === 'doc')
    return text
      .slice(3, -2)
      .replace(/^\s*\* ?/gm, '')
      .replace(/\s+/g, ' ')
      .trim();
  if (kind !== 'string') return text;
  try {
    return String(JSON.parse(text));
  } catch {
    throw new PdlError(`${text} is no text: an escape in it is unknown`, line);
  }
}
