import { ADMONITIONS } from '#content/admonitions.ts';

import { entry, list, type Entry, type Note } from './values.ts';

/** Returns the names of admonitions that the docs add to those of Docusaurus. */
export function readAdmonitions(docs: readonly Entry[], notes: Note[]): Entry {
  const written = docs.flatMap((one) => list(entry(one['admonitions'])['keywords'])).filter((name) => typeof name === 'string');
  const names = [...new Set(written)].filter((name) => !Object.hasOwn(ADMONITIONS, name));
  if (names.length === 0) return {};
  notes.push({ kind: 'kept', text: `the admonitions ${names.join(', ')}, which look like \`info\`` });
  return { admonitions: names };
}
