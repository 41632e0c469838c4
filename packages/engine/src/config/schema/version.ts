/** Versions of the documentation: the one of `docs.root`, and any number of others beside it. */
import { z } from 'zod';

import { filePath, text, webAddress } from './address.ts';
import { functionOf, type EditUrlRule } from './rules.ts';

/** What the reader is told of a version: nothing, that it is not released yet, or that nobody maintains it any more. */
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

/** The version that `docs.root` holds. */
export const rootVersionSchema = z.strictObject({
  /** Default `current`. */
  name: text.default('current'),
  /** What the reader sees; default `Next`. */
  label: text.default('Next'),
  /** Whether it is the newest; default true, unless a version of `docs.versions` says that it is. */
  isLast: z.boolean().optional(),
  /** Route of the version; default the docs' own for the newest, else `next` below it. */
  path: versionPath.optional(),
  /** Id of the page that stands for the version; default `features`. */
  mainDocId: text.default('features'),
  ...shared,
});

/** Another version: a folder, which a command may make from a tag of the repository. */
export const versionSchema = z.strictObject({
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
