import { createPdlCursor } from './pdl-cursor.ts';
import type { PdlCursor } from './pdl-cursor.ts';
import { readJson, readNotes } from './pdl-notes.ts';
import type { PdlNotes } from './pdl-notes.ts';
import { PdlError } from './pdl-tokens.ts';

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

/** A declaration; names in it are full: `com.linkedin.common.Owner`. */
export type PdlDeclaration = PdlNotes & { name: string; namespace: string; line: number } & (
    | { kind: 'record'; includes: readonly string[]; fields: readonly PdlField[] }
    | { kind: 'enum'; symbols: readonly (PdlNotes & { name: string })[] }
    | { kind: 'alias'; type: PdlType }
    | { kind: 'fixed' }
  );

/** Built-in types, which no import names. */
export const PRIMITIVES = new Set(['string', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'null']);

/** A file while it is read. */
interface PdlFile {
  cursor: PdlCursor;
  namespace: string;
  fullName(written: string): string;
  declarations: PdlDeclaration[];
}

/** Reads a PDL file: its declarations, nested ones too. Throws a PdlError with the line where the text is not PDL. */
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

/** Reads a declaration, keeps it and gives back its full name. */
function readDeclaration(file: PdlFile, notes: PdlNotes): string {
  const { cursor, namespace, declarations } = file;
  const { text: keyword, line } = cursor.take();
  if (!DECLARATION.test(keyword)) throw new PdlError(`record, enum, typeref or fixed is expected before ${JSON.stringify(keyword)}`, line);
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

/** `includes` may stand before the fields or after them. */
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
