/** Reads the configuration of a Docusaurus site, and reports which parts of it this engine supports. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

import { evaluateFile } from './evaluate.ts';

/** A line of the report. */
export interface Note {
  /** `kept`: the same as in the source; `left out`: the engine has no such feature; `decide`: a person has to choose. */
  kind: 'kept' | 'left out' | 'decide';
  text: string;
}

/** A site as this engine sees it. Paths are relative to the folder of the site. */
export interface ForeignSite {
  /** Keys of the configuration that can be said without knowing the pages. */
  config: Record<string, unknown>;
  docs: Record<string, unknown> & { root: string };
  /** Docs beside these, and the posts of blogs. */
  folders: ForeignFolder[];
  staticDirectories: string[];
  /** Items of the navbar as Docusaurus has them: those of type `doc` and `docSidebar` need the pages. */
  navbarItems: readonly Entry[];
  /** The sidebars as they were evaluated; null: generated from the folders. */
  sidebars: unknown;
  redirects: [from: string, to: string][];
  notes: Note[];
}

/** Keys of `docs.folders`, and the sidebars as they were evaluated; null: generated. */
export interface ForeignFolder {
  keys: Record<string, unknown> & { name: string; root: string };
  sidebars: unknown;
}

export type Entry = Readonly<Record<string, unknown>>;

export const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value);
const entry = (value: unknown): Entry => (isEntry(value) ? value : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const text = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);
const withoutTags = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
/** The links and emphasis that an announcement may have; other tags go, and their text stays. */
const inlineHtml = (html: string): string =>
  html
    .replace(/<(\/?)([a-z][a-z0-9]*)([^>]*)>/gi, (_, slash: string, name: string, rest: string) => {
      const href = /href=["']([^"'<>]*)["']/.exec(rest)?.[1];
      if (!/^(?:a|b|i|em|strong|code)$/i.test(name)) return ' ';
      return `<${slash}${name}${slash === '' && name.toLowerCase() === 'a' && href !== undefined ? ` href="${href}"` : ''}>`;
    })
    .replace(/\s+/g, ' ')
    .trim();
/** Without the keys that have no value. */
const defined = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const NAMES = ['ts', 'mts', 'js', 'mjs', 'cjs'].map((extension) => `docusaurus.config.${extension}`);

/** The path of a site's configuration; null where there is none. */
export const docusaurusConfig = (dir: string): string | null =>
  NAMES.map((name) => join(dir, name)).find((file) => existsSync(file)) ?? null;

/** @param dir folder of the site @throws Error when the configuration cannot be evaluated, or has no docs */
export async function readDocusaurus(dir: string, file: string): Promise<ForeignSite> {
  const evaluated = await evaluateFile(file);
  if ('problem' in evaluated) throw new Error(`${file} could not be evaluated: ${evaluated.problem}`);
  const source = entry(evaluated.value);
  const notes: Note[] = [];
  const plugins = [...list(source['plugins']), ...list(source['presets']), ...list(source['themes'])].map(toPlugin);
  const preset = entry(plugins.find(({ name }) => /(?:^classic$|preset-classic)/.test(name))?.options);
  const [docs, ...others] = allDocs(dir, source, plugins, preset);
  const theme = entry(source['themeConfig']);
  const { navbarItems, ...themed } = readTheme(theme);
  const blogs = allBlogs(source, plugins, preset).flatMap((blog) => readBlog(dir, blog, notes) ?? []);
  noteWhatIsMissing(dir, source, plugins, preset, theme, notes);
  const folders: ForeignFolder[] = [];
  for (const one of others) {
    const root = text(one['path']) ?? 'docs';
    if (existsSync(join(dir, root))) folders.push(await readFolder(dir, one, notes));
    else notes.push({ kind: 'left out', text: `the docs "${String(one['id'])}": there is no folder ${root}` });
  }
  const isMath =
    JSON.stringify(docs['remarkPlugins'] ?? []).includes('emark-math') || /remarkMath|remark-math/.test(readFileSync(file, 'utf8'));
  if (isMath) notes.push({ kind: 'kept', text: 'formulas in TeX, as MathML' });
  const staticDirectories = (source['staticDirectories'] === undefined ? ['static'] : list(source['staticDirectories'])).filter(
    (name): name is string => typeof name === 'string' && existsSync(join(dir, name)),
  );
  const favicon = text(source['favicon']);
  return {
    config: defined({
      title: text(source['title']) ?? 'Docs',
      tagline: text(source['tagline']),
      url: originOf(text(source['url'])),
      baseUrl: text(source['baseUrl']),
      favicon: favicon === undefined ? undefined : `/${favicon.replace(/^\//, '')}`,
      organizationName: text(source['organizationName']),
      projectName: text(source['projectName']),
      noIndex: source['noIndex'] === true ? true : undefined,
      math: isMath ? true : undefined,
      primaryColor: readPrimaryColor(dir, preset, notes),
      ...themed,
    }),
    docs: await readDocs(dir, docs, notes),
    folders: [...folders, ...blogs],
    staticDirectories,
    navbarItems,
    sidebars: await readSidebars(dir, docs['sidebarPath'], notes),
    redirects: [
      ...readRedirects(plugins, notes),
      // The list of posts needs a page of its own.
      ...blogs.map(({ keys }): [string, string] => [routeOf(keys), `${routeOf(keys)}/archive`]),
    ],
    notes,
  };
}

