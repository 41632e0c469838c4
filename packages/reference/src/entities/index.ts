import type { ReferencePart } from '../contract.ts';
import { entityPage } from './entity-page.ts';
import { createTypeLookup } from './expand.ts';
import type { EntityCatalogue } from './model.ts';
import { readEntities } from './read-entities.ts';
import { relationshipEdges } from './relationships.ts';

export type { EntityCatalogue } from './model.ts';

/** The metadata model: a page for each entity. */
export const entities: ReferencePart<EntityCatalogue> = {
  read: readEntities,
  generate(catalogue, context) {
    const view = { catalogue, lookup: createTypeLookup(catalogue), edges: relationshipEdges(catalogue) };
    return catalogue.entities.map((entity) => entityPage(entity, view, context));
  },
};
