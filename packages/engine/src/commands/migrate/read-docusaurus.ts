/** Reads the configuration of a Docusaurus site, and reports which parts of it this engine supports. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

import { editUrlOf } from './edit-url.ts';
import { evaluateFile } from './evaluate.ts';
import { readAdmonitions } from './read-admonitions.ts';
import { readFeed } from './read-feed.ts';
import { readPrimaryColor } from './read-color.ts';
import { linkOf, shortSource } from './read-link.ts';
import { noteOmissions } from './note-omissions.ts';
import { readTranslations, type ForeignLocales, type TranslatedFolder } from './read-translations.ts';
import {
  countFiles,
  defined,
  entry,
  inlineHtml,
  isForeignFile,
  list,
  localLogo,
  sitePath,
  text,
  toPlugin,
  type Entry,
  type ForeignPlugin,
  type Note,
} from './values.ts';

/** A site of another generator, described with the keys of this engine. Paths are relative to the folder of the site. */
export interface ForeignSite {
  /** Keys of the configuration that do not depend on the pages. */
  config: Record<string, unknown>;
  docs: Record<string, unknown> & { root: string };
  /** Additional docs, and the posts of blogs. */
  folders: ForeignFolder[];
  staticDirectories: string[];
  /** Navbar items in Docusaurus's format. Items of type `doc` and `docSidebar` can only be resolved with the pages. */
  navbarItems: readonly Entry[];
  /** The evaluated sidebars; null: they are generated from the folders. */
  sidebars: unknown;
  redirects: [from: string, to: string][];
  /** Routes of pages that are React components, which are not migrated. */
  componentRoutes: readonly string[];
  /** Keys of `docs.rules`. */
  rules?: Readonly<Record<string, unknown>>;
  /** Null for a site with one language. */
  translations: ForeignLocales | null;
  notes: Note[];
}

/** An additional folder of docs: its keys in `docs.folders`, and its evaluated sidebars; null: they are generated. */
export interface ForeignFolder {
  keys: Record<string, unknown> & { name: string; root: string };
  sidebars: unknown;
}

const NAMES = ['ts', 'mts', 'js', 'mjs', 'cjs'].map((extension) => `docusaurus.config.${extension}`);

/** Returns the path of a site's Docusaurus configuration; null if there is none. */
export const docusaurusConfig = (dir: string): string | null =>
  NAMES.map((name) => join(dir, name)).find((file) => existsSync(file)) ?? null;

/**
 * Reads a Docusaurus configuration.
 * @param dir folder of the site
 * @param file the configuration file
 * @throws Error if the configuration cannot be evaluated or has no docs
 */
