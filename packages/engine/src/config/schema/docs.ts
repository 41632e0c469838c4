/** Documentation: its files, versions, languages, and additional folders, and rules for content that follows other conventions. */
import { z } from 'zod';

import { filePath, functionOf, text, webAddress } from './values.ts';

/**
 * @param source path relative to the docs root, with `/`
 * @returns the address at which the source can be edited, or null for no link
 */
type EditUrlRule = (source: string) => string | null;

/** Address at which a source file can be edited: a prefix to which the path of the file is appended, or a function of the path. */
const editUrl = z
  .union([webAddress, functionOf<EditUrlRule>('(source) => address or null')], 'a web address or a function (source) => address or null')
  .nullable()
  .default(null);

/** The banner above the pages of a version, which says that it is not released yet or no longer maintained. */
const banner = z.enum(['none', 'unreleased', 'unmaintained']);

/** An absolute route (`/docs/1.0`), or a route relative to the docs' route (`1.0`). It becomes a path in the output folder. */
const versionPath = z
  .string()
  .regex(/^\/?[\w-][\w.-]*(\/[\w-][\w.-]*)*$/, 'a route such as /docs/1.0, or one relative to the docs, such as 1.0');

/** Keys that all versions have. */
const commonVersionKeys = {
  /** Default: `none` for the newest version, `unreleased` for the version in `docs.root` if another one is the newest, `unmaintained` for others. */
  banner: banner.optional(),
  /** Whether to ask search engines not to index the version; default: true except for the newest version. */
  noIndex: z.boolean().optional(),
};

/** The version in `docs.root`. */
const rootVersionSchema = z.strictObject({
  /** Default `current`. */
  name: text.default('current'),
  /** Name that readers see; default `Next`. */
  label: text.default('Next'),
  /** Whether this is the newest version; default true, unless a version of `docs.versions` sets it. */
  isLast: z.boolean().optional(),
  /** Route of the version; default: the docs' route for the newest version, otherwise `next` below it. */
  path: versionPath.optional(),
  /** Id of the page to which the docs' route redirects if no page has that route; default: the first page of the sidebar. */
  mainDocId: text.optional(),
  ...commonVersionKeys,
});

/** Another version: a folder, which `quire versions` can create from a tag of the repository. */
const versionSchema = z.strictObject({
  /** Identifies the version in URLs, in the search, and in the browser's storage: `1.0`. */
  name: z.string().regex(/^[\w-][\w.-]*$/, 'letters, digits, dots, -, and _, such as 1.0'),
  /** Name that readers see; default: the name. */
  label: text.optional(),
  /** Folder of its Markdown files; default `versions/` and the name. */
  root: filePath.optional(),
  /** Its sidebar; default: generated from the folders. */
  sidebar: z
    .string()
    .regex(/\.(ya?ml|json|c?js)$/, 'a .yaml, .json, or .js file')
    .nullable()
    .default(null),
  /** Tag of the repository from which `quire versions` creates the folder; default none: the folder is maintained by hand. */
  tag: z
    .string()
    .regex(/^[\w][\w./+-]*$/, 'a tag of the repository, such as v1.0.0')
    .optional(),
  /** Route of the version; default: the docs' route for the newest version, otherwise the version's name below it. */
  path: versionPath.optional(),
  /** Whether this is the newest version; default false. */
  isLast: z.boolean().default(false),
  /** Like `docs.editUrl`; default null: no "Edit this page" link. */
  editUrl,
  ...commonVersionKeys,
});

const localeSchema = z.strictObject({
  /** The language's name in the language itself; default `English`. */
  label: text.default('English'),
  /** Writing direction; default `ltr`. */
  direction: z.enum(['ltr', 'rtl']).default('ltr'),
  /** Value of the `lang` attribute; default: the locale's name. */
  htmlLang: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'a language tag, such as en or pt-BR')
    .optional(),
  /** Calendar of dates, a BCP 47 name; default `gregory`. */
  calendar: text.default('gregory'),
  /** First segment of the locale's routes; default: the locale's name. The default locale has no such segment. */
  path: z
    .string()
    .regex(/^[\w-]+$/, 'letters, digits, -, and _, such as pt-br')
    .optional(),
  /** Folder of the translation, which contains a subfolder per version, `pages/`, and `interface.yaml`; default `i18n/` and the name. */
  root: filePath.optional(),
  /** Folders of the translations of `docs.folders`, by the names of those; default: the folder of the same name in `root`. */
  folders: z.record(text, filePath).default({}),
  /** YAML file with the words of the interface, also in the default locale; default `interface.yaml` in the folder of the translation. */
  words: filePath.optional(),
  /** Like `docs.editUrl`, for paths in the folder of the translation; default null: the link leads to the original of a translated page. */
  editUrl,
});

