/**
 * Assigns the questions and phrasings of a page to its sections. Authors write questions into the front matter:
 * `questions: [{ ask: "Which port is used?", at: ports }]`. Phrasings are in files of their own.
 */
import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

import { escapePath, globSync } from 'tinyglobby';

import { condense, type Section } from '@quire/search';

import { relativePath } from '#config/relative-path.ts';
import type { PageQuestion } from '#model/page.ts';
import type { Problem } from '#model/problem.ts';

import type { DocSource } from './document.ts';
import { REFUSED_LINK, refusedSymlinks } from './files.ts';
import { MAX_SUGGESTIONS, nearestAnchor } from './links.ts';

/** A question or a phrasing, and the section that answers it. */
interface Question {
  ask: string;
  /** The text in the search index. Of a phrasing, which readers do not see, the index stores only the stems, because they are shorter. */
  stored: string;
  /** Id of the heading of that section; '': the introduction. */
  at: string;
  /** Returns where its author wrote it. Slow: call it only to report a problem. */
  locate: () => Required<Pick<Problem, 'file' | 'line'>>;
}

/** Returns the questions in the front matter of a page, and its phrasings. */
function questionsAndPhrasingsOf(doc: DocSource): Question[] {
  const lineOf = createFrontMatterLines(doc);
  return [
    ...(doc.frontMatter.questions ?? []).map(({ ask, at = '' }) => ({
      ask,
      stored: ask,
      at,
      locate: () => ({ file: doc.file, line: lineOf(ask) }),
    })),
    ...(doc.phrasings ?? []).flatMap(({ file, phrasings }) =>
      phrasings.map(({ ask, at, line }) => ({ ask, stored: condense(ask), at, locate: () => ({ file, line }) })),
    ),
  ];
}

/**
 * Adds each question and phrasing of a page to the section that contains the anchor that it names, or to the first subsection if that section
 * is only a heading. Reports an anchor that the page does not have, and a section without content.
 * @param anchors every id in the page, in document order
 */
export function withQuestions(sections: Section[], doc: DocSource, anchors: ReadonlySet<string>, problems: Problem[]): Section[] {
  const asked = questionsAndPhrasingsOf(doc);
  if (asked.length === 0) return sections;
  const byAnchor = new Map<string, string[]>();
  const indexes = indexesOf(sections, anchors);
  const answering = new Map<number, number>();
  let suggestions = MAX_SUGGESTIONS;
  for (const { ask, stored, at, locate } of asked) {
    const index = indexes.get(at) ?? -1;
    const answer = answering.get(index) ?? firstWithContent(sections, index);
    answering.set(index, answer);
    const section = sections[answer];
    const report = (message: string): unknown => problems.push({ ...locate(), message, severity: 'error' });
    if (index < 0)
      report(`The question "${ask}" names #${at}, but the page has no such anchor.${suggestions-- > 0 ? suggestAnchor(at, anchors) : ''}`);
    else if (section === undefined)
      report(
        `The question "${ask}" names ${at === '' ? 'the introduction' : `#${at}`}, which has no text. Name the section that answers it.`,
      );
    else {
      const known = byAnchor.get(section.anchor);
      if (known === undefined) byAnchor.set(section.anchor, [stored]);
      else known.push(stored);
    }
  }
  return sections.map((section) => {
    const questions = byAnchor.get(section.anchor);
    return questions === undefined ? section : { ...section, questions };
  });
}

/** Returns the index of the section of each anchor. The introduction has the anchor ''. */
function indexesOf(sections: readonly Section[], anchors: ReadonlySet<string>): Map<string, number> {
  const headings = new Map(sections.map(({ anchor }, index) => [anchor, index] as const).toReversed());
  const indexes = new Map<string, number>();
  let current = 0;
  for (const anchor of anchors) {
    current = headings.get(anchor) ?? current;
    indexes.set(anchor, current);
  }
  return indexes.set('', 0);
}

/** Returns the index of a section, or of the first one below it if it has neither text nor code; -1 if all of them are empty. */
function firstWithContent(sections: readonly Section[], number: number): number {
  const { level = 1 } = sections[number] ?? {};
  for (let index = Math.max(0, number); index < sections.length; index++) {
    const section = sections[index] as Section;
    if (index > number && section.level <= level) return -1;
    if (section.text !== '' || section.code.length > 0) return index;
  }
  return -1;
}

function suggestAnchor(at: string, anchors: ReadonlySet<string>): string {
  const near = nearestAnchor(at, anchors);
  return near === null ? '' : ` Did you mean #${near}?`;
}

/**
 * Returns a function that finds the 1-based line of the front matter that contains a text; 1 if no line does. Its first call reads the author's
 * file, so call it only to report a problem.
 */
function createFrontMatterLines({ absolute, bodyLine }: Pick<DocSource, 'absolute' | 'bodyLine'>): (text: string) => number {
  let lines: string[] | null = null;
  const read = (): string[] => {
    try {
      return readFileSync(absolute, 'utf8').split('\n', bodyLine);
    } catch {
      return [];
    }
  };
  return (text) => {
    lines ??= read();
    return (
      Math.max(
        0,
        lines.findIndex((line) => line.includes(text)),
      ) + 1
    );
  };
}

/** Returns the line of one text; see `createFrontMatterLines`. */
export const frontMatterLine = (doc: DocSource, text: string): number => createFrontMatterLines(doc)(text);

/** Normalizes a question: only its words, in lower case. */
const normalize = (ask: string): string =>
  ask
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? '';

