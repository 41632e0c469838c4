/** Reads the configuration of a Docusaurus site, and reports which parts of it this engine supports. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { ADMONITIONS } from '#content/admonitions.ts';
import { filesInside } from '#content/files.ts';
import { withoutOuterSlashes } from '#model/url.ts';

import { blogRedirects, readBlogs } from './docusaurus-blog.ts';
import { readContents, readMagicComments, readPrimaryColor, readTheme } from './docusaurus-theme.ts';
import { readTranslations } from './docusaurus-translations.ts';
import { evaluateFile } from './evaluate.ts';
import {
  baseUrlOf,
  countFiles,
  editUrlOf,
  existsInProject,
  type ForeignFolder,
  type ForeignSite,
  globsOf,
  isRecord,
  listOf,
  localIcon,
  mayRead,
  type Note,
  noteMissing,
  originOf,
  recordOf,
  sitePath,
  textOf,
  type Values,
  withoutUndefined,
} from './foreign-site.ts';

const CONFIG_NAMES = ['ts', 'mts', 'js', 'mjs', 'cjs'].map((extension) => `docusaurus.config.${extension}`);

/** Returns the path of a site's Docusaurus configuration; null if there is none. */
export const docusaurusConfig = (dir: string): string | null =>
  CONFIG_NAMES.map((name) => join(dir, name)).find((file) => existsInProject(dir, file)) ?? null;

/** The evaluated configuration of a Docusaurus site. */
export interface DocusaurusSite {
  /** Folder of the site. */
  dir: string;
  /** The whole configuration. */
  source: Values;
  plugins: readonly ForeignPlugin[];
  /** Options of the classic preset; empty if the site does not use it. */
  preset: Values;
  /** `themeConfig`. */
  theme: Values;
  /** Lines of the report, to which the readers add. */
  notes: Note[];
}

/** A plugin, preset, or theme of a site. */
interface ForeignPlugin {
  name: string;
  options: unknown;
}

/** Normalizes the entry of a plugin: `'name'`, `['name', options]`, or a function, of which only the name is known. */
function toPlugin(value: unknown): ForeignPlugin {
  const [name, options] = Array.isArray(value) ? (value as unknown[]) : [value, {}];
  return { name: textOf(name) ?? textOf(recordOf(name)['package']) ?? textOf(recordOf(name)['function']) ?? '', options };
}

/**
 * Reads a Docusaurus configuration.
 * @param dir folder of the site
 * @param file the configuration file
 * @throws Error if the configuration cannot be evaluated or has no docs
 */
export async function readDocusaurus(dir: string, file: string): Promise<ForeignSite> {
  const site = await evaluateSite(dir, file);
  const { source, notes } = site;
  const [docs, ...otherDocs] = instancesOf('docs', 'default', site);
  if (docs === undefined) {
    const reasons = notes.filter(({ kind }) => kind === 'left out').map(({ text }) => ` Left out: ${text}.`);
    throw new Error(
      reasons.length > 0
        ? `${dir} has no docs that can be read.${reasons.join('')}`
        : `${dir} has no docs: its configuration has neither a preset with docs nor plugin-content-docs.`,
    );
  }
  const { navbarItems, ...theme } = readTheme(site);
  const blogs = readBlogs(site, instancesOf('blog', 'blog', site), docs);
  noteOmissions(site);
  const docsFolders = await readDocsFolders(site, otherDocs);
  const isMath = usesMath(docs, file);
  if (isMath) notes.push({ kind: 'kept', text: 'formulas in TeX, as MathML' });
  const { sidebarPath = docs['sidebarPath'], ...mainDocs } = readDocs(dir, docs, notes);
  const favicon = localIcon(textOf(source['favicon']), notes);
  const pages = readPageInstances(site);
  const folders = [...docsFolders, ...blogs, ...pages.flatMap((instance) => readPages(site, instance))];
  const componentRoutes = pages.flatMap((instance) => readComponentRoutes(site, instance));
  const title = textOf(source['title']) ?? 'Docs';
  // Without its logo, the navbar would not name the site.
  const navbar = recordOf(theme['navbar']);
  if (navbar['logo'] === undefined) theme['navbar'] = { title, ...navbar };
  return {
    config: withoutUndefined({
      title,
      tagline: textOf(source['tagline']),
      url: originOf(source['url']),
      baseUrl: source['baseUrl'],
      favicon: favicon === undefined ? undefined : `/${favicon.replace(/^\//, '')}`,
      organizationName: textOf(source['organizationName']),
      projectName: textOf(source['projectName']),
      noIndex: source['noIndex'] === true ? true : undefined,
      math: isMath ? true : undefined,
      highlight: readMagicComments(site),
      tableOfContents: readContents(site),
      primaryColor: readPrimaryColor(site),
      ...theme,
    }),
    docs: mainDocs,
    rules: {
      ...(/^(?:md|detect)$/.test(String(recordOf(source['markdown'])['format'])) ? {} : { format: 'mdx' }),
      ...readAdmonitions([docs, ...otherDocs], notes),
    },
    folders,
    staticDirectories: staticDirectoriesOf(site),
    navbarItems,
    componentRoutes: componentRoutes.filter((route) => route !== '/'),
    hasHomeComponent: componentRoutes.includes('/'),
    sidebars: await readSidebars(dir, sidebarPath, notes),
    redirects: [...readRedirects(site), ...blogRedirects(dir, blogs)],
    translations: readTranslations(site, docs, folders, {
      title,
      navbarTitle: textOf(recordOf(theme['navbar'])['title']),
      copyright: textOf(recordOf(theme['footer'])['copyright']),
    }),
    notes,
  };
}

