import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createContext, Script } from 'node:vm';

import type { HighlighterCore, ThemedToken } from 'shiki/core';
import type { GrammarState, LanguageRegistration, RegexEngine } from 'shiki/types';

import { escapeText } from './escape-text.ts';
import { writeFileAtomic } from './files.ts';

export type LineMark = 'highlighted' | 'added' | 'removed';
/** The marked lines of a code block by their 1-based numbers. */
export type LineMarks = ReadonlyMap<number, LineMark>;

const MARK_ELEMENTS: Readonly<Record<LineMark, string>> = { highlighted: 'span', added: 'ins', removed: 'del' };

export interface CodeHighlighter {
  /**
   * Returns code as HTML: escaped text, tokens in `<span class="tk-…">`, marked lines in `<span class="line">`, `<ins …>`, or `<del …>`.
   * @throws HighlightingError if highlighting has taken far too long, which only happens with text that is made to be slow
   */
  highlight(code: string, language: string, marks: LineMarks): Promise<string>;
  /** Writes the blocks that this run used to the cache file, which drops all others. */
  save(): void;
}

/** Languages whose grammar has another name in Shiki. Languages that Shiki does not have are shown as plain text. */
const ALIASES: Readonly<Record<string, string>> = {
  'shell-session': 'shellsession',
  console: 'shellsession',
  curl: 'shell',
  kubectl: 'shell',
  gradle: 'groovy',
  gql: 'graphql',
  aidl: 'java',
  pdl: 'java',
  proto: 'protobuf',
  conf: 'ini',
  cfg: 'ini',
  env: 'dotenv',
  js: 'javascript',
  ts: 'typescript',
};

const THEME = 'site';
const VARIABLE_PREFIX = '--tk-';
const colorOf = (kind: string): string => `var(--tk-token-${kind})`;
const TOKEN_VARIABLE = /--tk-token-([a-z-]+)/;
/** Token kinds of Shiki's theme that the site shows in the color of another kind. */
const MERGED_KINDS: Readonly<Record<string, string>> = {
  'string-expression': 'string',
  inserted: 'string',
  deleted: 'keyword',
  changed: 'constant',
};
/** In UTF-16 units. A longer line stays plain, because some grammars take cubic time on a long line, such as one of only `<` in a shell script. */
const MAX_LINE_LENGTH = 500;
/** Maximum numbers of lines and of characters that are highlighted between two looks at the nesting. */
const AT_ONCE = { lines: 20, characters: 2000 };
/** Maximum number of constructs around a line, such as brackets. The rest of the block stays plain, because the time for a line grows with it. */
const MAX_NESTING = 300;
/** Time for highlighting, in milliseconds: at the start, and for each character. The latter is fifty times what usual code takes. */
const TIME_LIMIT = { start: 30_000, eachCharacter: 0.1 };

/** Maximum number of languages that the highlighters of blocks of Markdown load. Each combination of languages has a highlighter, which takes megabytes. */
const MAX_EMBEDDED = 150;

/** Says that highlighting takes too long, and what the author can do. */
export class HighlightingError extends Error {}

/**
 * Highlights with Shiki and a theme of CSS variables, so that the same markup works in both color modes. Blocks are cached by content,
 * because highlighting a block takes a hundred times as long as the rest of its page.
 * @param options.cacheFile null: no cache
 */
