import { plainText } from '@quire/engine/model/text-marks.ts';
import type { SearchRecord } from '@quire/search/contract.ts';

/** Strings that a reader copied from somewhere: they mean themselves, letter by letter. */
const QUOTED = /`([^`\n]{2,120})`|"([^"\n]{2,120})"|“([^”\n]{2,120})”/g;
/** Words with a sign of code in them: `AUTH_OIDC_ENABLED`, `createTag`, `a.b.c`, `--hard`, `@Searchable`, `urn:li:dataset`. */
const IDENTIFIER =
  /(?<![\p{L}\p{N}])(?:--[a-z][\w-]*|@\p{L}\w+|\p{L}\w*(?:[_.:/]+[\p{L}\p{N}]\w*)+|\p{Ll}+\p{Lu}\w*|\p{Lu}\p{Ll}+\p{Lu}\w+|\p{L}+-[\p{L}-]*\d\w*)/gu;
/** A command of ours: told from prose by what it begins with, then at most one word of it, then options. */
const COMMAND =
  /\bdatahub (?:actions|check|delete|docker|dataproduct|exists|get|group|ingest|init|lite|migrate|put|telemetry|timeline|user|version)\b(?: (?:[a-z]+-[a-z-]+|list|show|run|rollback|deploy|quickstart|nuke|check|upsert|update|enable|disable|plugins|platform|aspect|init|serve|export)\b)?(?: --?[a-z][\w-]*)*/g;
const MOST = 8;

/** Names of brands written like identifiers. */
const BRANDS = /^(?:DataHub|GraphQL|GitHub|LinkedIn|YouTube|JavaScript|OpenAPI|OpenSearch|BigQuery|PowerBI|MySQL|iOS|iPhone|MongoDB)$/;

/** Quoted strings, commands and identifiers of a question, as written and in its order, each once, at most eight. */
export function exactStrings(text: string): string[] {
  const found: { at: number; value: string }[] = [];
  for (const { index, 1: tick, 2: straight, 3: curly } of text.matchAll(QUOTED))
    found.push({ at: index, value: (tick ?? straight ?? curly ?? '').trim() });
  for (const { index, 0: value } of text.matchAll(COMMAND)) found.push({ at: index, value });
  for (const { index, 0: value } of text.matchAll(IDENTIFIER)) if (!BRANDS.test(value)) found.push({ at: index, value });
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
