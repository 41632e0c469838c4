import type { Finding } from './finding.ts';

const CLOSES: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const COMPOUND = /^(?:async\s+)?(?:def|class|if|elif|else|for|while|try|except|finally|with)\b/;

interface State {
  findings: Finding[];
  open: { mark: string; line: number }[];
  /** A statement, possibly of several lines, for the check of its colon. */
  statement: { text: string; line: number };
}

/**
 * Scans Python tokens for unclosed strings, unbalanced brackets, compound statements without a colon, and mixed
 * indentation. It is not a parser: names, operators and word order are not checked.
 */
export function checkPython(code: string): Finding[] {
  const state: State = { findings: [], open: [], statement: { text: '', line: 1 } };
  let line = 1;
  let at = 0;
  while (at < code.length) {
    const rest = code.slice(at);
    const token = TOKEN.exec(rest)?.[0] ?? rest.charAt(0);
    if (/^[a-z]{0,2}["']/i.test(token)) checkString(token, line, state);
    else if (/^[()[\]{}]$/.test(token)) checkBracket(token, line, state);
    else if (token === '\n') endLine(code, at, line, state);
    else if (!token.startsWith('#')) state.statement.text += token;
    line += token.split('\n').length - 1;
    at += token.length;
  }
  endLine(code, code.length, line, state);
  for (const { mark, line: opened } of state.open) state.findings.push({ line: opened, message: `"${mark}" is not closed` });
  return state.findings;
}

/** A string, complete or up to where it breaks off; a comment; a bracket; an escaped line end; or a run of other characters. */
const TOKEN =
  /^(?:(?:[rbuf]|br|rb|fr|rf)?(?:"""(?:\\[\s\S]|(?!""")[\s\S])*(?:"""|$)|'''(?:\\[\s\S]|(?!''')[\s\S])*(?:'''|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?)|#[^\n]*|[()[\]{}]|\\\n|\n|\w+|[^\w\n"'#()[\]{}\\]+)/i;

function checkString(token: string, line: number, state: State): void {
  state.statement.text += 'x';
  const body = token.replace(/^[a-z]+/i, '');
  const mark = /^("""|'''|"|')/.exec(body)?.[1] ?? '';
  const ends = body.length >= mark.length * 2 && body.endsWith(mark) && !/(?:^|[^\\])(?:\\\\)*\\$/.test(body.slice(0, -mark.length));
  if (!ends) state.findings.push({ line, message: `the string that starts with ${mark} is not closed` });
}

function checkBracket(mark: string, line: number, state: State): void {
  state.statement.text += mark;
  const opener = CLOSES[mark];
  if (opener === undefined) {
    state.open.push({ mark, line });
    return;
  }
  const last = state.open.pop();
  if (last?.mark === opener) return;
  const about = last === undefined ? 'no bracket is open' : `"${last.mark}" in line ${last.line} of the example is open`;
  state.findings.push({ line, message: `"${mark}" does not match: ${about}` });
}

function endLine(code: string, at: number, line: number, state: State): void {
  const text = code.slice(code.lastIndexOf('\n', at - 1) + 1, at);
  if (/^(?: +\t|\t+ )/.test(text) && state.open.length === 0)
    state.findings.push({ line, message: 'mixes spaces and tabs in its indentation' });
  if (state.open.length > 0) return;
  const statement = state.statement.text.trim();
  if (COMPOUND.test(statement) && !statement.includes(':')) {
    const word = /^(?:async\s+)?\w+/.exec(statement)?.[0] ?? '';
    state.findings.push({ line: state.statement.line, message: `"${word}" needs a ":"` });
  }
  state.statement = { text: '', line: line + 1 };
}