/** Languages. Missing translations are replaced by the text of the default locale. */
export const i18nSchema = z
  .strictObject({
    /** Default `en`. */
    defaultLocale: text.default('en'),
    /** Locales by name, which is a language tag: `ar`. They must include the default locale. */
    locales: z
      .record(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'a language tag, such as en or pt-BR'), localeSchema)
      .prefault({ en: {} }),
  })
  .refine((i18n) => Object.hasOwn(i18n.locales, i18n.defaultLocale), {
    path: ['defaultLocale'],
    message: 'the name of one of the locales',
  });

const sidebarBehaviorSchema = z.strictObject({
  /** Only false is supported: the sidebar is always visible. */
  hideable: z.literal(false, 'false: the sidebar is always visible').default(false),
  /** Only false is supported: opening a category does not close others. */
  autoCollapseCategories: z.literal(false, 'false: opening a category does not close others').default(false),
});

const routeBasePath = z
  .string()
  .regex(/^(?:\/|[\w-]+(\/[\w-]+)*)$/, 'a route without leading or trailing slashes, such as docs, or only /')
  .transform((path) => (path === '/' ? '' : path));

const sidebarFile = z.string().regex(/\.(ya?ml|json|[cm]?[jt]s)$/, 'a .yaml, .json, .js, or .ts file');

const feedSchema = z.strictObject({
  /** Default `atom` and `rss`. */
  types: z.array(z.enum(['atom', 'rss', 'json'])).default(['atom', 'rss']),
  /** Default: the title of the site and `Blog`. */
  title: text.optional(),
  /** Default: the title of the feed. */
  description: text.optional(),
  copyright: text.optional(),
  /** Default: the language of the blog. */
  language: text.optional(),
  /** Maximum number of posts, the newest first; null: all. Default 20. */
  limit: z.int().min(1).nullable().default(20),
});

/** Whether `defaultSidebar` is null or can name a sidebar, which a generated sidebar does not allow. */
export const namesSidebarOfFile = (docs: {
  defaultSidebar: string | null;
  sidebar: string | null;
  versions?: { sidebar: string | null }[];
}): boolean => docs.defaultSidebar === null || [docs, ...(docs.versions ?? [])].some(({ sidebar }) => sidebar !== null);
export const ONLY_WITH_FILE = {
  message: 'no name without a file in `sidebar`, because the generated sidebar is the only one',
  path: ['defaultSidebar'],
};

/** A folder of docs in addition to `docs.root`, with its own route and sidebars. It has one version. */
const docsFolderSchema = z.strictObject({
  /** Name of the folder, which prefixes the ids of its pages: `community/team`. */
  name: z.string().regex(/^[\w-]+$/, 'letters, digits, -, and _'),
  /** Folder of its Markdown files; default: its name. */
  root: filePath.optional(),
  /** Route of its pages; default: its name. */
  routeBasePath: routeBasePath.optional(),
  /** Its sidebars, whose entries name pages by their ids within the folder; default null: generated from its subfolders. */
  sidebar: sidebarFile.nullable().default(null),
  /** Whether its pages are blog posts: the date in front of a file's name is part of the route (`2026/05/31/name`), and the newest post comes first. */
  isBlog: z.boolean().default(false),
  /** Feeds of a blog at `atom.xml`, `rss.xml`, and `feed.json` below its route; default null: none. */
  feed: feedSchema.nullable().default(null),
  /** Whether posts of a blog show their reading time; default true. */
  showReadingTime: z.boolean().default(true),
  /** Like `docs.defaultSidebar`. */
  defaultSidebar: text.nullable().default(null),
  /** Like `docs.editUrl`; default null: no "Edit this page" link. */
  editUrl,
});

/** Values that the site's own conventions give to a file. Front matter takes precedence. */
interface SourceDefaults {
  /** Route that starts at the docs' route (`/x`), or at the folder of the file. */
  slug?: string;
  title?: string;
  sidebarLabel?: string;
  /** Name in the sidebar file. */
  id?: string;
  /** Whether production builds exclude the page. */
  draft?: boolean;
}

/**
 * @param source path relative to the docs root, with `/`
 * @param text the whole file
 */
type SourceRule = (source: string, text: string) => SourceDefaults;

/**
 * @param source path relative to the docs root
 * @param text the whole file
 * @returns the text with the same number of lines, so that line numbers in messages stay correct
 */
