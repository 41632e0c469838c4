/** The names and commands of the documented product, and the tools that it works with. */
import { PLAIN_TERMS, type TermReader } from './retrieve/terms.ts';

export interface Product {
  /** Names of the product. They appear on nearly every page, so they do not distinguish pages. */
  names: readonly string[];
  /** Other names in mixed case, such as `GitHub`, which are not identifiers of code. */
  brands: readonly string[];
  /** The beginnings of the commands of the product, by program and subcommand: `git commit`. */
  commands: readonly string[];
  /** Tools that it works with, and what the documentation does not say about them. */
  otherTools: readonly OtherTool[];
}

/** A product in the form that analyzing texts requires. */
export interface ProductTerms {
  isName(word: string): boolean;
  /** Whether a word in mixed case is a name and not an identifier. */
  isBrand(word: string): boolean;
  /** The terms of the names, as they are in the index. */
  nameTerms: ReadonlySet<string>;
  /** Matches commands in a sentence, with one further subcommand and options. Null: the product has no commands. */
  command: RegExp | null;
  /** Matches a line of code that runs one of the programs of the product. Null: the product has no commands. */
  programLine: RegExp | null;
  /** Whether a question is about another tool itself. */
  isAboutOtherTool(question: string): boolean;
}

/** Names of well-known products in mixed case, which look like identifiers. */
const BRANDS = [
  'GraphQL',
  'GitHub',
  'YouTube',
  'JavaScript',
  'OpenAPI',
  'OpenSearch',
  'BigQuery',
  'PowerBI',
  'MySQL',
  'MongoDB',
  'iOS',
  'iPhone',
];

/** Matches what may follow the beginning of a command in prose: a subcommand with a hyphen, and options. */
const REST_OF_COMMAND = String.raw`\b(?: [a-z]+-[a-z-]+\b)?(?: --?[a-z][\w-]*)*`;

/** Returns a regular expression that matches any of the texts. */
const alternatives = (texts: Iterable<string>): string =>
  Array.from(texts, (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');

/** @param terms reader of the index, with which the terms of the names are compared */
export function productTerms({ names, brands, commands, otherTools }: Product, terms: TermReader): ProductTerms {
  const known = new Set([...BRANDS, ...brands, ...names]);
  const nameTerms = new Set<string>();
  for (const name of names) terms.forEachTerm(name, false, (term) => nameTerms.add(term));
  const programs = new Set(commands.map((command) => command.split(' ', 1)[0] ?? command));
  const longestFirst = commands.toSorted((a, b) => b.length - a.length);
  return {
    isName: (word) => names.includes(word),
    isBrand: (word) => known.has(word),
    nameTerms,
    command: commands.length === 0 ? null : new RegExp(String.raw`\b(?:${alternatives(longestFirst)})${REST_OF_COMMAND}`, 'g'),
    programLine: programs.size === 0 ? null : new RegExp(String.raw`^\s*(?:\$ )?(?:${alternatives(programs)})\b`, 'm'),
    isAboutOtherTool: otherToolMatcher(otherTools, terms),
  };
}

/** The terms of a site that does not configure its product. */
export const UNKNOWN_PRODUCT = productTerms({ names: [], brands: [], commands: [], otherTools: [] }, PLAIN_TERMS);

// Questions about another tool itself: the page about the connection to the tool has their words, but not the answer.

/** A tool that the documented product works with. */
export interface OtherTool {
  /** As readers write it: "power bi", "powerbi". */
  names: readonly string[];
  /** What readers ask about the tool itself, in one to three words each: "warehouse size". */
  subjects: readonly string[];
}

/** Returns a function that says whether a question names one of the tools and contains all words of one of its subjects. */
export function otherToolMatcher(tools: readonly OtherTool[], { termListOf }: TermReader): (question: string) => boolean {
  const phrases = tools.map(({ names, subjects }) => ({ names: names.map(termListOf), subjects: subjects.map(termListOf) }));
  return (question) => {
    const asked = new Set(termListOf(question));
    const contains = (phrase: readonly string[]): boolean => phrase.length > 0 && phrase.every((term) => asked.has(term));
    return phrases.some(({ names, subjects }) => names.some(contains) && subjects.some(contains));
  };
}
