/**
 * What the front pages say: the shape of `content/pages/*.yaml`. The components of `packages/engine/src/client/pages` take these types.
 * `to` is a link: the build checks it like any other.
 */
import { z } from 'zod';

const text = z.string().trim().min(1, 'must not be empty');

const address = text.regex(/^(\/(?!\/)|https:\/\/)/, 'must be a route that starts with / or an https:// address');

/** A picture of `packages/engine/src/client/pages/parts/glyph.tsx`. */
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

const link = z.strictObject({ label: text, to: address });
const describedLink = z.strictObject({ label: text, text, to: address });
const quickLink = z.strictObject({ label: text, text, to: address, icon: glyph });

/** Slug of a brand in the `simple-icons` package; absent where the package has none: the name stands alone then. */
const connector = z.strictObject({ name: text, mark: text.optional() });

const page = { title: text, description: text.min(50, 'must have 50 to 160 characters').max(160, 'must have 50 to 160 characters') };
const searchField = z.strictObject({ label: text, placeholder: text, button: text });
const section = { heading: text, text };

export const homeSchema = z.strictObject({
  ...page,
  hero: z.strictObject({ heading: text, lines: z.array(text).length(2), actions: z.array(link).min(1) }),
  quickstart: z.strictObject({ ...section, commands: z.array(text).min(1), links: z.array(link) }),
  diagram: z.strictObject({
    ...section,
    sources: z.array(text).length(5),
    ingestion: z.strictObject({ label: text, ways: z.array(text).min(1) }),
    graph: text,
    uses: z.array(z.strictObject({ label: text, text })).length(4),
  }),
  features: z.strictObject({
    ...section,
    items: z.array(z.strictObject({ title: text, text, icon: glyph, links: z.array(link) })).min(1),
  }),
  connectors: z.strictObject({ ...section, link, names: z.array(connector).min(1) }),
  how: z.strictObject({
    heading: text,
    rows: z
      .array(z.strictObject({ title: text, text, screen: z.enum(['ingestion', 'lineage', 'dataset']), screenText: text, link }))
      .min(1),
  }),
  adopters: z.strictObject({ ...section, groups: z.array(z.strictObject({ name: text, companies: z.array(text).min(1) })) }),
  next: z.strictObject({ heading: text, links: z.array(describedLink).min(1) }),
});

export const docsLandingSchema = z.strictObject({
  ...page,
  heading: text,
  text,
  search: searchField,
  quickLinks: z.array(quickLink).min(1),
  quickLinksHeading: text,
  guidesHeading: text,
  guides: z.array(z.strictObject({ title: text, text, items: z.array(link).min(1), more: link.optional() })).min(1),
});

export const guildSchema = z.strictObject({
  ...page,
  heading: text,
  text,
  ways: z.strictObject({ ...section, links: z.array(describedLink).min(1) }),
  sections: z
    .array(
      z.strictObject({
        name: text,
        text,
        people: z.int().positive(),
        profiles: z.array(z.strictObject({ github: text.regex(/^[\w-]+$/, 'must be a GitHub user name'), organisation: text.optional() })),
      }),
    )
    .min(1),
});

export const integrationsSchema = z.strictObject({
  ...page,
  heading: text,
  text,
  terms: z.array(z.strictObject({ term: text, text })),
  links: z.array(link),
});

export const searchSchema = z.strictObject({
  ...page,
  heading: text,
  text,
  search: searchField,
  start: text,
  withoutScript: text,
  links: z.array(link).min(1),
});

export const notFoundSchema = z.strictObject({
  ...page,
  heading: text,
  text,
  search: searchField,
  linksHeading: text,
  links: z.array(describedLink).min(1),
  chat: z.strictObject({ text, label: text }),
});

export type Link = z.infer<typeof link>;
export type DescribedLink = z.infer<typeof describedLink>;
export type GlyphName = z.infer<typeof glyph>;
export type SearchField = z.infer<typeof searchField>;
export type HomeData = z.infer<typeof homeSchema>;
export type DocsLandingData = z.infer<typeof docsLandingSchema>;
export type GuildData = z.infer<typeof guildSchema>;
export type IntegrationsText = z.infer<typeof integrationsSchema>;
export type SearchData = z.infer<typeof searchSchema>;
export type NotFoundData = z.infer<typeof notFoundSchema>;