function originOf(url: string | undefined): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : 'https://docs.example.org';
}

interface ForeignPlugin {
  name: string;
  options: unknown;
}

/** `'name'`, `['name', options]`, or a function, which has its name at most. */
function toPlugin(value: unknown): ForeignPlugin {
  const [name, options] = Array.isArray(value) ? (value as unknown[]) : [value, {}];
  return { name: text(name) ?? text(entry(name)['package']) ?? text(entry(name)['function']) ?? '', options };
}

/** The docs of the preset first, then those of further plugins. */
function allDocs(dir: string, source: Entry, plugins: readonly ForeignPlugin[], preset: Entry): [Entry, ...Entry[]] {
  const hasPreset = list(source['presets']).length > 0 && preset['docs'] !== false;
  const [first, ...others] = [
    ...(hasPreset ? [{ id: 'default', ...entry(preset['docs']) }] : []),
    ...plugins.filter(({ name }) => name.includes('content-docs')).map(({ options }): Entry => ({ id: 'default', ...entry(options) })),
  ];
  if (first === undefined) throw new Error(`${dir} has no docs: its configuration has neither a preset with docs nor plugin-content-docs`);
  return [first, ...others];
}

/** Further docs: one version in one language. */
async function readFolder(dir: string, docs: Entry, notes: Note[]): Promise<ForeignFolder> {
  const { root, routeBasePath, editUrl, versions } = await readDocs(dir, docs, notes);
  const name = String(docs['id']);
  notes.push({ kind: 'kept', text: `the docs "${name}" of ${root}` });
  if (versions !== undefined) notes.push({ kind: 'left out', text: `the versions of the docs "${name}": the current one is built` });
  return { keys: { name, ...defined({ routeBasePath, editUrl }), root }, sidebars: await readSidebars(dir, docs['sidebarPath'], notes) };
}

function allBlogs(source: Entry, plugins: readonly ForeignPlugin[], preset: Entry): Entry[] {
  const hasPreset = list(source['presets']).length > 0 && preset['blog'] !== false;
  return [
    ...(hasPreset ? [{ id: 'blog', ...entry(preset['blog']) }] : []),
    ...plugins.filter(({ name }) => name.includes('content-blog')).map(({ options }): Entry => ({ id: 'blog', ...entry(options) })),
  ];
}

/** The posts of a blog as a folder of pages, with a list of them; null where there are none. */
function readBlog(dir: string, { id, path, routeBasePath, blogTitle, blogDescription }: Entry, notes: Note[]): ForeignFolder | null {
  const name = String(id);
  const root = text(path) ?? 'blog';
  const posts = countFiles(join(dir, root), /\.mdx?$/);
  if (posts === 0) return null;
  notes.push({
    kind: 'kept',
    text: `the blog of ${root}, ${posts} ${posts === 1 ? 'post' : 'posts'}, as pages with a list of them; authors, tags and pages of several posts are left out`,
  });
  const title = text(blogTitle) ?? 'Blog';
  const description = text(blogDescription);
  const index = { type: 'generated-index', slug: 'archive', title, ...(description !== undefined && { description }) };
  const items = [{ type: 'autogenerated', dirName: '.' }];
  return {
    keys: { name, root, ...defined({ routeBasePath: text(routeBasePath)?.replace(/^\/+|\/+$/g, '') }), isBlog: true },
    sidebars: { posts: [{ type: 'category', label: title, collapsed: false, link: index, items }] },
  };
}

const routeOf = ({ name, routeBasePath }: ForeignFolder['keys']): string => `/${String(routeBasePath ?? name)}`;

const countFiles = (folder: string, pattern: RegExp): number =>
  existsSync(folder) ? readdirSync(folder, { recursive: true }).filter((name) => pattern.test(String(name))).length : 0;

