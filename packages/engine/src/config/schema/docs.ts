import { z } from 'zod';
import { filePath, text, webAddress, functionOf, type EditUrlRule, rulesSchema } from './rules.ts';

/** The banner above the pages of a version: none, not released yet, or no longer maintained. */
const banner = z.enum(['none', 'unreleased', 'unmaintained']);

/** A route (`/docs/1.0`), or a part of one below the docs' own (`1.0`). It becomes a path of the output. */
const versionPath = z
  .string()
  .regex(/^\/?[\w-][\w.-]*(\/[\w-][\w.-]*)*$/, 'a route such as /docs/1.0, or a part of one below the docs such as 1.0');

/** What all versions may say of themselves. */
const shared = {
  /** Default: `none` for the newest, `unreleased` for the one of `docs.root` beside a newest, `unmaintained` for others. */
  banner: banner.optional(),
  /** Keeps search engines away from the version; default true for all but the newest. */
  noIndex: z.boolean().optional(),
};

/** The version in `docs.root`. */
const rootVersionSchema = z.strictObject({
  /** Default `current`. */
  name: text.default('current'),
  /** What the reader sees; default `Next`. */
  label: text.default('Next'),
  /** Whether it is the newest; default true, unless a version of `docs.versions` says that it is. */
  isLast: z.boolean().optional(),
  /** Route of the version; default the docs' own for the newest, else `next` below it. */
  path: versionPath.optional(),
  /** Id of the page that represents the version; default `features`. */
  mainDocId: text.default('features'),
  ...shared,
});

/** Another version: a folder, which a command may make from a tag of the repository. */
const versionSchema = z.strictObject({
  /** Names the version in addresses, in the search and in what browsers keep: `1.0`. */
  name: z.string().regex(/^[\w-][\w.-]*$/, 'letters, digits, dots, - and _, such as 1.0'),
  /** What the reader sees; default the name. */
  label: text.optional(),
  /** Folder of its Markdown files; default `versions/` and the name. */
  root: filePath.optional(),
  /** Its sidebar; default: generated from the folders. */
  sidebar: z
    .string()
    .regex(/\.(ya?ml|json|c?js)$/, 'a .yaml, .json or .js file')
    .nullable()
    .default(null),
  /** Tag of the repository that `quire versions` takes the folder from; default none: the folder is kept by hand. */
  tag: z
    .string()
    .regex(/^[\w][\w./+-]*$/, 'a tag of the repository, such as v1.0.0')
    .optional(),
  /** Route of the version; default the docs' own for the newest, else its name below it. */
  path: versionPath.optional(),
  /** Whether it is the newest, which is at the docs' own route; default false. */
  isLast: z.boolean().default(false),
  /** Address of "Edit this page", as `docs.editUrl`; default null: no such link. */
  editUrl: z
    .union([webAddress, functionOf<EditUrlRule>('(source) => address or null')], 'a web address or a function (source) => address or null')
    .nullable()
    .default(null),
  ...shared,
});

const localeSchema = z.strictObject({
  /** The language in its own words; default `English`. */
  label: text.default('English'),
  /** Writing direction; default `ltr`. */
  direction: z.enum(['ltr', 'rtl']).default('ltr'),
  /** Value of the `lang` attribute; default the locale's name. */
  htmlLang: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'a language tag, such as en or pt-BR')
    .optional(),
  /** Calendar of dates, a BCP 47 name; default `gregory`. */
  calendar: text.default('gregory'),
  /** First part of the locale's addresses, which the default locale has none of; default the locale's name. */
  path: z
    .string()
    .regex(/^[\w-]+$/, 'letters, digits, - and _, such as pt-br')
    .optional(),
  /** Folder of the translation: a folder for each version by its name, `pages/` and `interface.yaml`; default `i18n/` and the name. */
  root: filePath.optional(),
  /** Address of "Edit this page" of translated pages, as `docs.editUrl`; default null: no such link. */
  editUrl: z
    .union([webAddress, functionOf<EditUrlRule>('(source) => address or null')], 'a web address or a function (source) => address or null')
    .nullable()
    .default(null),
});

/** Languages. What a locale does not translate is shown in the default locale's words. */
export const i18nSchema = z
  .strictObject({
    /** Default `en`. */
    defaultLocale: text.default('en'),
    /** By name, which is a language tag: `ar`. The default locale must be among them. */
    locales: z
      .record(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'a language tag, such as en or pt-BR'), localeSchema)
      .prefault({ en: {} }),
  })
  .refine((i18n) => Object.hasOwn(i18n.locales, i18n.defaultLocale), {
    path: ['defaultLocale'],
    message: 'the name of one of the locales',
  });

