import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { readYamlFile } from '../catalogue/read-yaml.ts';
import type { YamlFile } from '../catalogue/read-yaml.ts';
import type { CatalogueLocation, GenerateContext, ReadCatalogue } from '../contract.ts';
import { plainText } from '../markdown/summary.ts';
import { integrationsSchema } from '../schema/integration.ts';
import type { Integration } from '../schema/integration.ts';
import { SUPPORT } from '../schema/source.ts';
import type { Source, SupportStatus } from '../schema/source.ts';
import { SOURCES_FOLDER } from '../sources/source-page.ts';

const STATUS: Readonly<Record<SupportStatus, Integration['status']>> = {
  certified: 'Certified',
  incubating: 'Incubating',
  testing: 'Testing',
  unknown: 'Not rated',
};

/**
 * The entries of `/integrations`, by name: every source of the catalogue as its own file has it, and those of
 * `integrations.yaml`, whose pages have to be there. So the listing cannot say other than the pages do.
 */
export async function readIntegrations(
  { dir, projectRoot }: CatalogueLocation,
  sources: readonly Source[],
  { basePath, hasDoc }: GenerateContext,
): Promise<ReadCatalogue<Integration[]>> {
  const pulled = sources.map((source) => ofSource(source, basePath));
  const absolute = join(dir, 'integrations.yaml');
  if (!existsSync(absolute)) return { catalogue: byName(pulled), problems: [] };
  const found = await readYamlFile(absolute, projectRoot, integrationsSchema);
  if ('problems' in found) return { catalogue: byName(pulled), problems: found.problems };
  const { data } = found.read;
  const problems = [...missingPages(found.read, hasDoc), ...namedTwice(found.read, sources)];
  const others = data.filter(({ page }) => hasDoc(page)).map((entry) => ofEntry(entry, basePath));
  return { catalogue: byName([...pulled, ...others]), problems };
}

type Entries = YamlFile<(typeof integrationsSchema)['_zod']['output']>;

function ofSource({ platform, name, summary, plugins, listing }: Source, basePath: string): Integration {
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

function ofEntry({ name, summary, page, type, connection, mark, features }: Entries['data'][number], basePath: string): Integration {
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

function missingPages({ data, file, lineOf }: Entries, hasDoc: GenerateContext['hasDoc']): ReadCatalogue<unknown>['problems'] {
  return data.flatMap(({ name, page }, index) => {
    if (hasDoc(page)) return [];
    const message = `${name}: there is no page content/docs/${page}: write it, or name the page that tells of ${name}`;
    return [{ file, line: lineOf([index, 'page']), message, severity: 'error' as const }];
  });
}

function namedTwice({ data, file, lineOf }: Entries, sources: readonly Source[]): ReadCatalogue<unknown>['problems'] {
  const seen = new Map(sources.map(({ name, platform }) => [name, `sources/${platform}.yaml`]));
  return data.flatMap(({ name }, index) => {
    const before = seen.get(name);
    seen.set(name, 'this file');
    if (before === undefined) return [];
    const message = `${name} is listed twice: ${before} has it as well. Remove one`;
    return [{ file, line: lineOf([index, 'name']), message, severity: 'error' as const }];
  });
}

const byName = (entries: readonly Integration[]): Integration[] =>
  entries.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
