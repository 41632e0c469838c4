import { plainText } from '@quire/engine/model/text-marks.ts';
import type { SearchRecord } from '@quire/search/contract.ts';

import { UNKNOWN_PRODUCT, type ProductTerms } from '../product.ts';

/** Strings that a reader copied from somewhere: they mean themselves, letter by letter. */
const QUOTED = /`([^`\n]{2,120})`|"([^"\n]{2,120})"|“([^”\n]{2,120})”/g;
/** Words with a sign of code in them: `AUTH_OIDC_ENABLED`, `createTag`, `a.b.c`, `--hard`, `@Searchable`, `urn:li:dataset`. */
const IDENTIFIER =
  /(?<![\p{L}\p{N}])(?:--[a-z][\w-]*|@\p{L}\w+|\p{L}\w*(?:[_.:/]+[\p{L}\p{N}]\w*)+|\p{Ll}+\p{Lu}\w*|\p{Lu}\p{Ll}+\p{Lu}\w+|\p{L}+-[\p{L}-]*\d\w*)/gu;
const MOST = 8;

/** Quoted strings, commands and identifiers of a question, as written and in its order, each once, at most eight. */
export function exactStrings(text: string, { command, isBrand }: ProductTerms = UNKNOWN_PRODUCT): string[] {
  const found: { at: number; value: string }[] = [];
  for (const { index, 1: tick, 2: straight, 3: curly } of text.matchAll(QUOTED))
    found.push({ at: index, value: (tick ?? straight ?? curly ?? '').trim() });
  if (command !== null) for (const { index, 0: value } of text.matchAll(command)) found.push({ at: index, value });
  for (const { index, 0: value } of text.matchAll(IDENTIFIER)) if (!isBrand(value)) found.push({ at: index, value });
  const values = found.toSorted((a, b) => a.at - b.at || b.value.length - a.value.length).map(({ value }) => value);
  return [...new Set(values)].filter((value) => value.length > 1).slice(0, MOST);
}

/** Share of the exact strings that stand in the section, letter by letter but for case. */
export function holdsExact({ heading, text, code }: SearchRecord, exact: readonly string[]): number {
  return exact.length === 0 ? 0 : shareIn([heading, plainText(text), ...code].join('\n'), exact);
}

/** Share of them that the section or its page is named after. */
export function namesExact({ heading, page }: SearchRecord, exact: readonly string[]): number {
  return exact.length === 0 ? 0 : shareIn(`${heading}\n${page.title}\n${page.sidebarLabel}`, exact);
}

function shareIn(text: string, exact: readonly string[]): number {
  const lower = text.toLowerCase();
  return exact.filter((one) => lower.includes(one.toLowerCase())).length / exact.length;
}
