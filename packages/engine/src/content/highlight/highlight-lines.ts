/**
 * Lines of code → HTML, each line once for each state that it is read in: half of the lines of a documentation are those of
 * another block (`source:`, a bracket, an import), and reading a line is the dearest work of a build.
 */
import type { HighlighterCore } from 'shiki/core';
import { EncodedTokenMetadata, INITIAL } from 'shiki/textmate';
import type { IGrammar, StateStack } from 'shiki/textmate';

/** A piece of a line in one colour. */
export interface ColoredText {
  text: string;
  color: string;
}

interface ReadLine {
  html: string;
  /** The state behind it: where the next line begins. */
  next: StateStack;
}

/** A grammar in a state: what has been opened and not yet closed. */
interface KnownState {
  stack: StateStack;
  lines: Map<string, ReadLine>;
}

/** More lines are not kept, so that the memory does not grow with the site. */
const MOST_LINES = 20_000;
/** In UTF-16 units. A longer line stays plain: for some patterns the time grows with the square of it, to half a second at 10,000. */
const LONGEST_LINE = 5000;
/** Without one, what a line looks like would hang on how busy the machine is. */
const NO_TIME_LIMIT = 0;

/** @param theme of the highlighter @param render a line's pieces as HTML; space belongs to the piece before it */
export function createLineHighlighter(
  shiki: HighlighterCore,
  theme: string,
  render: (pieces: readonly ColoredText[]) => string,
  mostLines = MOST_LINES,
): (code: string, lang: string) => string[] {
  const colors = colorsOf(shiki, theme);
  /** States by language and depth. */
  let known = new Map<string, KnownState[]>();
  let kept = 0;

  function linesIn(lang: string, stack: StateStack): Map<string, ReadLine> {
    const key = `${lang} ${stack.depth}`;
    let alike = known.get(key);
    if (alike === undefined) known.set(key, (alike = []));
    const same = alike.find((one) => one.stack === stack || one.stack.equals(stack));
    if (same !== undefined) return same.lines;
    const lines = new Map<string, ReadLine>();
    alike.push({ stack, lines });
    return lines;
  }

  // Not by Shiki's own calls: of their time a quarter goes into what is the same for each line.
  function read(line: string, grammar: IGrammar, state: StateStack): ReadLine {
    const { tokens, ruleStack } = grammar.tokenizeLine2(line, state, NO_TIME_LIMIT);
    const pieces: ColoredText[] = [];
    for (let at = 0; at < tokens.length; at += 2) {
      const text = line.slice(tokens[at], tokens[at + 2]);
      const color = colors[EncodedTokenMetadata.getForeground(tokens[at + 1] ?? 0)] ?? '';
      const last = pieces.at(-1);
      if (last !== undefined && (last.color === color || text.trim() === '')) last.text += text;
      else pieces.push({ text, color });
    }
    return { html: render(pieces), next: ruleStack };
  }

  return (code, lang) => {
    const grammar = shiki.getLanguage(lang);
    let state = INITIAL;
    return code.split(/\r?\n/).map((line) => {
      if (line === '') return '';
      if (line.length > LONGEST_LINE) return render([{ text: line, color: '' }]);
      const lines = linesIn(lang, state);
      let found = lines.get(line);
      if (found === undefined) {
        found = read(line, grammar, state);
        lines.set(line, found);
        kept += 1;
      }
      state = found.next;
      if (kept >= mostLines) [known, kept] = [new Map(), 0];
      return found.html;
    });
  };
}

/** The colours that a grammar's tokens name by number; a theme of variables stands behind colours that only stand for them. */
function colorsOf(shiki: HighlighterCore, name: string): string[] {
  const { theme, colorMap } = shiki.setTheme(name);
  return colorMap.map((color) => theme.colorReplacements?.[color?.toLowerCase()] ?? color);
}
