/** Reads and checks `catalog/sources/`: one YAML file for each system that metadata is ingested from, with optional Markdown notes. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

import { z } from 'zod';

import { MAX_SUGGESTIONS } from '@quire/engine/content/links.ts';
import { nearestName } from '@quire/engine/config/nearest-name.ts';
import type { Problem } from '@quire/engine/model/problem.ts';

import { aliasesSchema, questionsSchema } from '../generator.ts';
import { readOptionalYamlFile, readYamlFile } from '../catalog-files.ts';
import type { YamlFile } from '../catalog-files.ts';
import type { CatalogLocation, ReadCatalog } from '../generator.ts';

const text = z.string().min(1, 'must not be empty');

/** The capabilities of plugins, in the order of the table, with their labels. */
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

/** Support levels of plugins, best first. */
export const SUPPORT = ['certified', 'incubating', 'testing', 'unknown'] as const;

/** Kinds of systems on `/integrations`; each system has exactly one. */
export const PLATFORM_TYPES = [
  'AI+ML',
  'BI Tool',
  'Datastore',
  'ETL and Processing',
  'Identity Provider',
  'Messaging',
  'Metadata',
  'Observability',
  'Orchestrator',
] as const;

/** Features that a catalog file can set for an integration. Others are derived (integrations.ts). */
export const MARKED_FEATURES = ['Alerting', 'Lower Casing', 'Notifications', 'Patch Lineage', 'Status Aspect', 'UI Ingestion'] as const;

/** The data that `/integrations` shows in addition to the facts of a source file. */
const listingSchema = z.strictObject({
  type: z.enum(PLATFORM_TYPES),
  /** Slug of a brand in the `simple-icons` package; absent if the package does not have it. */
  mark: text.optional(),
  features: z.array(z.enum(MARKED_FEATURES)).default([]),
});

const capabilitySchema = z.strictObject({
  capability: z.enum(Object.keys(CAPABILITIES) as [Capability, ...Capability[]]),
  supported: z.boolean(),
  /** `false`: the code of the plugin does not name the capability, but its options provide it. The page shows it like the others. */
  declared: z.boolean().optional(),
  /** A condition, or the option that enables it. Option names in backticks become links. */
  note: text.optional(),
});

/** Limits of a source, because its page, its schema, and the recipe builder compare all options of a plugin with each other. Real sources have at most a third of each. */
const MAX_PLUGINS = 20;
const MAX_FIELDS = 1000;
const MAX_ALL_FIELDS = 2000;
const MAX_NAME = 200;
const MAX_TYPES = 100;
const MAX_TYPE = 1000;
const shortText = text.max(MAX_NAME, `must have at most ${MAX_NAME} characters`);

const fieldSchema = z.strictObject({
  /** Dotted path below `config`. The segment `` `key` `` matches any key of a map. */
  name: z
    .string()
    .max(MAX_NAME, `must have at most ${MAX_NAME} characters`)
    .regex(/^[^\s.]+(\.[^\s.]+)*$/, 'must be names separated by dots, such as profiling.enabled'),
  /** In the notation of the pages: `boolean`, `Array of string`, `map(string, string)`. */
  type: text.max(MAX_TYPE, `must have at most ${MAX_TYPE} characters`),
  /** `with-parent`: required only if the option that contains it is set. */
  required: z.union([z.boolean(), z.literal('with-parent')], 'must be true, false, or with-parent').default(false),
  nullable: z.boolean().default(false),
  /** Absent if there is none. */
  default: z.unknown().optional(),
  /** Describes a default that is computed when the recipe runs. */
  computed: text.optional(),
  /** All values of an enum. */
  values: z.array(z.string()).min(1, 'must name at least one value').optional(),
  deprecated: z.boolean().default(false),
  constraints: z
    .strictObject({ gt: z.number().optional(), ge: z.number().optional(), lt: z.number().optional(), le: z.number().optional() })
    .optional(),
  /** What the option does and when to change it. If it is missing, `shared-fields.yaml` must describe the name. */
  description: text.optional(),
});