export function createHighlighter(options: {
  cacheFile: string | null;
  timeLimit?: typeof TIME_LIMIT;
  maxEmbedded?: number;
}): CodeHighlighter {
  const { start, eachCharacter } = options.timeLimit ?? TIME_LIMIT;
  const { maxEmbedded = MAX_EMBEDDED } = options;
  const version = cacheVersion();
  const cached = readCache(options.cacheFile, version);
  const used = new Map<string, string>();
  const highlighters = new Map<string, Promise<HighlighterCore | null>>();
  let engine: Promise<RegexEngine> | null = null;

  /** Number of embedded languages that all highlighters have loaded. */
  let loaded = 0;

  /** Returns the highlighter of a language, which is shared by all blocks with the same embedded languages; null for an unknown language. */
  function highlighterFor(language: string, embedded: readonly string[]): Promise<HighlighterCore | null> {
    const key = [language, ...embedded].join();
    let highlighter = highlighters.get(key);
    if (highlighter === undefined) {
      loaded += embedded.length;
      if (loaded > maxEmbedded)
        throw new HighlightingError(
          `the blocks of Markdown contain code in too many combinations of languages: write \`text\` after the fences of some of them`,
        );
      engine ??= createEngine();
      highlighters.set(key, (highlighter = startShiki(language, embedded, engine)));
    }
    return highlighter;
  }

  /** Milliseconds that highlighting has taken, by language, and the time that it may take. */
  const spent = new Map<string, number>();
  let allowed = start;

  const addTime = (language: string, since: number): unknown => spent.set(language, (spent.get(language) ?? 0) + performance.now() - since);

  /** Returns the milliseconds that are left, at least 1. @throws HighlightingError if they are used up */
  function timeLeft(): number {
    const total = [...spent.values()].reduce((sum, one) => sum + one, 0);
    if (total <= allowed) return Math.ceil(allowed - total) || 1;
    const [slowest] = [...spent].toSorted(([, one], [, other]) => other - one)[0] ?? [];
    throw new HighlightingError(
      `highlighting code takes far too long, ${Math.round(total / 1000)} s so far, most of it in blocks in ${slowest}: write \`text\` after the fences of those that consist of unusual characters`,
    );
  }

  /** Blocks that wait for their tokens. Those of a page run together, because each time limit takes a thread. */
  const waiting: TokenizeJob[] = [];

  const runWithin = createTimeLimit();
  const runLater = (shiki: HighlighterCore, code: string, language: string): Promise<ThemedToken[][]> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(runWaiting);
      waiting.push({ language, characters: code.length, run: () => resolve(tokenize(shiki, code, language)), reject });
    });

  function runWaiting(): void {
    const jobs = waiting.splice(0);
    for (const { characters } of jobs) allowed += characters * eachCharacter;
    let began = performance.now();
    while (jobs[0] !== undefined) {
      try {
        runWithin(timeLeft(), () => {
          for (let job = jobs[0]; job !== undefined; job = jobs[0]) {
            began = performance.now();
            job.run();
            addTime(job.language, began);
            jobs.shift();
          }
        });
      } catch (error) {
        if (isTimeout(error)) addTime(jobs[0].language, began);
        else jobs.shift()?.reject(error);
      }
    }
  }

  /** Highlights some lines at once, and leaves the rest of a block plain after too many nested constructs. */
  function tokenize(shiki: HighlighterCore, code: string, language: string): ThemedToken[][] {
    const lines = code.split('\n');
    const tokens: ThemedToken[][] = [];
    let grammarState: GrammarState | undefined;
    for (let at = 0, end = 0; at < lines.length; at = end) {
      end = endOfPart(lines, at);
      const some = shiki.codeToTokensBase(lines.slice(at, end).join('\n'), {
        lang: language,
        theme: THEME,
        tokenizeMaxLineLength: MAX_LINE_LENGTH + 1,
        // With a time limit for each line, the output would depend on the load of the machine.
        tokenizeTimeLimit: 0,
        ...(grammarState && { grammarState }),
      });
      grammarState = shiki.getLastGrammarState(some);
      for (const line of some) tokens.push(line);
      if ((grammarState?.getInternalStack(THEME)?.depth ?? 0) > MAX_NESTING)
        return [...tokens, ...lines.slice(end).map((content) => [{ content, offset: 0 }])];
    }
    return tokens;
  }

  async function highlightLines(code: string, name: string): Promise<string[]> {
    const language = ALIASES[name] ?? name;
    const shiki = PLAIN.has(language) ? null : await highlighterFor(language, MARKDOWN.has(language) ? fenceLanguages(code) : []);
    if (shiki === null) return escapeText(code).split('\n');
    return (await runLater(shiki, code, language)).map((line) => renderLine(SHELL.has(language) ? line.map(colorArgument) : line));
  }

  return {
    async highlight(code, language, marks) {
      const key = hash('sha256', `${language}\0${[...marks].join()}\0${code}`, 'base64url').slice(0, 22);
      const html = cached.get(key) ?? used.get(key) ?? joinLines(await highlightLines(code, language), marks);
      if (options.cacheFile !== null) used.set(key, html);
      return html;
    },
    save() {
      if (options.cacheFile === null || (used.size === cached.size && [...used.keys()].every((key) => cached.has(key)))) return;
      writeFileAtomic(options.cacheFile, JSON.stringify({ version, entries: Object.fromEntries(used) }));
    },
  };
}

/** A block that waits for its tokens. */
interface TokenizeJob {
  language: string;
  characters: number;
  run(): void;
  reject(error: unknown): void;
}

/**
 * Creates a function that runs work, and interrupts it if it takes longer, also inside of a regular expression: some grammars have patterns that take
 * exponential time, so that thirty characters keep the build busy for minutes. The milliseconds are at least 1.
 */
function createTimeLimit(): (milliseconds: number, work: () => void) => void {
  const context = createContext({});
  const script = new Script('run()');
  return (timeout, work) => {
    context['run'] = work;
    script.runInContext(context, { timeout });
  };
}

/** Whether the time was over. Its error is not an `Error` of this context. */
const isTimeout = (error: unknown): boolean => (Object(error) as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** Returns the index after the lines that are highlighted at once. */
function endOfPart(lines: readonly string[], start: number): number {
  let end = start;
  for (let characters = 0; end < lines.length && end - start < AT_ONCE.lines && characters < AT_ONCE.characters; end++)
    characters += (lines[end] as string).length;
  return end;
}

const PLAIN = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'ansi']);
const MARKDOWN = new Set(['markdown', 'md', 'mdx']);

