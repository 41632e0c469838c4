import type { SiteData } from '#model/site.ts';
import { withBase } from '#model/url.ts';

import type { Piece } from './output.ts';

/** A page as language models and their tools read it. */
export interface ReadablePage {
  path: string;
  title: string;
  description: string;
  markdownPath: string;
  /** Top group of the sidebar; null for pages outside of it. */
  group: string | null;
}

/** `llms.txt`: what the site is, and its pages as Markdown, by group, each with a line on what it holds. */
export function renderLlmsIndex(pages: readonly ReadablePage[], site: SiteData): string {
  const groups = Map.groupBy(pages, (page) => page.group ?? 'More');
  const more = groups.get('More');
  groups.delete('More');
  if (more !== undefined) groups.set('More', more);
  const sections = [...groups].map(([group, members]) => {
    const lines = members.map((page) => `- [${page.title}](${site.url}${withBase(site.baseUrl, page.markdownPath)}): ${page.description}`);
    return `## ${group}\n\n${lines.join('\n')}`;
  });
  return `# ${site.title}\n\n> ${site.tagline}\n\n${sections.join('\n\n')}\n`;
}

/** The pieces of `llms-full.txt`: all pages in one file, each under its address. */
export function llmsFullPieces(pages: readonly ReadablePage[], site: SiteData): Piece[] {
  return pages.flatMap(({ path, markdownPath }, index): Piece[] => {
    const rule = index === 0 ? '' : '\n---\n\n';
    return [`${rule}<!-- ${site.url}${withBase(site.baseUrl, path)} -->\n\n`, { file: `site${markdownPath}` }];
  });
}