const pluginSchema = z.strictObject({
  /** Value of `source.type` in a recipe. */
  plugin: shortText,
  support: z.enum(SUPPORT),
  /** The extra of the Python package that installs the plugin's dependencies; null: it has none. */
  extra: shortText.nullable(),
  /** Path of the plugin's code in the platform's repository. */
  code: shortText.optional(),
  capabilities: z.array(capabilitySchema).default([]),
  /** A starter recipe of this plugin, YAML as text. The first plugin uses the platform's recipe by default. */
  recipe: text.optional(),
  fields: z.array(fieldSchema).max(MAX_FIELDS, `must have at most ${MAX_FIELDS} options`),
});

export const sourceSchema = z.strictObject({
  /** The name of the file, and the last segment of the route. */
  platform: shortText.regex(/^[a-z0-9-]+$/, 'must consist of lowercase letters, digits, and hyphens'),
  name: shortText,
  /** Other values of `source.type` that select one of the plugins. */
  otherTypes: z.array(shortText).max(MAX_TYPES, `must name at most ${MAX_TYPES} types`).default([]),
  /** One line that says what it ingests, for the description of the page and for `/integrations`. */
  summary: text.optional(),
  listing: listingSchema.default({ type: 'Datastore', features: [] }),
  questions: questionsSchema.default([]),
  aliases: aliasesSchema.default([]),
  /** A starter recipe, YAML as text. */
  recipe: text.optional(),
  plugins: z
    .array(pluginSchema)
    .min(1, 'must name at least one plugin')
    .max(MAX_PLUGINS, `must name at most ${MAX_PLUGINS} plugins`)
    .refine(
      (plugins) => plugins.reduce((sum, { fields }) => sum + fields.length, 0) <= MAX_ALL_FIELDS,
      `must have at most ${MAX_ALL_FIELDS} options together`,
    ),
});

/** Descriptions of fields that many sources share, by dotted name or by a pattern such as `*.ignoreCase`. */
export const sharedFieldsSchema = z.record(
  z.string().regex(/^(\*\.)?[^\s.*]+(\.[^\s.*]+)*$/, 'must be a dotted name, or a pattern such as *.ignoreCase'),
  text,
);

/** Shape of `shared-types.yaml`: types of many options. A page describes such a type once, and its options link to it. */
const sharedTypesSchema = z.record(
  z.string().regex(/^[A-Z]\w*$/, 'must be the name of a type'),
  z.strictObject({
    description: text,
    /** The text for the default of an option whose nested options all have the usual defaults. */
    label: text,
    /** All nested options with their usual defaults. */
    defaults: z.record(z.string(), z.unknown()),
  }),
);

export type Source = z.output<typeof sourceSchema>;
export type Plugin = Source['plugins'][number];
export type Field = Plugin['fields'][number];
export type SharedFields = z.output<typeof sharedFieldsSchema>;
export type SharedTypes = z.output<typeof sharedTypesSchema>;
export type SupportStatus = (typeof SUPPORT)[number];

export interface SourceEntry {
  source: YamlFile<Source>;
  /** Handwritten Markdown: introduction, prerequisites, troubleshooting; null if there is none. */
  notes: string | null;
}

export interface SourceCatalog {
  entries: SourceEntry[];
  shared: SharedFields;
  sharedTypes: SharedTypes;
}