async function evaluateSite(dir: string, file: string): Promise<DocusaurusSite> {
  const evaluated = await evaluateFile(file, dir);
  if ('problem' in evaluated) {
    // Code that computes with the values of packages fails without them.
    const remedy = existsSync(join(dir, 'node_modules'))
      ? ''
      : `\nThe packages of the site are not installed, which may be the cause: install them in ${dir}, and migrate again.`;
    throw new Error(`${file} could not be evaluated: ${evaluated.problem}${remedy}`);
  }
  const { baseUrl, ...others } = recordOf(evaluated.value);
  const source: Values = { ...others, baseUrl: baseUrlOf(baseUrl) };
  const notes: Note[] = [{ kind: 'kept', text: 'the title, the address, the navbar, the footer, the color mode and the sidebars' }];
  noteMissing(evaluated, 'the configuration', notes);
  const plugins = ['plugins', 'presets', 'themes'].flatMap((key) => listOf(source[key]).filter(Boolean)).map(toPlugin);
  const preset = recordOf(plugins.find(({ name }) => /(?:^classic$|preset-classic)/.test(name))?.options);
  return { dir, source, plugins, preset, theme: recordOf(source['themeConfig']), notes };
}

/** The folders of content plugins whose options name none. */
const CONTENT_FOLDERS = { docs: 'docs', blog: 'blog', pages: 'src/pages' } as const;

/**
 * Returns the options of each instance of a content plugin whose folder may be read: first the one of the preset, then those of plugins.
 * @param id of an instance whose options have none
 */
function instancesOf(kind: keyof typeof CONTENT_FOLDERS, id: string, { dir, source, plugins, preset, notes }: DocusaurusSite): Values[] {
  const hasPreset = listOf(source['presets']).length > 0 && preset[kind] !== false;
  return [
    ...(hasPreset ? [preset[kind]] : []),
    ...plugins.filter(({ name }) => name.includes(`content-${kind}`)).map(({ options }) => options),
  ].flatMap((options) => {
    const { path: written, ...others } = recordOf(options);
    const path = sitePath(dir, written) ?? CONTENT_FOLDERS[kind];
    const name = String(others['id'] ?? id);
    return mayRead(dir, path, `the ${kind} "${name}"`, notes) ? [withoutUndefined({ id, ...others, path })] : [];
  });
}

const usesMath = (docs: Values, file: string): boolean =>
  JSON.stringify(docs['remarkPlugins'] ?? []).includes('emark-math') || /remarkMath|remark-math/.test(readFileSync(file, 'utf8'));

const staticDirectoriesOf = ({ dir, source, notes }: DocusaurusSite): string[] =>
  (source['staticDirectories'] === undefined ? ['static'] : listOf(source['staticDirectories']))
    .map((name) => sitePath(dir, name))
    .filter((name): name is string => name !== undefined && existsSync(join(dir, name)))
    .filter((name) => mayRead(dir, name, 'the static folder', notes));

