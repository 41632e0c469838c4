import type { Finding } from './finding.ts';

/** A simple command: its words as the program would get them, without quotes. */
export interface ShellCommand {
  words: string[];
  /** 1-based line in the example on which it starts. */
  line: number;
}

export interface ShellScript {
  commands: ShellCommand[];
  findings: Finding[];
}

const OPERATOR = /^(?:&&|\|\||;;|[;&|()]|\d?>>?(?:&\d)?|<<<|<(?![\w-]+>))/;
const REDIRECT = /[<>]/;

/**
 * Cuts a shell script into its commands. Known: quotes, comments, continued lines, here-documents, `$(…)` as a part of a
 * word, redirections, and placeholders such as `<your-token>`. Not known: loops and functions as such; their words are read as commands.
 */
export function readShell(code: string): ShellScript {
  const script: ShellScript = { commands: [], findings: [] };
  let command: ShellCommand | null = null;
  let at = 0;
  let line = 1;
  let skipWord = false;
  const heredocs: string[] = [];
  const end = (): void => {
    if (command !== null && command.words.length > 0) script.commands.push(command);
    command = null;
  };
  while (at < code.length) {
    const rest = code.slice(at);
    const here = /^<<-?\s*(['"]?)(\w+)\1/.exec(rest);
    const blank =
      /^(?:[ \t]+|\\\r?\n|(?<![^\s;&|(])#[^\n]*)/.exec(rest) ??
      (/(?:^|[\s;&|(])$/.test(code.slice(Math.max(0, at - 1), at)) ? /^#[^\n]*/.exec(rest) : null);
    let length = 1;
    if (rest.startsWith('\n')) {
      end();
      length = 1 + heredocLength(code.slice(at + 1), heredocs.splice(0));
    } else if (here !== null) {
      heredocs.push(here[2] ?? '');
      length = here[0].length;
    } else if (blank !== null) length = blank[0].length;
    else if (OPERATOR.test(rest)) {
      const operator = OPERATOR.exec(rest)?.[0] ?? '';
      length = operator.length;
      if (!REDIRECT.test(operator)) end();
      else skipWord = !operator.includes('&');
    } else {
      const word = readWord(rest);
      length = word.length;
      if (word.open !== null) script.findings.push({ line, message: `the quote ${word.open} is never closed` });
      if (!skipWord) (command ??= { words: [], line }).words.push(word.text);
      skipWord = false;
    }
    line += code.slice(at, at + length).split('\n').length - 1;
    at += length;
  }
  end();
  return script;
}

/** Characters of the here-documents that start here, their last lines included. */
function heredocLength(text: string, marks: readonly string[]): number {
  let length = 0;
  for (const mark of marks) {
    const close = new RegExp(`^\\s*${mark}\\s*$`, 'm').exec(text.slice(length));
    length = close === null ? text.length : length + close.index + close[0].length;
  }
  return length;
}

interface Word {
  text: string;
  length: number;
  /** The quote that is not closed. */
  open: string | null;
}

const PIECE =
  /^(?:'(?<single>[^']*)'|"(?<double>(?:\\[\s\S]|[^"\\])*)"|\\(?<escaped>[\s\S])|(?<placeholder><[\w-][^<>\n]*>)|(?<command>\$\((?:[^()]|\([^()]*\))*\))|(?<plain>[^\s'"\\;&|()<>]+))/;

function readWord(source: string): Word {
  let text = '';
  let length = 0;
  while (length < source.length) {
    const rest = source.slice(length);
    const found = PIECE.exec(rest);
    if (found === null) {
      const quote = /^["']/.exec(rest)?.[0];
      if (quote !== undefined) return { text, length: source.length, open: quote };
      break;
    }
    const { single, double, escaped, placeholder, command, plain } = found.groups ?? {};
    if (escaped === '\n') break;
    text += single ?? double ?? escaped ?? placeholder ?? command ?? plain ?? '';
    length += found[0].length;
  }
  return { text, length: Math.max(1, length), open: null };
}

/** The commands of a session with prompts: lines that start with `$ `, with what continues them; output is blanked. */
export function sessionCommands(code: string): string {
  let continued = false;
  return code
    .split('\n')
    .map((line) => {
      const isCommand = continued || /^\s*[$#] /.test(line);
      const text = isCommand ? line.replace(/^\s*[$#] /, '') : '';
      continued = isCommand && line.endsWith('\\');
      return text;
    })
    .join('\n');
}
