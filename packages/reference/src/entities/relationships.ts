import { createTypeLookup, expandFields } from './expand.ts';
import type { Entity, EntityCatalogue, Field } from './model.ts';
import { namesInType } from './type-names.ts';

/** One kind of link that an aspect's field makes from one entity to another. */
export interface RelationshipEdge {
  source: string;
  name: string;
  target: string;
  /** Aspect and path of the field: `upstreamLineage.upstreams.dataset`. */
  field: string;
  isLineage: boolean;
}

/** Finds every relationship of every entity, as the platform does: in the aspects' fields and in what these are made of. */
export function relationshipEdges(catalogue: EntityCatalogue): RelationshipEdge[] {
  const lookup = createTypeLookup(catalogue);
  const byAspect = new Map<string, Omit<RelationshipEdge, 'source'>[]>();

  function edgesOf(field: Field, path: string, inside: readonly string[]): Omit<RelationshipEdge, 'source'>[] {
    const own = field.relationships.flatMap(({ name, entityTypes, isLineage }) =>
      entityTypes.map((target) => ({ name, target, field: path, isLineage: isLineage ?? false })),
    );
    const nested = namesInType(field.type).flatMap((name) => {
      const type = lookup(name);
      if (type?.kind !== 'record' || inside.includes(name)) return [];
      return expandFields(type, lookup).flatMap((each) => edgesOf(each, `${path}.${each.name}`, [...inside, name]));
    });
    return [...own, ...nested];
  }

  function ofAspect(name: string): Omit<RelationshipEdge, 'source'>[] {
    const known = byAspect.get(name);
    if (known !== undefined) return known;
    const aspect = catalogue.aspects.get(name);
    const edges =
      aspect === undefined ? [] : expandFields(aspect, lookup).flatMap((field) => edgesOf(field, `${name}.${field.name}`, [aspect.record]));
    byAspect.set(name, edges);
    return edges;
  }

  const ofEntity = ({ name, keyAspect, aspects }: Entity): RelationshipEdge[] =>
    [keyAspect, ...aspects].flatMap((aspect) => ofAspect(aspect).map((edge) => ({ source: name, ...edge })));
  return catalogue.entities.flatMap(ofEntity);
}
