import { join } from 'node:path';

import { loadDoc } from '#content/load-docs.ts';
import type { PageData } from '#model/page.ts';

import { ENGINE_SOURCES } from './fingerprint.ts';
import { readDesignTokens } from './design-tokens.ts';
import type { Shell } from './shell.ts';
import { bodyOf, frontPageData, type Site } from './site.ts';

/** Route of the page in the development server. It is no part of the site. */
export const DESIGN_PATH = '/handbook/design';

/** The handbook's page of the design: its own words, compiled like any page, then the tokens and the parts as they are. */
export async function designPage(site: Site, shell: Shell): Promise<PageData> {
  const projectRoot = join(ENGINE_SOURCES, '../../..');
  const options = { root: join(projectRoot, 'handbook'), projectRoot, include: [], exclude: [], basePath: '/handbook', drafts: true };
  const { doc, problems } = loadDoc('design.md', options);
  if (doc === null) throw new Error(problems.map(({ message }) => message).join('\n'));
  const page = await site.compile(doc);
  const body = shell.renderDesign(bodyOf(page), readDesignTokens(), site.data);
  // No prose of its own: its parts are on the page as they do on front pages.
  const { title, description } = page;
  return frontPageData({ kind: 'design', path: DESIGN_PATH, title, description }, body, shell.id);
}
