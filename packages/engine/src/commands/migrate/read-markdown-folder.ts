/** Describes a folder of Markdown files without the configuration of a site generator, and infers settings from its pages. */
import { basename, dirname } from 'node:path';

import type { Site } from '#build/site.ts';
import { readLines } from '#content/source-lines.ts';

import { originOf } from './foreign-site.ts';
import type { ForeignSite, Note } from './foreign-site.ts';
import { existsInProject } from './project.ts';
import { hasVueHeadings } from './read-vitepress.ts';

export function describeMarkdownFolder(dir: string): ForeignSite {
  const root = existsInProject(dir, 'docs') ? 'docs' : '.';
  const title = basename(dir) === 'docs' ? basename(dirname(dir)) : basename(dir);
  return {
    config: { title, navbar: { title }, url: originOf(undefined) },
    docs: { root, routeBasePath: '/', showLastUpdateAuthor: false, showLastUpdateTime: false },
    folders: [],
    staticDirectories: ['static', 'public'].filter((name) => existsInProject(dir, name)),
    navbarItems: [],
    sidebars: null,
    redirects: [],
    componentRoutes: [],
    translations: null,
    rules: hasVueHeadings(dir) ? { headingIds: 'vitepress' } : {},
    notes: [
      { kind: 'decide', text: 'there is no docusaurus.config: the folder is read as plain Markdown, and the sidebar follows the folders' },
      { kind: 'decide', text: 'set `title` and `url` in site.config.ts' },
    ],
  };
}

/** Returns the settings that the pages of a folder need: the base URL with which its links start, and formulas. Notes each of them. */
export function inferSettings(site: Pick<Site, 'docs' | 'linkResolver'>, notes: Note[]): { baseUrl?: string; math?: true } {
  const found = commonBase(site);
  if (found !== null)
    notes.push({
      kind: 'decide',
      text: `${found.links} ${found.links === 1 ? 'link leads to a page' : 'links lead to pages'} if the site is published at ${found.base}, so this is its \`baseUrl\``,
    });
  const formulas = site.docs.filter(({ body }) => hasFormula(body)).length;
  if (formulas > 0)
    notes.push({
      kind: 'decide',
      text: `formulas in TeX on ${formulas} ${formulas === 1 ? 'page' : 'pages'} are shown as MathML: remove \`math: true\` if their dollar signs are text`,
    });
  return { ...(found !== null && { baseUrl: found.base }), ...(formulas > 0 && { math: true }) };
}

const LINK = /(?:\]\(\s*<?|\bhref=["'])(\/[^)>\s"'#?]+)/g;
/** Maximum number of segments of the path. */
const MAX_STEPS = 4;

/** Returns the path, such as `/project/`, whose removal fixes at least half of the broken links, and the number of these links; null if there is none. */
function commonBase({ docs, linkResolver }: Pick<Site, 'docs' | 'linkResolver'>): { base: string; links: number } | null {
  const counts = new Map<string, number>();
  let broken = 0;
  for (const doc of docs)
    for (const [, target = ''] of doc.body.matchAll(LINK)) {
      if (linkResolver.resolverFor(doc).resolveTarget(target).kind !== 'broken') continue;
      broken += 1;
      const steps = target.split('/').filter(Boolean);
      for (let length = 1; length <= Math.min(MAX_STEPS, steps.length - 1); length++)
        if (linkResolver.pageOf(`/${steps.slice(length).join('/')}`, doc) !== null) {
          const base = `/${steps.slice(0, length).join('/')}/`;
          counts.set(base, (counts.get(base) ?? 0) + 1);
          break;
        }
    }
  const [base, links] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0];
  return links * 2 >= broken && /^(?:\/[\w.~-]+)+\/$/.test(base) ? { base, links } : null;
}

/** A command of TeX between dollar signs, or a line that only starts or ends a formula. */
const FORMULA = /\$[^$\n`\\]*\\[a-z][^$\n`]*\$|^\s*\$\$\s*$/i;

const hasFormula = (body: string): boolean => readLines(body, 1).some(({ kind, text: line }) => kind === 'text' && FORMULA.test(line));
