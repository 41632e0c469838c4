/** Extracts the names in the inline code and the examples of a page. */
import { sessionCommands } from '@quire/reference/catalog';

import type { WrittenPage } from './pages.ts';

export interface WrittenName {
  name: string;
  line: number;
}

export interface Example {
  language: string;
  code: string;
  /** Line of the file at which the code starts. */
  line: number;
}

/** Returns the inline code of the prose, such as `` `datahub init` `` and `` `profiling.enabled: true` ``. */
function codeSpans(page: WrittenPage): WrittenName[] {
  return page.lines
    .filter((line) => line.kind === 'text')
    .flatMap(({ number, text }) => [...text.matchAll(/(`+)(.+?)\1/g)].map((found) => ({ name: (found[2] ?? '').trim(), line: number })));
}

/** Returns the fenced code, including examples that the build does not check. */
export function examples(page: WrittenPage): Example[] {
  const found: Example[] = [];
  let open: Example | null = null;
  for (const { kind, number, text } of page.lines) {
    if (kind === 'code' && open !== null) open.code += `${text}\n`;
    if (kind !== 'fence') continue;
    if (open === null) open = { language: /[\w-]+/.exec(text)?.[0] ?? '', code: '', line: number + 1 };
    else {
      found.push(open);
      open = null;
    }
  }
  return found;
}

const UPPER = /(?<![\w<$-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w>-])/g;

/** Returns the names in upper snake case from prose and examples. */
export function upperNames(page: WrittenPage): WrittenName[] {
  return allCode(page).flatMap(({ name, line }) => [...name.matchAll(UPPER)].map(([upper]) => ({ name: upper, line })));
}

/** Returns variables that examples expand, such as `${SHOP_PASSWORD}`. Their names are the reader's choice. */
export function expandedVariables(page: WrittenPage): Set<string> {
  const expanded = allCode(page).flatMap(({ name }) => [...name.matchAll(/\$\{?([A-Z][A-Z0-9_]+)/g)]);
  return new Set(expanded.map((found) => found[1] ?? ''));
}

const allCode = (page: WrittenPage): WrittenName[] => [...codeSpans(page), ...examples(page).flatMap(codeLines)];

const codeLines = ({ code, line }: Example): WrittenName[] => code.split('\n').map((name, index) => ({ name, line: line + index }));

/** Captures the name in `name`, `name: value`, `name=value`, `name(…)`, and `config.name.<key>`. */
const NAMED = /^@?(?:source\.config\.|config\.)?([A-Za-z_][\w.]*?)(?:\.<[^>]*>)?(?::(?:\s.*)?|\s*=.*|\(.*\)|\s*\{.*\})?$/;

const FILE = /\.(?:graphql|java|json|log|md|py|sh|tsx?|ya?ml)$/;

/** Returns the names in the inline code of the prose, including dotted ones but not file names. */
export function proseNames(page: WrittenPage): WrittenName[] {
  return codeSpans(page).flatMap(({ name: span, line }) => {
    const name = NAMED.exec(span)?.[1] ?? '';
    return name === '' || FILE.test(name) ? [] : [{ name, line }];
  });
}

/** Returns long flags at the start of inline code, as in `` `--dry-run` `` and `` `--env PROD` ``. */
export function flags(page: WrittenPage): WrittenName[] {
  return codeSpans(page).flatMap(({ name: span, line }) => {
    const name = /^--[a-z][\w-]*/i.exec(span)?.[0];
    return name === undefined ? [] : [{ name, line }];
  });
}

/** Returns the `datahub` commands of prose and examples as shell code. */
export function shellCode(page: WrittenPage): Example[] {
  const spans = codeSpans(page).map(({ name, line }) => ({ language: 'shell', code: name, line }));
  return [...spans, ...examples(page)]
    .filter(({ language, code }) => SHELLS.has(language) && /\bdatahub\s/.test(code))
    .map((one) => (one.language === 'shell-session' ? { ...one, code: sessionCommands(one.code) } : one));
}

const SHELLS = new Set(['shell', 'shell-session', 'text']);
