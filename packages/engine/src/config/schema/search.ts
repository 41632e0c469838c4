import { z } from 'zod';

import { filePath, target, text } from './rules.ts';

const routes = z.string().regex(/^\//, 'a route that starts with /');

const groupSchema = z.strictObject({
  /** Name in addresses and in the query protocol. */
  name: z.string().regex(/^[a-z][a-z0-9-]*$/, 'lower-case letters, digits and -'),
  /** Name that readers see. */
  label: text,
  /** Routes without the docs' base path: their pages and those below belong to the group. Absent: all pages of no other group. */
  path: z.union([routes, z.array(routes).min(1)]).optional(),
  /** Prior of the ranking, above 0 to 1, default 1: other things equal, pages of a group with a lower weight come later. */
  weight: z.number().positive().max(1).default(1),
});

/** The site search. */
export const searchSchema = z
  .strictObject({
    /** What answers searches: the site's own server, a hosted service, or a worker in the browser; default `embedded`. */
    provider: z.enum(['embedded', 'hosted', 'browser']).default('embedded'),
    /** Application id of the hosted service. */
    applicationId: text.optional(),
    /** Its public search key. */
    apiKey: text.optional(),
    /** Default `docs`. */
    indexName: z
      .string()
      .regex(/^[\w.-]+$/, 'letters, digits, dots, - and _')
      .default('docs'),
    /** Searches the reader's language and version only; default true. */
    contextualSearch: z.boolean().default(true),
    /** Groups of pages by which readers filter results; exactly one has no path. Default: one group of guides. */
    groups: z
      .array(groupSchema)
      .min(1)
      .default([{ name: 'guides', label: 'Guides', weight: 1 }]),
    /** Pages that the dialog offers before anything is typed; default none. */
    popularPages: z.array(z.strictObject({ label: text, path: target })).default([]),
    /** Names in camel case that are one word to every reader: `OpenLineage`. Those of the site's title are known. */
    names: z.array(text).default([]),
    /** YAML file with synonyms; null: none. The build fails if one leads to words that no page contains. */
    synonyms: filePath.nullable().default(null),
    /** Fewer sections than this in the index fail the build; default 0. A site that has pages should set it: an empty search goes unnoticed. */
    minimumRecords: z.int().min(0).default(0),
  })
  .superRefine((search, context) => {
    const rest = search.groups.filter(({ path }) => path === undefined);
    if (rest.length !== 1) {
      const message = `exactly one group without a path, for the pages of no other group; there are ${rest.length}`;
      context.addIssue({ code: 'custom', path: ['groups'], message });
    }
    if (search.provider !== 'hosted') return;
    for (const key of ['applicationId', 'apiKey'] as const) {
      const message = 'text, since search.provider is "hosted"';
      if (search[key] === undefined) context.addIssue({ code: 'custom', path: [key], message });
    }
  });
