import { z } from 'zod';

import { filePath, text } from './address.ts';

/** The site search. */
export const searchSchema = z
  .strictObject({
    /** Who answers: the site's own server, a hosted service, or a worker in the browser; default `embedded`. */
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
    /** YAML file with the words that mean the same; null: none. The build fails where one leads to words that no page holds. */
    synonyms: filePath.nullable().default(null),
    /** Fewer sections than this in the index fail the build; default 0. A site that has pages should set it: an empty search goes unnoticed. */
    minimumRecords: z.int().min(0).default(0),
  })
  .superRefine((search, context) => {
    if (search.provider !== 'hosted') return;
    for (const key of ['applicationId', 'apiKey'] as const) {
      const message = 'text, since search.provider is "hosted"';
      if (search[key] === undefined) context.addIssue({ code: 'custom', path: [key], message });
    }
  });
