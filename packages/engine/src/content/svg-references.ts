/** Finds what the elements and styles of a drawing reference. */
import { plainCss, type PlainCss } from './svg-css.ts';
import type { Shape } from './svg-expansion.ts';

/**
 * How often an element shows what it references: once, once for each element inside, which inherit the reference, or for each of their vertices.
 */
type Repetition = 'once' | 'element' | 'vertex';
export interface Reference {
  /** Null: in another file. */
  id: string | null;
  repeated: Repetition;
}

/** The start of a declaration, its end, or an address, with its fragment if it has one. */
const PART = /(?:^|[;{}]) ?([\w-]{1,30}) ?:|[;{}]|url\( ?["']? ?([^)"'#]*)(?:#([^)"']*))?/gi;

/** Returns the references in plain CSS. @param property the attribute that it is the value of, if any */
export function referencesIn({ text, isClear }: PlainCss, property = ''): Reference[] {
  const found: Reference[] = [];
  let name = property;
  for (const [part, declared, file, id] of text.matchAll(PART)) {
    if (id === undefined) name = declared ?? (part === ';' ? '' : name);
    // Fonts are not drawings.
    else if (!isClear || name !== 'src')
      found.push({ id: file === '' ? id.trim() : null, repeated: isClear ? repetitionOf(name) : 'vertex' });
  }
  return found;
}

function repetitionOf(property: string): Repetition {
  if (/^(?:mask|clip-?path|filter)/i.test(property)) return 'once';
  // Other markers are only at the start and at the end of a shape.
  return /^marker(?:-?mid)?$/i.test(property) ? 'vertex' : 'element';
}

export function ownReferences(shape: Shape): Reference[] {
  return shape.attributes.flatMap(([name, value]) =>
    name !== 'href' && /url|\\/i.test(value) ? referencesIn(plainCss(value), name === 'style' ? '' : name) : [],
  );
}
