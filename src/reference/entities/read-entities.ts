import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Problem } from '#model/problem.ts';

import type { YamlFile } from '../catalogue/read-yaml.ts';
import { readYamlFile } from '../catalogue/read-yaml.ts';
import type { CatalogueLocation, ReadCatalogue } from '../contract.ts';
import { checkModel } from './check-model.ts';
import type { Aspect, Entity, EntityCatalogue, Field, ModelType } from './model.ts';
import { readPlatformModel } from './platform/read-platform-model.ts';
import type { AspectsFile, EntityFile, FieldEntry, SharedFields } from './schema.ts';
import { aspectsSchema, entitySchema, sharedFieldsSchema } from './schema.ts';

const SHARED_FIELDS = 'shared-fields.yaml';

/**
 * Reads `entities/*.yaml` and `aspects/*.yaml`; where `metadata-model.yaml` is there, the platform's own files that it
 * names take their place. A catalogue with problems comes back without what is wrong.
 */
export async function readEntities({ dir, projectRoot }: CatalogueLocation): Promise<ReadCatalogue<EntityCatalogue>> {
  const platform = await readPlatformModel({ dir, projectRoot });
  const read = platform ?? (await readCatalogueFiles(dir, projectRoot));
  const checked = checkModel(read.catalogue);
  return { catalogue: checked.catalogue, problems: [...read.problems, ...checked.problems] };
}

async function readCatalogueFiles(dir: string, projectRoot: string): Promise<ReadCatalogue<EntityCatalogue>> {
  const problems: Problem[] = [];
  const [entityNames, aspectNames] = await Promise.all([yamlNames(join(dir, 'entities')), yamlNames(join(dir, 'aspects'))]);
  const shared = aspectNames.includes(SHARED_FIELDS)
    ? keep(await readYamlFile(join(dir, 'aspects', SHARED_FIELDS), projectRoot, sharedFieldsSchema), problems)
    : null;
  const builder = createBuilder(shared?.data ?? {}, problems);
  for (const name of aspectNames.filter((each) => each !== SHARED_FIELDS)) {
    const file = keep(await readYamlFile(join(dir, 'aspects', name), projectRoot, aspectsSchema), problems);
    if (file !== null) builder.addAspects(file);
  }
  for (const name of entityNames) {
    const file = keep(await readYamlFile(join(dir, 'entities', name), projectRoot, entitySchema), problems);
    if (file !== null) builder.addEntity(file);
  }
  return { catalogue: builder.catalogue, problems };
}

/** A folder that is not there holds nothing: a site may have no entities. */
async function yamlNames(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => []);
  return names.filter((name) => name.endsWith('.yaml')).sort();
}

function keep<T>(result: { read: YamlFile<T> } | { problems: Problem[] }, problems: Problem[]): YamlFile<T> | null {
  if ('read' in result) return result.read;
  problems.push(...result.problems);
  return null;
}

/** Gathers files into one model; what stands twice or lacks a description becomes a problem at its line. */
function createBuilder(shared: SharedFields, problems: Problem[]) {
  const [entities, aspects, types] = [[] as Entity[], new Map<string, Aspect>(), new Map<string, ModelType>()];
  const places = new Map<string, string>();

  function claim(kind: string, name: string, file: string, line: number): boolean {
    const there = places.get(`${kind} ${name}`);
    if (there !== undefined)
      problems.push({ file, line, message: `the ${kind} ${name} is described twice, here and in ${there}: remove one`, severity: 'error' });
    else places.set(`${kind} ${name}`, `${file}:${line}`);
    return there === undefined;
  }

  function fields(file: YamlFile<unknown>, path: readonly (string | number)[], owner: string, entries: readonly FieldEntry[]): Field[] {
    const seen = new Set<string>();
    return entries.flatMap((entry, index) => {
      const wrong = (message: string): Field[] => {
        problems.push({
          file: file.file,
          line: file.lineOf([...path, index]),
          message: `${owner}.${entry.name} ${message}`,
          severity: 'error',
        });
        return [];
      };
      if (seen.has(entry.name)) return wrong('stands twice: remove one of the two');
      seen.add(entry.name);
      const description = entry.description ?? shared[entry.name];
      if (description === undefined) return wrong(`has no description: say what it holds, here or in ${SHARED_FIELDS}`);
      return [{ ...entry, description }];
    });
  }

  function addAspects(file: YamlFile<AspectsFile>): void {
    file.data.aspects.forEach((entry, index) => {
      const at = ['aspects', index];
      if (!claim('aspect', entry.name, file.file, file.lineOf(at))) return;
      aspects.set(entry.name, {
        kind: 'record',
        ...entry,
        fields: fields(file, [...at, 'fields'], entry.name, entry.fields),
        file: file.file,
      });
    });
    file.data.types.forEach((entry, index) => {
      const at = ['types', index];
      if (!claim('type', entry.name, file.file, file.lineOf(at))) return;
      const named = { description: '', ...entry, file: file.file };
      types.set(
        entry.name,
        named.kind === 'record' ? { ...named, fields: fields(file, [...at, 'fields'], entry.name, named.fields) } : named,
      );
    });
  }

  function addEntity(file: YamlFile<EntityFile>): void {
    const { key, graphql, example, ...entry } = file.data;
    if (!claim('entity', entry.name, file.file, 1)) return;
    if (claim('aspect', key.aspect, file.file, file.lineOf(['key'])))
      aspects.set(key.aspect, keyAspect(entry.label, key, fields(file, ['key', 'fields'], key.aspect, key.fields), file.file));
    const { query = null, select = '', entityType = true, queries = [], mutations = [] } = graphql ?? {};
    entities.push({
      ...entry,
      keyAspect: key.aspect,
      graphql: { query, select, hasEntityType: entityType, queries, mutations },
      example: example ?? null,
      file: file.file,
    });
  }

  return { catalogue: { entities, aspects, types }, addAspects, addEntity };
}

function keyAspect(label: string, { aspect, record, namespace }: EntityFile['key'], fields: Field[], file: string): Aspect {
  const description = `What names ${/^[aeiou]/i.test(label) ? 'an' : 'a'} ${label.charAt(0).toLowerCase() + label.slice(1)}: the parts of its URN.`;
  return { kind: 'record', name: aspect, record, namespace, fields, includes: [], timeseries: false, deprecated: false, description, file };
}