export async function readDocusaurus(dir: string, file: string): Promise<ForeignSite> {
  const evaluated = await evaluateFile(file, dir);
  if ('problem' in evaluated) throw new Error(`${file} could not be evaluated: ${evaluated.problem}`);
  const source = entry(evaluated.value);
  const notes: Note[] = [{ kind: 'kept', text: 'the title, the address, the navbar, the footer, the color mode and the sidebars' }];
  noteMissing(evaluated.missing, 'the configuration', notes);
  const plugins = [...list(source['plugins']), ...list(source['presets']), ...list(source['themes'])].map(toPlugin);
  const preset = entry(plugins.find(({ name }) => /(?:^classic$|preset-classic)/.test(name))?.options);
  const [docs, ...others] = allDocs(dir, source, plugins, preset);
  const theme = entry(source['themeConfig']);
  const { navbarItems, ...themed } = readTheme(theme, notes, text(source['baseUrl']) ?? '/');
  const blogs = allBlogs(dir, source, plugins, preset).flatMap((blog) => {
    const folder = readBlog(dir, blog, notes);
    if (folder !== null && (blog['editLocalizedFiles'] === true) !== (docs['editLocalizedFiles'] === true) && source['i18n'] !== undefined)
      notes.push({
        kind: 'left out',
        text: `\`editLocalizedFiles\` of ${String(folder.keys.root)}: the edit links of translated posts lead where those of the docs do. \`editUrl\` of a locale changes all of them`,
      });
    return folder ?? [];
  });
  noteOmissions(dir, source, plugins, preset, theme, notes);
  const folders: ForeignFolder[] = [];
  for (const one of others) {
    const root = text(one['path']) ?? 'docs';
    if (existsSync(join(dir, root))) folders.push(await readFolder(dir, one, notes));
    else notes.push({ kind: 'left out', text: `the docs "${String(one['id'])}": the folder ${root} does not exist` });
  }
  const isMath =
    JSON.stringify(docs['remarkPlugins'] ?? []).includes('emark-math') || /remarkMath|remark-math/.test(readFileSync(file, 'utf8'));
  if (isMath) notes.push({ kind: 'kept', text: 'formulas in TeX, as MathML' });
  const folderNames = source['staticDirectories'] === undefined ? ['static'] : list(source['staticDirectories']);
  const staticDirectories = folderNames
    .map((name) => sitePath(dir, name))
    .filter((name): name is string => name !== undefined && existsSync(join(dir, name)));
  const { sidebarPath = docs['sidebarPath'], ...mainDocs } = await readDocs(dir, docs, notes);
  const favicon = text(source['favicon']);
  const isRemote = favicon !== undefined && isForeignFile(favicon);
  if (isRemote)
    notes.push({ kind: 'left out', text: `the icon ${favicon.slice(0, 80)}: put a copy into a static folder, and name it in \`favicon\`` });
  const allPages = pagesOptions(dir, plugins, preset);
  const pages = allPages.flatMap((options) => readPages(dir, options, notes));
  const componentRoutes = allPages.flatMap((options) => readComponentRoutes(dir, options, notes)).filter((route) => route !== '/');
  const title = text(source['title']) ?? 'Docs';
  const navbar = entry(themed['navbar']);
  // Without its logo, the navbar would not name the site.
  if (navbar['logo'] === undefined) themed['navbar'] = { title, ...navbar };
  const texts = {
    title,
    navbarTitle: text(entry(themed['navbar'])['title']),
    copyright: text(entry(themed['footer'])['copyright']),
  };
  return {
    config: defined({
      ...{ title, tagline: text(source['tagline']), url: originOf(text(source['url'])) },
      baseUrl: text(source['baseUrl']),
      favicon: favicon === undefined || isRemote ? undefined : `/${favicon.replace(/^\//, '')}`,
      organizationName: text(source['organizationName']),
      projectName: text(source['projectName']),
      noIndex: source['noIndex'] === true ? true : undefined,
      math: isMath ? true : undefined,
      highlight: readMagicComments(theme, notes),
      tableOfContents: readContents(theme),
      primaryColor: readPrimaryColor(dir, preset, notes),
      ...themed,
    }),
    docs: mainDocs,
    rules: {
      ...(/^(?:md|detect)$/.test(String(entry(source['markdown'])['format'])) ? {} : { format: 'mdx' }),
      ...readAdmonitions([docs, ...others], notes),
    },
    folders: [...folders, ...blogs, ...pages],
    staticDirectories,
    navbarItems,
    componentRoutes,
    sidebars: await readSidebars(dir, sidebarPath, notes),
    redirects: [
      ...readRedirects(plugins, notes),
      // Docusaurus also has an archive, a list of posts by year.
      ...blogs.map(({ keys }): [string, string] => [`${routeOf(keys)}/archive`, routeOf(keys)]),
      // In Docusaurus, the list has ten posts on each page.
      ...blogs.flatMap(({ keys }) =>
        laterPages(dir, keys).map((page): [string, string] => [`${routeOf(keys)}/page/${page}`, routeOf(keys)]),
      ),
    ],
    translations: withEditUrls(
      readTranslations(dir, source['i18n'], [...folders, ...blogs, ...pages].map(translatedBy), texts, notes),
      docs,
      notes,
    ),
    notes,
  };
}

function originOf(url: string | undefined): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : 'https://docs.example.org';
}

/** Returns the options of a content plugin, with its path relative to the site. @param id of an instance whose options have none */
function optionsOf(dir: string, id: string, options: unknown): Entry {
  const { path, ...others } = entry(options);
  return defined({ id, ...others, path: sitePath(dir, path) });
}

/** Returns the options of each docs instance: first the one of the preset, then those of plugins. */
function allDocs(dir: string, source: Entry, plugins: readonly ForeignPlugin[], preset: Entry): [Entry, ...Entry[]] {
  const hasPreset = list(source['presets']).length > 0 && preset['docs'] !== false;
  const [first, ...others] = [
    ...(hasPreset ? [optionsOf(dir, 'default', preset['docs'])] : []),
    ...plugins.filter(({ name }) => name.includes('content-docs')).map(({ options }) => optionsOf(dir, 'default', options)),
  ];
  if (first === undefined) throw new Error(`${dir} has no docs: its configuration has neither a preset with docs nor plugin-content-docs.`);
  return [first, ...others];
}