/** Reads the additional docs instances. */
async function readDocsFolders({ dir, notes }: DocusaurusSite, instances: readonly Values[]): Promise<ForeignFolder[]> {
  const folders: ForeignFolder[] = [];
  for (const docs of instances) {
    const root = String(docs['path']);
    if (existsSync(join(dir, root))) folders.push(await readDocsFolder(dir, docs, notes));
    else notes.push({ kind: 'left out', text: `the docs "${String(docs['id'])}": the folder ${root} does not exist` });
  }
  return folders;
}

/** Reads an additional docs instance. Only its current version is migrated. */
async function readDocsFolder(dir: string, docs: Values, notes: Note[]): Promise<ForeignFolder> {
  const { root, routeBasePath, editUrl, versions, sidebarPath = docs['sidebarPath'] } = readDocs(dir, docs, notes);
  const name = String(docs['id']);
  notes.push({ kind: 'kept', text: `the docs "${name}" of ${root}` });
  if (versions !== undefined) notes.push({ kind: 'left out', text: `the versions of the docs "${name}": the current one is built` });
  return { keys: { name, ...withoutUndefined({ routeBasePath, editUrl }), root }, sidebars: await readSidebars(dir, sidebarPath, notes) };
}

/** Reads the options of a docs instance. */
function readDocs(dir: string, docs: Values, notes: Note[]): ForeignSite['docs'] {
  const root = String(docs['path']);
  const route = withoutOuterSlashes(textOf(docs['routeBasePath']) ?? 'docs');
  return withoutUndefined({
    root,
    routeBasePath: route === '' ? '/' : route,
    include: globsOf(docs['include'], notes),
    exclude: globsOf(docs['exclude'], notes),
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
function readVersions(dir: string, docs: Values, notes: Note[]): Record<string, unknown> {
  const { id, versions, includeCurrentVersion, onlyIncludeVersions, lastVersion } = docs;
  const prefix = id === 'default' ? '' : `${String(id)}_`;
  const file = join(dir, `${prefix}versions.json`);
  if (!existsInProject(dir, file)) {
    const folder = `${prefix}versioned_docs`;
    if (existsSync(join(dir, folder)))
      notes.push({
        kind: 'decide',
        text: `as in Docusaurus, the folder ${folder} is not read, because there is no ${prefix}versions.json that names its versions`,
      });
    return {};
  }
  const released = readNames(file);
  const isShown = (name: string): boolean => !Array.isArray(onlyIncludeVersions) || onlyIncludeVersions.includes(name);
  const folderOf = (name: string): string => `${prefix}versioned_docs/version-${name}`;
  const shown = released
    .filter((name) => isShown(name) && existsSync(join(dir, folderOf(name))))
    .filter((name) => mayRead(dir, folderOf(name), `the version ${name}`, notes));
  const current = String(docs['path']);
  const hasCurrent = includeCurrentVersion !== false && isShown('current') && existsSync(join(dir, current));
  if (shown.length === 0) return {};
  const last = textOf(lastVersion) ?? shown[0];
  const settingsOf = (name: string): Record<string, unknown> => {
    const { label, path, banner, noIndex } = recordOf(recordOf(versions)[name]);
    return withoutUndefined({
      label: textOf(label),
      path: textOf(path),
      banner: textOf(banner),
      noIndex: noIndex === true ? true : undefined,
    });
  };
  const made = shown.map((name) => {
    const root = folderOf(name);
    const sidebar = `${prefix}versioned_sidebars/version-${name}-sidebars.json`;
    return withoutUndefined({
      name,
      ...settingsOf(name),
      root,
      editUrl: editUrlOf(docs, docs['editCurrentVersion'] === true ? current : root, notes),
      sidebar: existsInProject(dir, sidebar) ? sidebar : undefined,
      isLast: name === last ? true : undefined,
    });
  });
  notes.push({ kind: 'kept', text: `versions: ${[...(hasCurrent ? ['the docs folder'] : []), ...shown].join(', ')}` });
  if (hasCurrent) {
    const version = settingsOf('current');
    return { versions: made, ...(Object.keys(version).length > 0 && { version }) };
  }
  const newest = made.find(({ isLast }) => isLast === true) ?? recordOf(made[0]);
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

/** Reads a JSON file with a list of names. @throws Error that names the file */
function readNames(file: string): string[] {
  let names: unknown;
  try {
    names = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The message below also describes what is expected.
  }
  if (!Array.isArray(names)) throw new Error(`${file} is not a JSON list of names, such as ["2.0", "1.0"]: correct it, or remove it.`);
  return names.filter((name): name is string => typeof name === 'string');
}

/** Evaluates a file with sidebars; null if there is none or it fails, in which case the sidebar is generated from the folders. */
async function readSidebars(dir: string, path: unknown, notes: Note[]): Promise<unknown> {
  const file = typeof path === 'string' ? path : existsSync(join(dir, 'sidebars.js')) && path === undefined ? 'sidebars.js' : null;
  if (file === null || !mayRead(dir, file, 'the sidebars', notes)) return null;
  const absolute = file.startsWith('/') ? file : join(dir, file);
  const name = sitePath(dir, file) ?? file;
  const evaluated = await evaluateFile(absolute, dir);
  if ('value' in evaluated) {
    noteMissing(evaluated, name, notes);
    return evaluated.missing.length + evaluated.missingFiles.length === 0 ? evaluated.value : withoutMissing(evaluated.value);
  }
  notes.push({
    kind: 'decide',
    text: `${name} could not be evaluated (${evaluated.problem}), so the sidebar is generated from the folders`,
  });
  return null;
}

/** Whether a value is the placeholder of a package or a file that does not exist. */
const isPlaceholder = (value: unknown): boolean => isRecord(value) && Object.keys(value).join() === 'package';

/** Removes the entries of sidebars that come from packages or files that do not exist. A sidebar without other entries is generated from the folders. */
function withoutMissing(sidebars: unknown): unknown {
  if (!isRecord(sidebars) || isPlaceholder(sidebars)) return null;
  const remove = (value: unknown): unknown => {
    if (Array.isArray(value)) return (value as unknown[]).filter((one) => !isPlaceholder(one)).map(remove);
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).flatMap(([key, one]) => (isPlaceholder(one) ? [] : [[key, remove(one)]])));
  };
  const isEmpty = (value: unknown): boolean => isPlaceholder(value) || Object.keys(remove(value) as object).length === 0;
  const generated = [{ type: 'autogenerated', dirName: '.' }];
  return Object.fromEntries(Object.entries(sidebars).map(([key, value]) => [key, isEmpty(value) ? generated : remove(value)]));
}

/** Reads the redirects of plugin-client-redirects. */
function readRedirects({ plugins, notes }: DocusaurusSite): [string, string][] {
  const options = recordOf(plugins.find(({ name }) => name.includes('client-redirects'))?.options);
  if (options['createRedirects'] !== undefined)
    notes.push({ kind: 'decide', text: '`createRedirects` is a function: write the redirects that it creates into redirects.yaml' });
  return listOf(options['redirects']).flatMap((redirect) => {
    const { from, to } = recordOf(redirect);
    return [from].flat().flatMap((one): [string, string][] => (typeof one === 'string' && typeof to === 'string' ? [[one, to]] : []));
  });
}

/** An instance of the plugin for pages. */
interface PageInstance {
  options: Values;
  name: string;
  /** Folder of the pages, relative to the site. */
  root: string;
  /** Route of the pages, with a leading slash. */
  route: string;
}

const readPageInstances = (site: DocusaurusSite): PageInstance[] =>
  instancesOf('pages', 'pages', site).map((options) => ({
    options,
    name: String(options['id']),
    root: String(options['path']),
    route: `/${withoutOuterSlashes(textOf(options['routeBasePath']) ?? '')}`,
  }));

/** Describes Markdown pages as a folder at their route; none if there is no such page. */
function readPages({ dir, notes }: DocusaurusSite, { options, name, root, route }: PageInstance): ForeignFolder[] {
  const count = countFiles(join(dir, root), /(?:^|\/)[^_/][^/]*\.mdx?$/);
  if (count === 0) return [];
  notes.push({ kind: 'kept', text: `Markdown pages of ${root}: ${count}` });
  const editUrl = editUrlOf(options, root, notes);
  const routeBasePath = route === '/' ? route : route.slice(1);
  return [{ keys: { name, root, routeBasePath, ...withoutUndefined({ editUrl }) }, sidebars: null }];
}

/** Returns the routes of pages that are components. */
function readComponentRoutes({ dir, notes }: DocusaurusSite, { root, route }: PageInstance): string[] {
  const files = filesInside(join(dir, root), '**/*');
  const pages = files.filter((name) => /\.[jt]sx?$/.test(name) && !/(?:^|\/)_|\.test\.|\.d\.ts$/.test(name));
  if (pages.length === 0) return [];
  const routes = pages.map((name) => posix.join(route, name.replace(/(?:(?:^|\/)index)?\.[jt]sx?$/, ''))).toSorted();
  const others = routes.filter((one) => one !== '/');
  if (others.length > 0)
    notes.push({
      kind: 'left out',
      text: `the pages of ${root} that are components, and links to them in the navbar and the footer: ${others.join(', ')}. Write front pages with \`pages\`, or Markdown pages`,
    });
  return routes;
}

/** Returns the names of admonitions that the docs add to those of Docusaurus. */
export function readAdmonitions(docs: readonly Values[], notes: Note[]): Values {
  const written = docs.flatMap((one) => listOf(recordOf(one['admonitions'])['keywords'])).filter((name) => typeof name === 'string');
  const names = [...new Set(written)].filter((name) => !Object.hasOwn(ADMONITIONS, name));
  if (names.length === 0) return {};
  notes.push({ kind: 'kept', text: `the admonitions ${names.join(', ')}, which look like \`info\`` });
  return { admonitions: names };
}

/** Markdown plugins whose effects are built into the engine. */
const KNOWN_TRANSFORMS = /math|katex|npm2yarn|mermaid|gfm|emoji|directive|slug|autolink/i;

/** Plugins of a site whose effects are built into the engine, or that the report names otherwise. */
const KNOWN_PLUGINS =
  /classic|content-(?:docs|blog|pages)|client-redirects|sitemap|theme-(?:classic|mermaid|search-algolia|common)|ideal-image|gtag|google|debug|svgr/;

/** Adds a line to the report for each setting of a Docusaurus site that has no effect here. */
function noteOmissions({ dir, source, plugins, preset, theme, notes }: DocusaurusSite): void {
  const leaveOut = (condition: boolean, what: string): void => void (condition && notes.push({ kind: 'left out', text: what }));
  const { image, metadata } = theme;
  leaveOut(image !== undefined, '`themeConfig.image`: name a picture in `image` of the front matter, or set `socialCards`');
  const noted = Object.keys({ ...(metadata !== undefined && { 'themeConfig.metadata': metadata }), ...source }).filter((key) =>
    ['themeConfig.metadata', 'headTags', 'clientModules', 'stylesheets'].includes(key),
  );
  for (const key of noted) leaveOut(true, `\`${key}\``);
  const functions = ['sidebarItemsGenerator', 'numberPrefixParser'].filter((key) => isRecord(recordOf(preset['docs'])[key]));
  for (const key of functions) leaveOut(true, `\`${key}\`, which is a function`);
  const transforms = ['beforeDefaultRemarkPlugins', 'remarkPlugins', 'beforeDefaultRehypePlugins', 'rehypePlugins'].flatMap((key) =>
    listOf(recordOf(preset['docs'])[key]).map((plugin) => toPlugin(plugin).name),
  );
  for (const name of new Set(transforms))
    leaveOut(!KNOWN_TRANSFORMS.test(name), `the plugin of Markdown ${name || 'without a name'}, which may change the text of pages`);
  leaveOut(theme['algolia'] !== undefined, 'Algolia search: the engine has its own search');
  const swizzled = existsInProject(dir, 'src/theme') ? readdirSync(join(dir, 'src/theme')).filter((name) => !name.startsWith('.')) : [];
  leaveOut(
    swizzled.length > 0,
    `swizzled theme components in src/theme: ${swizzled
      .map((name) => name.replace(/\.\w+$/, ''))
      .toSorted()
      .join(', ')}`,
  );
  leaveOut(listOf(source['scripts']).length > 0, '`scripts`: pages run no third-party scripts');
  leaveOut(source['trailingSlash'] === true, '`trailingSlash: true`: addresses do not end with a slash, and those that do are redirected');
  for (const { name } of plugins)
    leaveOut(
      name !== '' && !KNOWN_PLUGINS.test(name),
      `the plugin ${sitePath(dir, name)}. If it adds pages, links to them are reported as broken`,
    );
  const nameless = plugins.filter(({ name }) => name === '').length;
  leaveOut(nameless > 0, `plugins that are functions without a name: ${nameless}. If they add pages, links to them are reported as broken`);
  leaveOut(
    plugins.some(({ name }) => /gtag|google|analytics/.test(name)) ||
      preset['gtag'] !== undefined ||
      preset['googleAnalytics'] !== undefined,
    'third-party analytics: set `analytics` instead',
  );
}
