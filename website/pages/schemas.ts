/** The schemas of `content/pages/*.yaml`, the texts of the front pages. The components of the pages use their types. */
import { z } from 'zod';

import { describedLink, link, pageFields, searchField, text } from '@quire/engine/page-fields';

/** The name of an icon in `parts/glyph.tsx`. */
const glyph = z.enum([
  'bolt',
  'inlet',
  'plug',
  'loop',
  'code',
  'search',
  'sliders',
  'heart',
  'graph',
  'left',
  'pulse',
  'open',
  'layers',
  'book',
]);

/** A link with an icon and, optionally, the first commands of its target page. */
const quickLink = z.strictObject({ label: text, text, to: link.shape.to, icon: glyph, commands: z.array(text).default([]) });

/** Slug of a brand in the `simple-icons` package. Without a slug, only the name is shown. */
const connector = z.strictObject({ name: text, mark: text.optional() });
/** `system` selects the mark beside the link: the slug of a brand mark, or the name of a drawing (`parts/connector-mark.tsx`). */
const guideLink = link.extend({ system: text.optional() });

/** The lineage graph of the hero section. A column lists the columns that it is derived from as `entity.column`. */
const lineageSchema = z
  .strictObject({
    heading: text,
    hint: text,
    search: text,
    /** Id of the entity that is selected initially. */
    selected: text,
    entities: z.array(
      z.strictObject({
        id: z.string().regex(/^\w+$/, 'letters, digits, and _'),
        name: text,
        kind: text,
        mark: text.nullable(),
        /** Position along the data flow, from 0 to 3, and across it, from 0 to 2. */
        step: z.int().min(0).max(3),
        lane: z.number().min(0).max(2),
        feeds: z.array(text),
        owner: text,
        domain: text,
        tags: z.array(text),
        text,
        columns: z.array(z.strictObject({ name: text, from: z.array(text).default([]) })),
      }),
    ),
  })
  .superRefine(({ entities, selected }, context) => {
    const ids = new Set(entities.map(({ id }) => id));
    const columns = new Set(entities.flatMap(({ id, columns: own }) => own.map(({ name }) => `${id}.${name}`)));
    const named = [selected, ...entities.flatMap(({ feeds }) => feeds)].filter((id) => !ids.has(id));
    const origins = entities.flatMap(({ columns: own }) => own.flatMap(({ from }) => from)).filter((column) => !columns.has(column));
    for (const name of [...named, ...origins])
      context.addIssue({ code: 'custom', path: ['entities'], message: `"${name}" is not among the entities and their columns` });
  });

const section = { heading: text, text };

export const homeSchema = z.strictObject({
  ...pageFields,
  hero: z.strictObject({ heading: text, lines: z.array(text).length(2), actions: z.array(link).min(1) }),
  quickstart: z.strictObject({ ...section, commands: z.array(text).min(1), links: z.array(link) }),
  lineage: lineageSchema,
  diagram: z.strictObject({
    ...section,
    sources: z.array(text).length(5),
    ingestion: z.strictObject({ label: text, ways: z.array(text).min(1) }),
    graph: text,
    uses: z.array(z.strictObject({ label: text, text })).length(4),
  }),
  features: z.strictObject({
    ...section,
    items: z
      .array(
        z.strictObject({
          title: text,
          text,
          icon: glyph,
          /** Examples from the sample data. An item that has some is emphasized. */
          facts: z.array(text).default([]),
          isSequence: z.boolean().default(false),
          links: z.array(link),
        }),
      )
      .min(1),
  }),
  connectors: z.strictObject({ ...section, link, names: z.array(connector).min(1) }),
  how: z.strictObject({
    heading: text,
    rows: z.array(z.strictObject({ title: text, text, screen: z.enum(['ingestion', 'search', 'dataset']), screenText: text, link })).min(1),
  }),
  adopters: z.strictObject({ ...section, groups: z.array(z.strictObject({ name: text, companies: z.array(text).min(1) })) }),
  next: z.strictObject({ heading: text, links: z.array(describedLink).min(1) }),
});

export const docsLandingSchema = z.strictObject({
  ...pageFields,
  heading: text,
  text,
  search: searchField,
  quickLinks: z.array(quickLink).min(1),
  quickLinksHeading: text,
  guidesHeading: text,
  guides: z.array(z.strictObject({ title: text, text, items: z.array(guideLink).min(1), more: link.optional() })).min(1),
});

export const guildSchema = z.strictObject({
  ...pageFields,
  heading: text,
  text,
  /** Explains the nodes of the graph. */
  caption: text,
  ways: z.strictObject({ ...section, links: z.array(describedLink).min(1) }),
  sections: z
    .array(
      z.strictObject({
        name: text,
        text,
        people: z.int().positive(),
        profiles: z.array(z.strictObject({ github: text.regex(/^[\w-]+$/, 'must be a GitHub user name'), organization: text.optional() })),
      }),
    )
    .min(1),
});

export const integrationsSchema = z.strictObject({
  ...pageFields,
  heading: text,
  text,
  terms: z.array(z.strictObject({ term: text, text })),
  links: z.array(link),
});

export type GlyphName = z.infer<typeof glyph>;
export type HomeData = z.infer<typeof homeSchema>;
export type DocsLandingData = z.infer<typeof docsLandingSchema>;
export type GuildData = z.infer<typeof guildSchema>;
export type IntegrationsText = z.infer<typeof integrationsSchema>;
