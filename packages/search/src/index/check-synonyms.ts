import type { Problem } from '@quire/engine/model/problem.ts';
import type { Dictionary } from '../rank/dictionary.ts';
import type { SynonymRule } from '../rank/synonym-rules.ts';

/**
 * Synonyms that lead nowhere: a target whose words no page holds. In a group each member is a target, so both sides are
 * checked there; the `from` of a one-way rule is what readers write and need not occur.
 */
export function checkSynonyms(
  index: { dictionary: Dictionary; synonyms: readonly SynonymRule[] },
  file = 'content/synonyms.yaml',
): Problem[] {
  const missing = new Map<string, string>();
  for (const { from, to } of index.synonyms) {
    const unknown = to.filter((term) => index.dictionary.find(term) < 0);
    if (unknown.length > 0 && !missing.has(to.join(' '))) missing.set(to.join(' '), from.join(' '));
  }
  return Array.from(missing, ([to, from]): Problem => {
    return {
      file,
      message: `No page holds the words "${to}" (stems), to which "${from}" leads. Take the synonym out or write it as the pages do.`,
      severity: 'error',
    };
  });
}