async function readDocs(dir: string, docs: Entry, notes: Note[]): Promise<ForeignSite['docs']> {
  const root = text(docs['path']) ?? 'docs';
  const route = (text(docs['routeBasePath']) ?? 'docs').replace(/^\/+|\/+$/g, '');
  const editUrl = text(docs['editUrl']);
  if (docs['editUrl'] !== undefined && editUrl === undefined)
    notes.push({
      kind: 'decide',
      text: '`editUrl` is a function: write one for `docs.editUrl`, which gets the path of the file below the docs',
    });
  if (docs['tags'] !== undefined || existsSync(join(dir, root, 'tags.yml'))) notes.push({ kind: 'left out', text: 'pages of tags' });
  return defined({
    root,
    routeBasePath: route === '' ? '/' : route,
    include: docs['include'],
    exclude: docs['exclude'],
    editUrl: editUrl === undefined ? undefined : `${editUrl.replace(/\/$/, '')}/${root.replace(/^\.\//, '')}/`,
    showLastUpdateAuthor: docs['showLastUpdateAuthor'] === true,
    showLastUpdateTime: docs['showLastUpdateTime'] === true,
    ...readVersions(dir, docs, notes),
  }) as ForeignSite['docs'];
}

/** `versions.json` names the released versions, the newest first; the docs folder is the one to come. */
function readVersions(dir: string, { id, versions }: Entry, notes: Note[]): Record<string, unknown> {
  const prefix = id === 'default' ? '' : `${String(id)}_`;
  const file = join(dir, `${prefix}versions.json`);
  if (!existsSync(file)) return {};
  const names = (JSON.parse(readFileSync(file, 'utf8')) as unknown[]).filter((name): name is string => typeof name === 'string');
  const labels = entry(versions);
  const made = names.flatMap((name, index) => {
    const root = `${prefix}versioned_docs/version-${name}`;
    const sidebar = `${prefix}versioned_sidebars/version-${name}-sidebars.json`;
    if (!existsSync(join(dir, root))) return [];
    const label = text(entry(labels[name])['label']);
    return [
      {
        name,
        ...(label !== undefined && { label }),
        root,
        ...(existsSync(join(dir, sidebar)) && { sidebar }),
        ...(index === 0 && { isLast: true }),
      },
    ];
  });
  if (made.length > 0) notes.push({ kind: 'kept', text: `versions: the docs folder and ${made.map(({ name }) => name).join(', ')}` });
  const current = entry(labels['current']);
  const version = defined({ label: text(current['label']), path: text(current['path']) });
  return made.length === 0 ? {} : { versions: made, ...(Object.keys(version).length > 0 && { version }) };
}

async function readSidebars(dir: string, path: unknown, notes: Note[]): Promise<unknown> {
  const file = typeof path === 'string' ? path : existsSync(join(dir, 'sidebars.js')) && path === undefined ? 'sidebars.js' : null;
  if (file === null) return null;
  const absolute = file.startsWith('/') ? file : join(dir, file);
  const evaluated = await evaluateFile(absolute);
  if ('value' in evaluated) return evaluated.value;
  notes.push({
    kind: 'decide',
    text: `${file} could not be evaluated (${evaluated.problem}), so the sidebar is generated from the folders`,
  });
  return null;
}

function readRedirects(plugins: readonly ForeignPlugin[], notes: Note[]): [string, string][] {
  const options = entry(plugins.find(({ name }) => name.includes('client-redirects'))?.options);
  if (options['createRedirects'] !== undefined)
    notes.push({ kind: 'decide', text: '`createRedirects` is a function: write the redirects that it makes into redirects.yaml' });
  return list(options['redirects']).flatMap((redirect) => {
    const { from, to } = entry(redirect);
    return [from].flat().flatMap((one): [string, string][] => (typeof one === 'string' && typeof to === 'string' ? [[one, to]] : []));
  });
}