type RewriteRule = (source: string, text: string) => string;

/**
 * @param target as written
 * @param source path of the file that contains the link, relative to the docs root
 * @returns an address, or undefined to leave the target unchanged
 */
type LinkRule = (target: string, source: string) => string | undefined;

const rulesSchema = z.strictObject({
  /** Returns slug, title, label, id, and draft status for files whose front matter does not set them. */
  defaults: functionOf<SourceRule>('(source, text) => ({ slug, title, sidebarLabel, id, draft })').optional(),
  /** Transforms a file's text before it is parsed. Must keep the number of lines. */
  rewrite: functionOf<RewriteRule>('(source, text) => text').optional(),
  /** Returns the address for a link to a file that is not a page of the site, such as its address on the repository's host. */
  resolveLink: functionOf<LinkRule>('(target, source) => address or undefined').optional(),
  /** Link targets that are known to be missing: reported as warnings, not as errors. */
  knownMissing: z
    .array(
      z.strictObject({
        /** Glob that matches the target, as written or as resolved. */
        target: text,
        /** Reason why it is missing, for the warning. */
        reason: text,
      }),
    )
    .default([]),
  /** Whether files that end with `.md` are MDX, as Docusaurus reads them, in which braces are expressions. Default `detect`: only `.mdx` files are. */
  format: z.enum(['detect', 'mdx']).default('detect'),
  /** Names of admonitions in addition to the built-in ones, as `admonitions.keywords` of Docusaurus; default none. They look like `info`. */
  admonitions: z.array(text).default([]),
  /** Rule by which headings without an id of their own get one: that of GitHub and Docusaurus, or that of VitePress and VuePress. Default `github`. */
  headingIds: z.enum(['github', 'vitepress']).default('github'),
  /** Folder to which paths in `{{ inline path }}` are relative, and whose files pages can link to; default: the docs root. */
  inlineRoot: filePath.optional(),
});

/** The documentation: where its files are and how its pages look. */
export const docsSchema = z.strictObject({
  /** Identifies the docs in keys of the browser's storage; default `default`. */
  pluginId: z
    .string()
    .regex(/^[\w-]+$/, 'letters, digits, -, and _')
    .default('default'),
  /** Folder of the Markdown files; the path below it is the route. Default `docs`. */
  root: filePath.default('docs'),
  /** Globs of files that are pages; default every `.md` and `.mdx`. */
  include: z.array(text).default(['**/*.md', '**/*.mdx']),
  /** Globs of files that are not pages; default: names that start with `_`. */
  exclude: z.array(text).default(['**/_*', '**/_*/**']),
  /** Route of the docs without the leading slash; `/` if the docs are the whole site. Default `docs`. */
  routeBasePath: routeBasePath.default('docs'),
  /** File with the sidebars: .yaml, .json, .js, or .ts; default null: one sidebar, generated from the folders. */
  sidebar: sidebarFile.nullable().default(null),
  /** Name of the sidebar for pages that are not in any; default null: `overviewSidebar`, or else the first one. */
  defaultSidebar: text.nullable().default(null),
  /**
   * Address of the "Edit this page" link: a prefix for the source's path, or a function that receives this path and returns
   * null for pages without the link; default null: no links.
   */
  editUrl,
  /** Whether pages show the author of their last change, from git; default true. */
  showLastUpdateAuthor: z.boolean().default(true),
  /** Whether pages show the date of their last change, from git; default true. */
  showLastUpdateTime: z.boolean().default(true),
  /** Globs of authors whose names are not shown, such as `*bot*`; the dates of their changes are. Default none. */
  ignoredAuthors: z.array(text).default([]),
  /** Where the browser stores the version that a reader chose; default `localStorage`. */
  versionPersistence: z.enum(['localStorage', 'none']).default('localStorage'),
  /** Behavior of the sidebar. */
  sidebarBehavior: sidebarBehaviorSchema.prefault({}),
  /** The version in `root`. */
  version: rootVersionSchema.prefault({}),
  /** Other versions, newest first; default none. */
  versions: z.array(versionSchema).default([]),
  /** Folders of docs in addition to `root`, each with its own route and sidebars; default none. */
  folders: z
    .array(docsFolderSchema.refine(namesSidebarOfFile, ONLY_WITH_FILE))
    .refine((folders) => new Set(folders.map(({ name }) => name)).size === folders.length, 'folders with different names')
    .default([]),
  /** Rules for content that follows other conventions; default none. */
  rules: rulesSchema.prefault({}),
});
