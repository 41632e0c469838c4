/** Reads the YAML files of the front pages and validates them against the schemas that their components need. */
import { readFile, readdir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

import { LineCounter, isCollection, isMap, isNode, isPair, isScalar, visit } from 'yaml';
import type { Document } from 'yaml';
import type { z } from 'zod';

import { nearestName } from '#config/nearest-name.ts';
import { knownKeys } from '#config/validate.ts';
import type { Problem } from '#model/problem.ts';

import { parseYaml } from './yaml.ts';

/** A loaded front page. `data` has the type that the component of its kind expects. */
export interface FrontPage {
  kind: string;
  /** Route without base URL. */
  path: string;
  title: string;
  description: string;
  /** The YAML file, relative to the project. */
  source: string;
  data: unknown;
  /** Every link of the page to this site, for the link check. */
  links: { target: string; line?: number }[];
}

/** A front page of the configuration. */
export interface FrontPageSource {
  kind: string;
  path: string;
  /** Absolute path of the YAML file. */
  data: string;
  schema: z.ZodType<{ title: string; description: string }>;
}

/**
 * Loads the front pages. A page is left out if its file is missing, is not valid YAML, or does not match its schema; `problems` contains the
 * file, line, and key. Also warns about YAML files that no page uses.
 */
export async function loadFrontPages(sources: readonly FrontPageSource[]): Promise<{ pages: FrontPage[]; problems: Problem[] }> {
  const pages: FrontPage[] = [];
  const problems: Problem[] = await findUnusedFiles(sources);
  for (const source of sources) {
    const shown = relative(process.cwd(), source.data);
    const content = await readFile(source.data, 'utf8').catch(() => null);
    if (content === null) {
      const message = `the file cannot be read, and the page ${source.path} takes its text from it: restore the file`;
      problems.push({ file: shown, message, severity: 'error' });
      continue;
    }
    const loaded = readFrontPage(source, shown, content);
    if ('page' in loaded) pages.push(loaded.page);
    else for (const problem of loaded.problems) problems.push(problem);
  }
  return { pages, problems };
}

function readFrontPage(shape: FrontPageSource, source: string, content: string): { page: FrontPage } | { problems: Problem[] } {
  const lines = new LineCounter();
  const document = parseYaml(content, lines);
  const lineAt: LineAt = (offset) => lines.linePos(offset).line;
  if (document.errors.length > 0) {
    const problems = document.errors.map((error): Problem => {
      return { file: source, line: lineAt(error.pos[0]), message: `the file is not valid YAML: ${error.message}`, severity: 'error' };
    });
    return { problems };
  }
  const parsed = shape.schema.safeParse(toData(document));
  if (!parsed.success) {
    return { problems: describeIssues(parsed.error.issues, document, shape.schema, source, lineAt) };
  }
  const { title, description } = parsed.data;
  const links = internalLinks(document, lineAt);
  return { page: { kind: shape.kind, path: shape.path, title, description, source, data: parsed.data, links } };
}

/** Returns the data of a file. For an undefined or exponentially growing alias, returns undefined, which the schema rejects. */
function toData(document: Document): unknown {
  try {
    return document.toJS();
  } catch {
    return undefined;
  }
}

function internalLinks(document: Document, lineAt: LineAt): FrontPage['links'] {
  const links: FrontPage['links'] = [];
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== 'to' || !isScalar<unknown>(value)) return;
      if (typeof value.value !== 'string' || !/^[/#]/.test(value.value)) return;
      links.push({ target: value.value, ...(value.range ? { line: lineAt(value.range[0]) } : {}) });
    },
  });
  return links;
}

