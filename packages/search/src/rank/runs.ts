/** Texts as numbers: each run of characters between white space is read once for all the texts that it stands in. */
import { tokenize, type Token } from './analyze.ts';

/** The runs of a text in their order. */
export interface RunList {
  /** Number of each run. */
  runs: Uint32Array;
  /** Where each begins, in UTF-16 offsets. */
  starts: Uint32Array;
}

export interface KnownRuns {
  /** Reads a text and keeps each run that is new; null where one of them is longer than `LONGEST_RUN`. */
  read(text: string): RunList | null;
  textOf(run: number): string;
  /** Its words. */
  tokensOf(run: number): readonly Token[];
  /** 1 for each run that one of the terms stands in, by its number; good until other terms are marked. */
  mark(terms: ReadonlyMap<string, unknown>): Uint8Array;
}

/** Characters of a run that are read to either side of a word: what is longer is no text. */
export const LONGEST_RUN = 200;

/** The highest character that parts two runs. */
export const SPACE = 32;

/** Start and end of each run of a text. */
function boundsOf(text: string): number[] {
  const bounds: number[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) <= SPACE) continue;
    bounds.push(at);
    while (at < text.length && text.charCodeAt(at) > SPACE) at++;
    bounds.push(at);
  }
  return bounds;
}

export function createKnownRuns(): KnownRuns {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  const tokens: (Token[] | undefined)[] = [];
  const holding = new Map<string, number[]>();
  let marks = new Uint8Array(0);
  let marked: ReadonlyMap<string, unknown> | null = null;

  function hold(term: string, run: number): void {
    const runs = holding.get(term);
    if (runs === undefined) holding.set(term, [run]);
    else if (runs.at(-1) !== run) runs.push(run);
  }

  function numberOf(text: string): number {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    const run = texts.push(text) - 1;
    tokens.push(undefined);
    numbers.set(text, run);
    marked = null;
    for (const { word } of tokenize(text)) for (const term of [...word.wholes, ...word.parts]) hold(term, run);
    return run;
  }

  return {
    read(text) {
      const bounds = boundsOf(text);
      const runs = new Uint32Array(bounds.length / 2);
      const starts = new Uint32Array(runs.length);
      for (let i = 0; i < runs.length; i++) {
        const [from, to] = [bounds[2 * i] as number, bounds[2 * i + 1] as number];
        if (to - from > LONGEST_RUN) return null;
        starts[i] = from;
        runs[i] = numberOf(text.slice(from, to));
      }
      return { runs, starts };
    },
    textOf: (run) => texts[run] as string,
    // One query after the other matches the same runs, and many of the others are never matched.
    tokensOf: (run) => (tokens[run] ??= tokenize(texts[run] as string)),
    mark(terms) {
      if (terms === marked) return marks;
      if (marks.length < texts.length) marks = new Uint8Array(2 * texts.length);
      else marks.fill(0);
      for (const term of terms.keys()) for (const run of holding.get(term) ?? []) marks[run] = 1;
      marked = terms;
      return marks;
    },
  };
}
