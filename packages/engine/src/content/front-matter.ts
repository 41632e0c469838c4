import { closest, distance } from 'fastest-levenshtein';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';

import type { Problem } from '#model/problem.ts';

/** The keys a page may set before its body, after Docusaurus's names, so that its trees can be read. */
const FrontMatterSchema = z.strictObject({
  /** Page title; without it the first level-one heading. */
  title: z.string().min(1).optional(),
  /** One sentence for search engines and social cards. */
  description: z.string().optional(),
  /** Words a reader might search by. */
  keywords: z.array(z.string()).optional(),
  /** Route: absolute (`/x`, below the docs' base path) or relative to the folder. */
  slug: z.string().min(1).optional(),
  /** Name of the page in the sidebar file. */
  id: z.string().min(1).optional(),
  sidebar_label: z.string().min(1).optional(),
  sidebar_position: z.number().optional(),
  /** Left out of a production build. */
  draft: z.boolean().optional(),
  /** Shows no title of its own: the body brings one. */
  hide_title: z.boolean().optional(),
  hide_table_of_contents: z.boolean().optional(),
  toc_min_heading_level: z.number().int().min(2).max(6).optional(),
  toc_max_heading_level: z.number().int().min(2).max(6).optional(),
  /** Overrides the address behind "Edit this page"; null hides it. */
  custom_edit_url: z.string().nullable().optional(),
  /** Social card image. */
  image: z.string().optional(),
  /** What the page answers, in the words of a reader who does not know the page's own: each with the id of the heading that answers it. */
  questions: z.array(z.strictObject({ ask: z.string().min(8).max(200), at: z.string().min(1).optional() })).optional(),
  /** Words by which newcomers call the subject of the page. */
  aliases: z.array(z.string().min(2).max(60)).optional(),
});

export type FrontMatter = z.infer<typeof FrontMatterSchema>;

export interface ParsedFile {
  frontMatter: FrontMatter;
  body: string;
  bodyLine: number;
  problems: Problem[];
}

const FENCE = /^---[ \t]*\r?\n/;
const KEYS = Object.keys(FrontMatterSchema.shape);

/** Splits a file into front matter and body. A file that does not start with `---` has none. */
export function parseFrontMatter(file: string, text: string): ParsedFile {
  const open = FENCE.exec(text);
  if (open === null) return { frontMatter: {}, body: text, bodyLine: 1, problems: [] };
  const close = /^---[ \t]*$/m.exec(text.slice(open[0].length));
  if (close === null) {
    const message = 'the front matter that starts with --- is never closed: end it with a line of ---';
    return { frontMatter: {}, body: text, bodyLine: 1, problems: [{ file, line: 1, message, severity: 'error' }] };
  }
  const raw = text.slice(open[0].length, open[0].length + close.index);
  const rest = text.slice(open[0].length + close.index + close[0].length);
  const bodyLine = 2 + countLines(raw);
  const { frontMatter, problems } = readYaml(file, raw);
  return { frontMatter, body: rest.replace(/^\r?\n/, ''), bodyLine: bodyLine + 1, problems };
}

const countLines = (text: string): number => text.split('\n').length - 1;

function readYaml(file: string, raw: string): { frontMatter: FrontMatter; problems: Problem[] } {
  const counter = new LineCounter();
  const document = parseDocument(raw, { lineCounter: counter, prettyErrors: false });
  const problems: Problem[] = document.errors.map((error) => ({
    file,
    line: counter.linePos(error.pos[0]).line + 1,
    message: `the front matter is not valid YAML: ${error.message}`,
    severity: 'error',
  }));
  if (problems.length > 0) return { frontMatter: {}, problems };
  const parsed = FrontMatterSchema.safeParse(document.toJS() ?? {});
  if (parsed.success) return { frontMatter: parsed.data, problems };
  for (const issue of parsed.error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? '')];
    for (const key of keys) {
      const line = raw.split('\n').findIndex((text) => text.startsWith(`${key}:`));
      const message = issue.code === 'unrecognized_keys' ? unknownKey(key) : `front matter "${issue.path.join('.')}": ${issue.message}`;
      problems.push({ file, line: line < 0 ? 1 : line + 2, message, severity: 'error' });
    }
  }
  return { frontMatter: {}, problems };
}

function unknownKey(key: string): string {
  const near = closest(key, KEYS);
  const hint = distance(key, near) <= 3 ? `; did you mean "${near}"?` : `; known keys: ${KEYS.join(', ')}`;
  return `front matter has no key "${key}"${hint}`;
}