/** Reads an additional docs instance. Only its current version is migrated. */
async function readFolder(dir: string, docs: Entry, notes: Note[]): Promise<ForeignFolder> {
  const { root, routeBasePath, editUrl, versions, sidebarPath = docs['sidebarPath'] } = await readDocs(dir, docs, notes);
  const name = String(docs['id']);
  notes.push({ kind: 'kept', text: `the docs "${name}" of ${root}` });
  if (versions !== undefined) notes.push({ kind: 'left out', text: `the versions of the docs "${name}": the current one is built` });
  return { keys: { name, ...defined({ routeBasePath, editUrl }), root }, sidebars: await readSidebars(dir, sidebarPath, notes) };
}

/** Returns the options of each blog: first the one of the preset, then those of plugins. */
function allBlogs(dir: string, source: Entry, plugins: readonly ForeignPlugin[], preset: Entry): Entry[] {
  const hasPreset = list(source['presets']).length > 0 && preset['blog'] !== false;
  return [
    ...(hasPreset ? [optionsOf(dir, 'blog', preset['blog'])] : []),
    ...plugins.filter(({ name }) => name.includes('content-blog')).map(({ options }) => optionsOf(dir, 'blog', options)),
  ];
}

/** Returns the options of each instance of the plugin for pages: first the one of the preset. */
function pagesOptions(dir: string, plugins: readonly ForeignPlugin[], preset: Entry): PagesOptions[] {
  const all = [
    ...(preset['pages'] === false ? [] : [optionsOf(dir, 'pages', preset['pages'])]),
    ...plugins.filter(({ name }) => name.includes('content-pages')).map(({ options }) => optionsOf(dir, 'pages', options)),
  ];
  return all.map((options) => ({
    options,
    name: String(options['id']),
    root: text(options['path']) ?? 'src/pages',
    route: `/${(text(options['routeBasePath']) ?? '').replace(/^\/+|\/+$/g, '')}`,
  }));
}

interface PagesOptions {
  options: Entry;
  name: string;
  root: string;
  route: string;
}

/** Describes Markdown pages as a folder at their route; none if there is no such page. */
function readPages(dir: string, { options, name, root, route }: PagesOptions, notes: Note[]): ForeignFolder[] {
  const count = countFiles(join(dir, root), /(?:^|\/)[^_/][^/]*\.mdx?$/);
  if (count === 0) return [];
  notes.push({ kind: 'kept', text: `Markdown pages of ${root}: ${count}` });
  const editUrl = editUrlOf(options, root, notes);
  return [{ keys: { name, root, routeBasePath: route === '/' ? route : route.slice(1), ...defined({ editUrl }) }, sidebars: null }];
}

/** Returns the routes of pages that are components. */
function readComponentRoutes(dir: string, { root, route }: PagesOptions, notes: Note[]): string[] {
  if (!existsSync(join(dir, root))) return [];
  const files = readdirSync(join(dir, root), { recursive: true }).map((name) => String(name).split(sep).join('/'));
  const pages = files.filter((name) => /\.[jt]sx?$/.test(name) && !/(?:^|\/)_|\.test\.|\.d\.ts$/.test(name));
  if (pages.length === 0) return [];
  const routes = pages.map((name) => posix.join(route, name.replace(/(?:(?:^|\/)index)?\.[jt]sx?$/, ''))).toSorted();
  notes.push({
    kind: 'left out',
    text: `the pages of ${root} that are components, and links to them in the navbar and the footer: ${routes.join(', ')}. The first page of the docs is the home page, or write front pages with \`pages\``,
  });
  return routes;
}

