import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

import type { HighlighterCore } from 'shiki/core';

import { createLineHighlighter } from './highlight-lines.ts';
import type { ColoredText } from './highlight-lines.ts';
import { keepFile } from '../keep-file.ts';

export interface CodeHighlighter {
  /** Code as HTML: text escaped, tokens in `<span class="tk-…">`, marked lines in `<span class="line">`. */
  highlight(code: string, language: string, lines: ReadonlySet<number>): Promise<string>;
  /** Writes what was highlighted to the cache file, entries of this run only. */
  save(): void;
}

/** Other names in use for a language. Languages that are known to neither are shown as plain text. */
const ALIASES: Readonly<Record<string, string>> = {
  'shell-session': 'shellsession',
  console: 'shellsession',
  curl: 'shell',
  kubectl: 'shell',
  gradle: 'groovy',
  aidl: 'java',
  pdl: 'java',
  proto: 'protobuf',
  conf: 'ini',
  cfg: 'ini',
  env: 'dotenv',
  js: 'javascript',
  ts: 'typescript',
};

const VARIABLE = /--tk-([a-z-]+)/;
const MERGED: Readonly<Record<string, string>> = {
  'token-string-expression': 'string',
  'token-inserted': 'string',
  'token-deleted': 'keyword',
  'token-changed': 'constant',
};
const FORMAT = 5;
const THEME = 'site';

/**
 * Highlights by Shiki with one theme of CSS variables: the same markup serves both colour modes, and the colours are
 * the site's own. Results are cached by content, since a block costs a hundred times what the rest of its page does.
 */
export function createHighlighter(options: { cacheFile: string | null }): CodeHighlighter {
  const cached = readCache(options.cacheFile);
  const used = new Map<string, string>();
  let shiki: Promise<HighlighterCore> | null = null;
  let lineHighlighter: ReturnType<typeof createLineHighlighter> | null = null;
  const loaded = new Map<string, Promise<boolean>>();

  async function load(language: string): Promise<boolean> {
    const { bundledLanguages } = await import('shiki/langs');
    const grammar = bundledLanguages[language as keyof typeof bundledLanguages];
    if (grammar === undefined) return false;
    await (await (shiki ??= startShiki())).loadLanguage(grammar);
    return true;
  }

  async function highlightLines(code: string, language: string): Promise<string[] | null> {
    if (language === '' || language === 'text' || language === 'plain') return null;
    const name = ALIASES[language] ?? language;
    const loading = loaded.get(name) ?? load(name);
    loaded.set(name, loading);
    if (!(await loading)) return null;
    lineHighlighter ??= createLineHighlighter(await (shiki ??= startShiki()), THEME, (pieces) => pieces.map(renderPiece).join(''));
    return lineHighlighter(code, name);
  }

  return {
    async highlight(code, language, lines) {
      const key = hash('sha256', `${language}\0${[...lines].join()}\0${code}`, 'base64url').slice(0, 22);
      const known = cached.get(key) ?? used.get(key);
      const html = known ?? joinLines((await highlightLines(code, language)) ?? escapeText(code).split('\n'), lines);
      if (options.cacheFile !== null) used.set(key, html);
      return html;
    },
    save() {
      if (options.cacheFile === null || (used.size === cached.size && [...used.keys()].every((key) => cached.has(key)))) return;
      keepFile(options.cacheFile, JSON.stringify({ format: FORMAT, entries: Object.fromEntries(used) }));
    },
  };
}

async function startShiki(): Promise<HighlighterCore> {
  const [{ createHighlighterCore, createCssVariablesTheme }, { createExpressionEngine }] = await Promise.all([
    import('shiki/core'),
    import('./expression-engine.ts'),
  ]);
  const theme = createCssVariablesTheme({ name: THEME, variablePrefix: '--tk-', variableDefaults: {} });
  return createHighlighterCore({ themes: [theme], langs: [], engine: createExpressionEngine() });
}

function joinLines(lines: readonly string[], marked: ReadonlySet<number>): string {
  return lines
    .map((html, index) => (marked.has(index + 1) ? `<span class="line">${html}\n</span>` : `${html}\n`))
    .join('')
    .replace(/\n(<\/span>)?$/, '$1');
}

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function renderPiece({ text, color }: ColoredText): string {
  const name = VARIABLE.exec(color)?.[1];
  const kind = name === undefined ? undefined : (MERGED[name] ?? (name.startsWith('token-') ? name.slice('token-'.length) : undefined));
  return kind === undefined || text.trim() === '' ? escapeText(text) : `<span class="tk-${kind}">${escapeText(text)}</span>`;
}

function readCache(file: string | null): Map<string, string> {
  if (file === null || !existsSync(file)) return new Map();
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as { format: number; entries: Record<string, string> };
    return stored.format === FORMAT ? new Map(Object.entries(stored.entries)) : new Map();
  } catch {
    return new Map();
  }
}