function readTheme(theme: Entry): Record<string, unknown> & { navbarItems: readonly Entry[] } {
  const { title, logo, hideOnScroll, items } = entry(theme['navbar']);
  const { style, links, copyright } = entry(theme['footer']);
  const { defaultMode, disableSwitch, respectPrefersColorScheme } = entry(theme['colorMode']);
  const bar = entry(theme['announcementBar']);
  const picture = entry(logo);
  const absolute = (path: unknown): string | undefined => {
    const given = text(path);
    return given === undefined || /^https?:/.test(given) ? given : `/${given.replace(/^\//, '')}`;
  };
  const groups = list(links).map(entry);
  const isColumns = groups.some((group) => group['items'] !== undefined);
  const footerLinks = (values: readonly unknown[]): unknown[] => values.flatMap((value) => linkOf(entry(value)) ?? []);
  const content = text(bar['content']);
  return {
    navbarItems: list(items).map(entry),
    navbar: defined({
      title: text(title),
      hideOnScroll: hideOnScroll === true ? true : undefined,
      logo:
        absolute(picture['src']) === undefined
          ? undefined
          : defined({ alt: text(picture['alt']) ?? '', src: absolute(picture['src']), srcDark: absolute(picture['srcDark']) }),
    }),
    footer: defined({
      style: style === 'light' ? 'light' : undefined,
      groups: isColumns
        ? groups.map((group) => ({ title: text(group['title']) ?? 'Links', items: footerLinks(list(group['items'])) }))
        : undefined,
      row: isColumns || groups.length === 0 ? undefined : footerLinks(groups),
      copyright: text(copyright) === undefined ? undefined : withoutTags(String(copyright)),
    }),
    colorMode: defined({
      defaultMode: defaultMode === 'dark' ? 'dark' : undefined,
      disableSwitch: disableSwitch === true ? true : undefined,
      respectPrefersColorScheme: respectPrefersColorScheme === true ? true : undefined,
    }),
    announcementBar:
      content === undefined
        ? undefined
        : defined({ id: text(bar['id']), content: inlineHtml(content), isCloseable: bar['isCloseable'] !== false }),
  };
}

/** A link of the navbar or the footer; null for other entries, such as HTML in a footer. */
export function linkOf(item: Entry): { label: string; to?: string; href?: string } | null {
  const html = text(item['html']);
  const inHtml = html === undefined ? undefined : /href=["']([^"']+)["']/.exec(html)?.[1];
  const label =
    text(item['label']) ?? text(item['aria-label']) ?? (html === undefined ? undefined : withoutTags(html)) ?? text(item['title']);
  const [to, href] = [text(item['to']), text(item['href']) ?? inHtml];
  if (label === undefined || label === '') return null;
  if (href !== undefined) return { label, href: href.replace(/^pathname:\/\//, '') };
  return to === undefined ? null : { label, to: to.startsWith('/') || to.startsWith('#') ? to : `/${to}` };
}

/** The color that the style sheets set for the light mode. Nothing else of a style sheet fits other markup. */
function readPrimaryColor(dir: string, preset: Entry, notes: Note[]): string | undefined {
  const files = [entry(preset['theme'])['customCss']].flat().filter((file): file is string => typeof file === 'string');
  const styles = files.map((file) => (isAbsolute(file) ? file : join(dir, file))).filter((file) => existsSync(file));
  const rules = styles.flatMap((file) => [
    ...readFileSync(file, 'utf8')
      .replace(/\/\*[^]*?\*\//g, '')
      .matchAll(/([^{}]*)\{([^{}]*)\}/g),
  ]);
  const values = rules
    .filter(([, selector = '']) => !selector.includes('dark'))
    .map(([, , body = '']) => /--ifm-color-primary:\s*([^;]+?)\s*(?:!important\s*)?(?:;|$)/.exec(body)?.[1]);
  const value = values.findLast((found) => found !== undefined);
  const color = /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(value ?? '') ? value?.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3') : undefined;
  if (color !== undefined) notes.push({ kind: 'kept', text: `the primary color ${color}` });
  else if (value !== undefined)
    notes.push({ kind: 'decide', text: `the primary color is \`${value}\`: write it as a hexadecimal color into \`primaryColor\`` });
  if (files.length > 0) notes.push({ kind: 'left out', text: 'custom style sheets, except for the primary color' });
  return color;
}

function noteWhatIsMissing(
  dir: string,
  source: Entry,
  plugins: readonly ForeignPlugin[],
  preset: Entry,
  theme: Entry,
  notes: Note[],
): void {
  const leaveOut = (condition: boolean, what: string): void => void (condition && notes.push({ kind: 'left out', text: what }));
  const pages = preset['pages'] === false ? 0 : countFiles(join(dir, 'src/pages'), /\.(?:mdx?|[jt]sx?)$/);
  leaveOut(
    pages > 0,
    `pages of src/pages, ${pages} ${pages === 1 ? 'file' : 'files'}: the first page of the docs is the home page, or write front pages with \`pages\``,
  );
  const locales = list(entry(source['i18n'])['locales']).map(String);
  leaveOut(
    locales.length > 1,
    `translations (${locales.join(', ')}): copy them as the handbook says on versions and languages, and name them under \`i18n\``,
  );
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
