import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { describe, expect, test } from 'vitest';

import { createTypeLookup, expandFields } from './expand.ts';
import { readEntities } from './read-entities.ts';
import { relationshipEdges } from './relationships.ts';

const FACTS = resolve('../shared/facts/entities.json');
const root = process.cwd();
const { catalogue, problems } = await readEntities({ dir: resolve('website/catalog'), projectRoot: root });

test('the catalogue of the project holds no problem', () => {
  expect(problems).toEqual([]);
});

describe.skipIf(!existsSync(FACTS))(
  'R-109 the catalogue agrees with the facts of the platform (skipped where ../shared is not there)',
  () => {
    const facts = existsSync(FACTS) ? JSON.parse(readFileSync(FACTS, 'utf8')) : null;
    const lookup = createTypeLookup(catalogue);

    test('43 entities with their aspects', () => {
      expect(catalogue.entities).toHaveLength(43);
      for (const expected of facts.entities) {
        const entity = catalogue.entities.find((each) => each.name === expected.name);
        expect(entity?.keyAspect).toBe(expected.key_aspect);
        expect(entity?.category).toBe(expected.category);
        expect(entity?.position).toBe(expected.sidebar_position);
        expect([...(entity?.aspects ?? [])].sort()).toEqual([...expected.aspects].sort());
      }
    });

    test('159 aspects with every field', () => {
      expect(catalogue.aspects.size).toBe(159);
      for (const expected of facts.aspects) {
        const aspect = catalogue.aspects.get(expected.name);
        expect(aspect?.record).toBe(expected.record);
        expect(aspect?.timeseries).toBe(expected.kind === 'timeseries');
        expect(aspect === undefined ? [] : expandFields(aspect, lookup).map(comparable), expected.name).toEqual(
          expected.fields.map(comparable),
        );
      }
    });

    test('166 types with every field', () => {
      for (const expected of facts.types) {
        const type = catalogue.types.get(expected.name);
        expect(type?.kind, expected.name).toBe(expected.kind === 'typeref' ? 'alias' : expected.kind);
        if (type?.kind === 'record')
          expect(expandFields(type, lookup).map(comparable), expected.name).toEqual(expected.fields.map(comparable));
        else if (type?.kind === 'enum') expect(type.symbols).toEqual(expected.symbols);
        else if (type?.kind === 'alias') expect(type.type).toBe(expected.ref);
      }
    });

    test('207 relationships, found in the fields', () => {
      const line = (edge: { source: string; name: string; target: string; field: string }) =>
        `${edge.source} ${edge.name} ${edge.target} ${edge.field}`;
      expect(relationshipEdges(catalogue).map(line).sort()).toEqual(facts.relationship_edges.map(line).sort());
    });
  },
);

interface FieldFact {
  name: string;
  type: string;
  optional: boolean;
  default?: unknown;
  search?: readonly object[];
  relationships?: readonly object[];
  deprecated?: boolean;
}

/** The parts of a field that both sides have. */
function comparable(field: FieldFact) {
  const { name, type, optional, relationships = [], deprecated = false } = field;
  return { name, type, optional, default: field.default, search: (field.search ?? []).map(withTruth), relationships, deprecated };
}

/** The model's files write this option as text here and there. */
const withTruth = (annotation: { queryByDefault?: unknown }) =>
  typeof annotation.queryByDefault === 'string' ? { ...annotation, queryByDefault: annotation.queryByDefault === 'true' } : annotation;
