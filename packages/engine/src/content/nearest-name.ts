import { closest } from 'fastest-levenshtein';

/** Maximum number of characters of names that are compared, because the time of a comparison is proportional to the product of their lengths. */
const MAX_COMPARED = 100;

/** Returns the most similar of several names, ids, or routes; null if there is none, or if the name is too long to be compared. */
export function nearestName(name: string, names: readonly string[]): string | null {
  const compared = name.length > MAX_COMPARED ? [] : names.filter(({ length }) => length <= MAX_COMPARED);
  return compared.length === 0 ? null : closest(name, compared);
}
