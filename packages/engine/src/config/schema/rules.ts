/** What a configuration may supply as functions, so that a foreign tree is read without a change to it. */
import { z } from 'zod';

import { filePath, text } from './address.ts';

/** What the tree's own conventions say of a file; its front matter wins. */
export interface SourceDefaults {
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
export type SourceRule = (source: string, text: string) => SourceDefaults;

/** @param source path relative to the docs root @param text the whole file @returns the text, each line in its place */
export type RewriteRule = (source: string, text: string) => string;

/** @param target as written @param source the file it stands in @returns an address, or undefined to leave it as it is */
export type LinkRule = (target: string, source: string) => string | undefined;

/** @param source path relative to the docs root, with `/` @returns the address of the source's editor, or null for no link */
export type EditUrlRule = (source: string) => string | null;

export const functionOf = <T>(shape: string) =>
  z.custom<T>((value) => typeof value === 'function', { error: `a function ${shape}`, abort: true });

export const rulesSchema = z.strictObject({
  /** Slug, title, label, id and draft of files that say nothing themselves. */
  defaults: functionOf<SourceRule>('(source, text) => ({ slug, title, sidebarLabel, id, draft })').optional(),
  /** Prepares a file's text before it is read, line for line, as the tree's own build does. */
  rewrite: functionOf<RewriteRule>('(source, text) => text').optional(),
  /** Where a link to a file leads that is no page of the site, e.g. to the repository's host. */
  resolveLink: functionOf<LinkRule>('(target, source) => address or undefined').optional(),
  /** Targets that the tree itself lacks: told as warnings, not as errors. */
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
  /** Folder that `{{ inline path }}` starts from; default: the docs root. */
  inlineRoot: filePath.optional(),
});
