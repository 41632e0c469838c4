import { closest, distance } from 'fastest-levenshtein';

/** An error in an example. */
export interface Finding {
  /** 1-based line in the example's code. */
  line: number;
  message: string;
  severity?: 'error' | 'warning';
}

/** `; did you mean "x"?` if a known name is similar, otherwise the known names if there are at most eight. */
export function hint(name: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const near = closest(name, known as string[]);
  if (distance(name, near) <= Math.max(2, name.length / 3)) return `; did you mean "${near}"?`;
  return known.length <= 8 ? `; known: ${known.join(', ')}` : '';
}