const sidebarBehaviorSchema = z.strictObject({
  /** Default false: the sidebar is always there. */
  hideable: z.literal(false, 'false: the sidebar is always beside a page').default(false),
  /** Default false: opening a category closes no other. */
  autoCollapseCategories: z.literal(false, 'false: opening a category closes no other').default(false),
});

const routeBasePath = z
  .string()
  .regex(/^(?:\/|[\w-]+(\/[\w-]+)*)$/, 'a route without slashes at its ends, such as docs, or / alone')
  .transform((path) => (path === '/' ? '' : path));

const sidebarFile = z.string().regex(/\.(ya?ml|json|[cm]?[jt]s)$/, 'a .yaml, .json, .js or .ts file');

/** A folder of docs beside `docs.root`, with a route and sidebars of its own. It has one version, in the default locale. */
const docsFolderSchema = z.strictObject({
  /** Names the folder; the ids of its pages start with it: `community/team`. */
  name: z.string().regex(/^[\w-]+$/, 'letters, digits, - and _'),
  /** Folder of its Markdown files; default: its name. */
  root: filePath.optional(),
  /** Route of its pages; default: its name. */
  routeBasePath: routeBasePath.optional(),
  /** Its sidebars, whose entries name pages by their ids within the folder; default null: generated from the folders below it. */
  sidebar: sidebarFile.nullable().default(null),
  /** Posts of a blog: a date before the name of a file is part of the route (`2026/05/31/name`), and the newest post is first. */
  isBlog: z.boolean().default(false),
  /** As `docs.defaultSidebar`. */
  defaultSidebar: text.nullable().default(null),
  /** As `docs.editUrl`; default null: no such link. */
  editUrl: z
    .union([webAddress, functionOf<EditUrlRule>('(source) => address or null')], 'a web address or a function (source) => address or null')
    .nullable()
    .default(null),
});

/** The documentation: where its files are and how its pages look. */
export const docsSchema = z.strictObject({
  /** Name of this instance in storage keys; default `default`. */
  pluginId: z
    .string()
    .regex(/^[\w-]+$/, 'letters, digits, - and _')
    .default('default'),
  /** Folder of the Markdown files; the path below it is the route. Default `docs`. */
  root: filePath.default('docs'),
  /** Globs of files that are pages; default every `.md` and `.mdx`. */
  include: z.array(text).default(['**/*.md', '**/*.mdx']),
  /** Globs of files that are none; default names that start with `_`. */
  exclude: z.array(text).default(['**/_*', '**/_*/**']),
  /** Route of the docs without the leading slash; `/`: the docs are the whole site. Default `docs`. */
  routeBasePath: routeBasePath.default('docs'),
  /** The sidebars: .yaml, .json, .js or .ts. Null, the default: one is generated from the folders. */
  sidebar: sidebarFile.nullable().default(null),
  /** The sidebar of that file for pages that none has; default null: `overviewSidebar`, or else the first. */
  defaultSidebar: text.nullable().default(null),
  /**
   * Address of "Edit this page": a prefix for the source's path, or a function of that path, which returns null for a page
   * without the link; default null: no such link.
   */
  editUrl: z
    .union([webAddress, functionOf<EditUrlRule>('(source) => address or null')], 'a web address or a function (source) => address or null')
    .nullable()
    .default(null),
  /** Shows who changed a page last, from git; default true. */
  showLastUpdateAuthor: z.boolean().default(true),
  /** Shows when; default true. */
  showLastUpdateTime: z.boolean().default(true),
  /** Globs of authors whose names are not shown, such as `*bot*`; the date of their change is. Default none. */
  ignoredAuthors: z.array(text).default([]),
  /** Where the version a reader prefers is kept; default `localStorage`. */
  versionPersistence: z.enum(['localStorage', 'none']).default('localStorage'),
  /** How the sidebar behaves. */
  sidebarBehavior: sidebarBehaviorSchema.prefault({}),
  /** The version in `root`. */
  version: rootVersionSchema.prefault({}),
  /** Other versions, the newest first; default none. */
  versions: z.array(versionSchema).default([]),
  /** Folders of docs beside `root`, each with a route and sidebars of its own; default none. */
  folders: z
    .array(docsFolderSchema)
    .refine((folders) => new Set(folders.map(({ name }) => name)).size === folders.length, 'folders with different names')
    .default([]),
  /** For trees with conventions of their own; default none. */
  rules: rulesSchema.prefault({}),
});
