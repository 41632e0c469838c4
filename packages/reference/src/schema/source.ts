/** Shape of `catalog/sources/{platform}.yaml`: one system that metadata is pulled from, with the plugins that do it. */
import { z } from 'zod';

import { listingSchema } from './integration.ts';

const text = z.string().min(1, 'must not be empty');

/** What a plugin can be able to do, with the words that the page shows; in the order of the table. */
export const CAPABILITIES = {
  SCHEMA_METADATA: 'Schema metadata',
  CONTAINERS: 'Asset containers',
  LINEAGE_COARSE: 'Table-level lineage',
  LINEAGE_FINE: 'Column-level lineage',
  DATA_PROFILING: 'Data profiling',
  USAGE_STATS: 'Dataset usage',
  PARTITION_SUPPORT: 'Partition support',
  DESCRIPTIONS: 'Descriptions',
  TAGS: 'Tags',
  OWNERSHIP: 'Ownership',
  DOMAINS: 'Domains',
  PLATFORM_INSTANCE: 'Platform instance',
  DELETION_DETECTION: 'Detection of deleted entities',
} as const;

export type Capability = keyof typeof CAPABILITIES;

/** How far a plugin can be relied on, best first. */
export const SUPPORT = ['certified', 'incubating', 'testing', 'unknown'] as const;

const capabilitySchema = z.strictObject({
  capability: z.enum(Object.keys(CAPABILITIES) as [Capability, ...Capability[]]),
  supported: z.boolean(),
  /** A condition or a word on how it is switched on. */
  note: text.optional(),
});

const fieldSchema = z.strictObject({
  /** Dotted from the top of `config`; the name of a map's entries is left out. */
  name: z.string().regex(/^[^\s.]+(\.[^\s.]+)*$/, 'must be names parted by dots, such as profiling.enabled'),
  /** As the page shows it: `boolean`, `Array of string`, `map(string, string)`. */
  type: text,
  /** `with-parent`: only where the field around it is set. */
  required: z.union([z.boolean(), z.literal('with-parent')], 'must be true, false or with-parent').default(false),
  nullable: z.boolean().default(false),
  /** Left out where there is none; `computed` says in words what is worked out when the recipe runs. */
  default: z.unknown().optional(),
  computed: text.optional(),
  /** All values of an Enum. */
  values: z.array(z.string()).min(1, 'must name at least one value').optional(),
  deprecated: z.boolean().default(false),
  constraints: z
    .strictObject({ gt: z.number().optional(), ge: z.number().optional(), lt: z.number().optional(), le: z.number().optional() })
    .optional(),
  /** Ours: what it does and when to change it. Where there is none, `shared-fields.yaml` has to have one. */
  description: text.optional(),
});

const pluginSchema = z.strictObject({
  /** The `type` of a recipe's source. */
  plugin: text,
  support: z.enum(SUPPORT),
  /** The extra of the Python package that brings the plugin's needs; null: it needs none. */
  extra: text.nullable(),
  capabilities: z.array(capabilitySchema).default([]),
  /** A starter recipe of this plugin, YAML as text; for the first plugin the platform's. */
  recipe: text.optional(),
  fields: z.array(fieldSchema),
});

export const sourceSchema = z.strictObject({
  /** The file's own name, the last part of the route. */
  platform: z.string().regex(/^[a-z0-9-]+$/, 'must be lower-case letters, digits and -'),
  name: text,
  /** Other names that a recipe may use, which mean one of the plugins. */
  aliases: z.array(text).default([]),
  /** One line: what it brings in. For the page's description and for `/integrations`. */
  summary: text.optional(),
  /** What `/integrations` shows beside the facts here. */
  listing: listingSchema.default({ type: 'Datastore', features: [] }),
  /** A starter recipe, YAML as text. */
  recipe: text.optional(),
  plugins: z.array(pluginSchema).min(1, 'must name at least one plugin'),
});

/** Descriptions of fields that many sources have, by dotted name or by a pattern such as `*.ignoreCase`. */
export const sharedFieldsSchema = z.record(
  z.string().regex(/^(\*\.)?[^\s.*]+(\.[^\s.*]+)*$/, 'must be a dotted name, or a pattern such as *.ignoreCase'),
  text,
);

export type Source = z.output<typeof sourceSchema>;
export type Plugin = Source['plugins'][number];
export type Field = Plugin['fields'][number];
export type SharedFields = z.output<typeof sharedFieldsSchema>;
export type SupportStatus = (typeof SUPPORT)[number];
