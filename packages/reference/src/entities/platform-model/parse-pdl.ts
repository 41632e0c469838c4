/** Parses PDL, the language of Pegasus data schemas in which the platform's metadata model is written. */

/** The type of a field or an alias. */
export type PdlType =
  | { kind: 'name'; name: string }
  | { kind: 'array'; of: PdlType }
  | { kind: 'map'; of: PdlType }
  | { kind: 'union'; members: readonly { alias: string | null; type: PdlType }[] };

export interface PdlField extends PdlNotes {
  name: string;
  type: PdlType;
  optional: boolean;
  default?: unknown;
  line: number;
}

/** A declaration with fully qualified names: `com.linkedin.common.Owner`. */
export type PdlDeclaration = PdlNotes & { name: string; namespace: string; line: number } & (
    | { kind: 'record'; includes: readonly string[]; fields: readonly PdlField[] }
    | { kind: 'enum'; symbols: readonly (PdlNotes & { name: string })[] }
    | { kind: 'alias'; type: PdlType }
    | { kind: 'fixed' }
  );

/** Built-in types, which need no import. */
export const PRIMITIVES = new Set(['string', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'null']);

/** The state of parsing one file. */
interface PdlFile {
  cursor: PdlCursor;
  namespace: string;
  fullName(written: string): string;
  declarations: PdlDeclaration[];
}

/** Parses a PDL file and returns its declarations, including nested ones. @throws PdlError with the line of a syntax error */
export function parsePdl(source: string): PdlDeclaration[] {
  const cursor = createPdlCursor(source);
  const namespace = cursor.takeIf('namespace') ? cursor.name() : '';
  if (cursor.takeIf('package')) cursor.name();
  const imports = new Map<string, string>();
  while (cursor.takeIf('import')) {
    const full = cursor.name();
    imports.set(full.slice(full.lastIndexOf('.') + 1), full);
  }
  const fullName = (written: string): string =>
    PRIMITIVES.has(written) || written.includes('.') ? written : (imports.get(written) ?? `${namespace}.${written}`);
  const file: PdlFile = { cursor, namespace, fullName, declarations: [] };
  while (!cursor.atEnd()) readDeclaration(file, readNotes(cursor));
  return file.declarations;
}

/** Parses a declaration, stores it, and returns its full name. */
function readDeclaration(file: PdlFile, notes: PdlNotes): string {
  const { cursor, namespace, declarations } = file;
  const { text: keyword, line } = cursor.take();
  if (!DECLARATION.test(keyword)) throw new PdlError(`record, enum, typeref, or fixed is expected before ${JSON.stringify(keyword)}`, line);
  const common = { ...notes, name: cursor.name(), namespace, line };
  if (keyword === 'record') declarations.push({ ...common, kind: 'record', ...readRecord(file) });
  if (keyword === 'enum') declarations.push({ ...common, kind: 'enum', symbols: readSymbols(cursor) });
  if (keyword === 'typeref') {
    cursor.expect('=');
    declarations.push({ ...common, kind: 'alias', type: readType(file) });
  }
  if (keyword === 'fixed') {
    cursor.take();
    declarations.push({ ...common, kind: 'fixed' });
  }
  return `${namespace}.${common.name}`;
}

const DECLARATION = /^(record|enum|typeref|fixed)$/;

/** Parses the body of a record. `includes` may be before or after the fields. */
function readRecord(file: PdlFile): { includes: string[]; fields: PdlField[] } {
  const before = readIncludes(file);
  const fields: PdlField[] = [];
  file.cursor.expect('{');
  file.cursor.until('}', () => fields.push(readField(file)));
  return { includes: [...before, ...readIncludes(file)], fields };
}

function readIncludes({ cursor, fullName }: PdlFile): string[] {
  const names: string[] = [];
  if (!cursor.takeIf('includes')) return names;
  do names.push(fullName(cursor.name()));
  while (cursor.takeIf(','));
  return names;
}

function readField(file: PdlFile): PdlField {
  const { cursor } = file;
  const notes = readNotes(cursor);
  const { line } = cursor.peek();
  const name = cursor.name();
  cursor.expect(':');
  const optional = cursor.takeIf('optional');
  const type = readType(file);
  return { ...notes, name, type, optional, line, ...(cursor.takeIf('=') ? { default: readJson(cursor) } : {}) };
}

function readSymbols(cursor: PdlCursor): (PdlNotes & { name: string })[] {
  const symbols: (PdlNotes & { name: string })[] = [];
  cursor.expect('{');
  cursor.until('}', () => symbols.push({ ...readNotes(cursor), name: cursor.name() }));
  return symbols;
}

function readType(file: PdlFile): PdlType {
  const { cursor } = file;
  const notes = readNotes(cursor);
  if (DECLARATION.test(cursor.peek().text)) return { kind: 'name', name: readDeclaration(file, notes) };
  const written = cursor.name();
  if (written === 'array' || written === 'map') {
    cursor.expect('[');
    if (written === 'map') {
      readType(file);
      cursor.expect(',');
    }
    const of = readType(file);
    cursor.expect(']');
    return { kind: written, of };
  }
  return written === 'union' ? readUnion(file) : { kind: 'name', name: file.fullName(written) };
}

