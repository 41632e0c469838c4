/** Synonyms as the index carries them: resolved, one direction each. */
export interface SynonymRule {
  /** Stems of the words that a query must hold next to each other. */
  from: string[];
  /** Stems of the words looked for as well, all of them together. */
  to: string[];
}
