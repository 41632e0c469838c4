/** Parses and checks `content/synonyms.yaml`. Only the build loads this module, since it needs a YAML parser and a schema. */
import { type Document, isScalar, parseDocument, visit } from 'yaml';
import { z } from 'zod';
import { type Analyzer, createAnalyzer } from '../analysis.ts';
import type { Problem, SearchPage, Section } from '../types.ts';
import type { SynonymRule } from './format.ts';
import { addNames, addQuestions, addSection, type TextReceiver } from './inverted-index.ts';

const DEFAULT_FILE = 'content/synonyms.yaml';

/** Maximum number of characters of a phrase, which is part of each of its rules. */
const MAX_PHRASE = 100;
const phrase = z.string().min(1).max(MAX_PHRASE);
/** `groups`: phrases with the same meaning. `oneWay`: a query with `from` also matches each phrase of `to`, but not the reverse. */
const synonymFile = z.strictObject({
  groups: z.array(z.array(phrase).min(2)).default([]),
  oneWay: z.array(z.strictObject({ from: z.union([phrase, z.array(phrase).min(1)]), to: z.array(phrase).min(1) })).default([]),
});

/** A rule with both sides as they are written in the file, for messages. */
export interface WrittenRule extends SynonymRule {
  written: { from: string; to: string };
}

export interface Synonyms {
  rules: WrittenRule[];
  problems: Problem[];
}

/** Returns the stems of a phrase without stop words. */
function phraseTerms({ tokenize }: Analyzer, text: string): string[] {
  return tokenize(text).flatMap(({ word }) =>
    word.parts.length === 0 ? word.wholes.slice(0, 1) : word.parts.filter((_, i) => word.stops[i] !== true),
  );
}

/** Returns the only term of a phrase whose other words are stop words, because such a rule would match too much; null for other phrases. */
function loneWord(analyzer: Analyzer, text: string): string | null {
  const terms = phraseTerms(analyzer, text);
  return terms.length === 1 && analyzer.tokenize(text).length > 1 ? (terms[0] as string) : null;
}

/** Maximum number of characters of the file, and of rules. A group has a rule for each two of its phrases, and each rule is checked against the words of all pages. */
const MAX_LENGTH = 1 << 19;
const MAX_RULES = 10_000;

/** Returns a key that a mapping contains twice; null if there is none. */
function repeatedKey(document: Document): string | null {
  let repeated: string | null = null;
  visit(document, {
    Map(_, { items }) {
      const known = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (known.has(key.value)) repeated = String(key.value);
        known.add(key.value);
      }
    },
  });
  return repeated;
}

/** Parses the YAML file. An invalid file results in problems and no rules. */
export function parseSynonyms(yaml: string, file = DEFAULT_FILE, analyzer = createAnalyzer()): Synonyms {
  const refuse = (message: string): Synonyms => ({ rules: [], problems: [{ file, message, severity: 'error' }] });
  if (yaml.length > MAX_LENGTH) return refuse(`The file has more than ${MAX_LENGTH} characters. Shorten it.`);
  let data: unknown;
  try {
    // With its check for unique keys, the parser would compare each key with all others.
    const document = parseDocument(yaml, { uniqueKeys: false });
    const [error] = document.errors;
    if (error !== undefined) throw error;
    const repeated = repeatedKey(document);
    if (repeated !== null) return refuse(`The key "${repeated}" is repeated. Keep one of them.`);
    data = document.toJS() ?? {};
  } catch (error) {
    return refuse(`This is not YAML: ${(error as Error).message}`);
  }
  const read = synonymFile.safeParse(data);
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }): Problem => {
      return { file, message: `${path.join('.') || 'the file'}: ${message}. Expected the lists groups and oneWay.`, severity: 'error' };
    });
    return { rules: [], problems };
  }
  const { groups, oneWay } = read.data;
  const count =
    groups.reduce((sum, { length }) => sum + length * (length - 1), 0) +
    oneWay.reduce((sum, { from, to }) => sum + [from].flat().length * to.length, 0);
  if (count > MAX_RULES) return refuse(`The file has ${count} rules, more than ${MAX_RULES}. Use smaller groups and lists.`);
  const pairs = [
    ...groups.flatMap((group) => group.flatMap((from) => group.filter((to) => to !== from).map((to) => [from, to] as const))),
    ...oneWay.flatMap(({ from, to }) => [from].flat().flatMap((one) => to.map((target) => [one, target] as const))),
  ];
  const rules: WrittenRule[] = [];
  const problems: Problem[] = [];
  for (const [from, to] of pairs) {
    const lone = loneWord(analyzer, from);
    if (lone !== null)
      problems.push({
        file,
        message: `"${from}" is reduced to "${lone}", because the other words are not searched for. Use another phrase.`,
        severity: 'error',
      });
    const rule = { from: phraseTerms(analyzer, from), to: phraseTerms(analyzer, to), written: { from, to } };
    if (rule.from.length > 0 && rule.to.length > 0) rules.push(rule);
    else problems.push({ file, message: `"${from}" → "${to}" has a side without a word to search for.`, severity: 'error' });
  }
  return { rules, problems };
}

/** Finds synonyms that have no effect, because no page contains the words of the target. */
export interface SynonymCheck {
  /** Reads a page. It costs nothing once all words were found. */
  read(page: SearchPage, sections: readonly Section[]): void;
  /** Returns the problems, after all pages were read. */
  problems(): Problem[];
}

/** In a group, each phrase is a target. The `from` of a one-way rule is what readers write, so pages need not contain it. */
export function createSynonymCheck(rules: readonly WrittenRule[], file = DEFAULT_FILE, analyzer = createAnalyzer()): SynonymCheck {
  const missing = new Set(rules.flatMap(({ to }) => to));
  const found: TextReceiver = {
    add(text) {
      analyzer.forEachTerm(text, false, (term) => missing.delete(term));
      return 0;
    },
    next: () => undefined,
  };
  return {
    read(page, sections) {
      if (missing.size === 0) return;
      addNames(found, page);
      for (const { heading, text, code, questions = [] } of sections) {
        addSection(found, heading, text, code);
        addQuestions(found, questions);
      }
    },
    problems() {
      const first = new Map<string, string>();
      for (const { to, written } of rules)
        if (to.some((term) => missing.has(term)) && !first.has(written.to)) first.set(written.to, written.from);
      return Array.from(first, ([to, from]): Problem => {
        return {
          file,
          message: `No page contains "${to}", to which "${from}" leads. Remove the synonym, or write it as the pages do.`,
          severity: 'error',
        };
      });
    },
  };
}