/** Reads `sources/*.yaml` with their notes, `shared-fields.yaml`, and `shared-types.yaml`. A catalog without the folder has no sources. */
export async function readSources({ dir, projectRoot }: CatalogLocation): Promise<ReadCatalog<SourceCatalog>> {
  const folder = join(dir, 'sources');
  const names = (await readdir(folder).catch(() => [])).toSorted();
  const platforms = names.filter((name) => name.endsWith('.yaml')).map((name) => name.slice(0, -'.yaml'.length));
  const problems: Problem[] = unusedNotes(names, platforms, relative(projectRoot, folder));
  if (platforms.length === 0) return { catalog: { entries: [], shared: {}, sharedTypes: {} }, problems };
  const sharedFile = await readYamlFile(join(dir, 'shared-fields.yaml'), projectRoot, sharedFieldsSchema);
  const shared = 'read' in sharedFile ? sharedFile.read.data : {};
  if ('problems' in sharedFile) for (const problem of sharedFile.problems) problems.push(problem);
  const { data: sharedTypes, problems: ofTypes } = await readOptionalYamlFile(
    join(dir, 'shared-types.yaml'),
    projectRoot,
    sharedTypesSchema,
  );
  for (const problem of ofTypes) problems.push(problem);
  const entries: SourceEntry[] = [];
  for (const platform of platforms) {
    const found = await readYamlFile(join(folder, `${platform}.yaml`), projectRoot, sourceSchema);
    if ('problems' in found) {
      for (const problem of found.problems) problems.push(problem);
      continue;
    }
    const notes = await readFile(join(folder, `${platform}.md`), 'utf8').catch(() => null);
    // Without the shared descriptions, nearly every field would be reported.
    if ('read' in sharedFile) for (const problem of checkSource(found.read, shared)) problems.push(problem);
    entries.push({ source: found.read, notes });
  }
  return { catalog: { entries, shared, sharedTypes }, problems };
}

/** Reports notes without a source file, most likely because of a misspelled name. */
function unusedNotes(names: readonly string[], platforms: readonly string[], folder: string): Problem[] {
  return names
    .filter((name) => name.endsWith('.md') && !platforms.includes(name.slice(0, -'.md'.length)))
    .map((name) => ({
      file: `${folder.split(sep).join('/')}/${name}`,
      message: `There is no ${name.replace(/\.md$/, '.yaml')} beside these notes. Rename the file after its source, or remove it.`,
      severity: 'error' as const,
    }));
}

/** Reports errors that the schema cannot find: a wrong platform name, duplicate fields, missing parents, and missing descriptions. */
export function checkSource(source: YamlFile<Source>, shared: SharedFields): Problem[] {
  const { data, file, lineOf } = source;
  const problems: Problem[] = [];
  let suggestions = MAX_SUGGESTIONS;
  const report = (path: (string | number)[], message: string): void =>
    void problems.push({
      file,
      line: lineOf(path),
      message: `${path.filter((segment) => typeof segment === 'string').join('.')}: ${message}`,
      severity: 'error',
    });
  const fileName = file.slice(file.lastIndexOf('/') + 1).replace(/\.yaml$/, '');
  if (data.platform !== fileName) report(['platform'], `must be "${fileName}" like the name of the file; found "${data.platform}"`);
  data.plugins.forEach((plugin, index) => {
    if (data.plugins.findIndex((other) => other.plugin === plugin.plugin) !== index) {
      report(['plugins', index, 'plugin'], `"${plugin.plugin}" is defined twice: remove one`);
    }
    const names = plugin.fields.map((field) => field.name);
    plugin.fields.forEach((field, at) => {
      const path = ['plugins', index, 'fields', at, 'name'];
      if (names.indexOf(field.name) !== at) report(path, `"${field.name}" of ${plugin.plugin} is defined twice: remove one`);
      const parent = parentOf(field.name);
      if (parent !== null && !names.includes(parent)) {
        report(
          path,
          `"${field.name}" of ${plugin.plugin} is inside "${parent}", which is not a field${suggestions-- > 0 ? hint(parent, names) : ''}`,
        );
      }
      if (describeField(field, shared) === null) {
        report(
          path,
          `"${field.name}" of ${plugin.plugin} has no description: add "description:" here or an entry to catalog/shared-fields.yaml`,
        );
      }
    });
  });
  return problems;
}

