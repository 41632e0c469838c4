import { closest, distance } from 'fastest-levenshtein';

/** Maximum number of characters of names that are compared, because the time of a comparison is proportional to the product of their lengths. */
const MAX_COMPARED = 100;

/**
 * Returns the most similar of several names, ids, or routes; null if none is similar enough, or if the name is too long to be compared.
 * @param maxDistance maximum number of characters to insert, delete, or replace
 */
export function nearestName(name: string, names: readonly string[], maxDistance = Infinity): string | null {
  const compared = name.length > MAX_COMPARED ? [] : names.filter(({ length }) => length <= MAX_COMPARED);
  if (compared.length === 0) return null;
  const near = closest(name, compared);
  return distance(name, near) <= maxDistance ? near : null;
}
