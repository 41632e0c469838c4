import { z } from 'zod';

import { filePath, target, text } from './values.ts';

const routes = z.string().regex(/^\//, 'a route that starts with /');

const groupSchema = z.strictObject({
  /** Name of the group in URLs and in the query protocol. */
  name: z.string().regex(/^[a-z][a-z0-9-]*$/, 'lowercase letters, digits, and -'),
  /** Name that readers see. */
  label: text,
  /** Routes relative to the docs' route. The pages at these routes and below them belong to the group. Absent: all pages that are in no other group. */
  path: z.union([routes, z.array(routes).min(1)]).optional(),
  /** Factor of the ranking score, greater than 0 and at most 1; default 1. Pages of a group with a lower weight rank lower. */
  weight: z.number().positive().max(1).default(1),
});

/** The site search. */
export const searchSchema = z
  .strictObject({
    /** Where searches run: on the site's own server (`embedded`), at a hosted service, or in a worker in the browser; default `embedded`. */
    provider: z.enum(['embedded', 'hosted', 'browser']).default('embedded'),
    /** Application id of the hosted service. */
    applicationId: text.optional(),
    /** Its public search key. */
    apiKey: text.optional(),
    /** Default `docs`. */
    indexName: z
      .string()
      .regex(/^[\w.-]+$/, 'letters, digits, dots, -, and _')
      .default('docs'),
    /** Whether searches are limited to the reader's language and version; default true. */
    contextualSearch: z.boolean().default(true),
    /** Groups of pages by which readers can filter results. Exactly one has no path. Default: one group named guides. */
    groups: z
      .array(groupSchema)
      .min(1, 'at least one group')
      .default([{ name: 'guides', label: 'Guides', weight: 1 }]),
    /** Pages that the dialog suggests before the reader types; default none. */
    popularPages: z.array(z.strictObject({ label: text, path: target })).default([]),
    /** Names in camel case that are indexed as one term, such as `OpenLineage`. Names in the title of the site need not be listed. */
    names: z.array(text).default([]),
    /** YAML file with synonyms; null: none. The build fails if a synonym expands to words that no page contains. */
    synonyms: filePath.nullable().default(null),
    /**
     * Folder with phrasings, other ways to ask for the sections of a page: `docs/start.txt` contains those of `/docs/start`; null: none.
     * They apply to the main version and language.
     */
    phrasings: filePath.nullable().default(null),
    /** The build fails if the index has fewer sections than this; default 0. Set it, because nobody may notice that the search lost its content. */
    minimumRecords: z.int().min(0).default(0),
  })
  .superRefine((search, context) => {
    const rest = search.groups.filter(({ path }) => path === undefined);
    if (rest.length !== 1) {
      const message = `exactly one group without a path, for pages that are in no other group; there are ${rest.length}`;
      context.addIssue({ code: 'custom', path: ['groups'], message });
    }
    if (search.provider !== 'hosted') return;
    for (const key of ['applicationId', 'apiKey'] as const) {
      const message = 'text, because search.provider is "hosted"';
      if (search[key] === undefined) context.addIssue({ code: 'custom', path: [key], message });
    }
  });