/** Returns a hint with the most similar name, if there is one. */
function hint(name: string, names: readonly string[]): string {
  const near = nearestName(name, names, 3);
  return near === null ? '' : `; did you mean "${near}"?`;
}

/**
 * Returns the description of a field: its own, or the shared one of its exact name, or the shared one of the longest matching
 * pattern (`*.profiling.enabled` before `*.enabled`). Null if there is none.
 */
export function describeField(field: Pick<Field, 'name' | 'description'>, shared: SharedFields): string | null {
  if (field.description !== undefined) return field.description;
  const exact = shared[field.name];
  if (exact !== undefined) return exact;
  const segments = field.name.split('.');
  for (let start = 0; start < segments.length; start++) {
    const found = shared[`*.${segments.slice(start).join('.')}`];
    if (found !== undefined) return found;
  }
  return null;
}

/** Segment of a field name that matches any key of a map. */
export const ANY_KEY = '`key`';

/** Returns the name of the option that contains this one, skipping map keys; null at the top level. */
export function parentOf(name: string): string | null {
  const segments = name.split('.').slice(0, -1);
  while (segments.at(-1) === ANY_KEY) segments.pop();
  return segments.length === 0 ? null : segments.join('.');
}

/** Returns the name of the top-level option that contains a nested one. */
export const topOf = (name: string): string => name.split('.')[0] ?? name;

/** Returns the plugin that another value of `source.type` selects: the one with whose name it starts, or else the first. */
export function pluginOfType(type: string, { plugins }: Pick<Source, 'plugins'>): Plugin | undefined {
  const named = plugins.filter(({ plugin }) => type.startsWith(plugin)).toSorted((a, b) => b.plugin.length - a.plugin.length);
  return named[0] ?? plugins[0];
}

/** A node of the option tree: an option, and its nested options by the next segment of their names. */
export interface FieldNode {
  /** Null for the root, and for a segment that is not an option itself. */
  field: Field | null;
  children: Map<string, FieldNode>;
}

/** Returns the options of a plugin as a tree. */
export function fieldTree({ fields }: Pick<Plugin, 'fields'>): FieldNode {
  const root: FieldNode = { field: null, children: new Map() };
  for (const field of fields) {
    let node = root;
    for (const segment of field.name.split('.')) {
      const next = node.children.get(segment) ?? { field: null, children: new Map<string, FieldNode>() };
      node.children.set(segment, next);
      node = next;
    }
    node.field = field;
  }
  return root;
}

/** The handwritten part of a source's page, split at level-two headings so that generated sections can go between. */
export interface Notes {
  introduction: string;
  /** Markdown of the section, including its heading; null if there is none. */
  prerequisites: string | null;
  troubleshooting: string | null;
  /** All other sections, in the author's order. */
  others: string[];
}

/** Splits notes at the headings of level two that are not in code blocks. */
export function splitNotes(markdown: string): Notes {
  const sections: string[][] = [[]];
  let fence: string | null = null;
  for (const line of markdown.replace(/\r\n/g, '\n').split('\n')) {
    const mark = /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    if (fence === null && /^##\s/.test(line)) sections.push([]);
    sections.at(-1)?.push(line);
  }
  const [introduction = '', ...rest] = sections.map((lines) => lines.join('\n').trim());
  const named = (name: string): string | null => rest.find((section) => headingOf(section) === name) ?? null;
  const prerequisites = named('prerequisites');
  const troubleshooting = named('troubleshooting');
  return {
    introduction,
    prerequisites,
    troubleshooting,
    others: rest.filter((section) => section !== prerequisites && section !== troubleshooting),
  };
}

/** Returns the heading of a section in lower case, without its id; '' if there is none. */
function headingOf(section: string): string {
  const [line = ''] = section.split('\n', 1);
  if (!/^##\s/.test(line)) return '';
  const heading = line.slice(2).trim();
  const id = heading.endsWith('}') ? heading.indexOf('{#') : -1;
  return (id < 0 ? heading : heading.slice(0, id)).trim().toLowerCase();
}