function readUnion(file: PdlFile): PdlType {
  const { cursor } = file;
  const members: { alias: string | null; type: PdlType }[] = [];
  cursor.expect('[');
  cursor.until(']', () => {
    readNotes(cursor);
    const alias = cursor.isBefore(':') ? cursor.name() : null;
    if (alias !== null) cursor.expect(':');
    members.push({ alias, type: readType(file) });
  });
  return { kind: 'union', members };
}

/** Documentation and annotations before a declaration or a field. */
export interface PdlNotes {
  doc: string;
  /** By name without `@`; an annotation without a value is true. */
  annotations: Readonly<Record<string, unknown>>;
}

function readNotes(cursor: PdlCursor): PdlNotes {
  let doc = '';
  const annotations: Record<string, unknown> = {};
  for (;;) {
    if (cursor.peek().kind === 'doc') doc = cursor.take().text;
    else if (cursor.takeIf('@')) {
      const key = cursor.name();
      annotations[key] = cursor.takeIf('=') ? readJson(cursor) : true;
    } else return { doc, annotations };
  }
}

/** Parses the JSON value of an annotation or a default. */
export function readJson(cursor: PdlCursor): unknown {
  const { kind, text, line } = cursor.take();
  if (kind === 'string') return text;
  if (kind === 'number') return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  if (text === '{') return readObject(cursor);
  if (text !== '[') throw new PdlError(`a value is expected before ${JSON.stringify(text)}`, line);
  const items: unknown[] = [];
  cursor.until(']', () => items.push(readJson(cursor)));
  return items;
}

function readObject(cursor: PdlCursor): Record<string, unknown> {
  const entries: [string, unknown][] = [];
  cursor.until('}', () => {
    const key = cursor.take().text;
    cursor.expect(':');
    entries.push([key, readJson(cursor)]);
  });
  return Object.fromEntries(entries);
}

/** A cursor over the tokens of a PDL text. @throws PdlError for an unexpected token */
export interface PdlCursor {
  peek(): PdlToken;
  /** Consumes the next token. */
  take(): PdlToken;
  /** Consumes the next token if it is this mark or word. */
  takeIf(text: string): boolean;
  /** Consumes the next token, which must be this mark. */
  expect(mark: string): void;
  /** Consumes the next token, which must be a name. */
  name(): string;
  /** Whether the token after the next one is this mark. */
  isBefore(mark: string): boolean;
  /** Calls `each` until the closing mark; commas between are optional. */
  until(close: string, each: () => void): void;
  atEnd(): boolean;
}

/** @throws PdlError for characters that are not valid in PDL */
function createPdlCursor(source: string): PdlCursor {
  const tokens = readPdlTokens(source);
  const last = tokens.length - 1;
  let position = 0;
  const at = (index: number): PdlToken => tokens[Math.min(index, last)] ?? { kind: 'end', text: '', line: 1 };
  const peek = (): PdlToken => at(position);
  const take = (): PdlToken => at(position++);
  const atEnd = (): boolean => peek().kind === 'end';

  function missing(what: string): never {
    throw new PdlError(`${what} is expected before ${JSON.stringify(peek().text)}`, peek().line);
  }

  function takeIf(text: string): boolean {
    const { kind, text: here } = peek();
    if (here !== text || (kind !== 'mark' && kind !== 'name')) return false;
    position++;
    return true;
  }

  return {
    peek,
    take,
    takeIf,
    atEnd,
    expect: (mark) => (takeIf(mark) ? undefined : missing(mark)),
    name: () => (peek().kind === 'name' ? take().text : missing('a name')),
    isBefore: (mark) => at(position + 1).text === mark,
    until(close, each) {
      while (!takeIf(close)) {
        if (atEnd()) missing(close);
        each();
        takeIf(',');
      }
    },
  };
}

/** A token of a PDL file. */
export interface PdlToken {
  kind: 'name' | 'string' | 'number' | 'mark' | 'doc' | 'end';
  /** As written; for strings and documentation without their delimiters. */
  text: string;
  /** 1-based. */
  line: number;
}

/** A syntax error with its line. */
export class PdlError extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** The patterns of tokens, in the order in which they are tried. */
const PATTERNS = [
  ['space', /\s+|\/\/[^\n]*|\/\*(?!\*)[\s\S]*?\*\//y],
  ['doc', /\/\*\*[\s\S]*?\*\//y],
  ['string', /"(?:[^"\\\n]|\\.)*"/y],
  ['number', /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y],
  ['name', /`?[A-Za-z_]\w*`?(?:\.`?[A-Za-z_*/][\w/*-]*`?)*/y],
  ['mark', /[{}[\](),:=@]/y],
] as const;

/** @throws PdlError at an invalid character */
function readPdlTokens(source: string): PdlToken[] {
  const tokens: PdlToken[] = [];
  let [offset, line] = [0, 1];
  while (offset < source.length) {
    const found = match(source, offset);
    if (found === null) throw new PdlError(`${JSON.stringify(source[offset])} is not valid in PDL`, line);
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

/** Returns the content of a token without its delimiters. */
function contentOf(kind: PdlToken['kind'], text: string, line: number): string {
  if (kind === 'name') return text.replaceAll('`', '');
  if (kind === 'doc')
    return text
      .slice(3, -2)
      .replace(/^[ \t]*\* ?/gm, '')
      .replace(/\s+/g, ' ')
      .trim();
  if (kind !== 'string') return text;
  try {
    return String(JSON.parse(text));
  } catch {
    throw new PdlError(`${text} is not a string: it has an unknown escape`, line);
  }
}
