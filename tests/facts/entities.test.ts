/** compares the metadata model of the catalog with that of the platform. */
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { createTypeLookup, expandFields, readEntities, relationshipEdges } from '@quire/reference/catalog';

import { CORPUS, readFacts } from './facts.ts';

const location = { dir: join(process.cwd(), 'website/catalog'), projectRoot: process.cwd() };
const folder = mkdtempSync(join(tmpdir(), 'platform-model-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { catalog } = await readEntities(location);
const facts = readFacts<ModelFacts>('entities.json');
const lookup = createTypeLookup(catalog);

test('the catalog has 43 entities with their aspects', () => {
  expect(catalog.entities).toHaveLength(43);
  for (const expected of facts.entities) {
    const entity = catalog.entities.find((each) => each.name === expected.name);
    expect(entity?.keyAspect).toBe(expected.key_aspect);
    expect(entity?.category).toBe(expected.category);
    expect(entity?.position).toBe(expected.sidebar_position);
    expect([...(entity?.aspects ?? [])].sort()).toEqual([...expected.aspects].sort());
  }
});

test('the catalog has 159 aspects with every field', () => {
  expect(catalog.aspects.size).toBe(159);
  for (const expected of facts.aspects) {
    const aspect = catalog.aspects.get(expected.name);
    expect(aspect?.record).toBe(expected.record);
    expect(aspect?.timeseries).toBe(expected.kind === 'timeseries');
    expect(aspect === undefined ? [] : expandFields(aspect, lookup).map(comparable), expected.name).toEqual(
      expected.fields.map(comparable),
    );
  }
});

test('the catalog has 166 types with every field', () => {
  for (const expected of facts.types) {
    const type = catalog.types.get(expected.name);
    expect(type?.kind, expected.name).toBe(expected.kind === 'typeref' ? 'alias' : expected.kind);
    if (type?.kind === 'record') expect(expandFields(type, lookup).map(comparable), expected.name).toEqual(expected.fields.map(comparable));
    else if (type?.kind === 'enum') expect(type.symbols).toEqual(expected.symbols);
    else if (type?.kind === 'alias') expect(type.type).toBe(expected.ref);
  }
});

test('the catalog has 207 relationships, which are found in the fields', () => {
  const line = (edge: { source: string; name: string; target: string; field: string }) =>
    `${edge.source} ${edge.name} ${edge.target} ${edge.field}`;
  expect(relationshipEdges(catalog).map(line).sort()).toEqual(facts.relationship_edges.map(line).sort());
});

test('R-605 the files of the platform give the same model as the catalog', async () => {
  const registry = `${CORPUS}/metadata-models/src/main/resources/entity-registry.yml`;
  await writeFile(join(folder, 'metadata-model.yaml'), `registry: ${registry}\nmodels: [${CORPUS}/metadata-models, ${CORPUS}/li-utils]\n`);
  const [platform, ours] = await Promise.all([readEntities({ dir: folder, projectRoot: folder }), readEntities(location)]);
  expect(platform.problems).toEqual([]);
  expect(platform.catalog.entities).toHaveLength(43);
  expect(platform.catalog.aspects.size).toBe(159);
  const [left, right] = [shapeOf(platform.catalog), shapeOf(ours.catalog)];
  for (const [name, fields] of left.aspects) expect(fields, name).toEqual(right.aspects.get(name));
  expect(left.edges).toEqual(right.edges);
  expect([...platform.catalog.types.keys()].sort()).toEqual([...ours.catalog.types.keys()].sort());
});

interface ModelFacts {
  entities: { name: string; key_aspect: string; category: string; sidebar_position: number; aspects: string[] }[];
  aspects: { name: string; record: string; kind: string; fields: FieldFact[] }[];
  types: { name: string; kind: string; fields: FieldFact[]; symbols?: string[]; ref?: string }[];
  relationship_edges: { source: string; name: string; target: string; field: string }[];
}

interface FieldFact {
  name: string;
  type: string;
  optional: boolean;
  default?: unknown;
  search?: readonly object[];
  relationships?: readonly object[];
  deprecated?: boolean;
}

/** Returns the properties of a field that both sides have. */
function comparable(field: FieldFact) {
  const { name, type, optional, relationships = [], deprecated = false } = field;
  return { name, type, optional, default: field.default, search: (field.search ?? []).map(withTruth), relationships, deprecated };
}

/** Converts this option to a boolean, because some files of the model contain it as text. */
const withTruth = (annotation: { queryByDefault?: unknown }) =>
  typeof annotation.queryByDefault === 'string' ? { ...annotation, queryByDefault: annotation.queryByDefault === 'true' } : annotation;

/** Removes descriptions and search weights, which the catalog does not have. */
function shapeOf(catalog: Parameters<typeof createTypeLookup>[0]) {
  const lookup = createTypeLookup(catalog);
  const aspects = [...catalog.aspects].map(([name, aspect]) => {
    const fields = expandFields(aspect, lookup).map(({ description: _, line: ___, search, ...field }) => ({
      ...field,
      search: search.map(({ weightsPerFieldValue: __, ...annotation }) => annotation),
    }));
    return [name, fields] as const;
  });
  return {
    aspects: new Map(aspects),
    edges: relationshipEdges(catalog)
      .map((edge) => JSON.stringify(Object.values(edge)))
      .sort(),
  };
}
