/**
 * Lines of code → HTML, each line once for each state that it is read in: half of the lines of a documentation are those of
 * another block (`source:`, a bracket, an import), and reading a line is the dearest work of a build.
 */
import type { GrammarState, HighlighterCore, ThemedToken } from 'shiki/core';

type State = ReturnType<GrammarState['getInternalStack']>;

interface ReadLine {
  html: string;
  /** The state behind it: where the next line begins. */
  next: GrammarState;
}

/** A grammar in a state: what has been opened and not yet closed. */
interface KnownState {
  /** Undefined before the first line. */
  stack: State;
  lines: Map<string, ReadLine>;
}

/** More lines are not kept, so that the memory does not grow with the site. */
const MOST_LINES = 20_000;

/** @param theme of the highlighter @param render a line's tokens as HTML */
export function createLineHighlighter(
  shiki: HighlighterCore,
  theme: string,
  render: (tokens: readonly ThemedToken[]) => string,
  mostLines = MOST_LINES,
): (code: string, lang: string) => string[] {
  /** States by language and depth; `start` is that before the first line. */
  let known = new Map<string, KnownState[]>();
  let kept = 0;

  function linesIn(lang: string, state: GrammarState | undefined): Map<string, ReadLine> {
    const stack = state?.getInternalStack(theme);
    const key = `${lang} ${stack?.depth ?? 'start'}`;
    let alike = known.get(key);
    if (alike === undefined) known.set(key, (alike = []));
    const same = alike.find((one) => stack === undefined || one.stack === stack || one.stack?.equals(stack));
    if (same !== undefined) return same.lines;
    const lines = new Map<string, ReadLine>();
    alike.push({ stack, lines });
    return lines;
  }

  function read(line: string, lang: string, state: GrammarState | undefined): ReadLine {
    const tokens = shiki.codeToTokensBase(line, { lang, theme, ...(state && { grammarState: state }) });
    return { html: render(tokens[0] ?? []), next: shiki.getLastGrammarState(tokens) as GrammarState };
  }

  return (code, lang) => {
    let state: GrammarState | undefined;
    return code.split(/\r?\n/).map((line) => {
      if (line === '') return '';
      const lines = linesIn(lang, state);
      let found = lines.get(line);
      if (found === undefined) {
        found = read(line, lang, state);
        lines.set(line, found);
        kept += 1;
      }
      state = found.next;
      if (kept >= mostLines) [known, kept] = [new Map(), 0];
      return found.html;
    });
  };
}
