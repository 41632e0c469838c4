import { z } from 'zod';

import { filePath, text, webAddress } from './address.ts';
import { functionOf, rulesSchema } from './rules.ts';
import type { EditUrlRule } from './rules.ts';
import { rootVersionSchema, versionSchema } from './version.ts';

const sidebarBehaviorSchema = z.strictObject({
  /** Default false: the sidebar is always there. */
  hideable: z.literal(false, 'false: the sidebar is always beside a page').default(false),
  /** Default false: opening a category closes no other. */
  autoCollapseCategories: z.literal(false, 'false: opening a category closes no other').default(false),
});

/** The documentation: where its files lie and how its pages look. */
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
  routeBasePath: z
    .string()
    .regex(/^(?:\/|[\w-]+(\/[\w-]+)*)$/, 'a route without slashes at its ends, such as docs, or / alone')
    .transform((path) => (path === '/' ? '' : path))
    .default('docs'),
  /** The sidebars: .yaml, .json, .js or .ts. Null, the default: one is generated from the folders. */
  sidebar: z
    .string()
    .regex(/\.(ya?ml|json|[cm]?[jt]s)$/, 'a .yaml, .json, .js or .ts file')
    .nullable()
    .default(null),
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
  /** The version that `root` holds. */
  version: rootVersionSchema.prefault({}),
  /** Other versions, the newest first; default none. */
  versions: z.array(versionSchema).default([]),
  /** For trees with conventions of their own; default none. */
  rules: rulesSchema.prefault({}),
});
