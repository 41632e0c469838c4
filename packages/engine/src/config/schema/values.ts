/** Shared value types of the schema, and rules for content that follows other conventions. */
import { z } from 'zod';

/** Text that is not empty. */
export const text = z.string().trim().min(1, 'text that is not empty');

/** An origin, `https://docs.example.com`: scheme and host without a path or trailing slash. */
export const origin = z.string().refine(isOrigin, 'an origin without path, such as https://docs.example.org');

/** A base URL, `/` or `/docs-site/`. */
export const baseUrl = z.string().regex(/^\/([\w.~-]+\/)*$/, 'a path that starts and ends with a slash, such as / or /docs-site/');

/** A full http or https address. */
export const webAddress = z.string().refine(isWebAddress, 'a full address, such as https://example.org/page');

/** A route of this site (`/docs/quickstart`, `docs/quickstart#x`) or a full address. */
export const target = z
  .string()
  .refine(
    (value) => isWebAddress(value) || /^(?![a-z][a-z0-9+.-]*:)(?!\/\/)[^\s\\]+$/i.test(value),
    'a route such as /docs/quickstart, or a full address such as https://example.org',
  );

/** A route of this site that starts with a slash. */
export const route = z.string().regex(/^\/(?!\/)[^\s?#]*$/, 'a route that starts with a slash, such as /docs');

/** A color such as `#070707`. */
export const hexColor = z.string().regex(/^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i, 'a color such as #1890ff');

/** Path of a file or folder, relative to the configuration file. `resolvePaths` makes it absolute. */
export const filePath = z.string().min(1, 'a path relative to the configuration file');

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) && url.origin === value.toLowerCase();
}

export function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

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

/**
 * @param source path relative to the docs root, with `/`
 * @returns the address at which the source can be edited, or null for no link
 */
export type EditUrlRule = (source: string) => string | null;

/** Returns the schema of a function. @param shape its signature, for messages */
export const functionOf = <T>(shape: string) =>
  z.custom<T>((value) => typeof value === 'function', { error: `a function ${shape}`, abort: true });

export const rulesSchema = z.strictObject({
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
