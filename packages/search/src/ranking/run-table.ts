/**
 * Interns the runs of texts. A run is a sequence of characters without white space; each distinct run is tokenized once
 * for all texts that contain it.
 */
import type { Analyzer, Token } from '../analysis.ts';

/** The runs of a text in their order. */
export interface RunList {
  /** Number of each run. */
  runs: Uint32Array;
  /** Start of each run, in UTF-16 offsets. */
  starts: Uint32Array;
}

/** All runs of the interned texts, by number. */
export interface RunTable {
  tokenize: Analyzer['tokenize'];
  /** Adds the new runs of a text and returns all of its runs; null if one of them is longer than `MAX_RUN_LENGTH`. */
  intern(text: string): RunList | null;
  textOf(run: number): string;
  /** The words of a run, with offsets in the run. */
  tokensOf(run: number): readonly Token[];
  /** Returns flags by run number: 1 if the run contains any of the terms. A call with other terms overwrites them. */
  runsWithAny(terms: ReadonlyMap<string, unknown>): Uint8Array;
}

/** Maximum length of a run in characters, and of the part of a run that is searched on each side of a word. Longer runs are not text. */
export const MAX_RUN_LENGTH = 200;

/** Code of the last character that separates runs: all characters up to the space do. */
export const LAST_SPACE = 32;

/** Returns the start and the end of each run of a text, one after another. */
function runBounds(text: string): number[] {
  const bounds: number[] = [];
  for (let offset = 0; offset < text.length; offset++) {
    if (text.charCodeAt(offset) <= LAST_SPACE) continue;
    bounds.push(offset);
    while (offset < text.length && text.charCodeAt(offset) > LAST_SPACE) offset++;
    bounds.push(offset);
  }
  return bounds;
}

/** Creates an empty table. It grows with each new text and never shrinks. */
export function createRunTable({ tokenize }: Analyzer): RunTable {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  const tokens: (Token[] | undefined)[] = [];
  const runsByTerm = new Map<string, number[]>();
  let flags = new Uint8Array(0);
  let flaggedTerms: ReadonlyMap<string, unknown> | null = null;

  function addRun(term: string, run: number): void {
    const runs = runsByTerm.get(term);
    if (runs === undefined) runsByTerm.set(term, [run]);
    else if (runs.at(-1) !== run) runs.push(run);
  }

  function numberOf(text: string): number {
    const existing = numbers.get(text);
    if (existing !== undefined) return existing;
    const run = texts.push(text) - 1;
    tokens.push(undefined);
    numbers.set(text, run);
    flaggedTerms = null;
    for (const { word } of tokenize(text)) for (const term of [...word.wholes, ...word.parts]) addRun(term, run);
    return run;
  }

  return {
    tokenize,
    intern(text) {
      const bounds = runBounds(text);
      const runs = new Uint32Array(bounds.length / 2);
      const starts = new Uint32Array(runs.length);
      for (let i = 0; i < runs.length; i++) {
        const [from, to] = [bounds[2 * i] as number, bounds[2 * i + 1] as number];
        if (to - from > MAX_RUN_LENGTH) return null;
        starts[i] = from;
        runs[i] = numberOf(text.slice(from, to));
      }
      return { runs, starts };
    },
    textOf: (run) => texts[run] as string,
    // Tokenize lazily: queries match the same runs again and again, and many others are never matched.
    tokensOf: (run) => (tokens[run] ??= tokenize(texts[run] as string)),
    runsWithAny(terms) {
      if (terms === flaggedTerms) return flags;
      if (flags.length < texts.length) flags = new Uint8Array(2 * texts.length);
      else flags.fill(0);
      for (const term of terms.keys()) for (const run of runsByTerm.get(term) ?? []) flags[run] = 1;
      flaggedTerms = terms;
      return flags;
    },
  };
}