/** Describes the posts of a blog as a folder of pages with a generated list; null if the blog has no posts. */
function readBlog(dir: string, blog: Entry, notes: Note[]): ForeignFolder | null {
  const { id, path, routeBasePath, blogTitle, blogDescription, blogSidebarTitle, feedOptions, showReadingTime } = blog;
  const name = String(id);
  const root = text(path) ?? 'blog';
  const posts = countFiles(join(dir, root), /\.mdx?$/);
  if (posts === 0) return null;
  notes.push({
    kind: 'kept',
    text: `the blog of ${root}, ${posts} ${posts === 1 ? 'post' : 'posts'}, as pages with a list of them, their tags, and their authors; the list has all posts on one page, with their excerpts`,
  });
  const authors = ['authors.yml', 'authors.yaml'].map((file) => join(dir, root, file)).filter((file) => existsSync(file));
  if (authors.some((file) => /\bimage_?url\b/i.test(readFileSync(file, 'utf8'))))
    notes.push({ kind: 'left out', text: `the pictures of authors in ${root}` });
  const title = text(blogTitle) ?? 'Blog';
  const description = text(blogDescription);
  const index = { type: 'generated-index', slug: '/', title, ...(description !== undefined && { description }) };
  const items = [{ type: 'autogenerated', dirName: '.' }];
  return {
    keys: {
      ...{ name, root, isBlog: true },
      ...defined({
        routeBasePath: text(routeBasePath)?.replace(/^\/+|\/+$/g, ''),
        editUrl: editUrlOf(blog, root, notes),
        feed: readFeed(feedOptions, notes),
        showReadingTime: showReadingTime === false ? false : undefined,
      }),
    },
    sidebars: { posts: [{ type: 'category', label: text(blogSidebarTitle) ?? title, collapsed: false, link: index, items }] },
  };
}

/** Returns where Docusaurus stores the translations of a folder. */
function translatedBy({ keys: { name, isBlog }, sidebars }: ForeignFolder): TranslatedFolder {
  const { label, link } = entry(Object.values(entry(sidebars)).flat()[0]);
  const { title, description } = entry(link);
  if (isBlog === true)
    return {
      name,
      path: '',
      plugin: `docusaurus-plugin-content-blog${name === 'blog' ? '' : `-${name}`}`,
      texts: { 'sidebar.title': text(label), title: text(title), description: text(description) },
    };
  return name === 'pages'
    ? { name, path: '', plugin: 'docusaurus-plugin-content-pages' }
    : { name, path: 'current', plugin: `docusaurus-plugin-content-docs-${name}` };
}

/** Adds `editUrl` to each locale, if the edit links of the site lead to the translations (`editLocalizedFiles`). */
function withEditUrls(translations: ForeignLocales | null, docs: Entry, notes: Note[]): ForeignLocales | null {
  if (translations === null || docs['editLocalizedFiles'] !== true) return translations;
  const locales = translations.locales.map((locale) => {
    const editUrl = editUrlOf(docs, locale.root, notes);
    return { ...locale, keys: { ...locale.keys, ...defined({ editUrl }) } };
  });
  return { ...translations, locales };
}

const routeOf = ({ name, routeBasePath }: ForeignFolder['keys']): string => `/${String(routeBasePath ?? name)}`;

/** Returns the numbers of the pages of a blog's list after the first one. */
const laterPages = (dir: string, { root }: ForeignFolder['keys']): number[] =>
  Array.from({ length: Math.max(0, Math.ceil(countFiles(join(dir, root), /\.mdx?$/) / 10) - 1) }, (_, index) => index + 2);

async function readDocs(dir: string, docs: Entry, notes: Note[]): Promise<ForeignSite['docs']> {
  const root = text(docs['path']) ?? 'docs';
  const route = (text(docs['routeBasePath']) ?? 'docs').replace(/^\/+|\/+$/g, '');
  return defined({
    root,
    routeBasePath: route === '' ? '/' : route,
    include: docs['include'],
    exclude: docs['exclude'],
    editUrl: editUrlOf(docs, root, notes),
    showLastUpdateAuthor: docs['showLastUpdateAuthor'] === true,
    showLastUpdateTime: docs['showLastUpdateTime'] === true,
    ...readVersions(dir, docs, notes),
  }) as ForeignSite['docs'];
}

/**
 * Reads `versions.json`, which names the released versions, newest first. The docs folder contains the next version; if the site does not
 * publish it, the newest release becomes `docs.root`.
 */
