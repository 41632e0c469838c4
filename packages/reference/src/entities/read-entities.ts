import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Problem } from '@quire/engine/model/problem.ts';

import type { YamlFile } from '../catalogue/read-yaml.ts';
import { readYamlFile } from '../catalogue/read-yaml.ts';
import type { CatalogueLocation, ReadCatalogue } from '../contract.ts';
import { SHARED_FIELDS, addAspects, addEntity, createModelDraft } from './build-model.ts';
import { checkModel } from './check-model.ts';
import type { EntityCatalogue } from './model.ts';
import { readPlatformModel } from './platform/read-platform-model.ts';
import { aspectsSchema, entitySchema, sharedFieldsSchema } from './schema.ts';

/**
 * Reads `entities/*.yaml` and `aspects/*.yaml`; where `metadata-model.yaml` is there, the platform's own files that it
 * names take their place. What is wrong comes back as problems, and the catalogue without it.
 */
export async function readEntities(location: CatalogueLocation): Promise<ReadCatalogue<EntityCatalogue>> {
  const read = (await readPlatformModel(location)) ?? (await readCatalogueFiles(location));
  const checked = checkModel(read.catalogue);
  return { catalogue: checked.catalogue, problems: [...read.problems, ...checked.problems] };
}

async function readCatalogueFiles({ dir, projectRoot }: CatalogueLocation): Promise<ReadCatalogue<EntityCatalogue>> {
  const problems: Problem[] = [];
  const [entityFiles, aspectFiles] = await Promise.all([yamlFiles(join(dir, 'entities')), yamlFiles(join(dir, 'aspects'))]);
  const sharedFile = aspectFiles.find((path) => path.endsWith(SHARED_FIELDS));
  const shared = sharedFile === undefined ? null : keep(await readYamlFile(sharedFile, projectRoot, sharedFieldsSchema), problems);
  const draft = createModelDraft(shared?.data ?? {}, problems);
  for (const path of aspectFiles.filter((each) => each !== sharedFile)) {
    const file = keep(await readYamlFile(path, projectRoot, aspectsSchema), problems);
    if (file !== null) addAspects(draft, file);
  }
  for (const path of entityFiles) {
    const file = keep(await readYamlFile(path, projectRoot, entitySchema), problems);
    if (file !== null) addEntity(draft, file);
  }
  return { catalogue: draft, problems };
}

/** A folder that is not there holds nothing: a site may have no entities. */
async function yamlFiles(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => []);
  return names
    .filter((name) => name.endsWith('.yaml'))
    .toSorted()
    .map((name) => join(dir, name));
}

function keep<T>(result: { read: YamlFile<T> } | { problems: Problem[] }, problems: Problem[]): YamlFile<T> | null {
  if ('read' in result) return result.read;
  problems.push(...result.problems);
  return null;
}
