/** Reads the configuration of a VitePress site, and reports which parts of it this engine supports. */
import { existsSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

import { relativePath } from '#config/relative-path.ts';
import { docId } from '#content/doc-routes.ts';
import { filesInside } from '#content/files.ts';
import { withoutOuterSlashes } from '#model/url.ts';

import { evaluateFile } from './evaluate.ts';
import {
  baseUrlOf,
  existsInProject,
  globsOf,
  inlineHtml,
  isInProject,
  listOf,
  localIcon,
  localLogo,
  noteMissing,
  originOf,
  outsideProject,
  recordOf,
  textOf,
  withoutTags,
  withoutUndefined,
} from './foreign-site.ts';
import type { ForeignSite, Note, Values } from './foreign-site.ts';

const NAMES = ['ts', 'mts', 'js', 'mjs', 'cjs'].flatMap((ending) => [`config.${ending}`, `config/index.${ending}`]);
const FOLDERS = ['.', 'docs', 'website', 'doc', 'site'];

/** Returns the path of a site's VitePress configuration; null if there is none. */
export const vitepressConfig = (dir: string): string | null =>
  FOLDERS.flatMap((folder) => NAMES.map((name) => join(dir, folder, '.vitepress', name))).find((file) => existsInProject(dir, file)) ??
  null;

/** Whether a folder belongs to VitePress or VuePress, which have their own rule for the ids of headings. */
export const hasVueHeadings = (dir: string): boolean =>
  FOLDERS.some((folder) => ['.vitepress', '.vuepress'].some((name) => existsSync(join(dir, folder, name))));

/**
 * Reads a VitePress configuration.
 * @param dir folder of the site
 * @param file the configuration file
 * @param plain description of the folder as plain Markdown, which is returned if the configuration cannot be evaluated
 */
export async function readVitepress(dir: string, file: string, plain: ForeignSite): Promise<ForeignSite> {
  const home = file.slice(0, file.indexOf(`${sep}.vitepress${sep}`));
  const evaluated = await evaluateFile(file, dir);
  const place = (path: string): string => relativePath(dir, join(home, path)) || '.';
  if ('problem' in evaluated) {
    const problem = `${relative(dir, file)} could not be evaluated (${evaluated.problem}), so the folder is read as plain Markdown`;
    return { ...plain, docs: { ...plain.docs, root: place('.') }, notes: [{ kind: 'decide', text: problem }, ...plain.notes.slice(1)] };
  }
  const notes: Note[] = [];
  const needed = evaluated.missing.filter((name) => !/vite|vue|rollup|unocss|markdown-it/.test(name));
  noteMissing({ ...evaluated, missing: needed }, 'the configuration', notes);
  const source = recordOf(evaluated.value);
  const theme = recordOf(source['themeConfig']);
  const root = place(textOf(source['srcDir']) ?? '.');
  if (!isInProject(dir, root)) throw new Error(`The pages of ${file} cannot be read: ${outsideProject(dir, root)}.`);
  const base = baseUrlOf(source['base']) ?? '/';
  const ids = new Set(filesInside(join(dir, root), '**/*.md').map((page) => docId(page)));
  const idOf = (link: unknown, prefix = ''): string | null => pageId(posix.join('/', prefix, String(link ?? '')), base, ids);
  const sidebars = readSidebars(theme['sidebar'], idOf);
  const markdown = recordOf(source['markdown']);
  noteOmissions(source, theme, markdown, notes);
  if (existsSync(join(home, '.vitepress/theme'))) notes.push({ kind: 'left out', text: 'the theme in .vitepress/theme' });
  const hostname = textOf(recordOf(source['sitemap'])['hostname']) ?? '';
  if (!URL.canParse(hostname)) notes.push({ kind: 'decide', text: 'set `url` in site.config.ts' });
  const title = textOf(source['title']) ?? 'Docs';
  const siteTitle = theme['siteTitle'] === false ? undefined : (textOf(theme['siteTitle']) ?? title);
  const exclude = globsOf(source['srcExclude'], notes) ?? [];
  const staticDirectories = [posix.join(root, 'public')].filter((name) => existsInProject(dir, name));
  return {
    config: withoutUndefined({
      title,
      tagline: textOf(source['description']),
      url: originOf(hostname),
      baseUrl: base === '/' ? undefined : base,
      favicon: readIcon(source, base, notes),
      navbar: withoutUndefined({ title: siteTitle, logo: readLogo(theme['logo'], notes) }),
      footer: readFooter(theme),
      tableOfContents: readOutline(theme),
      math: markdown['math'] === true ? true : undefined,
    }),
    docs: withoutUndefined({
      root,
      routeBasePath: '/',
      exclude: exclude.length === 0 ? undefined : ['**/_*', '**/_*/**', ...exclude],
      editUrl: /^(https?:\/\/.*\/):path$/.exec(textOf(recordOf(theme['editLink'])['pattern']) ?? '')?.[1],
      showLastUpdateAuthor: false,
      showLastUpdateTime: source['lastUpdated'] === true,
    }) as ForeignSite['docs'],
    folders: [],
    staticDirectories,
    componentRoutes: [],
    navbarItems: [
      ...listOf(theme['nav']).map(recordOf).map(toNavbarItem),
      // Languages that have their own site.
      ...Object.values(recordOf(source['locales']))
        .map(recordOf)
        .filter(isElsewhere)
        .map(({ label, link }) => ({ label, href: link, position: 'right' })),
      ...listOf(theme['socialLinks']).map(recordOf).map(toSocialItem),
    ],
    sidebars,
    redirects: [],
    translations: null,
    rules: { headingIds: 'vitepress' },
    notes,
  };
}

const isElsewhere = (locale: unknown): boolean => /^https?:/.test(textOf(recordOf(locale)['link']) ?? '');

/** Returns the id of the page to which a link leads; null if it leads elsewhere. */
function pageId(link: string, base: string, ids: ReadonlySet<string>): string | null {
  const bare = link
    .replace(/[?#].*/s, '')
    .replace(base === '/' ? /^\// : new RegExp(`^(?:${base}|/)`), '')
    .replace(/\.(?:html|md)$/, '')
    .replace(/\/$/, '');
  const id = docId(`${bare === '' ? 'index' : bare}.md`);
  return ids.has(id) ? id : null;
}

type FindId = (link: unknown, prefix?: string) => string | null;

/** Converts sidebars: one list, or several lists by the route prefix of their pages. Returns null if there are none. */
function readSidebars(sidebar: unknown, idOf: FindId): Values | null {
  if (Array.isArray(sidebar)) return { main: toEntries(sidebar, '', idOf) };
  const all = Object.entries(recordOf(sidebar)).map(([route, value]): [string, unknown[]] => {
    const { items = value, base = '' } = recordOf(value);
    const name = withoutOuterSlashes(route).replaceAll('/', '-') || 'main';
    return [name, toEntries(listOf(items), String(base), idOf)];
  });
  return all.length === 0 ? null : Object.fromEntries(all);
}

function toEntries(items: readonly unknown[], around: string, idOf: FindId): unknown[] {
  return items.map(recordOf).flatMap((item): unknown[] => {
    const base = textOf(item['base']) ?? around;
    const label = textOf(item['text']) === undefined ? '' : withoutTags(String(item['text']));
    const { link: written } = item;
    // With a base, an empty link leads to the base.
    const link = typeof written === 'string' && (written !== '' || base !== '') ? written : undefined;
    const isExternal = /^[a-z]+:/i.test(link ?? '');
    const id = link === undefined || isExternal ? null : idOf(link, link.startsWith('/') ? '' : base);
    if (Array.isArray(item['items'])) {
      const inner = toEntries(item['items'], base, idOf);
      if (label === '') return inner;
      const collapsed = item['collapsed'] === true;
      return [{ type: 'category', label, collapsed, ...(id !== null && { link: { type: 'doc', id } }), items: inner }];
    }
    if (id !== null) return [{ type: 'doc', id, ...(label !== '' && { label }) }];
    return link === undefined || label === '' ? [] : [{ type: 'link', label, href: isExternal ? link : posix.join('/', base, link) }];
  });
}

/** Converts an item of the navbar to the format of Docusaurus. The entries of groups in a menu become entries of the menu. */
function toNavbarItem({ text: label, link, items }: Values): Values {
  const entries = listOf(items).map(recordOf);
  if (entries.length > 0)
    return {
      label,
      position: 'right',
      items: entries.flatMap((one) => (one['items'] === undefined ? [one] : listOf(one['items']).map(recordOf))).map(toNavbarItem),
    };
  return withoutUndefined({ label, position: 'right', ...(/^[a-z]+:/i.test(String(link)) ? { href: link } : { to: link }) });
}

function toSocialItem({ icon, link, ariaLabel }: Values): Values {
  const name = textOf(icon) ?? 'Link';
  const label = textOf(ariaLabel) ?? { github: 'GitHub', youtube: 'YouTube' }[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
  return { label, href: link, position: 'right' };
}

function readLogo(logo: unknown, notes: Note[]): Values | undefined {
  const { src, light, dark, alt } = typeof logo === 'string' ? { src: logo } : recordOf(logo);
  return localLogo({ alt: textOf(alt) ?? '', src: textOf(light) ?? textOf(src), srcDark: dark }, notes);
}

function readFooter(theme: Values): Values | undefined {
  const { message, copyright } = recordOf(theme['footer']);
  const lines = [message, copyright].flatMap((line) => (typeof line === 'string' ? [inlineHtml(line)] : []));
  return lines.length === 0 ? undefined : { copyright: lines.join(' ') };
}

/** Returns the icon that the elements in `head` define; undefined if there is none. */
function readIcon({ head }: Values, base: string, notes: Note[]): string | undefined {
  const icon = listOf(head).find(
    (one) => Array.isArray(one) && one[0] === 'link' && /^(?:shortcut )?icon$/.test(String(recordOf(one[1])['rel'])),
  );
  const href = textOf(recordOf((icon as unknown[] | undefined)?.[1])['href']);
  const local = localIcon(href, notes);
  return local?.startsWith(base) === true ? `/${local.slice(base.length)}` : local;
}

/** Returns the heading levels of the table of contents; undefined: the default. In VitePress, `outline` is a level, a range, or `deep`. */
function readOutline({ outline }: Values): Values | undefined {
  const given: unknown = Array.isArray(outline) || typeof outline !== 'object' ? outline : recordOf(outline)['level'];
  const [min, max] = given === 'deep' ? [2, 6] : [given].flat();
  return typeof min === 'number' ? { minHeadingLevel: min, maxHeadingLevel: typeof max === 'number' ? max : min } : undefined;
}

function noteOmissions(source: Values, theme: Values, markdown: Values, notes: Note[]): void {
  notes.push({
    kind: 'kept',
    text: 'the title, the navbar, the sidebars, the footer, and the ids of headings of the VitePress configuration',
  });
  const leaveOut = (condition: boolean, what: string): void => void (condition && notes.push({ kind: 'left out', text: what }));
  const others = Object.entries(recordOf(source['locales'])).flatMap(([name, locale]) =>
    name === 'root' || isElsewhere(locale) ? [] : [name],
  );
  if (others.length > 0)
    notes.push({
      kind: 'decide',
      text: `locales (${others.join(', ')}): their pages are pages of the docs. Set \`i18n\` to make them translations`,
    });
  leaveOut(source['rewrites'] !== undefined, '`rewrites`: pages have the addresses of their files');
  leaveOut(theme['search'] !== undefined || theme['algolia'] !== undefined, 'the settings of the search: the engine has its own search');
  leaveOut(theme['carbonAds'] !== undefined, 'advertisements');
  leaveOut(markdown['config'] !== undefined, '`markdown.config`, which may change the text of pages');
  leaveOut(markdown['lineNumbers'] === true, '`markdown.lineNumbers`: add `showLineNumbers` to the code blocks that need them');
  for (const key of ['transformPageData', 'transformHtml', 'transformHead', 'buildEnd'])
    leaveOut(source[key] !== undefined, `\`${key}\`, which is a function`);
  const scripts = listOf(source['head']).filter((one) => Array.isArray(one) && /^(?:script|style)$/.test(String(one[0])));
  leaveOut(scripts.length > 0, `scripts and styles of \`head\`: ${scripts.length}`);
}
