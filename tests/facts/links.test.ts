/** Compares the internal links of each handwritten page with those of the original page, so that no overview loses links. */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { expect, test } from 'vitest';

import { CORPUS, readFacts } from './facts.ts';

interface Route {
  route: string;
  source: string;
  kind: string;
}

const { routes } = readFacts<{ routes: Route[] }>('routes.json');
const DOCS = join(process.cwd(), 'website/content/docs');
const known = new Map(routes.map(({ route }) => [route.toLowerCase(), route]));
const bySource = new Map(routes.filter(({ kind }) => kind === 'handwritten').map(({ source, route }) => [source, route]));

/** Links of the original that ours does not need, as route and target. */
const REVIEWED = new Set([
  // The original names example code of the repository, which has the path of a page by coincidence.
  '/docs/metadata-ingestion/adding-source /docs/generated/ingestion/sources/file',
  '/docs/metadata-modeling/extending-the-metadata-model /docs/generated/metamodel/entities/test',
  '/docs/metadata-modeling/metadata-model /docs/generated/metamodel/entities/test',
  // An example of how to write a link.
  '/docs/metadata-ingestion/source-docs-template /docs/introduction',
]);

/** Returns the targets of Markdown and HTML links outside of code blocks, without fragments. */
function targetsOf(markdown: string): string[] {
  const text = markdown.replace(/```[\s\S]*?```/g, '');
  return [/\]\(\s*<?([^)\s>]+)/g, /(?:href|to)=["']([^"']+)/g, /^\[[^\]]+\]:\s*(\S+)/gm]
    .flatMap((pattern) => [...text.matchAll(pattern)].map(([, target = '']) => target.replace(/[?#].*$/, '').replace(/\/$/, '')))
    .filter((target) => target !== '');
}

/** Returns the route of a link in the original, which may be a path or an address of the repository. Undefined if it leads to no page. */
function originalRoute(source: string, target: string): string | undefined {
  const local = target
    .replace(/^https?:\/\/(www\.)?datahubproject\.io\/docs/, '/docs')
    .replace(/^https?:\/\/github\.com\/(datahub-project|linkedin)\/datahub\/(blob|tree)\/[^/]+\//, '/');
  if (/^[a-z]+:/.test(local)) return undefined;
  const path = local.startsWith('/') ? local.slice(1) : posix.join(posix.dirname(source), local);
  const file = [path, `${path}.md`, `${path}/README.md`].find((each) => bySource.has(each));
  const slug = path.replace(/^docs\//, '').replace(/(\/README)?\.mdx?$/, '');
  return bySource.get(file ?? '') ?? known.get(`/docs/${slug}`.toLowerCase());
}

/** Returns our file of a route. */
const fileOf = (route: string): string | undefined =>
  [`${route.slice('/docs/'.length)}.md`, posix.join(route.slice('/docs/'.length), 'index.md')].find((file) => existsSync(join(DOCS, file)));

/** Returns the routes that our page links to, in lowercase. */
function ourRoutes(file: string): Set<string> {
  const targets = targetsOf(readFileSync(join(DOCS, file), 'utf8')).filter((target) => !/^[a-z]+:/.test(target));
  return new Set(
    targets.map((target) => {
      const path = target.startsWith('/docs/') ? target.slice('/docs/'.length) : posix.join(posix.dirname(file), target);
      return `/docs/${path.replace(/(^|\/)index\.md$/, '').replace(/\.md$/, '')}`.toLowerCase();
    }),
  );
}

test('every handwritten page links to the pages that its original links to', () => {
  const lost = routes
    .filter(({ kind }) => kind === 'handwritten')
    .flatMap(({ route, source }) => {
      const original = join(CORPUS, source);
      if (!existsSync(original)) return [];
      const wanted = targetsOf(readFileSync(original, 'utf8')).map((target) => originalRoute(source, target));
      const file = fileOf(route);
      const found = file === undefined ? new Set<string>() : ourRoutes(file);
      return [...new Set(wanted)].flatMap((target) =>
        target === undefined || target === route || found.has(target.toLowerCase()) ? [] : [`${route} ${target}`],
      );
    });
  expect(lost.filter((line) => !REVIEWED.has(line))).toEqual([]);
});