/** Languages of the fences inside a block of Markdown, each once, sorted. */
function fenceLanguages(markdown: string): string[] {
  const names = [...markdown.matchAll(/^[ \t]*(?:`{3,}|~{3,})[ \t]*([\w-]+)/gm)].map(([, name = '']) => ALIASES[name] ?? name);
  return [...new Set(names)].toSorted();
}

async function createEngine(): Promise<RegexEngine> {
  const { createJavaScriptRegexEngine } = await import('shiki/engine/javascript');
  // `forgiving` skips patterns without an equivalent in JavaScript; the text that they would match stays plain.
  return createJavaScriptRegexEngine({ forgiving: true });
}

/**
 * Creates an instance of Shiki for one language and the languages embedded in the block. In an instance shared by all languages, loading one
 * would change how other grammars read code that embeds it, so the output would depend on the order of the pages.
 */
async function startShiki(language: string, embedded: readonly string[], engine: Promise<RegexEngine>): Promise<HighlighterCore | null> {
  const { bundledLanguages } = await import('shiki/langs');
  const langs = [language, ...embedded].flatMap((name) =>
    Object.hasOwn(bundledLanguages, name)
      ? [name === 'graphql' ? loadGraphql : bundledLanguages[name as keyof typeof bundledLanguages]]
      : [],
  );
  if (!Object.hasOwn(bundledLanguages, language)) return null;
  const { createHighlighterCore, createCssVariablesTheme } = await import('shiki/core');
  const theme = createCssVariablesTheme({ name: THEME, variablePrefix: VARIABLE_PREFIX, variableDefaults: {} });
  if (SHELL.has(language)) theme.tokenColors?.push(...SHELL_KINDS);
  return createHighlighterCore({
    themes: [theme],
    langs,
    engine: await engine,
    warnings: false,
  });
}

/** Loads Shiki's GraphQL grammar and moves its comment pattern to the end, because it takes the first string of a list for a comment. */
async function loadGraphql(): Promise<LanguageRegistration[]> {
  const { bundledLanguages } = await import('shiki/langs');
  const { default: grammars } = await bundledLanguages.graphql();
  return grammars.map((grammar) => {
    const [comment, ...others] = grammar.repository?.['graphql-value']?.patterns ?? [];
    return comment === undefined
      ? grammar
      : { ...grammar, repository: { ...grammar.repository, 'graphql-value': { patterns: [...others, comment] } } };
  });
}

const SHELL = new Set(['shell', 'bash', 'sh', 'zsh', 'shellscript', 'shellsession']);
/** A word that may name a subcommand: `docker compose up`. Paths, names of files, and assignments do not. */
const SUBCOMMAND = /^[a-z][a-z-]*$/;
/** Colors of flags and arguments of a command, which Shiki's theme would color like strings. */
const SHELL_KINDS = [
  { scope: 'constant.other.option', settings: { foreground: colorOf('parameter') } },
  { scope: 'string.unquoted.argument', settings: { foreground: colorOf('argument') } },
];

/** Colors the arguments of a command: subcommands like constants, all others like plain text. */
function colorArgument(token: ThemedToken, index: number, line: readonly ThemedToken[]): ThemedToken {
  if (token.color !== colorOf('argument')) return token;
  const before = line.slice(0, index).filter(({ content }) => content.trim() !== '');
  const command = before.findLastIndex(({ color }) => color === colorOf('function'));
  const isSubcommand = command >= 0 && [token, ...before.slice(command + 1)].every(({ content }) => SUBCOMMAND.test(content));
  return { ...token, color: isSubcommand && before.length - command <= 2 ? colorOf('constant') : '' };
}

/** Renders a line. Adjacent tokens of one color share a span; white space belongs to the token before it. */
function renderLine(tokens: readonly ThemedToken[]): string {
  const merged: { text: string; color: string }[] = [];
  for (const { content, color = '' } of tokens) {
    const last = merged.at(-1);
    if (last !== undefined && (last.color === color || content.trim() === '')) last.text += content;
    else merged.push({ text: content, color });
  }
  return merged.map(renderToken).join('');
}

function renderToken({ text, color }: { text: string; color: string }): string {
  const name = TOKEN_VARIABLE.exec(color)?.[1];
  if (name === undefined || text.trim() === '') return escapeText(text);
  return `<span class="tk-${MERGED_KINDS[name] ?? name}">${escapeText(text)}</span>`;
}

function joinLines(lines: readonly string[], marks: LineMarks): string {
  const last = lines.length - 1;
  return lines
    .map((html, index) => {
      const text = index === last ? html : `${html}\n`;
      const mark = marks.get(index + 1);
      return mark === undefined ? text : `<${MARK_ELEMENTS[mark]} class="line">${text}</${MARK_ELEMENTS[mark]}>`;
    })
    .join('');
}

/** Returns the version of cached blocks, which changes with Shiki and with the code of this file. */
function cacheVersion(): string {
  const shiki = createRequire(import.meta.url)('shiki/package.json') as { version: string };
  return `${shiki.version} ${hash('sha256', readFileSync(import.meta.filename), 'base64url').slice(0, 22)}`;
}

function readCache(file: string | null, version: string): Map<string, string> {
  if (file === null || !existsSync(file)) return new Map();
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as { version: string; entries: Record<string, string> };
    return stored.version === version ? new Map(Object.entries(stored.entries)) : new Map();
  } catch {
    return new Map();
  }
}