/** Reports each question that another page, or another section of the same page, already claims to answer. */
export function checkDuplicateQuestions(docs: readonly DocSource[]): Problem[] {
  const owners = new Map<string, DocSource>();
  return docs.flatMap((doc) =>
    questionsAndPhrasingsOf(doc).flatMap(({ ask, locate }): Problem[] => {
      const key = normalize(ask);
      const owner = owners.get(key);
      if (owner === undefined) {
        owners.set(key, doc);
        return [];
      }
      const other = owner === doc ? 'The page' : `The page ${owner.file}`;
      const message = `${other} claims the question "${ask}" as well. Keep it where it is answered best.`;
      return [{ ...locate(), message, severity: 'error' }];
    }),
  );
}

/** Maximum number of questions that the dialogs offer on a page. */
const OFFERED_QUESTIONS = 4;

/** A question that is a sentence. Others, such as symptoms and keywords, are only for the search. */
const SENTENCE = /^(?:are|can|could|do(?! not\b)|does|how|is|may|must|should|what|when|where|which|who|why|will)\b[^.?!]*\??$/i;

/** Maximum number of words after the last comma of a question that ends with keywords. */
const MAX_KEYWORDS = 4;

/** Whether a question ends with keywords: "which domain is an asset in, Python". */
function endsWithKeywords(ask: string): boolean {
  const [, ...parts] = ask.split(', ');
  const end = parts.at(-1)?.split(' ') ?? [];
  return end.length > 0 && end.length <= MAX_KEYWORDS && !end.includes('and') && !end.includes('or');
}

/** Returns the questions that the dialogs offer on a page. The first question of each section comes first, so that they cover its topics. */
export function questionsOf({ frontMatter: { questions = [] } }: Pick<DocSource, 'frontMatter'>): PageQuestion[] {
  const all = questions
    .filter(({ ask }) => SENTENCE.test(ask) && !endsWithKeywords(ask))
    .map(({ ask, at = '' }) => ({ ask: `${ask.charAt(0).toUpperCase()}${ask.slice(1).replace(/\?$/, '')}?`, at }));
  const first = all.filter(({ at }, index) => all.findIndex((other) => other.at === at) === index);
  return [...first, ...all.filter((question) => !first.includes(question))].slice(0, OFFERED_QUESTIONS);
}

// Phrasings are other ways to ask for the sections of a page. Only the search and the assistant use them; readers do not see them. A page may have
// dozens, so they are in a folder of their own, in which `docs/quickstart.txt` belongs to the `/docs/quickstart` page. Each line is a phrasing. A
// line such as `#before-you-start` names the section that answers the phrasings below it; the introduction answers those above the first such line.

interface Phrasing {
  ask: string;
  /** Id of the heading that answers it; '': the introduction. */
  at: string;
  /** 1-based line of its file. */
  line: number;
}

export interface PhrasingsOfPage {
  /** Path relative to the project, as problems name the file. */
  file: string;
  phrasings: readonly Phrasing[];
}

/** Number of characters of a phrasing, as of `questions` in the front matter. */
const LENGTHS = { min: 8, max: 200 };

/** Parses a file of phrasings. Reports lines that are too short or too long. */
export function parsePhrasings(file: string, text: string): PhrasingsOfPage & { problems: Problem[] } {
  const phrasings: Phrasing[] = [];
  const problems: Problem[] = [];
  let at = '';
  for (const [index, raw] of text.split('\n').entries()) {
    const ask = raw.trim();
    const line = index + 1;
    if (ask === '') continue;
    if (ask.startsWith('#')) at = ask.slice(1);
    else if (ask.length >= LENGTHS.min && ask.length <= LENGTHS.max) phrasings.push({ ask, at, line });
    else
      problems.push({
        file,
        line,
        message: `"${ask.slice(0, 40)}" has ${ask.length} characters: write a question of ${LENGTHS.min} to ${LENGTHS.max}`,
        severity: 'error',
      });
  }
  return { file, phrasings, problems };
}

/**
 * Adds the phrasings of a folder to their pages. Reports files that do not belong to a page.
 * @param folder absolute
 * @param nearestPath returns the most similar route of the site; null if none is similar enough
 */
export function withPhrasings(
  docs: readonly DocSource[],
  { folder, projectRoot, nearestPath }: { folder: string; projectRoot: string; nearestPath: (path: string) => string | null },
): { docs: DocSource[]; problems: Problem[] } {
  const nameInProject = (path: string): string => relativePath(projectRoot, join(folder, path));
  const links = refusedSymlinks(folder).map(({ path }) => path);
  const problems = links.map((path): Problem => {
    return { file: nameInProject(path), message: `this ${REFUSED_LINK}`, severity: 'error' };
  });
  const ofPages = new Map<string, PhrasingsOfPage>();
  const routes = new Set(docs.map(({ path }) => path));
  let suggestions = MAX_SUGGESTIONS;
  for (const name of globSync('**/*.txt', {
    cwd: folder,
    followSymbolicLinks: false,
    ignore: links.map((path) => escapePath(path)),
  }).toSorted()) {
    const file = nameInProject(name);
    const route = `/${name
      .split(sep)
      .join('/')
      .replace(/\.txt$/, '')}`;
    const { problems: invalid, ...ofPage } = parsePhrasings(file, readFileSync(join(folder, name), 'utf8'));
    for (const problem of invalid) problems.push(problem);
    if (routes.has(route)) {
      ofPages.set(route, ofPage);
      continue;
    }
    const near = suggestions-- > 0 ? nearestPath(route) : null;
    const message = `the site has no page ${route}: name the file by the route of a page${near === null ? '' : `, such as ${near}`}`;
    problems.push({ file, message, severity: 'error' });
  }
  return {
    docs: docs.map((doc) => {
      const phrasings = ofPages.get(doc.path);
      return phrasings === undefined ? doc : { ...doc, phrasings: [...(doc.phrasings ?? []), phrasings] };
    }),
    problems,
  };
}
