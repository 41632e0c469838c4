/** Values that several parts of a configuration share, and the functions with which it reads a foreign tree unchanged. */
import { z } from 'zod';

/** Text with something in it. */
export const text = z.string().trim().min(1, 'text that is not empty');

/** `https://docs.example.com`: scheme and host, no path, no slash at the end. */
export const origin = z.string().refine(isOrigin, 'an origin without path, such as https://docs.example.org');

/** `/` or `/docs-site/`. */
export const baseUrl = z.string().regex(/^\/([\w.~-]+\/)*$/, 'a path that starts and ends with a slash, such as / or /docs-site/');

/** Full http or https address. */
export const webAddress = z.string().refine(isWebAddress, 'a full address, such as https://example.org/page');

/** A route of this site (`/docs/quickstart`, `docs/quickstart#x`) or a full address. */
export const target = z
  .string()
  .refine(
    (value) => isWebAddress(value) || /^(?![a-z][a-z0-9+.-]*:)(?!\/\/)[^\s\\]+$/i.test(value),
    'a route such as /docs/quickstart, or a full address such as https://example.org',
  );

/** Route of this site that starts with a slash. */
export const route = z.string().regex(/^\/(?!\/)[^\s?#]*$/, 'a route that starts with a slash, such as /docs');

/** `#070707`. */
export const hexColor = z.string().regex(/^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i, 'a color such as #1890ff');

/** File or folder, relative to the configuration file; absolute once loaded. */
export const filePath = z.string().min(1, 'a path relative to the configuration file');

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) && url.origin === value.toLowerCase();
}

export function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** What the tree's own conventions say of a file; its front matter wins. */
interface SourceDefaults {
  /** Route below the docs' base path (`/x`), or relative to the folder. */
  slug?: string;
  title?: string;
  sidebarLabel?: string;
  /** Name in the sidebar file. */
  id?: string;
  /** Left out of a production build. */
  draft?: boolean;
}

/** @param source path relative to the docs root, with `/` @param text the whole file */
type SourceRule = (source: string, text: string) => SourceDefaults;

/** @param source path relative to the docs root @param text the whole file @returns the text, each line in its place */
type RewriteRule = (source: string, text: string) => string;

/** @param target as written @param source the file that contains it @returns an address, or undefined to leave it as it is */
type LinkRule = (target: string, source: string) => string | undefined;

/** @param source path relative to the docs root, with `/` @returns the address of the source's editor, or null for no link */
export type EditUrlRule = (source: string) => string | null;

export const functionOf = <T>(shape: string) =>
  z.custom<T>((value) => typeof value === 'function', { error: `a function ${shape}`, abort: true });

export const rulesSchema = z.strictObject({
  /** Slug, title, label, id and draft of files that say nothing themselves. */
  defaults: functionOf<SourceRule>('(source, text) => ({ slug, title, sidebarLabel, id, draft })').optional(),
  /** Prepares a file's text before it is read, line for line, as the tree's own build does. */
  rewrite: functionOf<RewriteRule>('(source, text) => text').optional(),
  /** Address for a link to a file that is not a page of the site, e.g. on the repository's host. */
  resolveLink: functionOf<LinkRule>('(target, source) => address or undefined').optional(),
  /** Targets that the tree itself lacks: reported as warnings, not as errors. */
  knownMissing: z
    .array(
      z.strictObject({
        /** Glob over the target as written or as resolved. */
        target: text,
        /** Why it is missing, for the warning. */
        reason: text,
      }),
    )
    .default([]),
  /** Folder that `{{ inline path }}` starts from, and whose files pages may link to; default: the docs root. */
  inlineRoot: filePath.optional(),
});
