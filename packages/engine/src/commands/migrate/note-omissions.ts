import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { entry, isEntry, list, toPlugin } from './values.ts';
import type { Entry, ForeignPlugin, Note } from './values.ts';

/** Markdown plugins whose effects are built into the engine. */
const KNOWN_TRANSFORMS = /math|katex|npm2yarn|mermaid|gfm|emoji|directive|slug|autolink/i;

/** Adds a line to the report for each setting of a Docusaurus site that has no effect here. */
export function noteOmissions(
  dir: string,
  source: Entry,
  plugins: readonly ForeignPlugin[],
  preset: Entry,
  theme: Entry,
  notes: Note[],
): void {
  const leaveOut = (condition: boolean, what: string): void => void (condition && notes.push({ kind: 'left out', text: what }));
  const { image, metadata } = theme;
  leaveOut(image !== undefined, '`themeConfig.image`: name a picture in `image` of the front matter, or set `socialCards`');
  const noted = Object.keys({ ...(metadata !== undefined && { 'themeConfig.metadata': metadata }), ...source }).filter((key) =>
    ['themeConfig.metadata', 'headTags', 'clientModules', 'stylesheets'].includes(key),
  );
  for (const key of noted) leaveOut(true, `\`${key}\``);
  const functions = ['sidebarItemsGenerator', 'numberPrefixParser'].filter((key) => isEntry(entry(preset['docs'])[key]));
  for (const key of functions) leaveOut(true, `\`${key}\`, which is a function`);
  const transforms = ['beforeDefaultRemarkPlugins', 'remarkPlugins', 'beforeDefaultRehypePlugins', 'rehypePlugins'].flatMap((key) =>
    list(entry(preset['docs'])[key]).map((plugin) => toPlugin(plugin).name),
  );
  for (const name of new Set(transforms))
    leaveOut(!KNOWN_TRANSFORMS.test(name), `the plugin of Markdown ${name || 'without a name'}, which may change the text of pages`);
  leaveOut(theme['algolia'] !== undefined, 'Algolia search: the engine has its own search');
  leaveOut(existsSync(join(dir, 'src/theme')), 'swizzled theme components in src/theme');
  leaveOut(list(source['scripts']).length > 0, '`scripts`: pages run no third-party scripts');
  leaveOut(source['trailingSlash'] === true, '`trailingSlash: true`: addresses do not end with a slash, and those that do are redirected');
  const known =
    /classic|content-(?:docs|blog|pages)|client-redirects|sitemap|theme-(?:classic|mermaid|search-algolia|common)|ideal-image|gtag|google|debug|svgr/;
  for (const { name } of plugins) leaveOut(name !== '' && !known.test(name), `the plugin ${name}`);
  leaveOut(
    plugins.some(({ name }) => /gtag|google|analytics/.test(name)) ||
      preset['gtag'] !== undefined ||
      preset['googleAnalytics'] !== undefined,
    'third-party analytics: set `analytics` instead',
  );
}
