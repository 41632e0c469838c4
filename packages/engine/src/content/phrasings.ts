/**
 * Reads phrasings: other ways to ask for the sections of a page. Only the search and the assistant use them; readers do not see them. A page
 * may have dozens, so they are in a folder of their own, in which `docs/quickstart.txt` belongs to the `/docs/quickstart` page. Each line is a
 * phrasing. A line such as `#before-you-start` names the section that answers the phrasings below it; the introduction answers those above
 * the first such line.
 */
import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { escapePath, globSync } from 'tinyglobby';
import { relativePath } from '#config/relative-path.ts';
import type { Problem } from '#model/problem.ts';
import type { DocSource } from './document.ts';
import { LEADS_OUTSIDE, symlinksOutside } from './files.ts';
import { MAX_SUGGESTIONS } from './links.ts';

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
  const links = symlinksOutside(folder).map(({ path }) => path);
  const problems = links.map((path): Problem => {
    return { file: nameInProject(path), message: `this ${LEADS_OUTSIDE}`, severity: 'error' };
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
