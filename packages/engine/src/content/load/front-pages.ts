/** Reads what the front pages say (`content/pages/*.yaml`) and checks it against the shapes the components need. */
import { readFile, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { LineCounter, isScalar, parseDocument, visit, type Document } from 'yaml';
import { type z } from 'zod';
import type { PageKind } from '#model/page.ts';
import type { Problem } from '#model/problem.ts';
import { docsLandingSchema, guildSchema, homeSchema, integrationsSchema, notFoundSchema, searchSchema } from './front-page-schemas.ts';
import { describeIssue, type LineAt } from './yaml-problems.ts';

export type FrontPageKind = Exclude<PageKind, 'doc'>;

/** A front page as the build takes it: `data` has the type that the component of its kind expects. */
export interface FrontPage {
  kind: FrontPageKind;
  /** Route without base URL. */
  path: string;
  title: string;
  description: string;
  /** The YAML file, relative to the project. */
  source: string;
  data: unknown;
  /** Every target inside of this site, for the link check. */
  links: { target: string; line?: number }[];
}

interface Shape {
  kind: FrontPageKind;
  path: string;
  schema: z.ZodType<{ title: string; description: string }>;
}

const SHAPES: Shape[] = [
  { kind: 'home', path: '/', schema: homeSchema },
  { kind: 'docs-landing', path: '/docs', schema: docsLandingSchema },
  { kind: 'guild', path: '/guild', schema: guildSchema },
  { kind: 'integrations', path: '/integrations', schema: integrationsSchema },
  { kind: 'search', path: '/search', schema: searchSchema },
  { kind: 'not-found', path: '/404', schema: notFoundSchema },
];

/**
 * Loads the six front pages from the folder `dir` (`content/pages`). A file that is missing, is no YAML or has a wrong
 * or unknown key is left out of `pages` and told in `problems` with its file, line and key; nothing is thrown for it.
 */
export async function loadFrontPages(dir: string): Promise<{ pages: FrontPage[]; problems: Problem[] }> {
  const pages: FrontPage[] = [];
  const problems: Problem[] = await strangers(dir);
  for (const shape of SHAPES) {
    const file = join(dir, `${shape.kind}.yaml`);
    const source = relative(process.cwd(), file);
    const content = await readFile(file, 'utf8').catch(() => null);
    if (content === null) {
      const message = `cannot be read. The page ${shape.path} takes its text from this file: put it back`;
      problems.push({ file: source, message, severity: 'error' });
      continue;
    }
    const loaded = readFrontPage(shape, source, content);
    if ('page' in loaded) pages.push(loaded.page);
    else problems.push(...loaded.problems);
  }
  return { pages, problems };
}

function readFrontPage(shape: Shape, source: string, content: string): { page: FrontPage } | { problems: Problem[] } {
  const lines = new LineCounter();
  const document = parseDocument(content, { lineCounter: lines, prettyErrors: false });
  const lineAt: LineAt = (offset) => lines.linePos(offset).line;
  if (document.errors.length > 0) {
    const problems = document.errors.map((error): Problem => {
      return { file: source, line: lineAt(error.pos[0]), message: `is no valid YAML: ${error.message}`, severity: 'error' };
    });
    return { problems };
  }
  const parsed = shape.schema.safeParse(toData(document));
  if (!parsed.success) {
    const problems = parsed.error.issues.flatMap((issue) => describeIssue(issue, document, shape.schema, source, lineAt));
    return { problems };
  }
  const { title, description } = parsed.data;
  const links = internalLinks(document, lineAt);
  return { page: { kind: shape.kind, path: shape.path, title, description, source, data: parsed.data, links } };
}

/** Undefined where an alias leads nowhere or explodes, which the YAML library throws for; the schema then refuses it. */
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
      if (typeof value.value !== 'string' || !value.value.startsWith('/')) return;
      links.push({ target: value.value, ...(value.range ? { line: lineAt(value.range[0]) } : {}) });
    },
  });
  return links;
}

/** Files that no page reads, most likely a misspelt name. */
async function strangers(dir: string): Promise<Problem[]> {
  const names = SHAPES.map(({ kind }) => `${kind}.yaml`);
  const found = await readdir(dir).catch(() => []);
  return found
    .filter((name) => !names.includes(name))
    .map((name) => {
      const message = `is read by no page. The front pages are ${names.join(', ')}`;
      return { file: relative(process.cwd(), join(dir, name)), message, severity: 'warning' };
    });
}
