/** The questions that authors write into a page's front matter: `questions: [{ ask: "Which port is used?", at: ports }]`. */
import { readFileSync } from 'node:fs';

import { type Problem, type Section, condense } from '@quire/search';
import { closest, distance } from 'fastest-levenshtein';

import type { PageQuestion } from '#model/page.ts';

import type { DocSource } from './document.ts';

/** A way to ask for a section. */
interface Asked {
  ask: string;
  /** What the search index stores of it. Nobody reads a phrasing, so the index is smaller with the stems of its words. */
  stored: string;
  /** Id of the heading that answers it; '': the introduction. */
  at: string;
  /** Where its author wrote it. Slow: call it only to report a problem. */
  place: () => Required<Pick<Problem, 'file' | 'line'>>;
}

/** Returns the questions in the front matter of a page, and its phrasings. */
function askedOf(doc: DocSource): Asked[] {
  const { file = '', phrasings = [] } = doc.phrasings ?? {};
  return [
    ...(doc.frontMatter.questions ?? []).map(({ ask, at = '' }) => ({
      ask,
      stored: ask,
      at,
      place: () => ({ file: doc.file, line: frontMatterLine(doc, ask) }),
    })),
    ...phrasings.map(({ ask, at, line }) => ({ ask, stored: condense(ask), at, place: () => ({ file, line }) })),
  ];
}

/**
 * Adds each question of a page to the section that answers it: the one whose heading it names, or the one that contains the
 * named anchor. Reports an anchor that the page does not have, and a section without content.
 * @param anchors every id in the page, in document order
 */
export function withQuestions(sections: Section[], doc: DocSource, anchors: ReadonlySet<string>, problems: Problem[]): Section[] {
  const asked = new Map<string, string[]>();
  for (const { ask, stored, at, place } of askedOf(doc)) {
    const number = sectionOf(at, sections, anchors);
    const section = sections[number];
    const report = (message: string): unknown => problems.push({ ...place(), message, severity: 'error' });
    if (section === undefined) report(`The question "${ask}" names #${at}, but the page has no such anchor.${hint(at, anchors)}`);
    else if (!hasContent(sections, number))
      report(
        `The question "${ask}" names ${at === '' ? 'the introduction' : `#${at}`}, which has no text. Name the section that answers it.`,
      );
    else asked.set(section.anchor, [...(asked.get(section.anchor) ?? []), stored]);
  }
  if (asked.size === 0) return sections;
  return sections.map((section) => {
    const questions = asked.get(section.anchor);
    return questions === undefined ? section : { ...section, questions };
  });
}

/** Returns the index of the section that contains an anchor; -1 for an unknown anchor. The introduction has the anchor ''. */
function sectionOf(at: string, sections: readonly Section[], anchors: ReadonlySet<string>): number {
  if (at === '') return 0;
  let current = 0;
  for (const anchor of anchors) {
    const heading = sections.findIndex((section) => section.anchor === anchor);
    if (heading >= 0) current = heading;
    if (anchor === at) return current;
  }
  return -1;
}

/** Whether a section, or one below it, has text or code. */
function hasContent(sections: readonly Section[], number: number): boolean {
  const { level = 1 } = sections[number] ?? {};
  const end = sections.findIndex((section, i) => i > number && section.level <= level);
  return sections.slice(number, end < 0 ? undefined : end).some(({ text, code }) => text !== '' || code.length > 0);
}

function hint(at: string, anchors: ReadonlySet<string>): string {
  if (anchors.size === 0) return '';
  const near = closest(at, [...anchors]);
  return distance(at, near) <= Math.max(3, at.length / 3) ? ` Did you mean #${near}?` : '';
}

/** Returns the 1-based line of the front matter that contains a text; 1 if no line does. It reads the author's file, so call it only for messages. */
export function frontMatterLine({ absolute, bodyLine }: DocSource, ask: string): number {
  let text: string;
  try {
    text = readFileSync(absolute, 'utf8');
  } catch {
    return 1;
  }
  const lines = text.split('\n').slice(0, bodyLine);
  return (
    Math.max(
      0,
      lines.findIndex((line) => line.includes(ask)),
    ) + 1
  );
}

/** Two texts with the same key are the same question to a reader. */
const keyOf = (ask: string): string =>
  ask
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? '';

/** Reports questions that two pages, or two sections of a page, claim to answer. */
export function checkDuplicateQuestions(docs: readonly DocSource[]): Problem[] {
  const owners = new Map<string, DocSource>();
  return docs.flatMap((doc) =>
    askedOf(doc).flatMap(({ ask, place }): Problem[] => {
      const key = keyOf(ask);
      const owner = owners.get(key);
      if (owner === undefined) {
        owners.set(key, doc);
        return [];
      }
      const other = owner === doc ? 'The page' : `The page ${owner.file}`;
      const message = `${other} claims the question "${ask}" as well. Keep it where it is answered best.`;
      return [{ ...place(), message, severity: 'error' }];
    }),
  );
}

/** Maximum number of questions that the dialogs offer on a page. */
const OFFERED_QUESTIONS = 4;

/** Matches questions that are sentences; symptoms and keywords serve search only. */
const SENTENCE = /^(?:are|can|could|do|does|how|is|may|must|should|what|when|where|which|who|why|will)\b[^.?!]*\??$/i;

/** Returns the questions that are offered on a page: one from each section first, because these cover its topics. */
export function questionsOf({ frontMatter: { questions = [] } }: Pick<DocSource, 'frontMatter'>): PageQuestion[] {
  const all = questions
    .filter(({ ask }) => SENTENCE.test(ask))
    .map(({ ask, at = '' }) => ({ ask: `${ask.charAt(0).toUpperCase()}${ask.slice(1).replace(/\?$/, '')}?`, at }));
  const first = all.filter(({ at }, index) => all.findIndex((other) => other.at === at) === index);
  return [...first, ...all.filter((question) => !first.includes(question))].slice(0, OFFERED_QUESTIONS);
}