function readVersions(dir: string, docs: Entry, notes: Note[]): Record<string, unknown> {
  const { id, versions, includeCurrentVersion, onlyIncludeVersions, lastVersion } = docs;
  const prefix = id === 'default' ? '' : `${String(id)}_`;
  const file = join(dir, `${prefix}versions.json`);
  if (!existsSync(file)) {
    const folder = `${prefix}versioned_docs`;
    if (existsSync(join(dir, folder)))
      notes.push({
        kind: 'decide',
        text: `as in Docusaurus, the folder ${folder} is not read, because there is no ${prefix}versions.json that names its versions`,
      });
    return {};
  }
  const released = (JSON.parse(readFileSync(file, 'utf8')) as unknown[]).filter((name): name is string => typeof name === 'string');
  const isShown = (name: string): boolean => !Array.isArray(onlyIncludeVersions) || onlyIncludeVersions.includes(name);
  const shown = released.filter((name) => isShown(name) && existsSync(join(dir, `${prefix}versioned_docs/version-${name}`)));
  const current = text(docs['path']) ?? 'docs';
  const hasCurrent = includeCurrentVersion !== false && isShown('current') && existsSync(join(dir, current));
  if (shown.length === 0) return {};
  const last = text(lastVersion) ?? shown[0];
  const settingsOf = (name: string): Record<string, unknown> => {
    const { label, path, banner, noIndex } = entry(entry(versions)[name]);
    return defined({ label: text(label), path: text(path), banner: text(banner), noIndex: noIndex === true ? true : undefined });
  };
  const made = shown.map((name) => {
    const root = `${prefix}versioned_docs/version-${name}`;
    const sidebar = `${prefix}versioned_sidebars/version-${name}-sidebars.json`;
    return defined({
      ...{ name, ...settingsOf(name), root, editUrl: editUrlOf(docs, docs['editCurrentVersion'] === true ? current : root, notes) },
      ...{ sidebar: existsSync(join(dir, sidebar)) ? sidebar : undefined, isLast: name === last ? true : undefined },
    });
  });
  notes.push({ kind: 'kept', text: `versions: ${[...(hasCurrent ? ['the docs folder'] : []), ...shown].join(', ')}` });
  if (hasCurrent) {
    const version = settingsOf('current');
    return { versions: made, ...(Object.keys(version).length > 0 && { version }) };
  }
  const newest = made.find(({ isLast }) => isLast === true) ?? entry(made[0]);
  const { root, editUrl, sidebar = null, isLast: _, ...version } = newest;
  const others = made.filter((one) => one !== newest);
  return {
    root,
    editUrl,
    sidebarPath: sidebar,
    version: { label: version['name'], ...version },
    ...(others.length > 0 && { versions: others }),
  };
}

/** Packages of Docusaurus and its plugins. They can be missing, because their values are not migrated. */
const NOT_NEEDED = /docusaurus|prism|(?:^|\/)(?:remark|rehype)-|^dotenv$/;

/** Adds a note about packages of a configuration that are not installed. @param where the file, for the note */
export function noteMissing(packages: readonly string[], where: string, notes: Note[]): void {
  const needed = packages.filter((name) => !NOT_NEEDED.test(name));
  if (needed.length === 0) return;
  const text = `${where} uses packages that are not installed, and their values are missing here: ${needed.join(', ')}. Install the packages of the site, and migrate again`;
  notes.push({ kind: 'decide', text });
}

async function readSidebars(dir: string, path: unknown, notes: Note[]): Promise<unknown> {
  const file = typeof path === 'string' ? path : existsSync(join(dir, 'sidebars.js')) && path === undefined ? 'sidebars.js' : null;
  if (file === null) return null;
  const absolute = file.startsWith('/') ? file : join(dir, file);
  const evaluated = await evaluateFile(absolute, dir);
  if ('value' in evaluated) {
    noteMissing(evaluated.missing, file, notes);
    return evaluated.value;
  }
  notes.push({
    kind: 'decide',
    text: `${file} could not be evaluated (${evaluated.problem}), so the sidebar is generated from the folders`,
  });
  return null;
}

function readRedirects(plugins: readonly ForeignPlugin[], notes: Note[]): [string, string][] {
  const options = entry(plugins.find(({ name }) => name.includes('client-redirects'))?.options);
  if (options['createRedirects'] !== undefined)
    notes.push({ kind: 'decide', text: '`createRedirects` is a function: write the redirects that it creates into redirects.yaml' });
  return list(options['redirects']).flatMap((redirect) => {
    const { from, to } = entry(redirect);
    return [from].flat().flatMap((one): [string, string][] => (typeof one === 'string' && typeof to === 'string' ? [[one, to]] : []));
  });
}

