/** Reads the entries of `/integrations`: all sources of the catalog, and the entries of `catalog/integrations.yaml`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { plainText } from './markdown.ts';
import type { CatalogLocation, GenerateContext, ReadCatalog } from './generator.ts';
import { readYamlFile } from './catalog-files.ts';
import type { YamlFile } from './catalog-files.ts';
import { MARKED_FEATURES, PLATFORM_TYPES, SUPPORT } from './sources/source-file.ts';
import type { Source, SupportStatus } from './sources/source-file.ts';
import { SOURCES_FOLDER } from './sources/source-page.ts';

const text = z.string().trim().min(1, 'must not be empty');

/** Features that are derived from the capabilities and options of a source. Source files cannot set them. */
const DERIVED_FEATURES = ['Column Level Lineage', 'Stateful Ingestion'] as const;

/** Shape of `catalog/integrations.yaml`: integrations without a source file, whose pages are handwritten. */
export const integrationsSchema = z.array(
  z.strictObject({
    name: text,
    /** One line that says what it ingests. */
    summary: text,
    /** The file of its page below the docs root: `lineage/airflow.md`. */
    page: text.regex(/^[^/].*\.md$/, 'must be a file below content/docs that ends in .md'),
    type: z.enum(PLATFORM_TYPES),
    connection: z.enum(['Pull', 'Push']),
    /** Slug of a brand in the `simple-icons` package. */
    mark: text.optional(),
    features: z.array(z.enum([...MARKED_FEATURES, ...DERIVED_FEATURES])).default([]),
  }),
);

/** One entry of `/integrations`. All strings are plain text. */
export interface Integration {
  name: string;
  text: string;
  mark?: string;
  /** Route of its page, without base URL. */
  route: string;
  type: (typeof PLATFORM_TYPES)[number];
  /** Pull: the platform reads the system. Push: the system reports to the platform. */
  connection: 'Pull' | 'Push';
  status: 'Certified' | 'Incubating' | 'Testing' | 'Not rated';
  /** In alphabetical order. */
  features: string[];
}

const STATUS: Readonly<Record<SupportStatus, Integration['status']>> = {
  certified: 'Certified',
  incubating: 'Incubating',
  testing: 'Testing',
  unknown: 'Not rated',
};

/**
 * Returns the entries of `/integrations`, sorted by name. Entries of sources are derived from their files, so the listing
 * cannot contradict the pages; the pages of all other entries must exist.
 */
export async function readIntegrations(
  { dir, projectRoot }: CatalogLocation,
  sources: readonly Source[],
  { basePath, hasDoc }: GenerateContext,
): Promise<ReadCatalog<Integration[]>> {
  const fromSources = sources.map((source) => fromSource(source, basePath));
  const absolute = join(dir, 'integrations.yaml');
  if (!existsSync(absolute)) return { catalog: byName(fromSources), problems: [] };
  const found = await readYamlFile(absolute, projectRoot, integrationsSchema);
  if ('problems' in found) return { catalog: byName(fromSources), problems: found.problems };
  const { data } = found.read;
  const problems = [...missingPages(found.read, hasDoc), ...duplicateNames(found.read, sources)];
  const fromFile = data.filter(({ page }) => hasDoc(page)).map((entry) => fromEntry(entry, basePath));
  return { catalog: byName([...fromSources, ...fromFile]), problems };
}

type Entries = YamlFile<(typeof integrationsSchema)['_zod']['output']>;

function fromSource({ platform, name, summary, plugins, listing }: Source, basePath: string): Integration {
  const status = SUPPORT.find((one) => plugins.some(({ support }) => support === one)) ?? 'unknown';
  const hasOption = (option: string): boolean => plugins.some(({ fields }) => fields.some((field) => field.name === option));
  const tracesColumns = plugins.some(({ capabilities }) =>
    capabilities.some(({ capability, supported }) => supported && capability === 'LINEAGE_FINE'),
  );
  const features = [
    ...listing.features,
    ...(tracesColumns ? ['Column Level Lineage'] : []),
    ...(hasOption('stateful_ingestion') ? ['Stateful Ingestion'] : []),
  ];
  return {
    name,
    text: plainText(summary ?? `Reads metadata from ${name}.`),
    ...(listing.mark === undefined ? {} : { mark: listing.mark }),
    route: `${basePath}/${SOURCES_FOLDER}/${platform}`,
    type: listing.type,
    connection: 'Pull',
    status: STATUS[status],
    features: features.toSorted(),
  };
}

function fromEntry({ name, summary, page, type, connection, mark, features }: Entries['data'][number], basePath: string): Integration {
  return {
    name,
    text: plainText(summary),
    ...(mark === undefined ? {} : { mark }),
    route: `${basePath}/${page.replace(/(\/index)?\.md$/, '')}`,
    type,
    connection,
    status: 'Not rated',
    features: features.toSorted(),
  };
}

function missingPages({ data, file, lineOf }: Entries, hasDoc: GenerateContext['hasDoc']): ReadCatalog<unknown>['problems'] {
  return data.flatMap(({ name, page }, index) => {
    if (hasDoc(page)) return [];
    const message = `The page content/docs/${page} of ${name} does not exist. Write it, or name another page.`;
    return [{ file, line: lineOf([index, 'page']), message, severity: 'error' as const }];
  });
}

function duplicateNames({ data, file, lineOf }: Entries, sources: readonly Source[]): ReadCatalog<unknown>['problems'] {
  const seen = new Map(sources.map(({ name, platform }) => [name, `sources/${platform}.yaml`]));
  return data.flatMap(({ name }, index) => {
    const before = seen.get(name);
    seen.set(name, 'this file');
    if (before === undefined) return [];
    const message = `${name} is listed twice, here and in ${before}. Remove one.`;
    return [{ file, line: lineOf([index, 'name']), message, severity: 'error' as const }];
  });
}

const byName = (entries: readonly Integration[]): Integration[] =>
  entries.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
