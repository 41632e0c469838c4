import type { PdlCursor } from './pdl-cursor.ts';
import { PdlError } from './pdl-tokens.ts';

/** What stands before a declaration or a field. */
export interface PdlNotes {
  doc: string;
  /** By name without `@`; an annotation without a value is true. */
  annotations: Readonly<Record<string, unknown>>;
}

export function readNotes(cursor: PdlCursor): PdlNotes {
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

/** The value of an annotation or a default, which PDL writes as JSON. */
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