/** Reports YAML files beside those of the pages that no page uses. The configuration most likely misspells their names. */
async function findUnusedFiles(sources: readonly FrontPageSource[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const folder of new Set(sources.map(({ data }) => dirname(data)))) {
    const names = sources.filter(({ data }) => dirname(data) === folder).map(({ data }) => basename(data));
    const found = await readdir(folder).catch(() => []);
    for (const name of found) {
      if (!/\.ya?ml$/.test(name) || names.includes(name)) continue;
      const message = `no page uses this file. The files of the front pages are ${names.join(', ')}`;
      problems.push({ file: relative(process.cwd(), join(folder, name)), message, severity: 'warning' });
    }
  }
  return problems;
}

/** Returns the 1-based line of an offset in the text of a file. */
export type LineAt = (offset: number) => number;

/** Maximum number of problems of a file that are described, because each is searched in the whole file. */
const MAX_DESCRIBED = 100;

/** Describes the issues of a schema as problems, and the number of those beyond the maximum. */
export function describeIssues(
  issues: readonly z.core.$ZodIssue[],
  document: Document,
  schema: z.ZodType,
  file: string,
  lineAt: LineAt,
): Problem[] {
  const count = (issue: z.core.$ZodIssue): number => (issue.code === 'unrecognized_keys' ? issue.keys.length : 1);
  const rest = issues.reduce((sum, issue) => sum + count(issue), 0) - MAX_DESCRIBED;
  const described = issues.slice(0, MAX_DESCRIBED).flatMap((issue) => describeIssue(issue, document, schema, file, lineAt));
  const more = rest > 0 ? [problem(file, undefined, `further problems: ${rest}. They are listed once these are corrected`)] : [];
  return [...described.slice(0, MAX_DESCRIBED), ...more];
}

/** Describes an issue of a schema as problems: one for each unknown key, or one for the wrong value. */
function describeIssue(issue: z.core.$ZodIssue, document: Document, schema: z.ZodType, file: string, lineAt: LineAt): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schema, issue.path);
    return issue.keys.slice(0, MAX_DESCRIBED).map((key) => {
      const line = lineOf(document, [...issue.path, key], lineAt);
      return problem(file, line, `${[...issue.path, key].join('.')}: is not a key of this file${suggestion(key, known)}`);
    });
  }
  const value = document.getIn(issue.path);
  const missing = issue.path.length > 0 && value === undefined;
  const message = missing ? 'is missing' : describeValue(issue, value);
  return [problem(file, lineOf(document, issue.path, lineAt), `${issue.path.join('.') || 'the file'}: ${message}`)];
}

function problem(file: string, line: number | undefined, message: string): Problem {
  return { file, ...(line === undefined ? {} : { line }), message, severity: 'error' };
}

function describeValue(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'invalid_type') return `must be ${typeInWords(issue.expected)}, but is ${typeInWords(nameOfType(value))}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}; found ${JSON.stringify(value)}`;
  return issue.message;
}

const TYPE_WORDS: Record<string, string> = {
  string: 'a text',
  object: 'a mapping of keys',
  array: 'a list',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'empty',
};

function typeInWords(type: string): string {
  return TYPE_WORDS[type] ?? type;
}

function nameOfType(value: unknown): string {
  if (value === null) return 'null';
  if (isCollection(value)) return isMap(value) ? 'object' : 'array';
  return typeof value;
}

function suggestion(key: string, known: string[]): string {
  if (known.length === 0) return '';
  const near = nearestName(key, known, 3);
  return near === null ? `. Keys here are ${known.join(', ')}` : `. Did you mean ${near}?`;
}

/** Returns the line of the key at a path, or of the nearest enclosing node if the key is missing. */
function lineOf(document: Document, path: PropertyKey[], lineAt: LineAt): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const parent: unknown = document.getIn(path.slice(0, length - 1), true);
    const step = path[length - 1];
    if (!isCollection(parent)) continue;
    const item = parent.items.find((each, index) => (isPair(each) ? isScalar(each.key) && each.key.value === step : index === step));
    const node = isPair(item) ? item.key : item;
    if (isNode(node) && node.range) return lineAt(node.range[0]);
  }
  return document.contents?.range ? lineAt(document.contents.range[0]) : undefined;
}