function readTheme(theme: Entry, notes: Note[], baseUrl: string): Record<string, unknown> & { navbarItems: readonly Entry[] } {
  const { title, logo, hideOnScroll, items } = entry(theme['navbar']);
  const { style, links, copyright, logo: footerLogo } = entry(theme['footer']);
  const { defaultMode, disableSwitch, respectPrefersColorScheme } = entry(theme['colorMode']);
  const bar = entry(theme['announcementBar']);
  const picture = entry(logo);
  const pixels = (size: unknown): number | undefined =>
    /^[1-9]\d*(?:px)?$/.test(String(size)) ? Number.parseInt(String(size), 10) : undefined;
  const groups = list(links).map(entry);
  const isColumns = groups.some((group) => group['items'] !== undefined);
  const footerLinks = (values: readonly unknown[]): unknown[] =>
    values.flatMap((value) => {
      const link = linkOf(entry(value));
      if (link === null)
        notes.push({ kind: 'left out', text: `an entry of the footer without a text or a target: \`${shortSource(value)}\`` });
      return link ?? [];
    });
  if (footerLogo !== undefined) notes.push({ kind: 'left out', text: 'the logo of the footer' });
  const content = text(bar['content']);
  // Docusaurus does not add the base URL to these links, but this engine does.
  const inline = (html: string): string =>
    inlineHtml(html).replaceAll(/ href="([^"]*)"/g, (whole, href: string) =>
      href.startsWith(baseUrl) ? ` href="/${href.slice(baseUrl.length)}"` : whole,
    );
  return {
    navbarItems: list(items).map(entry),
    navbar: defined({
      title: text(title),
      hideOnScroll: hideOnScroll === true ? true : undefined,
      logo: localLogo(
        {
          ...{ alt: text(picture['alt']) ?? '', src: text(picture['src']), srcDark: picture['srcDark'] },
          ...{ width: pixels(picture['width']), height: pixels(picture['height']) },
        },
        notes,
      ),
    }),
    footer: defined({
      style: style === 'light' ? 'light' : undefined,
      groups: isColumns
        ? groups
            .map((group) => ({ title: text(group['title']) ?? 'Links', items: footerLinks(list(group['items'])) }))
            .filter(({ items: shown }) => shown.length > 0)
        : undefined,
      row: isColumns || groups.length === 0 ? undefined : footerLinks(groups),
      copyright: text(copyright) === undefined ? undefined : inline(String(copyright)),
    }),
    colorMode: defined({
      defaultMode: defaultMode === 'dark' ? 'dark' : undefined,
      disableSwitch: disableSwitch === true ? true : undefined,
      respectPrefersColorScheme: respectPrefersColorScheme === true ? true : undefined,
    }),
    announcementBar:
      content === undefined
        ? undefined
        : defined({ id: text(bar['id']), content: inline(content), ...readColors(bar), isCloseable: bar['isCloseable'] !== false }),
  };
}

const HEX = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;

/** Returns the colors of an announcement, but only both or none, because one with the other's default may be unreadable. */
function readColors({ backgroundColor, textColor }: Entry): Entry {
  const areHex = HEX.test(String(backgroundColor)) && HEX.test(String(textColor));
  return areHex ? { backgroundColor, textColor } : {};
}

function readContents(theme: Entry): Entry | undefined {
  const { minHeadingLevel, maxHeadingLevel } = entry(theme['tableOfContents']);
  const levels = defined({ minHeadingLevel, maxHeadingLevel });
  return Object.keys(levels).length === 0 ? undefined : levels;
}

/** Reads the comments that highlight lines in code blocks, except for those that the engine knows. */
function readMagicComments(theme: Entry, notes: Note[]): Entry | undefined {
  const magicComments = list(entry(theme['prism'])['magicComments']).flatMap((one) => {
    const { line, block } = entry(one);
    const { start, end } = entry(block);
    const isPair = text(start) !== undefined && text(end) !== undefined;
    const read = defined({ line: text(line), block: isPair ? { start: text(start), end: text(end) } : undefined });
    return Object.keys(read).length === 0 || read['line'] === 'highlight-next-line' ? [] : [read];
  });
  if (magicComments.length === 0) return undefined;
  notes.push({ kind: 'kept', text: '`prism.magicComments`, all of which highlight lines in the same way' });
  return { magicComments };
}
