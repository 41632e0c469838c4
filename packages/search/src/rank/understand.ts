/** What an index knows of each word of a text: the ground on which the assistant decides whether it can answer at all. */
import type { QueryWord } from '../contract.ts';
import { tokenize } from './analyze.ts';
import type { Index } from './decode-index.ts';
import type { Dictionary } from './dictionary.ts';
import { editDistance } from './edit-distance.ts';
import type { Alternative, ReadQuery, Slot } from './read-query.ts';
import { LIMIT } from './weights.ts';

/** What a part of a name is worth where no page holds the whole: `Open` of `OpenMetadata`. */
const PART = 0.3;
/** A number that stands alone says less than a word as rare. */
const NUMBER = 0.5;

interface Form {
  written: string;
  plain: string;
  wholes: readonly string[];
}

/** The words as the reader wrote them, by stem; the first of several. */
function formsByStem(text: string): Map<string, Form> {
  const forms = new Map<string, Form>();
  for (const { start, end, word } of tokenize(text)) {
    for (const stem of [...word.wholes, ...word.parts])
      if (!forms.has(stem)) forms.set(stem, { written: text.slice(start, end), plain: word.plain, wholes: word.wholes });
  }
  return forms;
}

/** Whether capitals inside of a word make it a name that no page holds, of words that pages do hold. */
function isUnknownName(dictionary: Dictionary, { written, wholes }: Form): boolean {
  return /^\p{L}+$/u.test(written) && wholes.length > 0 && wholes.every((whole) => dictionary.find(whole) < 0);
}

/** Share of the word's letters that its correction leaves as they are; an ending beyond the corrected stem counts for nothing. */
function closenessOf(dictionary: Dictionary, { stem }: Slot, { plain }: Form, [best]: readonly Alternative[]): number {
  const corrected = (best?.terms ?? []).map((term) => dictionary.term(term)).join('');
  const starts = [-1, 0, 1].map((more) => plain.slice(0, corrected.length + more));
  const edits = Math.min(...[stem, ...starts].map((form) => editDistance(form, corrected, 3)));
  return Math.max(0, 1 - edits / Math.max(1, plain.length));
}

/**
 * The words that a query of this text looks for, in its order: stop words are left out, unless there are no others.
 * Text beyond the limits of a query is not read.
 * @param read reads a text as a query of this index
 */
export function understandText(
  { dictionary, pageOf, sections, pagesByTerm }: Index,
  text: string,
  read: (text: string) => ReadQuery,
): QueryWord[] {
  const cut = text.slice(0, LIMIT.characters);
  const forms = formsByStem(cut);
  const { slots, corrections } = read(`${cut} `);
  const corrected = new Set(corrections.map(({ from }) => from));
  const count = pageOf.length;
  const rarity = (frequency: number): number =>
    Math.min(1, Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5)) / Math.log(1 + count));
  const frequencyOf = ({ terms }: Alternative): number =>
    Math.min(...terms.map((term) => Math.max(sections.counts[term] as number, pagesByTerm.counts[term] as number)));
  const termsOf = ({ terms }: Alternative): string[] => terms.map((term) => dictionary.term(term));

  function understandSlot(slot: Slot): QueryWord {
    const form = forms.get(slot.stem) ?? { written: slot.stem, plain: slot.stem, wholes: [] };
    const own = slot.alternatives.filter(
      (one) => one.terms.length === 1 && [slot.stem, ...form.wholes].includes(termsOf(one)[0] as string),
    );
    const used = own.length > 0 ? own : slot.alternatives;
    const frequency = Math.max(0, ...used.map(frequencyOf));
    const word = {
      written: form.written,
      weight: Math.max(0, rarity(frequency)) * (/^\p{N}+$/u.test(form.written) ? NUMBER : 1),
      share: frequency / Math.max(1, count),
      own: own.flatMap(termsOf),
      standIns: slot.alternatives.filter((one) => !own.includes(one)).map(termsOf),
    };
    if (used.length === 0) return { ...word, known: 'not', closeness: 0 };
    if (isUnknownName(dictionary, form)) return { ...word, known: 'part', closeness: PART, own: [], standIns: used.map(termsOf) };
    if (own.length > 0) return { ...word, known: 'itself', closeness: 1 };
    if (!corrected.has(form.plain)) return { ...word, known: 'synonym', closeness: 1 };
    return { ...word, known: 'spelling', closeness: closenessOf(dictionary, slot, form, used) };
  }
  return slots.map(understandSlot);
}
